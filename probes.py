"""Make right and wrong answers out of a knowledge base and see what the check does with them.

offers   probes(sentence, passage, others) -> [(kind, answer), ...]
         report(kb_sentences)              -> [{"kind", "wanted", "n", "right", "wrong"}, ...]

kb_sentences holds sentences, or (sentence, passage) pairs; a sentence alone is its own passage.
Everything is made by rule from the user's own text, in English and Chinese, the same on every run:
faithful answers must pass; changed numbers and units, negations, exchanged subjects and inventions
must be stopped. It shows what the check does on these documents, not how often a model errs.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from compare import topic
from facts import facts
from grounding import check_sentence
from plaintext import plain
from polarity import VERB, cued
from units import UNITS as UNIT_WORDS
from wording import HAN, LIGHT, content, unified

KINDS = {  # kind: must it pass?
    "faithful": True,
    "number changed": False,
    "unit changed": False,
    "negated": False,
    "subject exchanged": False,
    "invented": False,
}
EXAMPLES = 5  # that a report row shows of what went wrong
UNITS = (
    "minutes/hours hours/days days/weeks weeks/months months/years dollars/euros euros/dollars "
    "pounds/dollars meters/kilometers kilograms/grams kg/grams liters/meters percent/dollars "
    "minute/hour hour/day day/week week/month month/year dollar/euro euro/dollar am/pm pm/am "
    "分钟/小时 小时/天 天/周 周/个月 元/美元 课时/周 公里/米 公斤/克 %/元 级/年"
)
UNITS = [tuple(pair.split("/")) for pair in UNITS.split()]
NEGATIONS = (  # the first that fits is turned round
    (r"\b(is|are|was|were|can|may|must|will|could|should) not\b", r"\1"),
    (r"\bcannot\b", "can"),
    (r"\b(?:do|does) not (?:have|need) to\b", "must"),
    (r"\b(do|does) not\b", r"\1"),
    (r"\bThere (is|are) no\b", r"There \1"),
    (r"\b(must|has to|have to)\b", "do not have to"),
    (r"\b(can|may|is|are|will) (?!not\b|only\b)", r"\1 not "),
    (r"\b(cost|close|open|start|take|need|lend|begin)s ", r"does not \1 "),
    (r"\b(cost|close|open|start|take|need|lend|begin) ", r"do not \1 "),
    (r"不可以|不能|不得|不允许|禁止", "可以"),
    (r"不(支持|接受|收|退|需要|提供|包括|包含)", r"\1"),
    (r"无需|不用|不必", "必须"),
    (r"必须|务必", "不必"),
    (r"(可以|支持|接受|需要|提供|允许|包括|包含)", r"不\1"),
    (r"免费", "收费"),
)
NEGATIONS = tuple((re.compile(pattern), to) for pattern, to in NEGATIONS)
LEADS = {False: ("Sure, {}", "Let me check that for you. {} Anything else?"), True: ("好的，{}",)}
INVENTED = {
    False: ("Yes, we also offer a free airport shuttle.", "The rooftop pool is open all night."),
    True: ("我们还提供免费接送机服务。", "楼顶的游泳池通宵开放。"),
}
SHORT = (  # the same said as one says it
    (r"\b(is|are|do|does|was|has|have|could|should) not\b", r"\1n't"),
    (r"\bcannot\b", "can't"),
)
NUMBER = re.compile(r"\d+")
WORD = re.compile(r"[A-Za-z]+")
PRONOUN = re.compile(r"(?:it|they|there|this|that|these|you|we|i|if|he|she|who|which)", re.I)
TWICE = re.compile(
    r"^(?:no|none|never|neither|nobody|nothing|without)\b|\bnon-|\bmore than just", re.I
)
SUBJECT = re.compile(
    r"^(?![它这那此])[一-鿿]{2,6}?"
    r"(?=可以|需要?|必须|不|都?是|为|在|由|免费|有|按|每)"
)


def faithful(sentence):
    """Return the sentence as it is, with a spoken lead-in, and with contractions."""
    short = sentence
    for pattern, to in SHORT:
        short = re.sub(pattern, to, short)
    leads = [lead.format(sentence) for lead in LEADS[bool(HAN.search(sentence))]]
    return [sentence, *leads, *([short] if short != sentence else [])]


def other_number(text, taken):
    """Return the next number that the passage does not have: "7" -> "8"."""
    number = int(text) + 1
    while str(number) in taken:
        number += 1
    return str(number)


def number_changed(sentence, passage):
    """Return the sentence once per number, with another number in its place."""
    taken = set(NUMBER.findall(plain(passage)))
    return [
        sentence[: m.start()] + other_number(m[0], taken) + sentence[m.end() :]
        for m in NUMBER.finditer(sentence)
        if len(m[0]) < 5  # longer ones are codes and telephone numbers
    ]


def unit_changed(sentence, passage):
    """Return the sentence once per quantity, with another unit, if the passage has no such one."""
    out = []
    for old, new in UNITS:
        end = r"(?![A-Za-z])" if old[-1].isalpha() and old.isascii() else ""
        match = re.search(rf"(?<=\d)\s?{re.escape(old)}{end}", sentence)
        if match and new not in plain(passage):
            space = " " if match[0][0] == " " else ""
            out.append(sentence[: match.start()] + space + new + sentence[match.end() :])
    return out


def negated(sentence):
    """Return the sentence with its first affirmation or negation turned round."""
    if TWICE.search(sentence):
        return []  # "No dogs are not allowed": nobody knows what that says
    for pattern, to in NEGATIONS:
        turned, count = pattern.subn(to, sentence, count=1)
        if count:
            return [turned]
    return []


def weighty(word):
    """Tell whether an English word is a noun or the like: no small word, cue, unit or day."""
    words = content(unified(word.lower()))
    known = word.lower() in UNIT_WORDS or cued(word.lower()) != word.lower()
    return bool(words) and words[0] not in LIGHT and not known and not facts(plain(word))


def subject(sentence):
    """Return what a sentence is about: a word of weight before the verb; all of it in Chinese."""
    if HAN.search(sentence):
        match = SUBJECT.match(sentence)
        return match and match[0]
    for match in WORD.finditer(sentence):
        verb = VERB.search(cued(match[0].lower()))
        if PRONOUN.fullmatch(match[0]) or verb or sentence[match.end() :][:1] == ",":
            return None  # "on Sundays we open", "Thus, ...": none of weight before the verb
        if len(match[0]) > 3 and weighty(match[0]):
            rest = cued(sentence[match.end() :].lower())
            return match[0] if VERB.search(rest) else None  # "Bring a towel" has no subject
    return None


def exchanged(sentence, passage, others):
    """Return the sentence with the subject of another sentence that the passage does not hold."""
    own, known = subject(sentence), plain(passage)
    for other in others:
        new = subject(other)
        if own and new and new.lower()[:5] not in known and not facts(plain(new)):
            return [sentence.replace(own, new, 1)]
    return []


def invented(passage, others):
    """Return sentences of another place of the documents, and two that no document holds."""
    known = plain(passage)
    held = set(content(unified(known)))
    new = {other: set(topic(content(unified(plain(other))))) - held for other in others}
    far = [other for other in others if len(new[other]) > 1]  # else the passage may well say it
    return [*far[:1], *INVENTED[bool(HAN.search(passage))]]


def probes(sentence, passage, others):
    """Return [(kind, answer), ...] made from one sentence; others are sentences from elsewhere."""
    made = {
        "faithful": faithful(sentence),
        "number changed": number_changed(sentence, passage),
        "unit changed": unit_changed(sentence, passage),
        "negated": negated(sentence),
        "subject exchanged": exchanged(sentence, passage, others),
        "invented": invented(passage, others),
    }
    return [(kind, answer) for kind in KINDS for answer in made[kind]]


def report(kb_sentences, check=check_sentence):
    """Return a row per kind: how many probes, how many judged right, examples of the others."""
    pairs = [(item, item) if isinstance(item, str) else tuple(item) for item in kb_sentences]
    rows = {k: {"kind": k, "wanted": KINDS[k], "n": 0, "right": 0, "wrong": []} for k in KINDS}
    for at, (sentence, passage) in enumerate(pairs):
        half = len(pairs) // 2  # others come from far away, where the talk is of something else
        others = [pairs[(at + half + step) % len(pairs)][0] for step in range(min(half, EXAMPLES))]
        for kind, answer in probes(sentence, passage, others):
            row = rows[kind]
            ok, reason = check(answer, passage)
            row["n"] += 1
            row["right"] += ok == row["wanted"]
            if ok != row["wanted"] and len(row["wrong"]) < EXAMPLES:
                row["wrong"].append({"answer": answer, "passage": passage, "reason": reason})
    return list(rows.values())
