"""Find the typed quantities of a sentence and tell whether two of them say the same.

offers   plain(text)            -> the text in one spelling: NFKC, lower case, ASCII digits and quotes
         facts(plain text)      -> [Fact, ...] in reading order, English and Chinese
         covers(source, claim)  -> does the source's quantity say what the claim's quantity says?

A quantity is equal where it is equal (1,200 = 1200, 7.30 pm = 19:30, 5% = 百分之五) and different where
it is different (3.5 and 35, 5 days and 5 weeks, $50 and EUR 50, 四级 and 六级). Not covered: sums, and
conversions other than minutes, hours, days and weeks.
"""

import re
import sys
import unicodedata
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from numerals import to_digits
from units import CURRENCIES, MINUTES, MONTHS, SAME_UNIT, UNITS, WEEKDAYS


class Fact(NamedTuple):
    """One quantity: what kind, how much, of what, and where it stands in the plain text."""

    kind: str  # money percent clock date weekday measure number ordinal code
    value: object
    unit: str
    start: int
    end: int


def either(words):
    """{"kg", "kilo"} -> a pattern, the longest first; an English word must end where it ends."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(w) + (r"(?![a-z])" if w[-1].isascii() else "") for w in ordered)


NUM = r"\d+(?:\.\d+)?"
SCALES = {
    "k": 10**3,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "万": 10**4,
    "亿": 10**8,
}
SCALE = r"(?P<k>k\b| ?(?:thousand|million|billion)\b|[万亿])?"
HALF = r"(?P<half>上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|夜里|早|晚)?"
SIGNS = r"us\$|hk\$|[$€£¥₹₩]|usd|eur|gbp|cny|rmb|hkd|jpy|inr"
SPELLINGS = (  # what is said in several ways is written in one; the order matters
    (r"[\u2010-\u2015\u2212]", "-"),
    (r"[\u2018\u2019\u02bc`\xb4]", "'"),
    (r"[\u201c\u201d]", '"'),
    (r"\b([ap])\s?\.\s?m\b\.?", r"\1m"),
    (r"\b([ap]) m\b", r"\1m"),
    (r"(\d):\s+(\d\d)\b", r"\1:\2"),
    (r"(\d),(?=\d{3}(?!\d))", r"\1"),
    (r"\b24 ?/ ?7\b", "24 hours daily"),
    (r"\b(business|working)[ -](days?)\b", r"\1-\2"),
    (r"\b7 days (?:a|per) week\b|\b(?:every|each) ?day\b|\ball week\b", "daily"),
    (r"每天|每日|天天|全年无休|1周7天", " daily "),
    (r"\b(dr|mr|mrs|ms|st|prof|ext|tel|approx)\. (?=\S)", r"\1 "),
    (r"\bone(?= (?:to|or) \d)", "1"),
    (r"一(?=个?(?:小时|钟头|星期|工作日|月)|天(?!天)|周(?!\d)|年(?!级)|晚)", "1"),
    (r"\bhalf an hour\b|\bhalf hour\b|半个?小时|半个?钟头", "30 minutes"),
    (r"\b(\d+) and a half\b", r"\1.5"),
    (r"\bhalf past (\d+)\b", r"\1:30"),
    (r"\b(?:a )?quarter past (\d+)\b", r"\1:15"),
    (r"\bnoon\b|\bmidday\b|正午|中午(?!\d)", "12:00 pm"),
    (r"\bmidnight\b|午夜", "12:00 am"),
    (r"(\d)\s*(?:per ?cent|percent)\b", r"\1%"),
    (
        r"\b(in|within|for|after|before|least|most|than) an? (?=minute|hour|day|week|month|year|dozen)",
        r"\1 1 ",
    ),
    (r"\bminus (?=\d)|零下(?=\d)|负(?=\d)", "-"),
)
SPELLINGS = tuple((re.compile(pattern), to) for pattern, to in SPELLINGS)
LONE_MONTHS = set(MONTHS) - {"may", "mar", "march", "sep", "dec", "jan"}  # words of other meanings
DAY_WORDS = {w for w in WEEKDAYS if w.isascii()} - {"sat", "sun", "wed"}
RULES = (  # tried in this order; what one has read the next ones no longer see
    ("date", r"(?P<y>\d{4})[-/年](?P<m>\d{1,2})(?:[-/月](?P<d>\d{1,2})[日号]?|月)"),
    ("date", r"(?<!\d)(?P<m>\d{1,2})月(?:(?P<d>\d{1,2})[日号]?)?"),
    (
        "date",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{either(MONTHS)})\.?(?:,? (?P<y>\d{{4}}))?",
    ),
    (
        "date",
        rf"\b(?P<m>{either(MONTHS)})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])"
        r"(?!\s?(?:[ap]m|hours?|days?|minutes?|%))(?:,? (?P<y>\d{4}))?",
    ),
    ("date", rf"\b(?P<m>{either(LONE_MONTHS)})(?:,? (?P<y>\d{{4}}))?"),
    ("weekday", rf"\b(?P<w>{either(DAY_WORDS)}|weekdays?|weekends?|daily)(?![a-z])"),
    ("weekday", rf"(?<!\d)(?P<w>{either(w for w in WEEKDAYS if not w.isascii())}|周末)"),
    (
        "code",
        r"(?P<c>\+?\(?\d{2,4}\)?(?:[-. ]\d{2,4}){2,}(?!\d)|\d{3,4}-\d{7,8}|\+?\d{7,}|\d+(?:x\d+)+[a-z]*)",
    ),
    ("money", rf"(?P<u>{SIGNS})\s*(?P<n>{NUM}){SCALE}"),
    ("percent", rf"百分之(?P<n>{NUM})|(?P<o>-?{NUM})\s*%"),
    ("clock", rf"{HALF}(?P<h>\d{{1,2}}):(?P<mi>\d\d)(?!\d)(?:\s*(?P<ap>[ap]m)\b)?"),
    ("clock", r"(?P<h>\d{1,2})[. ](?P<mi>\d\d)\s*(?P<ap>[ap]m)\b"),
    ("clock", r"(?P<h>\d{1,2})\s*(?:(?P<ap>[ap]m)\b|o'? ?clock)"),
    (
        "clock",
        rf"{HALF}(?P<h>\d{{1,2}})[点點时](?!间)(?:钟|整|(?P<q>半|1刻|3刻)|(?P<mi>\d{{1,2}})分?)?",
    ),
    ("ordinal", r"第(?P<n>\d+)|(?P<o>\d+)(?:st|nd|rd|th)\b"),
    (
        "money",
        rf"(?P<n>{NUM}){SCALE}\s*(?P<u>{either(w for w in CURRENCIES if w[-1].isalpha())})",
    ),
    ("code", r"\b(?P<c>[a-z]+-?\d[a-z\d]*)\b"),
    ("measure", rf"(?P<n>(?:(?<!\d)-)?{NUM}){SCALE}[\s-]*(?P<u>{either(UNITS)})"),
    ("code", r"\b(?P<c>\d+[a-z][a-z\d]*)\b"),
    ("number", rf"(?P<n>(?:(?<!\d)-)?{NUM}){SCALE}"),
)
BEFORE_NUMBERS = SPELLINGS[:2]
AFTERNOON = {"下午", "傍晚", "晚上", "夜里", "晚", "中午"}
SPANS = {
    "daily": frozenset(range(7)),
    "weekday": frozenset(range(5)),
    "weekend": frozenset((5, 6)),
    "周末": frozenset((5, 6)),
}
SPANS |= {word + "s": days for word, days in SPANS.items() if word.isascii()}
CENTS = {"cent": (100, "usd"), "pence": (100, "gbp"), "jiao": (10, "cny")}
JOINT = re.compile(r"\s*(?:-|~|to|and|or|until|till?|through|thru|至|到|或)\s*")
SPAN = re.compile(r"\s*(?:-|~|to|until|till?|through|thru|至|到)\s*")
RULES = tuple((kind, re.compile(pattern)) for kind, pattern in RULES)
DAY_RULES = tuple(row for row in RULES if row[0] in ("date", "weekday"))
DIGIT = re.compile(r"\d")


def plain(text):
    """Return the text in one spelling: "７：30 P.M." -> "7:30 pm"."""
    text = unicodedata.normalize("NFKC", text).lower()
    text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    for pattern, to in BEFORE_NUMBERS:
        text = pattern.sub(to, text)
    text = to_digits(text, ordinals=True)
    for pattern, to in SPELLINGS:
        text = pattern.sub(to, text)
    return " ".join(text.split())


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
    known = half or hour > 12 or hour == 0
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
    if kind in READERS:
        return READERS[kind](match)
    return amount(match), ""


READERS = {"clock": clock, "money": money, "measure": measure}


def found(text):
    """Return the quantities as each rule sees them, in reading order."""
    out = []
    for kind, pattern in RULES if DIGIT.search(text) else DAY_RULES:
        for match in pattern.finditer(text):
            got = read(kind, match)
            if got:
                out.append(Fact(kind, *got, match.start(), match.end()))
                text = text[: match.start()] + "\0" * len(match[0]) + text[match.end() :]
    return sorted(out, key=lambda fact: fact.start)


def joined(text, first, second):
    """Return the quantities of "3 to 5 days", "12 to 3 pm", "Monday to Friday"."""
    if not JOINT.fullmatch(text[first.end : second.start]):
        return [first, second]
    if first.kind == second.kind == "weekday" and SPAN.fullmatch(text[first.end : second.start]):
        start, stop = min(first.value), max(second.value)
        days = frozenset((start + step) % 7 for step in range((stop - start) % 7 + 1))
        return [Fact("weekday", days, "", first.start, second.end)]
    if first.kind != "number" and not (first.kind == "money" and second.kind == "number"):
        return [first, second]
    if second.kind in ("money", "percent", "measure"):
        size = first.value * (MINUTES.get(text_unit(text, second), 1))
        return [first._replace(kind=second.kind, value=size, unit=second.unit), second]
    if second.kind == "clock" and 0 < first.value <= 24:
        minutes = first.value * 60
        if second.unit == "24" and minutes < 720:
            minutes += 720 if second.value >= 720 and minutes + 720 < second.value else 0
        return [first._replace(kind="clock", value=minutes % 1440, unit=second.unit), second]
    return [first, second]


def text_unit(text, fact):
    """Return the unit as it is written after a measure: 'days' -> 'day'."""
    word = re.search(r"[^\d\s.-]+$", text[fact.start : fact.end])
    return UNITS.get(word[0], "") if word else ""


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
        return claim.value == plain_value(source)
    if claim.value != source.value:
        return False
    if claim.kind != source.kind:
        return claim.unit in ("year", "person") and source.kind == "number"
    return claim.unit == source.unit or {claim.unit, source.unit} in SAME_UNIT


def plain_value(fact):
    """Return the bare number of a quantity, None where it has none."""
    if fact.kind in ("number", "money", "percent", "ordinal"):
        return fact.value
    if fact.kind == "measure":
        return fact.value
    return int(fact.value[0]) if fact.kind == "date" and fact.value[0] else None
