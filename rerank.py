"""Score the candidates of a question again, one by one.

offers   maxsim(query, passages) -> [float]    late interaction of token vectors, no new weights
         cross(question, texts) -> [float]     a sentence-transformers CrossEncoder

RERANKER chooses: unset is late interaction where the encoder has token vectors, `none` is no
reranker, a folder is a CrossEncoder's.
"""

import functools
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from nearest import widened
from rag_io import StepError

FIX = "set RERANKER to the folder of a CrossEncoder (config.json and weights), or unset it"


def chosen():
    """Return the reranker that RERANKER names: maxsim, none, or a folder."""
    return os.environ.get("RERANKER") or "maxsim"


def maxsim(query, passages):
    """Return the mean, over the question's tokens, of the closest token of each passage.

    query is (tokens, dim), passages a list of (tokens, dim), all rows of unit length. A passage or
    a question without a token scores 0.
    """
    scores = np.zeros(len(passages), np.float32)
    full = [i for i, passage in enumerate(passages) if len(passage)]
    if not full or not len(query):
        return scores
    lengths = [len(passages[i]) for i in full]
    rows = widened(np.concatenate([passages[i] for i in full]))
    starts = np.cumsum([0, *lengths[:-1]])
    scores[full] = np.maximum.reduceat(rows @ query.T, starts, axis=0).mean(axis=1)
    return scores


@functools.cache
def cross_encoder(folder):
    """Load a CrossEncoder on first use."""
    if not (Path(folder) / "config.json").is_file():
        raise StepError(f"{folder} holds no reranker; {FIX}")
    try:
        from sentence_transformers import CrossEncoder  # takes 10-20 s
    except ImportError as error:
        raise StepError(
            f"a CrossEncoder needs sentence-transformers ({error}); see requirements-torch.txt"
        ) from None
    try:
        return CrossEncoder(str(folder), device="cpu", local_files_only=True)
    except Exception as error:  # damaged files: each library below it has errors of its own
        first = (str(error) or type(error).__name__).splitlines()[0]
        raise StepError(f"{folder} cannot be loaded ({first}); {FIX}") from None


def cross(folder, question, texts):
    """Return the CrossEncoder's score of each text; its scale is the model's own."""
    if not texts:
        return np.zeros(0, np.float32)
    pairs = [(question, text) for text in texts]
    scores = cross_encoder(folder).predict(pairs, show_progress_bar=False)
    if np.ndim(scores) != 1:
        raise StepError(f"{folder} gives {np.shape(scores)[1]} scores a pair, not one; {FIX}")
    return np.asarray(scores, np.float32)
