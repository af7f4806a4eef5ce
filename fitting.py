"""Fit the gate on labelled questions.

offers   fit(rows, labels, ratio) -> gate.Fitted   rows of {signal: value}, see gate.py; labels True
                                                   where there is an answer; ratio as in best_tau

A logistic regression with few parameters: every signal may only speak for an answer (no negative
weight), and a strong ridge keeps the weights near each other while labels are few. Both kinds weigh
the same in it; what a mistake costs enters with tau alone. Tau is where the expected cost of the
smoothed scores is least, not where a handful of labels happens to part.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from gate import SIGNALS, Fitted, Signal, score
from rag_io import StepError

RIDGE = 10.0  # against a total weight of one a row: equal weights at 12 labels, free ones at 500
STEPS, GRID = 50, 401  # Newton steps at most; values of tau that are tried
LOGISTIC = 1.702  # 1 / (1 + exp(-1.702 z)) is the normal distribution to 0.01


def sigmoid(values):
    return 1 / (1 + np.exp(-np.clip(values, -60, 60)))


def newton(table, labels, ridge):
    """Return the weights, bias last, of a class-balanced logistic regression with a ridge."""
    table = np.column_stack([table, np.ones(len(table))])
    balance = np.where(labels, 0.5 / labels.sum(), 0.5 / (~labels).sum()) * len(labels)
    penalty = np.diag([ridge] * (table.shape[1] - 1) + [1e-6])
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):
        chance = sigmoid(table @ weights)
        slope = table.T @ (balance * (chance - labels)) + penalty @ weights
        curve = (table * (balance * chance * (1 - chance))[:, None]).T @ table + penalty
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def weights_of(table, labels):
    """Return (weights, bias); the signal that speaks most against an answer goes, one by one."""
    kept = list(range(table.shape[1]))
    while kept:
        found = newton(table[:, kept], labels, RIDGE)
        if found[:-1].min() >= 0:
            weights = np.zeros(table.shape[1])
            weights[kept] = found[:-1]
            return weights, float(found[-1])
        kept.pop(int(found[:-1].argmin()))
    raise StepError("no signal is higher where there is an answer; look at the labels")


def spreads(*sides):
    """Return the width by which the scores of each side are smoothed, wider for fewer of them.

    Silverman's rule with one deviation for all: a side of two labels has none of its own.
    """
    total = sum(len(side) for side in sides)
    deviation = (sum(side.var() * len(side) for side in sides) / total) ** 0.5
    return [max(1.06 * float(deviation) * len(side) ** -0.2, 1e-3) for side in sides]


def best_tau(scores, labels, ratio):
    """Return the score with the least smoothed cost: ratio * false accepts + false rejects.

    ratio 1 weighs the share of wrong answers like the share of needless refusals.
    """
    yes, no = scores[labels], scores[~labels]
    by_yes, by_no = spreads(yes, no)
    reach = max(by_yes, by_no)
    tries = np.linspace(scores.min() - reach, scores.max() + reach, GRID)[:, None]
    accepts = sigmoid(LOGISTIC * (no - tries) / by_no).mean(axis=1)
    rejects = sigmoid(LOGISTIC * (tries - yes) / by_yes).mean(axis=1)
    return float(tries[np.argmin(ratio * accepts + rejects), 0])


def fit(rows, labels, ratio):
    """Return the Fitted of rows of {signal: value}, labels True where there is an answer."""
    table, labels = np.array([[row[name] for name in SIGNALS] for row in rows]), np.array(labels)
    means, scales = table.mean(axis=0), table.std(axis=0)
    scales = np.where(scales > 1e-9, scales, 1.0)  # a constant signal says nothing
    weights, bias = weights_of((table - means) / scales, labels)
    least = table[labels].min(axis=0)
    columns = zip(weights.tolist(), means.tolist(), scales.tolist(), least.tolist())
    fitted = Fitted({name: Signal(*one) for name, one in zip(SIGNALS, columns)}, bias, 0.0)
    scores = np.array([score(fitted, row) for row in rows])
    return fitted._replace(tau=best_tau(scores, labels, ratio))
