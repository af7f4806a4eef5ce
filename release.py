"""Write a turn to its client as it happens, and stop everything when the client goes away.

offers   Stream(parts, close)              an ASGI response: server-sent events
         unless_gone(receive, work)        the result of a coroutine; None once the client is gone
         named(events), plain(chunks)      bytes of an event stream, with and without names
"""

import asyncio
import sys
from contextlib import aclosing
from pathlib import Path

from starlette.responses import Response

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import dumps

HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),  # a proxy that collects sentences makes the caller wait
)
DONE = b"data: [DONE]\n\n"


async def named(events):
    """Yield events with their names: event: said, data: {...}"""
    async with aclosing(events):
        async for name, data in events:
            yield f"event: {name}\ndata: {dumps(data)}\n\n".encode()


async def plain(chunks):
    """Yield chunks as OpenAI's clients read them, and the end."""
    async with aclosing(chunks):
        async for chunk in chunks:
            yield f"data: {dumps(chunk)}\n\n".encode()
    yield DONE


async def gone(receive):
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def unless_gone(receive, work):
    """Return the result of a coroutine; None where the client went away first: it is cancelled."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


class Stream(Response):
    """A response that is written while the turn goes on; `close` is called at its end, always."""

    def __init__(self, parts, close):
        super().__init__()
        self.parts, self.close = parts, close

    async def __call__(self, scope, receive, send):
        try:
            await unless_gone(receive, self.write(send))
        finally:
            await self.parts.aclose()
            self.close()

    async def write(self, send):
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        async for part in self.parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
