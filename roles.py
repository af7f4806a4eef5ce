"""Tell whether a quantity stands in the same role in the claim and in the passage."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from facts import covers, facts, plain_value
from wording import LIGHT, content

MIN = re.compile(
    r"(?:at least|minimum(?: of)?|more than|over|above|from|after|older than|starting(?: at)?|starts?(?: at)?|begins?(?: at)?|opens?(?: at)?|至少|超过|满|从|自)(?: the)?\s*$"
)
MAX = re.compile(
    r"(?:at most|up to|maximum(?: of)?|under|below|less than|before|until|till?|by|within|closes?(?: at)?|ends?(?: at)?|最多|至多|最晚|截止)(?: the)?\s*$"
)
MIN_AFTER = re.compile(
    r"^\s*(?:or (?:more|older|over|above)|and (?:above|older|over|up)|onwards?|以上|起|minimum)"
)
MAX_AFTER = re.compile(
    r"^\s*(?:or (?:less|fewer|under|younger)|and (?:under|younger|below)|maximum|以下|以内|内)"
)
PIECE = re.compile(r"[.;!?](?=\s|$)|[。；！？，;]|,\s|\b(?:and|but|while|or)\b|、")
STOP = re.compile(r"[.;!?](?=\s|$)|[。；！？]")


def priced(clause):
    """A clause with an amount of money costs something, unless the amount is 0."""
    if clause.fee or not re.search(r"[$€£¥]|dollar|gbp|eur|usd|pound|[元块]", clause.text):
        return clause
    return clause._replace(fee=clause.sign)


def bare(fact):
    """Return the number of a quantity as it is written."""
    return plain_value(fact)


def bound(text, fact):
    """Return "min", "max" or "" for what stands around the quantity."""
    before, after = text[: fact.start], text[fact.end :]
    if MIN.search(before) or MIN_AFTER.search(after):
        return "min"
    if MAX.search(before) or MAX_AFTER.search(after):
        return "max"
    return ""


def span(text, fact, cut):
    """Return the stretch between the nearest cuts around a quantity."""
    start = max([m.end() for m in cut.finditer(text) if m.end() <= fact.start], default=0)
    end = min([m.start() for m in cut.finditer(text) if m.start() >= fact.end], default=len(text))
    return start, end


def days(all_facts, start, end):
    return {
        f"day{d}"
        for f in all_facts
        if f.kind == "weekday" and start <= f.start < end
        for d in f.value
    }


def place(text, fact, all_facts):
    """Return (words of its piece, words of its sentence, bound)."""
    start, end = span(text, fact, PIECE)
    words = set(content(text[start:end])) - LIGHT | days(all_facts, start, end)
    first, last = span(text, fact, STOP)
    whole = set(content(text[first:last])) - LIGHT | days(all_facts, first, last)
    return frozenset(words), frozenset(whole), bound(text, fact)


def places(text, all_facts):
    return {fact: place(text, fact, all_facts) for fact in all_facts}


def misplaced(claim, fact, covering, source, question):
    """Return why the quantity does not stand where it stands in the passage, or None."""
    if fact.kind in ("weekday", "ordinal"):
        return None
    words, _, limit = place(claim.text, fact, claim.facts)
    limits = {source.places[other][2] for other in covering}
    if limit and limits and {"min": "max", "max": "min"}[limit] in limits and limit not in limits:
        return "bound_flip"
    rivals = [o for o in source.facts if o.kind == fact.kind and o not in covering]
    if not rivals:
        return None
    own = max(len(words & source.places[o][0]) for o in covering)
    other = max(len(words & source.places[o][0]) for o in rivals)
    return "role_differs" if other > own else None
