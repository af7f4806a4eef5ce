"""Cut a plain text into clauses and tell what each one affirms, denies, demands or charges.

offers   clauses(plain text) -> [Clause, ...]
         "parking is free but not for trucks"
             -> Clause(words=("park",), sign=1, fee=-1, ...), Clause(words=("truck",), sign=-1, ...)

A clause has one sign: every "not", "no", "never", "unable", 不, 无 turns it round. What it costs
and what it demands are kept apart, so that "there is no charge" and "it is free" are the same.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from cues import CUES
from wording import CALLERS, HAN, PEOPLE, SANS, by_script, content, replaced, stems


class Clause(NamedTuple):
    """What one clause says: its content words, and how it says it."""

    text: str  # with the cues written as NOT, FREE, FEE, NEED, MAY, ONLY, IF, EXCEPT
    words: tuple
    sign: int  # 1 affirmed, -1 denied
    fee: int  # 1 costs something, -1 is free, 0 says nothing of it
    need: int  # 1 must, -1 need not, 0 neither
    may: bool  # speaks of what is allowed or possible
    limit: tuple  # the words of an if, only, except
    only: bool
    but: frozenset = frozenset()  # of an exception: the words without which it is not meant
    whom: frozenset = frozenset()  # the people that it is for, if it is not for all
    when: int = 0  # 1 on a condition, -1 on one that is denied, 0 on none


CUES = by_script(CUES)
STOP = re.compile(r"[.;!?](?=\s|$)|[。；！？]|(?<=[一-鿿])[;!?]")
SPLIT = re.compile(
    r",(?=\s|[一-鿿])|(?<=[一-鿿]),|[()]|(?<=[^\d\s])\s*:\s|\s[-/]+\s|--+|"
    r"\b(?:but|because|however|with(?= NOT)|as well as|"
    r"(?<!such )as(?= (?:\w+ ){1,3}(?:is|are|was|were|do|does|has|have|can|MAY|will)\b)|"
    r"(?:otherwise|thereafter|after that)(?=,| (?:it|there|you|we|they|only|an?|the)\b)|"
    r"although|though|while|whereas|and|so|since|plus)\b|但是?|不过|而且|并且|因为|所以|同时"
)
UNPAUSED = re.compile(  # "if you come late a fee is due"
    r"^(\s*IF\b.{3,60}?) (?=(?:(?:you|we|they|it|there|i)|(?:an?|the|no) \w+) (?:\w+ )?"
    r"(?:is|are|gets?|ha(?:s|ve)|appl(?:y|ies)|pays?|will|must|MAY|NEED|FEE|NOT)\b)"
)
VERB = re.compile(
    r"\b(?:is|are|was|were|be|am|'s|'re|'ll|find|rely|do|does|did|has|have|had|will|"
    r"would|should|could|might|MAY|NEED|FEE|FREE|"
    r"offers?|provides?|serves?|accepts?|takes?|opens?|closes?|starts?|begins?|"
    r"includes?|welcomes?|speaks?|sells?|(?:you|they|we|guests|adults|students) pay|"
    r"requires?|lists?|says|stays?|gives?|gets?|goes|comes?|uses?|wants?|keeps?|lets?|NOT)\b|[一-鿿]"
)
FOR = re.compile(r"\b(?:for|by)((?: \w+){1,3})")
SOME = stems(
    "group child senior infant member pensioner veteran 会员 儿童 老人 团体"
)  # not all callers
AGED = re.compile(r"\b(?:over|under|aged?|from|above|below) \d|岁")
REFUSED = re.compile(r"\bIF\b(?: \w+){0,3}? NOT\b")  # "IF you NOT come a fee is due"
GIVEN = re.compile(r"\bFREE\b|\bincluded\b|\bdiscount|\s{3}off\b|[折惠]")
BARE = re.compile(  # it goes on of the same thing: "the ride takes an hour and costs 7 dollars"
    r"\s*(?:is|are|was|were|has|have|does|do|FEE(?! (?:is|are|was|MAY|NOT)\b)|NEED|takes?|opens?|"
    r"includes?|offers?)\b"
)
LIMIT = re.compile(r"\b(?:IF|ONLY)\b")
MONEY = re.compile(
    r"[$€£¥]\s*\d*[1-9]|[1-9]\d*(?:\.\d+)? ?(?:dollars?|gbp|eur|euros?|usd|pounds?|[万千]?[元块])"
)
THRESHOLD = re.compile(r"(?:over|above|under|below|than|least|满|超过|不足) ?[$€£¥]?\d[\d.]*")
MARK = re.compile(r"\b(?:NOT|FREE|FEE|NEED|MAY|ONLY|IF|EXCEPT)\b")


def cued(text):
    """'you cannot park' -> 'you MAY NOT park'"""
    return replaced(text, CUES)


def pieces(text):
    """Cut at stops and conjunctions; what has no verb of its own stays with its sentence."""
    out = []
    for sentence in STOP.split(text):
        start = len(out)
        for piece in filter(str.strip, SPLIT.split(UNPAUSED.sub(r"\1, ", sentence))):
            if len(out) > start and not (VERB.search(piece) and VERB.search(out[-1])):
                out[-1] += " , " + piece
            else:
                bare = len(out) > start and BARE.match(piece)
                out.append(out[-1][: VERB.search(out[-1]).start()] + piece if bare else piece)
    return out


def priced(text):
    """Tell whether an amount of money is a price: "over 50 euros" is none."""
    return MONEY.search(THRESHOLD.sub(" ", text)) is not None


def limits(text):
    """Return the words that an IF brings, and those that an ONLY stands by."""
    out = []
    for mark in LIMIT.finditer(text):
        before, after = (
            content(MARK.sub(" ", t)) for t in (text[: mark.start()], text[mark.end() :])
        )
        near = after[: 1 if after and HAN.match(after[0]) else 3] or before[-2:]
        out += after if mark[0] == "IF" else near
    if "MAY" in text:  # photos are allowed without flash
        out += [word for word in content(text) if word.startswith(SANS)]
    return tuple(out)


def whom(text):
    """Return the people that a clause gives something to, or demands it of, no others being meant.

    "Members park for free.", "A deposit is required for groups."; an age says who is meant.
    """
    if AGED.search(text) or not (GIVEN.search(text) or "NEED" in text):
        return frozenset()
    own = PEOPLE.intersection(content(MARK.sub(" ", text))) - CALLERS
    if GIVEN.search(text):
        return own
    return own & (SOME | PEOPLE.intersection(content(" ".join(FOR.findall(text)))))


def clause(text, turn=1, head=()):
    """Return the Clause of one piece of cued text."""
    main = text.partition(" IF ")[0]  # "a fee is due IF you NOT come" is no denial
    main = REFUSED.sub("IF", main if main.strip() else text)
    marks = MARK.findall(main)
    sign = -turn if marks.count("NOT") % 2 else turn
    fee = -sign if "FREE" in marks else sign if "FEE" in marks or priced(main) else 0
    need = sign if "NEED" in marks else 0
    words = (*head, *content(MARK.sub(" ", text)))
    may, only = "MAY" in text, "ONLY" in text
    found = Clause(text, words, sign, fee, need, may, limits(text), only, whom=whom(text))
    condition = text.partition("IF")[2]
    return found._replace(when=-1 if condition.count("NOT") % 2 else 1) if condition else found


def clauses(text):
    """Return the clauses of a plain text; what is excepted is a clause of its own, turned round."""
    out = []
    for piece in pieces(cued(text)):
        rule, mark, rest = piece.partition("EXCEPT")
        first = clause(rule)
        if mark:
            first = first._replace(limit=first.limit + tuple(content(MARK.sub(" ", rest))))
        out.append(first)
        if "FREE" in rule and ("FEE" in rule or priced(rule)):  # "free, and paid options"
            out.append(first._replace(fee=-first.fee))
        if mark:
            last = clause(rest, -first.sign, first.words)
            out.append(last._replace(but=frozenset(last.words) - set(first.words)))
    return out
