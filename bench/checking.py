"""Measure the check of spoken answers on labelled pairs: wrong ones passed, right ones blocked.

reads    JSONL files with rows {"knowledge", "claim", "label": 1 right | 0 wrong,
         "title" or "history": the question, "kind"}; rows with another label are left out

    python bench/checking.py PAIRS.jsonl [MORE.jsonl ...]

For each file and kind: the lab's number rule, the same with equal parity of negations, and ours.
A false accept is a wrong answer that passes, a false reject a right one that is blocked.
"""

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the scripts

from grounding import check_text
from rag_io import read_jsonl, run
from verify import verify

NEGATION = re.compile(
    r"\b(?:no|not|never|none|cannot|without|un(?:able|available))\b|n't\b|[不没无]"
)


def lab(claim, knowledge, question):
    """The lab's rule: every number of the answer is one of the document's."""
    return verify(claim, "doc", ["doc"], {"doc": knowledge})[0]


def parity(claim, knowledge, question):
    """The lab's rule, and both texts negate an even, or both an odd number of times."""
    odd = [len(NEGATION.findall(text.lower())) % 2 for text in (claim, knowledge)]
    return lab(claim, knowledge, question) and odd[0] == odd[1]


def ours(claim, knowledge, question):
    """The call profile's check."""
    return check_text(claim, knowledge, question)[0]


RULES = {"number rule": lab, "and negation parity": parity, "ours": ours}


def judged(rows, rule):
    """Return ({(kind, label): [passed, all]}, processor seconds) for the labelled rows."""
    counts = {}
    started = time.process_time()
    for row in rows:
        passed = rule(row["claim"], row["knowledge"], row.get("title") or row.get("history") or "")
        for kind in ("all", row.get("kind")):
            if kind:
                count = counts.setdefault((kind, row["label"]), [0, 0])
                count[0] += passed
                count[1] += 1
    return counts, time.process_time() - started


def share(part, whole):
    """(3, 40) -> '7.5 %'"""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def table(rows):
    """Yield the lines of one file's table."""
    kinds = ["all", *dict.fromkeys(row["kind"] for row in rows if row.get("kind"))]
    for name, rule in RULES.items():
        counts, seconds = judged(rows, rule)
        each = f"{1e6 * seconds / len(rows):.0f} us" if rows else "-"
        for kind in kinds if len(kinds) > 2 else ["all"]:
            wrong, right = counts.get((kind, 0), [0, 0]), counts.get((kind, 1), [0, 0])
            accept, reject = share(*wrong), share(right[1] - right[0], right[1])
            yield f"{name:<20} {kind:<10} {accept:>13} {reject:>13} {each:>9}"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="+", type=Path, help="JSONL files of labelled pairs")
    args = parser.parse_args(argv)

    for path in args.pairs:
        rows = [row for row in read_jsonl(path) if row.get("label") in (0, 1)]
        labels = Counter(row["label"] for row in rows)
        print(f"{path}: {labels[0]} wrong, {labels[1]} right answers")
        print(f"{'rule':<20} {'kind':<10} {'false accepts':>13} {'false rejects':>13} {'each':>9}")
        print(*table(rows), sep="\n")


if __name__ == "__main__":
    run(main)
