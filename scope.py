"""Tell whether a sentence speaks of the day, date or place that a question asks about.

offers   named(text, setting="") -> Scope            the days, dates, places and labels of a text
         astray(asked, scopes) -> [bool]             which of several sentences are of another one
         wanted(question, asked) -> set, given(question, asked, text, said) -> set
                                              day, date and kind of answer as words to be counted

    asked "what time do you close on friday"
        "On Saturday we close at 9."                  astray: it says so of another day
        "From Monday to Friday we close at 11."       covers Friday, and counts as if it said so
        "We close at 11." after "On Monday we open."  astray: a time belongs to the day before it
        "Dogs are welcome."                           neither

A wrong day or date is never quoted. A place or a label (level 3, room B2) only loses to a sentence
that has the right one: "is there a wheelchair entrance" may be answered by the main entrance.
"""

import functools
import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from facts import facts
from places import bound
from plaintext import plain

HOLIDAY = re.compile(
    r"\b(?:(?:public|bank|national|on) holidays?|holidays(?! \w*(?:camp|course))|christmas|easter|"
    r"thanksgiving|new year)\b|节假日|假日|假期|春节|国庆|元旦|五一|过年"
)
WORKDAYS = re.compile("(?<![\\d个])工作日")  # 5个工作日 are a span of time
HEADS = (
    "branch branches campus store shop office terminal gate entrance building hall station lounge "
    "wing tower clinic depot"
).split()
SMALL = "在去到从的是和与或你我们他她各本该每这那哪几有离"  # characters that name no place
PLACE = re.compile(
    rf"\b(?!(?:the|an?|our|your|this|that|any|every|each|in|at|to|of|and|or) )([a-z]+) "
    rf"({'|'.join(HEADS)})\b|((?:(?![{SMALL}])[一-鿿]){{1,2}})(校区|分店|分校|门店|店|航站楼|馆|门诊)"
)
MODAL = re.compile(  # "from 14 to 17 may climb", "my son is 15 may he come": no 15th of May
    r"(?<=\d )may (?!(?:or|and|to|until|till|at|on|for|from|is|are|in|with|we|the)\b)(?=[a-z])"
)
LABELS = ("level", "floor")  # units that number a thing of a kind: 三级, 2楼
TIME = re.compile(r"\b(?:at|by|until|till|from|before|after) \d|开门|关门|开放|营业|开馆|闭馆|打烊")
KINDS = (  # what a question asks for, and what then answers it
    (
        r"\bhow much\b(?! time)|\b(?:cost|price|fee|rate|charge|pay)s?\b(?=.*\bhow much\b)|"
        r"\bwhat\b.* (?:cost|price|fee|pay)s?\b|\bprices? of\b|"
        "多少钱|多少费|什么价|价格|几块|几元|怎么收费",
        ("money",),
    ),
    (r"\b(?:what|which) time\b|几点|什么时间", ("clock",)),
    (r"\bhow (?:long|early)\b|多久|多长时间|提前几|几天|几个(?:小时|工作日|月)", ("measure",)),
    (r"\bhow many\b|多少(?!钱|费)|几(?:级|个|节|次|位|人|种|门)", ("measure", "number")),
)
KINDS = tuple((re.compile(pattern), kinds) for pattern, kinds in KINDS)


class Scope(NamedTuple):
    """What a text names, to compare it with what another one names."""

    days: frozenset  # 0..6 for Monday..Sunday, "holiday"
    dates: frozenset  # (year, month, day), parts of it perhaps None
    labels: frozenset  # (kind, value): ("level", 3), ("branch", "north")


def holidays(text):
    return frozenset(["holiday"] if HOLIDAY.search(text) else [])


def label(fact):
    """Return (kind, value) of a quantity that numbers a thing, None for one that counts."""
    if fact.kind in ("ordinal", "code"):
        return fact.kind, fact.value
    return (fact.unit, fact.value) if fact.unit in LABELS else None


@functools.lru_cache(maxsize=4096)
def own(text):
    """Return (Scope, whether it tells a time) of a text by itself."""
    text = MODAL.sub("might ", WORKDAYS.sub("周一到周五", plain(text)))
    found = facts(text)
    days = holidays(text).union(*(fact.value for fact in found if fact.kind == "weekday"))
    dates = [fact for fact in found if fact.kind == "date"]
    dates = frozenset(f.value for f in dates if not bound(text, f, found))  # "until 5 May" is many
    labels = frozenset(filter(None, map(label, found)))
    places = frozenset((m[2] or m[4], m[1] or m[3]) for m in PLACE.finditer(text))
    timed = bool(TIME.search(text)) or any(fact.kind == "clock" for fact in found)
    return Scope(days, dates, labels | places), timed


def named(text, setting=""):
    """Return the Scope of a text; a time without a day is of the day that its setting names."""
    scope = own(text)[0]
    if not setting or not of_that_day(text, setting):
        return scope
    around = own(setting)[0]
    return scope._replace(days=around.days, dates=around.dates)


def of_that_day(text, before):
    """Tell whether a text gives a time for the day named before it: "We close at 11."."""
    (scope, timed), (around, _) = own(text), own(before)
    return timed and not (scope.days or scope.dates) and bool(around.days or around.dates)


def same_date(one, other):
    """Tell whether two dates can be one: 5 May is in May."""
    return all(a is None or b is None or a == b for a, b in zip(one, other))


def meets(asked, said):
    """Tell whether the dates of two texts have one in common."""
    return any(same_date(a, s) for a in asked.dates for s in said.dates)


def elsewhen(asked, said):
    """Tell whether a sentence is of other days or dates than the question."""
    if meets(asked, said):
        return False
    if said.dates and (asked.dates or asked.days - {"holiday"}):
        return not asked.days & said.days
    return bool(asked.days and said.days) and not asked.days & said.days


def kinds(labels):
    return {kind for kind, _ in labels}


def astray(asked, scopes):
    """Return for each Scope whether a sentence of it speaks of another case than the question."""
    wanted = asked.labels.intersection(*[frozenset().union(*(scope.labels for scope in scopes))])
    return [
        elsewhen(asked, said)
        or bool(kinds(said.labels) & kinds(wanted - said.labels))
        and not said.labels & wanted
        for said in scopes
    ]


@functools.lru_cache(maxsize=4096)
def asks(question):
    """Return the kinds of quantity that answer a question; none where any sentence may."""
    text = plain(question)
    return next((kinds for pattern, kinds in KINDS if pattern.search(text)), ())


def wanted(question, asked):
    """Return the days and dates of a question, and what it asks for, as words of their own."""
    days = {f"day {day}" for day in asked.days} | {f"date {date}" for date in asked.dates}
    return sorted(days) + (["kind"] if asks(question) else [])


@functools.lru_cache(maxsize=4096)
def tells(text):
    """Return the kinds of quantity that a text gives."""
    return frozenset(fact.kind for fact in facts(plain(text)))


def given(question, asked, text, said):
    """Return which of those words a sentence has: "Monday to Friday" has Wednesday."""
    found = {f"day {day}" for day in asked.days & said.days}
    found |= {f"date {a}" for a in asked.dates if any(same_date(a, s) for s in said.dates)}
    return found | ({"kind"} if tells(text).intersection(asks(question)) else set())
