"""Compare one clause of an answer with one clause of a passage.

offers   conflict(claim, option) -> reason code or None   two clauses on the same topic
         closest(words, source, options, asked) -> [(rank, clause)]   most words shared first
         topic(words), aligned(words, source), others(words, own), turned(clause, sign)
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from wording import DAYS, LIGHT, NARROWER, PEOPLE, reverses

DAY_WEIGHT = 3  # "closed on Sunday" is what counts for a claim on Sunday
NAME_WEIGHT = 0.3  # every clause of a passage is about its own house


def topic(words):
    """Drop the words that any service sentence has."""
    return [word for word in words if word not in LIGHT]


def aligned(words, source):
    """Return the passage's words for words of the answer, narrower ones included."""
    found = {source.align(word) for word in words} - {None}
    return found.union(*(source.words.intersection(NARROWER.get(word, ())) for word in words))


def weight(word, source):
    """Return how much it counts that two clauses share a word."""
    if word in DAYS:
        return DAY_WEIGHT
    return NAME_WEIGHT if word in source.names else 1


def closest(words, source, options, asked=None):
    """Return [(rank, clause), ...] of the passage: most words shared, then least else said."""
    found = aligned(words, source)
    common_knowledge = LIGHT | source.names | (asked.words if asked else frozenset())
    rows = []
    for option in options:
        common = found.intersection(option.words)
        if common and (not option.but or option.but & found):
            hit = sum(weight(word, source) for word in common - LIGHT)
            extra = len(set(option.words) - found - common_knowledge)
            rows.append(((-hit, -len(common & LIGHT), extra), option))
    return sorted(rows, key=lambda row: row[0])


def modality(claim, option):
    """Tell allowed, required and optional apart."""
    if claim.need and option.need:
        return claim.need != option.need
    if claim.need == -1:
        return option.sign == -1
    if option.need == -1:
        return claim.sign == -1
    if claim.need == 1:
        return option.may and option.sign == 1
    return option.need == 1 and claim.may


def opposite(claim, option):
    """Tell whether one says "indoor" and the other "outdoor" of the same thing."""
    others = set(option.words) - set(claim.words)
    return any(
        word not in option.words and not others.isdisjoint(reverses(word)) for word in claim.words
    )


def others(words, own):
    """Tell whether one speaks of guests and the other of visitors."""
    mine, theirs = PEOPLE.intersection(words), PEOPLE.intersection(own)
    return bool(mine) and bool(theirs) and not mine & theirs


def conflict(claim, option):
    """Return the reason why two clauses on the same topic contradict each other, or None."""
    if claim.fee and option.fee and claim.fee != option.fee:
        return "fee_flip"
    if modality(claim, option):
        return "permission_flip"
    agree = claim.sign == option.sign or (claim.fee and option.fee)
    agree = agree or (-1 in (claim.need, option.need) and -1 in (claim.fee, option.fee))
    if opposite(claim, option):
        return "opposite_word" if agree else None
    if not agree:
        return "polarity_flip"
    return "role_differs" if others(claim.words, option.words) else None


def turned(clause, sign):
    """Answer a question's clause with yes (1) or no (-1)."""
    return clause._replace(sign=clause.sign * sign, fee=clause.fee * sign, need=clause.need * sign)
