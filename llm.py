"""Ask the language model; start and stop our own llama.cpp server for it.

offers   chat(messages, max_tokens=80, json_schema=None) -> (text, first_ms, total_ms, timings)

    python llm.py up          # fetch the model once, start the server on 127.0.0.1, wait until ready
    python llm.py status
    python llm.py down

Which model answers: none if LLM=none; LLM_URL, any OpenAI-compatible server (LLM_MODEL and
LLM_API_KEY if it wants them); voicekit's in the lab image; the server that `up` started; else none.
"""

import argparse
import importlib.util
import json
import os
import sys
import time
from pathlib import Path
from urllib.parse import urlparse

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import llama
from rag_io import StepError, run

TIMEOUT = 60.0  # seconds for one answer, LLM_TIMEOUT; the small model needs 3 to 8 on two cores
CONNECT_TIMEOUT = 5.0
LARGEST_REPLY = 1 << 20  # bytes; 80 tokens are under 1 KB, so this is a server gone wrong
RETRIES = 1  # a second try helps against a dropped connection, a third only costs the caller time
RETRY_PAUSE = 0.3  # seconds


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
    return {"none": f"no model ({detail})", "voicekit": "voicekit", "http": detail}[kind]


def endpoint(url):
    """'http://host:1/' and 'http://host:1/v1' -> 'http://host:1/v1/chat/completions'"""
    base = url.rstrip("/").removesuffix("/chat/completions").removesuffix("/v1")
    if urlparse(base).scheme not in ("http", "https"):
        raise StepError(f"LLM_URL is {url!r}; it must begin with http:// or https://")
    return f"{base}/v1/chat/completions"


def payload(messages, max_tokens, json_schema):
    """Return the request body: greedy, seeded, streamed, under the schema if there is one."""
    body = {
        "model": os.environ.get("LLM_MODEL") or "default",
        "messages": messages,
        "max_tokens": max_tokens,
        "temperature": 0,
        "seed": 0,
        "stream": True,
    }
    if json_schema:  # the short form without the inner object is ignored in silence by llama.cpp
        inner = {"name": "answer", "schema": json_schema}
        body["response_format"] = {"type": "json_schema", "json_schema": inner}
    return body


def lines(response, deadline):
    """Yield the lines of a streamed body; too late or too long is an error."""
    buffer, size = b"", 0
    for data in response.iter_content(chunk_size=None):
        size += len(data)
        if time.monotonic() > deadline:
            raise StepError("the LLM took too long; raise LLM_TIMEOUT or use a smaller model")
        if size > LARGEST_REPLY:
            raise StepError(f"the LLM sent more than {LARGEST_REPLY} bytes")
        *whole, buffer = (buffer + data).split(b"\n")
        yield from whole
    yield buffer


def events(response, deadline):
    """Yield the JSON objects of a server-sent event stream, or the one of a plain reply."""
    if "event-stream" not in response.headers.get("content-type", ""):
        yield json.loads(b"\n".join(lines(response, deadline)))
        return
    for line in lines(response, deadline):
        if line.startswith(b"data:") and line[5:].strip() not in (b"", b"[DONE]"):
            yield json.loads(line[5:])


def piece(event):
    """Return (text, finish reason or None) of one event."""
    if "error" in event:
        raise StepError(f"the LLM server says: {event['error']}")
    if not event.get("choices"):  # the last event may carry usage only
        return "", None
    choice = event["choices"][0]
    part = choice.get("delta") or choice.get("message") or {}
    return part.get("content") or "", choice.get("finish_reason")


def stream(response, started, deadline):
    """Return (text, first_ms, timings) of a reply that ended by itself; a cut one is an error."""
    text, first, finish, timings = [], None, None, {}
    for event in events(response, deadline):
        content, ended = piece(event)
        if content and first is None:
            first = (time.monotonic() - started) * 1000
        text.append(content)
        finish = ended or finish
        timings = event.get("timings") or timings
    if finish != "stop":
        raise StepError(f"the answer was cut off (finish_reason {finish})")
    return "".join(text), first or 0.0, timings


def post(url, body, seconds):
    """Send one request and return what `stream` returns."""
    import requests  # 0.1 s, and only a question to the model needs it

    started = time.monotonic()
    with requests.Session() as session:
        session.trust_env = urlparse(url).hostname not in ("127.0.0.1", "localhost", "::1")
        headers = {}
        if os.environ.get("LLM_API_KEY"):
            headers["Authorization"] = f"Bearer {os.environ['LLM_API_KEY']}"
        timeout = (CONNECT_TIMEOUT, seconds)
        try:
            with session.post(
                url, json=body, headers=headers, timeout=timeout, stream=True
            ) as reply:
                if reply.status_code != 200:
                    said = reply.raw.read(200, decode_content=True).decode("utf-8", "replace")
                    raise StepError(f"the LLM server answers {reply.status_code}: {said.strip()}")
                return stream(reply, started, started + seconds)
        except requests.ConnectionError as error:
            raise ConnectionError(f"{url}: {error}") from None
        except (requests.RequestException, ValueError, AttributeError, TypeError) as error:
            raise StepError(f"{url}: {type(error).__name__}: {error}") from None


def chat(messages, max_tokens=80, json_schema=None):
    """Return (text, ms to the first piece, ms in all, the server's timings), as voicekit's chat.

    Raises StepError where no whole answer could be had within LLM_TIMEOUT seconds; a dropped
    connection is tried once more.
    """
    kind, detail = chosen()
    if kind == "none":
        raise StepError(detail)
    if kind == "voicekit":
        from voicekit.llm import chat as voicekit_chat

        return voicekit_chat(messages, max_tokens=max_tokens, json_schema=json_schema)
    url, body = endpoint(detail), payload(messages, max_tokens, json_schema)
    started, seconds = time.monotonic(), float(os.environ.get("LLM_TIMEOUT") or TIMEOUT)
    for attempt in range(RETRIES + 1):
        try:
            text, first, timings = post(url, body, seconds - (time.monotonic() - started))
            return text, first, (time.monotonic() - started) * 1000, timings
        except ConnectionError as error:
            failure = error
            if attempt < RETRIES:
                time.sleep(RETRY_PAUSE)
    raise StepError(f"the LLM server cannot be reached ({failure}); run: python llm.py up")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("up", "down", "status", "fetch"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("LLM_PORT") or 0))
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
