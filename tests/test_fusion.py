"""fusion.py, rerank.maxsim: ranks, shares, token by token; all by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fusion import WORDS, above_chance, crowding, leading, relevance, rrf, share, top_k
from rerank import maxsim


@pytest.mark.parametrize(
    ("rankings", "scores"),
    [
        ([[4, 7], [7]], {4: 1 / 61, 7: 1 / 62 + 1 / 61}),
        ([[4], [4]], {4: 2 / 61}),
        ([[], [3]], {3: 1 / 61}),  # absent from a ranking gives nothing
        ([[], []], {}),
        ([], {}),
    ],
)
def test_reciprocal_ranks_add_up(rankings, scores):
    assert rrf(rankings) == pytest.approx(scores)


@given(
    st.lists(st.sampled_from([0.0, -0.0, 0.25, 0.5, 1.0, float("nan"), float("inf")])),
    st.integers(-1, 9),
)
def test_the_leading_rows_are_those_of_the_whole_order(scores, k):
    assert leading(scores, k) == top_k(scores, k)


def test_words_speak_as_loudly_as_their_evidence():
    assert share(3.0, 12.0) == 0.25
    assert share(0.0, 0.0) == 0  # no word in the question
    assert relevance(0.5, 0.25) == 0.5 + WORDS * 0.25


def test_cosines_are_measured_from_those_with_any_passage():
    narrow = above_chance(np.array([[0.9, 0.8, 0.8, 0.8]]), np.array([[0.825]]))
    assert narrow[0].tolist() == pytest.approx([0.075 / 0.175] + [-0.025 / 0.175] * 3)
    one = np.ones((1, 1))
    assert np.isfinite(above_chance(one, one)).all()  # one passage, the question itself


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[1, 0], [1, 0], [0, 1]], [0.5, 0.5, 0.0]),  # two others each: (1 + 0) / 2, (0 + 0) / 2
        ([[1, 0], [1, 0], [1, 0], [1, 0], [0, 1]], [1, 1, 1, 1, 0]),  # the nearest three count
        ([[1, 0]], [0]),  # nothing beside it
        (np.zeros((0, 2)), []),
    ],
)
def test_a_passage_among_near_ones_stands_in_a_crowd(rows, expected):
    assert crowding(np.array(rows, np.float32)).tolist() == expected


A, B, C = np.eye(3, dtype=np.float32)


@pytest.mark.parametrize(
    ("query", "passages", "scores"),
    [
        ([A, B], [[A, B], [A], [C]], [1, 0.5, 0]),
        ([A], [[B, A, B], [B]], [1, 0]),  # the closest token counts, not the mean
        ([A], [[], [A]], [0, 1]),  # a passage without a token, and not its neighbour's
        ([A], [[A], []], [1, 0]),
        ([], [[A]], [0]),
        ([A], [], []),
        ([A], [[0.6 * A + 0.8 * B], [-A]], [0.6, -1]),
    ],
)
def test_each_token_of_the_question_finds_its_closest(query, passages, scores):
    arrays = [np.array(one, np.float16).reshape(-1, 3) for one in passages]
    found = maxsim(np.array(query, np.float32).reshape(-1, 3), arrays)
    assert found.tolist() == pytest.approx(scores, abs=1e-3)
