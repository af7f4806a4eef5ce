"""Two builds of small documents, and a step that is killed between them: for faults.py.

A workspace lies built from documents A. The steps before the one at work have gone on to documents
B, so that it leaves its file of A or its file of B; both have as many rows, so that only digests
tell them apart.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import index
from rag_io import PINNED, StepError

ROOT = Path(__file__).resolve().parents[1]
INDEX = ("embed.npy", "embed.json", "tokens.npy", "offsets.npy", "words.bin")
STEPS = {  # in the order of a build: step -> what it writes
    "lab": {
        "chunks": ("chunks.jsonl",),
        "embed": INDEX[:2],
        "evaluate": ("eval.json",),
        "threshold": ("threshold.json",),
        "answer": ("answers.jsonl",),
        "verify": ("final.jsonl",),
    },
    "call": {
        "chunks": ("chunks.jsonl",),
        "embed": INDEX,
        "threshold": ("gate.json", "gate.svg"),
        "evaluate": ("eval-call.json",),
        "answer": ("answers.jsonl",),
        "verify": ("final.jsonl", "review.jsonl"),
    },
}
KB = {
    "hours": "# Hours\n\nWe open at 7:30 on Monday.\n\nOn Sunday we open at 10.\n",
    "parking": "# Parking\n\nParking is free for 3 hours. Each further hour costs 2 dollars.\n",
    "pets": "# Pets\n\nDogs are not allowed in the hall. Cats may stay for 4 days.\n",
}
ASKED = [
    ("q1", "UM WHEN DO YOU OPEN ON MONDAY", None, ["hours"]),
    ("q2", "AND WHAT ABOUT SUNDAY", "q1", ["hours"]),
    ("q3", "IS PARKING FREE FOR THREE HOURS", None, ["parking"]),
    ("q4", "ARE DOGS ALLOWED IN THE HALL", None, ["pets"]),
    ("q5", "WHO WON GOLD YESTERDAY", None, []),
    ("q6", "HOW TALL IS MOUNT EVEREST", None, []),
]
TIMES = re.compile(rb'"p(?:50|95)": [\d.e-]+|"\w+_ms": [\d.e-]+')
LONGEST = 60  # seconds of a step; one that waits for ever is a fault too
OTHER_DIGITS = str.maketrans("1234567", "2345679")  # documents B: as long, and not the same
RUNNING = re.compile(  # a line of ours in a traceback, later than the two that mind Ctrl-C
    rf'File "{re.escape(str(ROOT))}/\w+\.py", line \d+, in .+\n    (?!import signal|if __name__)'
)
BEFORE = """
import os, runpy, sys
at, number, *sys.argv = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
seen = 0
def hook(event, args):
    global seen
    writes = event == "open" and isinstance(args[1], str) and set("wax+") & set(args[1])
    if (writes and "__pycache__" not in str(args[0])) or event in ("os.rename", "os.remove"):
        if seen == at:
            os.kill(os.getpid(), number)
        seen += 1
sys.addaudithook(hook)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def documents(where, other=False):
    """Write fixtures of three documents and six questions, A or B; return the folder."""
    (where / "kb").mkdir(parents=True)
    (where / "rag").mkdir()
    for name, text in KB.items():
        text = text.translate(OTHER_DIGITS) if other else text
        (where / "kb" / f"{name}.md").write_text(text, encoding="utf-8")
    keys = ("id", "asr", "context", "relevant")
    rows = [dict(zip(keys, row)) | {"answerable": bool(row[3])} for row in ASKED]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (where / "rag" / "queries.jsonl").write_text(lines, encoding="utf-8")
    return where


