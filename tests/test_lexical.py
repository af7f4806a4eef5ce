"""lexical.py: one tokenizer for passages and questions, BM25 with Lucene's idf."""

import math

import numpy as np
import pytest

import lexical
from lexical import BM25, Tokenizer, plain_tokens, stem, without_stops


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Room 5 opens at 7:30.", ["room", "5", "opens", "at", "7:30"]),
        ("$4.99, not 1,200", ["4.99", "not", "1,200"]),  # a number is one token
        ("You\u2019re in", ["you're", "in"]),  # either apostrophe
        ("KB-REFUND-001", ["kb", "refund", "001"]),
        ("ＶＩＰ １２", ["vip", "12"]),  # full width
        ("退款吗", ["退款", "款吗"]),
        ("退", ["退"]),  # no pair, yet a token
        ("付费VIP课3节", ["付费", "vip", "课", "3", "节"]),
        ("", []),
        (None, []),
        ("?! --", []),
    ],
)
def test_text_is_cut_into_words_numbers_and_pairs(text, tokens):
    assert plain_tokens(text) == tokens


@pytest.mark.parametrize(
    ("tokens", "left"),
    [
        (["what", "does", "parking", "cost"], ["parking", "cost"]),
        (["not", "allowed"], ["not", "allowed"]),  # a negation is no stop word
        (["what", "is", "it"], ["what", "is", "it"]),  # stop words alone stay
        ([], []),
    ],
)
def test_stop_words_are_dropped_unless_nothing_else_is_there(tokens, left):
    assert without_stops(tokens) == left


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("refund refunds refunded refunding", "refund"),
        ("party parties", "party"),
        ("cancel canceled cancels", "cancel"),
        ("fee fees", "fee"),
        ("bus", "bus"),  # no plural
        ("class", "class"),
        ("king", "king"),  # no participle
        ("2s", "2s"),
        ("50", "50"),
    ],
)
def test_forms_of_a_word_are_one_token(words, same):
    assert {stem(word) for word in words.split()} == {same}


def test_a_passage_and_a_question_are_cut_alike(monkeypatch):
    monkeypatch.setattr(lexical, "segmenter", lambda: "pairs")
    cut = Tokenizer()
    assert set(cut("退款多久到账")) & set(cut("银行卡退款什么时候到账")) >= {"退款", "到账"}
    assert cut("Are the fees refunded?") == cut("FEE REFUND")


def test_the_headings_of_the_base_are_words():
    pytest.importorskip("rjieba")
    assert "启明" in Tokenizer(["启明", "口语课"])("启明的口语课")


def by_hand(corpus, query):
    """BM25 as in the textbook, without the constant factor k1 + 1, as Lucene has it."""
    mean, n, scores = sum(map(len, corpus)) / len(corpus), len(corpus), []
    for passage in corpus:
        total = 0.0
        for token in query:
            df = sum(token in other for other in corpus)
            tf = passage.count(token)
            idf = math.log(1 + (n - df + 0.5) / (df + 0.5))
            total += idf * tf / (tf + 1.2 * (1 - 0.75 + 0.75 * len(passage) / mean))
        scores.append(total)
    return scores


CORPUS = [["a", "b", "b", "c"], ["a"], ["b", "d"], ["c", "c", "c", "e", "f"], ["a", "b"]]


@pytest.mark.parametrize("query", [["a"], ["b", "c"], ["b", "b", "zz"], ["e", "f", "a"], ["zz"]])
def test_bm25_is_that_of_the_textbook(query):
    assert BM25(CORPUS).scores(query) == pytest.approx(by_hand(CORPUS, query), rel=1e-5)


@pytest.mark.parametrize(
    ("corpus", "query", "hits"),
    [
        ([], ["a"], []),  # an empty base
        ([["a"]], ["a"], [0]),  # one passage: the idf is not 0
        ([["a"], ["a"]], ["a"], [0, 1]),  # a word of every passage still counts
        ([["a"], ["b"]], ["a"], [0]),  # a word of just one half too
        ([["a"], ["b"]], ["c"], []),  # an unknown word finds nothing
        ([["a"], ["b"]], [], []),
        ([[], []], ["a"], []),  # passages without a word
        ([[], ["a"]], ["a"], [1]),
    ],
)
def test_only_passages_with_a_word_of_the_question_score(corpus, query, hits):
    scores = BM25(corpus).scores(query)
    assert np.flatnonzero(scores > 0).tolist() == hits
    assert len(scores) == len(corpus) and (scores >= 0).all()


@pytest.mark.parametrize("query", [["a"], ["b", "b", "c"], ["a", "b", "c", "d", "e", "f", "zz"]])
def test_no_passage_scores_more_than_is_possible(query):
    index = BM25(CORPUS)
    assert index.scores(query).max() < index.possible(query)
    assert index.possible(["zz"]) > index.possible(["a"]) > 0  # an unknown word counts in full


@pytest.mark.parametrize("cut", [plain_tokens, Tokenizer()])
def test_traditional_characters_are_searched_as_simplified_ones(cut):
    assert cut("請問退費要幾天") == cut("请问退费要几天")
    assert cut("Room 5 的頭髮") == cut("Room 5 的头发")


def test_a_passage_in_traditional_characters_is_searched_in_simplified_ones():
    rows = [{"heading": "退費", "text": "七天內可以退費。"}, {"text": "No refund."}]
    assert lexical.passage_texts(rows) == ["退费\n七天内可以退费。", "No refund."]
    assert rows[0]["text"] == "七天內可以退費。"  # what is quoted


def test_without_opencc_characters_stay_as_they_are(monkeypatch):
    monkeypatch.setattr(lexical, "converter", lambda: None)
    assert plain_tokens("退費") == ["退費"]


# Of 3 passages below, dogs are in 1, the hall is in all: ln(1 + (3 - df + 0.5) / (df + 0.5)).
RARE = {"dogs": math.log(8 / 3), "hall": math.log(8 / 7), "ielts": math.log(8)}


@pytest.mark.parametrize(
    ("question", "has", "covered"),
    [
        (["dogs", "hall"], {"dogs", "hall"}, 1.0),
        (["dogs", "hall"], {"hall"}, RARE["hall"] / (RARE["dogs"] + RARE["hall"])),
        (["dogs", "dogs", "hall"], {"hall"}, RARE["hall"] / (RARE["dogs"] + RARE["hall"])),
        (["hall", "ielts"], {"hall"}, RARE["hall"] / (RARE["hall"] + RARE["ielts"])),
        (["ielts"], {"hall"}, 0.0),  # a word that no passage holds
        ([], {"hall"}, 0.0),
    ],
)
def test_a_rare_word_that_a_passage_lacks_weighs_more_than_a_common_one(question, has, covered):
    base = BM25([["dogs", "hall"], ["hall", "fee"], ["hall"]])
    assert base.covered(question, has) == pytest.approx(covered)
