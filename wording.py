"""Find the content words of a text, English and Chinese, synonyms joined.

offers   unified(plain text)   -> the text with one word per thing: "a lift" -> "a elevator"
         reverses(word) -> what says the opposite of a word
         content(unified text) -> ["parking", "bicycl", ...]: stems; Chinese in pairs
"""

import functools
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import synonyms
from patterns import compiled, rewritten
from units import WEEKDAYS

HAN = re.compile(r"[一-鿿]")
LATIN = re.compile(r"[a-z]")
LATIN_WORD = re.compile(r"[a-z]+")
HAN_SMALL = re.compile(synonyms.HAN_SMALL)
SMALL_WORDS = frozenset(synonyms.SMALL.split())
WORD = re.compile(r"[a-z][a-z']*[a-z]|[a-z]|[一-鿿]+")
SIDES = (("前", "后"), ("后", "前"), ("内", "外"), ("外", "内"), ("早", "晚"), ("晚", "早"))
SANS = "sans"  # "without flash" is read as one word, sansflash
ENDING = re.compile(r"(?:(?<=[a-rt-z])s|ing|ed|e)$")
SUFFIX = re.compile(
    r"(?:ability|ibility|ations?|ion|ment|ness|ly|ies|ied|iest|er|or|ive|able|ible|al|es|y|i)$"
)


def by_script(rows):
    """Compile (pattern, to) rows and keep apart those with Chinese in them: (English, Chinese)."""
    chinese = [HAN.search(pattern) is not None for pattern, *_ in rows]
    rows = compiled(rows)
    return tuple(
        tuple(row for row, han in zip(rows, chinese) if han == wanted) for wanted in (False, True)
    )


def replaced(text, tables):
    """Apply the rows for the scripts that the text is written in."""
    for table, script in zip(tables, (LATIN, HAN)):
        if script.search(text):
            text = rewritten(text, table)
    return text


@functools.lru_cache(maxsize=20000)
def stem(word):
    """'accessibility' -> 'access', 'heated' -> 'heat'; the stem of a stem is itself."""
    word = word.removesuffix("'s").replace("'", "")
    while True:
        cut = ENDING.sub("", word)
        if len(cut) < 3:
            return word
        if cut == word:
            cut = SUFFIX.sub("", word)
            if cut == word or len(cut) < 4:
                return word
        word = cut


def stems(words):
    """'guest visitor 住客' -> {'guest', 'visit', '住客'}"""
    return frozenset(stem(word) for word in words.split())


def opposites(pairs):
    """'indoor/outdoor ...' -> {'indoor': {'outdoor'}, 'outdoor': {'indoor'}}"""
    table = {}
    for group in pairs.split():
        words = [stem(word) if word.isascii() else word for word in group.split("/")]
        for word in words:
            table[word] = table.get(word, frozenset()) | frozenset(words) - {word}
    return table


SYNONYMS = by_script(synonyms.SYNONYMS)
DAYS = frozenset(stem(word) if word.isascii() else word[:2] for word in WEEKDAYS)
DAYS |= stems("weekday weekend daily")
LIGHT, VENUES = stems(synonyms.LIGHT), stems(synonyms.VENUES)
OFFERS, LANGUAGES = stems(synonyms.OFFERS), stems(synonyms.LANGUAGES)
CALLERS, PEOPLE = stems(synonyms.CALLERS), stems(synonyms.PEOPLE)
OPPOSITES = opposites(synonyms.OPPOSITES)
NARROWER = {stem(broad): tuple(stems(words)) for broad, words in synonyms.BROADER.items()}
ALIKE = {word: one for one, words in synonyms.ALIKE.items() for word in words.split()}
COVERS = {}  # {word of an answer: the words of a passage that cover it}
for broad, words in (synonyms.BROADER | synonyms.IMPLIED).items():
    for word in sorted(stems(words)):
        COVERS[word] = (*COVERS.get(word, ()), stem(broad))
ORDINARY = stems(synonyms.ORDINARY)


def bigrams(run):
    """'免费停车' -> ['免费', '费停', '停车']; a single character stays."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def unified(text):
    """Write synonyms as one word: "a lift" -> "a elevator"."""
    return replaced(LATIN_WORD.sub(lambda word: ALIKE.get(word[0], word[0]), text), SYNONYMS)


def content(text):
    """Return the content words of a unified text in order."""
    out = []
    for token in WORD.findall(HAN_SMALL.sub(" ", text)):
        if HAN.match(token):
            out += bigrams(token)
        elif token not in SMALL_WORDS and len(token) > 1:
            out.append("parking" if token == "parking" else stem(token))
    return out


def turned_round(word):
    """'课前' -> '课后'; None for a word without such a character."""
    return next((word.replace(a, b) for a, b in SIDES if a in word), None)


def reverses(word):
    """Yield what says the opposite of a word: "outdoor" of "indoor", "sansflash" of "flash"."""
    yield from OPPOSITES.get(word, ())
    yield word.removeprefix(SANS) if word.startswith(SANS) else SANS + word
    side = turned_round(word)
    if side:
        yield side
