"""How well the call profile rewrites what callers say, and how long that takes.

    python bench/rewriting.py cases.jsonl turns.jsonl queries.jsonl

Each file is told by its fields:

    spoken, written, lang   numbers: exact match where only number words differ (simple), else the
                            same digit strings; clocks, thousands commas and a.m. spelled alike
    input, target, history  follow-ups: which of the target's added words the rewriting adds
    asr                     any transcripts: how many each rule changes
Every file: microseconds of processor time per row, without and with a question before.
"""

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the scripts

from rag_io import StepError, read_jsonl, run
from rewrite import rewrite
from spoken import understand

NUMBER = re.compile(r"\d+(?:[.:]\d+)?")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
PADDED_CLOCK = re.compile(r"\b0(\d:\d\d)")
CONTEXT = "what time do you open on monday"
FUNCTION = frozenset(
    "the a an of to in on for and or is are was were do does did it its they them their what how "
    "why who when where that this there be with from about".split()
)


def alike(text):
    """Write what only differs by convention the same way: 02:30 is 2:30, 1,000 is 1000."""
    text = THOUSANDS.sub("", text.lower()).replace("a.m.", "am").replace("p.m.", "pm")
    return " ".join(PADDED_CLOCK.sub(r"\1", text).split())


def numbers_rows(rows):
    """Return table rows (name, right, all) per language, and per source and class."""
    right, total = Counter(), Counter()
    for row in rows:
        got = alike(understand(row["spoken"]).text)
        same = NUMBER.findall(got) == NUMBER.findall(alike(row["written"]))
        name = f"{row['lang']} {row.get('source', '')} {row.get('cls', '')} numbers"
        keys = [f"{row['lang']} numbers", name]
        for key in keys:
            total[key] += 1
            right[key] += same
        if row.get("simple"):
            total[f"{row['lang']} simple, exact"] += 1
            right[f"{row['lang']} simple, exact"] += got == alike(row["written"])
    return [
        (key, right[key], total[key]) for key in sorted(total, key=lambda k: (len(k.split()), k))
    ]


def others_rows(rows):
    """Return table rows of simple English cases and Chinese numbers, as heard and by the lab."""
    found = []
    for name, rule in (("as heard", str), ("lab", rewrite)):
        simple = [row for row in rows if row.get("simple")]
        right = sum(alike(rule(row["spoken"])) == alike(row["written"]) for row in simple)
        found.append((f"en simple, exact, {name}", right, len(simple)))
        zh = [row for row in rows if row["lang"] == "zh"]
        same = (
            NUMBER.findall(alike(rule(row["spoken"]))) == NUMBER.findall(alike(row["written"]))
            for row in zh
        )
        found.append((f"zh numbers, {name}", sum(same), len(zh)))
    return found


def content(text):
    """Return the words of a text that carry meaning."""
    return set(re.findall(r"[^\W_]+", text.lower().replace("'s", ""))) - FUNCTION


def follow_up_rows(rows):
    """Return how many of the words that a person added the rewriting adds, and the wrong ones."""
    found = wanted = wrong = changed = whole = 0
    for row in rows:
        said, target = content(row["input"]), content(row["target"])
        got = content(understand(row["input"], history=row["history"]).text)
        if row.get("needs_rewrite", True):
            wanted += len(target - said)
            found += len((target - said) & got)
            wrong += len(got - said - target)
        else:
            whole += 1
            changed += got != said
    return [
        ("added words of the target", found, wanted),
        ("wrong words among those added", wrong, wrong + found),
        ("full questions changed", changed, whole),
    ]


def change_rows(rows):
    """Return how many transcripts each rule changes."""
    counts = Counter()
    for row in rows:
        counts.update({change["rule"] for change in understand(row["asr"]).changes})
    return [(f"changed by {rule}", counts[rule], len(rows)) for rule in sorted(counts)]


KINDS = [("spoken", "spoken", numbers_rows), ("target", "input", follow_up_rows)]
KINDS += [("asr", "asr", change_rows)]


def microseconds(texts, context=None):
    """Return processor time per text; wall time would measure the neighbours."""
    start = time.process_time()
    for text in texts:
        understand(text, context)
    return (time.process_time() - start) / max(1, len(texts)) * 1e6


def report(path, table):
    """Print the table of one file."""
    rows = read_jsonl(path)
    kind = next((kind for kind in KINDS if rows and kind[0] in rows[0]), None)
    if not kind:
        raise StepError(f"{path}: rows need spoken and written, input and target, or asr")
    _, field, measure = kind
    texts = [row[field] for row in rows]
    print(f"\n{path}: {len(rows)} rows")
    others = others_rows(rows) if measure is numbers_rows else []
    for name, part, total in [*others, *measure(rows)]:
        if (
            table
            or len(name.split()) < 4
            or (name, part, total) in others
            or measure is not numbers_rows
        ):
            print(f"  {name:44} {part:5} of {total:5}  {part / max(1, total):6.1%}")
    alone, with_context = microseconds(texts), microseconds(texts, CONTEXT)
    print(f"  {alone:.0f} us a row, {with_context:.0f} us with a question before")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="JSONL files; see the top for fields")
    parser.add_argument("--table", action="store_true", help="numbers per source and class, too")
    args = parser.parse_args(argv)
    for path in args.files:
        report(path, args.table)


if __name__ == "__main__":
    run(main)
