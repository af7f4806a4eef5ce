"""Tell whether an answer leaves out what makes the passage's sentence true, or mixes two sentences.

offers   dropped(claim, source, asked)  -> "condition_dropped", "limit_added" or None
         mixed_up(claim, source, asked) -> "role_differs" or None
         priced(claim, source, asked)   -> "fee_flip" or None

"Pets are welcome." does not say what "Pets are welcome in ground-floor rooms only." says.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from compare import closest, topic
from facts import covers, facts
from polarity import MARK
from wording import HAN, LIGHT, PEOPLE, content, stems

BOUNDED = re.compile(
    r"(?:at most|at least|up to|until|till|within|before|after|under|over(?! \d+ (?:to|-))|"
    r"more than|less than|older than|aged?|from (?=\d+(?! ?(?:[ap]m|:|to|-|o'))\b)|"
    r"最多|至少|超过|未满|不满|满)[^,;.，；。]{0,12}?\d"
    r"|\b(?:first|1st) [^,;.]{0,12}\d|\bfor \d+ (?:minute|hour|day|night|week|month)|前 ?\d"
    r"|\d\S{0,3} ?(?:or more|or less|以上|以下|以内|之内|内|前|后)"
)
UNIVERSAL = re.compile(
    r"\b(?:all|every|each|any|always|everyone|anyone|everybody|anybody|anywhere|anytime)\b|所有|任何|全部|都"
)
WIDE = re.compile(  # of more than the passage speaks of; what callers are is not said so
    r"\b(?:every|any|all) (?!right|set|good|about|around|over|of|you|that|day|daily|the|major|"
    r"smaller|(?:kind|sort|other|guest|customer|patron|client|visitor|passenger)s?\b|\w+ed\b)"
)
REDUCED = re.compile(
    r"\b(?:half|reduced|lower) price\b|\bdiscount|(?:%|\s{3}) ?off\b|半价|折|优惠|减免"
)
AGED = re.compile(r"(\w+) (?:over|under|aged?|above|below|of (?:more|less|fewer) than|from) \d")
COUNTED = stems("minute hour day night week month year mile metre kilometre kilo")  # of quantities
HALF = 0.5  # of the words of a condition: less than that is not the condition
GOVERNED = 0.6  # of the clause's words, its condition aside: so much said, the clause is meant


def governed(words, option_words, option, source, asked):
    """Tell whether the answer says what the clause's condition governs, not just its subject."""
    found = {source.align(word) for word in words}
    rest = set(topic(option_words)) - set(option.limit) - source.names - asked.words - COUNTED
    return len(rest & found) >= GOVERNED * len(rest)


class Said(NamedTuple):
    """What the whole part of the answer says, for one of its clauses to be judged by."""

    words: frozenset  # of the passage
    facts: list
    limited: bool  # has an if, only or except of its own
    only: bool


def beyond_only(clause, option, source, said):
    """Tell whether the passage says "coins only" and the answer something that it lacks."""
    new = any(not source.align(word) for word in topic(clause.words))
    return option.only and not said.only and clause.sign == 1 and new


def unbounded(option, said):
    """Return the bound of a passage's clause whose quantity the answer does not name, or None.

    "Seniors get 10% off." of "Seniors over 65 get 10% off."
    """
    bound = BOUNDED.search(option.text)
    if not bound:
        return None
    inside = [f for f in facts(option.text) if bound.start() < f.end and f.start < bound.end()]
    return None if any(covers(one, fact) for one in inside for fact in said.facts) else bound


def too_wide(clause, option, said):
    """Tell whether the answer says "all" of what the passage gives to some, or up to a number."""
    some = option.limit or PEOPLE.intersection(option.words).difference(said.words)
    some = some or unbounded(option, said)
    return some and UNIVERSAL.search(clause.text) and not UNIVERSAL.search(option.text)


