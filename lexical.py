"""Find passages by their words: one tokenizer for passages and questions, and BM25.

offers   Tokenizer(names)(text) -> [token]       words, numbers, Chinese search cuts
         BM25([tokens of each passage])          .scores(tokens) -> float32 (n,); 0 is no hit
                                                 .possible(tokens) -> what a passage could score
                                                 .covered(tokens, those of a passage) -> 0 to 1

Chinese is cut by rjieba with the base's own headings as words; without rjieba into pairs of
characters. embed.json records which, and a question is never cut in another way than the index.
Traditional characters are searched as simplified ones, on both sides, where opencc is installed.

The inverse document frequency is Lucene's, ln(1 + (n - df + 0.5) / (df + 0.5)): it is never zero
or negative, so a base of one passage works; a question without a known word scores 0 everywhere.
"""

import functools
import importlib.util
import math
import re
import unicodedata
from collections import Counter

import numpy as np

K1, B = 1.2, 0.75  # Lucene's defaults
CJK = r"\u3400-\u4dbf\u4e00-\u9fff"
TOKEN = re.compile(rf"[{CJK}]+|\d+(?:[.:,]\d+)*|[^\W\d_{CJK}]+(?:'[^\W\d_{CJK}]+)*")
IS_CJK = re.compile(f"[{CJK}]")
NAME = re.compile(f"[{CJK}]{{2,6}}")  # a heading that can be one word; a longer one is a sentence
STOPS = frozenset(
    "a an and are as at be been but by can could did do does for from had has have he her his how "
    "i if in into is it its me my of on or our she so that the their them then there these they "
    "this to us was we were what when where which who will with would you your am "
    "的 了 吗 呢 吧 啊 嗯 呃 是 我 你 您 他 她 它 们 我们 你们 他们 在 有 和 与 就 都 也 还 "
    "要 会 能 可以 怎么 什么 多少 请问 一下 这个 那个 这 那 个".split()
)


def heading(row):
    """Return the heading path, or the title, of a chunk; neither profile must have one."""
    found = row.get("heading") or row.get("title") or ""
    return found if isinstance(found, str) else ""


def passage_texts(rows):
    """Return what the call profile embeds and indexes of each chunk: the heading above the text.

    An outermost heading that all chunks share tells none of them apart and is left out.
    """
    paths = [heading(row).split(" > ") for row in rows]
    shared = len(rows) > 1 and len({path[0] for path in paths}) == 1
    paths = [" > ".join(path[1:] if shared else path) for path in paths]
    texts = [f"{path}\n{row['text']}" if path else row["text"] for path, row in zip(paths, rows)]
    return [simplified(text) for text in texts]


@functools.cache
def converter():
    """Return OpenCC's converter to simplified characters, None where it is not installed."""
    if importlib.util.find_spec("opencc") is None:
        return None
    import opencc  # 0.05 s

    return opencc.OpenCC("t2s")


def simplified(text):
    """'退費要幾天' -> '退费要几天'; what is searched only: text is quoted as it was written."""
    found = converter() if IS_CJK.search(text) else None
    return found.convert(text) if found else text


def plain_tokens(text, cut=None):
    """Return the words, numbers and pieces of Chinese text, in order, lower case.

    'Room 5 opens at 7:30.' -> ['room', '5', 'opens', 'at', '7:30']
    """
    text = unicodedata.normalize("NFKC", text or "").replace("\u2019", "'").lower()
    if not IS_CJK.search(text):
        return TOKEN.findall(text)
    found = []
    for token in TOKEN.findall(simplified(text)):
        found += (cut or pairs)(token) if IS_CJK.match(token) else [token]
    return found


def pairs(run):
    """'退款吗' -> ['退款', '款吗']"""
    return [run[i : i + 2] for i in range(max(len(run) - 1, 1))]


def without_stops(tokens):
    """['what', 'does', 'parking', 'cost'] -> ['parking', 'cost']; stop words alone stay."""
    return [token for token in tokens if token not in STOPS] or tokens


@functools.lru_cache(maxsize=1 << 16)
def stem(word):
    """refunds, refunded, refunding -> refund; parties, party -> party; numbers stay."""
    if not (word.isascii() and word.isalpha()) or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) >= len(ending) + 4:
            word = word[: -len(ending)]
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def segmenter():
    """Return how Chinese is cut here: rjieba where it is installed, else pairs of characters."""
    return "rjieba" if importlib.util.find_spec("rjieba") else "pairs"


class Tokenizer:
    """Cut passages and questions alike; names are words of the base's own, such as headings."""

    def __init__(self, names=()):
        self.names, self.jieba = sorted(set(names)), None

    def cut(self, run):
        """Return the search cuts of a run of Chinese characters; the cutter loads on first use."""
        if segmenter() == "pairs":
            return pairs(run)
        if self.jieba is None:
            import rjieba  # 0.2 s

            self.jieba = rjieba.Jieba()
            for name in self.names:
                for word in NAME.findall(name):
                    self.jieba.add_word(word, None, None)
        return self.jieba.cut_for_search(run)

    def __call__(self, text):
        return [stem(token) for token in without_stops(plain_tokens(text, self.cut))]


class BM25:
    """An index of passages: for each token, the passages that hold it and what it adds there."""

    def __init__(self, passages):
        lengths = np.array([len(passage) for passage in passages], np.float32)
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1)) if passages else lengths
        self.n, self.ids = len(passages), {}
        found = (self.ids.setdefault(word, len(self.ids)) for one in passages for word in one)
        each = np.fromiter(found, np.int64) * self.n  # a number that sorts by token, then by row
        each += np.repeat(np.arange(self.n), lengths.astype(np.int64))
        each, counts = np.unique(each, return_counts=True)
        token, rows = np.divmod(each, max(self.n, 1))
        self.starts = np.searchsorted(token, np.arange(len(self.ids) + 1))
        self.rows, counts = rows.astype(np.int32), counts.astype(np.float32)
        having = np.diff(self.starts)
        idf = np.array([self.idf(many) for many in having.tolist()], np.float32)
        self.values = np.repeat(idf, having) * counts / (counts + norm[rows])

    def holding(self, token):
        """Return (the passages that hold a token, what it adds to each)."""
        at = self.ids.get(token)
        here = slice(0) if at is None else slice(self.starts[at], self.starts[at + 1])
        return self.rows[here], self.values[here]

    def idf(self, having):
        return math.log(1 + (self.n - having + 0.5) / (having + 0.5))

    def scores(self, tokens):
        """Return the BM25 score of every passage, in file order; 0 where no token is shared."""
        scores = np.zeros(self.n, np.float32)
        for token, count in Counter(tokens).items():
            rows, values = self.holding(token)
            scores[rows] += count * values
        return scores

    def possible(self, tokens):
        """Return what no passage can exceed: each token's weight; unknown words count in full."""
        return sum(self.idf(len(self.holding(token)[0])) for token in tokens)

    def covered(self, tokens, has):
        """Return what share of the tokens, weighed as above, is among those that a passage has.

        A rare word that it lacks weighs more than three common ones that it has.
        """
        asked = list(dict.fromkeys(tokens))
        most = self.possible(asked)
        return self.possible([token for token in asked if token in has]) / most if most else 0.0
