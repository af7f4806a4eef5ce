"""Complete a question with what the call is about: the name said last, if the question has none.

offers   names_of(rows) -> Names  the names of a base: the outermost headings, or titles
         .said(text) -> [Mention] the names in a text, best first
         .last(history) -> name   the name that the call is about now, or ""

"Do they take cards" finds nothing in a base of 500 places; "The Rotunda do they take cards" does.
A recogniser writes names its own way ("dragon eats", "sea food"), and people shorten them, so
a name counts as said when most of it was said, weighed by how rare its words are among the names.
Exact words only: spelling-tolerant matching found "Troya" in "there" and named the wrong place.
"""

import math
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from lexical import heading, plain_tokens, without_stops

COVER = 0.7  # of a name's weight that must be said; .65 to .75 measure the same
SLACK = 2  # further words between those of a name: "holiday inn at the golden gateway"
TURNS = 10  # how far back a name is looked for
LOCATING = frozenset("in near around from to by 在 离 到".split())  # "it's in union square"
CORE = re.compile(r"\s[-–—]\s|[(（:：|]")  # 'Burgers - Union Square': people say the first part


class Mention(NamedTuple):
    subject: bool  # not just where something lies
    weight: float
    at: int
    name: int


def name_of(row):
    """Return the outermost heading, or the title, of a chunk: 'Cafe > Opening' -> 'Cafe'"""
    return heading(row).split(" > ")[0].strip()


def names_of(rows):
    """Return the Names of a base; one name alone tells nothing apart and is never added."""
    names = sorted({name_of(row) for row in rows} - {""})
    return Names(names if len(names) > 1 else [])


def name_tokens(text):
    """'The Rotunda' -> ['rotunda']"""
    return without_stops([token.replace("'", "") for token in plain_tokens(text)])


class Names:
    def __init__(self, names):
        self.names = sorted(set(filter(None, names)))
        self.full = [name_tokens(name) for name in self.names]
        self.core = [name_tokens(CORE.split(name)[0]) or full for name, full in self.pairs()]
        self.having, self.joined = defaultdict(list), {}
        for number, tokens in enumerate(self.full):
            for token in dict.fromkeys(tokens):
                self.having[token].append(number)
            self.joined |= {"".join(two): two for two in zip(tokens, tokens[1:])}
        self.rarity = {token: self.idf(len(names)) for token, names in self.having.items()}

    def idf(self, having):
        """As in lexical.BM25: a word that all names have, such as the city, weighs next to none."""
        return math.log(1 + (len(self.names) - having + 0.5) / (having + 0.5))

    def pairs(self):
        return zip(self.names, self.full)

    def weigh(self, tokens):
        return sum(self.rarity[token] for token in set(tokens))

    def heard(self, text):
        """Return (tokens, {name: [(position, token)]}); two tokens may be one word, or one two."""
        tokens = [token.replace("'", "") for token in plain_tokens(text)]
        found = defaultdict(list)
        for at, token in enumerate(tokens):
            both = token + "".join(tokens[at + 1 : at + 2])
            for word in (token, both, *self.joined.get(token, ())):
                for name in self.having.get(word, ()):
                    found[name].append((at, word))
        return tokens, found

    def mention(self, tokens, name, found):
        """Return the Mention of one name, or None where too little of it stands together."""
        full, core, best = self.full[name], self.core[name], None
        for at, _ in found:
            near = {word for where, word in found if at <= where <= at + len(full) + SLACK}
            weight = self.weigh(near)
            whole = self.weigh(near & set(core)) / self.weigh(core)
            enough = max(weight / self.weigh(full), whole) >= COVER
            if enough and len(near) >= min(2, len(set(full))) and (not best or weight > best[0]):
                best = (weight, at)
        if not best:
            return None
        before = [token for token in tokens[: best[1]] if token != "the"][-1:]
        return Mention(not LOCATING & set(before), round(best[0], 6), best[1], name)

    def said(self, text):
        """Return the Mentions in a text: subjects first, then by weight, the last said first."""
        tokens, found = self.heard(text)
        mentions = [self.mention(tokens, name, found[name]) for name in sorted(found)]
        return sorted(filter(None, mentions), key=lambda one: (-one.subject, -one.weight, -one.at))

    def last(self, history):
        """Return the name said last; one that only says where something lies is a last resort.

        Of several that fit alike, as branches of one chain do, the one whose further words
        were said anywhere in the call.
        """
        turns = [turn for turn in history if isinstance(turn, str)][-TURNS:]
        ever, place = {token for turn in turns for token in name_tokens(turn)}, ""
        for turn in reversed(turns):
            mentions = self.said(turn)
            alike = [one.name for one in mentions if one[:2] == mentions[0][:2]]
            if not alike:
                continue
            fits = [self.weigh(ever & set(self.full[n])) / self.weigh(self.full[n]) for n in alike]
            name = self.names[alike[fits.index(max(fits))]]
            if mentions[0].subject:
                return name
            place = place or name
        return place
