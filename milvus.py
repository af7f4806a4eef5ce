"""Put an index into Milvus, for a base that one machine does not hold.

reads    the index of `python embed.py --profile call`
writes   engine.json   what a machine that asks Milvus needs beside embed.json: headings, words
         and in Milvus a collection, named after the build that it holds
offers   Milvus(engine)(name, ...)   a request of the client; a failure names the server

    VOICE_ENGINE=milvus:http://HOST:19530 python milvus.py      # fill it; a path is Milvus Lite's
    VOICE_ENGINE=milvus:http://HOST:19530 python serve.py       # or any step of the call profile

Milvus holds each passage's row, vector and BM25 weights. remote.py asks it.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import logging
import os
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed
import index
import lexical
import nearest
from rag_io import StepError, dumps, folder, one_line, read_bytes, run, summary, write_json

TIMEOUT = 5.0  # seconds for one request of a turn; the caller is refused then
PATIENCE = 600.0  # seconds for one request of a build
BATCH = 500  # passages inserted at a time; about 2 MB
LARGEST = 65_535  # bytes of a text in Milvus
EXACT = 100_000  # passages that Milvus compares one by one; more are in a graph of neighbours
NO_WORD = {0: 1.0}  # of a passage without words: Milvus wants some; no question has word 0
GRAPH, WIDTH = {"M": 32, "efConstruction": 200}, 512  # of that graph: more finds more, later
FILE = index.ENGINE
FIX = "run: python milvus.py"
INSTALL = "run: pip install -r requirements-engine.txt"


def address(engine):
    """'milvus:http://host:19530' -> 'http://host:19530'; a path becomes a whole path."""
    kind, _, where = engine.partition(":")
    if kind != "milvus" or not where:
        raise StepError(f"VOICE_ENGINE is {engine or 'unset'}; give milvus:PATH or milvus:URL")
    return where if "://" in where else str(Path(where).expanduser().absolute())


def shown(where):
    """'http://name:password@host' -> 'http://host'"""
    return re.sub(r"//[^/]*@", "//", where)


class Milvus:
    """A client; whatever goes wrong is a StepError that names the server."""

    def __init__(self, engine, timeout=TIMEOUT):
        self.where, self.timeout = address(engine), timeout
        try:
            import pymilvus
        except ImportError as error:
            raise StepError(f"pymilvus is missing ({error}); {INSTALL}") from None
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL)  # errors are told once, by us
        self.types, token = pymilvus.DataType, os.environ.get("VOICE_ENGINE_TOKEN", "")
        self.client = self.tried(pymilvus.MilvusClient, uri=self.where, token=token)

    def tried(self, call, *args, **options):
        try:
            return call(*args, timeout=self.timeout, **options)
        except Exception as error:  # the client raises its own, gRPC's, and plain ones
            reason = one_line(getattr(error, "message", "") or error)[:200]
            raise StepError(f"Milvus at {shown(self.where)} fails: {reason}; is it up?") from None

    def __call__(self, name, *args, **options):
        return self.tried(getattr(self.client, name), *args, **options)


def collection(where):
    """Return the collection's name and what embed.json says: a build has its own collection."""
    data = read_bytes(where / "embed.json", "embed --profile call")
    return f"voice_{embed.digest(data)[:24]}"


def weights(passages, ids):
    """Return {word number: BM25 weight} of each passage."""
    found = [{} for _ in passages.rows]
    for token in passages.bm25.ids:
        rows, values = passages.bm25.holding(token)
        for row, value in zip(rows.tolist(), values.tolist()):
            found[row][ids[token]] = value
    return [one or NO_WORD for one in found]


def about_of(name, passages):
    """Return what engine.json says."""
    headings = sorted({lexical.heading(row) for row in passages.rows})
    words = passages.bm25
    having = {token: len(words.holding(token)[0]) for token in sorted(words.ids)}
    mean = nearest.middle(passages.vectors).tolist()
    n = len(passages.rows)
    return {"collection": name, "rows": n, "mean": mean, "headings": headings, "words": having}


def numbers(words):
    """['day', 'ticket'] -> {'day': 1, 'ticket': 2}"""
    return {word: number for number, word in enumerate(words, 1)}


def entities(passages, ids):
    """Yield the passages as Milvus keeps them, BATCH at a time."""
    words = weights(passages, ids)
    for start in range(0, len(passages.rows), BATCH):
        part = []
        for row in range(start, min(start + BATCH, len(passages.rows))):
            kept = {"row": dumps(passages.rows[row]), "text": passages.texts[row]}
            if max(len(text.encode("utf-8", "replace")) for text in kept.values()) > LARGEST:
                raise StepError(f"{passages.rows[row]['id']} exceeds the {LARGEST} bytes of Milvus")
            vector = np.asarray(passages.vectors[row]).tolist()
            part.append({"number": row, **kept, "vector": vector, "words": words[row]})
        yield part


def create(ask, name, n, dim):
    """Make the collection anew: what an interrupted build left in it is dropped."""
    if ask("has_collection", name):
        ask("drop_collection", name)
    schema = ask.client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field("number", ask.types.INT64, is_primary=True)
    for field in ("row", "text"):
        schema.add_field(field, ask.types.VARCHAR, max_length=LARGEST)
    schema.add_field("vector", ask.types.FLOAT_VECTOR, dim=dim)
    schema.add_field("words", ask.types.SPARSE_FLOAT_VECTOR)
    indexes = ask.client.prepare_index_params()
    kind = {"index_type": "FLAT"} if n <= EXACT else {"index_type": "HNSW", "params": GRAPH}
    indexes.add_index("vector", metric_type="IP", **kind)
    indexes.add_index("words", index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
    ask("create_collection", name, schema=schema, index_params=indexes)


def fill(where, engine):
    """Put the index of a workspace into Milvus; return its engine.json."""
    passages, name = index.local_passages(where), collection(where)
    about = about_of(name, passages)
    ask, ids = Milvus(engine, PATIENCE), numbers(about["words"])
    create(ask, name, about["rows"], passages.vectors.shape[1])
    for part in entities(passages, ids):
        ask("insert", name, part)
    ask("flush", name)
    write_json(where / FILE, about)
    return about


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("--engine", default=os.environ.get("VOICE_ENGINE", ""), help="milvus:URL")
    args = parser.parse_args(argv)
    with index.steady():
        about = fill(folder(), args.engine)
    where = shown(address(args.engine))
    print(f"{about['rows']} passages in {about['collection']} of {where} -> {folder() / FILE}")


if __name__ == "__main__":
    run(main)
