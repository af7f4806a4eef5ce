"""What a learner waits for at the shell: cold commands, their peak memory, and ratios, in one run.

    python bench/cold.py            # a temporary workspace is built; takes two minutes
    python bench/cold.py --repeat 5

`torch` is the same question through sentence-transformers with the same weights; it is left out
where that extra is not installed.
"""

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "what time do you open on saturday"
TORCH = "torch:all-MiniLM-L6-v2"


def measured(command, env):
    """Run a command; return (seconds, peak MB of its largest process)."""
    started = time.perf_counter()
    child = subprocess.Popen(
        command, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(map(str, command))}: {error.decode()}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def workspaces(scratch):
    """Return {label: environment} with an index built for each embedder that is installed."""
    places = {"onnx (default)": {"VOICE_RAG_DIR": str(scratch / "onnx"), "LLM": "none"}}
    if importlib.util.find_spec("sentence_transformers"):
        torch = {"VOICE_RAG_DIR": str(scratch / "torch"), "VOICE_EMBEDDER": TORCH, "LLM": "none"}
        places["sentence-transformers"] = torch
    for env in places.values():
        for step in ("chunks", "embed"):
            measured([sys.executable, ROOT / f"{step}.py"], env)
    return places


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3, help="the median of so many runs")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        places = workspaces(Path(scratch))
        ours = places["onnx (default)"]
        search = {
            f"search.py QUESTION, {label}": ([sys.executable, ROOT / "search.py", QUESTION], env)
            for label, env in places.items()
        }
        commands = {
            "python -c pass": ([sys.executable, "-c", "pass"], ours),
            "rewrite.py TEXT": ([sys.executable, ROOT / "rewrite.py", QUESTION], ours),
            **search,
            "run_all.sh, again, LLM=none": (
                [ROOT / "run_all.sh"],
                {**ours, "PYTHON": sys.executable},
            ),
        }
        runs = {label: [] for label in commands}
        measured(*commands["run_all.sh, again, LLM=none"])
        for _ in range(args.repeat):  # in turn, so that a noisy minute hits them all
            for label, (command, env) in commands.items():
                runs[label].append(measured(command, env))
    base = statistics.median(seconds for seconds, _ in runs["search.py QUESTION, onnx (default)"])
    print(f"{'command':45} {'seconds':>8} {'peak MB':>8} {'ratio':>6}")
    for label, pairs in runs.items():
        seconds = statistics.median(second for second, _ in pairs)
        peak = max(memory for _, memory in pairs)
        print(f"{label:45} {seconds:8.2f} {peak:8.0f} {seconds / base:6.2f}")


if __name__ == "__main__":
    main()
