"""Take one turn while the model still writes: what has passed the check is released at once.

offers   events(taken, engine) -> async generator of (name, data), in this order:
             heard      {"id", "query", "call_id", "confidence"}
             rewritten  {"heard", "text", "changes", "added"}
             hits       {"evidence": [...]}       as in the finished turn
             gate       {"passed", "reason", "code", "evidence", "threshold"}
             holding    {"text"}                  at most once, where the model takes its time
             sentence   {"text", "citations", "ok", "reason"}   of the model, checked
             said       {"text", "citations", "by"}   what the caller hears: model, quote, refusal
             done       the finished turn, as report.as_dict has it

Nothing is released that turn.weigh did not pass, or that is no quotation or constant. Total: what
fails inside a turn ends in a quotation or the refusal, never in an exception.
"""

import asyncio
import functools
import sys
import time
from contextlib import aclosing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import generation
import quoting
import report
import turn
from pieces import is_chinese
from record import bare, finished, finite, refused
from workspace import inside

CANCELLED = "cancelled"  # the status of a turn whose caller went away
BY_WORDS = functools.partial(quoting.extract, meaning=False)  # without the encoder, at once


def understood(prepared):
    """Return the events of what was understood and found."""
    found = report.as_dict(prepared, None, turn.Spoken("", [], [], ""))
    return (
        ("rewritten", found["rewrite"]),
        ("hits", {"evidence": finite(found["evidence"])}),
        ("gate", finite(found["gate"])),
    )


def prepared(call):
    """Return (Prepared, its events)."""
    found = turn.prepare(call.query, None, call.history, call.nbest)
    return found, understood(found)


async def prepare(taken, engine):
    """Rewrite, retrieve and gate; return the events. A failure is a refusal that names it."""
    try:
        work = engine.run(taken, prepared, taken.call)
        taken.prepared, known = await asyncio.wait_for(work, engine.left(taken))
    except Exception as error:
        taken.prepared = refused(taken.call, error)
        known = understood(taken.prepared)
    return known


def concluded(taken, quote=quoting.extract):
    """Return (Spoken, finished turn): what was said, and if that is nothing, a quotation."""
    found = taken.prepared.hits, taken.prepared.passed, taken.said, taken.struck
    start = time.perf_counter()
    spoken = turn.conclude(taken.question, *found, quote)
    taken.timings["verify_ms"] = taken.timings.get("verify_ms", 0.0) + turn.since(start)
    taken.first_ms = taken.first_ms or turn.since(taken.start)
    return spoken, finished(taken, spoken)


async def ended(taken, engine):
    """Return what concluded() does; where the encoder is behind, words alone choose, at once."""
    work = engine.run(taken, concluded, taken)
    try:
        return await asyncio.wait_for(work, max(engine.left(taken), generation.GRACE))
    except TimeoutError:
        return inside(taken.build, concluded)(taken, BY_WORDS)


async def conclude(taken, engine):
    """Yield what is still to be said, and the finished turn; a failure is the refusal."""
    before = len(taken.said)
    try:
        spoken, done = await ended(taken, engine)
        rest, by = spoken.sentences[before:], "quote"
        if not spoken.sentences:
            rest, by = [(spoken.say, [])], "refusal"
    except Exception as error:
        said = turn.REFUSAL[is_chinese(taken.call.query)]
        rest, by, done = [] if before else [(said, [])], "refusal", bare(taken, error)
    for event in generation.released(taken, rest, by):
        yield event
    yield "done", done


async def stages(taken, engine):
    """Yield the events of a turn in order."""
    call = taken.call
    about = {"id": taken.id, "call_id": call.call_id, "confidence": call.confidence}
    yield "heard", {"query": call.query} | about
    for event in await prepare(taken, engine):
        yield event
    if taken.prepared.passed:
        async with aclosing(generation.generated(taken, engine)) as found:
            async for event in found:
                yield event
    async with aclosing(conclude(taken, engine)) as found:
        async for event in found:
            yield event


async def events(taken, engine):
    """Yield the events of a turn; it is on disk before the last of them, or says so."""
    done = None
    try:
        async with aclosing(stages(taken, engine)) as found:
            async for name, data in found:
                if name == "done":
                    done = data
                    await engine.keep(done)
                yield name, data
    finally:
        if done is None:  # the caller hung up: what was said until then is kept
            said = turn.Spoken(CANCELLED, taken.said, taken.struck, spoken_so_far(taken))
            engine.keep_later(taken, said)


def spoken_so_far(taken):
    return " ".join(text for text, _ in taken.said)
