"""Rewriting and checking beside packages that a user could pick instead: accuracy and time.

    pip install -r requirements.txt -r bench/requirements-peers.txt
    python bench/peers_words.py --numbers CASES.jsonl --answers PAIRS.jsonl [MORE.jsonl ...]

CASES.jsonl has rows of bench/rewriting.py ("spoken", "written", "lang"), PAIRS.jsonl rows of
bench/checking.py ("knowledge", "claim", "label"). One row goes to one package after the other, so
that a noisy moment hits them all; times are of the processor. What is not installed is named and
left out.

Whisper's normaliser spells both sides its own way, as it is meant to: an exact match is one after
it. A package that checks against a source gets the passage and, as the second source, the question.
"""

import argparse
import importlib.util
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

from bench import checking
from bench.rewriting import NUMBER, alike
from rag_io import read_jsonl
from spoken import understand


def text2num():
    """Return (rewrite, what spells the expected text alike) of the package text2num."""
    from text_to_num import alpha2digit

    return lambda text: alpha2digit(text, "en"), lambda text: text


def whisper():
    """Return the same of Whisper's English normaliser."""
    from whisper_normalizer.english import EnglishTextNormalizer

    spell = EnglishTextNormalizer()
    return spell, spell


def own():
    return lambda text: understand(text).text, lambda text: text


def grounded():
    """Return grounded-check's verdict: quotes, numbers, citations and names are in a source."""
    from grounded import Source, extract, verify

    def rule(claim, knowledge, question):
        sources = [Source(Path("passage"), knowledge), Source(Path("question"), question)]
        return verify(extract(claim), sources).passed

    return rule


def ancora():
    """Return ancora-rag's verdict: the words and numbers of each claim are in a source."""
    from ancora import Chunk, GroundingChecker

    checker = GroundingChecker()

    def rule(claim, knowledge, question):
        texts = enumerate((knowledge, question))
        found = [Chunk(str(at), "d", text, 0, len(text)) for at, text in texts]
        return all(one.supported for one in checker.check_answer(claim, found))

    return rule


REWRITING = {"ours": ("spoken", own), "text2num": ("text_to_num", text2num)}
REWRITING |= {"whisper's normaliser": ("whisper_normalizer", whisper)}
CHECKING = {
    "ours": ("grounding", lambda: checking.ours),
    "number rule": ("verify", lambda: checking.lab),
    "grounded-check": ("grounded", grounded),
    "ancora-rag": ("ancora", ancora),
}


MEASURED = ("numbers", "simple, exact")


def installed(rules):
    """Return {name: what its function makes}; those that are not installed are named."""
    lacking = [
        name for name, (package, _) in rules.items() if not importlib.util.find_spec(package)
    ]
    if lacking:
        print(f"left out, not installed: {', '.join(lacking)}", file=sys.stderr)
    return {name: make() for name, (_, make) in rules.items() if name not in lacking}


def numbers(rows, rules):
    """Return ({(name, what): [right, all]}, {name: seconds}) of rows with spoken and written."""
    right, spent = {}, Counter()
    for row in rows:
        for name, (rewrite, spell) in rules.items():
            start = time.process_time()
            got = rewrite(row["spoken"])
            spent[name] += time.process_time() - start
            got, wanted = alike(got), alike(spell(row["written"]))
            marks = {"numbers": NUMBER.findall(got) == NUMBER.findall(wanted)}
            if row.get("simple"):
                marks["simple, exact"] = got == wanted
            for what, mark in marks.items():
                count = right.setdefault((name, what), [0, 0])
                count[0] += mark
                count[1] += 1
    return right, spent


def answers(rows, rules):
    """Return ({(name, label): [passed, all]}, {name: seconds}) of labelled answers."""
    passed, spent = {}, Counter()
    for row in rows:
        question = row.get("title") or row.get("history") or ""
        for name, rule in rules.items():
            start = time.process_time()
            verdict = rule(row["claim"], row["knowledge"], question)
            spent[name] += time.process_time() - start
            count = passed.setdefault((name, row["label"]), [0, 0])
            count[0] += verdict
            count[1] += 1
    return passed, spent


def number_table(path, rules):
    """Yield the lines of one file of numbers; English, for the others know no Chinese."""
    rows = [row for row in read_jsonl(path) if row["lang"] == "en"]
    right, spent = numbers(rows, rules)
    yield f"\n{path.name}: {len(rows)} English rows"
    yield "| rewriting | same numbers | simple cases, exact | microseconds a row |"
    yield "| --- | --- | --- | --- |"
    for name in rules:
        shares = [checking.share(*right.get((name, what), (0, 0))) for what in MEASURED]
        yield f"| {name} | {' | '.join(shares)} | {1e6 * spent[name] / len(rows):.0f} |"


def answer_table(path, rules):
    """Yield the lines of one file of answers."""
    rows = [row for row in read_jsonl(path) if row.get("label") in (0, 1)]
    passed, spent = answers(rows, rules)
    yield f"\n{path.parent.name}/{path.name}: {len(rows)} rows"
    yield "| check | wrong ones passed | right ones stopped | microseconds a row |"
    yield "| --- | --- | --- | --- |"
    for name in rules:
        wrong, right = passed.get((name, 0), (0, 0)), passed.get((name, 1), (0, 0))
        shares = checking.share(*wrong), checking.share(right[1] - right[0], right[1])
        yield f"| {name} | {' | '.join(shares)} | {1e6 * spent[name] / len(rows):.0f} |"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--numbers", type=Path, nargs="*", default=[])
    parser.add_argument("--answers", type=Path, nargs="*", default=[])
    args = parser.parse_args(argv)
    for paths, rules, table in (
        (args.numbers, REWRITING, number_table),
        (args.answers, CHECKING, answer_table),
    ):
        made = installed(rules) if paths else {}
        for path in paths:
            print(*table(path, made), sep="\n", flush=True)


if __name__ == "__main__":
    main()
