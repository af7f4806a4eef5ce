"""Cut the lines of one section into pieces that an encoder reads whole.

offers   pieces(lines, size, overlap) -> [(lead, body, line number)]

The coarsest separator that makes a piece fit is used: line, sentence, clause, comma, space; numbers
and negations keep what follows them as long as possible. A body is the section's text as it
stands, and the bodies cover all of it. A piece that begins within a list or table carries a lead:
the last sentence of what introduces it. Overlap begins at a sentence, unless the sentence itself
had to be cut: half a sentence can say the opposite of the whole.

Sizes are characters for Chinese text and tokens for other text, decided for each section.
"""

import re
import sys
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from sections import Line
from visible import CJK

CHINESE = (160, 40)  # size and overlap in characters
OTHER = (90, 22)  # tokens: about 55 and 15 English words, and never above 256 word pieces
WINDOW = 8  # characters to look at for each token of overlap
LEAST = 8  # a smaller piece holds no sentence
WORD = 100  # letters; WordPiece reads a longer word as one unknown token
TOKEN = re.compile(r"[A-Za-z]{1,4}|\d\d?|[^\sA-Za-z\d]")  # about a word piece each
CLOSERS = r"[”’」』）】》〉\"')\]]*\s*"
HOLD = r"A-Za-z0-9.,:$€£¥￥+\-−零〇一二两三四五六七八九十百千万亿半点第不没未无非别勿禁"
SEPARATORS = [  # where a piece may end, best first
    r"\n\s*",
    rf"(?:[。！？…]+|[.!?]+(?=[\s\"')\]{CJK}]|$)){CLOSERS}",
    r"；\s*|;\s+|：(?!\d)\s*|:\s+",
    r"(?<!\d)[，、]\s*|[，、](?!\d)\s*|,\s+",
    r"(?<![\d\s])\s+",  # 45 minutes stay together
    rf"(?<=[^\s{HOLD}])(?=\S)(?![\u0300-\u036f\u200d\ufe0f，。！？；：、”’」』）】》〉])",
]
SENTENCE, ANYWHERE = 1, len(SEPARATORS)
SEPARATORS = [re.compile(separator) for separator in SEPARATORS]


class Fit(NamedTuple):
    """How long a piece may be, and how length is counted."""

    size: int
    overlap: int
    chinese: bool

    def measure(self, text):
        return len(text) if self.chinese else tokens(text)

    def lead(self, line):
        return self.measure("\n".join((*line.lead, "")))


class Span(NamedTuple):
    start: int
    end: int
    cost: int
    level: int  # of the separator before it
    line: Line


def is_chinese(text):
    """Whether more characters than Latin words: 'IELTS 口语课怎么报名' is Chinese."""
    return len(re.findall(f"[{CJK}]", text)) > len(re.findall(r"[A-Za-z]+", text))


def tokens(text):
    """Estimate the word pieces of a text, not too low: 'reservations cost $50' -> 6"""
    return len(TOKEN.findall(text))


def ends(text, level, low=0, high=None):
    """Return where text[low:high] may be cut at one level of separators, its end included."""
    high = len(text) if high is None else high
    found = [match.end() for match in SEPARATORS[level].finditer(text, low, high)]
    return [end for end in found if low < end < high] + [high]


def cut(text, size, measure, level=0):
    """Return [(start, end, cost, level)]: text cut no finer than needed, in order, nothing lost."""
    cost = measure(text)
    if cost <= size and max(map(len, re.findall(rf"[^\W{CJK}]+", text)), default=0) <= WORD:
        return [(0, len(text), cost, level)]
    if level == ANYWHERE:
        step = min(size, WORD)  # costs a whole piece, or two slices would be one long word again
        return [(at, min(at + step, len(text)), size, level) for at in range(0, len(text), step)]
    parts, start = [], 0
    for end in ends(text, level):
        inner = cut(text[start:end], size, measure, level + 1)
        for number, (low, high, price, finer) in enumerate(inner):
            parts.append((start + low, start + high, price, finer if number else level))
        start = end
    return parts


