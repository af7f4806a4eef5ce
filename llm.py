"""Ask the language model; start and stop our own llama.cpp server for it.

offers   chat(messages, max_tokens=80, json_schema=None) -> (text, first_ms, total_ms, timings)

    python llm.py up          # fetch the model once, start the server on 127.0.0.1, wait for it
    python llm.py status
    python llm.py down

Which model answers: none if LLM=none; LLM_URL, any OpenAI-compatible server (LLM_MODEL and
LLM_API_KEY if it wants them) or Ollama's http://.../api/chat; voicekit's in the lab image; the
server that `up` started; else none.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import importlib.util
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import llama
import llm_http
from rag_io import StepError, run, summary

TIMEOUT = 60.0  # seconds for one answer, LLM_TIMEOUT; the small model needs 3 to 8 on two cores
LONGEST_TIMEOUT = 86400.0


def chosen():
    """Return ("none", reason), ("voicekit", "") or ("http", base URL)."""
    if os.environ.get("LLM", "").lower() == "none":
        return "none", "LLM=none"
    if os.environ.get("LLM_URL"):
        return "http", os.environ["LLM_URL"]
    if importlib.util.find_spec("voicekit") is not None:
        return "voicekit", ""
    state = llama.state()
    return ("http", state["url"]) if state else ("none", "no LLM; run: python llm.py up")


def name():
    """Return what answers, for people: 'no model (LLM=none)', 'http://127.0.0.1:8099'."""
    kind, detail = chosen()
    url = llm_http.shown(detail)  # perhaps with a password
    return {"none": f"no model ({detail})", "voicekit": "voicekit", "http": url}[kind]


def limit():
    """Return the seconds that an answer may take: LLM_TIMEOUT or the default."""
    text = os.environ.get("LLM_TIMEOUT") or TIMEOUT
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= LONGEST_TIMEOUT:
        raise StepError(f"LLM_TIMEOUT is {text!r}; it must be a number of seconds above 0")
    return seconds


def chat(messages, max_tokens=80, json_schema=None):
    """Return (text, ms to the first piece, ms in all, the server's timings), as voicekit's chat.

    Raises StepError where no whole answer could be had within LLM_TIMEOUT seconds.
    """
    kind, detail = chosen()
    if kind == "none":
        raise StepError(detail)
    if kind == "voicekit":
        from voicekit.llm import chat as voicekit_chat

        return voicekit_chat(messages, max_tokens=max_tokens, json_schema=json_schema)
    url = llm_http.endpoint(detail)
    body = llm_http.payload(messages, max_tokens, json_schema, url)
    started = time.monotonic()
    text, first, timings = llm_http.ask(url, body, limit())
    return text, first, (time.monotonic() - started) * 1000, timings


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("command", choices=("up", "down", "status", "fetch"))
    parser.add_argument("--port", type=int, default=os.environ.get("LLM_PORT") or 0)
    args = parser.parse_args(argv)
    if args.command == "up":
        print(llama.up(args.port))
    elif args.command == "down":
        print(llama.down())
    elif args.command == "fetch":
        print(llama.gguf())
    else:
        print(llama.status(), f"answers come from {name()}", sep="\n")


if __name__ == "__main__":
    run(main)
