"""Choose what to say word for word from the passages that were found.

offers   extract(hits, question, most) -> [Quote]   the closest sentences, in reading order
         closest(hits, question) -> [Quote], places         the same, closest first
         beside(sentence, hits, question) -> bool           whether it is beside the question
         learn(number)                                       encode a passage's sentences ahead

A sentence is as close as its cosine with the question, and a little for each word of it, more for a
word that few of the sentences have: words tell Wednesday from Sunday, which vectors hardly do. The
day that "Monday to Friday" covers and the price that "how much" asks for count as words. A sentence
of another day, date or place than the question's is never said; scope.py tells which are.
"""

import functools
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
import scope
import search
from citations import ANAPHOR, assertion, sentences, speakable
from pieces import is_chinese

ROWS = 20_000  # vectors of sentences that are kept, 30 MB; the same ones are quoted again and again
WORDS = 0.25  # weight of the share of the question's words; 0.25 to 1 quote the same facts
NEXT = 0.85  # a further sentence must be that far up from the farthest to the closest one
BESIDE = 0.75  # of the way up; chosen on half of NoiseQA, confirmed on the other: docs/stopped.md


class Quote(NamedTuple):
    """A sentence to be said word for word, where a model's own is a plain tuple."""

    text: str
    numbers: list  # of the passages it is cited from


class Option(NamedTuple):
    """A sentence that may be said word for word."""

    text: str
    number: int  # of the passage it stands in
    setting: str  # the heading above it, which may name the day it holds on


def leans(sentence, before):
    """Tell whether a sentence is only understood, or only true, after the one before it."""
    return bool(ANAPHOR.match(sentence)) or bool(before) and scope.of_that_day(sentence, before)


def options(hits):
    """Return the Options of the hits, in their order; each sentence once."""
    found = {}
    for number, hit in enumerate(hits, 1):
        heading, before = getattr(hit, "heading", "").split(" > ")[-1], ""
        for line in hit.text.split("\n"):
            day = ""  # is not carried into the next paragraph
            for one in sentences(line):
                own = speakable(assertion(one))
                back = leans(own, day)
                if own and (before or not back):  # what it leans on may stand in the chunk before
                    gap = "" if is_chinese(own) else " "
                    own = f"{before}{gap}{own}" if back else own
                    found.setdefault(own, Option(own, number, heading))
                before = day = own or before
    return list(found.values())


@functools.lru_cache(maxsize=ROWS)
def row(sentence, made_by, encode, model):
    """Return a text's unit vector; `model` is in the key because `encode` asks it."""
    return encode([sentence], made_by)[0]


def cosines(texts, question):
    """Return the cosine of each text with the question, by the encoder that made the index."""
    key = search.load_passages().made_by, embed.encode, embed.model
    asked = row(question, *key)
    return [float(row(text, *key) @ asked) for text in texts]


def learn(number):
    """Encode the sentences of one passage before anybody waits for it."""
    passages = search.load_passages()
    for option in options([SimpleNamespace(text=passages.rows[number]["text"])]):
        row(option.text, passages.made_by, embed.encode, embed.model)


def rarity(word, texts):
    """Return the weight of a word among token sets: Lucene's inverse document frequency."""
    having = sum(word in text for text in texts)
    return math.log1p((len(texts) - having + 0.5) / (having + 0.5))


def shared(offered, question):
    """Return (which of the question's words each Option has, the weight of each word)."""
    tokenizer, asked = search.load_passages().tokenizer, scope.named(question)
    wanted = [*tokenizer(question), *scope.wanted(question, asked)]
    tokens = [
        set(tokenizer(option.text))
        | scope.given(question, asked, option.text, scope.named(option.text, option.setting))
        for option in offered
    ]
    return [has.intersection(wanted) for has in tokens], {w: rarity(w, tokens) for w in wanted}


def closeness(offered, question, meaning=True):
    """Return how close each Option is to the question: cosine, and a weighed share of its words.

    Without `meaning` words alone count, and no encoder is waited for. An Option of another day,
    date or place is farther than any other: minus infinity.
    """
    scopes = [scope.named(option.text, option.setting) for option in offered]
    having, weights = shared(offered, question)
    most = sum(weights.values()) or 1
    near = cosines([one.text for one in offered], question) if meaning else [0.0] * len(offered)
    scores = []
    for has, cosine, strays in zip(having, near, scope.astray(scope.named(question), scopes)):
        share = sum(weight for word, weight in weights.items() if word in has) / most
        scores.append(-math.inf if strays else cosine + WORDS * share)
    return scores


def level(scores, share):
    """Return the score that far up from the lowest to the highest: the scale is the embedder's."""
    finite = [score for score in scores if score > -math.inf] or [math.inf]
    return min(finite) + share * (max(finite) - min(finite)) if len(finite) > 1 else finite[0]


def closest(hits, question, meaning=True):
    """Return (Quotes of the sentences that are close to the question, closest first; places)."""
    offered = options(hits)
    scores = closeness(offered, question, meaning)
    order = sorted(range(len(offered)), key=lambda i: (-scores[i], i))
    near = [i for i in order if scores[i] >= level(scores, NEXT)]
    kept = [i for i in near if not any(offered[i].text in offered[o].text for o in near if o != i)]
    return [Quote(offered[i].text, [offered[i].number]) for i in kept], kept


def extract(hits, question, most, meaning=True):
    """Return up to `most` Quotes closest to the question, in reading order."""
    quotes, places = closest(hits, question, meaning)
    return [quote for _, quote in sorted(zip(places[:most], quotes))]


def outdone(sentence, offered, question, scores):
    """Tell whether another sentence has all the question's words that this one has, and more.

    "how early do i have to book a party": "A party has to be cancelled 7 days before." is outdone
    by "A party has to be booked 10 days before." A paraphrase has the words of what it paraphrases.
    """
    having, _ = shared([Option(sentence, 0, ""), *offered], question)
    cut = search.load_passages().tokenizer
    words = set(cut(sentence))
    source = max(offered, key=lambda one: alike(words, set(cut(one.text))))
    mine = having[0] | having[1 + offered.index(source)]
    return any(mine < has and score > scores[0] for has, score in zip(having[1:], scores[1:]))


def alike(words, other):
    """Return how much of two sets of words is common to both, from 0 to 1 (Jaccard)."""
    return len(words & other) / (len(words | other) or 1)


def beside(sentence, hits, question, elaborates=False):
    """Tell whether a sentence is about something else than the question.

    It is nearer to the farthest than to the closest sentence that was found, or outdone by one.
    What elaborates on a right sentence may be far; it only must not be of another day or place.
    """
    offered = options(hits)
    if not offered:
        return True
    whole = next((one.text for one in offered if sentence in one.text), "")  # names its day
    scores = closeness([Option(sentence, 0, whole), *offered], question)
    if elaborates or scores[0] == -math.inf:
        return scores[0] == -math.inf
    far = scores[0] < level(scores[1:], BESIDE)
    return far or outdone(sentence, offered, question, scores)
