"""Read a model's answer while it is still being written, one whole sentence at a time.

offers   Reader(n): feed(piece) -> [(sentence, [numbers]), ...]   what has just become whole
                    close()     -> the same, of what was still open

    Reader(3).feed('{"sentences": [{"text": "Open at 7.30.", "source": "S1"}, {"te')
        -> [("Open at 7.30.", [1])]

n passages were shown. An answer is the JSON of asking.schema, or plain text with citation marks.
`fault` says what is wrong with the answer, and after a fault nothing more is read. A sentence that
is not closed is never given out: half of "Pets are not allowed." may say the opposite.
"""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import asking
from asking import LONGEST, no_repeats
from citations import MARK

HEAD = re.compile(r'\s*(?:```(?:json)?\s*)?\{\s*"sentences"\s*:\s*\[')
GAP = re.compile(r"[\s,]*")
TAIL = re.compile(r"\s*\]\s*\}\s*(?:```)?\s*")
END = re.compile(  # a full stop ends a sentence once more than marks follow it: 3.14, 7.30, Dr. X
    rf"(?:(?<!\b[A-Za-z])[.!?]+[\"')\u201d]*(?=\s|{MARK.pattern})|[。！？；]+[”』」）]*)"
    rf"(?:\s*{MARK.pattern})*(?=\s*[^\s\[［【])|\n+"
)
ABBREVIATION = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|approx|e\.g|i\.e|a\.m|p\.m)\.$", re.I
)
DECODER = json.JSONDecoder(object_pairs_hook=no_repeats)


def sentence_end(text, start=0):
    """Return where the first whole sentence ends, 0 if none does yet.

    'It costs $3.14. Or' -> 15    'It costs $3.14.' -> 0    '周日十点开门。周' -> 7
    """
    for found in END.finditer(text, start):
        if not ABBREVIATION.search(text[: found.end()].rstrip()):
            return found.end()
    return 0


class Reader:
    """The state of one answer that is being read."""

    def __init__(self, n):
        self.n, self.given, self.fault = n, 0, ""
        self.raw, self.rest, self.kind = "", "", ""

    def feed(self, piece):
        """Return the sentences that this piece makes whole."""
        self.raw += piece
        self.rest += piece
        if not self.kind:
            self.kind = self.recognise()
        if self.fault or not self.kind:
            return []
        if self.kind == "json":
            return self.objects() if "}" in piece or "]" in piece else []
        return self.plain()

    def close(self):
        """Return the sentences that the end makes whole; what is cut off is a fault."""
        if self.fault:
            return []
        if self.kind == "text":
            return self.take(self.rest)
        found = self.objects() if self.kind == "json" else []
        if not (self.fault or self.full or TAIL.fullmatch(self.rest)):
            self.fault = "not the JSON that was asked for, or cut off"
        return found

    @property
    def full(self):
        """Tell whether no more may be said, whatever follows."""
        return self.given >= asking.MOST

    def recognise(self):
        """Return the kind of answer, once its beginning is there; "" until then."""
        begun = self.rest.lstrip()
        if head := HEAD.match(self.rest):
            self.rest = self.rest[head.end() :]
            return "json"
        if begun.startswith(("{", "`")):
            if len(begun) > LONGEST:
                self.fault = "not the JSON that was asked for"
            return ""
        return "text" if begun else ""

    def objects(self):
        """Take whole objects off the front of the list."""
        found = []
        while not self.fault and not self.full:
            self.rest = self.rest[GAP.match(self.rest).end() :]
            if not self.rest.startswith("{"):
                break
            try:
                item, end = DECODER.raw_decode(self.rest)
            except json.JSONDecodeError:  # not whole yet; or never
                self.fault = "an object without an end" if len(self.rest) > LONGEST else ""
                break
            except (ValueError, RecursionError) as error:
                self.fault = str(error)
                break
            self.rest = self.rest[end:]
            sentences, self.fault = asking.one(item, self.n)
            sentences = sentences[: asking.MOST - self.given]
            self.given += len(sentences)
            found += sentences
        if self.rest and self.rest[0] not in "{]" and not self.full:
            self.fault = self.fault or "not the JSON that was asked for"
        return found

    def plain(self):
        """Take whole sentences off the front of a text."""
        found = []
        while not self.fault and (end := sentence_end(self.rest)):
            found += self.take(self.rest[:end])
            self.rest = self.rest[end:]
        return found

    def take(self, text):
        """Return what asking.parse reads in a piece of plain text, no more than may be said."""
        if not text.strip() or self.full:
            return []
        found, self.fault = asking.plain_text(text, self.n, "cut off")
        found = found[: asking.MOST - self.given]
        self.given += len(found)
        return found
