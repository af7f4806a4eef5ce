"""Measure how often the right document is found, with the raw and with the rewritten transcript.

reads    rag/queries.jsonl   {"id", "asr", "context", "relevant": [doc], "answerable"}; the index
writes   eval.json           {"raw": {"recall_at_1", "recall_at_3"}, "rewritten": {...},
                              "scores": {query id: cosine of the first hit of the rewritten query}}

    python evaluate.py --queries queries.jsonl
    python evaluate.py --profile call --queries FILE   see evaluate_call.py
    python evaluate.py --compare A.json B.json         two runs of the call profile

Recall counts the answerable queries only; `scores` holds all of them.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import evaluate_call
import search
from index import steady
from rag_io import (
    StepError,
    fixtures,
    folder,
    one_line,
    read_jsonl,
    read_queries,
    run,
    summary,
    write_json,
)
from rewrite import rewrite
from threshold import number

DEPTHS = (1, 3)  # the k of recall@k


def recall_at(k, found, relevant):
    """Return the share of queries with a relevant document among their first k hits.

    (1, [['a', 'b'], ['b', 'a']], [{'a'}, {'a'}]) -> 0.5
    """
    right = [
        bool(set(docs[:k]) & set(wanted)) for docs, wanted in zip(found, relevant, strict=True)
    ]
    return sum(right) / len(right)


def recalls(queries, hits, docs):
    """Return {"recall_at_1", "recall_at_3"} over the answerable queries; hits as of search."""
    rows = [query for query in queries if query["answerable"]]
    found = [[docs[chunk] for chunk, _ in hits[row["id"]]] for row in rows]
    relevant = [row["relevant"] for row in rows]
    return {f"recall_at_{k}": recall_at(k, found, relevant) for k in DEPTHS}


def first_score(name, hits):
    """Return the score of a query's first hit; without one, or with NaN, the index is no good."""
    if not hits or not number(hits[0][1]):
        raise StepError(f"{name} has no hit with a score; run: python embed.py")
    return hits[0][1]


def evaluate(queries, docs):
    """Return (result as in eval.json, rewritten queries, hits of the rewritten queries), by id."""
    k = max(DEPTHS)
    texts = {row["id"]: rewrite(row["asr"], row["asr_context"]) for row in queries}
    raw = {row["id"]: search.search(row["asr"], k) for row in queries}
    rewritten = {row["id"]: search.search(texts[row["id"]], k) for row in queries}
    result = {
        "raw": recalls(queries, raw, docs),
        "rewritten": recalls(queries, rewritten, docs),
        "scores": {name: first_score(name, hits) for name, hits in rewritten.items()},
    }
    return result, texts, rewritten


def table(queries, texts, hits, docs):
    """Return one line a query: id, right or wrong, score, first hit, raw and rewritten text."""
    lines = []
    for row in queries:
        chunk, score = hits[row["id"]][0]
        right = docs[chunk] in row["relevant"] if row["answerable"] else None
        mark = {True: "right", False: "WRONG", None: "no answer"}[right]
        heard = one_line(row["asr"].lower())
        lines.append(f"{row['id']:<6} {mark:<9} {score:6.3f}  {chunk:<20} {heard}")
        if texts[row["id"]] != heard:
            lines.append(f"{'':46} -> {texts[row['id']]}")
    return "\n".join(lines)


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("--queries", type=Path, default=fixtures() / "rag" / "queries.jsonl")
    parser.add_argument("--out", type=Path, help="default: eval.json or eval-call.json")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    parser.add_argument("--also", type=Path, nargs="+", default=[], help="more queries, call only")
    parser.add_argument("--compare", type=Path, nargs=2, help="two results of the call profile")
    args = parser.parse_args(argv)

    if args.compare:
        return evaluate_call.compare(args.compare)
    if args.profile == "call":
        out = args.out or folder() / "eval-call.json"
        return evaluate_call.measure([args.queries, *args.also], out)
    queries = read_queries(args.queries, need=("relevant", "answerable"))
    if not any(query["answerable"] for query in queries):
        raise StepError(f"{args.queries}: no query is answerable, so there is no recall to measure")
    for query in queries:
        if query["answerable"] and not query["relevant"]:
            raise StepError(
                f"{args.queries}: {query['id']} is answerable and names no relevant document"
            )
    with steady():
        chunks = read_jsonl(folder() / "chunks.jsonl", "chunks", need=("id", "doc"))
        docs = {row["id"]: row["doc"] for row in chunks}
        result, texts, hits = evaluate(queries, docs)
    out = args.out or folder() / "eval.json"
    write_json(out, result)
    print(table(queries, texts, hits, docs))
    for name in ("raw", "rewritten"):
        print(f"{name:<10}", "  ".join(f"{key} {value:.3f}" for key, value in result[name].items()))
    print(f"{len(queries)} queries -> {out}")


if __name__ == "__main__":
    run(main)
