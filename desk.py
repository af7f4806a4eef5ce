"""The desk of a server: turns come in, get a slot, are written to their client, and leave.

offers   Desk(engine): open(app)   a lifespan
             begin(call) -> Taken or None, events(taken), whole(request, taken), end(), state()
         Stream(parts, close)              an ASGI response: server-sent events
         unless_gone(receive, work)        the result of a coroutine; None once the client is gone
         named(events), plain(chunks)      bytes of an event stream, with and without names

A client that goes away stops everything that is done for it.
"""

import asyncio
import sys
import time
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from starlette.responses import Response

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import live
from rag_io import dumps
from record import Taken
from workspace import questions

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


class Desk:
    """The engine of an application, and the coming and going of its turns."""

    def __init__(self, engine):
        self.engine, self.since = engine, int(time.time())
        self.examples = questions(engine.workspace.build, engine.workspace.source)

    @asynccontextmanager
    async def open(self, app):
        """Look for new builds while requests come, and let go of everything after the last."""
        watching = asyncio.create_task(self.engine.watch())
        try:
            yield
        finally:
            watching.cancel()
            await self.engine.close()

    def begin(self, call):
        """Return a Taken with a slot of its own; None where all are taken."""
        engine = self.engine
        if not engine.slots.take():
            engine.metrics.away.labels("503").inc()
            return None
        engine.metrics.in_flight.set(engine.slots.taken)
        return Taken(call, engine.workspace.build)

    def end(self):
        self.engine.slots.free()
        self.engine.metrics.in_flight.set(self.engine.slots.taken)

    def events(self, taken):
        return live.events(taken, self.engine)

    async def whole(self, request, taken):
        """Return the finished turn; None where the client went away, and then nothing goes on."""

        async def last():
            return [data async for _, data in self.events(taken)][-1]

        try:
            return await unless_gone(request.receive, last())
        finally:
            self.end()

    def state(self):
        """Return what a person or a load balancer wants to know."""
        engine, space = self.engine, self.engine.workspace
        problem, store = space.problem, engine.store.problem
        return {
            "ready": not store,
            "index": {"passages": space.build.passages, "problem": problem} | space.build.versions,
            "model": {"embedder": space.build.versions["embedder"], "loaded": True},
            "llm": {"model": engine.model(), "breaker": engine.breaker.state()},
            "turns": {"in_flight": engine.slots.taken, "problem": store},
        }
