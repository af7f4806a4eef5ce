"""Hold a base as the call profile searches it, whether its parts lie here or elsewhere.

reads    words.bin   what the call profile made of the words of a base, when it was embedded
offers   Passages                  rows, texts, vectors, words, names; .near(asked), .worded(asked)
         of_ids(rows, ids) -> {id: row}
         words_of(rows, texts, cut) -> (BM25, Vocabulary), packed(both) -> bytes of words.bin
         stored(where, about) -> the same two, or None where they have to be made anew
"""

import bisect
import functools
import hashlib
import importlib.util
import io
import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import context
import homophones
import homophones_zh
import lexical
import nearest
from rag_io import dumps, utf8

FILE = "words.bin"
VOCABULARY = 10_000  # passages whose words are put back for misheard ones; more take minutes
RULES = (lexical, homophones, homophones_zh)  # what the words of a base depend on, beside its texts
CUTTERS = ("rjieba", "opencc", "pypinyin")  # and these, which a release may change


class Rows(list):
    """The rows of chunks.jsonl; places says where an id is."""

    @functools.cached_property
    def places(self):
        return {row["id"]: at for at, row in enumerate(self)}


def of_ids(rows, ids):
    """Return {id: row} of a few rows without a walk through all of them."""
    places = rows.places if hasattr(rows, "places") else Rows(rows).places
    return {one: rows[places[one]] for one in ids if one in places}


def words_of(rows, texts, cut):
    """Return (BM25, Vocabulary) of the rows of a base and of what is searched of each."""
    bm25 = lexical.BM25([cut(text) for text in texts])
    return bm25, homophones.vocabulary(row["text"] for row in rows[:VOCABULARY])


def rules():
    """Return what tells other rules for words: our files, Python, what cuts Chinese."""
    found = hashlib.sha256(sys.version.encode())
    for module in RULES:
        found.update(Path(module.__file__).read_bytes())
    for spec in filter(None, map(importlib.util.find_spec, CUTTERS)):
        for folder in spec.submodule_search_locations or ():
            files = sorted((one.name, one.stat().st_size) for one in os.scandir(folder))
            found.update(repr([one for one in files if one[0] != "__pycache__"]).encode())
    return found.hexdigest()


def packed(bm25, known):
    """Return both as bytes: JSON, then the arrays of BM25, each as in a .npy file."""
    about = {"rules": rules(), "n": bm25.n, "ids": [*bm25.ids], "note": known.note}
    about |= {name: sorted(getattr(known, name)) for name in ("words", "pairs", "names", "grams")}
    about |= {name: [*getattr(known, name).items()] for name in ("sounds", "terms")}
    file = io.BytesIO()
    head = np.frombuffer(utf8(dumps(about)), np.uint8)
    for array in (head, bm25.starts, bm25.rows, bm25.values):
        np.save(file, array)
    return file.getvalue()


def unpacked(data):
    """Return what packed() had; None where other rules made it."""
    file = io.BytesIO(data)
    head, *arrays = (np.load(file) for _ in range(4))
    about = json.loads(head.tobytes())
    if about["rules"] != rules():
        return None
    bm25 = lexical.BM25([])
    bm25.n, bm25.ids = about["n"], {token: at for at, token in enumerate(about["ids"])}
    bm25.starts, bm25.rows, bm25.values = arrays
    known = homophones.Vocabulary(
        *(frozenset(about[name]) for name in ("words", "pairs")),
        {tuple(sound): term for sound, term in about["sounds"]},
        frozenset(map(tuple, about["names"])),
        frozenset(about["grams"]),
        {tuple(heard): terms for heard, terms in about["terms"]},
        about["note"],
    )
    return bm25, known


def stored(where, about):
    """Return (BM25, Vocabulary) of the build that embed.json tells of, None where there is none.

    They follow from chunks.jsonl: any doubt costs a second and no answer.
    """
    try:
        data = (where / FILE).read_bytes()
    except OSError:
        return None
    same = hashlib.sha256(data).hexdigest() == about.get("words")
    return unpacked(data) if same else None


class Passages(NamedTuple):
    """An index as the call profile searches it; row i is line i of chunks.jsonl."""

    rows: list
    texts: list  # what is searched of each row
    vectors: np.ndarray  # or nearest.Packed
    made_by: tuple
    tokenizer: lexical.Tokenizer
    bm25: lexical.BM25
    names: context.Names
    tokens: np.ndarray  # float16 token vectors of all rows, or None
    offsets: np.ndarray  # where a row's begin; row i has tokens[offsets[i]:offsets[i + 1]]
    vocabulary: homophones.Vocabulary = None  # what misheard words are put back from
    sketch: nearest.Sketch = None  # of the vectors, where the index was made with --ann

    def near(self, asked):
        """Return the scores by vectors of unit rows asked."""
        return nearest.near(self.vectors, self.sketch, asked)

    def having(self, row, asked):
        """Return those of some tokens that a passage has."""
        lists = ((token, self.bm25.holding(token)[0]) for token in asked)
        places = ((token, rows, bisect.bisect_left(rows, row)) for token, rows in lists)
        return {token for token, rows, at in places if at < len(rows) and rows[at] == row}

    def worded(self, asked):
        """Return the scores by words of lists of tokens asked; 0 is no hit."""
        return nearest.Scanned(np.stack([self.bm25.scores(one) for one in asked]), above=0)
