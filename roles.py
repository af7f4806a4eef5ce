"""Tell whether a quantity stands in the same role in the answer as in the passage.

offers   misplaced(claim, fact, covering, source) -> reason code or None

A price of one thing is not the price of another, "from 9" is not "until 9", and the hours of the
week are not those of Sunday.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from compare import others
from facts import covers
from places import place
from wording import PEOPLE, stems

COMPARED = stems("weigh small large big tall high long wide heavy light old young size measure")
OTHER = {"min": "max", "max": "min"}


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
