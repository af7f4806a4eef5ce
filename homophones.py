"""Put back words that a recogniser wrote as something that sounds the same.

offers   vocabulary(texts) -> Vocabulary, from the texts of the knowledge base
         restore(text, vocabulary) -> text

    with "price" and "check in" in the texts:  "what's the prize" -> "what's the price",
                                               "early check kin"  -> "early check in"
    with 退货 and 订单 in the texts:            退火 -> 退货, 定单 -> 订单   (needs pypinyin)

A word is touched only if the texts never use it, everyday speech hardly does (everyday.py), and
the texts use one that sounds the same. Chinese needs a shared character in the same place, too.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from antecedent import STOP
from cardinals import SCALES, SMALL
from everyday import EVERYDAY
from homophones_zh import (
    HAN,
    MIN_COUNT,
    chinese_terms,
    grams,
    pinyin_of,
    repeated,
    restore_chinese,
)

WORD = re.compile("[a-z]+(?:'[a-z]+)?")
NAME = re.compile(  # a number word as part of a name: Four Seasons, Seven Hills
    "\\b((?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Twelve|Twenty)) ([A-Z][a-z]+)"
)
MIN_LETTERS = 4  # shorter words sound like too much
MIN_PAIR = 6  # letters of two words heard for one, or one for two
SPELLINGS = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("^kn|^gn|^pn", "n"),
        ("^wr", "r"),
        ("^wh", "w"),
        ("tch|ch", "C"),
        ("sh|[ts]ion", "X"),
        ("dge?(?=[eiy])|j", "J"),
        ("ph", "f"),
        ("gh", ""),
        ("c(?=[eiy])|z", "s"),
        ("ck|c|q", "k"),
        ("x", "ks"),
        ("th", "0"),
        ("(?<=.)h|(?<=.)w(?![aeiou])", ""),
    )
]
REPEATED_CONSONANT = re.compile(r"([^aeiouy])\1+")
VOWELS = re.compile("[aeiouy]+")


class Vocabulary(NamedTuple):
    words: frozenset  # every English word of the texts
    pairs: frozenset  # every two neighbouring words
    sounds: dict  # sound -> the word or pair most used in the texts
    names: frozenset  # (number word, next word) that are a name: ("four", "seasons")
    grams: frozenset  # every two and three neighbouring Chinese characters
    terms: dict  # (length, pinyin) -> Chinese terms, the most used first
    note: str  # "" or why Chinese homophones are off


def sound(word):
    """Return consonants and vowels as heard: "price" and "prize" are both ("prs", "i e")."""
    word = REPEATED_CONSONANT.sub(r"\1", word)
    for pattern, heard in SPELLINGS:
        word = pattern.sub(heard, word)
    return VOWELS.sub("", word), " ".join(VOWELS.findall(word))


def vocabulary(texts):
    """Collect from the texts what speech is compared with."""
    texts = list(texts)
    lists = [WORD.findall(text.lower()) for text in texts]
    words = Counter(word for row in lists for word in row)
    pairs = Counter(" ".join(pair) for row in lists for pair in zip(row, row[1:]))
    used = Counter({w: n for w, n in words.items() if len(w) >= MIN_LETTERS and n >= MIN_COUNT})
    used |= {p: n for p, n in pairs.items() if len(p) > MIN_PAIR and n >= MIN_COUNT}
    sounds = {}
    for term, _ in sorted(used.items(), key=lambda item: (-item[1], item[0])):
        sounds.setdefault(sound(term.replace(" ", "")), term)
    names = {(a.lower(), b.lower()) for text in texts for a, b in NAME.findall(text)}
    counts = grams(texts)
    said = repeated(counts)
    of = pinyin_of() if said else None  # 0.3 s, for nothing where an English text quotes a name
    note = "homophones of Chinese words are off; run: pip install pypinyin" if said else ""
    terms = chinese_terms(said, of) if of else {}
    return Vocabulary(
        frozenset(words),
        frozenset(pairs),
        sounds,
        frozenset(names),
        frozenset(counts),
        terms,
        "" if of else note,
    )


def everyday(word):
    """Tell whether a word is common in any conversation, inflected or not."""
    stems = (word, word.removesuffix("s"), word.removesuffix("ed"), word.removesuffix("ing"))
    if word in SMALL or word in SCALES:
        return True
    return not EVERYDAY.isdisjoint((*stems, word.removesuffix("es"), word.removesuffix("d")))


def term_for(heard, known):
    """Return the term that sounds like `heard` (no space in it), if it names something."""
    found = known.sounds.get(sound(heard))
    fits = found and found[0] == heard[0] and found not in STOP
    return found if fits else None


def heard_pair(left, right, known):
    """Return what "check kin" is for "check in", "can sell" for "cancel", or None."""
    if len(left + right) < MIN_PAIR or f"{left} {right}" in known.pairs:
        return None
    if left in known.words and right in known.words:
        return None
    found = term_for(left + right, known)
    half_right = found and (" " not in found or {left, right} & set(found.split()))
    return found if half_right else None


def heard_word(word, known):
    """Return what an unknown and uncommon word is for, or None."""
    if len(word) < MIN_LETTERS or word in known.words or everyday(word):
        return None
    found = term_for(word, known)
    return found if found and (" " not in found or found.replace(" ", "") == word) else None


def restore_english(text, known):
    """Replace words and pairs of words one by one, from the left."""
    found = list(WORD.finditer(text.lower()))
    pieces, done, at = [], 0, 0
    while at < len(found):
        word, size = heard_word(found[at][0], known), 1
        if at + 1 < len(found) and text[found[at].end() : found[at + 1].start()] == " ":
            pair = heard_pair(found[at][0], found[at + 1][0], known)
            word, size = (pair, 2) if pair else (word, size)
        if word:
            pieces += [text[done : found[at].start()], word]
            done = found[at + size - 1].end()
        at += size
    return "".join([*pieces, text[done:]])


def restore(text, known):
    """Return the text with what was misheard put back; see the top for when."""
    of = pinyin_of() if known.terms else None
    if of and HAN.search(text):
        text = restore_chinese(text, known, of)
    return restore_english(text, known) if known.sounds else text
