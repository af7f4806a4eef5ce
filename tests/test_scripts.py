"""Every script as a grader meets it: loaded by path, alone, from elsewhere; and as a command."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted(path.name for path in ROOT.glob("*.py"))
STEPS = "chunks embed search rewrite evaluate threshold answer verify".split()
COMMANDS = [name[:-3] for name in SCRIPTS if "\n    run(main)\n" in (ROOT / name).read_text()]
STANDARD = [f"{name}.py" for name in "rewrite verify rag_io llm llama".split()]  # library only
HEAVY = ["torch", "sentence_transformers", "transformers", "onnxruntime", "onnx", "tokenizers"]
HEAVY += ["requests", "xllamacpp"]

LOAD = """
import importlib.util, os, signal, sys
heavy, *scripts = sys.argv[1:]
if "numpy" not in heavy:
    import numpy  # once for all: most of the time would go into it
for script in scripts:
    child = os.fork()  # each script in a process that has loaded no other
    if child:
        os.waitpid(child, 0)
        continue
    note = os.open(os.path.basename(script) + ".log", os.O_WRONLY | os.O_CREAT)
    os.dup2(note, 1), os.dup2(note, 2)
    spec = importlib.util.spec_from_file_location("graded", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler
    loaded = set(heavy.split(",")) & set(sys.modules)
    if loaded:
        print("loaded at import:", loaded)
    sys.stdout.flush()
    os.write(note, b"end")
    os._exit(0)
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """{script: what it printed} when each is loaded by path, isolated, from an empty folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    others = sorted(set(SCRIPTS) - set(STANDARD))
    parts = [(STANDARD, [*HEAVY, "numpy"]), (others[::2], HEAVY), (others[1::2], HEAVY)]
    running = [
        subprocess.Popen(
            [sys.executable, "-I", "-c", LOAD, ",".join(heavy), *(str(ROOT / s) for s in scripts)],
            cwd=folder,
        )
        for scripts, heavy in parts
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert sorted(os.listdir(folder)) == sorted(f"{script}.log" for script in SCRIPTS)
    return {script: (folder / f"{script}.log").read_text() for script in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS)
def test_loads_by_path_from_another_directory_alone_and_silent(loaded, script):
    assert loaded[script] == "end"  # no word before it, and no traceback


def test_the_eight_steps_are_there():
    assert not {f"{step}.py" for step in STEPS} - set(SCRIPTS)


SEARCHED_TWICE = """
import importlib.util, sys
def load(name):
    spec = importlib.util.spec_from_file_location(name + "_graded", f"{sys.argv[1]}/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
path = list(sys.path)
search, rewrite, verify = map(load, ("search", "rewrite", "verify"))
sys.path[:] = path  # a tidy grader
import builtins
class Model:
    made = 0
    def __init__(self): Model.made += 1
    def embed(self, texts): return [[1.0, 0.0] for _ in texts]
sys.modules["embed"].LOADERS["onnx"] = lambda name: Model()
assert [search.search("a", 2), search.search("b", 2)] == [[("d#1", 1.0), ("d#2", 0.0)]] * 2
assert Model.made == 1
assert rewrite.rewrite("UM WHAT ABOUT SUNDAY", "OPEN ON MONDAY") == "open on sunday"
assert verify.verify("At 5.", "d", ["d"], {"d": "At 5."}) == (True, "ok")
assert not verify.verify("At 7.", "d", ["d"], {"d": "At 7:30."})[0]
"""


def test_a_graders_three_functions_work_beside_an_index_and_load_the_model_once(tmp_path):
    copy = tmp_path / "voice rag"
    copy.mkdir()
    for script in SCRIPTS:
        shutil.copy(ROOT / script, copy)
    rows = [{"id": f"d#{n}", "doc": "d", "text": "x"} for n in (1, 2)]
    (copy / "chunks.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    np.save(copy / "embed.npy", np.eye(2, dtype=np.float32))
    command = [sys.executable, "-I", "-c", SEARCHED_TWICE, str(copy)]
    done = subprocess.run(command, cwd="/", env={}, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def step(name, *args, **env):
    """Run one step as a command from the root folder -> CompletedProcess."""
    command = [sys.executable, str(ROOT / f"{name}.py"), *args]
    env = {**{k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "VOICE_CACHE")}, **env}
    return subprocess.run(command, cwd="/", env=env, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "missing", "fix"),
    [
        ("embed", "chunks.jsonl", "chunks"),
        ("evaluate", "chunks.jsonl", "chunks"),
        ("threshold", "eval.json", "evaluate"),
        ("answer", "threshold.json", "threshold"),
        ("verify", "answers.jsonl", "answer"),
    ],
)
def test_a_step_run_too_early_is_one_line_with_the_step_before_and_code_1(
    tmp_path, name, missing, fix
):
    done = step(name, VOICE_RAG_DIR=str(tmp_path))
    line = f"{name}.py: {tmp_path / missing} is missing; run: python {fix}.py\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["chunks", "threshold", "verify"])
def test_a_folder_that_cannot_be_written_is_one_line_and_code_1(built, tmp_path, name):
    (built / "answers.jsonl").write_text("")
    (tmp_path / "file").touch()
    flags = {"chunks": [], "threshold": ["--eval", "eval.json"]}
    flags["verify"] = ["--answers", "answers.jsonl"]
    given = [str(built / one) if "." in one else one for one in flags[name]]
    env = {"VOICE_FIXTURES": os.environ["VOICE_FIXTURES"], "VOICE_RAG_DIR": str(built)}
    done = step(name, *given, "--out", str(tmp_path / "file" / "out"), **env)
    assert done.returncode == 1 and "cannot be written: " in done.stderr
    assert done.stderr.startswith(f"{name}.py: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["chunks", "evaluate", "answer", "verify"])
def test_missing_inputs_are_one_line_and_code_1(built, name):
    (built / "answers.jsonl").write_text("")
    done = step(name, VOICE_FIXTURES="/no/such", VOICE_RAG_DIR=str(built))
    assert done.returncode == 1 and "/no/such" in done.stderr
    assert done.stderr.startswith(f"{name}.py: ") and done.stderr.count("\n") == 1


STRUCK_WHILE_LOADING = """
import os, runpy, signal, sys
name, handler, *sys.argv = sys.argv[1:]
signal.signal(signal.SIGINT, getattr(signal, handler))
def hook(event, args):
    if event == "import" and args[0] == name:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("loading", ["argparse", "ending"])  # the first import, and one of ours
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_while_modules_load_ends_a_command_without_a_word(name, loading):
    command = [sys.executable, "-c", STRUCK_WHILE_LOADING, loading]
    script = str(ROOT / f"{name}.py")
    done, kept = (
        subprocess.run([*command, handler, script, "--help"], capture_output=True, text=True)
        for handler in ("default_int_handler", "SIG_IGN")
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
    assert kept.returncode == 0 and kept.stderr == ""  # `nohup`, or `... &` in a script


@pytest.mark.parametrize("name", [*STEPS, "llm"])
def test_every_command_explains_itself(name):
    done = step(name, "--help", VOICE_RAG_DIR="/tmp")
    assert done.returncode == 0 and f"usage: {name}.py" in done.stdout and done.stderr == ""


def test_rewrite_needs_no_artifact_and_no_folder():
    done = step("rewrite", "UM TWENTY FOUR", VOICE_RAG_DIR="/no/such/folder")
    assert (done.returncode, done.stdout, done.stderr) == (0, "24\n", "")


RUN_STEPS = """
import sys
sys.path[:0] = sys.argv[1:3]
import conftest, embed, llm
embed.model = lambda backend, name, one=conftest.Bag(): one
llm.chat = conftest.Scripted('{"answer": "We open at 6.", "source": "kb-hours"}')
import chunks, evaluate, threshold, answer, verify
for step in (chunks, embed, evaluate, threshold, answer, verify):
    step.main([])
"""


def test_the_same_input_gives_the_same_bytes_whatever_the_hash_seed(inputs, tmp_path):
    command, running = [sys.executable, "-c", RUN_STEPS, str(ROOT), str(ROOT / "tests")], {}
    for seed in ("0", "1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "VOICE_RAG_DIR": str(tmp_path / seed)}
        running[seed] = subprocess.Popen(command, cwd="/", env=env, stdout=subprocess.DEVNULL)
    assert [process.wait() for process in running.values()] == [0, 0, 0]
    found = [
        {file.name: file.read_bytes() for file in sorted((tmp_path / seed).iterdir())}
        for seed in running
    ]
    assert found[0] == found[1] == found[2]
    names = "chunks.jsonl embed.npy embed.json eval.json threshold.json answers.jsonl final.jsonl"
    assert sorted(found[0]) == sorted(names.split())


def test_each_step_twice_gives_the_same_bytes(built, monkeypatch):
    import answer
    import chunks
    import embed
    import evaluate
    import threshold
    import verify

    monkeypatch.setenv("LLM", "none")
    found = []
    for _ in range(2):
        for one in (chunks, embed, evaluate, threshold, answer, verify):
            one.main([])
        found.append({file.name: file.read_bytes() for file in sorted(built.iterdir())})
    assert found[0] == found[1] and len(found[0]) == 7
