"""Ask a model, where one is set, whether the passage entails the sentence: it can only object.

offers   doubt(sentence, passage, question="") -> reason code, or None

ENTAILMENT is the folder of a sentence-transformers CrossEncoder: one that gives a single score
(how well the passage supports the sentence), or one with a label "entailment". Unset, none is
asked. ENTAILMENT_MIN is the least probability; a model that fails, or gives no number, objects.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import sibling

LEAST = 0.5
SHORT = 4  # words: so short an answer is read with its question


def probability(folder, sentence, passage):
    """Return how probable the model holds it that the passage entails the sentence."""
    model = sibling("rerank").cross_encoder(folder)
    labels = model.config.num_labels
    scores = model.predict(
        [(passage, sentence)], apply_softmax=labels > 1, show_progress_bar=False
    )[0]
    if labels == 1:
        return float(scores)
    names = {str(name).lower(): at for at, name in model.config.id2label.items()}
    return float(scores[names["entailment"]])


def doubt(sentence, passage, question=""):
    """Return "not_entailed", "entailment_failed", or None where the model agrees or is not set."""
    folder = os.environ.get("ENTAILMENT")
    if not folder:
        return None
    if question and isinstance(question, str) and len(sentence.split()) < SHORT:
        sentence = f"{question} {sentence}"
    try:
        least = float(os.environ.get("ENTAILMENT_MIN") or LEAST)
        found = probability(folder, sentence, passage)
    except Exception:  # whatever a model or its folder does: on doubt nothing is said
        return "entailment_failed"
    return None if least <= found <= 1 else "not_entailed"  # NaN is not within
