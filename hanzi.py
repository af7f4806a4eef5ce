"""Read one run of Chinese numerals as a number, whatever stands around it.

offers   number(run) -> digits or None

    两千八百 -> 2800    一万二 -> 12000    三百五 -> 350       一百万 -> 100万
    二零二四 -> 2024    伍拾壹 -> 51       五六十 -> 50~60     十三五 -> None
"""

import re

DIGITS = {ch: n for n, ch in enumerate("零一二三四五六七八九")} | {"两": 2, "幺": 1, "〇": 0}
PLACES = {"十": 10, "百": 100, "千": 1000}
BLOCKS = {"万": 10**4, "亿": 10**8, "兆": 10**12}
FORMAL = str.maketrans("壹贰貳叁肆伍陆陸柒捌玖拾佰仟萬億兩", "一二二三四五六六七八九十百千万亿两")
CHARS = "零〇一二三四五六七八九十百千万亿兆两幺壹贰貳叁肆伍陆陸柒捌玖拾佰仟萬億兩"
SECTION = re.compile(
    "(?:([一二三四五六七八九两])千)?(?:零?([一二三四五六七八九两])百)?"
    "(?:零?([一二三四五六七八九]?)(十))?(?:(零?)([一二三四五六七八九]))?"
)


def below_ten_thousand(run):
    """一百零五 -> 105, 三百五 -> 350, 二 -> 2; None where it is no number."""
    match = SECTION.fullmatch(run)
    if not match or not run or run == "零":
        return None
    thousands, hundreds, tens, ten, zero, ones = match.groups()
    value = 1000 * DIGITS.get(thousands, 0) + 100 * DIGITS.get(hundreds, 0)
    value += (10 * DIGITS.get(tens, 1) if tens else 10) if ten else 0
    if ones and not zero and not ten and (hundreds or thousands):
        return value + DIGITS[ones] * (10 if hundreds else 100)  # 三百五, 两千八
    return value + DIGITS.get(ones, 0)


def value(run):
    """Return the number of a simplified run with place words, or None."""
    for block, size in reversed(BLOCKS.items()):
        left, found, right = run.rpartition(block)
        if not found:
            continue
        high = value(left)
        low = 0 if not right else value(right.removeprefix("零"))
        if high is None or low is None or low >= size:
            return None
        if len(right) == 1 and right in DIGITS:
            low *= size // 10  # 一万二
        return high * size + low
    return below_ten_thousand(run) if run not in ("两", "幺") else DIGITS[run]


def guess(run):
    """七八 -> 7~8, 五六十 -> 50~60, 四十五六 -> 45~46: two neighbouring digits are a guess."""
    for at in range(len(run) - 1):
        first, second = DIGITS.get(run[at]), DIGITS.get(run[at + 1])
        if first and second and second == first + 1:
            low, high = value(run[: at + 1] + run[at + 2 :]), value(run[:at] + run[at + 1 :])
            if low is not None and high is not None and low < high:
                return f"{low}~{high}"
    return None


def number(run):
    """Return the digits of a run whatever stands around it, or None: 二零二四 -> 2024."""
    run = run.translate(FORMAL)
    if all(ch in DIGITS for ch in run) and (len(run) == 1 or "两" not in run):
        return "".join(str(DIGITS[ch]) for ch in run)
    if run[-1] in BLOCKS and sum(map(run.count, BLOCKS)) == 1 and len(run) > 1:
        high = number(run[:-1])
        return None if high is None else high + run[-1]
    found = value(run)
    return guess(run) if found is None else str(found)
