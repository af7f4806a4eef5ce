"""Turn an ASR transcript into a search query: no fillers, numbers as digits, follow-ups whole.

offers   rewrite(asr_text, context=None, profile="lab") -> str

    python rewrite.py "UM WHAT TIME DO YOU OPEN ON SATURDAY"
    python rewrite.py "AND WHAT ABOUT SUNDAY" --context "UM WHAT TIME DO YOU OPEN ON SATURDAY"

    python rewrite.py --profile call "do you open at half past seven"

Standard library only, no state. profile="call" keeps what a real line needs kept: see spoken.py.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import run, sibling, summary

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")  # apostrophes inside words only
FILLERS = frozenset("um uh oh er ah like okay ok o k hi hello so well ohi".split())
SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
UNITS = {word: value for value, word in enumerate(SMALL)}
TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10))
)
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
FOLLOW_UPS = (["and", "what", "about"], ["what", "about"], ["how", "about"])


def words(text):
    """OH HI, you're open twenty-four hours? -> [oh, hi, you're, open, twenty, four, hours]"""
    text = unicodedata.normalize("NFC", text or "").replace("\u2019", "'")
    return WORD.findall(text.lower())


def drop_fillers(tokens):
    """['um', 'open', 'today'] -> ['open', 'today']"""
    return [token for token in tokens if token not in FILLERS]


def digits(tokens):
    """Write number words as digits; only a ten and the one..nine after it are added.

    ['twenty', 'four', 'seven', 'thirty'] -> ['24', '7', '30']
    """
    written, ten = [], 0
    for token in tokens:
        unit = UNITS.get(token)
        if ten and unit and unit < 10:
            written[-1], ten = str(ten + unit), 0
            continue
        ten = TENS.get(token, 0)
        written.append(str(ten) if ten else token if unit is None else str(unit))
    return written


def query_words(text):
    """Return the words of a transcript, fillers dropped, numbers as digits."""
    return digits(drop_fillers(words(text)))


def new_words(tokens):
    """['what', 'about', 'sunday'] -> ['sunday']; None where it is no follow-up."""
    for opening in FOLLOW_UPS:
        if tokens[: len(opening)] == opening:
            return tokens[len(opening) :]
    return None


def complete(context, new):
    """Put the new weekday in place of the context's; without both, append the new words.

    (['open', 'on', 'monday'], ['sunday']) -> ['open', 'on', 'sunday']
    (['open', 'on', 'monday'], ['parking']) -> ['open', 'on', 'monday', 'parking']
    """
    days = [word for word in new if word in WEEKDAYS]
    if days and WEEKDAYS & set(context):
        return [days[0] if word in WEEKDAYS else word for word in context]
    return context + new


def rewrite(asr_text, context=None, profile="lab"):
    """Return the search query for one ASR transcript.

    context is the transcript that a follow-up ("and what about sunday") depends on; it is
    rewritten by the same rules. Without one a follow-up stays as it is.
    """
    if profile == "call":
        return sibling("spoken").rewrite_call(asr_text, context)
    tokens = query_words(asr_text)
    new, before = new_words(tokens), query_words(context)
    if new is not None and before:
        tokens = complete(before, new)
    return " ".join(tokens)


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("text", help="the transcript, in quotes")
    parser.add_argument("--context", help="the transcript of the question before")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    args = parser.parse_args(argv)
    print(rewrite(args.text, args.context, args.profile))
    if args.profile == "call":
        for change in sibling("spoken").understand(args.text, args.context).changes:
            print(f"  {change['rule']}: {change['before']} -> {change['after']}")


if __name__ == "__main__":
    run(main)
