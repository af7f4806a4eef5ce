"""Complete a follow-up from the question before it.

offers   complete(text, before) -> text; both cleaned, numbers as digits

    what time do you open on monday . and on sunday        -> what time do you open on sunday
    can i get a refund              . what if i cancel late -> can i get a refund if i cancel late
    a table for 4 people            . what about 2 people  -> a table for 2 people
    do you have a family ticket     . how much is it       -> how much is family ticket

A question that stands on its own is returned as it is; so is everything after an empty `before`.
Chinese follow-ups (那周六呢) are completed by followup_zh.py.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import followup_zh
from antecedent import POINTER, PREPOSITIONS, STOP, WORD, topic, with_topic

DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|weekends?|weekdays?|"
    r"(?:public |bank )?holidays?|christmas(?: day| eve)?|easter|new year(?:'s)?(?: day| eve)?)"
)
WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.I)
PART = r"(?: (?:morning|afternoon|evening|night)s?)?"
SLOTS = [  # (what is swapped, with the words that lead to it)
    rf"(?P<lead>(?:(?:on|at|over|during|for|this|next|every|the) )*)(?P<core>{DAY}{PART}"
    rf"(?: (?:to|through|till|until) {DAY})?)\b",
    r"(?P<lead>(?:(?:at|by|until|till|before|after|from) )?)"
    r"(?P<core>\b\d{1,2}(?::\d\d| ?[ap]m\b)(?: ?[ap]m\b)?|noon|midnight|"
    r"\b\d{1,2}(?=$| (?:on|in|this|tomorrow|today|tonight)\b))",
    r"(?P<lead>(?:\bfor )?)(?P<core>\b\d+ (?:people|persons?|guests?))\b",
    r"(?P<lead>(?:\bfor )?)(?P<core>\b\d+ (?:nights?|days?|weeks?|hours?|minutes?|months?))\b",
    r"(?P<lead>(?:\bfor )?)(?P<core>\b\d+ (?:rooms?|tickets?|beds?|tables?))\b",
    r"(?P<lead>(?:this|next|last) )(?P<core>week|month|year)\b",
    r"(?P<lead>(?:the )?)(?P<core>first|second|third|last)\b(?: one)?",
    r"(?P<lead>(?:(?:for|my|the|a) )*)(?P<core>(?:adults?|child(?:ren)?|kids?|students?|seniors?|"
    r"guests?|members?|groups?|teenagers?|babies|infants?|toddlers?|families|visitors?|residents?|"
    r"beginners?|dogs?|cats?|pets?))\b",
]
SLOTS = [re.compile(slot, re.I) for slot in SLOTS]
LEADS = r"^(?:(?:and|so|but|then|or|okay|also)\b,? )*"
ABOUT = re.compile(
    LEADS + r"(?:what|how) (?:about|of)\b,? ?|^same (?:question |thing )?(?=for\b)", re.I
)
WHAT_IF = re.compile(LEADS + r"(?:(?:what|how about|what about) )?(?=if\b)", re.I)
IF_CLAUSE = re.compile(r"\bif (?:i|we|you|my|our|the|it|they)\b.*$", re.I)
FRAGMENT = re.compile(LEADS + r"(?=\S)", re.I)
VERB = re.compile(
    r"\b(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|may|has|have|had|need|want|"
    r"what|when|where|which|who|why|how|tell|give|let|show|describe|explain|compare|list|book|get|thanks?|please|yes|no|yeah|bye|"
    r"i|i'd|i'm|i've|i'll|we|you|they|\w+'s|\w+n't)\b",
    re.I,
)
SWAP = re.compile(  # a question about one thing, which "what about a beard trim" replaces
    r"^(?P<ask>how much (?:is|are|does|do|would|for)|what(?:'s| is| are) the (?:price|cost|fee)s? "
    r"(?:of|for)|(?:do|does|can) (?:you|they) (?:have|sell|offer|take|accept|do)|(?:is|are) there|"
    r"can i (?:bring|book|get|order|have|rent)|where (?:is|are)|do i need) "
    r"(?P<thing>(?:(?:a|an|the|any|my) )?\S+(?: \S+){0,3}?)"
    r"(?P<tail>(?: (?:cost|for|on|at|in|with|per|after|before|if|to|near)\b.*)?)$",
    re.I,
)
SUBJECT = re.compile(r"\b(?:do|does|did|can|are|is|may|must|should|will) $", re.I)
BARE = re.compile(
    LEADS + r"(?:why(?: not)?|how come|when|where|how|how (?:much|many|long|often|far|early|late)|"
    r"(?:until|till|since|from) when|(?:(?:for|until|at|from) )?what time|for how long)[ ?.!]*$",
    re.I,
)
YES_NO = re.compile(
    r"^(?:is|are|was|were|do|does|did|can|could|may|will|would|should|have|has)\b", re.I
)
PHRASE_WORDS = 5  # "in the old town hall": a longer stretch is more than one phrase
ATTRIBUTE = re.compile(
    r"\b(?:price|cost|fee|hours?|address|phone|number|rates?|time|policy|code|name)s?$", re.I
)


def swap_slots(body, base):
    """Put each day, time, number or kind of person of `body` in its place in `base`."""
    for slot in SLOTS:
        new, olds = slot.search(body), list(slot.finditer(base))
        if not new or not olds or not same_kind(new["core"], olds[-1]["core"]):
            continue
        old = olds[-1]
        subject = not old["lead"] and SUBJECT.search(base[: old.start()])  # "do adults need"
        lead = "" if subject else new["lead"] or old["lead"]
        base = base[: old.start()] + lead + new["core"] + base[old.end("core") :]
        body = body[: new.start()] + body[new.end() :]
    return " ".join(body.split()), base


def same_kind(new, old):
    """Numbers replace each other only with the same noun: nights do not replace hours."""
    if new.isdigit() or old.isdigit():
        return ":" in new + old or "m" in (new + old)[-1] or new.isdigit() and old.isdigit()
    return not new[0].isdigit() or " " not in new or new[-2:] == old[-2:] or "peop" in new + old


def same_preposition(body, base):
    """Return `base` less its last phrase if `body` has the same preposition: "in the UK"."""
    word = body.split()[0].lower()
    start = base.lower().rfind(f" {word} ") if word in PREPOSITIONS else -1
    if start < 0 and word in ("with", "without"):
        start = (
            base.lower().rfind(" with ") if word == "without" else base.lower().rfind(" without ")
        )
    return base[: start + 1] if start >= 0 and len(base[start:].split()) <= PHRASE_WORDS else ""


def merge(body, base):
    """Complete "what about <body>" from the question before."""
    body, base = body.strip(" ?.!,"), base.strip(" ?.!,")
    if POINTER.fullmatch(body):
        return base
    rest, changed = swap_slots(body, base)
    if not [word for word in WORD.findall(rest) if word.lower() not in STOP]:
        lead = "on " if WEEKDAY.match(body) else ""
        return changed if changed != base else f"{base} {lead}{body}"
    place = same_preposition(rest, changed)
    if place:
        return f"{place}{rest}"
    question = SWAP.match(changed)
    if question and not ATTRIBUTE.search(rest) and rest.split()[0].lower() not in PREPOSITIONS:
        return f"{question['ask']} {rest}{question['tail']}"
    return f"{changed} {rest}"


def complete(text, before, thing=None):
    """Return the follow-up as a full question, or `text` where it is one already.

    `thing` is what the talk is about, if that is known better than by `before` alone.
    """
    if not text or not before:
        return text
    if not text.isascii() and followup_zh.HAN.search(text):
        return followup_zh.complete(text, before)
    if what_if := WHAT_IF.match(text):
        clause, base = text[what_if.end() :].strip(" ?.!,"), before.strip(" ?.!,")
        return f"{IF_CLAUSE.sub('', base).strip()} {clause}" if what_if.end() else text
    if BARE.match(text):
        asked, base = text.strip(" ?.!"), before.strip(" ?.!,")
        about = base if YES_NO.match(base) else topic(base) if thing is None else thing
        return f"{asked} {about}".strip()
    if about := ABOUT.match(text):
        return merge(text[about.end() :], before) if text[about.end() :].strip(" ?.") else text
    rest = text[FRAGMENT.match(text).end() :]
    if not VERB.search(rest) and len(rest.split()) <= 5:
        return merge(rest, before)
    return with_topic(text, topic(before) if thing is None else thing)
