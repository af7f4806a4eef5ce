"""A workspace and a server as a process, for the tests that use other people's programs on it.

offers   build(where, kb=None)           chunks, embed, threshold of the call profile
         serving(where, llm, **env)      a context: the URL of a running serve.py
"""

import json
import os
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = ("chunks.py", "embed.py", "threshold.py")
START = 120  # seconds; the model is converted once on a machine where nothing is cached


def environment(where, **more):
    """Return the environment of a process in which nothing but the test sets anything."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LLM", "VOICE_"))}
    if "VOICE_CACHE" in os.environ:
        kept["VOICE_CACHE"] = os.environ["VOICE_CACHE"]
    return kept | {"VOICE_RAG_DIR": str(where)} | more


def build(where, kb=None):
    """Build the call profile of our own documents, or of the folder kb."""
    for step in STEPS:
        command = [sys.executable, str(ROOT / step), "--profile", "call"]
        command += ["--kb", str(kb)] if kb and step == "chunks.py" else []
        subprocess.run(command, env=environment(where), check=True, capture_output=True)
    return where


def get(url):
    """Return the JSON of a URL; None while nothing answers there."""
    try:
        with urllib.request.urlopen(url, timeout=5) as reply:
            return json.load(reply)
    except OSError:
        return None


@contextmanager
def serving(where, llm, **env):
    """Run serve.py on a free port until the block ends."""
    command = [sys.executable, str(ROOT / "serve.py"), "--port", "0"]
    settings = {"VOICE_ANSWER_CACHE": "0", "VOICE_HOLD_AFTER": "0"} | env
    settings = environment(where, LLM_URL=llm, **settings)
    with subprocess.Popen(
        command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            assert "http://" in line, line + process.stdout.read()
            url = line.split()[1]
            until = time.monotonic() + START
            while not get(f"{url}/health"):
                assert process.poll() is None and time.monotonic() < until
                time.sleep(0.05)
            yield url
        finally:
            process.kill()
