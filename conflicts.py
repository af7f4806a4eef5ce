"""Tell whether the clauses of an answer contradict the clauses of a passage.

offers   contradiction(claims, source, question, particle) -> reason code or None
         dropped(claims, source, asked)                    -> "condition_dropped", "limit_added", None

A clause of the answer is compared with the passage's clause that shares most words with it; among
equals with the one that says least else.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from wording import LIGHT, OPPOSITES, content


def topic(words):
    """Drop the words that any service sentence has."""
    return [word for word in words if word not in LIGHT]


def closest(words, source, options):
    """Return the clauses of the passage that say most of the words, the shortest first."""
    found = {source.align(word) for word in words} - {None}
    rows = []
    for option in options:
        hit = len(found & set(option.words))
        if hit:
            rows.append((-hit, len(set(option.words) - found - LIGHT), len(rows), option))
    rows.sort(key=lambda row: row[:3])
    return [row[3] for row in rows if row[0] == rows[0][0]]


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
    return any(
        OPPOSITES.get(word, frozenset()) & set(option.words) and word not in option.words
        for word in claim.words
    )


def conflict(claim, option):
    """Return the reason why two clauses on the same topic contradict each other, or None."""
    if claim.fee and option.fee:
        return None if claim.fee == option.fee else "fee_flip"
    if modality(claim, option):
        return "permission_flip"
    if opposite(claim, option):
        return None if claim.sign != option.sign else "opposite_word"
    return None if claim.sign == option.sign else "polarity_flip"


def turned(clause, sign):
    """Answer a question's clause with yes (1) or no (-1)."""
    return clause._replace(sign=clause.sign * sign, fee=clause.fee * sign, need=clause.need * sign)


def compared(claims, source, asked, particle):
    """Yield (clause of the answer, words to find its place by)."""
    for claim in claims:
        words = topic(claim.words)
        if not any(
            source.align(word) for word in words
        ):  # "they do", "it is": the question's topic
            words = words + topic(asked.words)
        yield claim, words
    if particle and asked.yes_no and particle != source.particle:
        for clause in asked.clauses:
            yield turned(clause, particle), topic(clause.words)


def contradiction(claims, source, asked, particle):
    """Return the reason of the first contradiction, or None."""
    options = source.clauses
    if source.particle and asked.yes_no and not any(set(o.words) & asked.words for o in options):
        options = options + [turned(clause, source.particle) for clause in asked.clauses]
    for claim, words in compared(claims, source, asked, particle):
        near = closest(words, source, options)
        if claim.fee:
            near = [o for o in near if o.fee] or [o for o in options if o.fee] or near
            if not any(o.fee for o in near):
                return "unsupported"
        if not near:
            continue
        reason = conflict(claim, near[0])
        if reason == "permission_flip" and any(not conflict(claim, o) for o in near[1:]):
            continue
        if reason:
            return reason
    return None


def dropped(claims, source, asked):
    """Return the reason why a limit of the passage is missing in the answer, or one is added."""
    said = {source.align(word) for claim in claims for word in claim.words}
    for claim in claims:
        words = topic(claim.words) or topic(asked.words)
        for option in closest(words, source, source.clauses)[:1]:
            limit = set(option.limit) - LIGHT - asked.words
            if limit and not limit & said and not claim.limit:
                return "condition_dropped"
        if claim.only and not source.only:
            return "limit_added"
    return None
