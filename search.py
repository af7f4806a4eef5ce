"""Find the chunks closest to a question.

reads    chunks.jsonl, embed.npy, embed.json   an index of one build
offers   search(query, k=3) -> [(chunk id, cosine), ...], best first
         retrieve(query, k=3, candidates=8, history=(), nbest=()) -> [Hit, ...], best first

    python search.py "what time do you open"
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
import fusion
import lexical
from index import load_index, load_passages
from rag_io import folder, read_jsonl, run

K, CANDIDATES = 3, 8  # hits returned; passages taken from each ranking


def top_k(scores, k):
    """Return the positions of the k largest scores, best first; ties keep file order, NaN is last.

    ([0.1, 0.9, 0.9], 2) -> [1, 2]
    """
    return np.argsort(-np.asarray(scores), kind="stable")[: max(k, 0)].tolist()


class Hit(NamedTuple):
    """One passage with all its scores; bm25 is 0 where no word is shared."""

    id: str
    doc: str
    text: str
    heading: str
    dense: float  # cosine of question and passage
    bm25: float
    overlap: float  # share of the question's words that the passage has
    rrf: float  # of the two rankings above
    rerank: float  # of the reranker: token by token, or a cross-encoder


class Retrieval(NamedTuple):
    hits: list  # of Hit, best first
    timings: dict  # {"context_ms", "dense_ms", "bm25_ms", "rerank_ms", "retrieve_ms"}
    query: str  # what was searched: the question, completed
    added: str  # what the call's history added to it


def search(query, k=3):
    """Return the k closest chunks as [(chunk id, cosine), ...], best first; at most all of them.

    Ties keep the order of chunks.jsonl. An empty query is encoded like any other.
    Raises StepError where the index is missing or not of one build.
    """
    ids, vectors, backend = load_index()
    if not ids:
        return []
    scores = vectors @ embed.encode([query], backend)[0]
    return [(ids[i], float(scores[i])) for i in top_k(scores, k)]


def retrieve_timed(query, k=K, candidates=CANDIDATES, history=(), nbest=()):
    """Return a Retrieval: the hits of `retrieve`, and how they came about."""
    start = time.perf_counter()
    passages, asked = load_passages(), lexical.tokens(query)
    if not passages.rows or not query.strip():
        return Retrieval([], {"retrieve_ms": 1000 * (time.perf_counter() - start)}, query, "")
    dense = passages.vectors @ embed.encode([query], passages.made_by)[0]
    bm25 = passages.bm25.scores(asked)
    lexical_order = [row for row in top_k(bm25, candidates) if bm25[row] > 0]
    fused = fusion.rrf([top_k(dense, candidates), lexical_order])
    best = sorted(fused, key=lambda row: (-fused[row], row))[: max(k, 0)]
    hits = []
    for row in best:
        one = passages.rows[row]
        has = set(lexical.tokens(one["text"]))
        overlap = len(has & set(asked)) / max(len(set(asked)), 1)
        scores = map(float, (dense[row], bm25[row], overlap, fused[row], dense[row]))
        heading = one.get("heading") or one.get("title") or ""
        hits.append(Hit(one["id"], one["doc"], one["text"], heading, *scores))
    return Retrieval(hits, {"retrieve_ms": 1000 * (time.perf_counter() - start)}, query, "")


def retrieve(query, k=K, candidates=CANDIDATES, history=(), nbest=()):
    """Return the k best passages as [Hit, ...], best first; ties keep the order of chunks.jsonl.

    history holds the texts of the turns before, oldest first: a follow-up is completed from them.
    nbest holds further transcripts of the same question. No passage, or no question: [].
    """
    return retrieve_timed(query, k, candidates, history, nbest).hits


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("query", help="the question, in quotes")
    parser.add_argument("-k", type=int, default=3, help="how many hits")
    args = parser.parse_args(argv)

    texts = {row["id"]: row["text"] for row in read_jsonl(folder() / "chunks.jsonl", "chunks")}
    for place, (chunk, score) in enumerate(search(args.query, args.k), 1):
        print(f"{place}. {score:.3f}  {chunk}\n   {texts[chunk]}")


if __name__ == "__main__":
    run(main)
