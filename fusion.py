"""Fuse rankings.

offers   rrf(rankings) -> {row: score}     reciprocal rank fusion
"""

RRF_K = 60  # the usual start, Cormack et al. 2009


def rrf(rankings, k=RRF_K):
    """Return {row: sum of 1 / (k + rank)}, ranks from 1; a row absent from a ranking gets nothing.

    ([[4, 7], [7]]) -> {4: 1/61, 7: 1/62 + 1/61}
    """
    scores = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, 1):
            scores[row] = scores.get(row, 0.0) + 1 / (k + rank)
    return scores
