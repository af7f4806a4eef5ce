"""Write a text in one spelling, so that what sounds the same reads the same.

offers   plain(text)  -> NFKC, lower case, ASCII digits and quotes, numbers and times in figures
         "Ｏpen ７：30 P.M., twenty four hours" -> "open 7:30 pm, 24 hours"
         stopped(text) -> one line, with a stop where a line of the text ended without one
         hidden(text) -> True where what is read is not what is said: invisible, look-alike
         unread(text, passage) -> True where a voice says what the check does not read: "n-o-t"
"""

import functools
import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from numerals import to_digits
from patterns import compiled, rewritten
from units import WEEKDAYS
from wording import HAN

INVISIBLE = re.compile(  # what Unicode calls default ignorable, and controls
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\uffff"
    "\U000e0000-\U000e0fff]"
)
MARKUP = frozenset("{}<>|\\^")  # of tags, templates and terminals; nobody says them
UNLIKE = ("<super>", "<sub>", "<fraction>", "<circle>", "<square>")  # 16\u00b2 is not 162
PICTURES = frozenset("So Sk Sm Me Mn Nl Cn Co".split())  # categories: signs, marks, emoji
READ = re.compile(r"[\u4e00-\u9fff〇°×÷−]")  # Chinese, degrees, + - * / of sums
TOKEN = re.compile(r'[^\s\u4e00-\u9fff,.;:!?()"，。、；：！？（）“”]+')
JOINED = re.compile(r"[a-z]{2,}[.!?][a-z]{2,}(?:\.[a-z]+)*", re.I)  # an address, or no pause at all
SPELLED = re.compile(r"\b(?!p\.?m\b)[b-hj-z](?:[ .*/_\xb7-]{1,2}[a-z]\b){2,}")  # "n o t"
ALIEN = "\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u13a0-\u13ff"  # letters that look like Latin ones
MIXED = re.compile(f"[a-z0-9][{ALIEN}]|[{ALIEN}][a-z0-9]", re.I)
ENDED = re.compile(r"[.,;:!?。，；：！？、|)\]]$")
HAN_ONES = "一二三四五六七八九"
HAN_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY = r"\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*"
SHORT_DAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|rs?)?\b")
FULL_DAYS = {name[:3]: name for name in WEEKDAYS if name.endswith("day")}


def days(match):
    """'mon-sat' -> 'monday-saturday'"""
    return SHORT_DAY.sub(lambda day: FULL_DAYS[day[1]], match[0])


def day_but(match):
    """'除周日外每天' -> '周一至周六'; of a day within the week '周一至周二和周四至周日'"""
    day = "一二三四五六日".index(match[1][1].replace("天", "日"))
    before, after = "一二三四五六日"[:day], "一二三四五六日"[day + 1 :]
    return "和".join(f"周{part[0]}至周{part[-1]}" for part in (before, after) if part)


