"""Hold what a turn has come to, and write it down: as the client gets it and as it is kept.

offers   Call(query, history, call_id, confidence, nbest)   what a client asks
         Taken(call, build)                a turn under way, also where the caller hangs up
         finished(taken, spoken) -> dict   report.as_dict, and who, when, how long, which versions
         bare(taken, error) -> dict        the same where something broke: the refusal
"""

import sys
import time
import uuid
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import gate
import report
import turn
import turns
from pieces import is_chinese
from rag_io import one_line
from spoken import Understood

STAGES = "rewrite context dense bm25 rerank retrieve generate verify first_sentence total".split()
LONGEST_FAULT = 300  # characters of a reason


class Call(NamedTuple):
    """What a client asks."""

    query: str
    history: tuple = ()  # the caller's turns before, oldest first
    call_id: str | None = None
    confidence: float | None = None
    nbest: tuple = ()


class Taken:
    """A turn under way."""

    def __init__(self, call, build):
        self.call, self.build = call, build
        self.id, self.at, self.start = uuid.uuid4().hex, turns.now(), time.perf_counter()
        self.prepared = shut(call, "not reached", "not_reached")
        self.said, self.struck, self.first_ms = [], [], 0.0
        self.raw, self.fault, self.asked, self.cached = "", "", False, False
        self.timings = {}

    @property
    def question(self):
        return self.prepared.understood.text

    def key(self, model):
        """Return what an answer depends on; the same key may have the same answer."""
        hits = tuple(hit.id for hit in self.prepared.hits)
        return self.question, hits, tuple(self.build.versions.items()), model


def shut(call, reason, code):
    """Return the Prepared of a turn that gets no further than its gate."""
    heard, judged = Understood(call.query, call.query, []), gate.figures(code)
    return turn.Prepared(heard, [], False, reason, "", {}, judged)


def refused(call, error):
    """Return the Prepared of a turn in which something broke; its gate is shut."""
    return shut(call, fault(error), "late" if isinstance(error, TimeoutError) else "failed")


def fault(error):
    """Return an exception on one line; whatever it is, it is no more than a reason."""
    if isinstance(error, TimeoutError):
        return "not within the turn's time"
    return one_line(f"{type(error).__name__}: {error}")[:LONGEST_FAULT]


def finite(value):
    """Return the value with every number that JSON lacks (NaN, infinity) as null."""
    if isinstance(value, float) and value - value != 0:
        return None
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    return [finite(item) for item in value] if isinstance(value, list | tuple) else value


def finished(taken, spoken):
    """Return the whole turn as plain data."""
    proposal = turn.Proposal([], taken.raw, taken.fault, {}) if taken.asked else None
    done = report.as_dict(taken.prepared, proposal, spoken)
    timings = taken.prepared.timings | taken.timings | {"first_sentence_ms": taken.first_ms}
    timings["total_ms"] = turn.since(taken.start)
    done["timings_ms"] = {f"{n}_ms": round(timings.get(f"{n}_ms", 0.0), 2) for n in STAGES}
    done["citation_check"]["sentences"] = len(spoken.sentences) + len(spoken.struck)
    call = {"id": taken.id, "at": taken.at, "call_id": taken.call.call_id}
    asked = {"confidence": taken.call.confidence, "history": list(taken.call.history)}
    asked |= {"nbest": list(taken.call.nbest), "cached": taken.cached}
    return finite(call | done | asked | {"versions": taken.build.versions})


def bare(taken, error):
    """Return the finished turn of a caller who gets the refusal because something broke."""
    taken.prepared = refused(taken.call, error)
    said = turn.Spoken("refused", [], [], turn.REFUSAL[is_chinese(taken.call.query)])
    return finished(taken, said)
