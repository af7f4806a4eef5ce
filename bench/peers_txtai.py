"""txtai: a hybrid Embeddings index and its Reranker.

offers   NEEDS                              what must be installed
         build(where, texts, vectors=None)  write its index; vectors spare it the encoding
         load(where, rerank="") -> ask      ask(question) -> [row of texts], best first

The only one of the four with late interaction; its token vectors are kept in memory once seen.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench.peers_shared import CANDIDATES, K, minilm

NEEDS = ("txtai",)


def build(where, texts, vectors=None):
    from txtai import Embeddings

    index = Embeddings(path=minilm(), hybrid=True, content=True, gpu=False)
    if vectors is not None:  # the one hook that keeps the path for questions
        known = dict(zip(texts, vectors))
        index.model.encode = lambda data, category: np.stack([known[text] for text in data])
    index.index((row, text, None) for row, text in enumerate(texts))
    index.save(str(where / "txtai"))


def load(where, rerank=""):
    from txtai import Embeddings
    from txtai.pipeline import Reranker, Similarity

    index = Embeddings(gpu=False)
    index.load(str(where / "txtai"))
    if not rerank:
        return lambda question: [int(one["id"]) for one in index.search(question, K)]
    if rerank == "late":
        model, cache = Similarity(minilm(), lateencode=True, gpu=False, method="latepooling"), True
    else:
        model, cache = Similarity(rerank, crossencode=True, gpu=False), None
    ranker, factor = Reranker(index, model, cache), 2 * CANDIDATES // K
    return lambda question: [int(one["id"]) for one in ranker(question, limit=K, factor=factor)]
