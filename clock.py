"""Put spoken times, money and percent into their written form, once the numbers are digits.

offers   tidy(text) -> text

    "half past 7"        -> "7:30"        "quarter to 8"      -> "7:45"
    "7 thirty p m"       is the work of chains.py; here "7:30 p m" -> "7:30 pm"
    "at 7.30", "645 pm"  -> "at 7:30", "6:45 pm"     (as recognisers write times)
    "29 dollars 50 cents"-> "$29.50"      "5 percent"         -> "5%"
"""

import re

HOUR = r"(1[0-9]|2[0-3]|0?[0-9])"
TIME_CUE = r"at|until|till|til|by|before|after|from|around|about|past|open|opens|close|closes|to"
AFTER_TIME = (  # what may follow "at 645" for it to be a time and not a house number
    r"(?=\s*(?:$|[?!,;]|\.(?!\d)|(?:am|pm|on|in|and|or|to|until|till|tomorrow|today|tonight|this|"
    r"next|every|please|then|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b))"
)
WORDED = {"half": 30, "quarter": 15}
BEFORE_HOUR = frozenset(("to", "till", "til", "of", "before"))
CURRENCY = {"dollar": "$", "pound": "£", "euro": "€"}

HALF_PAST = re.compile(
    rf"\b(?:an? )?(half|quarter|[0-9]{{1,2}})(?: min(?:ute)?s?)? "
    rf"(past|after|to|till|til|of|before) {HOUR}\b(?![:.%,-]?[0-9]|%)(?: o'? ?clock)?",
    re.I,
)
OCLOCK = re.compile(rf"\b{HOUR}(?::00)? o ?['’]? ?clock\b", re.I)
MERIDIEM = re.compile(r"(?<=[0-9])\s?([ap])(?:\.\s?m\b\.?|\s?m\b)", re.I)
DOTTED = re.compile(rf"\b{HOUR}[.]([0-5][0-9])(?= [ap]m\b)", re.I)
DOTTED_CUE = re.compile(rf"\b({TIME_CUE}) {HOUR}[.]([0-5][0-9]){AFTER_TIME}", re.I)
RUN = re.compile(r"\b(1[0-2]|[1-9])([0-5][0-9])(?= [ap]m\b)", re.I)
RUN_CUE = re.compile(rf"\b(at|until|till) (1[0-9]|2[0-3]|[1-9])([0-5][0-9]){AFTER_TIME}", re.I)
AND_PART = re.compile(r"(?<![0-9.:/])([0-9]+) and (?:a|one|1) (half|quarter)\b", re.I)
CENTS = re.compile(
    r"\b([0-9]+) (?:united states |us )?(dollar|pound|euro)s?(?: and)? ([0-9]{1,2}) "
    r"(?:cents?|pence|p)\b",
    re.I,
)
PERCENT = re.compile(r"(?<=[0-9]) ?per ?cent\b", re.I)
MINUS = re.compile(r"(?<![0-9] )(?<![0-9])\b(?:minus|negative) (?=[0-9])", re.I)
POINT = re.compile(r"(?<=[0-9]) (?:dot|point) (?=[0-9])", re.I)


def relative(match):
    """half past 7 -> 7:30, 10 to 8 -> 7:50; a range such as "from 9 to 5" stays."""
    part, way, hour = match[1].lower(), match[2].lower(), int(match[3])
    minutes = WORDED.get(part) or int(part)
    spoken_minutes = part in WORDED or "min" in match[0].lower()
    before = match.string[: match.start()].split()[-1:]
    if way in ("before", "of") and part != "quarter" or (part == "half" and way != "past"):
        return match[0]
    if not spoken_minutes and not likely_minutes(minutes, way, hour, before):
        return match[0]
    if way in BEFORE_HOUR:
        return f"{(hour - 1) or 12}:{60 - minutes:02}"
    return f"{hour}:{minutes:02}"


def likely_minutes(minutes, way, hour, before):
    """Tell "ten to eight" (a clock) from "nine to five", "twenty to thirty" and "ten to five"."""
    if minutes not in (5, 10, 20, 25) or not 1 <= hour <= 12:
        return False
    if way == "past" or way in ("till", "til") or minutes > 12:
        return before != ["from"]
    return [word.lower() for word in before] in (["at"], ["by"], ["until"], ["it's"], ["around"])


def cents(match):
    """29 dollars and 5 cents -> $29.05"""
    return f"{CURRENCY[match[2].lower()]}{match[1]}.{int(match[3]):02}"


def tidy(text):
    """Rewrite times, money and percent in a text whose numbers are digits already."""
    text = MERIDIEM.sub(lambda m: f" {m[1].lower()}m", text)
    text = OCLOCK.sub(r"\1:00", HALF_PAST.sub(relative, text))
    text = RUN.sub(r"\1:\2", DOTTED.sub(r"\1:\2", text))
    text = RUN_CUE.sub(r"\1 \2:\3", DOTTED_CUE.sub(r"\1 \2:\3", text))
    text = AND_PART.sub(lambda m: f"{m[1]}.{5 if m[2].lower() == 'half' else 25}", text)
    text = PERCENT.sub("%", CENTS.sub(cents, text))
    return POINT.sub(".", MINUS.sub("-", text))
