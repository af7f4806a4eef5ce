"""Measure rankings and yes/no decisions: pure functions, no files.

offers   success, reciprocal_rank, ndcg   of one ranking against the relevant names
         auroc, risk_coverage             of scores against labels
         wilson, percentile               how sure a share is; how long a stage takes

Each is a few lines, tested against the values of scikit-learn and SciPy: 200 MB for these seven
functions. A name that occurs twice in a ranking counts once, at its first place.
"""

import math

import numpy as np

Z95 = 1.959963984540054  # two-sided 95 %


def unique(names):
    """Return the names in order, each once: ['a', 'b', 'a'] -> ['a', 'b']"""
    return list(dict.fromkeys(names))


def success(ranking, relevant, k):
    """Return 1.0 if one of the first k names is relevant, else 0.0; k counts every hit."""
    return float(bool(set(ranking[:k]) & set(relevant)))


def reciprocal_rank(ranking, relevant):
    """Return 1 / the place of the first relevant name, 0.0 where there is none.

    (['a', 'b'], ['b']) -> 0.5
    """
    for place, name in enumerate(unique(ranking), 1):
        if name in relevant:
            return 1 / place
    return 0.0


def ndcg(ranking, relevant, k):
    """Return the discounted gain of the first k names, as a share of the best possible one.

    (['a', 'b', 'c'], ['b', 'd'], 10) -> (1 / log2(3)) / (1 / log2(2) + 1 / log2(3)) = 0.387
    """
    gains = [float(name in relevant) for name in unique(ranking)[:k]]
    best = sum(1 / math.log2(place + 1) for place in range(1, min(len(set(relevant)), k) + 1))
    gain = sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))
    return gain / best if best else 0.0


def mean(values):
    """Return the mean, None of nothing."""
    values = list(values)
    return sum(values) / len(values) if values else None


def auroc(scores, labels):
    """Return the chance that a true row scores above a false one, ties half; None without both.

    ([0.9, 0.4, 0.4], [True, True, False]) -> 0.75
    """
    scores, labels = np.asarray(scores, float), np.asarray(labels, bool)
    yes, no = np.sort(scores[labels]), scores[~labels]
    if not len(yes) or not len(no) or not np.isfinite(scores).all():
        return None
    above = len(yes) - np.searchsorted(yes, no, side="right")
    ties = len(yes) - above - np.searchsorted(yes, no, side="left")
    return float((above + ties / 2).sum() / (len(yes) * len(no)))


def risk_coverage(scores, labels):
    """Return [(coverage, risk, score)]: answering from this score on answers this share of the
    questions, and this share of the answered ones is wrong. Best score first, one row a score.

    ([3, 2, 1], [True, False, True]) -> [(1/3, 0, 3), (2/3, 1/2, 2), (1, 1/3, 1)]
    """
    scores, wrong = np.asarray(scores, float), ~np.asarray(labels, bool)
    order = np.argsort(-scores, kind="stable")
    ranked, errors = scores[order], np.cumsum(wrong[order])
    last = [i for i in range(len(ranked)) if i + 1 == len(ranked) or ranked[i + 1] < ranked[i]]
    return [((i + 1) / len(ranked), float(errors[i] / (i + 1)), float(ranked[i])) for i in last]


def wilson(count, total):
    """Return the 95 % interval of a share, (low, high): (0, 10) -> (0.0, 0.278)"""
    if not total:
        return 0.0, 1.0
    share, square = count / total, Z95**2 / total
    centre = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def percentile(values, share):
    """Return the value that `share` of the values do not exceed: ([1, 2, 3, 9], 0.5) -> 2.0"""
    ordered = sorted(values)
    return float(ordered[max(0, math.ceil(share * len(ordered)) - 1)]) if ordered else None
