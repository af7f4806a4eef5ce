"""Apply long tables of patterns quickly: most rows need no look at a text that lacks their words.

offers   compiled(rows)         -> ((pattern, what is written instead, texts), ...)
         rewritten(text, table) -> the text after every row, in order

A row is tried only where one of its texts stands in the text: whatever matches holds one of them.
"""

import functools
import re

GAP = "\0"
UNSURE = (  # what is no letter that must be there, in the order in which it is taken out
    re.compile(r"\\.[?*+]?"),
    re.compile(r"\[[^\]]*\][?*+]?"),
)
GROUP = re.compile(r"\([^()]*\)[?*+]?")
OPTIONAL = re.compile(r".(?:[?*+]|\{[^}]*\})|[.^$]")


def needed(pattern):
    r"""Return texts of which each match of a pattern holds one; none where that is not sure.

    r"\bhigh ?chairs?\b|\bstools\b" -> ("chair", "stools")
    """
    for unsure in UNSURE:
        pattern = unsure.sub(GAP, pattern)
    while GROUP.search(pattern):
        pattern = GROUP.sub(GAP, pattern)
    branches = OPTIONAL.sub(GAP, pattern).split("|")
    found = tuple(max(branch.split(GAP), key=len) for branch in branches)
    return found if all(found) else ()


def compiled(rows):
    """Return rows of (pattern, what is written instead, and texts of which any match has one).

    The texts are needed only where the pattern does not show them: r"(?:mon|tue)day".
    """
    rows = ((pattern, to, tuple(texts)) for pattern, to, *texts in rows)
    return tuple((pattern, to, texts or needed(pattern)) for pattern, to, texts in rows)


@functools.cache
def regex(pattern):
    """Compile a pattern when it is first tried: most are not in a first turn."""
    return re.compile(pattern)


def rewritten(text, table):
    """Apply the rows of a table to a text, one after the other."""
    for pattern, to, texts in table:
        if not texts or any(map(text.__contains__, texts)):
            text = regex(pattern).sub(to, text)
    return text
