"""The desk of a server: turns come in, get a slot, and leave it, whatever becomes of them.

offers   Desk(engine): open(app)   a lifespan
             begin(call) -> Taken or None, events(taken), whole(request, taken), end(), state()
"""

import asyncio
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import live
import release
from record import Taken
from workspace import questions


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
            return await release.unless_gone(request.receive, last())
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
