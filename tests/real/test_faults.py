"""Every step broken on purpose, as a process: killed, started twice, starved, in odd surroundings.

bench/faults.py kills each step by each signal 100 times; tests/test_damage.py has damaged files.
"""

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from bench import fault_matrix as matrix
from bench import fault_scene as scenes
from bench import fault_server, faults, scripted_llm
from rag_io import read_jsonl

pytestmark = pytest.mark.real
STEPS = [(profile, step) for profile, steps in scenes.STEPS.items() for step in steps]
KILLS = 1  # of each step at random moments by each signal
SMALL = "size=600k"  # of a disk: an old build fits, and a little more


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """{profile: Scene}: old and new builds, by the encoder without weights, which is quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VOICE_EMBEDDER", "hashing")
        return {
            profile: scenes.Scene(tmp_path_factory.mktemp(profile), profile)
            for profile in scenes.STEPS
        }


@pytest.fixture
def scene(built, monkeypatch):
    monkeypatch.setenv("VOICE_EMBEDDER", "hashing")
    return built


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(("profile", "step"), STEPS)
def test_a_step_killed_at_a_random_moment_leaves_the_old_file_or_the_new_one(scene, profile, step):
    rng = random.Random(f"{profile} {step}")
    for number in faults.SIGNALS:
        total = faults.at_random(scene[profile], step, number, KILLS, rng)
        assert (total["old or new"], total["mixture"], total["traceback"]) == (KILLS, 0, 0)


@pytest.mark.parametrize(("profile", "step"), [("lab", "embed"), ("call", "verify")])
def test_a_step_killed_before_any_file_event_is_made_good_by_running_it_again(scene, profile, step):
    total = faults.at_every_file(scene[profile], step, faults.SIGNALS[0])
    assert total["runs"] == total["old or new"] > 5
    assert total["traceback"] == total["left over"] == 0


@pytest.mark.parametrize("profile", scenes.STEPS)
def test_two_builds_at_once_never_leave_a_mixture_that_is_read(scene, profile):
    total = faults.at_once(scene[profile], scenes.STEPS[profile], random.Random(1), 1)
    assert (total["old or new"], total["mixture"], total["traceback"]) == (1, 0, 0)


@contextmanager
def disk(where, options):
    """Mount a small disk of memory for a while; only an administrator may."""
    where.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(where)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no disk may be mounted here")
    try:
        yield where
    finally:
        subprocess.run(["umount", "-l", str(where)], check=True)


def fill(where):
    """Use up what is left of a disk."""
    with open(where / "filler", "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            pass


@pytest.mark.parametrize(
    ("fault", "line"), [("full", "No space left on device"), ("read-only", "Read-only file system")]
)
@pytest.mark.parametrize("profile", scenes.STEPS)
def test_a_disk_that_takes_nothing_is_one_line_and_the_old_files_stay(
    scene, tmp_path, profile, fault, line
):
    one = scene[profile]
    with disk(tmp_path / "disk", SMALL) as where:
        for path in one.old.iterdir():
            shutil.copy(path, where)
        if fault == "full":
            fill(where)
        else:
            subprocess.run(["mount", "-o", "remount,ro", str(where)], check=True)
        before = contents(where)
        for step in scenes.STEPS[profile]:
            done = scenes.run(step, profile, scenes.environment(where, one.fixtures[0]))
            assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
            assert done.stderr.startswith(f"{step}.py: {where}/")
            assert f" cannot be written: {line}; set VOICE_RAG_DIR" in done.stderr
            assert contents(where) == before


WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]  # root as anybody else


@pytest.mark.parametrize(
    ("wrapper", "mode", "line"),
    [
        (WITHOUT_RIGHTS, 0o555, "Permission denied"),
        (["bash", "-c", 'ulimit -f 0; exec "$@"', "-"], 0o755, "File too large"),
    ],
)
@pytest.mark.parametrize("profile", scenes.STEPS)
def test_a_user_who_may_not_write_gets_one_line_and_the_old_files_stay(
    scene, profile, wrapper, mode, line
):
    if wrapper is WITHOUT_RIGHTS and os.geteuid():
        wrapper = []
    elif wrapper is WITHOUT_RIGHTS and not shutil.which("setpriv"):
        pytest.skip("root cannot give up its rights here")
    for step in scenes.STEPS[profile]:
        env = scene[profile].ready(step)
        work, before = scene[profile].work, contents(scene[profile].work)
        work.chmod(mode)
        command = [*wrapper, sys.executable, *scenes.command(step, profile)]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        work.chmod(0o755)
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
        assert f" cannot be written: {line}; set VOICE_RAG_DIR" in done.stderr
        assert contents(work) == before


@pytest.mark.parametrize(("what", "changed", "shell", "status"), matrix.SETTINGS)
def test_odd_surroundings_make_no_difference(scene, tmp_path, what, changed, shell, status):
    one = scene["lab"]
    work = tmp_path / "work"
    shutil.copytree(one.old, work)
    env = scenes.environment(work, one.fixtures[0]) | changed
    env = {name: value for name, value in env.items() if value is not None}
    for step in ("chunks", "embed", "verify"):
        line = shell.format(shlex.join([sys.executable, *scenes.command(step, "lab")]))
        ask = ["bash", "-c", line]
        done = subprocess.run(ask, env=env, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        full = f"{step}.py: standard output: No space left on device\n"
        assert done.stderr == (full if status else "")
        (tmp_path / "gone").exists() and (tmp_path / "gone").rmdir()
    assert contents(work) == contents(one.old)  # and the same bytes as ever


def test_what_a_killed_step_left_is_removed_by_the_next_one_and_a_running_ones_is_not(scene):
    one = scene["lab"]
    env = one.ready("chunks")
    dead, alive = (one.work / f"chunks.jsonl.{pid}.part" for pid in (4_194_305, os.getpid()))
    for part in (dead, alive):
        part.write_text("half")
    assert scenes.run("chunks", "lab", env).returncode == 0
    assert (dead.exists(), alive.exists()) == (False, True)


PYTHON = """#!/usr/bin/env bash
case "$*" in
"llm.py up") touch "$LOG/up"; echo "up: http://127.0.0.1:9 with a stand-in" ;;
"llm.py down") touch "$LOG/down" ;;
*.py) touch "$LOG/$1"; exec "$REAL" "$@" ;;
*) exec "$REAL" "$@" ;;
esac
"""


@pytest.mark.parametrize("number", faults.SIGNALS)
@pytest.mark.parametrize("step", ["chunks.py", "answer.py"])
def test_run_all_that_is_interrupted_stops_its_server_and_ends_well_the_next_time(
    scene, tmp_path, step, number
):
    python, line = tmp_path / "python", [scenes.ROOT / "run_all.sh"]
    python.write_text(PYTHON)
    python.chmod(0o755)
    env = scenes.environment(tmp_path / "rag", scene["lab"].fixtures[0], LLM="")
    env |= {"PYTHON": str(python), "LOG": str(tmp_path), "REAL": sys.executable}
    pipe = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, env=env, start_new_session=True, **pipe) as process:
        wait_for((tmp_path / step).exists)
        os.killpg(process.pid, number)
        err = process.communicate(timeout=60)[1]
    assert process.returncode and "Traceback" not in err
    assert (tmp_path / "down").exists() == (number != signal.SIGKILL)
    assert subprocess.run(line, env=env, capture_output=True).returncode == 0
    made = scenes.STEPS["lab"].values()
    for name in sum(made, ()):
        assert (tmp_path / "rag" / name).read_bytes() == (scene["lab"].old / name).read_bytes()


def wait_for(true):
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("number", faults.SIGNALS)
def test_a_killed_server_leaves_whole_turns_and_the_next_one_starts(scene, tmp_path, number):
    pytest.importorskip("fastapi", reason="the server's extra is not installed")
    scene["call"].ready("chunks")
    llm = scripted_llm.Server(mode="wrong").start()
    rng = random.Random(number)
    total = fault_server.once(scene["call"], llm.url, number, rng, tmp_path, serving=True)
    assert {name: n for name, n in total.items() if n} == {"runs": 1, "turns": total["turns"]}
    assert total["turns"]


ADD = """
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import calls
print(flush=True), input()
for number in range(20):
    calls.add_review(pathlib.Path(sys.argv[2]), {"id": f"{sys.argv[3]}-{number}"})
"""


def test_those_who_add_to_the_review_queue_at_once_lose_no_row(tmp_path):
    path = tmp_path / "review.jsonl"
    command = [sys.executable, "-c", ADD, str(scenes.ROOT), str(path)]
    both = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    adding = [subprocess.Popen([*command, name], **both) for name in "abc"]
    for one in adding:
        one.stdout.readline()  # loaded: now all at once
    for one in adding:
        one.stdin.write("\n"), one.stdin.flush()
    for one in adding:
        one.communicate()
    assert [one.returncode for one in adding] == [0, 0, 0]
    names = [row["id"] for row in read_jsonl(path)]
    assert sorted(names) == sorted(f"{who}-{number}" for who in "abc" for number in range(20))
    assert os.listdir(tmp_path) == ["review.jsonl"]
