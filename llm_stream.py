"""Read the language model's answer piece by piece, and let go of it at any moment.

offers   pieces(clients, messages, max_tokens, schema)   async generator of text

What llm.py says holds here too: which model is asked, and that an answer which is cut off, or no
answer, is a StepError. Closing the generator closes the connection, and the server stops writing.
How long to wait is the caller's to say.
"""

import asyncio
import json
import os
import sys
from contextlib import aclosing
from pathlib import Path
from urllib.parse import urlparse

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import llm
import llm_http
from rag_io import StepError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LINES = ("event-stream", "ndjson")  # kinds of body that hold an event a line


def client(url):
    """Return an HTTP client whose connections to the LLM server are used again."""
    import httpx2  # 0.2 s, and only a server needs it

    timeout = httpx2.Timeout(None, connect=llm_http.CONNECT_TIMEOUT)
    return httpx2.AsyncClient(timeout=timeout, trust_env=urlparse(url).hostname not in LOOPBACK)


async def lines(reply):
    """Yield the lines of a body as they arrive; one that is too long is an error."""
    buffer, size = b"", 0
    async for data in reply.aiter_bytes():
        size += len(data)
        if size > llm_http.LARGEST_REPLY:
            raise StepError(f"the LLM server sent more than {llm_http.LARGEST_REPLY} bytes")
        *whole, buffer = (buffer + data).split(b"\n")
        for line in whole:
            yield line
    yield buffer


async def events(reply):
    """Yield the JSON objects of an event stream, of Ollama's lines, or the one of a plain reply."""
    kind = reply.headers.get("content-type", "")
    if not any(name in kind for name in LINES):
        yield json.loads(b"\n".join([line async for line in lines(reply)]))
        return
    async for line in lines(reply):
        line = line.strip().removeprefix(b"data:").strip()
        if line.startswith(b"{"):
            yield json.loads(line)


def piece(event):
    """Return (text, finish reason or None) of one event of either kind of server."""
    if isinstance(event.get("message"), dict) and "choices" not in event:  # a line of Ollama's
        return event["message"].get("content") or "", event.get("done_reason")
    return llm_http.piece(event)


async def post(http, url, body):
    """Yield the pieces of one answer; it must have ended by itself."""
    key = os.environ.get("LLM_API_KEY")
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    finish = None
    async with http.stream("POST", url, json=body, headers=headers) as reply:
        if reply.status_code != 200:
            said = (await anext(reply.aiter_bytes(), b""))[:200].decode("utf-8", "replace")
            raise StepError(f"the LLM server answers {reply.status_code}: {said.strip()}")
        async for event in events(reply):
            text, ended = piece(event)
            finish = ended or finish
            if text:
                yield text
    if finish != "stop":
        raise StepError(f"the answer was cut off (finish_reason {finish})")


async def over_http(http, base, messages, max_tokens, schema):
    """Yield the pieces; a connection that drops before the first is tried once more."""
    import httpx2

    url = llm_http.endpoint(base)
    body = llm_http.payload(messages, max_tokens, schema, url) | {"stream": True}
    for attempt in range(llm_http.RETRIES + 1):
        begun = False
        try:
            async with aclosing(post(http, url, body)) as found:
                async for text in found:
                    begun = True
                    yield text
            return
        except httpx2.TransportError as error:
            if begun or attempt == llm_http.RETRIES:
                raise StepError(f"the LLM server is gone: {type(error).__name__}") from None
            await asyncio.sleep(llm_http.RETRY_PAUSE)
        except (httpx2.HTTPError, *llm_http.NOT_AN_ANSWER) as error:
            raise StepError(llm_http.failed(url, error)) from None


async def whole(messages, max_tokens, schema):
    """Yield the answer of a chat that gives it whole, as voicekit's does, in one piece."""
    yield (await asyncio.to_thread(llm.chat, messages, max_tokens, schema))[0]


def pieces(clients, messages, max_tokens, schema):
    """Return an async generator of text; clients is a dict that keeps the connections."""
    kind, detail = llm.chosen()
    if kind != "http":
        return whole(messages, max_tokens, schema)
    if detail not in clients:
        clients[detail] = client(detail)
    return over_http(clients[detail], detail, messages, max_tokens, schema)
