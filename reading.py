"""Read a passage, a question and one part of an answer in the same way, to compare them.

offers   passage(text)               -> Passage: facts, clauses, words, what covers a word
         asked(question)             -> Asked: the clauses and words of the caller's question
         claimed(part, asked, names) -> Claim: the same of one part of the answer
"""

import functools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from compare import topic, turned
from cues import PARTICLE, UNKNOWN, YES_NO
from facts import blanked, facts
from places import places
from plaintext import plain, stopped, unaccented
from polarity import clauses
from smalltalk import sentences
from wording import COVERS, HAN, ORDINARY, content, unified

NAME = re.compile(r"(?<![.!?] )(?<!^)(?<!-)\b[A-Z][\w'&-]*")
TITLE = re.compile(r"\b(Dr|Mr|Mrs|Ms|St|Prof)\. ")
HEDGE = re.compile(
    r"\b(?:prob\w+|likely|may be|might|perhaps|maybe|gonna have to|will rely|could be|may find)\b"
)
NEARBY = re.compile(r"\b(?:nearby|near by|around|close by|in the area|surrounding)\b")
BACK = re.compile(
    r"(?:it|its|they|their|this|that|these|those|he|she|after that|then)\b|它|其|该|此"
)
NEAR_VERBATIM = 3  # content words that make a clause comparable word by word
LONG = 7  # letters of a word in which one may be wrong
PREFIX = 5  # letters that two words of one family share


def names(text):
    """Return the content words of the capitalised words that begin no sentence."""
    found = " ".join(NAME.findall(TITLE.sub(r"\1 ", unaccented(text))))
    return frozenset(content(unified(found.lower()))) - ORDINARY if found else frozenset()


def bare(sentence):
    """Return a unified sentence without its end mark."""
    return sentence.strip(" .,!?;。！？；，")


def carried(parts):
    """Return the content words of each sentence; "it costs $5" is about what came before, too."""
    out = []
    for part in parts:
        words = frozenset(content(part))
        out.append(words | out[-1] if out and BACK.match(part) else words)
    return out


def slots(rows):
    """Return {(word before, word after): words between} of the content words of clauses."""
    found = {}
    for clause in rows:
        words = ["", *topic(clause.words), ""]
        for before, word, after in zip(words, words[1:], words[2:]):
            found.setdefault((before, after), set()).add(word)
    return found


def sign(match):
    """Return 1 for a match of yes, -1 for one of no, 0 for none."""
    return 0 if not match else 1 if match["yes"] else -1


def answered(sentence):
    """Return (1 yes, -1 no or 0, content words of the rest) of a sentence."""
    match = PARTICLE.match(sentence)
    return sign(match), frozenset(content(sentence[match.end() :])) if match else frozenset()


def misspelt(word, other):
    """Tell whether two long words differ by one letter: 'vegetarian' and 'vegeterian'."""
    if len(word) < LONG or len(word) != len(other) or word[0] != other[0]:
        return False
    return sum(a != b for a, b in zip(word, other)) == 1


class Passage:
    """One passage, read once: its facts, clauses and words."""

    def __init__(self, text):
        whole = unified(plain(stopped(text)))
        self.text = UNKNOWN.sub(" ", whole)
        match = PARTICLE.match(self.text)
        self.particle = sign(match)
        self.facts = facts(self.text)
        self.clauses = clauses(self.text[match.end() :] if match else self.text)
        self.words = frozenset(content(self.text)).union(*(c.words for c in self.clauses))
        self.signs = frozenset("".join(w for w in self.words if HAN.match(w)))  # 借书 of 借一本书
        self.names = names(text)
        self.spelled = frozenset(content(unaccented(text.lower())))  # "Two" of a name, not yet 2
        own = sentences(self.text)
        self.verbatim = {bare(sentence) for sentence in (*own, *UNKNOWN.findall(whole))}
        self.particles = [answered(sentence) for sentence in own]
        self.sentences = carried(own)
        self.elliptic = not any(topic(clause.words) for clause in self.clauses)  # "Yes, we do."
        self.slots = slots(self.clauses)
        self.only = any(clause.only for clause in self.clauses)
        self.places = places(self.text, self.facts)
        self.nonstop = any(one.unit == "time" and one.written == 24 for one in self.facts)
        self.families = {}
        for word in sorted(self.words):
            self.families.setdefault(word[:PREFIX], []).append(word)

    def instead(self, clause):
        """Tell whether one word stands where the passage, all else being equal, has another one."""
        words = topic(clause.words)
        known = ["", *(self.align(word) or word for word in words), ""]
        return (
            len(words) >= NEAR_VERBATIM
            and any(
                word not in self.words
                and word.isascii()
                and word != "daily"  # a quantity, and compared as one
                and self.slots.get((before, after), set()) - set(known)
                for before, word, after in zip(known, known[1:], known[2:])
            )
        )

    def align(self, word):
        """Return the passage's word that covers a word of the answer, or None."""
        if word in self.words:
            return word
        for other in COVERS.get(word, ()):
            if other in self.words:
                return other
        if len(word) < PREFIX or not word.isascii():
            return None
        near = self.families.get(word[:PREFIX], ())
        near = (other for other in near if abs(len(other) - len(word)) <= 3)
        return next(near, None) or next((o for o in self.words if misspelt(word, o)), None)


class Asked(NamedTuple):
    """The caller's question: its clauses and words, and whether yes or no answers it."""

    clauses: list
    words: frozenset
    yes_no: bool
    names: frozenset


class Claim(NamedTuple):
    """One part of the answer, read as the passage is read."""

    text: str
    facts: list
    clauses: list
    particle: int  # 1 it begins with yes, -1 with no, 0 neither
    names: frozenset  # of the question and the answer: what house is spoken of
    bare: bool  # only "they do", "no": its clauses are the question's


@functools.lru_cache(maxsize=512)
def passage(text):
    """Return the Passage of a text; a turn checks several sentences against the same few."""
    return Passage(text)


@functools.lru_cache(maxsize=64)
def asked(question):
    """Return what the caller asked; of several sentences the last says it."""
    text = unified(plain(question))
    last = (sentences(text) or [""])[-1]
    return Asked(
        clauses(last), frozenset(content(text)), bool(YES_NO.search(last)), names(question)
    )


def guess(clause):
    """Tell whether a clause only guesses at the neighbourhood: "you may find some nearby"."""
    said = HEDGE.search(clause.text.lower()) and NEARBY.search(clause.text)
    return said and not (clause.fee or clause.text.count("MAY") > 1)


def claimed(part, question, known):
    """Return the Claim of one part of the answer; a bare yes or no answers the question."""
    text = unified(plain(part))
    match = PARTICLE.match(text)
    particle = sign(match)
    found = facts(text)
    kept = [fact for fact in found if fact.kind not in ("money", "weekday")]
    rest = clauses(blanked(text, kept)[match.end() if match else 0 :])
    said = [clause for clause in rest if not guess(clause)]
    empty = not any(c.words or c.fee or c.need for c in said)
    if (rest or particle) and empty and not found:
        turn = said[0].sign if said else particle or 1
        return Claim(text, found, [turned(c, turn) for c in question.clauses], 0, known, True)
    return Claim(text, found, said, particle, known, False)
