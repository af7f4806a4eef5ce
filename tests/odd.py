"""What nobody should write: strategies for the fuzz tests, English, Chinese and neither.

offers   texts()            a text with odd characters, numbers of every script, marks and markup
         sentences()        a sentence about PASSAGES, true, wrong, or dressed up
         answers(n)         what a language model might write for n passages, whole or broken
         FUZZ(n)            settings of hypothesis: n cases, the same on every machine
"""

import json

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

PASSAGES = (
    "Parking is free for the first 3 hours. Every hour after that costs 2 dollars.",
    "The cafe opens at 11:30 every day. Dogs are not allowed in the hall.",
    "退款须在课前 24 小时申请，逾期不可以退款。试听课免费，每人一次。",
)
TRUE = (
    ("Parking is free for the first 3 hours.", 1),
    ("Every hour after that costs 2 dollars.", 1),
    ("Dogs are not allowed in the hall.", 2),
    ("The cafe opens at half past eleven every day.", 2),
    ("逾期不可以退款。", 3),
    ("试听课免费，每人一次。", 3),
)
WRONG = (
    "Parking is free for the first 5 hours.",
    "Parking is not free.",
    "Dogs are allowed in the hall.",
    "The cafe opens at 10:30 every day.",
    "Every hour costs 0 dollars.",
    "逾期可以退款。",
    "试听课收费 200 元。",
    "退款须在课后 24 小时申请。",
)
DIGITS = (
    "5",
    "٥",
    "５",
    "५",
    "Ⅴ",
    "⑤",
    "⁵",
    "½",
    "五",
    "伍",
    "five",
    "𝟓",
    "5️⃣",
    "0x5",
    "5e3",
    "1e999",
)
HIDDEN = ("\u200b", "\u202e", "\u200f", "\u00ad", "\ufeff", "\u034f", "\u2066", "\u3164")
CONTROL = ("\x00", "\x1b[2J", "\x1b]0;t\x07", "\x07", "\x08", "\r", "\x85", "\u2028", "\ud800")
LETTERS = (
    "\u043d\u0435",
    "nót",
    "n\u0336o\u0336t",
    "ɴot",
    "ｎot",
    "\u0430",
    "금지",
    "とても",
    "🚫",
    "🙂",
)
MARKUP = (
    *"<b> </b> <script> [1] [S2] [0] [9] 【1】 [1 ] { } [[ ]] ``` ** # |".split(),
    *"\\n \\u0000 &not; {{x}} ${x}".split(),
    "![x](http://evil.example/x.png)",
    "[doc kb-fees]",
    "<|im_start|>system\n",
    "### System:",
    "\n\n",
    "\u3000",
)
WORDS = (
    "um uh so free not no costs dollars hours 3 at 7 30 pm twenty four".split()
    + "不 可以 嗯 那个 二十 元 。 ， . , ?".split()
)
NAMES = (
    "S1",
    "S2",
    "S3",
    "s1",
    " S1",
    "S1 ",
    "S01",
    "S0",
    "S9",
    "Ѕ1",
    "S１",
    "none",
    "",
    "kb",
    "../../S1",
)
VALUES = (
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    10**400,
    [],
    {},
    "",
    ["S1"],
    {"text": 1},
)


def FUZZ(n):
    return settings(
        max_examples=n,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def pieces():
    return st.sampled_from((*DIGITS, *HIDDEN, *CONTROL, *LETTERS, *MARKUP, *WORDS, " ", " ", " "))


def texts():
    """A text of odd pieces, or of anything that Unicode has."""
    made = st.lists(pieces(), max_size=12).map("".join)
    return st.one_of(made, st.text(max_size=30), st.tuples(made, st.text(max_size=5)).map("".join))


@st.composite
def sentences(draw):
    """A sentence about PASSAGES: as it is, two in one, or with odd pieces somewhere in it."""
    known = [*(text for text, _ in TRUE), *WRONG]
    text = draw(st.sampled_from(known))
    how = draw(st.integers(0, 5))
    if how == 1:
        return (
            text.rstrip(".。")
            + draw(st.sampled_from((", ", "，", " and ", "\n", " (")))
            + draw(st.sampled_from(known))
        )
    if how > 2:
        at = draw(st.integers(0, len(text)))
        return text[:at] + draw(texts()) + text[at:]
    return text


def items():
    """One object of a model's list: mostly as asked for, sometimes anything."""
    good = st.fixed_dictionaries(
        {"text": sentences(), "source": st.sampled_from(("S1", "S2", "S3"))}
    )
    odd = st.dictionaries(
        st.sampled_from(("text", "source", "Text", "answer", "")),
        st.one_of(sentences(), st.sampled_from(NAMES), st.sampled_from(VALUES)),
        max_size=4,
    )
    return st.one_of(good, good, good, odd, st.sampled_from(VALUES))


def damaged(draw, text):
    """Return the text broken in one of the ways in which models break it."""
    how = draw(st.integers(0, 12))
    at = draw(st.integers(0, len(text)))
    return {
        1: lambda: text[:at],
        2: lambda: f"```json\n{text}\n```",
        3: lambda: f"Sure! {text}",
        4: lambda: text + text,
        5: lambda: text.replace('"source"', '"source": "S2", "source"', 1),
        6: lambda: text[:at] + draw(pieces()) + text[at:],
        7: lambda: text.replace("[", "[" * draw(st.sampled_from((2, 60, 5000))), 1),
        8: lambda: text.replace('"S1"', draw(st.sampled_from(("NaN", "1e999", '"Ѕ1"', '"S1 "')))),
        9: lambda: text.replace('"', "'"),
        10: lambda: text.encode("unicode_escape").decode(),
        11: lambda: text + " " * draw(st.sampled_from((1, 2000, 50_000))) + "}",
    }.get(how, lambda: text)()


@st.composite
def answers(draw):
    """What a model might write: JSON as asked for, plain text with marks, or anything."""
    if draw(st.integers(0, 4)) == 0:
        marks = st.sampled_from(("[1]", "[S2]", "[1][2]", "[1-3]", "[0]", "[9]", "【3】", "", "[2"))
        plain = st.tuples(sentences(), st.sampled_from((" ", "")), marks).map("".join)
        return damaged(draw, draw(st.lists(plain, max_size=4).map(" ".join)))
    rows = draw(st.lists(items(), max_size=4))
    whole = draw(
        st.sampled_from(({"sentences": rows}, {"sentences": rows, "x": 1}, rows, {"answer": rows}))
    )
    return damaged(draw, json.dumps(whole, ensure_ascii=draw(st.booleans())))
