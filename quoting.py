"""Choose what to say word for word from the passages that were found.

offers   extract(hits, question) -> [(sentence, [number])]   the closest sentences, in reading order
         beside(sentence, hits, question) -> bool            whether it is beside the question
         learn(number)                                       encode a passage's sentences ahead

A sentence is as close as its cosine with the question, and a little for each word of it, more for a
word that few of the sentences have: words tell Wednesday from Sunday, which vectors hardly do.
"""

import functools
import math
import re
import sys
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
import search
from citations import assertion, sentences, speakable
from pieces import is_chinese

ROWS = 20_000  # vectors of sentences that are kept, 30 MB; the same ones are quoted again and again
WORDS = 0.25  # weight of the share of the question's words; 0.25 to 1 quote the same facts
NEXT = 0.85  # a further sentence must be that far up from the farthest to the closest one
BESIDE = 0.5  # a model's sentence below this is about something else than the question
ANAPHOR = re.compile(  # such a sentence is not understood without the one before it
    r"(?:it|its|they|their|this|that|these|those|then|otherwise|he|she)\b|这|该|其|它|他们|否则|此",
    re.I,
)


def options(hits):
    """Return [(sentence, number)] that may be said word for word, in the order of the hits."""
    found = {}
    for number, hit in enumerate(hits, 1):
        before = ""
        for one in sentences(hit.text):
            own = speakable(assertion(one))
            leans = bool(ANAPHOR.match(own))
            if own and (before or not leans):  # what it leans on may stand in the chunk before
                gap = "" if is_chinese(own) else " "
                found.setdefault(f"{before}{gap}{own}" if leans else own, number)
            before = own or before
    return list(found.items())


@functools.lru_cache(maxsize=ROWS)
def row(sentence, made_by, encode, model):
    """Return a text's unit vector; `model` is in the key because `encode` asks it."""
    return encode([sentence], made_by)[0]


def learn(number):
    """Encode the sentences of one passage before anybody waits for it."""
    passages = search.load_passages()
    for sentence, _ in options([SimpleNamespace(text=passages.rows[number]["text"])]):
        row(sentence, passages.made_by, embed.encode, embed.model)


def rarity(word, texts):
    """Return the weight of a word among token sets: Lucene's inverse document frequency."""
    having = sum(word in text for text in texts)
    return math.log1p((len(texts) - having + 0.5) / (having + 0.5))


def closeness(texts, question):
    """Return how close each text is to the question: cosine, and a weighed share of its words."""
    passages = search.load_passages()
    asked = row(
        question, passages.made_by, embed.encode, embed.model
    )  # asked for up to three times
    tokens = [set(passages.tokenizer(text)) for text in texts]
    weights = {word: rarity(word, tokens) for word in passages.tokenizer(question)}
    most = sum(weights.values()) or 1
    scores = []
    for text, has in zip(texts, tokens):
        cosine = float(row(text, passages.made_by, embed.encode, embed.model) @ asked)
        shared = sum(weight for word, weight in weights.items() if word in has)
        scores.append(cosine + WORDS * shared / most)
    return scores


def level(scores, share):
    """Return the score that far up from the lowest to the highest: the scale is the embedder's."""
    return min(scores) + share * (max(scores) - min(scores))


def extract(hits, question, most):
    """Return up to `most` [(sentence, [number])] closest to the question, in reading order."""
    offered = options(hits)
    if not offered:
        return []
    scores = closeness([sentence for sentence, _ in offered], question)
    order = sorted(range(len(offered)), key=lambda i: (-scores[i], i))
    kept = [i for i in order[:most] if scores[i] >= level(scores, NEXT)]
    return [(offered[i][0], [offered[i][1]]) for i in sorted(kept)]


def beside(sentence, hits, question):
    """Tell whether a sentence is farther from the question than the middle of what was found."""
    texts = [text for text, _ in options(hits)]
    if not texts:
        return True
    scores = closeness([sentence, *texts], question)
    return scores[0] < level(scores[1:], BESIDE)
