"""Say how far a fitted gate can be trusted.

offers   report(rows, labels, cost, share, more) -> (what gate.json holds, the index apart; scores)
         left_out(rows, labels, ratio, more)  each row judged by a gate that never saw it
         lines(about) -> [line]               the same for people

Cost and share become one ratio: a wrong answer for every question without an answer, a needless
refusal for every other one. What the labelled file's own mix is does not matter.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from fitting import fit
from gate import margin, score
from measures import auroc, risk_coverage, wilson
from rag_io import StepError

COST = 5.0  # a wrong answer costs as much as five needless refusals: a refusal reaches a person
SHARE = 0.1  # one question in ten has no answer in the documents: whoever knows better, --share
FOLDS, EACH = 50, 200  # up to 200 rows are left out one by one, more in 50 parts
FEW = 30  # labels of a kind below which the figures are called uncertain


def fit_on(kept, rows, labels, ratio, more=None):
    """Return the Fitted of the kept rows, and of the same questions as written where they are."""
    more = more or [None] * len(rows)
    known = [(rows[i], labels[i]) for i in kept]
    known += [(more[i], labels[i]) for i in kept if more[i] is not None]
    return fit(*map(list, zip(*known)), ratio)


def left_out(rows, labels, ratio, more=None):
    """Return (margin of each row by a gate fitted without it, number of parts)."""
    folds = len(rows) if len(rows) <= EACH else FOLDS
    margins = np.zeros(len(rows))
    part = np.zeros(len(rows), int)
    for side in (True, False):  # each part has its share of both kinds
        of_side = np.flatnonzero(np.array(labels) == side)
        part[of_side] = np.arange(len(of_side)) % folds
    if folds == len(rows):
        part = np.arange(len(rows))
    for fold in range(folds):
        kept = np.flatnonzero(part != fold)
        fitted = fit_on(kept, rows, labels, ratio, more)
        for i in np.flatnonzero(part == fold):
            margins[i] = margin(fitted, rows[i])
    return margins, folds


def mistakes(margins, labels):
    """Return false accepts and false rejects: {"count", "of", "rate", "low", "high"} each."""
    passed, labels = np.asarray(margins) >= 0, np.asarray(labels, bool)
    counts = {
        "false_accepts": (int((passed & ~labels).sum()), int((~labels).sum())),
        "false_rejects": (int((~passed & labels).sum()), int(labels.sum())),
    }
    found = {}
    for name, (count, total) in counts.items():
        low, high = wilson(count, total)
        rate = count / total if total else None
        found[name] = {"count": count, "of": total, "rate": rate, "low": low, "high": high}
    return found


def enough(labels):
    """Raise StepError where a gate can't be fitted: leaving one out must leave both kinds."""
    yes = sum(labels)
    if min(yes, len(labels) - yes) < 2:
        raise StepError(
            f"{yes} questions with an answer, {len(labels) - yes} without: a gate needs 2 of each "
            f"at least, and {FEW} of each before its figures mean much; label some more"
        )


def checked(cost, share):
    """Return (cost, share) if they make sense."""
    if not 0 < cost < float("inf"):
        raise StepError(f"--cost {cost} is no cost; give a number above 0")
    if not 0 < share < 1:
        raise StepError(f"--share {share} is no share; give a number between 0 and 1")
    return cost, share


def report(rows, labels, cost=COST, share=SHARE, more=None):
    """Return (what gate.json holds, the score of each row) of labelled rows.

    more has the signals of each question as it was written, or None: the gate is fitted on both,
    for a line hears well and badly; the mistakes are counted on what was heard.
    """
    enough(labels)
    ratio = cost * share / (1 - share)
    fitted = fit_on(range(len(rows)), rows, labels, ratio, more)
    scores = [score(fitted, row) for row in rows]
    margins, folds = left_out(rows, labels, ratio, more)
    few = min(sum(labels), len(labels) - sum(labels)) < FEW
    sample = [margin(fitted, row) for row in rows]
    curve = risk_coverage(margins, labels)
    return {
        "tau": fitted.tau,
        "bias": fitted.bias,
        "signals": {name: one._asdict() for name, one in fitted.signals.items()},
        "cost": cost,
        "share": share,
        "labels": {"answerable": sum(labels), "unanswerable": len(labels) - sum(labels)},
        "uncertain": few,
        "in_sample": {"auroc": auroc(scores, labels), **mistakes(sample, labels)},
        "left_out": {"folds": folds, "auroc": auroc(margins, labels), **mistakes(margins, labels)},
        "risk_coverage": [{"coverage": a, "risk": b, "over_tau": c} for a, b, c in curve],
    }, scores


def share_text(one):
    """{"count": 3, "of": 30, ...} -> '3 of 30, 10 % (3 to 26)'"""
    low, high = 100 * one["low"], 100 * one["high"]
    return f"{one['count']} of {one['of']}, {100 * one['rate']:.0f} % ({low:.0f} to {high:.0f})"


def lines(about):
    """Return what a person wants to know of a gate.json."""
    labels = about["labels"]
    out = [
        f"{labels['answerable']} questions with an answer, {labels['unanswerable']} without; "
        f"a wrong answer costs {about['cost']:g} refusals, {about['share']:.0%} have no answer",
        f"{'':10} {'false accepts':<28} {'false rejects':<28} AUROC   (95 % intervals)",
    ]
    for name in ("in_sample", "left_out"):
        one = about[name]
        accepts, rejects = share_text(one["false_accepts"]), share_text(one["false_rejects"])
        out.append(f"{name.replace('_', ' '):<10} {accepts:<28} {rejects:<28} {one['auroc']:.3f}")
    weights = ", ".join(f"{name} {one['weight']:.2f}" for name, one in about["signals"].items())
    out.append(f"evidence from {about['tau']:.2f} on passes; weights: {weights}")
    if about["uncertain"]:
        out.append(f"uncertain: fewer than {FEW} questions of a kind; the intervals say how much")
    return out
