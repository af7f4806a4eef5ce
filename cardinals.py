"""Read English number words: one group at a time, no reading of what groups mean together.

offers   group(words, joined, start) -> Group or None
         ["one", "hundred", "and", "five", "rooms"] at 0 -> Group("105", "big", 4)
         ["twenty", "first"] at 0 -> Group("21", "ordinal", 2)

`words` are lower-case words, `joined[i]` says that only a space or a hyphen lies before word i:
a comma ends a number, and so does "or", which is no number word.
"""

from typing import NamedTuple

ONES = {w: n for n, w in enumerate("one two three four five six seven eight nine".split(), 1)}
TEEN_WORDS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TEENS = {w: n for n, w in enumerate(TEEN_WORDS.split(), 10)}
TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
TENS = {w: n * 10 for n, w in enumerate(TEN_WORDS.split(), 2)}
TENS |= {"fourty": 40, "ninty": 90}  # as some recognisers spell them
SCALES = {
    "thousand": 10**3,
    "lakh": 10**5,
    "million": 10**6,
    "crore": 10**7,
    "billion": 10**9,
    "trillion": 10**12,
    "quadrillion": 10**15,
}
SCALES |= {f"{word}s": size for word, size in SCALES.items()}
KEPT_SCALE = 10**6  # "5 million" is written so; "5 thousand" is written 5000
HUNDREDS = SCALES.keys() | {"hundred"}
ZEROS = frozenset(("zero", "o", "oh"))
REPEATS = {"double": 2, "triple": 3, "treble": 3}
ORDINALS = {
    w: n
    for n, w in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        1,
    )
}
ORDINALS |= {f"{w[:-1]}ieth": n for w, n in TENS.items()}
ENDINGS = ORDINALS | {f"{w}s": n for w, n in ORDINALS.items() if n > 2}  # "twenty seconds" is 20
BIG_ORDINALS = {"hundredth": 100, "thousandth": 1000, "millionth": 10**6}
SMALL = ONES | TEENS | TENS
LONGEST_DIGITS = 15  # a longer digit token is a code, never a factor


class Group(NamedTuple):
    text: str  # digits as they are written: "105", "0.26", "5 million"
    kind: str  # digit, zero, repeat, two (10-99), big, figures (written so), decimal, ordinal
    end: int  # position of the next word


def below_hundred(words, joined, at):
    """["twenty", "four"] -> (24, 2); ["24"] -> (24, 1); (None, at) where no number is."""
    word = words[at] if at < len(words) else ""
    if word in TENS:
        if at + 1 < len(words) and joined[at + 1] and words[at + 1] in ONES:
            return TENS[word] + ONES[words[at + 1]], at + 2
        return TENS[word], at + 1
    if word in SMALL:
        return SMALL[word], at + 1
    if word.isdecimal() and word.isascii() and len(word) <= LONGEST_DIGITS and word[0] != "0":
        return int(word), at + 1
    return None, at


def follows(words, joined, at, table):
    """Tell whether word `at` continues the number and is one of `table`."""
    return at < len(words) and joined[at] and words[at] in table


def after_and(words, joined, at):
    """Return the position after an optional "and"."""
    return at + 1 if follows(words, joined, at, ("and",)) else at


def below_scale(words, joined, at):
    """["twenty", "one", "hundred", "and", "five"] -> (2105, 5); a bare hundred is one hundred."""
    if words[at : at + 1] == ["hundred"]:
        value, end = 100, at + 1
    else:
        value, end = below_hundred(words, joined, at)
        if value is None or not follows(words, joined, end, ("hundred",)):
            return value, end
        value, end = value * 100, end + 1
    start = after_and(words, joined, end)
    if not (start < len(words) and joined[start]):
        return value, end
    rest, rest_end = below_hundred(words, joined, start)
    if rest is None or rest > 99 or follows(words, joined, rest_end, ("hundred",)):
        return value, end  # "one hundred and two hundred" are two numbers
    return value + rest, rest_end


