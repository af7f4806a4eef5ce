"""Tell whether a quantity stands in the same role in the answer as in the passage.

offers   places(text, facts)                               -> {fact: Place}
         misplaced(claim, fact, covering, source) -> reason code or None

A price of one thing is not the price of another, "from 9" is not "until 9", and the hours of the
week are not those of Sunday. A quantity belongs to the words of its own piece of the sentence.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from conflicts import others
from facts import blanked, covers
from units import AT_LEAST, AT_MOST, MAX_AFTER, MAX_BEFORE, MIN_AFTER, MIN_BEFORE
from wording import LIGHT, PEOPLE, content, stems

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
COMPARED = stems("weigh small large big tall high long wide heavy light old young size measure")
STOP = re.compile(r"[.;!?](?=\s|$)|[。；！？]")
END = re.compile(r"[.!?](?=\s|$)|[。！？]")
RATE = re.compile(
    r"^\s*(?:/|(?:per|an?|each|every)\b|一|每)\s*(?!lot)([a-z]+|[天晚小月周人次间年])"
)
RATE_ZH = re.compile(r"每个?([天晚小月周人次间年])")
NEAR = 20  # quantities before and after one that can belong to its sentence
OTHER = {"min": "max", "max": "min"}


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


def stranger(here, own, source):
    """Tell whether the answer's subject is the passage's, and the quantity that of another one."""
    lead = source.align(here.lead) if here.lead else None
    if not lead or lead in source.names:
        return False
    named = [other.lead for other in own if other.lead not in COMPARED]  # "lighter than 5 kg"
    return len(named) == len(own) and all(
        lead not in other.words and other.lead and other.lead not in here.words for other in own
    )


def free(here, own, source):
    """Tell whether the answer puts a price on what the passage gives for nothing."""
    words = here.words.intersection(*[[w for c in source.clauses if c.fee == -1 for w in c.words]])
    return bool(words - PEOPLE - source.names) and not any(words <= o.sentence for o in own)


def whose(here, days_said, own, rivals, sentence=frozenset(), told=()):
    """Compare with other quantities of the kind: whose words, then whose sentence is it?

    A sentence that tells several of them is near to all: there only the words by it count.
    """

    def near(other):
        shared = 0 if other in told else len(sentence & other.sentence)
        return len(here & other.words), shared

    best = max(near(other) for other in own)
    rivals = [r for r in rivals if not any(other.days < r.days for other in own)]  # less exact
    rivals = [r for r in rivals if not (days_said and r.days and not days_said & r.days)]
    if any(near(rival) > best for rival in rivals):
        return "role_differs"
    return None


def topical(words):
    """Leave the days out: they are compared on their own."""
    return frozenset(word for word in words if not word.startswith("day "))


def unsaid_case(here, own, rivals):
    """Tell whether the passage says it per day or per kind of guest, and the answer does not."""
    for other in own:  # "open 10 to 6, on Sunday 11 to 5": who says 10 to 6 must say when
        for rival in (r for r in rivals if r.bound == other.bound):
            by_day = other.days and rival.days and other.days != rival.days and not here.days
            by_people = others(other.words, rival.words) and not PEOPLE & here.words
            if by_day or by_people:
                return "condition_dropped"
    return None


def misplaced(claim, fact, covering, source):
    """Return why a quantity does not stand where it stands in the passage, or None."""
    if fact.kind in ("ordinal", "code"):
        return None
    here = place(claim.text, fact, claim.facts)
    own = [source.places[other] for other in covering]
    against = [o for o in source.facts if o.kind == fact.kind and o not in covering]
    rivals = [source.places[other] for other in against]
    if fact.kind == "weekday":
        apart = [r for r in rivals if all(r.sentence != other.sentence for other in own)]
        return whose(topical(here.words), frozenset(), own, apart)
    bounds = {other.bound for other in own}
    if here.bound and here.bound not in bounds and OTHER[here.bound] in bounds:
        return "bound_flip"
    if fact.kind == "date":
        return None
    if here.rate and here.rate not in {other.rate for other in own}:
        return "unit_differs"
    if here.days and all(other.days and not here.days <= other.days for other in own):
        return "role_differs"
    if stranger(here, own, source) or all(others(here.words, other.words) for other in own):
        return "role_differs"
    if fact.kind == "money" and free(here, own, source):
        return "role_differs"
    told = [source.places[o] for o in against if any(covers(o, f) for f in claim.facts)]
    return whose(here.words, here.days, own, rivals, here.sentence, told) or unsaid_case(
        here, own, rivals
    )
