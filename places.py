"""Tell where each quantity of a text stands: by which words, on which days, as which bound.

offers   places(text, facts) -> {fact: Place}, place(text, fact, facts) -> Place
         bound(text, fact, facts) -> "min", "max" or ""

A quantity belongs to the words of its own piece of the sentence.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from facts import blanked
from units import AT_LEAST, AT_MOST, MAX_AFTER, MAX_BEFORE, MIN_AFTER, MIN_BEFORE
from wording import LIGHT, content

RANGE = re.compile(r"^\s*(?:-|~|to|and|until|till?|through|至|到)\s*$")
PIECE = re.compile(
    r"[.;!?](?=\s|$)|[。；！？，;、]|,(?=\s|[一-鿿])|(?<=[一-鿿]),|\b(?:and|but|while|or)\b"
)
LISTED = re.compile(r"\b(?:[\w'-]+ ){1,6}(?:and|or)\s*$")  # "phones and tablets within 3 days"
SAYS = re.compile(
    r"\b(?:is|are|was|were|costs?|takes?|starts?|begins?|opens?|clos(?:es?|ed)|ends?|lasts?|pays?|gets?|"
    r"must|can|may|will|has|have|had|needs?|requires?|charged?|free|includes?|runs?|leaves?|arrives?)\b"
)
AMOUNTS = ("money", "measure", "percent", "clock")
BETWEEN = re.compile(r"\bbetween (?:the hours of )?$")
STOP = re.compile(r"[.;!?](?=\s|$)|[。；！？]")
END = re.compile(r"[.!?](?=\s|$)|[。！？]")
RATE = re.compile(
    r"^\s*(?:/|(?:per|an?|each|every)\b|一|每)\s*(?!lot)([a-z]+|[天晚小月周人次间年])"
)
RATE_ZH = re.compile(r"每个?([天晚小月周人次间年])")
NEAR = 20  # quantities before and after one that can belong to its sentence


class Place(NamedTuple):
    """Where a quantity stands."""

    words: frozenset  # content words and days of its piece of the sentence
    days: frozenset  # the days it holds on, of the piece or else the sentence
    bound: str  # "min", "max" or ""
    rate: str  # "day" of "$5 a day"
    lead: str  # the first content word of the piece
    sentence: frozenset  # content words of the whole sentence


def bound(text, fact, others):
    """Return "min", "max" or "" for what stands around a quantity: "from 9 to 5" has both."""
    before, after = text[: fact.start], text[fact.end :]
    for other in others:
        if other.kind == fact.kind and RANGE.match(text[other.end : fact.start]):
            return "max"
        if other.kind == fact.kind and RANGE.match(text[fact.end : other.start]):
            return "min"
    if AT_MOST.search(before) or AT_LEAST.search(before):
        return "max" if AT_MOST.search(before) else "min"
    if MIN_BEFORE.search(before) or MIN_AFTER.search(after):
        return "min"
    return "max" if MAX_BEFORE.search(before) or MAX_AFTER.search(after) else ""


def span(text, fact, cut):
    """Return the stretch between the nearest cuts around a quantity."""
    start = max((m.end() for m in cut.finditer(text, 0, fact.start)), default=0)
    end = cut.search(text, fact.end)
    return start, end.start() if end else len(text)


def stretch(text, fact, quantities):
    """Return the piece that a quantity stands in; "between 6 and 7" is one piece."""
    start, end = span(text, fact, PIECE)
    for other in quantities:
        low, high = sorted((fact, other), key=lambda one: one.start)
        if other.kind == fact.kind and BETWEEN.search(text[: low.start]):
            if RANGE.match(text[low.end : high.start]):
                start, end = span(text, low, PIECE)[0], span(text, high, PIECE)[1]
    whole = span(text, fact, STOP)[0]
    listed = fact.kind in AMOUNTS and not SAYS.search(text, start, end)
    if listed and not any(whole <= f.start < start for f in quantities):
        cut = LISTED.search(text[whole:start])
        start = whole + cut.start() if cut else start
    if SAYS.match(text[start:end].lstrip()) and start > whole:  # "and costs 7 dollars": what does?
        cuts = (cut.end() for cut in PIECE.finditer(text, whole, start))
        start = max((at for at in cuts if at < start), default=whole)
    return start, end


def days(quantities, start, end):
    """Return the weekdays named in a stretch of text."""
    found = [f.value for f in quantities if f.kind == "weekday" and start <= f.start < end]
    return frozenset().union(*found)


def rate(text, start, fact):
    """Return "day" of "$5 a day", "晚" of 每晚5元; "" where nothing is said."""
    if fact.kind != "money":
        return ""
    after, before = RATE.match(text[fact.end :]), RATE_ZH.search(text[start : fact.start])
    return after[1] if after else before[1] if before else ""


def place(text, fact, quantities, bare=None):
    """Return the Place of one quantity; bare is the text without any, where it is at hand."""
    start, end = stretch(text, fact, quantities)
    bare = bare or blanked(text, quantities)
    words = [word for word in content(bare[start:end]) if word not in LIGHT]
    own = days(quantities, start, end)
    return Place(
        frozenset(words) | {f"day {day}" for day in own},
        own or days(quantities, *span(text, fact, STOP)),
        bound(text, fact, quantities),
        rate(text, start, fact),
        words[0] if words else "",
        frozenset(content(text[slice(*span(text, fact, END))])),
    )


def places(text, quantities):
    """Return {fact: Place} for the quantities of a text."""
    bare = blanked(text, quantities)
    return {
        fact: place(text, fact, quantities[max(0, at - NEAR) : at + NEAR], bare)
        for at, fact in enumerate(quantities)
    }
