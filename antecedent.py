"""Find what "it" and "they" point at: the thing that the question before was about.

offers   topic(question) -> str          "is there a pool on site" -> "pool"
         with_topic(text, before) -> str "is it heated" -> "is pool heated"
         STOP, WORD, POINTER              words that name no thing; a word; a pronoun

A pronoun with a noun of its own to point at ("can i bring my dog, is it pet friendly") stays, and
so does the empty one ("is it possible to", "what time is it").
"""

import re

POINTER = re.compile(r"\b(?:it|that|this|those|these|they|them|its|their)\b", re.I)
POINTING = re.compile(  # "that" and "this" as a pronoun, not as in "that room"
    r"(?=$| (?:is|are|was|were|be|for|on|at|in|with|include|includes|cost|costs|mean|means|work|"
    r"works|too|also|as|and|or|from|by|if|happen|apply|count)\b)",
    re.I,
)
EMPTY_IT = re.compile(
    r"\b(?:time is it|make it|it(?:'s| is| was)? ?(?:rains?|snows?|takes?)\b|is it (?:\w+ )?\w+ "
    r"(?:to|that|if|for me)\b|(?:is|was) it (?:ok|okay|possible|true|raining))",
    re.I,
)
OWN_NOUN = re.compile(r"\b(?:my|our|a|an|the|your) \w+", re.I)
PREPOSED = re.compile(r"\b(?:of|about|for|with|to|in|on|from|than) $", re.I)
WORD = re.compile(r"[^\W_][\w'&-]*")
PLURAL = frozenset(("they", "them", "their", "those", "these"))
POSSESSIVE = frozenset(("its", "their"))
STOP = frozenset(  # words that name no thing a pronoun could point at
    "a an the this that these those my your our his her its their it they them he she we you "
    "i me us what when where which who whose why how much many more most some any other is "
    "are was were be been being do does did can could will would should shall may might must "
    "have has had having get gets got give tell show know need needs want wants like take "
    "takes make makes let go goes come use used find bring book offer sell accept open close "
    "opens closes cost costs work works mean include included includes available allowed "
    "required possible free important causes cause describe happen happens help explain "
    "please thanks and or but if so than then there here not no yes all also just too very "
    "about of for on at in to from by with without before after until per during over under "
    "between into near related good best first new main typical key common different "
    "difference it's i'm i'd i've don't doesn't what's where's how's today tomorrow tonight "
    "monday tuesday wednesday thursday friday saturday sunday weekend learn".split()
)


def topic(question):
    """Return what a question is about, "" if it names nothing: "is there a pool" -> "pool"."""
    named = re.search(r"\b(?:of|about)\b(?!.*\b(?:of|about)\b)", question, re.I)
    for part in ([question[named.end() :]] if named else []) + [question]:
        run = []
        for match in WORD.finditer(part):
            word = match[0].removesuffix("'s")
            if word.lower() in STOP:
                if run:
                    return " ".join(run)
                continue
            run.append(word)
            if word != match[0]:
                return " ".join(run)
        if run:
            return " ".join(run)
    return ""


def with_topic(text, base):
    """Put the thing spoken of before in place of a pronoun that has nothing else to point at."""
    for match in POINTER.finditer(text):
        word, left, right = match[0].lower(), text[: match.start()], text[match.end() :]
        if word in ("that", "this", "those", "these") and not POINTING.match(right.rstrip("?.!, ")):
            continue
        if OWN_NOUN.search(left) and not PREPOSED.search(left) or EMPTY_IT.search(text):
            return text
        thing = topic(base)
        if not thing or (word in PLURAL and not thing.endswith("s")):
            return text
        return left + thing + ("'s" if word in POSSESSIVE else "") + right
    return text
