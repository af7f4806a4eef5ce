"""LangChain: EnsembleRetriever over BM25Retriever and FAISS, then CrossEncoderReranker.

offers   NEEDS                              what must be installed
         build(where, texts, vectors=None)  write its index; vectors spare it the encoding
         load(where, rerank="") -> ask      ask(question) -> [row of texts], best first

BM25Retriever cannot be saved: it is made again at each start, from the texts in the store.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench.peers_shared import CANDIDATES, K, minilm

NEEDS = ("langchain_classic", "langchain_community", "langchain_huggingface", "faiss", "rank_bm25")
UNIT = {"normalize_embeddings": True}


def encoder():
    from langchain_huggingface import HuggingFaceEmbeddings

    return HuggingFaceEmbeddings(model_name=minilm(), encode_kwargs=UNIT)


def build(where, texts, vectors=None):
    from langchain_community.vectorstores import FAISS

    model, rows = encoder(), [{"row": row} for row in range(len(texts))]
    if vectors is None:
        store = FAISS.from_texts(texts, model, rows)
    else:
        store = FAISS.from_embeddings(zip(texts, vectors.tolist()), model, rows)
    store.save_local(str(where))


def load(where, rerank=""):
    from langchain_classic.retrievers import ContextualCompressionRetriever, EnsembleRetriever
    from langchain_classic.retrievers.document_compressors import CrossEncoderReranker
    from langchain_community.cross_encoders import HuggingFaceCrossEncoder
    from langchain_community.retrievers import BM25Retriever
    from langchain_community.vectorstores import FAISS

    trust = {"allow_dangerous_deserialization": True}  # we wrote the file
    store = FAISS.load_local(str(where), encoder(), **trust)
    documents = [store.docstore.search(key) for key in store.index_to_docstore_id.values()]
    words = BM25Retriever.from_documents(documents, k=CANDIDATES)  # it cannot be saved
    dense = store.as_retriever(search_kwargs={"k": CANDIDATES})
    found = EnsembleRetriever(retrievers=[words, dense], weights=[0.5, 0.5])
    if rerank:
        model = HuggingFaceCrossEncoder(model_name=rerank)
        ranker = CrossEncoderReranker(model=model, top_n=K)
        found = ContextualCompressionRetriever(base_compressor=ranker, base_retriever=found)
    return lambda question: [one.metadata["row"] for one in found.invoke(question)[:K]]
