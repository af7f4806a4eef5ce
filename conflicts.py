"""Tell whether the clauses of an answer contradict the clauses of a passage.

offers   contradiction(claim, source, asked) -> reason code or None

A clause of the answer is compared with the passage's clause that shares most words with it; among
equals with the one that says least else.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from compare import aligned, closest, conflict, topic, turned
from polarity import MARK, priced
from wording import CALLERS, LIGHT, PEOPLE, VENUES, content

BACK = re.compile(r"\s*(?:it|they|this|that|these|those|there|which|you|we)\b|[它其该此您你我]")
LIST = re.compile(r"\b(?:or|nor|and)\b| , ")


def compared(claims, source, asked, particle):
    """Yield (clause of the answer, words to find its place by)."""
    for claim in claims:
        words = claim.words
        if not topic(words) and (claim.sign == -1 or len(claims) == 1):  # "they do": as asked
            words = (*words, *sorted(asked.words))
        yield claim, words
    if particle and asked.yes_no and particle != source.particle:
        for clause in asked.clauses:
            yield turned(clause, particle), clause.words


def unsaid(option, words, source, asked):
    """Return what a clause of the passage says beyond the answer's words."""
    known = aligned(words, source) | (LIGHT - VENUES) | source.names | asked.words
    return set(option.words) - known


def ambiguous(claim, option, words, source, asked):
    """Tell whether a clause that agrees says so only of some case, and others say the opposite.

    Called where the passage has both: "Free for guests. Visitors pay." does not make it free.
    """
    beyond = unsaid(option, words, source, asked)
    return bool(beyond & PEOPLE) if claim.fee else bool(beyond)


def excused(claim, near, against):
    """Return the reason of a conflict; "may" against "must" is none where the passage says both."""
    reason = against[0][2] if against else None
    opposed = bool(against) and claim.need * against[0][1].need == -1
    both = reason == "permission_flip" and any(not conflict(claim, option) for _, option in near)
    both = both and not opposed
    return None if both else reason


def denied(claim, words, source):
    """Tell whether the passage has one of the things that are affirmed only in what it denies.

    Of a list that is denied, the other way round: "no cards or coins", where it takes cards.
    """
    rows = [option for option in source.clauses if not option.fee]
    held = aligned(words, source) - LIGHT - CALLERS - source.names
    yes = set().union(*(option.words for option in rows if option.sign == 1))
    no = set().union(*(option.words for option in rows if option.sign == -1 and not option.limit))
    if claim.sign == 1 or claim.fee:
        return not claim.fee and held & yes and held & no - yes
    items = [
        aligned(topic(content(MARK.sub(" ", item))), source) for item in LIST.split(claim.text)
    ]
    items = [item - (yes & no) for item in items]
    return any(item and item <= yes for item in items) and any(item & no for item in items)


def unnamed(claim, source, options):
    """Return the clauses on a fee that can be meant where none has a word of the claim's."""
    fees = [option for option in options if option.fee]
    if aligned(topic(claim.words), source) - source.names:  # "it is free", of what was spoken of
        fees = [option for option in fees if not topic(option.words) or BACK.match(option.text)]
    return [((0, 0, 1), option) for option in fees]


def verdict(claim, words, source, asked, options):
    """Return the reason why one clause contradicts the passage's closest ones, or None."""
    near = closest(words, source, options, asked)
    if "FREE" in claim.text and ("FEE" in claim.text or priced(claim.text)):
        claim = claim._replace(fee=0)  # "free until noon, then $5" in one breath
    if claim.fee:
        if not any(option.fee for option in options):
            return "unsupported"
        if near and near[0][1].sign == -1 and all(rank[0] > near[0][0][0] for rank, _ in near[1:]):
            if not near[0][1].fee:
                return "polarity_flip"  # "no ironing is done, but washing costs extra"
        named = bool(topic(claim.words))
        near = [row for row in near if row[1].fee and (row[0][0] or not named)] or unnamed(
            claim, source, options
        )
        if not near:
            return "unsupported"  # free, or paid for, is something else
    if denied(claim, words, source):
        return "polarity_flip"  # "cards and coins are taken" where coins are not
    best = [row for row in near if row[0][:2] == near[0][0][:2]]
    judged = [(rank, option, conflict(claim, option)) for rank, option in best]
    against = [row for row in judged if row[2]]
    agreeing = [row for row in judged if not row[2]]
    if not agreeing or (against and against[0][0] < agreeing[0][0]):
        return excused(claim, near, against)
    others = [o for o in options if o.fee == -claim.fee] if claim.fee else against
    if others and ambiguous(claim, agreeing[0][1], words, source, asked):
        return "condition_dropped"
    return None


def misanswered(claim, source):
    """Tell whether the passage says no where the answer says yes, and no question tells to what."""
    words = {source.align(word) for clause in claim.clauses for word in topic(clause.words)}
    signs = {sign for sign, rest in source.particles if sign and words and words <= rest}
    return signs == {-claim.particle}


def otherwise(claim, source):
    """Tell whether a condition is denied that the passage affirms, or the other way round."""
    for clause in claim.clauses:
        limit = aligned(topic(clause.limit), source) if clause.when else set()
        near = [(o.when, len(limit & {*o.limit}), len(o.limit)) for o in source.clauses]
        same = {when for when, hit, size in near if 2 * hit > min(len(limit), size)}
        if limit and same == {-clause.when}:
            return True
    return False


def contradiction(claim, source, asked):
    """Return the reason of the first contradiction, or None."""
    options = source.clauses
    if otherwise(claim, source):
        return "polarity_flip"
    if claim.particle and not asked.words and misanswered(claim, source):
        return "polarity_flip"
    if source.particle and asked.yes_no and not any(asked.words & set(o.words) for o in options):
        options = options + [turned(clause, source.particle) for clause in asked.clauses]
    pairs = compared(claim.clauses, source, asked, claim.particle)
    reasons = (verdict(*pair, source, asked, options) for pair in pairs)
    return next((reason for reason in reasons if reason), None)
