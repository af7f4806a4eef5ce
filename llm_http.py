"""One question to an OpenAI-compatible server: a whole answer in time, or an error in words.

offers   ask(url, body, seconds) -> (text, ms to the first piece, the server's timings)
         endpoint(url), payload(messages, max_tokens, json_schema)   what to ask, and where

A server may do anything: drip a byte a second, never end, cut the answer, send something else.
Each of these is a StepError, and no later than after `seconds`.
"""

import json
import os
import queue
import re
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlparse

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError

OLLAMA = "/api/chat"  # an LLM_URL with this path is Ollama's own API
CONNECT_TIMEOUT = 5.0
TOO_LATE = "no whole answer in time; raise LLM_TIMEOUT or use a smaller model"
LARGEST_REPLY = 1 << 18  # bytes; 80 tokens are some 20 KB of events: this is a server gone wrong
PIECE = 64  # bytes read at once: less than an event, so that none waits for the next
RETRIES = 1  # a second try helps against a dropped connection, a third only costs the caller time
RETRY_PAUSE = 0.3  # seconds
NOT_AN_ANSWER = (ValueError, AttributeError, TypeError, LookupError, RecursionError)  # of JSON


def shown(text):
    """'http://user:secret@host:1/v1: gone' -> 'http://host:1/v1: gone', fit for a record."""
    return re.sub(r"[^/\s'\"]*@", "", text)


def endpoint(url):
    """'http://host:1/' and 'http://host:1/v1' -> 'http://host:1/v1/chat/completions'

    Ollama's own 'http://host:1/api/chat' stays.
    """
    base = url.rstrip("/").removesuffix("/chat/completions").removesuffix("/v1")
    if urlparse(base).scheme not in ("http", "https"):
        raise StepError(f"LLM_URL is {shown(url)!r}; it must begin with http:// or https://")
    return base if base.endswith(OLLAMA) else f"{base}/v1/chat/completions"


def ollama_payload(messages, max_tokens, json_schema):
    """Return the request body of Ollama's own API: the same question, the schema as `format`."""
    options = {"temperature": 0, "seed": 0, "num_predict": max_tokens}
    body = {"model": os.environ.get("LLM_MODEL") or "qwen3", "messages": messages}
    return body | {"stream": False, "options": options, "format": json_schema or ""}


def payload(messages, max_tokens, json_schema, url=""):
    """Return the request body: greedy, seeded, streamed, under the schema if there is one."""
    if url.endswith(OLLAMA):
        return ollama_payload(messages, max_tokens, json_schema)
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
    buffer, size = bytearray(), 0
    for data in response.iter_content(chunk_size=PIECE):  # None would read all, without a limit
        size += len(data)
        if time.monotonic() > deadline:
            raise StepError(TOO_LATE)
        if size > LARGEST_REPLY:
            raise StepError(f"the LLM server sent more than {LARGEST_REPLY} bytes")
        buffer += data
        if b"\n" in data:
            *whole, buffer = buffer.split(b"\n")
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
    if event.get("done_reason"):  # Ollama's reply is one object
        return event["message"]["content"], event["done_reason"]
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


def failed(url, error):
    """Return what went wrong with a request, in one line."""
    return shown(f"{url}: {type(error).__name__}: {str(error)[:200]}")


def post(url, body, deadline):
    """Send one request and return what `stream` returns; ConnectionError is worth a second try."""
    import requests  # 0.1 s, and only a question to the model needs it

    started = time.monotonic()
    headers, key = {}, os.environ.get("LLM_API_KEY")
    if key:
        headers["Authorization"] = f"Bearer {key}"
    options = {"timeout": (CONNECT_TIMEOUT, deadline - started), "allow_redirects": False}
    with requests.Session() as session:
        session.trust_env = urlparse(url).hostname not in ("127.0.0.1", "localhost", "::1")
        try:
            with session.post(url, json=body, headers=headers, stream=True, **options) as reply:
                if reply.status_code != 200:
                    said = next(reply.iter_content(200), b"").decode("utf-8", "replace")
                    raise StepError(f"the LLM server answers {reply.status_code}: {said.strip()}")
                return stream(reply, started, deadline)
        except requests.ReadTimeout:
            raise StepError(TOO_LATE) from None
        except requests.ConnectionError as error:
            raise ConnectionError(shown(f"{url}: {error}")) from None
        except (requests.RequestException, *NOT_AN_ANSWER) as error:
            raise StepError(failed(url, error)) from None


def post_again(url, body, deadline):
    """Return what `post` returns; a dropped connection is tried once more, if there is time."""
    for attempt in range(RETRIES + 1):
        try:
            return post(url, body, deadline)
        except ConnectionError as error:
            failure = error
            if attempt < RETRIES:
                time.sleep(RETRY_PAUSE)
            if time.monotonic() > deadline:
                raise StepError(TOO_LATE) from None
    failure = str(failure)[:200]
    raise StepError(f"the LLM server cannot be reached ({failure}); run: python llm.py up")


def in_time(work, seconds):
    """Return work(), done in a thread; after so many seconds that is an error, come what may.

    A time-out of a socket is per read: a server that sends a byte a second never meets it.
    """
    done = queue.SimpleQueue()

    def job():
        try:
            done.put((work(), None))
        except Exception as error:
            done.put((None, error))

    threading.Thread(target=job, daemon=True).start()
    try:
        value, error = done.get(timeout=seconds)
    except queue.Empty:
        raise StepError(TOO_LATE) from None
    if error:
        raise error
    return value


def ask(url, body, seconds):
    """Return (text, ms to the first piece, the server's timings) within so many seconds."""
    deadline = time.monotonic() + seconds
    return in_time(lambda: post_again(url, body, deadline), seconds)
