"""Find the typed quantities of a plain text and tell whether two of them say the same.

offers   facts(plain text)      -> [Fact, ...] in reading order, English and Chinese
         covers(source, claim)  -> does the source's quantity say what the claim's quantity says?

Equal is what is equal (1,200 = 1200, 7.30 pm = 19:30, 5% = 百分之五), different is what differs
(3.5 and 35, 5 days and 5 weeks, $50 and EUR 50, 四级 and 六级). Not covered: sums, and conversions
other than of minutes, hours, days and weeks.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from quantities import AFTERNOON, CENTS, DAY_RULES, DIGIT, JOINT, RULES, SAVE, SCALES, SPAN, SPANS
from units import CURRENCIES, MINUTES, MONTHS, SAME_UNIT, UNITS, WEEKDAYS


class Fact(NamedTuple):
    """One quantity: what kind, how much, of what, and where it stands in the plain text."""

    kind: str  # money percent clock date weekday measure number ordinal code
    value: object
    unit: str
    start: int
    end: int
    written: object = None  # the bare number as it is written: 5 of "5 weeks"


def amount(match):
    """'1200' -> 1200, '3.50' -> 3.5, '1.5 million' -> 1500000"""
    part = match.groupdict()
    value = float(part.get("n") or part["o"]) * SCALES.get((part.get("k") or "").strip(), 1)
    return int(value) if value.is_integer() else value


def clock(match):
    """Return (minutes, unit): unit "24" when the half of the day is known, else "12"."""
    part = match.groupdict()
    hour, minute = int(part["h"]), int(part.get("mi") or 0)
    minute += {"半": 30, "1刻": 15, "3刻": 45}.get(part.get("q"), 0)
    half = part.get("ap") or ""
    if part.get("half"):
        half = "pm" if part["half"] in AFTERNOON else "am"
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    if hour > 24 or minute > 59:
        return None
    known = half or hour > 12 or FULL_DAY.match(match[0])
    return (hour * 60 + minute) % 1440, "24" if known else "12"


def money(match):
    """'$50', 'eur 50', '50 dollars' -> (50, 'usd'); '50 cents' -> (0.5, 'usd')"""
    unit = CURRENCIES[match["u"]]
    return (
        (amount(match) / CENTS[unit][0], CENTS[unit][1]) if unit in CENTS else (amount(match), unit)
    )


def measure(match):
    """'90 minutes' -> (90, 'time'); '2 hours' -> (120, 'time'); '5 kg' -> (5, 'kg')"""
    value, unit = amount(match), UNITS[match["u"]]
    return (value * MINUTES[unit], "time") if unit in MINUTES else (value, unit)


def weekday(match):
    """'friday' -> {4}; 'daily' -> all seven"""
    word = match["w"]
    return SPANS.get(word) or frozenset([WEEKDAYS[word]])


def read(kind, match):
    """Return (value, unit) of one match, or None if it is no quantity after all."""
    part = match.groupdict()
    if kind == "date":
        month = part["m"]
        month = MONTHS[month] if month in MONTHS else int(month)
        return (part.get("y"), month, part.get("d") and int(part["d"])), ""
    if kind == "weekday":
        return weekday(match), ""
    if kind == "code":
        return re.sub(r"[^a-z\d]", "", part["c"]), ""
    if kind == "number":
        aged = AGED.search(match.string[: match.start()])
        noun = None if aged else NOUN.match(match.string, match.end())
        return amount(match), noun[1] if noun else ""
    if kind in READERS:
        return READERS[kind](match)
    return amount(match), ""


NOUN = re.compile(
    r" (?!of|to|or|and|in|per|on|at|for|from|the|an?\b|until|by|is|are|can|may|must|will|get|pay|"
    r"travel|ride|enter|stay|qualif|receive)([a-z]{3,})"
)
AGED = re.compile(r"\bage[ds]?(?: of)? $")  # "over age 65 seniors": 65 years, not seniors
FULL_DAY = re.compile(r"\D*(?:0\d|1[3-9]|2[0-4])(?!\d)")  # written on the 24 hour clock
READERS = {"clock": clock, "money": money, "measure": measure}


def found(text):
    """Return the quantities as each rule sees them, in reading order."""
    out = []
    for kind, pattern in RULES if DIGIT.search(text) else DAY_RULES:
        for match in pattern.finditer(text):
            got = read(kind, match)
            if got:
                part = match.groupdict()
                bare = amount(match) if part.get("n") or part.get("o") else None
                out.append(Fact(kind, *got, match.start(), match.end(), bare))
                text = text[: match.start()] + "\0" * len(match[0]) + text[match.end() :]
    return sorted(out, key=lambda fact: fact.start)


def span_of_days(first, second):
    """Return the weekdays of "Monday to Friday" as one quantity."""
    start, stop = min(first.value), max(second.value)
    days = frozenset((start + step) % 7 for step in range((stop - start) % 7 + 1))
    return first._replace(value=days, end=second.end)


def earlier(text, first, second):
    """Return the first clock of "12 to 3 pm": in the half of the day that makes it the earlier."""
    minutes = first.value * 60 if first.kind == "number" else first.value
    full = FULL_DAY.match(text, second.start)  # "9:00 to 22:00" is not from nine in the evening
    if not full and second.unit == "24" and minutes < 720 and minutes + 720 < second.value:
        minutes += 720
    return first._replace(kind="clock", value=minutes % 1440, unit=second.unit)


def joined(text, first, second):
    """Return the quantities of "3 to 5 days", "$10-15", "12 to 3 pm", "Monday to Friday"."""
    between = text[first.end : second.start]
    kinds = first.kind, second.kind
    if kinds == ("weekday", "weekday") and SAVE.fullmatch(between):
        return [first._replace(value=first.value - second.value), second]
    if not JOINT.fullmatch(between):
        return [first, second]
    if kinds == ("weekday", "weekday") and SPAN.fullmatch(between):
        return [span_of_days(first, second)]
    if kinds == ("money", "number"):
        return [first, second._replace(kind="money", unit=first.unit)]
    if first.kind == "number" and second.kind in ("money", "percent", "measure"):
        size = first.value * second.value / second.written if second.written else first.value
        return [first._replace(kind=second.kind, value=size, unit=second.unit), second]
    bare_clock = kinds == ("number", "clock") and 0 < first.value <= 24
    if bare_clock or (kinds == ("clock", "clock") and first.unit == "12"):
        return [earlier(text, first, second), second]
    return [first, second]


def facts(text):
    """Return the quantities of a plain text, with ranges resolved."""
    out = []
    for fact in found(text):
        out[-1:] = joined(text, out[-1], fact) if out else [fact]
    return out


def blanked(text, quantities):
    """Take quantities out of a text, so that what stays are the words around them."""
    for fact in quantities:
        text = text[: fact.start] + " " * (fact.end - fact.start) + text[fact.end :]
    return text


def covers(source, claim):
    """Tell whether what the source says of a quantity includes what the claim says."""
    if claim.kind == source.kind == "weekday":
        return claim.value <= source.value
    if claim.kind == source.kind == "date":
        return all(c is None or c == s for c, s in zip(claim.value, source.value))
    if claim.kind == source.kind == "clock":
        if claim.unit == "12":
            return (claim.value - source.value) % 720 == 0
        return claim.value == source.value  # a bare source time is read on the 24 hour clock
    if claim.kind == "number":  # "5" for "5 days": less is said, nothing else
        if source.kind == "clock" and claim.value <= 24:  # "from 8 to 11"
            return (claim.value * 60 - source.value) % 720 == 0
        if source.kind == "ordinal" or (source.kind == "measure" and claim.unit):
            return False  # "3 books" are not "3 weeks"
        return claim.value == plain_value(source)
    if claim.kind == source.kind == "code":
        return source.value in (claim.value, claim.value + "cm")  # "a 60x40 box"
    if {claim.unit, source.unit} == {"month", "year"} and claim.kind == source.kind == "measure":
        one, other = (f.value * (12 if f.unit == "year" else 1) for f in (claim, source))
        return one == other
    if claim.value != source.value:
        return False
    if claim.kind != source.kind:
        return claim.unit in ("year", "person") and source.kind == "number"
    return claim.unit == source.unit or {claim.unit, source.unit} in SAME_UNIT


def plain_value(fact):
    """Return the bare number of a quantity as it is written, None where it has none."""
    if fact.kind == "date" and fact.value[0]:
        return int(fact.value[0])
    return fact.written
