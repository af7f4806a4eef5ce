"""LlamaIndex: QueryFusionRetriever over BM25Retriever and FAISS, then SentenceTransformerRerank.

offers   NEEDS                              what must be installed
         build(where, texts, vectors=None)  write its index; vectors spare it the encoding
         load(where, rerank="") -> ask      ask(question) -> [row of texts], best first

Its default vector store keeps lists of Python floats; FAISS is the faster one that it offers.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench.peers_shared import CANDIDATES, K, minilm

NEEDS = ("llama_index", "faiss", "bm25s")


def build(where, texts, vectors=None):
    import faiss
    from llama_index.core import StorageContext, VectorStoreIndex
    from llama_index.core.schema import TextNode
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding
    from llama_index.retrievers.bm25 import BM25Retriever
    from llama_index.vector_stores.faiss import FaissVectorStore

    own = [None] * len(texts) if vectors is None else vectors.tolist()
    pairs = enumerate(zip(texts, own))
    nodes = [TextNode(id_=str(row), text=text, embedding=one) for row, (text, one) in pairs]
    encoder = HuggingFaceEmbedding(model_name=minilm())
    store = FaissVectorStore(faiss_index=faiss.IndexFlatIP(384))
    storage = StorageContext.from_defaults(vector_store=store)
    VectorStoreIndex(nodes, storage_context=storage, embed_model=encoder)
    storage.persist(str(where))
    BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=CANDIDATES).persist(f"{where}/bm25")


def load(where, rerank=""):
    from llama_index.core import QueryBundle, StorageContext, load_index_from_storage
    from llama_index.core.llms import MockLLM
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding
    from llama_index.postprocessor.sbert_rerank import SentenceTransformerRerank
    from llama_index.retrievers.bm25 import BM25Retriever
    from llama_index.vector_stores.faiss import FaissVectorStore

    store = FaissVectorStore.from_persist_dir(str(where))
    storage = StorageContext.from_defaults(vector_store=store, persist_dir=str(where))
    index = load_index_from_storage(storage, embed_model=HuggingFaceEmbedding(model_name=minilm()))
    dense = index.as_retriever(similarity_top_k=CANDIDATES)
    words = BM25Retriever.from_persist_dir(f"{where}/bm25")
    words.similarity_top_k = CANDIDATES
    fuse = {"num_queries": 1, "mode": "reciprocal_rerank", "use_async": False, "llm": MockLLM()}
    found = QueryFusionRetriever([dense, words], similarity_top_k=2 * CANDIDATES, **fuse)
    ranker = SentenceTransformerRerank(model=rerank, top_n=K) if rerank else None

    def ask(question):
        nodes = found.retrieve(question)
        if ranker:
            nodes = ranker.postprocess_nodes(nodes, QueryBundle(question))
        return [int(one.node.node_id) for one in nodes[:K]]

    return ask
