"""Measure how retrieval grows with the base: index time, question time, memory, beside bare models.

    python bench/growth.py 1000 10000              # all of it, in a scratch folder
    python bench/growth.py 100000 --random         # token vectors drawn at random, not encoded
    python bench/growth.py 1000000 --random --tokens none --ann

Chunks are 60 words each, drawn from the encoder's own vocabulary. `bare` is one encoding of the
question, one product with the matrix of vectors, and late interaction with 16 candidates; for the
build, the encoder alone on 512 chunks. --random skips the encoding, an hour at 100,000 chunks.
--vectors, --tokens and --ann are those of embed.py. bench/neighbours.py measures the vectors alone.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import bert_onnx
import embed
import index
import lexical
import nearest
import rerank
import retrieval
import token_store

WORDS, QUESTIONS, ENCODED = 60, 50, 512


def vocabulary():
    """Return the encoder's word pieces, the frequent ones first."""
    path = bert_onnx.minilm_folder() / "tokenizer.json"
    return list(json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"])


def texts(n, length, seed):
    """Return n texts of words whose frequencies fall like those of a language."""
    draw = random.Random(seed)
    words = [word for word in vocabulary() if word.isascii() and word.isalpha() and len(word) > 2]
    weights = [1 / (rank + 10) for rank in range(len(words))]
    found = draw.choices(words, weights, k=n * length)
    return [" ".join(found[i * length : (i + 1) * length]) for i in range(n)]


def write_chunks(where, n):
    rows = [{"id": f"d#{i}", "doc": "d", "text": text} for i, text in enumerate(texts(n, WORDS, 0))]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (where / "chunks.jsonl").write_text(text, encoding="utf-8")
    return rows


def random_blocks(n):
    """Yield (vectors, token vectors) of the right shape."""
    draw, dim, length = np.random.default_rng(0), 384, WORDS + 10
    for start in range(0, n, ENCODED):
        count = min(ENCODED, n - start)
        rows = draw.standard_normal((count, length, dim), np.float32) / dim**0.5
        yield rows.mean(axis=1) * length**0.5, rows


def random_index(where, n, args):
    """Write an index of the right shape whose vectors are random."""
    if args.tokens == "none":
        rows = np.random.default_rng(0).standard_normal((n, 384), np.float32)
        vectors, stored = rows / np.linalg.norm(rows, axis=1, keepdims=True), {}
    else:
        vectors, stored = token_store.write(where, random_blocks(n), kind=args.tokens)
    kept = nearest.packed(vectors, args.vectors)
    if args.ann:
        (where / nearest.FILE).write_bytes(nearest.sketched(kept))
        stored["ann"] = embed.digest((where / nearest.FILE).read_bytes())
    np.save(where / "embed.npy", kept)
    about = {
        "model": embed.MINILM,
        "backend": "onnx",
        "segmenter": lexical.segmenter(),
        "chunks": embed.digest((where / "chunks.jsonl").read_bytes()),
        "vectors": embed.digest((where / "embed.npy").read_bytes()),
    }
    (where / "embed.json").write_text(json.dumps(about | stored))


def resident():
    """Return the megabytes that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def timed(run, questions):
    """Return (median, 95th percentile) in milliseconds."""
    spent = []
    for question in questions:
        start = time.perf_counter()
        run(question)
        spent.append(1000 * (time.perf_counter() - start))
    return np.percentile(spent, [50, 95])


def bare(passages):
    """Return what the models alone do for one question."""
    draw = random.Random(0)
    rows = draw.sample(range(len(passages.rows)), 2 * retrieval.CANDIDATES)
    kept = passages.tokens, passages.offsets

    def run(question):
        vectors, tokens = embed.encode_tokens([question], passages.made_by, query=True)
        near = passages.near(vectors)
        np.argmax(near.scores) if passages.sketch is None else near.leading(1)
        if passages.tokens is None:
            stored = embed.encode_tokens([passages.texts[row] for row in rows], passages.made_by)[1]
        else:
            stored = [token_store.of_row(*kept, row) for row in rows]
        rerank.maxsim(tokens[0], stored)

    return run


def search(where):
    """Print the figures of questions; a process of its own, so that its memory is its own."""
    start = time.perf_counter()
    passages = index.load_passages()
    loaded = time.perf_counter() - start
    questions = texts(QUESTIONS, 8, 1)
    for question in questions[:5]:
        retrieval.find(passages, question)
    alone = timed(bare(passages), questions)
    stages = [retrieval.find(passages, question).timings for question in questions]
    print({name: round(float(np.median([one[name] for one in stages])), 1) for name in stages[0]})
    ours = timed(lambda question: retrieval.find(passages, question), questions)
    print(
        f"| {len(passages.rows)} | load {loaded:.1f} s | question {ours[0]:.1f} / {ours[1]:.1f} ms "
        f"| bare {alone[0]:.1f} / {alone[1]:.1f} ms | x{ours[0] / alone[0]:.2f} "
        f"| {resident()} MB, peak {peak()} MB |"
    )


def encoder_rate(texts):
    """Return texts a second of the encoder alone."""
    start = time.perf_counter()
    embed.encode(texts)
    return len(texts) / (time.perf_counter() - start)


def build(where, n, args):
    """Write the index and print how fast, beside the encoder alone."""
    rows = write_chunks(where, n)
    if args.random:
        return random_index(where, n, args)
    some = [row["text"] for row in rows[:ENCODED]]
    embed.encode(some[:8])
    before = encoder_rate(some)
    start = time.perf_counter()
    more = ["--vectors", args.vectors, "--tokens", args.tokens, *["--ann"] * args.ann]
    embed.main(["--profile", "call", *more])
    rate = n / (time.perf_counter() - start)
    alone = (before + encoder_rate(some)) / 2  # before and after: other work may come and go
    print(
        f"build {rate:.1f} chunks/s, encoder alone {alone:.1f}/s, x{rate / alone:.2f}", flush=True
    )


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="*")
    parser.add_argument("--random", action="store_true", help="random vectors")
    parser.add_argument("--vectors", choices=nearest.KINDS, default="float32")
    parser.add_argument("--tokens", choices=token_store.KINDS, default="float16")
    parser.add_argument("--ann", action="store_true")
    parser.add_argument("--search", type=Path, help="measure questions in this folder")
    args = parser.parse_args(argv)
    if args.search:
        return search(args.search)
    for n in args.sizes:
        with tempfile.TemporaryDirectory() as where:
            os.environ["VOICE_RAG_DIR"] = where
            build(Path(where), n, args)
            command = [sys.executable, __file__, "--search", where]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
