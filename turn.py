"""Take one turn of a call: from what was heard to what is said, and why.

offers   prepare(heard, ...) -> Prepared       rewritten, retrieved, gated: all before any model
         ask(question, hits, chat) -> Proposal what the model proposes to say; nothing of it is said
         speak(question, hits, passed, proposal) -> Spoken   what is said, what was struck out, why

No sentence leaves a turn that judge() did not pass or that is not word for word in a passage.
Whatever fails, the caller hears such a sentence or the refusal.
"""

import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import arithmetic
import asking
import gate
import quoting
import search
import spoken
from citations import speakable
from grounding import check_text
from pieces import is_chinese

REFUSAL = {  # plain, without softeners: a softened refusal invites the caller to bargain
    False: "I don't have that information. I'm connecting you to a colleague.",
    True: "这件事资料里没有写，我为您转接人工。",
}
ENUMERATION = re.compile(
    r"^[一二三四五六七八九十\d]+[、.．)]\s*"
)  # "三、" of a heading is no figure


class Prepared(NamedTuple):
    """What is known before any model is asked."""

    understood: spoken.Understood
    hits: list
    passed: bool
    reason: str  # of the gate
    added: str  # what the call's history added to the query
    timings: dict
    judged: dict = {}  # the gate's {"code", "evidence", "threshold"}


class Proposal(NamedTuple):
    """What the model wrote, read; never spoken as it is."""

    sentences: list  # of (text, [numbers of the passages cited])
    raw: str  # the model's own text, for the record
    fault: str  # why there is no sentence, or ""
    timings: dict


class Spoken(NamedTuple):
    """What is said, (text, [numbers]), and what was struck out, (text, [numbers], reason)."""

    status: str  # answered, extractive, refused or handoff
    sentences: list
    struck: list
    say: str


def since(start):
    return 1000 * (time.perf_counter() - start)


def prepare(heard, context=None, history=(), nbest=()):
    """Rewrite, retrieve and gate; whatever goes wrong on the way, the gate stays shut."""
    start = time.perf_counter()
    known = search.load_passages().vocabulary
    understood = spoken.understand(heard, context, history, known)
    timings = {"rewrite_ms": since(start)}
    turns = [*history, *([context] if context else [])]
    found = search.retrieve_timed(understood.text, history=turns, nbest=nbest)
    passed, reason, *judged = gate.verdict(found.hits)
    timings |= found.timings
    about = found.added, timings, gate.figures(*judged)
    return Prepared(understood, found.hits, passed, reason, *about)


def evidence(hit):
    """Return what a passage says: its own heading and its text."""
    heading = ENUMERATION.sub("", hit.heading.split(" > ")[-1])
    return f"{heading}\n{hit.text}" if heading else hit.text


def amounts(text):
    """Return the numbers in a text as Fractions: '4,800 or 5%' -> {4800, 1/20}"""
    found = re.findall(arithmetic.NUMBER, arithmetic.plain(text))
    return {arithmetic.amount(one.replace(" ", "")) for one in found}


def judge(sentence, numbers, hits, question):
    """Return (ok, reason code) for one sentence against the passages it cites, numbered from 1.

    A sum may be said if its numbers stand in those passages or in the question, and it is right.
    """
    if not numbers or not all(1 <= number <= len(hits) for number in numbers):
        return False, "no_citation"
    passage = "\n".join(evidence(hits[number - 1]) for number in numbers)
    results, problems = arithmetic.computed(sentence, amounts(passage), amounts(question))
    if problems:
        return False, "miscalculated"
    if results:
        sentence = arithmetic.without_sums(sentence)
        if not re.search(r"\w", sentence):  # nothing but the sums, and they are right
            return True, "ok"
    return check_text(sentence, passage, question)


def ask(question, hits, chat):
    """Return the model's Proposal; chat is llm.chat or alike, and may fail in any way."""
    start = time.perf_counter()
    raw = ""
    try:
        request = asking.messages(question, hits), asking.MAX_TOKENS, asking.schema(len(hits))
        raw = chat(*request)[0]
        found, fault = asking.parse(raw, len(hits))
    except Exception as error:  # a server, a client or voicekit may raise anything; none may speak
        found, fault = [], f"{type(error).__name__}: {error}"
    return Proposal(found, raw, fault, {"generate_ms": since(start)})


def substitute(hits, question, already):
    """Return the Quotes that take the place of a struck sentence: after others only one more."""
    if not already:
        return quoting.extract(hits, question, asking.MOST)
    for found in quoting.closest(hits, question)[0]:
        if not any(found.text in said or said in found.text for said in already):
            return [found]
    return []


def standing(text, numbers, hits):
    """Return the citation of a sentence: another passage's, if it is word for word in that alone.

    A small model copies the right sentence and cites the wrong passage; where it stands is a fact.
    """
    places = [number for number, hit in enumerate(hits, 1) if text in speakable(hit.text)]
    return numbers if set(numbers) & set(places) or not places else places[:1]


def weigh(text, numbers, hits, question, said):
    """Return (what to say for one proposed sentence, what is struck out of it).

    A struck sentence is replaced by the closest one of the passages. Small talk is left out.
    """
    numbers = standing(text, numbers, hits)
    ok, reason = judge(text, numbers, hits, question)
    if ok and quoting.beside(text, hits, question, elaborates=bool(said)):
        ok, reason = False, "beside_the_question"
    if ok or reason == "no_answer":
        return [(text, numbers)] if ok else [], []
    instead = substitute(hits, question, [sentence for sentence, _ in said])
    return instead, [(text, numbers, reason)]


def screen(proposed, hits, question):
    """Return (sentences that may be said, what was struck out); a struck one ends the answer."""
    said, struck = [], []
    for text, numbers in proposed:
        now, struck = weigh(text, numbers, hits, question, said)
        said += now
        if struck:
            break
    return said, struck


def conclude(question, hits, passed, said, struck, quote=None):
    """Return the Spoken of a turn; where no proposed sentence passed, passages are quoted.

    answered: all that is said are sentences of the model that passed. extractive: some is quoted.
    """
    chinese = is_chinese(question)
    if not passed:
        return Spoken("refused", [], [], REFUSAL[chinese])
    own = bool(said) and not any(isinstance(one, quoting.Quote) for one in said)
    said = said or (quote or quoting.extract)(hits, question, asking.MOST)
    if not said:
        return Spoken("handoff", [], struck, REFUSAL[chinese])
    status = "answered" if own else "extractive"
    return Spoken(status, said, struck, ("" if chinese else " ").join(text for text, _ in said))


def speak(question, hits, passed, proposal=None):
    """Return the Spoken of a turn from what the model proposes, if it was asked."""
    asked = passed and proposal is not None
    said, struck = screen(proposal.sentences, hits, question) if asked else ([], [])
    return conclude(question, hits, passed, said, struck)


def take(heard, context=None, history=(), nbest=(), chat=None):
    """Return (Prepared, Proposal or None, Spoken) of one turn; below the gate no model is asked."""
    prepared = prepare(heard, context, history, nbest)
    question = prepared.understood.text
    proposal = ask(question, prepared.hits, chat) if prepared.passed and chat else None
    start = time.perf_counter()
    spoken_now = speak(question, prepared.hits, prepared.passed, proposal)
    prepared.timings["verify_ms"] = since(start)
    return prepared, proposal, spoken_now
