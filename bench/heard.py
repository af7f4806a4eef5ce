"""What rewriting is worth to retrieval: recall of spoken questions raw, by the lab, as a call does.

    python bench/heard.py --fixture fixtures/voice --noiseqa DIR --dstc DIR

The passages and the fused retrieval of the call profile are the same for all three; `lab` is
rewrite.rewrite with the question before as context, `call` what a turn of the call profile makes of
the transcript. Questions with an answer only.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import labelled
import retrieval
from bench.sets import build, chunks_of, places, read
from rag_io import run
from rewrite import rewrite
from spoken import understand

HEAD = "| data | n | raw | lab | call |\n|---|---|---|---|---|"
DEPTH = 3


def forms(text, history, base):
    """Return the three queries of one transcript."""
    context = history[-1] if history else None
    return (
        text,
        rewrite(text, context),
        understand(text, history=history, vocabulary=base.vocabulary).text,
    )


def fixture(folder):
    base = build(chunks_of(folder))
    for path in sorted(folder.glob("rag/queries*.jsonl")):
        for row in labelled.read(path):
            if row["answerable"]:
                yield base, row["asr"], tuple(row["turns"]), row["relevant"]


def noiseqa(folder):
    base = build([row | {"doc": row["id"]} for row in read(folder / "kb.jsonl")])
    for row in read(folder / "queries.jsonl"):
        yield base, row["asr"], (), row["relevant"]


def dstc(folder):
    rows = [
        {"id": row["id"], "doc": row["id"].rsplit(":", 1)[0], "heading": "", "text": row["text"]}
        for row in read(folder / "kb.jsonl")
    ]
    for turn in read(folder / "queries.jsonl"):
        own = [row for row in rows if row["doc"] in places(turn)]
        if turn["answerable"] and own:
            yield build(own), turn["asr"], (), turn["relevant"]


def found(base, query, relevant):
    """Return (hit at 1, hit within 3) of one query; a label is a document or a passage."""
    hits = retrieval.find(base, query).hits[:DEPTH]
    right = [hit.doc in relevant or hit.id in relevant for hit in hits]
    return any(right[:1]), any(right)


def row_of(name, questions):
    """Return a line of the table: recall@1 / recall@3 of each form."""
    scores = [
        [found(base, query, relevant) for query in forms(text, history, base)]
        for base, text, history, relevant in questions
    ]
    n = len(scores)
    cells = [
        " / ".join(f"{sum(one[form][k] for one in scores) / n:.3f}" for k in (0, 1))
        for form in range(3)
    ]
    return f"| {name} | {n} | {' | '.join(cells)} |"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sets = {"fixture": fixture, "noiseqa": noiseqa, "dstc": dstc}
    for name in sets:
        parser.add_argument(f"--{name}", type=Path)
    args = vars(parser.parse_args(argv))
    print(HEAD)
    for name, read_set in sets.items():
        if args[name]:
            print(row_of(args[name].name, read_set(args[name])), flush=True)


if __name__ == "__main__":
    run(main)
