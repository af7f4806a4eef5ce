"""Read adjacent spoken numbers together: a clock, a year, a phone number, a code, or just numbers.

offers   chain(words, joined, start) -> groups that follow each other
         meaning(groups, spoken, before, after) -> how they are written
         pronoun(words, at) -> whether a lone "one" counts nothing

    seven thirty -> 7:30        nineteen ninety -> 1990     nine one one -> 911
    room two thirty -> 230      two fifty dollars -> 250    five ten minutes -> 5 10
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from cardinals import SCALES, SMALL, group

MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
LABELS = frozenset(  # what comes before a number that is read digit by digit
    "room rooms number numbers no flight bus train tram gate extension ext zip zipcode postcode "
    "code pin order booking reservation reference confirmation account card tracking member "
    "route highway line apartment flat suite unit building terminal channel model version call "
    "dial phone telephone fax mobile id serial ticket invoice case locker table platform bay "
    "locator voucher address located digits ending street avenue hall lab class ward box".split()
)
LINKS = frozenset("is are was the a in on at with number code no".split())  # "my code is ..."
PRONOUN_BEFORE = frozenset(
    "the this that these those which what another each every any no some other such next last "
    "same only new old good better best big bigger small smaller cheap cheaper large larger nice "
    "first second third fourth fifth my your his her its our their loved little right wrong as "
    "than not whole".split()
)
COUNTED = frozenset(  # "one night" is a number, "one of them" is not
    "person people guest guests adult adults child children kid kids day days night nights week "
    "weeks month months year years hour hours minute minutes second seconds room rooms bed beds "
    "dollar dollars cent cents pound pounds euro euros percent per ticket tickets bag bags dog "
    "dogs cat cats pet pets car cars seat seats mile miles kilometer kilometers meter meters way "
    "min mins am pm a p o'clock o plus minus times point piece pieces star stars".split()
)
TIME_UNITS = frozenset("minute minutes hour hours day days night nights week weeks".split())
ERAS = frozenset("b bc bce ad ce".split())
NOT_AFTER_CLOCK = (COUNTED | ERAS) - {"am", "pm", "a", "p", "to", "o", "o'clock", "plus"}
CLOCK_PARTS = SMALL.keys() | {"quarter", "minutes", "min", "mins"}
AFTER_HOUR = ("", "on", "in", "and", "or", "to", "tomorrow", "today", "tonight", "for", "please")
NOT_AFTER_OH = SCALES.keys() | {"clock", "hundred"}  # "three o clock", "oh hundred"
LONG_RUN = 7  # so many digits spoken in one breath are one phone number or code
PHONE_DIGITS = 10


def join_run(digits, before):
    """Write a run of digits: ten are a phone number unless an order or card number is named."""
    if len(digits) == PHONE_DIGITS and not LABELS & set(before) - {"number", "phone", "call"}:
        return f"{digits[:3]}-{digits[3:6]}-{digits[6:]}"
    return digits


def labelled(before):
    """Tell whether what comes before names a room, flight, code or the like."""
    return bool(before) and (
        before[-1] in LABELS or (before[-1] in LINKS and len(before) > 1 and before[-2] in LABELS)
    )


def separate(groups):
    """Write groups apart, a spoken zero with what follows: 0 9 60 0 6 -> "09 60 06"."""
    text = " ".join(part.text for part in groups)
    return re.sub(r"\b0 (?=[0-9])", "0", text) if groups[0].kind != "figures" else text


def pair(first, second, before, after):
    """Read two groups: a clock (seven thirty), a year (nineteen ninety) or a code."""
    head, tail = int(first.text), int(second.text)
    whole = first.text + second.text
    if first.kind == "digit" and second.kind == "digit":
        return whole if labelled(before) else None
    if second.kind != "two" or first.kind not in ("digit", "two"):
        return whole if "zero" in (first.kind, second.kind) else None
    if after in TIME_UNITS and head < tail:
        return None  # "ten fifteen minutes" is a guess, not a clock
    if head <= 12:
        clock = tail < 60 and not labelled(before) and after not in NOT_AFTER_CLOCK
        return f"{head}:{tail}" if clock else whole
    if before and before[-1] == "at" and head < 24 and tail < 60:
        return f"{head}:{tail}"
    return whole if head <= 20 and after not in COUNTED else None


def triple(groups, spoken, before):
    """Read hour, oh, minute or century, oh, year: seven oh five -> 7:05, fifteen o six -> 1506."""
    first, middle, last = groups
    if spoken[1] not in ("o", "oh") or last.kind != "digit" or first.kind not in ("digit", "two"):
        return None
    if int(first.text) <= 12 and not labelled(before):
        return f"{first.text}:0{last.text}"
    return f"{first.text}0{last.text}" if int(first.text) <= 20 else None


def meaning(groups, spoken, before, after):
    """Return how a chain of adjacent numbers is written; the order of the readings matters."""
    if len(groups) == 1:
        return groups[0].text
    if before and before[-1] in MONTHS and groups[0].kind in ("digit", "two") and len(groups) > 2:
        if spoken[1] not in ("o", "oh"):  # july fifteen o six is a year
            rest = meaning(groups[1:], spoken[1:], ["year"], after)
            return f"{groups[0].text} {rest}"
    kinds = [part.kind for part in groups]
    whole = "".join(part.text for part in groups)
    if len(groups) == 2 and {"digit", "zero", "two"} >= set(kinds):
        return pair(*groups, before, after) or separate(groups)
    if len(groups) == 3 and (read := triple(groups, spoken, before)):
        return read
    if {"digit", "zero", "repeat"} >= set(kinds):
        return join_run(whole, before)
    single = re.search("s{3}", "".join("s" if k in ("digit", "zero") else "-" for k in kinds))
    if single and len(whole) >= LONG_RUN and whole.isdecimal():
        return join_run(whole, before)
    return separate(groups)


def pronoun(words, at):
    """Tell whether a lone "one" stands for a thing: it counts only beside what is counted."""
    before, after = words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else ""
    if before == "at" and after == "point":  # "at one point you said"
        return True
    if before in PRONOUN_BEFORE and after not in ("point", "percent"):
        return True
    if before in ("to", "till") and at > 1 and words[at - 2] in CLOCK_PARTS:
        return False
    if after in COUNTED or before in LABELS or before in ("plus", "minus", "dot", "past"):
        return False
    if before == "at" and after in AFTER_HOUR:
        return False
    return len(words) > 1 and words[at + 1 : at + 3] != ["and", "a"]


def chain(words, joined, at):
    """Collect the numbers that follow each other from word `at`."""
    groups = []
    while at < len(words) and (joined[at] or not groups):
        found = group(words, joined, at)
        if not found:
            break
        if found.kind == "zero" and NOT_AFTER_OH & {*words[found.end : found.end + 1]}:
            break
        groups.append(found)
        at = found.end
        if found.kind in ("ordinal", "decimal") or " " in found.text:
            break
    return groups
