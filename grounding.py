"""Decide whether a spoken sentence is covered by the passage it cites: rules only, no model.

offers   check_sentence(sentence, passage, question="") -> (ok, reason code)
         check_text(text, passage, question="")         -> (ok, reason code) for several sentences
         REASONS {code: explanation}

    python grounding.py "Parking is free." "Parking costs $5 a day."

Contradiction is looked for before support: quantities, then names, then what is affirmed, denied,
allowed, required or charged, then conditions, and only then whether the words are the passage's.
"""

import functools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import roles
from facts import covers, facts, plain
from conflicts import contradiction, dropped, topic, turned
from polarity import clauses
from smalltalk import assertions
from wording import BROADER, LIGHT, content

REASONS = {
    "ok": "every claim is covered by the passage",
    "small_talk": "nothing is claimed: a courtesy, or a closing question",
    "not_text": "sentence or passage is no text",
    "empty": "nothing is said",
    "odd_characters": "hidden or look-alike characters: what is read is not what is said",
    "quantity_not_in_passage": "a number, time, price or code that the passage lacks",
    "unit_differs": "the number is there, with another unit or currency",
    "role_differs": "the number is there, for something else",
    "bound_flip": "at least for at most, opening for closing, before for after",
    "weekday_not_in_passage": "a day that the passage does not name",
    "name_not_in_passage": "a name that neither the passage nor the question holds",
    "polarity_flip": "the passage says the opposite",
    "permission_flip": "allowed, required and optional are mixed up",
    "fee_flip": "free for not free, or the other way round",
    "opposite_word": "indoor for outdoor, before for after, and the like",
    "condition_dropped": "only, if, unless or except of the passage is left out",
    "limit_added": "the answer says only or must where the passage does not",
    "personal_claim": "the speaker talks of its own experience or taste",
    "unsupported": "content words that the passage lacks",
}

HIDDEN = re.compile(
    "[\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\U000e0000-\\U000e007f]"
)
LETTER = r"[^\\W\\d_]"
MIXED = re.compile(
    "[a-z][\\u0370-\\u052f]|[\\u0370-\\u052f][a-z]|\\d[\\u0400-\\u052f]|[\\u0400-\\u052f]\\d", re.I
)

PARTICLE = re.compile(
    r"^(?:(?P<yes>yes|yeah|yep|correct|absolutely|certainly|是的|对的?|可以的?|有的|能的?)|(?P<no>no|nope|不是|不可以|不行|不能|没有))"
    r"(?:\s*[,.!;:，。！]\s*|\s*$|\s+(?=(?:it|they|there|we|you|i|this|that|the|he|she|is|are|do|does)\b))"
)
YES_NO = re.compile(
    r"^(?:\W*(?:hi|hello|so|and|um|uh|well|ok|okay|please|,)\W+)*(?:is|are|was|do|does|did|can|could|may|will|would|has|have|should|must)\b|(?:吗|么|能不能|可不可以|是不是|有没有|可以)[^。]*[?？]?$"
)
PERSONAL = re.compile(
    r"\b(?:i(?! (?:don'?t |can |do )?see)|i'?ve|i'?d|i'?m|my|me|mine|myself|your (?:friend|family|wife|husband))\b"
)
OFFER = frozenset(
    content(
        "reservation table room ticket train taxi question help anything else know book order work trip stay need information assistance today further additional more"
    )
)


HEDGE = re.compile(
    r"\b(?:probably|likely|may be|might|perhaps|maybe|gonna have to|will rely|could be|may find)\b"
)
NEARBY = re.compile(r"\b(?:nearby|near by|around|close by|in the area|surrounding)\b")
NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'&-]*")


