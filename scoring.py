"""Measure retrieval, gate and stage times of the call profile on labelled questions.

offers   figures(rows, form) -> dict   see ranking_figures, decision_figures, times; rows and form
                                       as in labelled.py

Rankings count the answerable questions only, decisions all. recall@k: a relevant document is among
the first k passages. The gate is that of the artifact folder; without one everything is refused.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import gate
import labelled
from measures import auroc, mean, ndcg, percentile, reciprocal_rank, success
from rag_io import StepError

DEPTHS = (1, 3, 10)
RANKING = ("recall_at_1", "recall_at_3", "recall_at_10", "mrr", "ndcg_at_10")
DECISIONS = ("refusal_accuracy", "false_accepts", "false_rejects", "auroc", "auroc_dense")


def ranking_figures(rows, found):
    """Return recall@1/3/10, MRR and nDCG@10 over the answerable rows."""
    pairs = [
        (labelled.labels(one.hits, row["relevant"]), set(row["relevant"]))
        for row, one in zip(rows, found)
        if row["answerable"]
    ]
    figures = {f"recall_at_{k}": mean(success(*pair, k) for pair in pairs) for k in DEPTHS}
    figures["mrr"] = mean(reciprocal_rank(*pair) for pair in pairs)
    return figures | {"ndcg_at_10": mean(ndcg(*pair, 10) for pair in pairs)}


def evidence(hits):
    """Return the gate's score of a question, None without a gate or without a passage."""
    try:
        return gate.score(gate.load(), gate.signals(hits)) if hits else None
    except StepError:
        return None


def area(scores, answers):
    """Return the AUROC; a question without a passage ranks below all others."""
    if not any(score is not None for score in scores):
        return None
    lowest = min(score for score in scores if score is not None) - 1
    return auroc([lowest if score is None else score for score in scores], answers)


def decision_figures(rows, found):
    """Return refusal accuracy, false accepts and rejects, AUROC of the gate and of cosine."""
    answers = [bool(row["answerable"]) for row in rows]
    passed = [gate.decide(one.hits)[0] for one in found]
    dense = [max((hit.dense for hit in one.hits), default=None) for one in found]
    return {
        "refusal_accuracy": mean(p == a for p, a in zip(passed, answers)),
        "false_accepts": sum(p and not a for p, a in zip(passed, answers)),
        "false_rejects": sum(a and not p for p, a in zip(passed, answers)),
        "auroc": area([evidence(one.hits) for one in found], answers),
        "auroc_dense": area(dense, answers),
    }


def times(found):
    """Return {stage: {"p50", "p95"}} in milliseconds."""
    stages = list(dict.fromkeys(name for one in found for name in one.timings))
    return {
        stage: {
            f"p{share}": percentile([one.timings.get(stage, 0.0) for one in found], share / 100)
            for share in (50, 95)
        }
        for stage in stages
    }


def figures(rows, form):
    """Return all figures of one file in one form."""
    labelled.found(rows[0], form)  # the models load outside the times
    found = [labelled.found(row, form) for row in rows]
    counts = {
        "queries": len(rows),
        "answerable": sum(bool(row["answerable"]) for row in rows),
        "unanswerable": sum(not row["answerable"] for row in rows),
    }
    return (
        counts
        | ranking_figures(rows, found)
        | decision_figures(rows, found)
        | {"times_ms": times(found)}
    )
