"""Retrieve for a call: by vectors and by words, fused, reranked, completed from the call's history.

reads    an index of one build (index.py); best of `python embed.py --profile call`
offers   retrieve(query, k=3, candidates=8, history=(), nbest=()) -> [Hit, ...], best first
         retrieve_timed(...) -> Retrieval, which adds stage times and what was searched

The code is the same for every embedder. What it has no part for is left out: without token vectors
the cosine stands in for late interaction.
"""

import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
import fusion
import lexical
import rerank
import token_store
from fusion import top_k
from index import load_passages

K, CANDIDATES = 3, 8  # hits returned; passages taken from each ranking
NBEST = 3  # transcripts of one question that vote; more add noise
NAN = float("nan")  # a Hit made elsewhere lacks what the gate needs, and does not pass it


class Hit(NamedTuple):
    """One passage with all its scores; bm25 is 0 where no word is shared."""

    id: str
    doc: str
    text: str
    heading: str
    dense: float  # cosine of question and passage
    bm25: float
    overlap: float  # share of the question's words, stop words aside, that the passage has
    rrf: float  # of the rankings by vectors and by words
    rerank: float  # decides the order: see fusion.relevance, or the CrossEncoder's own score
    covered: float = NAN  # as overlap, each word weighed by how rare it is: the gate's
    above: float = NAN  # how far dense is above that of the question with any passage
    apart: float = NAN  # dense less the passage's own cosine with its nearest among the found


class Retrieval(NamedTuple):
    """What was found, and how."""

    hits: list  # of Hit, best first
    timings: dict  # milliseconds: context_ms, dense_ms, bm25_ms, rerank_ms, retrieve_ms
    query: str  # what was searched: the question, completed, in simplified characters
    added: str  # what the call's history added to it


class Clock:
    """Time the stages of one question, in milliseconds."""

    def __init__(self):
        self.start = self.last = time.perf_counter()
        self.timings = {}

    def lap(self, stage):
        now = time.perf_counter()
        self.timings[stage], self.last = 1000 * (now - self.last), now

    def stop(self):
        return self.timings | {"retrieve_ms": 1000 * (time.perf_counter() - self.start)}


def variants(query, added, nbest):
    """Return the texts to search: the question, its completion, and other transcripts of it.

    The question as it was asked stays, in case the call has moved on from what was named.
    """
    others = [text for text in nbest if isinstance(text, str) and text.strip()]
    heard = list(dict.fromkeys([query, *others]))[:NBEST]
    return [query, *(f"{added} {text}" for text in heard)] if added else heard


def closeness(passages, rows, texts, tokens, near):
    """Return how close each text is to each candidate, (texts, rows): by tokens or by vectors."""
    if tokens is None or rerank.chosen() == "none":
        return fusion.VECTORS * fusion.above_chance(near.of(rows), near.chance())
    if passages.tokens is None:
        found = [passages.texts[row] for row in rows]
        stored = embed.encode_tokens(found, passages.made_by)[1]
    else:
        kept = passages.tokens, passages.offsets
        stored = [token_store.of_row(*kept, row) for row in rows]
    return np.stack([rerank.maxsim(one, stored) for one in tokens])


def reranked(passages, rows, texts, tokens, near, shares):
    """Return the score of each candidate that decides the order; the best text counts."""
    if rerank.chosen() not in ("maxsim", "none"):
        found = [passages.texts[row] for row in rows]
        return rerank.cross(rerank.chosen(), texts[-1], found)
    close = closeness(passages, rows, texts, tokens, near)
    return fusion.relevance(close, shares).max(axis=0)


def hit(row, tokens, passages, **scores):
    """Return the Hit of one candidate."""
    one = passages.rows[row]
    has = [passages.having(row, asked) for asked in tokens]
    overlap = max(len(found) / max(len(set(asked)), 1) for found, asked in zip(has, tokens))
    covered = max(passages.bm25.covered(asked, found) for found, asked in zip(has, tokens))
    scores = {name: float(value) for name, value in scores.items()}
    scores |= {"overlap": overlap, "covered": covered}
    return Hit(one["id"], one["doc"], one["text"], lexical.heading(one), **scores)


def scored(passages, rows, near, worded, fused, rerank):
    """Return the scores of each candidate, {name: value}, in the order of rows."""
    dense, bm25 = near.of(rows), worded.of(rows).max(axis=0)
    above = fusion.above_chance(dense, near.chance()).max(axis=0)
    dense = dense.max(axis=0)
    apart = dense - fusion.crowding(passages.vectors[rows])
    found = dense, bm25, [fused[row] for row in rows], rerank, above, apart
    return [dict(zip(("dense", "bm25", "rrf", "rerank", "above", "apart"), one))
            for one in zip(*found)]  # fmt: skip


def find(passages, query, k=K, candidates=CANDIDATES, history=(), nbest=()):
    """Return the Retrieval of a question in Passages."""
    clock = Clock()
    if not passages.rows or not query.strip():
        return Retrieval([], clock.stop(), query, "")
    query = lexical.simplified(query)
    added = "" if passages.names.said(query) else passages.names.last(history)
    texts = variants(query, added, nbest)
    clock.lap("context_ms")
    vectors, tokens = embed.encode_tokens(texts, passages.made_by, query=True)
    near = passages.near(vectors)
    rankings = near.leading(candidates)
    clock.lap("dense_ms")
    words = [passages.tokenizer(text) for text in texts]
    worded = passages.worded(words)
    rankings += worded.leading(candidates)
    clock.lap("bm25_ms")
    fused = fusion.rrf(rankings)
    rows = sorted(fused)
    possible = [passages.bm25.possible(one) for one in words]
    shares = np.stack([fusion.share(*pair) for pair in zip(worded.of(rows), possible)])
    score = reranked(passages, rows, texts, tokens, near, shares)
    scores = scored(passages, rows, near, worded, fused, score)
    hits = [hit(rows[at], words, passages, **scores[at]) for at in top_k(score, k)]
    clock.lap("rerank_ms")
    return Retrieval(hits, clock.stop(), f"{added} {query}".strip(), added)


def retrieve_timed(query, k=K, candidates=CANDIDATES, history=(), nbest=()):
    """Return a Retrieval: the hits of `retrieve`, and how they came about."""
    return find(load_passages(), query, k, candidates, history, nbest)


def retrieve(query, k=K, candidates=CANDIDATES, history=(), nbest=()):
    """Return the k best passages as [Hit, ...], best first; ties keep the order of chunks.jsonl.

    history holds the texts of the turns before, oldest first: a follow-up is completed from them.
    nbest holds further transcripts of the same question. No passage, or no question: [].
    """
    return retrieve_timed(query, k, candidates, history, nbest).hits
