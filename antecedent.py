"""Find what "it" and "they" point at: the thing that the question before was about.

offers   topic(question) -> str          "is there a pool on site" -> "pool"
         with_topic(text, thing) -> str  "is it heated" -> "is pool heated"
         STOP, WORD, POINTER              words that name no thing; a word; a pronoun

A pronoun with a noun of its own to point at ("can i bring my dog, is it pet friendly") stays, and
so does the empty one ("is it possible to", "what time is it").
"""

import re

POINTER = re.compile(r"\b(?:it|that|this|those|these|they|them|its|their)\b", re.I)
POINTING = re.compile(  # "that" and "this" as a pronoun, not as in "that room"
    r"(?=$| (?:is|are|was|were|be|for|on|at|in|with|include|includes|cost|costs|mean|means|work|"
    r"works|included|extra|free|allowed|too|also|as|and|or|from|by|if|happen|apply|count)\b)",
    re.I,
)
STAFF = re.compile(  # "do they take cards" asks about the house, not about a thing
    r" (?:have|accept|offer|take|serve|provide|allow|charge|deliver|speak|do|sell|open|close)\b",
    re.I,
)
EMPTY_IT = re.compile(
    r"\b(?:time is it|make it|it(?:'s| is| was)? ?(?:rains?|snows?|takes?)\b|is it (?:\w+ )?\w+ "
    r"(?:to|that|if|for me)\b|(?:is|was) it (?:ok|okay|possible|true|raining))",
    re.I,
)
OF = re.compile(r"\b(?:of|about)\b", re.I)
SENTENCE = re.compile(r"[.?!]+(?:\s|$)")
CLAUSE_BREAK = re.compile(r"\b(?:and|but|or|if|when|because|uh)\b|,", re.I)
DETERMINERS = frozenset("a an the my your our this any some".split())
PREPOSITIONS = frozenset("for on at in with after before by from to without near under".split())
AUXILIARIES = frozenset("do does did can could will would".split())
OWN_NOUN = re.compile(r"\b(?:my|our|a|an|the|your) \w+", re.I)
PREPOSED = re.compile(r"\b(?:of|about|for|with|to|in|on|from|than) $", re.I)
WORD = re.compile(r"[^\W_][\w'&-]*")
PLURAL = frozenset(("they", "them", "their", "those", "these"))
DEMONSTRATIVES = frozenset(("that", "this", "those", "these"))
POSSESSIVE = frozenset(("its", "their"))
STOP = frozenset(  # words that name no thing a pronoun could point at
    "yeah sounds perfect awesome ok okay thank sure "
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


def runs(question):
    """Return the stretches of words that name something, each with the two words before it."""
    found, run, lead = [], [], ["", ""]
    for match in WORD.finditer(question):
        word = match[0].removesuffix("'s")
        if word.lower() not in STOP:
            run.append(word)
        if run and (word.lower() in STOP or word != match[0]):
            found.append((run, lead))
            run = []
        if not run:
            lead = [lead[1], word.lower()]
    return found + [(run, lead)] if run else found


def weight(item):
    """Prefer "a swim ticket" and names to "reliable" in "how reliable is the test"."""
    run, (before, last) = item
    determined = last in DETERMINERS and before not in PREPOSITIONS
    name = any(word[0].isupper() for word in run)
    return determined + name - (last in ("how", "what", "which"))


def without_verb(run, lead):
    """Drop the verb that ends "does breakfast start" and "did the train stop"."""
    asks = AUXILIARIES & {lead[1], lead[0] if lead[1] in DETERMINERS else ""}
    return run[:-1] if asks and len(run) > 1 else run


def topic(question):
    """Return what a question is about, "" if it names nothing: "is there a pool" -> "pool"."""
    last = next((part for part in reversed(SENTENCE.split(question)) if part.strip()), "")
    for part in (OF.split(last)[-1], last):
        found = runs(part)
        if found:
            return " ".join(without_verb(*max(found, key=weight)))
    return ""


def points_back(match, text, thing):
    """Tell whether a pronoun needs a thing from before: nothing in its own sentence will do."""
    word, left, right = match[0].lower(), text[: match.start()], text[match.end() :]
    if word in DEMONSTRATIVES:
        ahead = left.split()[-1:]
        if not POINTING.match(right.rstrip("?.!, ")) or (ahead and ahead[0].lower() not in STOP):
            return False  # "that room", "breeds that are"
    if word == "they" and STAFF.match(right) and not thing[0].isupper():
        return False
    if EMPTY_IT.search(text) or (OWN_NOUN.search(left) and not PREPOSED.search(left)):
        return False
    *earlier, _ = CLAUSE_BREAK.split(left)
    return not any(runs(clause) for clause in earlier)


def with_topic(text, thing):
    """Put the thing spoken of before in place of a pronoun that has nothing else to point at."""
    for match in POINTER.finditer(text):
        word, right = match[0].lower(), text[match.end() :]
        if not thing or not points_back(match, text, thing):
            continue
        if word in PLURAL and not thing.endswith("s") and not thing[0].isupper():
            return text
        ending = ("'" if thing.endswith("s") else "'s") if word in POSSESSIVE else ""
        return text[: match.start()] + thing + ending + right
    return text
