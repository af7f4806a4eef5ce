"""Let the model write an answer, and weigh each sentence the moment it is whole.

offers   generated(taken, engine) -> async generator of events: holding, sentence, said
         released(taken, sentences, by) -> events: said

The model's sentences go through turn.weigh one by one; the first that is struck out ends the
answer, and its connection. What goes wrong on the way is taken.fault, and what was released stands.
"""

import asyncio
import sys
import time
from contextlib import aclosing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import asking
import streaming
import turn
from pieces import is_chinese
from record import fault

GRACE = 0.9  # seconds each for a check under way and the quotation where the time of a turn is up
HOLD = object()  # among the model's sentences: it takes its time
HOLDING = {False: "One moment, please.", True: "请稍等。"}


async def pump(taken, engine, ready):
    """Read the model's answer into a queue: sentences, then None or the exception that ended it."""
    reader = streaming.Reader(len(taken.prepared.hits))
    start = time.perf_counter()
    try:
        question = asking.messages(taken.question, taken.prepared.hits)
        schema = asking.schema(len(taken.prepared.hits))
        async with asyncio.timeout(engine.left(taken)):
            async with aclosing(engine.pieces(question, asking.MAX_TOKENS, schema)) as pieces:
                async for piece in pieces:
                    taken.raw += piece
                    for item in reader.feed(piece):
                        ready.put_nowait(item)
                    if reader.fault or reader.full:
                        break
        for item in reader.close():
            ready.put_nowait(item)
        taken.fault = reader.fault
        ready.put_nowait(None)
    except Exception as error:  # a server, a client or voicekit may raise anything; none may speak
        ready.put_nowait(error)
    finally:
        taken.timings["generate_ms"] = turn.since(start)


async def proposed(taken, engine):
    """Yield the model's sentences, and HOLD once where the caller should be told to wait."""
    ready = asyncio.Queue()
    tasks = [asyncio.create_task(pump(taken, engine, ready)), asyncio.create_task(ready.get())]
    hold = engine.settings.hold_after
    try:
        if hold:
            waiting = max(hold - turn.since(taken.start) / 1000, 0)
            if not (await asyncio.wait(tasks[1:], timeout=waiting))[0]:
                yield HOLD
        item = await tasks[1]
        while item is not None:
            if isinstance(item, Exception):
                raise item
            yield item
            item = await ready.get()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def marks(numbers):
    """[1, 2] -> ['S1', 'S2']"""
    return [f"S{number}" for number in numbers]


def released(taken, sentences, by):
    """Yield what the caller hears now; the time of the first is what a caller waits."""
    for text, numbers in sentences:
        taken.first_ms = taken.first_ms or turn.since(taken.start)
        yield "said", {"text": text, "citations": marks(numbers), "by": by}


async def weighed(taken, engine):
    """Yield what becomes of the model's sentences as they come; a struck one ends the answer."""
    async with aclosing(proposed(taken, engine)) as items:
        async for item in items:
            if item is HOLD:
                yield "holding", {"text": HOLDING[is_chinese(taken.question)]}
                continue
            text, numbers = item
            hits, said = taken.prepared.hits, list(taken.said)
            start = time.perf_counter()
            work = engine.run(taken, turn.weigh, text, numbers, hits, taken.question, said)
            now, struck = await asyncio.wait_for(work, max(engine.left(taken), GRACE))
            spent = taken.timings.get("verify_ms", 0.0)
            taken.timings["verify_ms"] = spent + turn.since(start)
            taken.said += now
            taken.struck += struck
            judged = (*now, (text, numbers))[0] if not struck else struck[0]  # perhaps moved
            about = {"text": text, "citations": marks(judged[1]), "ok": not struck}
            yield "sentence", about | {"reason": struck[0][2] if struck else "ok"}
            for event in released(taken, now, "quote" if struck else "model"):
                yield event
            if struck:
                return


async def generated(taken, engine):
    """Yield what the model's answer comes to; its faults are recorded, and rest it for a while."""
    key = taken.key(engine.model())
    if kept := engine.cache.get(key):
        taken.said, taken.struck, taken.raw = list(kept[0]), list(kept[1]), kept[2]
        taken.asked = taken.cached = True
        for event in released(taken, taken.said, "model"):
            yield event
        return
    if not engine.asks():
        return
    taken.asked = True
    try:
        async with aclosing(weighed(taken, engine)) as found:
            async for event in found:
                yield event
    except Exception as error:
        taken.fault = fault(error)
    engine.answered(ok=not taken.fault)
    if taken.said and not taken.fault:
        engine.cache.put(key, (taken.said, taken.struck, taken.raw))
