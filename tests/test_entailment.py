"""The model of ENTAILMENT objects to what the rules let pass, and can do nothing else."""

from types import SimpleNamespace

import numpy as np
import pytest

import rerank
from grounding import check_sentence

PASSAGE = "Dogs are welcome in the garden. A bowl is by the door."
NLI = {0: "contradiction", 1: "entailment", 2: "neutral"}


def model(monkeypatch, scores, labels=NLI):
    """Set ENTAILMENT to a model that gives these scores, and return the pairs it was asked."""
    asked = []

    def predict(pairs, **_):
        asked.extend(pairs)
        if isinstance(scores, Exception):
            raise scores
        return np.array([scores])

    fake = SimpleNamespace(
        predict=predict, config=SimpleNamespace(num_labels=len(labels), id2label=labels)
    )
    monkeypatch.setenv("ENTAILMENT", "folder")
    monkeypatch.setattr(rerank, "cross_encoder", lambda folder: fake)
    return asked


@pytest.mark.parametrize(
    ("scores", "labels", "reason"),
    [
        ([0.1, 0.8, 0.1], NLI, "ok"),
        ([0.8, 0.1, 0.1], NLI, "not_entailed"),
        ([0.1, 0.1, 0.8], NLI, "not_entailed"),  # neutral is no support
        ([0.1, float("nan"), 0.1], NLI, "not_entailed"),
        ([0.8, 0.2], {0: "Entailment", 1: "not_entailment"}, "ok"),
        (0.9, {0: "LABEL_0"}, "ok"),
        (0.4, {0: "LABEL_0"}, "not_entailed"),
        (float("nan"), {0: "LABEL_0"}, "not_entailed"),
        (7.5, {0: "LABEL_0"}, "not_entailed"),  # no probability
        ([0.1, 0.9], {0: "no", 1: "yes"}, "entailment_failed"),  # which one is meant?
        (RuntimeError("out of memory"), NLI, "entailment_failed"),
    ],
)
def test_a_model_may_object(monkeypatch, scores, labels, reason):
    asked = model(monkeypatch, scores, labels)
    assert check_sentence("Dogs are allowed in the garden.", PASSAGE) == (reason == "ok", reason)
    assert asked == [(PASSAGE, "Dogs are allowed in the garden.")]


def test_a_model_may_not_allow_what_a_rule_stops(monkeypatch):
    asked = model(monkeypatch, [0, 1, 0])
    assert check_sentence("Dogs are not allowed.", PASSAGE) == (False, "polarity_flip")
    assert not asked


def test_a_quotation_needs_no_model(monkeypatch):
    asked = model(monkeypatch, [1, 0, 0])
    assert check_sentence("A bowl is by the door.", PASSAGE) == (True, "ok")
    assert not asked


def test_a_short_answer_is_read_with_its_question(monkeypatch):
    asked = model(monkeypatch, [0, 1, 0])
    assert check_sentence("Yes, they are.", PASSAGE, "Are dogs welcome?")[0]
    assert asked == [(PASSAGE, "Are dogs welcome? Yes, they are.")]


@pytest.mark.parametrize("least", ["0.95", "nan", "much"])
def test_the_bound_is_a_setting_and_a_wrong_one_stops_everything(monkeypatch, least):
    model(monkeypatch, [0.05, 0.9, 0.05])
    monkeypatch.setenv("ENTAILMENT_MIN", least)
    assert not check_sentence("Dogs are allowed in the garden.", PASSAGE)[0]


def test_a_folder_that_holds_no_model_stops_everything_but_quotations(monkeypatch, tmp_path):
    monkeypatch.setenv("ENTAILMENT", str(tmp_path))
    answer = "Dogs are allowed in the garden."
    assert check_sentence(answer, PASSAGE) == (False, "entailment_failed")
    assert check_sentence("A bowl is by the door.", PASSAGE) == (True, "ok")
