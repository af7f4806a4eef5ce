"""Read the citation marks in an answer, and take out of it what cannot be spoken.

offers   check_citations(text, n_hits, require=True) -> (cited numbers, problems)
         cited_sentences(text) -> [(sentence, [numbers])]
         sentences(text) -> [sentence], in English and Chinese
         statements(text) -> [statement]: sentences, one that leans on another joined to it
         speakable(text) -> the text without marks and Markdown

Marks that are understood: [1], [S1], [1][2], [1, 2], [1-3], and full-width 【1】 ［1］. A mark that
points nowhere ([0], beyond the last hit, a reversed range) or is never closed is a problem.
"""

import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

OPEN, CLOSE = r"\[［【", r"\]］】"
# Repeats have a limit: time must grow with the length of what a model writes, not its square.
MARK = re.compile(rf"[{OPEN}]\s{{0,3}}([Ss]?\s{{0,3}}\d[^{OPEN}{CLOSE}\n]{{0,200}})[{CLOSE}]")
BEGUN = re.compile(rf"[{OPEN}]\s{{0,3}}[Ss]?\s{{0,3}}\d")  # what looks like a mark, closed or not
PART = re.compile(r"s?\s*(\d{1,6})(?:\s*[-–—~至]\s*s?\s*(\d{1,6}))?", re.I)
SEPARATOR = re.compile(r"\s*[,;，、；]\s*|\s+(?=[sS]?\d)")
SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[A-Za-z]\.)\s+|(?<=[。！？])\s*|\n\s*")
QUESTION = re.compile(r"[?？]\s*$")
ANAPHOR = re.compile(  # such a sentence is not understood without the one before it
    r"(?:it|its|they|their|this|that|these|those|then|otherwise|he|she)\b|这|该|其|它|他们|否则|此|"
    r"[^,;]*?\b(?:on (?:these|those) days|(?:later|earlier|longer|more|less) than (?:that|this)|"
    r"(?<!all )the same (?:day|time|price|hours))\b",
    re.I,
)
LABEL = re.compile(
    r"^(?:[QA]|Question|Answer|问|答)\s*[:：]\s*"
)  # of a line in a list of questions
TARGET = r"(?:[^()\n]|\([^()\n]{0,200}\)){0,2000}"  # of a link
MARKDOWN = (
    (re.compile(r"```\w*|~~~\w*"), ""),  # fences
    (re.compile(rf"!?\[([^\]\n]{{0,300}})\]\({TARGET}\)"), r"\1"),  # links, pictures: their text
    (re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+(?=\D))", re.M), ""),  # line starts
    (re.compile(r"(\*\*|__|~~)(?=\S)(.{1,500}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])[*_](?=\S)([^*_\n]{1,500}?)(?<=\S)[*_](?![\w*])"), r"\1"),
    (re.compile(r"`+"), ""),
)


def numbers_of(inside, n_hits):
    """Return (numbers, problem) of what stands within one pair of brackets.

    ("1-3", 3) -> ([1, 2, 3], "")    ("7", 3) -> ([], "[7] is not among the passages 1-3")
    """
    numbers = []
    for part in SEPARATOR.split(unicodedata.normalize("NFKC", inside).strip()):
        found = PART.fullmatch(part)
        if not found:
            return [], f"[{inside}] is no citation"
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            return [], f"[{inside}] runs backwards"
        if not (1 <= first and last <= n_hits):  # before the range is written out: it may be huge
            return [], f"[{inside}] is not among the passages 1-{n_hits}"
        numbers.extend(range(first, last + 1))
    return numbers, ""


def check_citations(text, n_hits, require=True):
    """Return (cited numbers in order, without repeats, problems in words) of an answer.

    ("Four levels [1].", 3) -> ([1], [])    ("Six levels [7].", 3) -> ([], ["[7] is not among ..."])
    require: an answer without any mark is a problem too; a refusal needs none. Total on any value.
    """
    if not isinstance(text, str):
        return [], ["the answer is no text"]
    numbers, problems = [], []
    for mark in MARK.finditer(text):
        found, problem = numbers_of(mark[1], n_hits)
        numbers += found
        problems += [problem] if problem else []
    begun, closed = len(BEGUN.findall(text)), len(MARK.findall(text))
    if begun > closed:
        problems.append("a citation is never closed")
    if require and not numbers and not problems:
        problems.append("no source is cited")
    return list(dict.fromkeys(numbers)), problems


def sentences(text):
    """'Open at 7.30. Closed on Sunday.' -> ['Open at 7.30.', 'Closed on Sunday.']; 。 ends too."""
    return [one.strip() for one in SENTENCE.split(text) if one and one.strip()]


def statements(text):
    """'Dogs may come in. They stay outside on Friday. No cats.' -> two: 'They' needs the first."""
    found = []
    for one in sentences(text):
        gap = " " if one.isascii() else ""
        found[-1:] = (
            [f"{found[-1]}{gap}{one}"] if found and ANAPHOR.match(one) else [*found[-1:], one]
        )
    return found


def cited_sentences(text, n_hits):
    """Return [(speakable sentence, [numbers])] of a plain-text answer.

    "Four levels [1]. Each has 16 lessons [2]." -> [("Four levels.", [1]), ("Each has ...", [2])]
    A mark after the full stop belongs to the sentence before it.
    """
    moved = re.sub(rf"([.!?。！？])((?:\s{{0,3}}{MARK.pattern})+)", r"\2\1 ", text)
    found = []
    for one in sentences(moved):
        spoken = speakable(one)
        if spoken:
            found.append((spoken, check_citations(one, n_hits, require=False)[0]))
    return found


def speakable(text):
    """'**Four** levels [1].' -> 'Four levels.'"""
    text = re.sub(rf"\s{{0,3}}{MARK.pattern}", "", re.sub(r"[^\S\n]+", " ", text))
    for pattern, kept in MARKDOWN:
        text = pattern.sub(kept, text)
    return " ".join(text.split())


def assertion(sentence):
    """Return what of a document's sentence may be said as an answer; "" for a question of it.

    '答：一笔最低 50 元。' -> '一笔最低 50 元。'    '问：手续费最低是多少？' -> ''
    """
    return "" if QUESTION.search(sentence) else LABEL.sub("", sentence).strip()
