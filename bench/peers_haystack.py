"""Haystack: a pipeline of two in-memory retrievers, DocumentJoiner and a similarity ranker.

offers   NEEDS                              what must be installed
         build(where, texts, vectors=None)  write its index; vectors spare it the encoding
         load(where, rerank="") -> ask      ask(question) -> [row of texts], best first

The in-memory document store is the one that needs no server, as all of the others here.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench.peers_shared import CANDIDATES, K, minilm

NEEDS = ("haystack", "haystack_integrations")


def build(where, texts, vectors=None):
    from haystack import Document
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack_integrations.components.embedders import sentence_transformers as encoders

    documents = [Document(id=str(row), content=text) for row, text in enumerate(texts)]
    if vectors is None:
        encoder = encoders.SentenceTransformersDocumentEmbedder(
            model=minilm(), normalize_embeddings=True, progress_bar=False
        )
        encoder.warm_up()
        documents = encoder.run(documents)["documents"]
    else:
        for one, vector in zip(documents, vectors.tolist()):
            one.embedding = vector
    store = InMemoryDocumentStore()
    store.write_documents(documents)
    store.save_to_disk(f"{where}/store.json")


def load(where, rerank=""):
    from haystack import Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers import in_memory
    from haystack.document_stores.in_memory import InMemoryDocumentStore
    from haystack_integrations.components.embedders import sentence_transformers as encoders
    from haystack_integrations.components.rankers import sentence_transformers as rankers

    store, line = InMemoryDocumentStore.load_from_disk(f"{where}/store.json"), Pipeline()
    encoder = encoders.SentenceTransformersTextEmbedder(
        model=minilm(), normalize_embeddings=True, progress_bar=False
    )
    line.add_component("encoder", encoder)
    line.add_component("words", in_memory.InMemoryBM25Retriever(store, top_k=CANDIDATES))
    line.add_component("dense", in_memory.InMemoryEmbeddingRetriever(store, top_k=CANDIDATES))
    line.add_component("joined", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
    line.connect("encoder.embedding", "dense.query_embedding")
    line.connect("words", "joined")
    line.connect("dense", "joined")
    if rerank:
        ranker = rankers.SentenceTransformersSimilarityRanker(model=rerank, top_k=K)
        line.add_component("ranked", ranker)
        line.connect("joined", "ranked")
    last = "ranked" if rerank else "joined"

    def ask(question):
        asked = {"encoder": {"text": question}, "words": {"query": question}}
        done = line.run(asked | ({"ranked": {"query": question}} if rerank else {}))
        return [int(one.id) for one in done[last]["documents"][:K]]

    return ask
