"""Put one question at a time to this project and to what a user could pick instead, in turn.

    pip install -r requirements.txt -r bench/requirements-peers.txt
    python bench/peers.py 1000                      # also --texts FILES --questions FILES
    python bench/peers.py 100000 --random           # random vectors, given to each
    python bench/peers.py 1000 --build              # how fast each makes its index from texts
    python bench/peers.py 1000 --cold 3             # also from the start of a process to an answer

Each contender is a process of its own with the same weights, passages, candidates and threads. A
question goes to one after the other, in random order, so that a noisy moment hits all. `x ours` is
the median of its time by ours; `+cross` adds a CrossEncoder with random weights over the same
candidates, `+late` late interaction. What is not installed is named and left out.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench.peers_shared import cross_encoder, minilm
from bench.peers_worker import CONTENDERS, Worker, home, missing

WORDS, SENTENCE, ASKED = 60, 12, 12  # words of a generated passage, sentence and question
WARM = 3  # questions before those that count
REST = 0.1  # seconds between two questions: threads that wait by spinning slow the next one
FEW, DIM = 16, 384  # passages that show what starting costs; of the vectors


def generated(n, length, seed):
    """Return n texts of words whose frequencies fall like those of a language, in sentences."""
    draw = random.Random(seed)
    vocabulary = json.loads(Path(minilm(), "tokenizer.json").read_text())["model"]["vocab"]
    words = [word for word in vocabulary if word.isascii() and word.isalpha() and len(word) > 2]
    found = draw.choices(words, [1 / (rank + 10) for rank in range(len(words))], k=n * length)
    found = [" ".join(found[at : at + SENTENCE]) for at in range(0, n * length, SENTENCE)]
    each = -(-length // SENTENCE)
    return [". ".join(found[i * each : (i + 1) * each]) for i in range(n)]


def read(paths):
    """Return the rows of JSONL files, one file after the other."""
    return [json.loads(line) for path in paths for line in path.open(encoding="utf-8")]


def given_texts(paths, n):
    """Return (n different texts, {id: row}): those of the files, then generated ones."""
    rows = {}
    for row in read(paths):
        rows.setdefault(row["text"], row["id"])
    texts = list(rows)[:n]
    known = {rows[text]: at for at, text in enumerate(texts)}
    return texts + generated(n - len(texts), WORDS, 0), known


def indexes(labels, where, texts, at_random):
    """Make the index of every contender, ours first: its vectors are given to the others."""
    (where / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    vectors = None
    if at_random:
        draw = np.random.default_rng(0).standard_normal((len(texts), DIM), np.float32)
        vectors = where / "vectors.npy"
        np.save(vectors, draw / np.linalg.norm(draw, axis=1, keepdims=True))
    for label in labels:
        place = home(where, label)
        if place.exists():
            continue
        place.mkdir()
        worker = Worker(label, where)
        spent = worker.ask({"texts": str(where / "texts.json"), "vectors": str(vectors or "")})[
            "ms"
        ]
        worker.end()
        print(
            f"{label}: index of {len(texts)} in {spent / 1000:.1f} s", file=sys.stderr, flush=True
        )
        vectors = vectors or place / "embed.npy"


def in_turn(labels, where, questions, threads, cross):
    """Return {label: [ms]} and {label: [rows]} of each question, asked of one after the other."""
    workers = [Worker(label, where, threads, cross) for label in labels]
    for worker in workers:
        for question in questions[:WARM]:
            worker.ask(question)
    spent, found = {label: [] for label in labels}, {label: [] for label in labels}
    order = random.Random(0)
    for question in questions:
        for worker in order.sample(workers, len(workers)):
            time.sleep(REST)
            reply = worker.ask(question)
            spent[worker.label].append(reply["ms"])
            found[worker.label].append(set(reply["rows"]))
    for worker in workers:
        worker.end()
    return spent, found


def recall(found, wanted):
    """([{1, 2}, {3}], [{2}, {9}]) -> '0.500'; questions without a wanted passage do not count"""
    hits = [bool(rows & right) for rows, right in zip(found, wanted) if right]
    return f"{sum(hits) / len(hits):.3f}" if hits else "-"


def table(spent, recalls):
    """Yield the lines of a table: median, 95th percentile, ratio to ours question by question."""
    yield from ("| contender | p50 ms | p95 ms | x ours | recall@3 |", "|" + " --- |" * 5)
    for label, each in spent.items():
        ratio = np.median(np.array(each) / np.array(spent["ours"]))
        p50, p95 = np.percentile(each, [50, 95])
        yield f"| {label} | {p50:.1f} | {p95:.1f} | {ratio:.2f} | {recalls[label]} |"


def cold(labels, where, question, threads, cross, repeat):
    """Yield the lines of a table: seconds from the start of a process to its first answer."""
    spent = {label: [] for label in labels}
    for _ in range(repeat):
        for label in labels:
            start = time.perf_counter()
            worker = Worker(label, where, threads, cross)
            worker.ask(question)
            spent[label].append(time.perf_counter() - start)
            worker.end()
    yield from ("| contender | first answer, s | x ours |", "| --- | --- | --- |")
    for label, each in spent.items():
        ratio = np.median(np.array(each) / np.array(spent["ours"]))
        yield f"| {label} | {np.median(each):.2f} | {ratio:.1f} |"


def rates(labels, where, texts, threads):
    """Yield the lines of a table: passages a second, without what starting costs."""
    few, all_ = where / "few.json", where / "texts.json"
    few.write_text(json.dumps(texts[:FEW]), encoding="utf-8")
    all_.write_text(json.dumps(texts), encoding="utf-8")
    yield from ("| contender | passages a second | x ours |", "| --- | --- | --- |")
    ours = None
    for label in labels:
        home(where, label).mkdir(exist_ok=True)
        worker = Worker(label, where, threads)
        asked = [few, few, all_]
        spent = [worker.ask({"texts": str(path), "vectors": ""})["ms"] for path in asked]
        worker.end()
        rate = 1000 * (len(texts) - FEW) / (spent[2] - spent[1])
        ours = ours or rate
        yield f"| {label} | {rate:.1f} | {ours / rate:.2f} |"


def chosen(only):
    """Return the contenders to run, ours first; those that are not installed are named."""
    labels = []
    for label in CONTENDERS:
        lacks = missing(label) if not only or label in only or label == "ours" else None
        if lacks:
            print(f"{label} is left out; not installed: {', '.join(lacks)}", file=sys.stderr)
        elif lacks is not None:
            labels.append(label)
    return labels


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("n", type=int, help="passages")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="JSONL with id and text")
    parser.add_argument("--questions", type=Path, nargs="*", default=[], help="asr and relevant")
    parser.add_argument("--random", action="store_true", help="random vectors")
    parser.add_argument("--asked", type=int, default=50, help="questions")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="contenders")
    parser.add_argument("--build", action="store_true", help="measure the making of indexes")
    parser.add_argument("--cold", type=int, default=0, help="also so many cold starts of each")
    args = parser.parse_args(argv)

    labels = chosen(args.only)
    texts, known = given_texts(args.texts, args.n)
    rows = [row for row in read(args.questions) if {*row["relevant"]} & {*known}][: args.asked]
    questions = [row["asr"] for row in rows] or generated(args.asked, ASKED, 1)
    wanted = [{known[one] for one in row["relevant"] if one in known} for row in rows]
    with tempfile.TemporaryDirectory() as where:
        where = Path(where)
        if args.build:
            sizes = [label for label in labels if "+" not in label]
            return print(*rates(sizes, where, texts, args.threads), sep="\n")
        crossed = any(CONTENDERS[label][2] == "cross" for label in labels)
        cross = cross_encoder(where / "cross") if crossed else ""
        indexes(labels, where, texts, args.random)
        if args.cold:
            lines = cold(labels, where, questions[0], args.threads, cross, args.cold)
            print(*lines, sep="\n", flush=True)
        spent, found = in_turn(labels, where, questions, args.threads, cross)
        print(*table(spent, {label: recall(found[label], wanted) for label in labels}), sep="\n")


if __name__ == "__main__":
    main()
