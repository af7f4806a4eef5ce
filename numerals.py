"""Write spoken numbers as digits: English and Chinese, told apart by their script.

offers   to_digits(text, ordinals=False) -> text

    "do you open at half past seven"           -> "do you open at 7:30"
    "one hundred and five rooms or twenty two" -> "105 rooms or 22"
    "两千八百元, 打八折"                        -> "2800元, 打8折"

Punctuation and everything that is no number stay as they are. Ordinals stay words ("the second
floor") unless they belong to a month or ordinals=True asks for "2nd". "one" as a pronoun stays.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import chinese
import clock
from cardinals import ORDINALS, REPEATS, SCALES, SMALL, ZEROS
from chains import MONTHS, chain, meaning, pronoun

WORD = re.compile(r"[^\W_]+(?:(?<=[0-9])[.,:](?=[0-9])[0-9]+|['’][a-zA-Z]+)*")
STARTERS = SMALL.keys() | SCALES.keys() | REPEATS.keys() | ORDINALS.keys() | ZEROS | {"hundred"}
SPELLED = re.compile(r"(?<![\w.,:-])[0-9](?: [0-9]){2,}(?![\w:%]|[.,][0-9])")  # "6 0 3 5 8"
SENTENCE_ENDS = frozenset(".!?,;:")
HAS_DIGIT = re.compile("[0-9]")
FRACTIONS = {"half": 2, "third": 3, "quarter": 4} | {w: n for w, n in ORDINALS.items() if n > 3}
FRACTIONS |= {f"{word}s": part for word, part in FRACTIONS.items()}
SUFFIXES = {"1": "st", "2": "nd", "3": "rd"}


def ordinal_text(value):
    """Write an ordinal: 21 -> 21st, 113 -> 113th."""
    suffix = "th" if value[-2:] in ("11", "12", "13") else SUFFIXES.get(value[-1], "th")
    return value + suffix


def date_or_ordinal(value, words, start, end, ordinals):
    """Return (text, first word, end) of an ordinal: a day beside its month, else "21st" or None."""
    if start and words[start - 1] in MONTHS:
        return value, start, end
    if words[end : end + 1] == ["of"] and end + 1 < len(words) and words[end + 1] in MONTHS:
        return value, start - (start > 0 and words[start - 1] == "the"), end + 1
    lone_second = words[start:end] == ["second"] and not (start and words[start - 1] == "the")
    return (ordinal_text(value), start, end) if ordinals and not lone_second else None


def fraction(groups, words, joined):
    """["two", "thirds"] -> "2/3"; "one second" and "the third" are none."""
    end = groups[-1].end
    if len(groups) != 1 or groups[0].kind != "digit" or not (end < len(words) and joined[end]):
        return None
    plural = words[end].endswith("s") or words[end] == "halves"
    part = FRACTIONS.get(words[end])
    return f"{groups[0].text}/{part}" if part and plural == (groups[0].text != "1") else None


def not_a_number(groups, words, start):
    """Tell whether a lone group is the exclamation "oh" or the pronoun "one"."""
    lone = words[start] if len(groups) == 1 and groups[0].end == start + 1 else ""
    if lone in ("o", "oh"):
        return not (start and words[start - 1] == "dot")  # "dot o dot" in an address
    return lone == "one" and pronoun(words, start)


def trimmed(groups, words, start):
    """Drop the exclamation "oh" from the front of a short chain: "oh two people" is 2 people."""
    oh = words[start] in ("o", "oh") and len(groups) == 2 and groups[0].end == start + 1
    whole = start == 0 and groups[-1].end == len(words)
    return (groups[1:], start + 1) if oh and not whole else (groups, start)


def replacement(words, joined, start, ordinals):
    """Return (text or None to keep the words, first word, end) for the number at word `start`."""
    if words[start] in ORDINALS:
        read = date_or_ordinal(str(ORDINALS[words[start]]), words, start, start + 1, ordinals)
        return read or (None, start, start + 1)
    groups = chain(words, joined, start)
    if not groups or not_a_number(groups, words, start):
        return None, start, groups[-1].end if groups else start + 1
    groups, start = trimmed(groups, words, start)
    end = groups[-1].end
    if all(part.kind == "figures" for part in groups):
        return None, start, end
    if groups[-1].kind == "ordinal":
        value = "".join(part.text for part in groups)
        return date_or_ordinal(value, words, start, end, ordinals) or (None, start, end)
    if part := fraction(groups, words, joined):
        return part, start, end + 1
    spoken = [words[at] for at in (start, *(part.end for part in groups[:-1]))]
    article = start and words[start] in ("hundred", *SCALES) and words[start - 1] == "a"
    text = meaning(groups, spoken, words[max(0, start - 3) : start], "".join(words[end : end + 1]))
    return text, start - bool(article), end


def named(text, found, start, end, names):
    """Tell whether a capital marks the number as a name: "the Four Seasons", not "Two rooms"."""
    pair = tuple(match[0].lower() for match in found[start : start + 2])
    if pair in names:
        return True
    if not found[start][0][0].isupper() or text.isupper():
        return False
    opens = start == 0 or text[: found[start].start()].rstrip()[-1:] in SENTENCE_ENDS
    following = found[end][0] if end < len(found) else ""
    return not opens or (following[:1].isupper() and len(following) > 1)


def english(text, ordinals=False, names=frozenset()):
    """Return `text` with its English number words as digits."""
    found = list(WORD.finditer(text))
    words = [match[0].lower() for match in found]
    if STARTERS.isdisjoint(words):
        return text
    gaps = [text[left.end() : right.start()] for left, right in zip(found, found[1:])]
    joined = [False, *(gap.isspace() or gap == "-" for gap in gaps)]
    pieces, done, at = [], 0, 0
    while at < len(words):
        if words[at] not in STARTERS and not words[at][0].isdigit():
            at += 1
            continue
        written, first, at = replacement(words, joined, at, ordinals)
        if written is not None and not named(text, found, first, at, names):
            pieces += [text[done : found[first].start()], written]
            done = found[at - 1].end()
    return "".join([*pieces, text[done:]])


def to_digits(text, ordinals=False, names=frozenset()):
    """Return `text` with spoken numbers, times, money and percent as digits.

    `names` are pairs that are no number, whatever their case: {("four", "seasons")}.
    """
    if chinese.NUMERAL.search(text):
        text = chinese.to_digits(text)
    text = english(text, ordinals, names)
    if not HAS_DIGIT.search(text):
        return text
    return clock.tidy(SPELLED.sub(lambda match: match[0].replace(" ", ""), text))
