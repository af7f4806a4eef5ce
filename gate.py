"""Decide whether the passages found answer the question at all; on any doubt they don't.

reads    gate.json   written by `python threshold.py --profile call`, see calibration.py
offers   decide(hits) -> (passed, reason)      as threshold.gate
         verdict(hits) -> Verdict              the same with its code and figures, for a page
         score(fitted, values) -> float        the evidence; a question passes from fitted.tau on

Two conditions: the evidence, a weighted sum of the signals below, reaches tau; and, whatever the
sum is, the reranker and one of meaning or words are not lower than in any labelled question that
has an answer. gate.json belongs to one index: scores of another model mean something else.
"""

import functools
import math
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import rerank
from index import stamp
from rag_io import StepError, folder, parse_json, read_json, read_text

FILE = "gate.json"
HITS = 3  # the first hits that count, as many as a turn retrieves
JUST = 1e-9  # below tau, of a question that only support keeps from passing
SIGNALS = ("dense", "margin", "support", "above", "apart", "words", "rare", "rerank")
FIX = "run: python threshold.py --profile call"


class Signal(NamedTuple):
    """How one signal enters the evidence: weight * (value - mean) / scale."""

    weight: float
    mean: float
    scale: float
    least: float  # of any answerable labelled question


class Verdict(NamedTuple):
    """What the gate decided: the reason is for people, the code and the figures for programs."""

    passed: bool
    reason: str
    code: str  # enough, too_little, no_support, no_number, no_passage, no_gate or failed
    evidence: float | None = None  # None where it could not be worked out
    threshold: float | None = None


class Fitted(NamedTuple):
    signals: dict  # name -> Signal
    bias: float
    tau: float


def largest(values):
    """Return the largest of some numbers, NaN where one is: max() depends on their order then."""
    values = [float(value) for value in values]
    return math.nan if any(map(math.isnan, values)) else max(values)


def signals(hits):
    """Return the signals of a list of hits as {name: float}; their order does not matter.

    dense    cosine of the closest passage
    margin   by how much it is closer than the others are on average; 0 without others
    support  mean cosine: a question about the base finds more than one passage that is near
    above    how far dense is above the question's cosine with any passage
    apart    how much nearer a passage is to the question than to others that were found: one that
             is near to everything proves little
    words    share of the question's words in the passage that has most of them
    rare     the same in the best passage, rare words weighing more
    rerank   best score of the reranker
    """
    hits = list(hits)[:HITS]
    best = max(hits, key=lambda hit: hit.rerank)
    dense = sorted((float(hit.dense) for hit in hits), reverse=True)
    others = dense[1:] or dense
    return {
        "dense": dense[0],
        "margin": dense[0] - sum(others) / len(others),
        "support": sum(dense) / len(dense),
        "above": largest(hit.above for hit in hits),
        "apart": largest(hit.apart for hit in hits),
        "words": largest(hit.overlap for hit in hits),
        "rare": float(best.covered),
        "rerank": largest(hit.rerank for hit in hits),
    }


def score(fitted, values):
    """Return the evidence of {signal: value}."""
    return fitted.bias + sum(
        one.weight * (values[name] - one.mean) / one.scale for name, one in fitted.signals.items()
    )


def lacking(fitted, values):
    """Return the signals that are lower than in any answerable labelled question."""
    low = {name for name, one in fitted.signals.items() if values[name] < one.least}
    weak = [name for name in ("rerank",) if name in low]
    return weak + (["dense", "words"] if {"dense", "words"} <= low else [])


def margin(fitted, values):
    """Return by how much a question passes: below 0 it does not, for want of support either."""
    over = score(fitted, values) - fitted.tau
    return min(over, -JUST) if lacking(fitted, values) else over


def judge(fitted, values):
    """Return the Verdict on {signal: value}; its reason has the figures."""
    bad = [name for name in SIGNALS if not math.isfinite(values[name])]
    if bad:
        return Verdict(False, f"no number for {', '.join(bad)}", "no_number")
    evidence = score(fitted, values)
    low = lacking(fitted, values)
    if low:
        figures = ", ".join(f"{name} {values[name]:.3f}" for name in low)
        reason = f"less support than any question with an answer: {figures}"
        return Verdict(False, reason, "no_support", evidence, fitted.tau)
    passed = evidence >= fitted.tau
    reason = f"evidence {evidence:.2f} {'reaches' if passed else 'is below'} {fitted.tau:.2f}"
    return Verdict(passed, reason, "enough" if passed else "too_little", evidence, fitted.tau)


def identity(where):
    """Return what the scores depend on: {"backend", "model", "reranker", "chunks", ...}"""
    about = read_json(where / "embed.json", "embed") if (where / "embed.json").is_file() else {}
    keys = ("backend", "model", "weights", "segmenter", "chunks", "vectors")
    return {key: about.get(key) for key in keys} | {"reranker": rerank.chosen()}


def checked(about):
    """Return the Fitted of a gate.json; no gate is a KeyError, TypeError or ValueError."""
    found = {name: Signal(**about["signals"][name]) for name in SIGNALS}
    fitted = Fitted(found, about["bias"], about["tau"])
    numbers = [fitted.bias, fitted.tau, *(value for one in found.values() for value in one)]
    if not all(math.isfinite(value) for value in numbers):
        raise ValueError("a figure is not finite")
    if min(one.scale for one in found.values()) <= 0:
        raise ValueError("a scale is not above 0")
    return fitted


def same_index(path, fitted_on, now):
    """Raise StepError where a gate was fitted on another model's scores or other documents."""
    if not isinstance(fitted_on, dict):
        raise StepError(f"{path} does not say which index it belongs to; {FIX}")
    for keys, what in (
        (("backend", "model", "weights", "segmenter", "reranker"), "another model's scores"),
        (("chunks", "vectors"), "other documents"),
    ):
        differ = [key for key in keys if fitted_on.get(key) != now.get(key)]
        if differ:
            raise StepError(f"{path} was fitted on {what} ({', '.join(differ)} differ); {FIX}")


@functools.lru_cache(maxsize=4)
def read(where, stamps, reranker):
    """Read the Fitted of a folder; one that does not belong to its index is an error."""
    path = where / FILE
    if not path.is_file():
        raise StepError(f"{path} is missing; {FIX}")
    about = parse_json(read_text(path), path, FIX)
    try:
        fitted = checked(about)
    except (KeyError, TypeError, ValueError) as error:
        raise StepError(f"{path} is no gate ({error!r}); {FIX}") from None
    same_index(path, about.get("index"), identity(where))
    return fitted


def load():
    """Return the Fitted of the artifact folder; read again only when a file was replaced."""
    where = folder()
    stamps = stamp(where / FILE), stamp(where / "embed.json")
    return read(where, stamps, rerank.chosen())


def figures(code, evidence=None, threshold=None):
    """Return what a program wants to know of a gate beside its reason."""
    return {"code": code, "evidence": evidence, "threshold": threshold}


def verdict(hits):
    """Return the Verdict on the hits of search.retrieve; whatever is wrong, it refuses."""
    try:
        if not hits:
            return Verdict(False, "no passage was found", "no_passage")
        return judge(load(), signals(hits))
    except StepError as error:
        return Verdict(False, f"no gate: {error}", "no_gate")
    except Exception as error:  # a gate that breaks must not open
        return Verdict(False, f"the gate failed: {type(error).__name__}: {error}", "failed")


def decide(hits):
    """Return (passed, reason) of the verdict."""
    return verdict(hits)[:2]
