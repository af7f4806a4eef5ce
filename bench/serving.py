"""How long a served turn takes, stage by stage, and how many turns a second the server manages.

    python bench/serving.py                       # no model, and a scripted one at 20 ms a token
    python bench/serving.py --llm http://127.0.0.1:8099 --deadline 8     # a real one as well
    python bench/serving.py --stress 60           # 50 clients for a minute: no error but 503

The workspace is VOICE_RAG_DIR's, of the call profile; the questions are its fixtures'. Overhead is
the whole turn, as the client sees it, less the time in which the model was writing.
"""

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the scripts

from rag_io import StepError, fixtures, folder, read_queries, run

ROOT = Path(__file__).resolve().parent.parent
TOKEN = 0.02  # seconds of a token of the scripted model
CLIENTS = (1, 8, 32)
CROWD = 50
PAUSE = 0.2  # seconds that a client waits after a 503
STAGES = "rewrite dense bm25 rerank retrieve generate verify first_sentence total".split()


def percentile(values, share):
    """Return the value below which such a share lies: ([1, 2, 3], 0.5) -> 2"""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@contextmanager
def process(command, env, pattern):
    """Run a command until the block ends; yield it and what the pattern finds in its first line."""
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as running:
        try:
            line = running.stdout.readline()
            found = re.search(pattern, line)
            if not found:
                raise StepError(f"{' '.join(command)} did not start: {line}")
            yield running, found[0]
        finally:
            running.kill()


@contextmanager
def served(llm, **settings):
    """Run the server with an LLM or without; yield (process, address)."""
    env = {**os.environ, "VOICE_TURNS": str(folder() / "bench.sqlite"), **settings}
    env |= {"LLM_URL": llm, "LLM": ""} if llm else {"LLM": "none"}
    command = [sys.executable, str(ROOT / "serve.py"), "--port", "0"]
    with process(command, env, r"http://\S+") as (running, url):
        address = urlsplit(url).hostname, urlsplit(url).port
        while not up(address):
            time.sleep(0.05)
        yield running, address


@contextmanager
def scripted():
    """Run the scripted model; yield its URL."""
    command = [sys.executable, str(ROOT / "bench" / "scripted_llm.py"), "--port", "0"]
    with process([*command, "--pause", str(TOKEN)], os.environ, r"http://\S+") as (_, url):
        yield url


def up(address):
    try:
        http.client.HTTPConnection(*address, timeout=5).request("GET", "/health")
        return True
    except OSError:
        return False


def ask(link, query):
    """Return (status, turn, milliseconds as the client sees them)."""
    start = time.perf_counter()
    headers = {"content-type": "application/json"}
    link.request("POST", "/ask", json.dumps({"query": query}), headers)
    reply = link.getresponse()
    return reply.status, json.loads(reply.read()), 1000 * (time.perf_counter() - start)


def one_client(address, queries, rounds):
    """Return the turns of one client that asks all questions so many times."""
    link, found = http.client.HTTPConnection(*address, timeout=120), []
    for query in queries:
        ask(
            link, query
        )  # the first round fills caches, and what may be quoted is encoded meanwhile
    for query in queries * rounds:
        status, turn, wall = ask(link, query)
        if status == 200:
            found.append(turn | {"wall_ms": wall})
    return found


def crowd(address, queries, clients, seconds):
    """Return (Counter of HTTP codes, [milliseconds of an answered turn]) of clients at once."""
    codes, walls, until = Counter(), [], time.monotonic() + seconds

    def talk(number):
        link = http.client.HTTPConnection(*address, timeout=120)
        while time.monotonic() < until:
            number += 1
            status, _, wall = ask(link, queries[number % len(queries)])
            codes[status] += 1
            walls.append(wall) if status == 200 else time.sleep(PAUSE)

    threads = [threading.Thread(target=talk, args=(n,)) for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return codes, walls


def memory(pid):
    """Return the resident and the peak megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return [int(re.search(rf"{key}:\s+(\d+)", text)[1]) // 1024 for key in ("VmRSS", "VmHWM")]


def stage_rows(name, found):
    """Yield the table of stages of one client's turns."""
    yield f"{name}: {len(found)} turns, {dict(Counter(turn['status'] for turn in found))}"
    for stage in STAGES:
        times = [turn["timings_ms"][f"{stage}_ms"] for turn in found]
        if any(times):
            yield row(stage, [one for one in times if one])
    said = [turn["timings_ms"] for turn in found if turn["model"]["asked"]]
    if said:
        yield row("whole answer", [one["total_ms"] for one in said])
        yield row("first verified", [one["first_sentence_ms"] for one in said])
    yield row("seen by client", [turn["wall_ms"] for turn in found])
    over = [turn["wall_ms"] - turn["timings_ms"]["generate_ms"] for turn in found]
    yield row("overhead", over)


def row(name, times):
    return f"  {name:<15} p50 {percentile(times, 0.5):8.1f}   p95 {percentile(times, 0.95):8.1f} ms"


def measure(name, llm, queries, args):
    """Print the stages of one client, and turns a second of several."""
    options = {"VOICE_ANSWER_CACHE": "0", "VOICE_TURNS_AT_ONCE": "64", "VOICE_BREAKER_REST": "0.1"}
    options["VOICE_DEADLINE"] = str(args.deadline)
    with served(llm, **options) as (running, address):
        print(*stage_rows(name, one_client(address, queries, args.rounds)), sep="\n")
        for clients in CLIENTS:
            codes, walls = crowd(address, queries, clients, args.seconds)
            rate = len(walls) / args.seconds
            print(f"  {clients:>2} clients: {rate:6.1f} turns/s, {row('turn', walls).strip()}")
        print("  memory: {} MB, peak {} MB".format(*memory(running.pid)), flush=True)


def stress(llm, queries, seconds):
    """Print what a crowd is answered: turns, or 503 at once."""
    with served(llm, VOICE_ANSWER_CACHE="0") as (running, address):
        codes, walls = crowd(address, queries, CROWD, seconds)
        print(
            f"{CROWD} clients, {seconds} s: {dict(codes)}, {row('turn', walls).strip()}", end=", "
        )
        print(f"longest {max(walls):.0f} ms, memory {memory(running.pid)[1]} MB")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=Path, default=fixtures() / "rag" / "queries.jsonl")
    parser.add_argument("--llm", help="URL of a real model's server")
    parser.add_argument("--rounds", type=int, default=10, help="how often one client asks it all")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each crowd")
    parser.add_argument("--deadline", type=float, default=60.0, help="seconds of a turn")
    parser.add_argument("--stress", type=float, help="seconds of fifty clients, and nothing else")
    args = parser.parse_args(argv)

    queries = [one["asr"] for one in read_queries(args.queries)]
    with scripted() as url:
        if args.stress:
            stress(url, queries, args.stress)
            return
        measure("no model", None, queries, args)
        measure(f"scripted model, {1000 * TOKEN:.0f} ms a token", url, queries, args)
    if args.llm:
        args.rounds = 1
        measure(f"model at {args.llm}", args.llm, queries, args)


if __name__ == "__main__":
    run(main)
