"""Serve verified turns over HTTP, to a voice agent or to a person.

reads    chunks.jsonl, embed.npy, embed.json, gate.json   a build of the call profile
writes   turns.sqlite                                     every turn, see turns.py

    python serve.py                                 # http://127.0.0.1:8000
    VOICE_API_KEY=secret python serve.py --host 0.0.0.0
    python serve.py turns                           # what was asked and said, newest first
    python serve.py turns --export turns.jsonl --review

POST /ask, POST /v1/chat/completions, GET /v1/models /health /ready /metrics /review /examples / .
Which LLM answers, llm.py says; without one the answers are quotations.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import importlib.util
import os
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import settings
import turns
from rag_io import StepError, folder, one_line, run, sibling, summary, write_jsonl

EXTRA = ("fastapi", "uvicorn", "pydantic", "prometheus_client", "httpx2")
EXTRA_FIX = "pip install -r requirements-serve.txt"
LOOPBACK = ("127.", "localhost", "::1")
BACKLOG = 128  # connections that may wait to be accepted
SHOWN = 50  # turns of a listing
EVERYTHING = 1 << 62  # turns; more than a file holds


def listening(host, port):
    """Return a socket that listens there, so that a port in use is known before models load."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP by name: asyncio sends without delay only then, else every answer waits 40 ms for an ACK
    server = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((host, port))
        server.listen(BACKLOG)
    except OSError as error:
        server.close()
        raise StepError(f"{host}:{port} cannot be used ({error}); pass another --port") from None
    return server


def serve(found):
    """Run the server until it is told to stop."""
    missing = [name for name in EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        raise StepError(f"{', '.join(missing)} missing; run: {EXTRA_FIX}")
    if not found.host.startswith(LOOPBACK) and not found.api_key.strip(", "):
        raise StepError(f"{found.host} is reached from outside; set VOICE_API_KEY to a key first")
    import uvicorn

    server = listening(found.host, found.port)
    engine = sibling("engine").Engine(
        found
    )  # loads everything, or says in one line what is missing
    config = uvicorn.Config(
        sibling("web").make(engine),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(found.deadline) + 1,
    )
    at = f"[{found.host}]" if ":" in found.host else found.host
    print(f"serving http://{at}:{server.getsockname()[1]} from {folder()}", flush=True)
    for stop in (signal.SIGINT, signal.SIGTERM):  # uvicorn ends in order, then raises it once more
        signal.signal(stop, signal.SIG_IGN)
    uvicorn.Server(config).run(sockets=[server])


def line(turn):
    """Return a turn on one line for a person."""
    heard, said = one_line(turn["rewrite"]["heard"]), one_line(turn["say"])
    failed = "".join(f" [{one['reason']}]" for one in turn["citation_check"]["failed"])
    return f"{turn['at'][:19]}  {turn['status']:<10} {heard}\n{'':32}-> {said}{failed}"


def show(found, flags):
    """List the turns, or export them."""
    path = found.turns or folder() / turns.FILE
    limit = EVERYTHING if flags.export and flags.limit is None else flags.limit or SHOWN
    rows = turns.listing(path, limit, flags.review, flags.since)
    if flags.export:
        write_jsonl(flags.export, rows[::-1])
        print(f"{len(rows)} turns -> {flags.export}")
        return
    for row in rows:
        print(line(row))
    print(f"{len(rows)} turns, newest first, from {path}")


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    settings.add_flags(parser)
    commands = parser.add_subparsers(dest="command")
    kept = commands.add_parser("turns", help="list or export the turns that were served")
    kept.add_argument("--export", metavar="FILE", help="write JSONL, oldest first")
    kept.add_argument("--review", action="store_true", help="only what the check stopped")
    kept.add_argument("--since", default="", help="from this time on: 2026-01-31")
    kept.add_argument("--limit", type=int, help="so many of the newest")
    flags = parser.parse_args(argv)

    found = settings.resolve(flags, os.environ)
    if flags.command == "turns":
        show(found, flags)
    else:
        serve(found)


if __name__ == "__main__":
    run(main)
