"""Measure which sentences count as beside the question, and how often the right one is quoted.

reads    the built workspace with its labelled questions, or noiseqa/ as published

    python bench/quoting.py fixtures/voice/rag/queries-more.jsonl       # index in VOICE_RAG_DIR
    python bench/quoting.py --noiseqa DIR

Every sentence of the passages that were found is put as if a model had said it. It is right where
it holds the answer: the question's `facts` in a relevant document, or NoiseQA's answer in its
paragraph. A row is a threshold: the share of right sentences kept, of wrong ones kept, and how
often what is said in the end is right if the model copies one of the sentences at random, and if it
copies a right one. Odd and even questions are counted apart: choose on the one, confirm on the
other.
"""

import argparse
import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import calls
import quoting
import retrieval
import search
import turn
from bench.retrieval import build, read

THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0)
MOST = 3  # sentences


def holds(text, facts):
    """Tell whether a text has every one of the strings, not as a part of a longer number."""
    return all(re.search(rf"(?<![\w.:]){re.escape(fact)}(?![\w:])", text, re.I) for fact in facts)


def from_workspace(path):
    """Yield (question, hits, {sentences that answer it}) of the labelled questions with facts."""
    rows = read(path)
    by_id = {row["id"]: row for row in rows}
    for row in rows:
        if not row.get("facts"):
            continue
        found = turn.prepare(row["asr"], history=calls.history(row, by_id))
        good = [hit.doc in row["relevant"] for hit in found.hits]
        options = quoting.options(found.hits)
        right = {o.text for o in options if good[o.number - 1] and holds(o.text, row["facts"])}
        yield found.understood.text, found.hits, right


def from_noiseqa(folder, form):
    """Yield the same of NoiseQA's questions as a recogniser heard them."""
    base = build([row | {"doc": row["id"]} for row in read(folder / "kb.jsonl")])
    search.load_passages = lambda: base
    for row in read(folder / "queries.jsonl"):
        if not row.get(form):
            continue
        question = row[form]
        hits = retrieval.find(base, question).hits
        good = [hit.doc in row["relevant"] for hit in hits]
        right = {
            o.text
            for o in quoting.options(hits)
            if good[o.number - 1] and any(holds(o.text, [answer]) for answer in row["answers"])
        }
        yield question, hits, right


def measured(items):
    """Yield (share of the way up from the lowest score, right) of each sentence, per question."""
    for question, hits, right in items:
        if not right:  # the answer was not found: nothing to choose
            continue
        options = quoting.options(hits)
        scores = quoting.closeness(options, question)
        low, span = quoting.level(scores, 0), quoting.level(scores, 1) - quoting.level(scores, 0)
        outdone = [
            quoting.outdone(option.text, options, question, [score, *scores])
            for option, score in zip(options, scores)
        ]
        scores = [-math.inf if out else score for out, score in zip(outdone, scores)]
        quoted = quoting.extract(hits, question, MOST)
        yield (
            [((s - low) / span if span else 1.0, o.text in right) for s, o in zip(scores, options)],
            any(text in right for text, _ in quoted),
            any(text in right for text, _ in quoting.extract(hits, question, 1)),
        )


def mean(part):
    return sum(part) / max(1, len(part))


def rates(rows, threshold):
    """Return (right kept, wrong kept, right in the end: random model, right model)."""
    kept = {True: [], False: []}
    random, best = [], []
    for options, quoted, _ in rows:
        for share, right in options:
            kept[right].append(share >= threshold)
        outcomes = [(right if share >= threshold else quoted, right) for share, right in options]
        random.append(mean([said for said, _ in outcomes]))
        best.append(mean([said for said, right in outcomes if right]))
    return mean(kept[True]), mean(kept[False]), mean(random), mean(best)


def report(name, items):
    """Print the table of one set: odd / even questions."""
    rows = list(measured(items))
    print(f"\n{name}: {len(rows)} questions whose answer was found")
    print(f"  quoted: right {mean([r[1] for r in rows]):.3f}", end="")
    print(f", the closest sentence alone {mean([r[2] for r in rows]):.3f}")
    print("  at     right kept     wrong kept     random model   right model")
    for threshold in THRESHOLDS:
        odd, even = rates(rows[::2], threshold), rates(rows[1::2], threshold)
        print(f"  {threshold:4.2f}", *(f"  {a:.3f} / {b:.3f}" for a, b in zip(odd, even)))


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("queries", nargs="*", type=Path, help="labelled questions with facts")
    parser.add_argument("--noiseqa", type=Path, help="folder of the published data")
    parser.add_argument("--form", default="asr", help="asr, asr_tts, written")
    args = parser.parse_args(argv)
    for path in args.queries:
        report(str(path), from_workspace(path))
    if args.noiseqa:
        report(f"NoiseQA, {args.form}", from_noiseqa(args.noiseqa, args.form))


if __name__ == "__main__":
    main()
