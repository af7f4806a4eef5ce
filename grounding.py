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
from facts import covers, facts, plain, plain_value
from conflicts import contradiction, dropped, topic, turned
from polarity import clauses
from smalltalk import assertions, sentences
from wording import BROADER, LIGHT, content, unified

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
    r"\b(?:i(?!'m|'ve|'d)(?! (?:don'?t |can |do )?see)|i'm(?! showing| seeing| sorry| afraid| not seeing)|i've|i'd|my|me|mine|myself|your (?:friend|family|wife|husband))\b"
)
OFFER = frozenset(
    content(
        "reservation table room ticket train taxi question help anything else know book order work trip stay need information assistance today further additional more"
    )
)


HEDGE = re.compile(
    r"\b(?:prob\w+|likely|may be|might|perhaps|maybe|gonna have to|will rely|could be|may find)\b"
)
NEARBY = re.compile(r"\b(?:nearby|near by|around|close by|in the area|surrounding)\b")
NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'&-]*")


class Passage:
    """One passage, read once: its facts, clauses and words."""

    def __init__(self, text):
        self.text = unified(plain(text))
        match = PARTICLE.match(self.text)
        self.particle = match and (1 if match["yes"] else -1)
        self.facts = facts(self.text)
        self.clauses = clauses(self.text[match.end() :] if match else self.text)
        self.words = frozenset(content(self.text)).union(*(c.words for c in self.clauses))
        self.names = frozenset(content(unified(plain(" ".join(NAME.findall(text))))))
        self.sentences = [frozenset(content(sentence)) for sentence in sentences(self.text)]
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
    text = unified(plain(question))
    return Asked(clauses(text), frozenset(content(text)), bool(YES_NO.search(text)))


class Claim(NamedTuple):
    """One claim of the answer, read as the passage is read."""

    text: str
    facts: list
    clauses: list
    particle: int  # 1 yes, -1 no, 0 neither
    names: frozenset


def blanked(text, quantities):
    """Take the quantities out of a text: their units are no content words."""
    for fact in quantities:
        if fact.kind not in ("money", "weekday"):
            text = text[: fact.start] + " " * (fact.end - fact.start) + text[fact.end :]
    return text


def claimed(part, question, names=frozenset()):
    """Return the Claim of one part of the answer; a bare yes or no answers the question."""
    text = unified(plain(part))
    match = PARTICLE.match(text)
    particle = 0 if not match else 1 if match["yes"] else -1
    found = facts(text)
    bare = blanked(text, found)[match.end() if match else 0 :]
    said = [
        c for c in clauses(bare) if not (HEDGE.search(c.text.lower()) and NEARBY.search(c.text))
    ]
    if said and not any(c.words for c in said):  # "they do", "no, they don't"
        said = [turned(c, said[0].sign) for c in question.clauses]
        return Claim(text, found, said, particle, names)
    if not said and particle:
        return Claim(text, found, [turned(c, particle) for c in question.clauses], 0, names)
    return Claim(text, found, said, particle, names)


def quantity(claim, source, question):
    """Return the reason why a quantity of the claim is not the passage's, or None."""
    for fact in claim.facts:
        covering = [other for other in source.facts if covers(other, fact)]
        if not covering:
            if fact.kind == "weekday":
                return "weekday_not_in_passage"
            same = any(
                plain_value(other) == plain_value(fact) is not None for other in source.facts
            )
            return "unit_differs" if same else "quantity_not_in_passage"
        reason = roles.misplaced(claim, fact, covering, source, question)
        if reason:
            return reason
    return None


class Support(NamedTuple):
    """What the content words of a claim rest on."""

    held: int  # words and quantities that the passage has
    echo: int  # words that only the question has: they say what was asked, not what is so
    lost: int  # words that neither has
    n: int


def support_of(claim, source, question, names):
    """Count the content words of a claim, the names of its own house aside."""
    words = dict.fromkeys(word for clause in claim.clauses for word in topic(clause.words))
    known = source.names | names
    held = echo = lost = 0
    for word in words:
        if source.align(word):
            held += word not in known
        elif word in question.words:
            echo += word not in known
        else:
            lost += 1
    return Support(held + len(claim.facts), echo, lost, len(words))


def support(claim, source, question):
    """Return "unsupported" if too much of what is said is not the passage's."""
    if PERSONAL.search(claim.text):
        return "personal_claim"
    held, echo, lost, n = support_of(claim, source, question, claim.names)
    if not held and (echo or lost):
        return "unsupported"
    return "unsupported" if lost + 0.5 * echo > MISSING * (held + echo + lost) else None


RULES = (
    quantity,
    lambda claim, source, question: contradiction(claim.clauses, source, question, claim.particle),
    lambda claim, source, question: dropped(claim.clauses, source, question),
    support,
)


def check_part(part, source, question, names=frozenset()):
    """Return the reason against one claim, or None."""
    claim = claimed(part, question, names)
    return next((reason for rule in RULES if (reason := rule(claim, source, question))), None)


def unknown_name(original, source, question):
    """Tell whether a capitalised word is neither the passage's nor the question's."""
    words = content(unified(plain(" ".join(NAME.findall(original)))))
    return any(w not in LIGHT and not source.align(w) and w not in question.words for w in words)


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
    names = frozenset(content(unified(plain(" ".join(NAME.findall(sentence))))))
    claims, _ = assertions(sentence.lower().replace("\u2019", "'"))
    for part in claims:
        reason = check_part(part, source, question, names & question.words)
        if reason:
            return False, reason
    if claims and unknown_name(sentence, source, question):
        return False, "name_not_in_passage"
    return True, "ok" if claims else "small_talk"