def unlimited(clause, option, source, asked, said):
    """Tell whether the answer leaves out the if, only, except or bound of what it says."""
    words = clause.words if topic(clause.words) else asked.words
    aged = AGED.search(option.text)
    if aged and PEOPLE.intersection(content(aged[1])) & said.words and unbounded(option, said):
        if governed(words, option.words, option, source, asked):
            return True
    if option.whom and not option.whom & (said.words | asked.words):
        rest = re.sub("|".join(sorted(option.whom)), " ", option.text)  # Chinese is in pairs
        rest = content(MARK.sub(" ", rest)) if HAN.search(rest) else option.words
        return governed(words, set(rest) - option.whom, option, source, asked)
    limit = set(option.limit) - LIGHT - asked.words
    if limit and len(limit & said.words) <= HALF * len(limit) and not said.limited:
        return governed(words, option.words, option, source, asked)
    bounded = unbounded(option, said)
    favour = clause.may or clause.fee == -1 or REDUCED.search(clause.text + option.text)
    if bounded and clause.sign == 1 and favour:
        head = content(MARK.sub(" ", option.text[: bounded.start()]))
        return governed(words, head, option, source, asked)
    return False


def forbidden(claims, source):
    """Tell whether the passage forbids outright what the answer speaks of and does not forbid."""
    said = {source.align(word) for claim in claims for word in claim.words}
    if any(claim.sign == -1 and not claim.fee for claim in claims):
        return False
    return any(
        option.sign == -1 and option.may and topic(option.words) and said.issuperset(option.words)
        for option in source.clauses
    )


def barely_free(clause, claim, source):
    """Tell whether "free." leaves out the bound or condition of all that is free there."""
    free = [option for option in source.clauses if option.fee == -1]
    bare = clause.fee == -1 and not topic(clause.words) and not claim.facts
    return bare and free and all(one.limit or BOUNDED.search(one.text) for one in free)


def dropped(claim, source, asked):
    """Return the reason why a limit of the passage is missing in the answer, or one is added."""
    every = claim.clauses
    said = Said(
        frozenset(source.align(word) for clause in every for word in clause.words),
        claim.facts,
        any(clause.limit for clause in every),
        any(clause.only for clause in every),
    )
    for clause in every:
        if barely_free(clause, claim, source):
            return "condition_dropped"
        wide = clause.sign == 1 and WIDE.search(clause.text)
        if wide and not UNIVERSAL.search(source.text) and not source.nonstop:
            return "condition_dropped"
        words = clause.words if topic(clause.words) else (*clause.words, *sorted(asked.words))
        for _, option in closest(words, source, source.clauses)[:1]:
            if (
                beyond_only(clause, option, source, said)
                or too_wide(clause, option, said)
                or unlimited(clause, option, source, asked, said)
            ):
                return "condition_dropped"
        if clause.only and not source.only:
            return "limit_added"
    return "condition_dropped" if forbidden(every, source) else None


def priced(claim, source, asked):
    """Return "fee_flip" if a price is put on a quantity that the passage gives for nothing.

    "You pay 2 dollars for the first 3 hours." of "free for the first 3 hours, then 2 dollars".
    """
    given = any(option.fee == -1 for option in source.clauses)
    paid = any(fact.kind == "money" and fact.value for fact in claim.facts)
    if not given or not paid or any(clause.fee == -1 for clause in claim.clauses):
        return None
    homes = [(option.fee, facts(option.text)) for option in source.clauses]
    for fact in claim.facts:
        fees = {fee for fee, held in homes if any(covers(one, fact) for one in held)}
        if fact.kind == "measure" and fees == {-1}:
            return "fee_flip"
    return None


def leads(option, source):
    """Return the first content word of a clause that is no name of the house."""
    return next((word for word in topic(option.words) if word not in source.names), None)


def crossed(words, homes, source):
    """Tell whether what is said of the subject stands only in a clause with another subject."""
    rest = set(words).difference(*(home.words for home in homes))
    return any(
        rest and rest <= set(other.words) and leads(other, source) not in words
        for other in source.clauses
        if other not in homes
    )


def mixed_up(claim, source, asked):
    """Return "role_differs" if subject and predicate come from different places of the passage."""
    for clause in claim.clauses:
        words = [source.align(word) for word in topic(clause.words)]
        words = [word for word in words if word and word not in source.names]
        if len(words) < 2:
            continue
        best = max(len(sentence.intersection(words)) for sentence in source.sentences)
        own = [sentence for sentence in source.sentences if words[0] in sentence]
        apart = own and len(words) > 2 and max(len(s.intersection(words)) for s in own) < best
        homes = [option for option in source.clauses if words[0] in option.words]
        strict = HAN.search(words[0]) or not any(s.issuperset(words) for s in own)
        if apart or (strict and homes and crossed(words, homes, source)):
            return "role_differs"
    return None
