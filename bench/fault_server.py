"""Kill a server at random moments, while it is asked and its workspace is rebuilt, and count.

    VOICE_EMBEDDER=hashing python bench/fault_server.py --kills 100     # by each of three signals

Two callers ask all the time; the LLM writes a true sentence, a false one and a true one. The files
of two builds take each other's places one by one. Then the signal comes: while modules load, while
the index is read, while turns are answered.

    lost        a turn that a caller was given is not in turns.sqlite
    unchecked   a sentence that was heard or recorded is in no document, or they are of two builds
    broken      turns.sqlite fails SQLite's own check, or holds a row that cannot be read
    traceback   more than one line on standard error
    dead        the next server does not come up
    left        the next server finds copies of the workspace that are nobody's, and lets them lie
"""

import argparse
import contextlib
import http.client
import json
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import fault_scene
import scripted_llm

import generation
import turn
import turns
from workspace import PREFIX

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
COLUMNS = ("runs", "turns", "lost", "unchecked", "broken", "traceback", "dead", "left")
CALLERS = 2
SERVED = 2.0  # seconds after the start of a server within which it is killed, beyond its start
REPLACED = 0.05  # seconds between two files of a build, at most
START = 60  # seconds
FILES = ("chunks.jsonl", *fault_scene.INDEX, "gate.json")
CONSTANTS = (*turn.REFUSAL.values(), *generation.HOLDING.values())


def files(build):
    """Return the names of the files of a build; not every encoder has token vectors."""
    return [name for name in FILES if (build / name).is_file()]


class Server:
    """A serve.py, what its callers have heard, and somebody who rebuilds its workspace."""

    def __init__(self, scene, llm, scratch):
        self.scene, self.heard, self.over = scene, [], threading.Event()
        env = fault_scene.environment(scene.work, scene.fixtures[0], LLM_URL=llm, LLM="")
        env |= {"VOICE_RELOAD": "0.05", "VOICE_ANSWER_CACHE": "0", "TMPDIR": str(scratch)}
        command = [sys.executable, str(fault_scene.ROOT / "serve.py"), "--port", "0"]
        pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, env=env, **pipe)
        self.callers, self.up = [], threading.Event()
        self.greeter = threading.Thread(target=self.greet)
        self.greeter.start()

    def greet(self):
        """Wait for the address, then let the callers ask."""
        found = re.search(r"http://\S+", self.process.stdout.readline())
        if found:
            self.address = urlsplit(found[0])
            self.callers = [threading.Thread(target=self.talk) for _ in range(CALLERS)]
            for one in self.callers:
                one.start()
            self.up.set()

    def ask(self, query):
        """Return the turn of a question."""
        link = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=START)
        with contextlib.closing(link):
            kind = {"content-type": "application/json"}
            link.request("POST", "/ask", json.dumps({"query": query}), kind)
            return json.loads(link.getresponse().read())

    def talk(self):
        """Ask until nobody answers any more."""
        with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
            for number in range(1 << 30):
                self.heard.append(self.ask(fault_scene.ASKED[number % 4][1]))

    def rebuild(self, rng):
        """Put the files of the two builds into each other's places, one by one."""
        while not self.over.is_set():
            for build in (self.scene.new, self.scene.old):
                for name in files(build):
                    part = self.scene.work / f"{name}.part"
                    shutil.copy(build / name, part)
                    part.replace(self.scene.work / name)
                    self.over.wait(rng.uniform(0, REPLACED))

    def end(self, number):
        """Send a signal; return what was left on standard error."""
        self.process.send_signal(number)
        self.process.wait(START)
        self.greeter.join(START)
        for one in self.callers:
            one.join(START)
        return self.process.stderr.read()


def said_of_one_build(text, documents):
    """Return whether every sentence stands in the documents of one build, or is a fixed phrase."""
    for phrase in CONSTANTS:
        text = text.replace(phrase, " ")
    said = [one for one in re.split(r"(?<=[.!?])\s+", text.strip()) if one]
    return any(all(one in document for one in said) for document in documents)


def kept(path):
    """Return the turns of the store; ValueError where it is not whole."""
    if not path.is_file():
        return []
    with contextlib.closing(sqlite3.connect(path)) as link:
        if link.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise ValueError(path)
        return [json.loads(data) for (data,) in link.execute("SELECT data FROM turns")]


def judged(path, heard, documents, err):
    """Return the Counter of one killed server."""
    found = {"runs": 1, "turns": len(heard), "traceback": err.count("\n") > 1 or "Trace" in err}
    try:
        rows = kept(path)
    except (sqlite3.Error, ValueError, KeyError):
        return Counter(found | {"broken": 1})
    lost = {one["id"] for one in heard} - {one["id"] for one in rows}
    wrong = [one for one in [*heard, *rows] if not said_of_one_build(one["say"], documents)]
    return Counter(found | {"lost": len(lost), "unchecked": len(wrong)})


def once(scene, llm, number, rng, base, serving):
    """Kill a server that starts, or is serving; start another on what it left -> Counter."""
    documents = [
        " ".join(json.loads(line)["text"] for line in open(build / "chunks.jsonl"))
        for build in (scene.old, scene.new)
    ]
    path, before = scene.work / turns.FILE, {one["id"] for one in kept(scene.work / turns.FILE)}
    server = Server(scene, llm, base)
    rebuilding = threading.Thread(target=server.rebuild, args=(rng,))
    if serving:
        server.up.wait(START)
        rebuilding.start()
    time.sleep(rng.uniform(0, SERVED))
    err = server.end(number)
    server.over.set()
    rebuilding.ident and rebuilding.join()
    total = judged(path, server.heard, documents, err)
    total["lost"] += bool(before - {one["id"] for one in kept(path)})
    return total + again(scene, llm, base)


def again(scene, llm, base):
    """Start a server on what a killed one left, and ask it -> Counter."""
    for name in files(scene.old):
        shutil.copy(scene.old / name, scene.work / name)
    server = Server(scene, llm, base)
    alive = server.up.wait(START) and server.ask(fault_scene.ASKED[0][1])["say"]
    left = sum(path.name.startswith(PREFIX) for path in base.iterdir()) - bool(alive)
    server.end(signal.SIGTERM)
    return Counter({"dead": not alive, "left": left > 0})


def table(base, kills, seed):
    """Yield (name, Counter) of each signal."""
    scene, llm = fault_scene.Scene(base, "call"), scripted_llm.Server(mode="wrong").start()
    shutil.copytree(scene.old, scene.work)
    scratch, rng = base / "scratch", random.Random(seed)
    scratch.mkdir()
    for number in SIGNALS:
        total = Counter()
        for number_of in range(kills):
            total += once(scene, llm.url, number, rng, scratch, serving=number_of % 2 == 0)
        yield number.name, total


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100, help="by each signal")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    print(f"{'signal':<10}" + "".join(f"{column:>11}" for column in COLUMNS))
    with TemporaryDirectory(prefix="fault-server-") as base:
        for name, total in table(Path(base), args.kills, args.seed):
            print(f"{name:<10}" + "".join(f"{total[column]:>11}" for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()
