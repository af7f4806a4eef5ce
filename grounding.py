"""Decide whether a spoken sentence is covered by the passage it cites, by rules.

offers   check_sentence(sentence, passage, question="") -> (ok, reason code), for one or several
         check_text(text, passage, question="")         -> the same, and mere small talk fails too
         REASONS                                        {reason code: explanation}

    python grounding.py "Parking is free." "Parking costs $5 a day."

Contradiction is looked for before support: quantities, then what is affirmed, denied, allowed,
required or charged, then conditions, and only then whether the words are the passage's. A model,
where ENTAILMENT names one, may object to what the rules let pass, never the reverse. Not seen:
what follows only by knowledge of the world, and who does what to whom within one clause.
"""

import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import entailment
import reading
from conditions import dropped, mixed_up, priced
from conflicts import contradiction
from facts import covers, plain_value
from plaintext import hidden, unaccented, unread
from roles import misplaced
from smalltalk import assertions
from support import support
from wording import HAN, LIGHT, OFFERS, content

REASONS = {
    "ok": "every claim is covered by the passage",
    "small_talk": "nothing is claimed: a courtesy, or a closing question",
    "not_text": "sentence or passage is no text",
    "empty": "nothing is said",
    "too_long": "no one says so much in one breath; it is not even read",
    "odd_characters": "hidden, look-alike or unreadable characters: not what will be heard",
    "quantity_not_in_passage": "a number, time, price or code that the passage lacks",
    "unit_differs": "the number is there, with another unit or currency",
    "role_differs": "the number is there, for something else",
    "bound_flip": "at least for at most, opening for closing, before for after",
    "weekday_not_in_passage": "a day that the passage does not name",
    "name_not_in_passage": "a name that neither the passage nor the question holds",
    "polarity_flip": "the passage says the opposite",
    "permission_flip": "allowed, required and optional are mixed up",
    "fee_flip": "free for not free, or the other way round",
    "opposite_word": "indoor for outdoor, before for after, and the like",
    "condition_dropped": "only, if, unless or except of the passage is left out",
    "limit_added": "the answer says only or must where the passage does not",
    "personal_claim": "the speaker talks of its own experience or taste",
    "word_replaced": "the passage's sentence with another word in one place",
    "not_entailed": "the model of ENTAILMENT does not find it in the passage",
    "entailment_failed": "the model of ENTAILMENT cannot be asked",
    "no_answer": "a whole answer that says nothing",
    "unsupported": "content words that the passage lacks",
}


def unceasing(fact, source):
    """Tell whether "every day" is said of what is open 24 hours, and no day is named."""
    kinds = [other.kind for other in source.facts]
    return len(fact.value) == 7 and source.nonstop and "weekday" not in kinds


def quantity(claim, source, question):
    """Return the reason why a quantity of the claim is not the passage's, or None."""
    for fact in claim.facts:
        covering = [other for other in source.facts if covers(other, fact)]
        if covering:
            reason = misplaced(claim, fact, covering, source)
        elif fact.kind == "weekday":
            reason = None if unceasing(fact, source) else "weekday_not_in_passage"
        elif any(plain_value(other) == plain_value(fact) is not None for other in source.facts):
            reason = "unit_differs"
        else:
            reason = "quantity_not_in_passage"
        if reason:
            return reason
    return None


LONGEST = 2000  # characters; an answer has some hundreds
WORD = re.compile(r"\w")
PASSED = ("ok", "small_talk")
RULES = (quantity, contradiction, mixed_up, priced, dropped, support)  # the first to object


def objection(claim, source, question, alone):
    """Return the reason against one claim; "yes it is." before an answer needs no support."""
    if reading.bare(claim.text) in source.verbatim:
        return None  # word for word: what is said when all else fails must always pass
    rules = RULES if alone or not claim.bare else RULES[:-1]
    return next((reason for rule in rules if (reason := rule(claim, source, question))), None)


CLAUSE = re.compile(
    r"[,;:，；：]|\b(?:since|because|as|and|so|but|while)\b|"
    r"(?<!\bis )(?<!\bwill )(?<!\bwould )(?<!\bdoes )\bthat\b"
)


