"""Find the chunks closest to a question.

reads    chunks.jsonl, embed.npy, embed.json   an index of one build
offers   search(query, k=3) -> [(chunk id, cosine), ...], best first
         retrieve(query, k=3, candidates=8, history=(), nbest=()) -> [Hit, ...], best first

    python search.py "what time do you open"
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
from fusion import cosines, top_k
from index import load_index
from rag_io import folder, read_jsonl, run, summary
from retrieval import Hit, Retrieval, load_passages, retrieve, retrieve_timed

__all__ = ["Hit", "Retrieval", "load_passages", "retrieve", "retrieve_timed", "search", "top_k"]


def search(query, k=3):
    """Return the k closest chunks as [(chunk id, cosine), ...], best first; at most all of them.

    Ties keep the order of chunks.jsonl. An empty query is encoded like any other.
    Raises StepError where the index is missing or not of one build.
    """
    ids, vectors, backend = load_index()
    if not ids:
        return []
    scores = cosines(embed.encode([query], backend), vectors)[0]
    return [(ids[i], float(scores[i])) for i in top_k(scores, k)]


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("query", help="the question, in quotes")
    parser.add_argument("-k", type=int, default=3, help="how many hits")
    args = parser.parse_args(argv)

    texts = {row["id"]: row["text"] for row in read_jsonl(folder() / "chunks.jsonl", "chunks")}
    for place, (chunk, score) in enumerate(search(args.query, args.k), 1):
        print(f"{place}. {score:.3f}  {chunk}\n   {texts[chunk]}")


if __name__ == "__main__":
    run(main)
