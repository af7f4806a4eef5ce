"""ENTAILMENT takes the folder of a real CrossEncoder: tiny ones, random, made here."""

from importlib.util import find_spec

import numpy as np
import pytest
import tiny_bert

import entailment
from grounding import check_sentence

if not find_spec("sentence_transformers"):
    pytest.skip("requirements-torch.txt is not installed", allow_module_level=True)
pytestmark = pytest.mark.real

WORDS = "dogs are welcome allowed in the garden . a bowl is by door".split()
PASSAGE = "dogs are welcome in the garden. a bowl is by the door."
ANSWER = "dogs are allowed in the garden."
NLI = {0: "contradiction", 1: "entailment", 2: "neutral"}


def saved(folder, labels):
    """Write a BERT of random weights with these labels."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(3)
    known = tiny_bert.pieces(WORDS)
    numbers = {name: at for at, name in labels.items()}
    config = tiny_bert.config(known, id2label=labels, label2id=numbers)
    return str(tiny_bert.save(BertForSequenceClassification(config), folder, known))


def by_transformers(folder, column):
    """Return the probability that transformers alone give the pair: the oracle."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(folder)(PASSAGE, ANSWER, return_tensors="pt")
    with torch.no_grad():
        logits = AutoModelForSequenceClassification.from_pretrained(folder)(**tokens).logits[0]
    return float(logits.softmax(0)[column] if len(logits) > 1 else logits.sigmoid()[0])


@pytest.mark.parametrize(("labels", "column"), [(NLI, 1), ({0: "LABEL_0"}, 0)])
def test_a_model_by_folder_objects_or_agrees(monkeypatch, tmp_path, labels, column):
    folder = saved(tmp_path, labels)
    found = entailment.probability(folder, ANSWER, PASSAGE)
    assert np.isclose(found, by_transformers(folder, column), atol=1e-5)
    monkeypatch.setenv("ENTAILMENT", folder)
    for least, reason in ((found * 0.9, "ok"), (found * 1.1, "not_entailed")):
        monkeypatch.setenv("ENTAILMENT_MIN", str(least))
        assert check_sentence(ANSWER, PASSAGE) == (reason == "ok", reason)


def test_a_classifier_without_entailment_stops_everything(monkeypatch, tmp_path):
    monkeypatch.setenv("ENTAILMENT", saved(tmp_path, {0: "good", 1: "bad"}))
    assert check_sentence(ANSWER, PASSAGE) == (False, "entailment_failed")
