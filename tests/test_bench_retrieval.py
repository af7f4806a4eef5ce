"""bench/retrieval.py: ranks, and a gate that never judges what it was fitted on."""

import numpy as np
import pytest

import calibration
import gate
from bench import retrieval, sets
from search import Hit


def hit(name, dense=0.5, bm25=1.0):
    return Hit(f"{name}#1", name, "", "", dense, bm25, 0.5, 0.03, 0.5, 0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("names", "relevant", "place"),
    [
        ("abc", {"b"}, 2),
        ("abc", {"c#1", "b"}, 2),  # a document or a chunk, whichever comes first
        ("abc", {"z"}, np.inf),
        ("", {"a"}, np.inf),
        ("abcdefghijk", {"k"}, np.inf),  # beyond the tenth
    ],
)
def test_the_rank_is_that_of_the_first_relevant_hit(names, relevant, place):
    assert retrieval.rank([hit(name) for name in names], relevant) == place


def test_halves_take_turns_within_each_kind():
    assert sets.halves([True, True, False, True, False]) == [0, 1, 0, 0, 1]


def test_a_question_is_judged_by_the_gate_of_the_other_parts_only(monkeypatch):
    seen = []
    monkeypatch.setattr(
        calibration, "fit", lambda rows, labels, ratio: seen.append(rows) or "fitted"
    )
    monkeypatch.setattr(retrieval, "margin", lambda fitted, values: values)
    parts = [sets.Question("", None, set(), part, fitted=part != 2) for part in (0, 1, 2, 1)]
    assert retrieval.judged(parts, [10, 11, 12, 13]).tolist() == [10, 11, 12, 13]
    assert seen == [[11, 13], [10], [10, 11, 13]]  # 12 takes no part in fitting


@pytest.mark.parametrize(
    ("method", "again", "silent"),
    [
        ("dense", False, {"words", "rare", "rerank"}),
        ("BM25", False, {"dense", "margin", "support", "above", "apart", "rerank"}),
        ("RRF", False, {"rerank"}),
        ("RRF", True, set()),
        ("fused", False, set()),
    ],
)
def test_the_gate_of_a_method_knows_what_the_method_knows(method, again, silent):
    found = retrieval.evidence([hit("a"), hit("b", 0.4)], method, again)
    assert set(found) == set(gate.SIGNALS)
    assert {name for name, value in found.items() if value == 0} == silent


def test_without_a_passage_every_signal_is_silent():
    assert set(retrieval.evidence([], "fused", True).values()) == {0.0}
