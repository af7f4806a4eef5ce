"""The questions that retrieval and gate are measured on, each beside the passages it is put to.

reads    noiseqa/, dstc10_spoken/, clinc150/ as published; fixtures/NAME of this repository
offers   SETS {name: load(folder)}   load yields (data, form, [Question, ...])
         build(rows) -> Passages     embedded here

The form of a question is raw (the transcript alone), rewritten (what a call makes of it, with its
earlier turns) or written. A question without an answer is one of the data's own, or "ablated": an
answerable one once more, put to the passages without those that answer it, which must be refused.
"""

import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import embed
import index
import labelled
import lexical
import spoken

ROOT = Path(__file__).resolve().parents[1]


class Question(NamedTuple):
    text: str
    passages: index.Passages
    relevant: set  # ids or documents of rows
    part: int  # the gate that judges it was fitted on the other parts
    answerable: bool = True
    history: tuple = ()
    nbest: tuple = ()
    ablated: bool = False
    fitted: bool = True  # whether a gate may be fitted on it
    other: tuple | None = None  # the same Question in a further form, for fitting


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


@functools.cache
def encoded_once():
    """Make embed.encode_tokens keep what it encoded: the same texts are in hundreds of bases."""
    real, kept = embed.encode_tokens, {}

    def encode_tokens(texts, made_by=None, query=False):
        new = [text for text in dict.fromkeys(texts) if (text, query) not in kept]
        for start in range(0, len(new), embed.BLOCK):
            block = new[start : start + embed.BLOCK]
            vectors, tokens = real(block, made_by, query)
            tokens = tokens or [None] * len(block)
            for text, vector, rows in zip(block, vectors, tokens):
                kept[text, query] = vector, rows if rows is None else rows.astype(np.float16)
        found = [kept[text, query] for text in texts]
        tokens = [rows for _, rows in found]
        return np.stack([vector for vector, _ in found]), None if tokens[0] is None else tokens

    embed.encode_tokens = encode_tokens


def build(rows):
    """Return the Passages of rows, embedded here; token vectors are those that were kept."""
    encoded_once()
    backend = embed.chosen()
    vectors, _ = embed.encode_tokens(lexical.passage_texts(rows), backend)
    return index.passages(rows, vectors, backend, {})


def asked_as(form, text, base, history=()):
    """Return the text in that form: rewritten as a call does it, or as it is."""
    if form != "rewritten":
        return text
    return spoken.understand(text, history=history, vocabulary=base.vocabulary).text


def halves(labels):
    """Return 0 and 1 in turn, for each kind by itself: [True, True, False] -> [0, 1, 0]"""
    seen = {True: 0, False: 0}
    found = []
    for label in labels:
        found.append(seen[label] % 2)
        seen[label] += 1
    return found


def noiseqa(folder):
    """Paragraphs of an encyclopedia; without an answer are the same questions, ablated."""
    rows = [row | {"doc": row["id"]} for row in read(folder / "kb.jsonl")]
    base, asked = build(rows), read(folder / "queries.jsonl")

    @functools.cache
    def less(name):
        return build([row for row in rows if row["id"] != name])

    for data, column, form in (
        ("NoiseQA, spoken", "asr", "raw"),
        ("NoiseQA, spoken", "asr", "rewritten"),
        ("NoiseQA, synthetic speech", "asr_tts", "rewritten"),
        ("NoiseQA", "written", "written"),
    ):
        found = []
        for part, row in zip(halves([True] * len(asked)), asked):
            text, name = asked_as(form, row[column], base), row["relevant"][0]
            found.append(Question(text, base, {name}, part))
            found.append(Question(text, less(name), set(), part, False, ablated=True))
        yield data, form, found


def clinc(folder):
    """Commands in and out of scope; a passage is an example, and right if it means the same."""
    numbered = enumerate(read(folder / "rows.jsonl"))
    rows = [row | {"doc": row["intent"], "id": f"c{number}"} for number, row in numbered]
    base = build([row for row in rows if row["split"] == "train"])
    rows = [row for row in rows if row["split"] != "train"]
    labels = [bool(row["answerable"]) for row in rows]
    for form in ("written", "rewritten"):
        texts = [asked_as(form, row["text"], base) for row in rows]
        parts = zip(texts, rows, labels, halves(labels))
        found = [Question(text, base, {row["doc"]}, part, yes) for text, row, yes, part in parts]
        yield "CLINC150", form, found


