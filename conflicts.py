"""Tell whether the clauses of an answer contradict the clauses of a passage.

offers   contradiction(claims, source, question, particle) -> reason code or None
         dropped(claims, source, asked)                    -> "condition_dropped", "limit_added", None

A clause of the answer is compared with the passage's clause that shares most words with it; among
equals with the one that says least else.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from wording import LIGHT, NARROWER, OPPOSITES

NAME_WEIGHT = 0.3  # every clause of a passage is about its own house


def topic(words):
    """Drop the words that any service sentence has."""
    return [word for word in words if word not in LIGHT]


def aligned(words, source):
    """Return the passage's words for words of the answer, narrower ones included."""
    found = {source.align(word) for word in words} - {None}
    return found.union(*(source.words.intersection(NARROWER.get(word, ())) for word in words))


def closest(words, source, options):
    """Return [(rank, clause), ...] of the passage: most words shared first, then least else said."""
    found = aligned(words, source)
    rows = []
    for option in options:
        common = found.intersection(option.words)
        if common:
            hit = sum(NAME_WEIGHT if word in source.names else 1 for word in common)
            rows.append(((-hit, len(set(option.words) - found - LIGHT)), option))
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
    return any(
        word not in option.words
        and OPPOSITES.get(word, frozenset()) & (set(option.words) - set(claim.words))
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
        if not words and (claim.sign == -1 or len(claims) == 1):  # "they do": the question's topic
            words = topic(asked.words)
        yield claim, words
    if particle and asked.yes_no and particle != source.particle:
        for clause in asked.clauses:
            yield turned(clause, particle), topic(clause.words)


def verdict(claim, words, source, options):
    """Return the reason why one clause contradicts the passage's closest ones, or None."""
    near = closest(words, source, options)
    if claim.fee and "FREE" in claim.text and "FEE" in claim.text:
        claim = claim._replace(fee=0)
    if claim.fee:
        fees = {option.fee for option in options} - {0}
        if not fees:
            return "unsupported"
        near = [row for row in near if row[1].fee] or [((), o) for o in options if o.fee]
        if (
            near[0][0] == () and len(fees) > 1
        ):  # free for some, not for others; the answer is silent
            return "condition_dropped"
    reasons = [conflict(claim, option) for rank, option in near if rank == near[0][0]]
    if not reasons or None in reasons:
        return None
    if reasons[0] == "permission_flip" and any(not conflict(claim, row[1]) for row in near):
        return None
    return reasons[0]


def mixed_up(claim, source):
    """Tell whether the subject stands in one sentence of the passage and its predicate in another."""
    words = [source.align(word) for word in topic(claim.words)]
    words = [word for word in words if word and word not in source.names]
    if len(words) < 3:
        return False
    best = max(len(sentence.intersection(words)) for sentence in source.sentences)
    homes = [sentence for sentence in source.sentences if words[0] in sentence]
    return bool(homes) and max(len(home.intersection(words)) for home in homes) < best


def contradiction(claim, source, asked):
    """Return the reason of the first contradiction, or None."""
    options = source.clauses
    if source.particle and asked.yes_no and not any(asked.words & set(o.words) for o in options):
        options = options + [turned(clause, source.particle) for clause in asked.clauses]
    reasons = (
        verdict(*pair, source, options)
        for pair in compared(claim.clauses, source, asked, claim.particle)
    )
    return next((reason for reason in reasons if reason), None)


def forbidden(claims, source):
    """Tell whether the passage forbids outright what the answer speaks of and does not forbid."""
    said = {source.align(word) for claim in claims for word in topic(claim.words)}
    return any(
        o.sign == -1 and o.may and topic(o.words) and said.issuperset(topic(o.words))
        for o in source.clauses
    ) and not any(claim.sign == -1 and not claim.fee for claim in claims)


def dropped(claim, source, asked):
    """Return the reason why a limit of the passage is missing in the answer, or one is added."""
    claims = claim.clauses
    said = {source.align(word) for claim in claims for word in claim.words}
    for claim in claims:
        words = topic(claim.words) or topic(asked.words)
        for _, option in closest(words, source, source.clauses)[:1]:
            limit = set(option.limit) - LIGHT - asked.words
            if limit and not limit & said and not any(c.limit for c in claims):
                return "condition_dropped"
        if claim.only and not source.only:
            return "limit_added"
    return "condition_dropped" if forbidden(claims, source) else None