def cardinal(words, joined, at):
    """["one", "thousand", "and", "five"] -> (1005, 4, [1000]); scales must fall."""
    total, end, scales, limit = 0, at, [], 10**18
    while True:
        start = after_and(words, joined, end) if scales else end
        if scales and not (start < len(words) and joined[start]):
            break
        if not scales and words[at] in SCALES:
            value, stop = 1, at
        else:
            value, stop = below_scale(words, joined, start)
        if value is None:
            break
        scaled = stop < len(words) and (joined[stop] or stop == at)
        size = SCALES.get(words[stop], 1) if scaled else 1
        if size >= limit or value * size >= limit:
            break
        total, end, limit = total + value * size, stop + (size > 1), size
        if size == 1:
            return total, end, scales + [1]
        scales.append(size)
    return total, end, scales


def fraction_digits(words, joined, at):
    """Read the digits after a point: ["o", "five"] -> ("05", 2), ["fourteen"] -> ("14", 1)."""
    digits, end = "", at
    while end < len(words) and joined[end]:
        word = words[end]
        if word in ZEROS:
            digits += "0"
        elif word in ONES:
            digits += str(ONES[word])
        elif word in REPEATS and follows(words, joined, end + 1, ONES | dict.fromkeys(ZEROS)):
            digits += str(ONES.get(words[end + 1], 0)) * REPEATS[word]
            end += 1
        elif not digits and (word.isdecimal() or word in SMALL):
            value, stop = below_hundred(words, joined, end)
            return (str(value), stop) if value is not None else (word, end + 1)
        else:
            break
        end += 1
    return digits, end


def with_fraction(text, words, joined, end):
    """Append what follows a spoken point: "3" + ["point", "five", "million"] -> 3.5 million."""
    if not follows(words, joined, end, ("point",)):
        return None
    digits, stop = fraction_digits(words, joined, end + 1)
    if not digits:
        return None
    return Group(f"{text}.{digits}", "decimal", stop)


def ordinal(value, words, joined, end):
    """Return the ordinal that a tens or hundreds value and the next word make, or None."""
    if not (end < len(words) and joined[end]):
        return None
    last = ENDINGS.get(words[end])
    room = value % 100 == 0 or (value % 10 == 0 and value % 100 > 10 and last and last < 10)
    if last and value and room and (value % 100 == 0 or last < 10):
        return Group(str(value + last), "ordinal", end + 1)
    if words[end] in BIG_ORDINALS and value:
        return Group(str(value * BIG_ORDINALS[words[end]]), "ordinal", end + 1)
    return None


def plain(value, scales, words, at, end):
    """Give the group its kind: one word of 1-9, one of 10-99, or a longer number."""
    if end == at + 1 and words[at].isdecimal():
        return Group(words[at], "figures", end)
    if len(scales) == 1 and scales[0] >= KEPT_SCALE:
        return Group(f"{value // scales[0]} {words[end - 1].removesuffix('s')}", "big", end)
    kind = "digit" if value < 10 else "two" if value < 100 else "big"
    return Group(str(value), kind, end)


def repeated(words, joined, at):
    """["double", "five"] -> Group("55", "repeat", 2)"""
    digit = ONES | dict.fromkeys(ZEROS, 0)
    if words[at] not in REPEATS or not follows(words, joined, at + 1, digit):
        return None
    if follows(words, joined, at + 2, HUNDREDS):
        return None  # "a double one hundred" is no 11 hundred
    return Group(str(digit[words[at + 1]]) * REPEATS[words[at]], "repeat", at + 2)


def group(words, joined, at):
    """Return the number that starts at word `at`, or None."""
    word = words[at]
    if word in ZEROS:
        return with_fraction("0", words, joined, at + 1) or Group("0", "zero", at + 1)
    if word in REPEATS:
        return repeated(words, joined, at)
    if word[0].isdigit() and not word.isdecimal():
        return Group(word, "figures", at + 1)
    value, end, scales = cardinal(words, joined, at)
    bare = end == at + 1 and (word in SCALES or word == "hundred")
    if end == at or (bare and words[max(0, at - 1)] != "a"):
        return None  # "hundreds of", "millions": no number; "a hundred" is one
    found = ordinal(value, words, joined, end) or with_fraction(str(value), words, joined, end)
    return found or plain(value, scales, words, at, end)