def places(turn):
    """Return the places of a turn: the labelled ones, or the one that was named last."""
    return turn["scope"] or ([turn["tracked_scope"]] if turn["tracked_scope"] else [])


def dstc(folder):
    """Turns about a place: its FAQ alone, then those of all places with the call's history."""
    rows = [
        {"id": r["id"], "doc": r["id"].rsplit(":", 1)[0], "heading": r["entity"], "text": r["text"]}
        for r in read(folder / "kb.jsonl")
    ]
    turns = read(folder / "queries.jsonl")
    known = {row["doc"] for row in rows}
    inside = [turn for turn in turns if known & set(places(turn))]
    yield "DSTC10, FAQ of one place", "raw", in_place(rows, inside, "raw")
    yield "DSTC10, FAQ of one place", "rewritten", in_place(rows, inside, "rewritten")
    base, parts = build(rows), halves([bool(turn["answerable"]) for turn in turns])
    yield "DSTC10, all places", "rewritten", [
        Question(asked_as("rewritten", turn["asr"], base), base, set(turn["relevant"]), part,
                 bool(turn["answerable"]), tuple(one["text"] for one in turn["history"]),
                 tuple(one["hyp"] for one in turn["nbest"]))
        for turn, part in zip(turns, parts)
    ]  # fmt: skip


def in_place(rows, turns, form):
    """Return the questions of turns to the FAQ of their place, the answerable ones also ablated.

    No gate is fitted on the ablated ones: it must refuse them as it stands.
    """
    found = []
    for turn, part in zip(turns, halves([bool(turn["answerable"]) for turn in turns])):
        own, right = [row for row in rows if row["doc"] in places(turn)], set(turn["relevant"])
        base, rest = build(own), [row for row in own if row["id"] not in right]
        text = asked_as(form, turn["asr"], base)
        nbest = tuple(one["hyp"] for one in turn["nbest"]) if form == "rewritten" else ()
        found.append(Question(text, base, right, part, bool(turn["answerable"]), nbest=nbest))
        if turn["answerable"] and rest:
            found.append(
                Question(text, build(rest), set(), part, False, (), nbest, True, fitted=False)
            )
    return found


def chunks_of(folder):
    """Return the chunks of a fixture, cut as the call profile cuts."""
    with tempfile.TemporaryDirectory() as where:
        out = Path(where) / "chunks.jsonl"
        command = [sys.executable, str(ROOT / "chunks.py"), "--profile", "call", "--out", str(out)]
        given = os.environ | {"VOICE_FIXTURES": str(folder), "VOICE_RAG_DIR": where}
        subprocess.run(command, env=given, check=True, capture_output=True)
        return read(out)


def fixture(folder):
    """All labelled questions of a fixture; few, so each is left out of its own gate."""
    base = build(chunks_of(folder))
    files = sorted([*folder.glob("queries*.jsonl"), *folder.glob("rag/queries*.jsonl")])
    rows = [row for path in files for row in labelled.read(path)]
    raw, heard, meant = (
        [heard_as(form, *one, base) for one in enumerate(rows)] for form in labelled.FORMS
    )
    pairs = ((raw, meant), (heard, meant), (meant, heard))
    for form, both in zip(labelled.FORMS, (zip(*pair) for pair in pairs)):
        yield folder.name, form, [one._replace(other=more) for one, more in both if one]


def heard_as(form, part, row, base):
    """Return the Question of one row in one form, None where it was not written."""
    heard, before = ("text", "text_turns") if form == "written" else ("asr", "turns")
    if not row.get(heard):
        return None
    turns = () if form == "raw" else tuple(row[before])
    text = asked_as("raw" if form == "raw" else "rewritten", row[heard], base, turns)
    return Question(text, base, set(row["relevant"]), part, bool(row["answerable"]), turns)


SETS = {"noiseqa": noiseqa, "dstc": dstc, "clinc": clinc, "fixture": fixture}
