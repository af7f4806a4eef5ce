"""setup.sh, interrupted while it makes or fills the virtual environment, and started again.

A stand-in for Python makes and fills the environment in a few small steps, each of which waits.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.real
PYTHON = """#!/usr/bin/env bash
# bin/ is in an environment; what is there at first has nothing
home="$(cd "$(dirname "$0")/.." && pwd)"
stage() { echo >>"$LOG/$1"; [ "$1" != "$SLOW" ] || sleep "$SLEEP"; }
case "$*" in
"- "*) cat >/dev/null; [ -e "$home/numpy" ] ;; # as soon as there is a folder of that name
"-m pip --version"*) [ -e "$home/pip" ] ;;
"-m venv "*)
    mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && stage venv && touch "$3/pip" ;;
"-m pip install "*)
    [ -e "$home/pip" ] || exit 1
    echo "$$" >"$LOG/at-once.$$"
    [ "$(ls "$LOG" | grep -c at-once)" = 1 ] || touch "$LOG/two"
    touch "$home/numpy" && stage pip && touch "$home/numpy-whole"
    rm "$LOG/at-once.$$" ;;
*) exec "$REAL" "$@" ;;
esac
"""
SETUP = 'set -euo pipefail; source "$1/setup.sh"; ensure_python steps; echo "PY=$PY"'


@pytest.fixture
def started(tmp_path):
    """A function that starts setup.sh, with a stage that takes some seconds -> Popen."""
    (tmp_path / "given" / "bin").mkdir(parents=True)
    (tmp_path / "log").mkdir()
    python = tmp_path / "given" / "bin" / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    env = {**os.environ, "PYTHON": str(python), "VOICE_VENV": str(tmp_path / "a venv")}
    env |= {"LOG": str(tmp_path / "log"), "REAL": sys.executable}

    def start(slow="", seconds=0):
        command = ["bash", "-c", SETUP, "-", str(ROOT)]
        more = {"SLOW": slow, "SLEEP": str(seconds)}
        own = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, env=env | more, start_new_session=True, **own)

    return start


def ends_well(process, venv):
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, ""), err
    assert out.endswith(f"PY={venv}/bin/python\n") and (venv / "numpy-whole").exists()


def wait_for(path):
    until = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("stage", ["venv", "pip"])
def test_a_setup_that_was_interrupted_is_gone_on_with(started, tmp_path, stage, number):
    first = started(stage, 30)
    wait_for(tmp_path / "log" / stage)
    os.killpg(first.pid, number)
    first.communicate()
    assert first.returncode != 0
    for left in (tmp_path / "log").glob("at-once.*"):
        left.unlink()
    ends_well(started(), tmp_path / "a venv")
    assert not (tmp_path / "a venv" / ".unfinished").exists()


@pytest.mark.parametrize("killed", [False, True])
def test_two_setups_at_once_install_one_after_the_other(started, tmp_path, killed):
    first = started("pip", 1)
    wait_for(tmp_path / "log" / "pip")
    second = started("pip", 1)
    if killed:  # the shell alone: what it has started goes on
        first.kill()
    else:
        ends_well(first, tmp_path / "a venv")
    ends_well(second, tmp_path / "a venv")
    assert not (tmp_path / "log" / "two").exists()