# What is offered must be the passage's word by word. Of other questions it must be the things
# that they take for granted: "where are you going?" does not, "when is your massage?" does.
OFFERING = re.compile(
    r"\W*(?:would|do|should|shall|may|can|could|will) (?:i|we|you)\b|\W*(?:is|are) there\b|(?!\w+ )"
)
THINGS = re.compile(
    r"\b(?:an?|the|your|our|my|any|some|with|for|of|about|using)(?=((?: [a-z-]+){1,3}))"
)


ASKS = re.compile(  # these words of a Chinese question offer nothing that has to be there
    r"请问|那么?|您|你|我|还|是否|想|要|需要|打算|希望|方便|可以|能|有|吗|呢|帮|为|给|的|了解|预[订约定]|"
    r"咨询|报名|转接|人工|登记|留|下|名字|姓名|电话|号码|联系|方式|几|哪|个|门|位|点|天|号|什么|时候|时间|其他|别的|"
    r"问题|继续|确认|不|多少|人|来|去|到|客服|前台|同事"
)


def promise(closing, source, question):
    """Return the reason why a closing question offers what the passage does not, or None.

    "Anything else, since dogs are allowed?" claims something; "Do you want to book?" does not.
    """
    claim = reading.claimed(closing, question, question.names)
    offer = OFFERING.match(claim.text)
    words = set(content(claim.text)) - LIGHT - OFFERS
    things = words if offer else words & set(content(" ".join(THINGS.findall(claim.text))))
    held = {word for word in words if source.align(word)} - source.names
    lost = any(word.isascii() for word in things - held - question.words - source.names)
    if closing.endswith(("吗", "呢", "?")) and HAN.search(closing):
        asked = {word for word in content(ASKS.sub(" ", claim.text)) if len(word) > 1}
        lost = lost or any(not source.align(word) for word in asked - question.words)
    fee = any(clause.fee for clause in claim.clauses)
    tells = CLAUSE.search(closing) or (held and not offer and not claim.bare)
    rules = RULES[:-1] if tells else RULES[:1]
    against = (rule(claim, source, question) for rule in rules)
    return next(filter(None, against), "unsupported" if lost or fee else None)


def unknown_name(sentence, source, question):
    """Tell whether a capitalised word is neither the passage's nor the question's."""
    found = reading.names(sentence) - LIGHT - question.words
    return any(not source.align(word) and word not in source.spelled for word in found)


def judged(sentence, source, question):
    """Return the reason code for a text: the first objection of any of its parts, or ok."""
    folded = unaccented(unicodedata.normalize("NFKC", sentence).replace("\u2019", "'"))
    parts, closings = assertions(folded.lower())
    known = reading.names(folded) & question.words
    for part in parts:
        claim = reading.claimed(part, question, known)
        reason = objection(claim, source, question, len(parts) == 1)
        if reason:
            return reason
    if parts and unknown_name(folded, source, question):
        return "name_not_in_passage"
    promises = (promise(text, source, question) for text in closings)
    return next(filter(None, promises), "ok" if parts else "small_talk")


def check_sentence(sentence, passage, question=""):
    """Return (ok, reason code) for what is said against the passage it cites.

    ("It opens at 8.", "It opens at 7.") -> (False, "quantity_not_in_passage")
    Total: whatever the model wrote, there is a verdict and no exception.
    """
    if not isinstance(sentence, str) or not isinstance(passage, str):
        return False, "not_text"
    if hidden(sentence) or unread(sentence, passage):
        return False, "odd_characters"
    if not WORD.search(sentence):
        return False, "empty"
    if len(sentence) > LONGEST:
        return False, "too_long"
    asked = reading.asked(question if isinstance(question, str) else "")
    reason = judged(sentence, reading.passage(passage), asked)
    if reason == "ok" and sentence.strip() not in passage:
        reason = entailment.doubt(sentence, passage, question) or "ok"
    return reason in PASSED, reason


def check_text(text, passage, question=""):
    """Return (ok, reason code) for a whole answer: small talk alone is no answer."""
    ok, reason = check_sentence(text, passage, question)
    return (False, "no_answer") if reason == "small_talk" else (ok, reason)


if __name__ == "__main__":
    print(*check_text(*sys.argv[1:4]))
