"""Take out of a text what should not be kept: phone and card numbers, e-mail addresses.

offers   redact(text) -> text
         clean(value) -> value      of a turn: every text that a caller or a model made

    redact("call me on 555 123 4567") -> "call me on [number]"

Numbers are also found as they are spoken: five five five one two, 一三八零零. Seven digits or more
count, so a long order number goes too; a date, a price and a time stay.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

LEAST = 7  # digits of a phone number without its area code
DIGIT = "zero|oh|o|one|two|three|four|five|six|seven|eight|nine"
SPOKEN = rf"(?:(?:double|triple) )?(?:{DIGIT}|\d)"
CHINESE = "零〇一二三四五六七八九幺两洞拐0-9"
DATE = r"(?!\d{4}-\d\d-\d\d(?!\d))"  # is no number to take out
RULES = (
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "[e-mail]"),
    (re.compile(r"\b[\w.+-]+(?: dot \w+)* at [\w-]+(?: dot \w{2,})+\b", re.I), "[e-mail]"),
    (
        re.compile(
            rf"(?<![\w.,]){DATE}\+?\(?\d(?:[ ().\-/]{{0,2}}\d){{{LEAST - 1},}}(?![\w%])",
        ),
        "[number]",
    ),
    (re.compile(rf"\b{SPOKEN}(?:[ ,\-]+{SPOKEN}){{{LEAST - 1},}}\b", re.I), "[number]"),
    (
        re.compile(rf"(?<![0-9-]){DATE}[{CHINESE}](?:[ ，、\-]?[{CHINESE}]){{{LEAST - 1},}}"),
        "[number]",
    ),
)
OURS = frozenset(  # passages, codes and figures are the house's own
    "id at call_id status reason rule source citation_id citations evidence versions "
    "timings_ms".split()
)


def redact(text):
    """Return the text with every such number or address replaced."""
    for pattern, instead in RULES:
        text = pattern.sub(instead, text)
    return text


def clean(value, change=redact):
    """Return a turn with its texts changed; what stands under a name of OURS stays."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [clean(item, change) for item in value]
    if isinstance(value, dict):
        return {k: item if k in OURS else clean(item, change) for k, item in value.items()}
    return value