def lead_in(lead, fit):
    """Return the introductions that travel with a line: the last sentence of each, while they fit.

    The nearest comes first: the item above a nested list, then what introduces the outer list.
    """
    kept, room, measure = [], fit.size // 2, fit.measure
    for text in reversed(lead):
        last = text[([0] + ends(text.rstrip(), SENTENCE))[-2] :]
        if not kept:
            last = next(
                last[at:] for at, *_ in cut(last, room, measure) if measure(last[at:]) <= room
            )
        room -= measure(last) + 1
        if room < -1:
            break
        kept.insert(0, last)
    return tuple(kept)


def spans(lines, fit):
    """Return the spans of a section: its lines, each cut until it fits below its introduction."""
    found, at, lead, short = [], 0, (), ()
    for line in lines:
        if line.lead is not lead:
            lead, short = line.lead, lead_in(line.lead, fit)
        line = line._replace(lead=short)
        for start, end, cost, level in cut(line.text, fit.size - fit.lead(line), fit.measure):
            found.append(Span(at + start, at + end, cost, level, line))
        at += len(line.text) + 1
    return found


def back(text, low, stop, room, level, measure):
    """Return where the overlap before `stop` begins: at most `room` long, and after `low`."""
    window = max(low, stop - room * WINDOW)
    for finer in range(min(max(level, SENTENCE) + 1, ANYWHERE)):
        fits = (at for at in ends(text, finer, window, stop) if measure(text[at:stop]) <= room)
        start = next(fits)  # the last one, `stop` itself, always fits
        if start < stop:
            return start
    return stop


def begin_at(text, found, first, last, low, fit):
    """Return (start, its line, cost before span `last`) of a piece with the spans first to last."""

    def cost(start, line):
        return fit.lead(line) + fit.measure(text[start : found[last].start])

    stop, line = found[first].start, found[first].line
    room = min(fit.overlap, fit.size - cost(stop, line) - found[last].cost)
    start = back(text, low, stop, room, found[first].level, fit.measure) if room > 0 else stop
    at = bisect_right(found, start, hi=first + 1, key=lambda span: span.start) - 1
    if cost(start, found[at].line) + found[last].cost > fit.size:  # a longer lead there
        start, at = stop, first
    newline = found[last].level == 0  # counted with the span by the caller
    return start, found[at].line, cost(start, found[at].line) - newline


def pack(text, found, fit):
    """Return [(lead, body, line number)]: neighbouring spans together while they fit.

    What introduces a list goes on with its first item rather than stay behind.
    """
    out, first = [], 0
    start, line, used = begin_at(text, found, 0, 0, 0, fit)
    for i, span in enumerate(found):
        if i > first and used + span.cost + (span.level == 0) > fit.size:
            above = found[i - 1]
            carry = above.line.opens and not span.level and above.level <= SENTENCE
            fits = fit.lead(above.line) + above.cost + span.cost < fit.size
            first = i - 1 if carry and fits and i - 1 > first else i
            out.append((line.lead, text[start : found[first].start].strip(), line.number))
            start, line, used = begin_at(text, found, first, i, start, fit)
        used += span.cost + (span.level == 0)
    out.append((line.lead, text[start:].strip(), line.number))
    return [piece for piece in out if piece[1]]


def pieces(lines, size=None, overlap=None):
    """Return [(lead, body, line number)] of one section; lead + body is at most size long."""
    text = "\n".join(line.text for line in lines)
    chinese = is_chinese(text)
    usual = CHINESE if chinese else OTHER
    size = usual[0] if size is None else size
    fit = Fit(size, min(usual[1], size // 4) if overlap is None else overlap, chinese)
    return pack(text, spans(lines, fit), fit)
