"""Hold a base as the call profile searches it, whether its parts lie here or elsewhere.

offers   Passages                  rows, texts, vectors, words, names; .near(asked), .worded(asked)
         of_ids(rows, ids) -> {id: row}
"""

import functools
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import context
import homophones
import lexical
import nearest


class Rows(list):
    """The rows of chunks.jsonl; places says where an id is."""

    @functools.cached_property
    def places(self):
        return {row["id"]: at for at, row in enumerate(self)}


def of_ids(rows, ids):
    """Return {id: row} of a few rows without a walk through all of them."""
    places = rows.places if hasattr(rows, "places") else Rows(rows).places
    return {one: rows[places[one]] for one in ids if one in places}


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

    def worded(self, asked):
        """Return the scores by words of lists of tokens asked; 0 is no hit."""
        return nearest.Scanned(np.stack([self.bm25.scores(one) for one in asked]), above=0)
