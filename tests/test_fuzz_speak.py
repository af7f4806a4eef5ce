"""Whatever is heard, whatever a model writes: what is said passed the check or is a quotation."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd import FUZZ, PASSAGES, answers, sentences, texts
from test_turn import Model, bag_of_words, hit  # noqa: F401

import chunks
import embed
import gate
import search
import turn
from citations import speakable
from grounding import REASONS, check_sentence
from quoting import Quote
from rewrite import rewrite
from search import Retrieval
from spoken import understand

FOUND = [hit(number, text) for number, text in enumerate(PASSAGES, 1)]
SCORE = st.sampled_from((0.0, 0.5, 1.0, -1.0, math.nan, math.inf, -math.inf, 1e308))


class Passages:
    made_by = vocabulary = None
    tokenizer = staticmethod(lambda text: list(text.lower()))
    rows = [{"id": one.id, "source": "house.md"} for one in FOUND]


@pytest.fixture(scope="module", autouse=True)
def call():
    """A call whose passages are PASSAGES and whose gate is open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embed, "encode", bag_of_words)
        patch.setattr(search, "load_passages", Passages)
        found = Retrieval(FOUND, {}, "", "")
        patch.setattr(search, "retrieve_timed", lambda query, **_: found)
        patch.setattr(gate, "verdict", lambda hits: gate.Verdict(True, "ok", "scripted"))
        yield


def fit(spoken, question):
    """Tell whether each sentence is a quotation or passes the check against what it cites."""
    for one in spoken.sentences:
        text, numbers = one
        verbatim = any(text in speakable(found.text) for found in FOUND)
        if not verbatim and (
            isinstance(one, Quote) or not turn.judge(text, numbers, FOUND, question)[0]
        ):
            return False
    return True


@FUZZ(1200)
@given(st.sampled_from(("is parking free", "may i bring my dog", "可以退款吗")), answers())
def test_what_a_turn_says_is_quoted_or_passes_the_check(question, raw):
    _, proposal, spoken = turn.take(question, chat=Model(raw))
    assert spoken.say and fit(spoken, proposal and question)
    assert "\n" not in spoken.say and not any(ord(char) < 32 for char in spoken.say)


@FUZZ(500)
@given(texts())
def test_a_turn_survives_whatever_is_heard(heard):
    raw = json.dumps({"sentences": [{"text": "Parking is free all day.", "source": "S1"}]})
    prepared, _, spoken = turn.take(heard, chat=Model(raw))
    assert spoken.say and fit(spoken, prepared.understood.text)


@FUZZ(1500)
@given(sentences() | texts(), st.sampled_from(PASSAGES) | texts(), texts())
def test_the_check_has_one_verdict_for_any_text(sentence, passage, question):
    verdict = check_sentence(sentence, passage, question)
    assert verdict == check_sentence(sentence, passage, question)
    assert verdict[1] in REASONS and verdict[0] == (verdict[1] in ("ok", "small_talk"))


@FUZZ(800)
@given(texts(), texts())
def test_the_labs_rewriting_gives_words_and_a_second_time_the_same(heard, before):
    query = rewrite(heard)
    assert rewrite(query) == query
    assert "  " not in query and query == query.strip()
    assert isinstance(rewrite(heard, before), str)


@FUZZ(800)
@given(texts(), texts())
def test_a_calls_rewriting_is_never_empty_and_always_the_same(heard, before):
    understood = understand(heard, before)
    assert understood == understand(heard, before)
    assert bool(understood.text.strip()) == bool(heard.strip()) or not heard.isprintable()


@FUZZ(500)
@given(texts())
def test_the_labs_paragraphs_lose_no_word_but_those_of_headings(text):
    kept = " ".join(chunks.paragraphs(f"# Title\n\nBefore.\n\n{text}\n\nAfter."))
    assert kept.startswith("Before.") and kept.endswith("After.")
    if "#" not in text:
        assert "".join(text.split()) in "".join(kept.split())


ONE = gate.Signal(weight=0.0, mean=0.0, scale=1.0, least=-math.inf)
OPEN = gate.Fitted(dict.fromkeys(gate.SIGNALS, ONE), bias=1.0, tau=0.0)  # any number passes
ODD = st.lists(st.tuples(SCORE, SCORE, SCORE, SCORE, SCORE), min_size=1, max_size=4)


@FUZZ(800)
@given(ODD)
def test_a_gate_with_a_score_that_is_no_number_is_shut(scores):
    hits = [
        FOUND[0]._replace(dense=a, bm25=b, overlap=c, rrf=d, rerank=e) for a, b, c, d, e in scores
    ]
    verdict = gate.judge(OPEN, gate.signals(hits))
    finite = all(math.isfinite(score) for row in scores for score in row)
    assert finite or not verdict.passed
