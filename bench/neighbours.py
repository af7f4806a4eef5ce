"""Measure a stage of retrieval as a base grows: by vectors, in each way they are kept, or by words.

    python bench/neighbours.py 1000 10000 100000 1000000 --texts KB.jsonl --questions Q.jsonl
    python bench/neighbours.py 1000 10000 100000 1000000 --words

Vectors are those of the `text` of KB.jsonl; beyond them mixtures of two texts, moved by the
difference of two others, so that they lie as texts do: vectors drawn at random are unfair to a
sketch. Questions are the `asr` of Q.jsonl. recall@10 is against exact search with float32.
"""

import argparse
import functools
import hashlib
import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts
sys.path.insert(0, str(Path(__file__).resolve().parent))

import growth

import embed
import lexical
import nearest

ENCODED, ASKED, K, CANDIDATES = 6000, 60, 10, 8
WAYS = ("float32", "float16", "int8", "float32 --ann", "int8 --ann")


def read(paths, column, most):
    """Return at most so many different texts of JSONL files, from all parts of them."""
    rows = [json.loads(line) for path in paths for line in open(path, encoding="utf-8")]
    found = list(dict.fromkeys(row[column] for row in rows if row.get(column)))
    return [found[at] for at in np.linspace(0, len(found) - 1, min(most, len(found))).astype(int)]


def grown(base, n):
    """Return n unit rows: those of base, then mixtures that lie among them."""
    draw, out = np.random.default_rng(0), np.empty((n, base.shape[1]), np.float32)
    out[: len(base)] = base[:n]
    for start in range(len(base), n, 50_000):
        count = min(50_000, n - start)
        i, j, a, b = draw.integers(0, len(base), (4, count))
        share = draw.uniform(0.6, 1, (count, 1)).astype(np.float32)
        rows = share * base[i] + (1 - share) * base[j] + 0.3 * (base[a] - base[b])
        out[start : start + count] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return out


def made(vectors, way, where):
    """Return (vectors as they are kept, sketch or None, megabytes, seconds to make them)."""
    kind, _, ann = way.partition(" ")
    start, sketch, size = time.perf_counter(), None, 0
    kept = nearest.packed(vectors, kind)
    if ann:
        path, data = where / nearest.FILE, nearest.sketched(kept)
        path.write_bytes(data)
        size = len(data)
        sketch = nearest.read_sketch(path, hashlib.sha256(data).hexdigest(), nearest.opened(kept))
    took = time.perf_counter() - start
    return nearest.opened(kept), sketch, f"{kept.nbytes >> 20} + {size >> 20}", took


def leading(kept, sketch, one, n=CANDIDATES):
    """Return the n rows nearest to one question."""
    return nearest.near(kept, sketch, one[None]).leading(n)[0]


def by_vectors(vectors, asked, where):
    """Print a row for each way to keep the vectors."""
    exact = [leading(vectors, None, one, K) for one in asked]
    for way in WAYS:
        kept, sketch, size, took = made(vectors, way, where)
        find = functools.partial(leading, kept, sketch)
        find(asked[0])
        p50, p95 = growth.timed(find, asked)
        pairs = [(set(a), set(find(one, K))) for a, one in zip(exact, asked)]
        recall = np.mean([len(a & b) / K for a, b in pairs])
        row = f"{way} | {p50:.1f} / {p95:.1f} | {recall:.3f} | {size} | {took:.1f}"
        print(f"| {len(vectors):,} | {row} |", flush=True)


def by_words(n):
    """Print a row: the index of words of n passages of 60 words."""
    cut = lexical.Tokenizer()
    passages = [cut(text) for text in growth.texts(n, growth.WORDS, 0)]
    start = time.perf_counter()
    bm25 = lexical.BM25(passages)
    took = time.perf_counter() - start
    size = (bm25.rows.nbytes + bm25.values.nbytes) >> 20
    asked = [cut(text) for text in growth.texts(ASKED, 8, 1)]
    p50, p95 = growth.timed(
        lambda one: nearest.Scanned(bm25.scores(one)[None], above=0).leading(CANDIDATES), asked
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"| {n:,} | {p50:.1f} / {p95:.1f} | {took:.1f} | {size} | {peak} |", flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="+")
    parser.add_argument("--texts", nargs="+", default=[])
    parser.add_argument("--questions", nargs="+", default=[])
    parser.add_argument("--words", action="store_true")
    args = parser.parse_args(argv)
    if args.words:
        print("| passages | BM25 p50 / p95 ms | build s | kept MB | peak of building MB |")
        for n in args.sizes:
            by_words(n)
        return
    base = embed.encode(read(args.texts, "text", ENCODED))
    asked = embed.encode(read(args.questions, "asr", ASKED), query=True)
    print(f"{len(base)} texts and {len(asked)} questions encoded", flush=True)
    print("| passages | kept as | p50 / p95 ms | recall@10 | MB + sketch | made in s |")
    with tempfile.TemporaryDirectory() as where:
        for n in args.sizes:
            by_vectors(grown(base, n), asked, Path(where))


if __name__ == "__main__":
    main()
