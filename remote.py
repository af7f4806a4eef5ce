"""Search a base that lies in Milvus (milvus.py): the same hits as in this process.

reads    embed.json, engine.json; tokens.npy, offsets.npy where this machine has them
offers   passages(where, stamps, engine) -> index.Passages whose rows and scores come from Milvus

Milvus finds the candidates of both rankings. They come with their vectors and BM25 weights and are
scored, fused and reranked here by the code that serves every other base.
"""

import functools
import itertools
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import context
import fusion
import homophones
import index
import lexical
import milvus
import token_store
from passages import VOCABULARY
from rag_io import StepError, read_json

KEPT = 20_000  # passages kept here once they were fetched
PAGE = 500  # passages fetched at a time
FIELDS = ["number", "row", "text", "vector", "words"]


class Found:
    """Scores of the candidates that Milvus finds, for each of several vectors or lists of words."""

    def __init__(self, store, field, asked, data):
        self.store, self.field, self.asked, self.data = store, field, asked, data

    def leading(self, n):
        """Return the best n rows for each, best first, ties in file order."""
        return [self.store.search(self.field, one, n) if one else [] for one in self.data]

    def of(self, rows):
        """Return the scores (asked, rows), the same sums as without Milvus."""
        if self.field == "vector":
            return fusion.cosines(self.asked, self.store.vectors[rows])
        fetched = [one["words"] for one in self.store.fetch(rows)]
        sums = [[score(self.store.ids, one, asked) for one in fetched] for asked in self.asked]
        return np.array(sums, np.float32).reshape(len(self.asked), len(rows))

    def chance(self):
        """Return the mean cosine (asked, 1) with any passage."""
        return (self.asked @ np.array(self.store.about["mean"], np.float32))[:, None]


def score(ids, weights, asked):
    """Return the BM25 score of a passage's {word number: weight}, summed as lexical.BM25 does."""
    total = np.float32(0)
    for token, count in Counter(asked).items():
        total += np.float32(count * np.float32(weights.get(ids.get(token), 0)))
    return total


class Words(lexical.BM25):
    """How many passages have each word, for what a question could score; no passage is here."""

    def __init__(self, n, having):
        self.n, self.having = n, having

    def holding(self, token):
        return range(self.having.get(token, 0)), ()


class Column:
    """All rows, texts or vectors, fetched as they are read."""

    def __init__(self, store, field):
        self.store, self.field = store, field

    def __len__(self):
        return self.store.about["rows"]

    @property
    def places(self):
        """Return where the ids of the passages are that were fetched so far, as all hits were."""
        return self.store.places

    def __getitem__(self, at):
        if isinstance(at, list):
            return np.stack([one[self.field] for one in self.store.fetch(at)])
        if not 0 <= at < len(self):
            raise IndexError(at)
        return self.store.fetch([at])[0][self.field]

    def __iter__(self):
        for start in range(0, len(self), PAGE):
            part = self.store.fetch(range(start, min(start + PAGE, len(self))))
            yield from (one[self.field] for one in part)


class Store:
    """One build in Milvus."""

    def __init__(self, engine, about):
        self.ask, self.about = milvus.Milvus(engine), about
        self.kept, self.places = {}, {}
        self.name, self.ids = about["collection"], milvus.numbers(about["words"])
        self.vectors = Column(self, "vector")
        self.check()
        self.ask("load_collection", self.name)

    def check(self):
        """Raise StepError where Milvus does not hold this build whole."""
        where = milvus.shown(self.ask.where)
        if not self.ask("has_collection", self.name):
            raise StepError(f"Milvus at {where} does not hold this build; {milvus.FIX}")
        held = self.ask("get_collection_stats", self.name).get("row_count")
        if held != len(self.vectors):
            raise StepError(
                f"Milvus at {where} holds {held} of {len(self.vectors)} passages; {milvus.FIX}"
            )

    def search(self, field, one, n):
        """Return the best n rows, best first; those that share no word are no hits."""
        graph = field == "vector" and len(self.vectors) > milvus.EXACT
        params = {"metric_type": "IP", "params": {"ef": milvus.WIDTH} if graph else {}}
        found = self.ask(
            "search", self.name, [one], anns_field=field, limit=n, search_params=params
        )[0]
        best = [(-hit["distance"], hit["number"]) for hit in found]
        return [row for less, row in sorted(best) if less < 0 or field == "vector"]

    def fetch(self, numbers):
        """Return the passages as {"row", "text", "vector", "words"}, in the order of numbers."""
        kept = {number: self.kept.get(number) for number in numbers}
        missing = [number for number, one in kept.items() if one is None]
        if missing:
            for one in self.ask("get", self.name, missing, output_fields=FIELDS):
                vector = np.array(one["vector"], np.float32)
                kept[one["number"]] = {**one, "row": json.loads(one["row"]), "vector": vector}
                self.places[kept[one["number"]]["row"]["id"]] = one["number"]
        if None in kept.values():
            raise StepError(f"Milvus lacks passages of this build; {milvus.FIX}")
        self.kept = kept if len(self.kept) > KEPT else self.kept | kept
        return [kept[number] for number in numbers]

    def near(self, asked):
        """Return the scores by vectors of unit rows asked."""
        return Found(self, "vector", asked, [one.tolist() for one in asked])

    def worded(self, asked):
        """Return the scores by words of lists of tokens asked."""
        known = [Counter(token for token in one if token in self.ids) for one in asked]
        data = [{self.ids[token]: float(n) for token, n in one.items()} for one in known]
        return Found(self, "words", asked, data)


class Passages(index.Passages):
    """As every other, but that scores come from Milvus; sketch is the Store."""

    def near(self, asked):
        return self.sketch.near(asked)

    def having(self, row, asked):
        return set(self.tokenizer(self.texts[row])).intersection(asked)

    def worded(self, asked):
        return self.sketch.worded(asked)


@functools.lru_cache(maxsize=2)
def passages(where, stamps, engine):
    """Return the Passages of the build of embed.json; one that Milvus does not hold is an error."""
    about = read_json(where / milvus.FILE, "milvus")
    if about.get("collection") != milvus.collection(where):
        raise StepError(f"{where / milvus.FILE} is of another build; {milvus.FIX}")
    build = read_json(where / "embed.json", "embed")
    made = index.made_by(build)
    index.same_weights(build, made)
    headings = [{"heading": heading} for heading in about["headings"]]
    store = Store(engine, about)
    rows = Column(store, "row")
    known = homophones.vocabulary(row["text"] for row in itertools.islice(rows, VOCABULARY))
    here = (where / "tokens.npy").is_file()
    tokens = token_store.read(where, build) if here else (None, None)
    return Passages(
        rows,
        Column(store, "text"),
        store.vectors,
        made,
        index.tokenizer(headings, build),
        Words(len(rows), about["words"]),
        context.names_of(headings),
        *tokens,
        known,
        store,
    )
