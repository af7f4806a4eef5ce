"""Find passages by their words: one tokenizer for passages and questions, and BM25.

offers   tokens(text) -> [token]                     words, numbers, Chinese search cuts
         BM25(list of tokens of each passage)        .scores(tokens) -> float32 (n,), 0 is no hit

The inverse document frequency is Lucene's, ln(1 + (n - df + 0.5) / (df + 0.5)): it is never zero
or negative, so a base of one passage works; a question without a known word scores 0 everywhere.
"""

import math
import re
import unicodedata
from collections import Counter

import numpy as np

K1, B = 1.2, 0.75  # Lucene's defaults
CJK = r"\u3400-\u4dbf\u4e00-\u9fff"
TOKEN = re.compile(rf"[{CJK}]+|\d+(?:[.:,]\d+)*|[^\W\d_{CJK}]+(?:'[^\W\d_{CJK}]+)*")
IS_CJK = re.compile(f"[{CJK}]")


def cut(run):
    """Return the tokens of a run of Chinese characters: '退款吗' -> ['退款', '款吗']"""
    return [run[i : i + 2] for i in range(max(len(run) - 1, 1))]


def tokens(text):
    """Return the tokens of a passage or a question, in order.

    'Room 5 opens at 7:30.' -> ['room', '5', 'opens', 'at', '7:30']
    """
    text = unicodedata.normalize("NFKC", text or "").replace("\u2019", "'").lower()
    found = []
    for token in TOKEN.findall(text):
        found += cut(token) if IS_CJK.match(token) else [token]
    return found


class BM25:
    """An index of passages: for each token, the passages that hold it and what it adds there."""

    def __init__(self, passages):
        lengths = np.array([len(passage) for passage in passages], np.float32)
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1)) if passages else lengths
        where = {}
        for row, passage in enumerate(passages):
            for token, count in Counter(passage).items():
                where.setdefault(token, []).append((row, count))
        self.n, self.postings, self.idf = len(passages), {}, {}
        for token, found in where.items():
            rows, counts = np.array(found, np.int32).T
            idf = math.log(1 + (self.n - len(rows) + 0.5) / (len(rows) + 0.5))
            self.idf[token] = idf
            self.postings[token] = rows, idf * counts / (counts + norm[rows])

    def scores(self, query):
        """Return the BM25 score of every passage, in file order; 0 where no token is shared."""
        scores = np.zeros(self.n, np.float32)
        for token, count in Counter(query).items():
            if token in self.postings:
                rows, values = self.postings[token]
                scores[rows] += count * values
        return scores
