"""Patterns by which facts.py finds quantities in a plain text.

offers   RULES   ((kind, pattern), ...), in order: what one has read the next do not see
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from units import CURRENCIES, MONTHS, UNITS, WEEKDAYS


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
ADJECTIVE = (
    r"(?:(?!of|to|or|and|in|per|on|at|for|from|the|an?\b|until|by)[a-z]{3,} )?"  # "5 busy days"
)
SIGNS = r"us\$|hk\$|[$€£¥₹₩]|usd|eur|gbp|cny|rmb|hkd|jpy|inr"
LONE_MONTHS = set(MONTHS) - {"may", "mar", "march", "sep", "dec", "jan"}  # words of other meanings
DAY_WORDS = {w for w in WEEKDAYS if w.isascii()} - {"sat", "sun", "wed"}
RULES = (  # tried in this order; what one has read the next ones no longer see
    ("date", r"(?P<y>\d{4})[-/年](?P<m>\d{1,2})(?:[-/月](?P<d>\d{1,2})[日号]?|月)"),
    ("date", r"(?<!\d)(?P<m>\d{1,2})月(?:(?P<d>\d{1,2})[日号]?)?"),
    (
        "date",
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{either(MONTHS)})\.?(?:,? "
        rf"(?P<y>\d{{4}}))?",
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
        r"(?P<c>\+?\(?\d{2,4}\)?(?:[-. ]\d{2,4}){2,}(?!\d)|\d{3,4}-\d{7,8}|"
        r"\+?\d{7,}(?! ?(?:dollars|euros|pounds|yuan|元|块|万))|"
        r"\d+(?: ?x ?\d+)+(?: ?[cm]?m\b|[a-z]*))",
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
    ("measure", rf"(?P<n>(?:(?<![\d\0])-)?{NUM}){SCALE}[\s-]*{ADJECTIVE}(?P<u>{either(UNITS)})"),
    ("code", r"\b(?P<c>\d+[a-z][a-z\d]*)\b"),
    ("number", rf"(?P<n>(?:(?<![\d\0])-)?{NUM}){SCALE}"),
)
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
SAVE = re.compile(
    r",? (?:except|but not|other than|apart from)(?: on| for)?,? "
)  # daily but Sunday
SPAN = re.compile(r"\s*(?:-|~|to|until|till?|through|thru|至|到)\s*")
RULES = tuple((kind, re.compile(pattern)) for kind, pattern in RULES)
DAY_RULES = tuple(row for row in RULES if row[0] in ("date", "weekday"))
DIGIT = re.compile(r"\d")
