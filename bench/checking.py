"""Measure the check of spoken answers on labelled pairs: wrong ones passed, right ones blocked.

reads    JSONL files with rows {"knowledge", "claim", "label": 1 right | 0 wrong,
         "title" or "history": the question, "entity", "kind"}; rows with another label are left out

    python bench/checking.py PAIRS.jsonl [MORE.jsonl ...]
    python bench/checking.py --part unread PAIRS.jsonl   # a fifth of the questions, or the rest
    python bench/checking.py --reasons PAIRS.jsonl              # why right answers are blocked
    python bench/checking.py --times PAIRS.jsonl                # microseconds per answer

For each file and kind: the lab's number rule, the same with equal parity of negations, and ours.
A false accept is a wrong answer that passes, a false reject a right one that is blocked. A row
without a kind gets one by rule: a number that the passage lacks, another parity of negations, a
name that it lacks, less than half of its words, or none of these ("same words").
"""

import argparse
import hashlib
import re
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the scripts

import reading
from grounding import check_text
from plaintext import plain
from rag_io import read_jsonl, run
from verify import verify
from wording import LIGHT, content, unified

NEGATION = re.compile(
    r"\b(?:no|not|never|none|cannot|without|un(?:able|available))\b|n't\b|[不没无]"
)
UNREAD = 80  # of 100 parts of the questions, those from here on were not read while developing


def lab(claim, knowledge, question):
    """The lab's rule: every number of the answer is one of the document's."""
    return verify(claim, "doc", ["doc"], {"doc": knowledge})[0]


def odd(text):
    """Tell whether a text negates an odd number of times."""
    return len(NEGATION.findall(text.lower())) % 2


def parity(claim, knowledge, question):
    """The lab's rule, and both texts negate an even, or both an odd number of times."""
    return lab(claim, knowledge, question) and odd(claim) == odd(knowledge)


def ours(claim, knowledge, question):
    """The call profile's check."""
    return check_text(claim, knowledge, question)[0]


RULES = {"number rule": lab, "and negation parity": parity, "ours": ours}


def question(row):
    """Return what was asked, "" where the row does not say."""
    return row.get("title") or row.get("history") or ""


def unread(row):
    """Tell whether a row's question, or passage where it has no entity, is of the unread fifth."""
    key = f"{row['entity']}|{row['title']}" if "entity" in row else row["knowledge"]
    if "accuracy" in row:  # these entities are written in capitals in some rows
        key = f"{row['entity'].lower()}|{row['title']}"
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % 100 >= UNREAD


def kind(row):
    """Return the row's kind: its own, else what a look from outside shows."""
    if row.get("kind"):
        return row["kind"]
    claim, passage = (set(content(unified(plain(row[k])))) for k in ("claim", "knowledge"))
    known = passage | reading.asked(question(row)).words
    if not lab(row["claim"], row["knowledge"], ""):
        return "number"
    if odd(row["claim"]) != odd(row["knowledge"]):
        return "polarity"
    if reading.names(row["claim"]) - LIGHT - known:
        return "name"
    return "other words" if len(claim & known) < len(claim) / 2 else "same words"


def judged(rows, rule):
    """Return {(kind, label): [passed, all]} for the labelled rows."""
    counts = {}
    for row in rows:
        passed = rule(row["claim"], row["knowledge"], question(row))
        for name in ("all", kind(row)):
            count = counts.setdefault((name, row["label"]), [0, 0])
            count[0] += passed
            count[1] += 1
    return counts


def share(part, whole):
    """(3, 40) -> '7.5 % of 40'"""
    return f"{100 * part / whole:.1f} % of {whole}" if whole else "-"


def table(rows):
    """Yield the lines of one file's table."""
    kinds = ["all", *sorted({kind(row) for row in rows})]
    for name, rule in RULES.items():
        counts = judged(rows, rule)
        for one in kinds:
            wrong, right = counts.get((one, 0), [0, 0]), counts.get((one, 1), [0, 0])
            accept, reject = share(*wrong), share(right[1] - right[0], right[1])
            yield f"{name:<20} {one:<12} {accept:>16} {reject:>16}"


def reasons(rows):
    """Yield how often each reason stops a wrong answer, and a right one."""
    counts = Counter()
    for row in rows:
        ok, reason = check_text(row["claim"], row["knowledge"], question(row))
        counts[reason, row["label"]] += not ok
    for reason in sorted({reason for (reason, _), count in counts.items() if count}):
        yield f"{reason:<26} {counts[reason, 0]:>6} wrong {counts[reason, 1]:>6} right"


def times(rows):
    """Yield microseconds of processor time per answer: with a fresh passage, and one just read."""
    for name in ("fresh passage", "passage read before"):
        spent = []
        for row in rows:
            if name == "fresh passage":
                reading.passage.cache_clear()
            else:
                ours(row["claim"], row["knowledge"], question(row))
            start = time.process_time_ns()
            ours(row["claim"], row["knowledge"], question(row))
            spent.append((time.process_time_ns() - start) / 1000)
        spent.sort()
        half, most = spent[len(spent) // 2], spent[len(spent) * 95 // 100]
        yield f"{name:<20} half within {half:5.0f} us, 95 % within {most:5.0f} us"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="+", type=Path, help="JSONL files of labelled pairs")
    parser.add_argument("--part", choices=("read", "unread"), help="of the questions")
    parser.add_argument("--reasons", action="store_true", help="count the check's reasons instead")
    parser.add_argument("--times", action="store_true", help="measure the time instead")
    args = parser.parse_args(argv)

    for path in args.pairs:
        rows = [row for row in read_jsonl(path) if row.get("label") in (0, 1)]
        rows = [row for row in rows if args.part is None or unread(row) == (args.part == "unread")]
        labels = Counter(row["label"] for row in rows)
        print(f"{path}: {labels[0]} wrong, {labels[1]} right answers {args.part or ''}")
        if not (args.reasons or args.times):
            print(f"{'rule':<20} {'kind':<12} {'false accepts':>16} {'false rejects':>16}")
        lines = reasons(rows) if args.reasons else times(rows) if args.times else table(rows)
        print(*lines, sep="\n")


if __name__ == "__main__":
    run(main)
