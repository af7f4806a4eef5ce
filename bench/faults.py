"""Break every step on purpose and count: is each file the old or the new one, whole, in one line?

    python bench/faults.py                                  # all of it; 25 min
    python bench/faults.py --kills 100 --seed 1 --profile call --only embed
    VOICE_EMBEDDER=hashing python bench/faults.py           # quicker; without token vectors

Each step is killed at random moments of its run, by each signal, and once before every single file
that it opens for writing, renames or removes; after such a kill it is run again, to the end. Then
two builds of different documents run at once in one workspace.

    mixture     a file that is neither the old nor the new one, or an index of both that is read
    traceback   standard error holds a traceback, or more than one line
    starting    a traceback of Ctrl-C while Python itself starts, before it reads a line of ours
    left over   the step, run again, does not end with the new files alone
"""

import argparse
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from fault_scene import (
    INDEX,
    STEPS,
    Scene,
    command,
    duration,
    environment,
    fault_of,
    kill_after,
    kill_before,
    run,
)

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
LATE = 1.1  # of a step's usual time: some kills come after its end
LATER = 0.3  # seconds between the starts of two builds
EVENTS = 60  # more files than a step ever opens, renames and removes
COLUMNS = ("runs", "old or new", "mixture", "traceback", "starting", "left over")


def judged(scene, step, done):
    """Return the Counter of one run."""
    mixed = scene.mixed(step)
    fault = fault_of(done)
    return Counter({"runs": 1, "mixture" if mixed else "old or new": 1, fault: bool(fault)})


def at_random(scene, step, number, count, rng):
    """Kill a step so many times at random moments -> Counter."""
    total, usual = Counter(), duration(scene, step)
    for _ in range(count):
        done = kill_after(scene, step, number, rng.uniform(0, LATE * usual))
        total += judged(scene, step, done)
    return total


def at_every_file(scene, step, number):
    """Kill a step once before each file event, and run it again each time -> Counter."""
    total = Counter()
    for event in range(EVENTS):
        done = kill_before(scene, step, number, event)
        total += judged(scene, step, done)
        total += again(scene, step)
        if done.returncode == 0:
            break
    return total


def again(scene, step):
    """Run a step that was killed once more -> Counter of what it left over."""
    done = run(step, scene.profile, environment(scene.work, scene.fixtures[1]))
    new = {scene.state(name) for name in STEPS[scene.profile][step]} <= {"new", None}
    rest = list(scene.work.glob("*.part"))
    return Counter({"left over": bool(done.returncode or not new or rest)})


def at_once(scene, steps, rng, rounds):
    """Run two builds of different documents at once, each round with another delay -> Counter."""
    total = Counter()
    for _ in range(rounds):
        scene.ready("chunks")
        started = [
            started_build(scene, steps, fixtures, delay)
            for fixtures, delay in zip(scene.fixtures, (0, rng.uniform(0, LATER)))
        ]
        errors = [process.communicate()[1] for process in started]
        index = {scene.state(name) for name in ("chunks.jsonl", *INDEX)} - {None}
        mixed = "other" in index or (len(index) > 1 and scene.loads())
        wrong = any("Traceback" in text or text.count("\n") > 1 for text in errors)
        total += Counter({"runs": 1, "mixture" if mixed else "old or new": 1, "traceback": wrong})
    return total


def started_build(scene, steps, fixtures, delay):
    """Start a build in a shell, after so many seconds -> Popen."""
    lines = [shlex.join([sys.executable, *command(step, scene.profile)]) for step in steps]
    return subprocess.Popen(
        ["bash", "-c", " && ".join([f"sleep {delay:.2f}", *lines])],
        env=environment(scene.work, fixtures),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def line(name, total):
    return f"{name:<28}" + "".join(f"{total[column]:>12}" for column in COLUMNS)


def table(scene, args):
    """Print a line for each fault of a profile; return the Counter of all."""
    rng, everything = random.Random(args.seed), Counter()
    for step in args.only or STEPS[scene.profile]:
        for number in SIGNALS:
            total = at_random(scene, step, number, args.kills, rng)
            print(line(f"{scene.profile} {step} {number.name}", total), flush=True)
            every = at_every_file(scene, step, number)
            print(line("  before each file", every), flush=True)
            everything += total + every
    for steps in (("chunks", "embed"), STEPS[scene.profile]):
        total = at_once(scene, steps, rng, args.rounds)
        print(line(f"{scene.profile} two builds, {len(steps)} steps", total), flush=True)
        everything += total
    return everything


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100, help="of each step, by each signal")
    parser.add_argument("--rounds", type=int, default=20, help="of two builds at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=("lab", "call"), nargs="+", default=["lab", "call"])
    parser.add_argument("--only", nargs="+", metavar="STEP")
    args = parser.parse_args(argv)

    print(f"{'fault':<28}" + "".join(f"{column:>12}" for column in COLUMNS))
    everything = Counter()
    for profile in args.profile:
        with TemporaryDirectory(prefix="faults-") as base:
            everything += table(Scene(Path(base), profile), args)
    print(line("all", everything))
    return everything["mixture"] + everything["traceback"] + everything["left over"]


if __name__ == "__main__":
    sys.exit(bool(main()))
