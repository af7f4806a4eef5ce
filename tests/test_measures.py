"""Measures equal those of scikit-learn 1.9.1 and SciPy 1.17.1, whose values are stored here."""

import math

import pytest

from measures import auroc, mean, ndcg, percentile, reciprocal_rank, risk_coverage, success, wilson

SCORES = [0.9, 0.8, 0.8, 0.55, 0.54, 0.53, 0.52, 0.51, 0.5, 0.4]
SCORES += [0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1, 0.3]
LABELS = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("scores", "labels", "expected"),
    [
        (SCORES, LABELS, 0.665),  # sklearn.metrics.roc_auc_score, two pairs of ties in it
        ([3, 2, 1], [1, 1, 0], 1.0),
        ([1, 1], [1, 0], 0.5),  # a tie is half a pair
        ([1, 2], [1, 0], 0.0),
        ([1, 2], [1, 1], None),  # nothing to tell apart
        ([], [], None),
        ([math.nan, 1], [1, 0], None),
    ],
)
def test_auroc_is_that_of_scikit_learn(scores, labels, expected):
    assert auroc(scores, labels) == (expected if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("relevant", "k", "expected"),
    [  # of the ranking a b c d e, by sklearn.metrics.ndcg_score
        ("ad", 3, 0.6131471927654585),
        ("ad", 10, 0.8772153153380493),
        ("c", 3, 0.5),
        ("bcd", 3, 0.5307212739772434),
        ("bcd", 10, 0.732828620477791),
        ("e", 3, 0.0),
        ("e", 10, 0.38685280723454163),
    ],
)
def test_ndcg_is_that_of_scikit_learn(relevant, k, expected):
    assert ndcg(list("abcde"), set(relevant), k) == pytest.approx(expected)


def test_a_document_found_twice_counts_once():
    assert ndcg(["b", "a", "a"], {"a", "c"}, 10) == pytest.approx(
        (1 / math.log2(3)) / (1 + 1 / math.log2(3))  # c is missing and belongs to the ideal
    )
    assert reciprocal_rank(["b", "b", "a"], {"a"}) == 0.5


@pytest.mark.parametrize(
    ("ranking", "relevant", "k", "hit", "rank"),
    [
        (["a", "b", "c"], {"a"}, 1, 1.0, 1.0),
        (["a", "b", "c"], {"b"}, 1, 0.0, 0.5),
        (["a", "b", "c"], {"b", "c"}, 3, 1.0, 0.5),  # the first of them counts
        (["a"], {"a"}, 10, 1.0, 1.0),  # fewer hits than k
        ([], {"a"}, 3, 0.0, 0.0),
    ],
)
def test_success_and_reciprocal_rank_of_a_ranking(ranking, relevant, k, hit, rank):
    assert success(ranking, relevant, k) == hit
    assert reciprocal_rank(ranking, relevant) == rank


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [  # scipy.stats.binomtest(count, total).proportion_ci(method="wilson")
        (0, 10, 0.0, 0.27753279986288926),
        (3, 30, 0.034599888747334176, 0.2562108257918408),
        (10, 10, 0.7224672001371109, 1.0),
        (1, 2, 0.09453120573423074, 0.9054687942657693),
        (50, 400, 0.09611512323676381, 0.1610190975139586),
        (0, 0, 0.0, 1.0),  # nothing was seen, so nothing is known
    ],
)
def test_wilson_interval_is_that_of_scipy(count, total, low, high):
    assert wilson(count, total) == (pytest.approx(low, abs=1e-12), pytest.approx(high))


def test_risk_grows_and_shrinks_with_coverage():
    curve = risk_coverage([1, 3, 2], [True, True, False])
    assert curve == [(1 / 3, 0.0, 3.0), (2 / 3, 0.5, 2.0), (1.0, 1 / 3, 1.0)]


def test_equal_scores_are_one_point_of_the_curve():
    assert risk_coverage([2, 2], [False, True]) == [(1.0, 0.5, 2.0)]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([9, 1, 2, 3], 0.5, 2.0), ([9, 1, 2, 3], 0.95, 9.0), ([5], 0.5, 5.0), ([], 0.5, None)],
)
def test_percentile_is_a_value_that_occurred(values, share, expected):
    assert percentile(values, share) == expected


def test_mean_of_nothing_is_none():
    assert mean([]) is None
    assert mean(iter([1, 2])) == 1.5
