"""Measure retrieval, a row per data set and method: recall@1, recall@3, MRR, and a paired interval.

reads    noiseqa/, dstc10_spoken/, clinc150/ as published, or the questions of the built workspace

    python bench/retrieval.py --noiseqa DIR --dstc DIR --clinc DIR
    python bench/retrieval.py --workspace fixtures/course/queries.jsonl     # index in VOICE_RAG_DIR

dense and words are the two arms alone, rrf their fusion by rank, tokens the reranker without words,
fused what search.retrieve does. The interval (95 %, paired bootstrap) is of fused less the better
arm.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import embed
import fusion
import index
import retrieval

DEPTH = 10  # of the reciprocal rank
RESAMPLES = 4000
METHODS = ("dense", "words", "rrf", "tokens", "fused")


class Question(NamedTuple):
    text: str
    relevant: set  # ids or documents of rows
    passages: index.Passages
    history: tuple = ()
    nbest: tuple = ()


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def build(rows):
    """Return the Passages of rows, embedded here."""
    backend = embed.chosen()
    parts = list(embed.blocks(index.lexical.passage_texts(rows), backend))
    vectors = np.concatenate([part[0] for part in parts])
    if parts[0][1] is None:
        return index.passages(rows, vectors, backend, {})
    tokens = [row for part in parts for row in part[1]]
    offsets = np.cumsum([0, *map(len, tokens)])
    stored = np.concatenate(tokens).astype(np.float16)
    return index.passages(rows, vectors, backend, {}, (stored, offsets))


def noiseqa(folder):
    """Yield (name, questions): paragraphs of an encyclopedia."""
    base = build([row | {"doc": row["id"]} for row in read(folder / "kb.jsonl")])
    for column in ("asr", "asr_tts", "written"):
        rows = read(folder / "queries.jsonl")
        yield f"noiseqa {column}", [Question(r[column], set(r["relevant"]), base) for r in rows]


def clinc(folder):
    """Yield (name, questions): commands, where a hit has the same intent."""
    rows = [
        r | {"doc": r["intent"], "id": f"c{i}"} for i, r in enumerate(read(folder / "rows.jsonl"))
    ]
    base = build([row for row in rows if row["split"] == "train"])
    asked = [row for row in rows if row["split"] == "val" and row["answerable"]]
    yield "clinc150 val", [Question(row["text"], {row["doc"]}, base) for row in asked]


def dstc(folder):
    """Yield (name, questions): FAQ rows of one place, of all places, with n-best and history."""
    rows = [
        {"id": r["id"], "doc": r["id"].rsplit(":", 1)[0], "heading": r["entity"], "text": r["text"]}
        for r in read(folder / "kb.jsonl")
    ]
    asked = [row for row in read(folder / "queries.jsonl") if row["answerable"]]
    inside = [build([one for one in rows if one["doc"] in row["scope"]]) for row in asked]
    base = build(rows)
    turns = [tuple(turn["text"] for turn in row["history"]) for row in asked]
    heard = [tuple(one["hyp"] for one in row["nbest"]) for row in asked]
    for name, where, told, votes in (
        ("dstc10 one place", inside, None, None),
        ("dstc10 one place, n-best", inside, None, heard),
        ("dstc10 all places", [base] * len(asked), None, None),
        ("dstc10 all, history", [base] * len(asked), turns, None),
        ("dstc10 all, history, n-best", [base] * len(asked), turns, heard),
    ):
        yield name, [
            Question(row["asr"], set(row["relevant"]), one, told[i] if told else (),
                     votes[i] if votes else ())
            for i, (row, one) in enumerate(zip(asked, where))
        ]  # fmt: skip


def workspace(path):
    """Yield (name, questions) of a built workspace; the turn before is the history."""
    rows, base = read(path), index.load_passages()
    before = {row["id"]: row["text"] for row in rows}
    for column in ("asr", "text"):
        yield f"{path.parent.name} {column}", [
            Question(row[column], set(row["relevant"]), base,
                     (before[row["context"]],) if row.get("context") else ())
            for row in rows if row["answerable"]
        ]  # fmt: skip


def ranks(hits, relevant):
    """Return the rank of the first relevant hit, or infinity."""
    places = [n for n, one in enumerate(hits, 1) if {one.id, one.doc} & relevant]
    return places[0] if places and places[0] <= DEPTH else np.inf


def rankings(question):
    """Return {method: hits, best first} for one question."""

    def ask():
        found = retrieval.find(question.passages, question.text, 10**6, retrieval.CANDIDATES,
                               question.history, question.nbest)  # fmt: skip
        return found.hits

    fused = ask()
    by = {"dense": "dense", "words": "bm25", "rrf": "rrf"}
    found = {name: sorted(fused, key=lambda h: -getattr(h, key)) for name, key in by.items()}
    found["words"] = [one for one in found["words"] if one.bm25 > 0]
    weight, fusion.WORDS = fusion.WORDS, 0
    found["tokens"] = ask()
    fusion.WORDS = weight
    return found | {"fused": fused}


def interval(first, second):
    """Return the mean difference of two paired columns and its 95 % bootstrap interval."""
    apart = np.asarray(first, float) - np.asarray(second, float)
    draws = np.random.default_rng(0).integers(0, len(apart), (RESAMPLES, len(apart)))
    low, high = np.percentile(apart[draws].mean(axis=1), [2.5, 97.5])
    return apart.mean(), low, high


def report(name, questions):
    """Print one row a method."""
    found = [rankings(question) for question in questions]
    rank = {
        method: np.array([ranks(one[method], q.relevant) for one, q in zip(found, questions)])
        for method in METHODS
    }
    for method in METHODS:
        first, third, back = rank[method] == 1, rank[method] <= 3, 1 / rank[method]
        print(f"| {name} | {len(questions)} | {method} | {first.mean():.3f} | {third.mean():.3f} | "
              f"{back.mean():.3f} |")  # fmt: skip
    for title, column in (("@1", lambda r: r == 1), ("MRR", lambda r: 1 / r)):
        better = max(("dense", "words"), key=lambda method: column(rank[method]).mean())
        mean, low, high = interval(column(rank["fused"]), column(rank[better]))
        print(f"  {name}: fused less {better} {title} {mean:+.3f} [{low:+.3f}, {high:+.3f}]")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sets = {"noiseqa": noiseqa, "dstc": dstc, "clinc": clinc, "workspace": workspace}
    for name in sets:
        parser.add_argument(f"--{name}", type=Path)
    args = vars(parser.parse_args(argv))
    print("| data | n | method | recall@1 | recall@3 | MRR |\n|---|---|---|---|---|---|")
    for name, load in sets.items():
        if args[name]:
            for title, questions in load(args[name]):
                report(title, questions)


if __name__ == "__main__":
    main()