class Passage:
    """One passage, read once: its facts, clauses and words."""

    def __init__(self, text):
        self.text = plain(text)
        match = PARTICLE.match(self.text)
        self.particle = match and (1 if match["yes"] else -1)
        self.facts = facts(self.text)
        self.words = frozenset(content(self.text))
        self.clauses = clauses(self.text[match.end() :] if match else self.text)
        self.only = any(clause.only for clause in self.clauses)
        self.places = roles.places(self.text, self.facts)
        self.heads = {}
        for word in sorted(self.words):
            self.heads.setdefault(word[:5], []).append(word)

    def align(self, word):
        """Return the passage's word that covers a word of the answer, or None."""
        if word in self.words:
            return word
        if BROADER.get(word) in self.words:
            return BROADER[word]
        near = self.heads.get(word[:5], ()) if len(word) >= 5 and word.isascii() else ()
        return next((other for other in near if abs(len(other) - len(word)) <= 3), None)


class Asked(NamedTuple):
    """The caller's question: clauses, words, and whether yes or no answers it."""

    clauses: list
    words: frozenset
    yes_no: bool


@functools.lru_cache(maxsize=512)
def read(text):
    """Return the Passage of a text; a turn checks several sentences against the same few."""
    return Passage(text)


@functools.lru_cache(maxsize=64)
def asked(question):
    """Return what the caller asked."""
    text = plain(question)
    return Asked(clauses(text), frozenset(content(text)), bool(YES_NO.search(text)))


def facts_reason(text, part, source, question):
    """Return the reason why a quantity of the part is not the passage's, or None."""
    for fact in part:
        covering = [other for other in source.facts if covers(other, fact)]
        if not covering:
            if fact.kind == "weekday":
                return "weekday_not_in_passage"
            same = any(roles.bare(other) == roles.bare(fact) for other in source.facts)
            return "unit_differs" if same else "quantity_not_in_passage"
        reason = roles.misplaced(text, fact, part, covering, source, question)
        if reason:
            return reason
    return None


def names_reason(original, source, question):
    for name in NAME.findall(original):
        for word in content(plain(name)):
            if word not in LIGHT and not source.align(word) and word not in question.words:
                return "name_not_in_passage"
    return None


def signals(claims, part_facts, source, question):
    words = list(dict.fromkeys(word for clause in claims for word in topic(clause.words)))
    missing = [word for word in words if not source.align(word)]
    echo = [w for w in missing if w in question.words]
    info = [w for w in words if w not in question.words]
    lost = [w for w in missing if w not in question.words]
    return {
        "n": len(words),
        "info": len(info) + len(part_facts),
        "lost": len(lost),
        "echo": len(echo),
        "words": lost,
    }


def check_part(part, source, question):
    """Return the reason against one claim, or "ok"."""
    text = plain(part)
    match = PARTICLE.match(text)
    particle = match and (1 if match["yes"] else -1)
    claims = [
        c
        for c in clauses(text[match.end() :] if match else text)
        if not (HEDGE.search(c.text.lower()) and NEARBY.search(c.text))
    ]
    if not claims:
        claims = [turned(c, particle or 1) for c in question.clauses]
        particle = None
    part_facts = facts(text)
    reason = facts_reason(text, part_facts, source, question)
    reason = reason or contradiction(claims, source, question, particle)
    reason = reason or dropped(claims, source, question)
    if reason:
        return reason
    if PERSONAL.search(text):
        return "personal_claim"
    s = signals(claims, part_facts, source, question)
    if s["lost"] > MISSING * max(s["info"], 1):
        return "unsupported"
    return "ok"


MISSING = 0.4


def check_sentence(sentence, passage, question=""):
    """Return (ok, reason code) for what is said against the passage it cites."""
    if not isinstance(sentence, str) or not isinstance(passage, str):
        return False, "not_text"
    if HIDDEN.search(sentence) or MIXED.search(sentence):
        return False, "odd_characters"
    if not sentence.strip():
        return False, "empty"
    source = read(passage)
    question = asked(question if isinstance(question, str) else "")
    claims, closings = assertions(sentence.lower().replace("\u2019", "'"))
    for part in claims:
        reason = check_part(part, source, question)
        if reason != "ok":
            return False, reason
    reason = claims and names_reason(sentence, source, question)
    if reason:
        return False, reason
    return True, "ok" if claims else "small_talk"