SPELLINGS = (  # what is said in several ways is written in one; the order matters
    (r"[\u2010-\u2015\u2212]", "-"),
    (r"[\u2018\u2019\u02bc`\xb4]", "'"),
    (r"(?<=[一二两三四五六七八九十百千万])\s+(?=[\u4e00-\u9fff%])", ""),  # "四 天"
    (r"[\u201c\u201d]", '"'),
    (r"\b([ap])\s?\.\s?m\b\.?", r"\1m"),
    (r"\b([ap]) m\b", r"\1m"),
    (r"(\d):\s+(\d\d)\b", r"\1:\2"),
    (r"(\d),(?=\d{3}(?!\d))", r"\1"),
    (r"\b24 ?/? ?7\b(?![:.]?\d)", "24 hours daily"),
    (r"\b(business|working)[ -](days?)\b", r"\1-\2", "business", "working"),
    (r"\b7 days (?:a|per) week\b|\b(?:every|each) ?day\b|\ball week\b", "daily"),
    (
        r"除了?(周[一二三四五六日天])(?:以外|之外|外)?[，,]?(?:其余|其他)?(?:时间)?(?:每天|天天)",
        day_but,
    ),
    (r"每天|每日|天天|全年无休|1周7天", " daily "),
    (r"\b(dr|mr|mrs|ms|st|prof|ext|tel|approx)\. (?=\S)", r"\1 "),
    (rf"{DAY}(?:\s?(?:-|to|thru|through|and|&|/|,)\s?{DAY})+", days, *DAYS),
    (r"\b(?:mon|tues?|thu(?:rs?)?|fri)\b", days, *DAYS),
    (r"\b(?:sat|sun|wed)s?(?=:? ?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]m|-|to)|: )", days, *DAYS),
    (r"\bone(?= (?:to|or) \d)", "1"),
    (r"一(?=个?(?:小时|钟头|星期|工作日|月)|天(?!天)|周(?!\d)|年(?!级)|晚)", "1"),
    (
        r"(\d+|[一两二三四五六七八九])个半(?=小时|钟头|月|星期)",
        lambda match: f"{match[1]}.5个".translate(HAN_DIGITS | {ord("两"): "2"}),
    ),
    (r"\bhalf an hour\b|\bhalf hour\b|半个?小时|半个?钟头", "30 minutes"),
    (r"\b(\d+) and a half\b", r"\1.5"),
    (r"\ban? (hour|day|week|month|year|mile|minute) and a half\b", r"1.5 \1s"),
    (r"\bhalf a year\b|半年", "6个月"),
    (r"\b3(?: quarters|/4) of an hour\b", "45 minutes"),
    (r"\b(?:a )?quarter of an hour\b", "15 minutes"),
    (r"\bhalf a dozen\b", "6"),
    (r"\ba dozen\b", "12"),
    (r"\b(?:around|round) the clock\b", "24 hours daily"),
    (
        r"\b(\d+) (dollars|euros|pounds) (\d\d)\b(?! ?[a-z%:])",
        r"\1.\3 \2",
        "dollars ",
        "euros ",
        "pounds ",
    ),
    (r"\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? in the morning\b", r"\1 am"),
    (r"\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? (?:in the (?:afternoon|evening)|at night)\b", r"\1 pm"),
    (r"(\d+)(个?小时|个?钟头|个?月|个?星期|公里|公斤|[天年里米斤周])半", r"\1.5\2"),
    (
        r"([一二两三四五\d])米([一二三四五六七八九\d])(?![\d个米人张])",
        lambda match: f"{match[1]}.{match[2]}米".translate(HAN_DIGITS | {ord("两"): "2"}),
    ),
    (
        r"([一二三四五六七八九\d])([一二三四五六七八九\d])(?=折)",
        lambda match: f"{match[1]}.{match[2]}".translate(HAN_DIGITS),
        "折",
    ),
    (r"第([一二三四五六七八九])(?![十百])", lambda match: f"第{HAN_ONES.index(match[1]) + 1}"),
    (
        r"[〇零一二三四五六七八九]{2,}",
        lambda match: match[0].translate(HAN_DIGITS),
        *"〇零" + HAN_ONES,
    ),
    (
        r"([二三四五六七八九])(?=\s?(?:课时|节课|个|次|位|名|人|门|间|项|份|张|%))",
        lambda match: str(HAN_ONES.index(match[1]) + 1),
        *HAN_ONES,
    ),
    (r"\bhalf past (\d+)\b", r"\1:30"),
    (r"\b(?:a )?quarter past (\d+)\b", r"\1:15"),
    (r"\bnoon\b|\bmidday\b|正午|中午(?!\d)", "12:00 pm"),
    (r"\bmidnight\b|午夜", "12:00 am"),
    (r"(\d)\s*(?:per ?cent|percent)\b", r"\1%", "per cent", "percent"),
    (r"\bhalf off\b", "50% off"),
    (
        r"\b(in|within|for|after|before|least|most|than) an? (?=minute|hour|day|week|month"
        r"|year|dozen)",
        r"\1 1 ",
    ),
    (r"\bminus (?=\d)|零下(?=\d)|负(?=\d)", "-"),
)
SPELLINGS = compiled(SPELLINGS)
BEFORE_NUMBERS = SPELLINGS[:3]  # a curly apostrophe must not hide a number word


def hidden(text):
    """Tell whether a text holds invisible characters or letters that pretend to be others."""
    return bool(INVISIBLE.search(text) or MIXED.search(text))


@functools.lru_cache(maxsize=4096)
def as_ascii(char):
    """'é' -> 'e', '٥' -> '5'; what has no such form stays."""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def unaccented(text):
    """'Café ٥' -> 'Cafe 5'"""
    return text if text.isascii() else "".join(map(as_ascii, text))


@functools.lru_cache(maxsize=4096)
def strange(char):
    """Tell whether the check passes over a character that is seen or said."""
    if unicodedata.decomposition(char).startswith(UNLIKE):
        return True
    for one in map(as_ascii, unicodedata.normalize("NFKC", char)):
        letter = one.isalpha() or unicodedata.category(one) in PICTURES
        if one in MARKUP or (letter and not one.isascii() and not READ.match(one)):
            return True
    return False


def unread(text, passage=""):
    """Tell whether a text holds strange characters, or spelled words, that the passage lacks.

    Of a script that the check does not read at all only the passage's own text may be said.
    """
    spelled = SPELLED.search(plain(text)) if SPELLED.search(text.lower()) else None
    if spelled and spelled[0] not in plain(passage):
        return True
    if any(one not in passage for one in JOINED.findall(text)):
        return True
    odd = {char for char in text if strange(char)}
    if any(char.isalpha() and unicodedata.name(char, "")[:5] != "LATIN" for char in odd):
        return " ".join(text.split()) not in " ".join(passage.split())
    return any(odd.intersection(one) and one not in passage for one in TOKEN.findall(text))


def plain(text):
    """Return the text in one spelling: "７：30 P.M." -> "7:30 pm"."""
    text = unaccented(unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).lower())
    text = to_digits(rewritten(text, BEFORE_NUMBERS), ordinals=True)
    return " ".join(rewritten(text, SPELLINGS).split())


def stopped(text):
    """Put a stop at the end of a line that has none: an item of a list, a row of a table."""
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    stop = "。" if HAN.search(text) else "."
    return " ".join(line + stop * (not ENDED.search(line)) for line in lines[:-1]) + (
        " " + lines[-1] if lines else ""
    )
