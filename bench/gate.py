"""Measure the gate: false accepts, false rejects and AUROC on questions that it was not fitted on.

reads    clinc150/ and dstc10_spoken/ as published (rows.jsonl; kb.jsonl and queries.jsonl), or the
         questions of a built workspace, whose index lies in VOICE_RAG_DIR

    python bench/gate.py --clinc DIR --dstc DIR
    python bench/gate.py --workspace fixtures/course/queries.jsonl

Each question is judged by a gate fitted on the other half, both halves in turn, as threshold.py
fits it. "cosine" is the same with the best cosine as the only signal. dstc10 has two lines: turns
that need no FAQ, and "ablated": every answerable turn once more without its right row, where the
gate fitted on the first kind must refuse. @10 are the false accepts at 10 % false rejects.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import labelled
import retrieval
import spoken
from bench.retrieval import build, part, read
from calibration import COST, SHARE
from fitting import fit
from gate import SIGNALS, judge, score, signals
from measures import auroc
from rag_io import run

CONSTANT = dict.fromkeys(SIGNALS, 0.0)  # what says nothing


class Row(NamedTuple):
    values: dict
    answerable: bool
    half: int
    ablated: bool = False


def asked(base, text, history=(), nbest=()):
    """Return the signals of one question, rewritten as a call does."""
    text = spoken.understand(text, history=history).text
    return signals(retrieval.find(base, text, history=history, nbest=nbest).hits)


def halves(labels):
    """Return 0 and 1 in turn, for each kind by itself: [True, True, False] -> [0, 1, 0]"""
    seen = {True: 0, False: 0}
    found = []
    for label in labels:
        found.append(seen[label] % 2)
        seen[label] += 1
    return found


def clinc(folder):
    """Return the rows of commands in and out of scope; a passage is an example of an intent."""
    rows = [
        row | {"doc": row["intent"], "id": f"c{i}"}
        for i, row in enumerate(read(folder / "rows.jsonl"))
    ]
    base = build([row for row in rows if row["split"] == "train"])
    rows = [row for row in rows if row["split"] != "train"]
    labels = [bool(row["answerable"]) for row in rows]
    return [
        Row(asked(base, row["text"]), label, half)
        for row, label, half in zip(rows, labels, halves(labels))
    ]


def places(turn):
    """Return the places of a turn: the labelled ones, or the one that was named last."""
    return turn["scope"] or ([turn["tracked_scope"]] if turn["tracked_scope"] else [])


def dstc(folder):
    """Return the rows of turns about a place, the answerable ones a second time ablated."""
    rows = [
        {"id": r["id"], "doc": r["id"].rsplit(":", 1)[0], "heading": r["entity"], "text": r["text"]}
        for r in read(folder / "kb.jsonl")
    ]
    turns = read(folder / "queries.jsonl")
    used = {name for turn in turns for name in places(turn)}
    rows = [row for row in rows if row["doc"] in used]
    turns = [turn for turn in turns if {row["doc"] for row in rows} & set(places(turn))]
    base, found = build(rows), []
    for turn, half in zip(turns, halves([bool(turn["answerable"]) for turn in turns])):
        inside = [i for i, row in enumerate(rows) if row["doc"] in places(turn)]
        found.append(Row(asked(part(base, inside), turn["asr"]), bool(turn["answerable"]), half))
        rest = [i for i in inside if rows[i]["id"] not in turn["relevant"]]
        if turn["answerable"] and rest:
            found.append(Row(asked(part(base, rest), turn["asr"]), False, half, True))
    return found


def workspace(path):
    """Return the rows of a built workspace."""
    rows = labelled.read(path)
    labels = [bool(row["answerable"]) for row in rows]
    return [
        Row(signals(labelled.found(row, "rewritten").hits), label, half)
        for row, label, half in zip(rows, labels, halves(labels))
    ]


def crossed(rows, ratio):
    """Return (score less tau, passed) of each row, by a gate of the other half's rows."""
    scores, passed = np.zeros(len(rows)), np.zeros(len(rows), bool)
    for half in (0, 1):
        others = [row for row in rows if row.half != half and not row.ablated]
        fitted = fit([row.values for row in others], [row.answerable for row in others], ratio)
        for i, row in enumerate(rows):
            if row.half == half:
                scores[i] = score(fitted, row.values) - fitted.tau
                passed[i] = judge(fitted, row.values)[0]
    return scores, passed


def line(name, scores, passed, labels):
    """Return one line of the table."""
    at_ten = (scores[~labels] >= np.quantile(scores[labels], 0.1)).mean()
    accepts, rejects = passed[~labels].mean(), (~passed[labels]).mean()
    return (
        f"{name:<24} {labels.sum():>5} {(~labels).sum():>5}   {accepts:6.1%}  {rejects:6.1%}"
        f"   {auroc(scores, labels):.3f}      {at_ten:6.1%}"
    )


def table(name, rows, ratio):
    """Return the lines of one data set."""
    alone = [row._replace(values=CONSTANT | {"dense": row.values["dense"]}) for row in rows]
    labels = np.array([row.answerable for row in rows])
    ablated = np.array([row.ablated for row in rows])
    lines = []
    for how, judged in (("cosine", alone), ("gate", rows)):
        scores, passed = crossed(judged, ratio)
        lines.append((name, how, ~ablated, scores, passed))
        if ablated.any():
            lines.append((f"{name} ablated", how, ablated | labels, scores, passed))
    lines.sort(key=lambda one: one[0])
    return [line(f"{name:<15} {how}", s[k], p[k], labels[k]) for name, how, k, s, p in lines]


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    sets = {"clinc": clinc, "dstc": dstc, "workspace": workspace}
    for name in sets:
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--cost", type=float, default=COST)
    parser.add_argument("--share", type=float, default=SHARE)
    args = parser.parse_args(argv)

    ratio = args.cost * args.share / (1 - args.share)
    print(f"{'':26} yes    no  accepts rejects   AUROC  accepts@10")
    for name, rows_of in sets.items():
        path = getattr(args, name)
        if path:
            title = path.parent.name if name == "workspace" else name
            print("\n".join(table(title, rows_of(path), ratio)), flush=True)


if __name__ == "__main__":
    run(main)
