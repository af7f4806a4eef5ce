"""Turn what a recogniser heard on a call into a question worth searching for, meaning kept.

offers   understand(asr_text, context=None, history=(), vocabulary=None) -> Understood
         rewrite_call(asr_text, context=None) -> the text alone

    understand("um so do you open at half past seven").text -> "do you open at 7:30"

`context` is the transcript of the question before; `history` are all the caller's turns before,
oldest first. A follow-up ("and on sunday?") is completed from the last full question among them.
`heard` is the transcript untouched and `changes` says what each rule did to it:
[{"rule": "numbers", "before": "half past seven", "after": "7:30"}, ...]
"""

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from antecedent import topic
from corrections import settle
from fillers import drop_fillers, plain
from followup import complete
from homophones import restore
from numerals import to_digits

RULES = [
    ("spelling", plain),
    ("fillers", drop_fillers),
    ("numbers", to_digits),
    ("correction", settle),
]
TURNS = 4  # earlier turns that a follow-up can reach back through


class Understood(NamedTuple):
    text: str
    heard: str
    changes: list


def difference(rule, before, after):
    """Return the change as {"rule", "before", "after"}, cut to the words that differ."""
    gap = " " if " " in before else ""  # Chinese is compared by character
    old, new = (text.split() if gap else list(text) for text in (before, after))
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    return {"rule": rule, "before": gap.join(old), "after": gap.join(new)}


def apply(rules, text):
    """Run the rules in order; return the text and what each of them changed."""
    changes = []
    for name, rule in rules:
        after = rule(text)
        if after != text:
            changes.append(difference(name, text, after))
            text = after
    return text, changes


def clean(text, vocabulary=None):
    """Return (text, changes): one utterance by itself, without its context."""
    if vocabulary is None:
        return apply(RULES, text)
    heard_as = ("heard as", lambda heard: restore(heard, vocabulary))
    numbers = ("numbers", lambda heard: to_digits(heard, names=vocabulary.names))
    return apply([*RULES[:2], heard_as, numbers, *RULES[3:]], text)


def last_question(turns, vocabulary=None):
    """Resolve the turns one by one; return the last full question and the thing it is about.

    A thing that a follow-up still names is still what the talk is about.
    """
    question = thing = ""
    for turn in turns:
        text, _ = clean(turn, vocabulary)
        question = complete(text, question, thing) or question
        thing = thing if thing and thing in question else topic(question)
    return question, thing


def understand(asr_text, context=None, history=(), vocabulary=None):
    """Return the question as Understood(text, heard, changes); never an empty text for a word."""
    asr_text = asr_text or ""
    text, changes = clean(asr_text, vocabulary)
    turns = [turn for turn in (*history, context) if turn]
    if len(turns) > 1 and turns[-1] == turns[-2]:
        turns.pop()
    if turns and text:
        whole = complete(text, *last_question(turns[-TURNS:], vocabulary))
        if whole.strip() and whole != text:
            changes.append(difference("follow-up", text, whole))
            text = whole
    if not text and asr_text.strip():
        changes.append({"rule": "nothing left", "before": "", "after": asr_text.strip()})
        text = asr_text.strip()
    return Understood(text, asr_text, changes)


def rewrite_call(asr_text, context=None):
    """Return the search text alone."""
    return understand(asr_text, context).text
