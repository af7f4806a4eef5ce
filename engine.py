"""What a running server has: the build, threads for models, the LLM, slots, the turns' store.

offers   Engine(settings, pieces=None): run(taken, function, ...)   off the event loop, one build
             left(taken), model(), asks(), answered(ok), keep(done), keep_later(taken, spoken)
         Cache(size): get(key), put(key, value)
         Slots(n).take() / .free()      turns in flight; never a queue
         Breaker(failures, rest)        open() while the LLM rests; succeeded(), failed()

`pieces` is llm_stream.pieces or alike: messages, tokens and schema to an async generator of text.
"""

import asyncio
import functools
import os
import re
import sys
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import llm
import llm_http
import llm_stream
import quoting
import turns
from metrics import Metrics
from rag_io import StepError, folder
from record import finished
from workspace import Workspace, inside

SLOW_DISK = 1.0  # seconds that an answer waits for its record, which is then written behind it
LEARNT = 4000  # passages whose sentences are encoded ahead: some minutes of one core


class Cache:
    """The last answers, by what they depend on."""

    def __init__(self, size):
        self.size, self.kept = size, OrderedDict()

    def get(self, key):
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    def put(self, key, value):
        if self.size:
            self.kept[key] = value
            self.kept.move_to_end(key)
        while len(self.kept) > self.size:
            self.kept.popitem(last=False)


class Slots:
    """So many turns at once; who finds none is told at once, not kept waiting."""

    def __init__(self, number):
        self.number, self.taken = number, 0

    def take(self):
        if self.taken >= self.number:
            return False
        self.taken += 1
        return True

    def free(self):
        self.taken -= 1


class Breaker:
    """After so many failures in a row the LLM rests; then one turn tries it again."""

    def __init__(self, failures, rest, clock=time.monotonic):
        self.most, self.rest, self.clock = failures, rest, clock
        self.failures, self.until = 0, None

    def open(self):
        """Tell whether the LLM is to be left alone; at the end of a rest one caller gets False."""
        if self.until is None:
            return False
        if self.clock() < self.until:
            return True
        self.until = self.clock() + self.rest  # this caller tries, the others wait for the result
        return False

    def state(self):
        """Return 'closed' or 'open', without trying anything."""
        return "closed" if self.until is None else "open"

    def succeeded(self):
        self.failures, self.until = 0, None

    def failed(self):
        self.failures += 1
        if self.failures >= self.most:
            self.until = self.clock() + self.rest


def place(url):
    """'http://user:secret@host:1/v1' -> 'http://host:1'"""
    return "/".join(re.split("[?#]", llm_http.shown(url))[0].split("/")[:3])


class Engine:
    """Made once, in the lifespan; everything that a turn needs hangs from it."""

    def __init__(self, settings, pieces=None):
        self.settings = settings
        self.workspace = Workspace()
        self.store = turns.Store(
            settings.turns or folder() / turns.FILE, settings.keep, settings.keep_days
        )
        self.pool = ThreadPoolExecutor(settings.workers, thread_name_prefix="turn")
        self.slots = Slots(settings.turns_at_once)
        self.breaker = Breaker(settings.breaker_failures, settings.breaker_rest)
        self.cache, self.metrics, self.clients = Cache(settings.answer_cache), Metrics(), {}
        self.pieces = pieces or functools.partial(llm_stream.pieces, self.clients)

    def run(self, taken, function, *args):
        """Return an awaitable of function(*args), done in a thread on the turn's own build."""
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self.pool, inside(taken.build, function), *args)

    def left(self, taken):
        """Return the seconds that a turn still has."""
        return max(self.settings.deadline - (time.perf_counter() - taken.start), 0.0)

    def model(self):
        """Return what answers, for the record: 'http://127.0.0.1:8099 qwen2.5', 'none'."""
        kind, detail = llm.chosen()
        named = os.environ.get("LLM_MODEL") or ""
        return f"{place(detail)} {named}".strip() if kind == "http" else kind

    def asks(self):
        """Tell whether there is a model and it is not resting."""
        return llm.chosen()[0] != "none" and not self.breaker.open()

    def answered(self, ok):
        self.breaker.succeeded() if ok else self.breaker.failed()

    def write(self, done):
        """Hand a turn to the store; return the future of its being on disk. A loss is counted."""
        done["versions"] = done["versions"] | {"model": self.model()}
        self.metrics.turn(done)
        writing = self.store.keep(done)
        writing.add_done_callback(lambda one: self.metrics.lost.inc(bool(one.exception())))
        return writing

    async def keep(self, done):
        """Wait until a turn is on disk; what is wrong there costs the record, never the answer."""
        writing = asyncio.wrap_future(self.write(done))
        writing.add_done_callback(lambda one: one.exception())  # counted; no need to log it too
        await asyncio.wait({writing}, timeout=SLOW_DISK)

    def keep_later(self, taken, spoken):
        """Record a turn that nobody waits for any more."""
        try:
            done = inside(taken.build, finished)(taken, spoken)
        except StepError:
            self.metrics.lost.inc()
            return
        self.write(done)

    async def learn(self):
        """Encode what may be quoted, passage by passage, between turns."""
        loop, build = asyncio.get_running_loop(), self.workspace.build
        for number in range(min(build.passages, LEARNT)):
            await loop.run_in_executor(self.pool, inside(build, quoting.learn), number)

    async def watch(self):
        """Take over new builds while the server runs."""
        await self.learn()
        while self.settings.reload:
            await asyncio.sleep(self.settings.reload)
            if self.workspace.changed() and await asyncio.to_thread(self.workspace.renew):
                self.metrics.reloads.inc()
                await self.learn()

    async def close(self):
        """Let go of everything; turns that wait are written first."""
        for client in self.clients.values():
            await client.aclose()
        self.pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)
        self.workspace.close()
