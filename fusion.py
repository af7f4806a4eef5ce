"""Fuse what words, vectors and the reranker say about a passage.

offers   top_k(scores, k) -> [row]                  best first, ties in file order
         rrf(rankings) -> {row: score}             reciprocal rank fusion: the candidates' score
         share(bm25, possible) -> [0..1]           BM25 as a share of what the question could score
         relevance(close, share) -> float          the final score; NOTES.md has the alternatives

BM25 alone finds codes and names, and is wrong where a few common or misheard words decide. Its
share is weighted down by every word of the question that the base does not know or the passage does
not have: it speaks as loudly as its evidence, on the same scale for every question.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError

RRF_K = 60  # the usual start, Cormack et al. 2009
VECTORS = 0.2  # of cosines above chance, where token vectors are missing; their spread is wider
NEAREST = 3  # neighbours that say how crowded it is around a passage
WORDS = 0.5  # weight of the words; 0.25 to 1 measure the same within 1 point on four sets


def top_k(scores, k):
    """Return the positions of the k largest scores, best first; ties keep file order, NaN is last.

    ([0.1, 0.9, 0.9], 2) -> [1, 2]
    """
    return np.argsort(-np.asarray(scores), kind="stable")[: max(k, 0)].tolist()


def leading(scores, k):
    """Return top_k(scores, k) without sorting all of them: 0.2 ms, not 9, at 100,000 rows."""
    scores = np.asarray(scores)
    if not 0 < k < len(scores) or np.isnan(scores).any():
        return top_k(scores, k)
    least = -np.partition(-scores, k - 1)[k - 1]  # from below, many zeros take 1.5 ms
    rows = np.flatnonzero(scores >= least)
    return rows[top_k(scores[rows], k)].tolist()


def cosines(asked, vectors):
    """Return the cosines (q, n) of unit rows asked (q, dim) with vectors (n, dim).

    Row by row alike, so that equal passages tie; a BLAS product scores them unequally at its edges.
    """
    if asked.shape[-1] != vectors.shape[-1]:
        raise StepError(
            f"the question has {asked.shape[-1]} dimensions, the index {vectors.shape[-1]}; "
            "run: python embed.py"
        )
    if hasattr(np, "vecdot"):  # numpy 2; as fast as the product
        return np.vecdot(asked[:, None], vectors[None])
    return np.einsum("qd,nd->qn", asked, vectors)


def rrf(rankings, k=RRF_K):
    """Return {row: sum of 1 / (k + rank)}, ranks from 1; a row absent from a ranking gets nothing.

    ([[4, 7], [7]]) -> {4: 1/61, 7: 1/62 + 1/61}
    """
    scores = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, 1):
            scores[row] = scores.get(row, 0.0) + 1 / (k + rank)
    return scores


def share(bm25, possible):
    """(3.0, 12.0) -> 0.25; a question without words has no share in anything"""
    return bm25 / possible if possible > 0 else 0.0 * bm25


def above_chance(dense, chance):
    """Return cosines (questions, passages) as how far they are above chance (questions, 1).

    Some encoders put everything between 0.8 and 0.9: chance is the mean with any passage at all.
    """
    return (dense - chance) / np.maximum(1 - chance, 1e-6)


def crowding(vectors):
    """Return, for each of some unit rows, its mean cosine with the NEAREST of the others; one: 0.

    A passage of many near ones is near to any question as well (a hub).
    """
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -np.inf)
    n = min(NEAREST, len(vectors) - 1)
    return np.sort(cosines, axis=1)[:, -n:].mean(axis=1) if n > 0 else np.zeros(len(vectors))


def relevance(close, share):
    """Return how well a passage answers: closeness by tokens or vectors, and its share of words."""
    return close + WORDS * share
