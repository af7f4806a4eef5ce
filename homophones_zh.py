"""Chinese terms that sound like what was heard: 退火 for 退货, 定单 for 订单.

offers   grams(texts), repeated(counts), chinese_terms(said, of), pinyin_of()
         restore_chinese(text, known, of)

A stretch of two or three characters that the texts never use is replaced by a term of theirs with
the same pinyin (tones aside) and at least half its characters in the same place.
Needs pypinyin; without it `pinyin_of()` is None and nothing is replaced.
"""

import functools
import re
from collections import Counter

HAN = re.compile("[一-鿿]+")
FUNCTION_HAN = frozenset(
    "的了是我你您他她它在不有一个这那和与或吗呢吧就都也很可以能会要请问怎么什多少几又由从对把被给到已还再没"
)
MIN_COUNT = 2  # a word the texts use once may be a slip of theirs


@functools.cache
def pinyin_of():
    """Return char -> pinyin without tone, or None where pypinyin is not installed."""
    try:
        from pypinyin import lazy_pinyin
    except ImportError:
        return None
    return functools.cache(lambda char: lazy_pinyin(char)[0])


def pinyin(term, of):
    """退货 -> (2, "tui huo")"""
    return len(term), " ".join(map(of, term))


def grams(texts):
    """Count the Chinese two- and three-character stretches."""
    counts = Counter()
    for text in texts:
        for run in HAN.findall(text):
            for size in (2, 3):
                counts.update(run[at : at + size] for at in range(len(run) - size + 1))
    return counts


def repeated(counts):
    """Return the stretches that may replace what was heard, most used first."""
    used = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [term for term, n in used if n >= MIN_COUNT and not FUNCTION_HAN & set(term)]


def chinese_terms(said, of):
    """Return (length, pinyin) -> those of repeated() that sound so."""
    terms = {}
    for term in said:
        terms.setdefault(pinyin(term, of), []).append(term)
    return terms


def heard_term(window, known, of):
    """Return the term that sounds like `window` and shares at least half its characters."""
    if window in known.grams or not HAN.fullmatch(window) or FUNCTION_HAN & set(window):
        return None
    for term in known.terms.get(pinyin(window, of), ()):
        if sum(left == right for left, right in zip(window, term)) * 2 >= len(term):
            return term
    return None


def restore_chinese(text, known, of):
    """Replace three, then two characters that sound like a term of the texts."""
    at = 0
    while at < len(text) - 1:
        for size in (3, 2):
            term = heard_term(text[at : at + size], known, of)
            if term:
                text = text[:at] + term + text[at + size :]
                break
        at += 1
    return text