def environment(work, fixtures, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LLM", "VOICE_", "PYTHON"))}
    kept |= {k: os.environ[k] for k in ("VOICE_CACHE", "VOICE_EMBEDDER") if k in os.environ}
    own = {"VOICE_RAG_DIR": str(work), "VOICE_FIXTURES": str(fixtures), "LLM": "none"}
    return kept | own | more


def command(step, profile):
    return [str(ROOT / f"{step}.py"), *(("--profile", "call") if profile == "call" else ())]


def run(step, profile, env):
    """Run a step to its end -> CompletedProcess."""
    line = [sys.executable, *command(step, profile)]
    return subprocess.run(line, env=env, capture_output=True, text=True, timeout=LONGEST)


def build(work, fixtures, profile, steps=None):
    """Run the steps of a build, all or the ones named; an error ends everything."""
    work.mkdir(exist_ok=True)
    for step in STEPS[profile] if steps is None else steps:
        done = run(step, profile, environment(work, fixtures))
        assert done.returncode == 0, done.stderr
    return work


def lasting(path):
    """Return the bytes of a file less the times that it may hold; None where there is none."""
    return TIMES.sub(b"", path.read_bytes()) if path.is_file() else None


class Scene:
    """Documents A and B, a build of each, and for each step the workspace in which it is killed."""

    def __init__(self, base, profile):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # `... &` has it ignored
        self.base, self.profile = base, profile
        self.fixtures = documents(base / "a"), documents(base / "b", other=True)
        self.old, self.new = (
            build(base / name, fixtures, profile)
            for name, fixtures in zip(("old", "new"), self.fixtures)
        )
        self.work = base / "work"
        self.usual = {}  # step -> the seconds that it takes

    def ready(self, step):
        """Make the workspace: files of B up to this step, of A from it on."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.old, self.work)
        steps = list(STEPS[self.profile])
        for before in steps[: steps.index(step)]:
            for name in STEPS[self.profile][before]:
                if (self.new / name).is_file():
                    shutil.copy(self.new / name, self.work / name)
        return environment(self.work, self.fixtures[1])

    def state(self, name):
        """Return 'old', 'new' or 'other' for a file of the workspace; None where old is new."""
        now, old, new = (lasting(where / name) for where in (self.work, self.old, self.new))
        if now not in (old, new):
            return "other"
        return None if old == new else "old" if now == old else "new"

    def mixed(self, step):
        """Return whether the files are a mixture that nobody would notice."""
        states = {self.state(name) for name in STEPS[self.profile][step]} - {None}
        if "other" in states:
            return True
        whole = {self.state(name) for name in ("chunks.jsonl", *INDEX)} - {None}
        return len(whole) > 1 and self.loads()

    def loads(self):
        """Return whether the index, and in the call profile its gate, are read without an error."""
        token = PINNED.set(self.work)
        try:
            index.load_passages() if self.profile == "call" else index.load_index()
            return True
        except StepError:
            return False
        finally:
            PINNED.reset(token)


def fault_of(done):
    """Return 'traceback', 'starting' or '' for what a killed step has left on standard error."""
    if "Traceback" not in done.stderr and done.stderr.count("\n") <= 1:
        return ""
    return "traceback" if RUNNING.search(done.stderr) else "starting"


def kill_after(scene, step, number, seconds):
    """Run a step and kill it so many seconds later -> CompletedProcess."""
    env, line = scene.ready(step), [sys.executable, *command(step, scene.profile)]
    pipe = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, env=env, **pipe) as process:
        time.sleep(seconds)
        process.send_signal(number)
        _, err = process.communicate(timeout=LONGEST)
    return subprocess.CompletedProcess(line, process.returncode, "", err)


def kill_before(scene, step, number, event):
    """Run a step and kill it before its n-th file event -> CompletedProcess."""
    env = scene.ready(step)
    line = [sys.executable, "-c", BEFORE, str(event), str(int(number))]
    line += command(step, scene.profile)
    return subprocess.run(line, env=env, capture_output=True, text=True, timeout=LONGEST)


def duration(scene, step):
    """Return the seconds that a step takes, in its workspace; measured once."""
    if step not in scene.usual:
        env, start = scene.ready(step), time.perf_counter()
        assert run(step, scene.profile, env).returncode == 0
        scene.usual[step] = time.perf_counter() - start
    return scene.usual[step]
