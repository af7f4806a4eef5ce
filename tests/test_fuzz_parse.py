"""Whatever a model writes is read the same way each time, and never with an exception."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd import FUZZ, NAMES, answers, texts

import answer
import asking
import streaming
from citations import check_citations, cited_sentences, sentences, speakable
from verify import verify

N = 3  # passages
OFFERED = ["kb-hours", "kb-fees", "kb-pets"]


def streamed(pieces, n=N):
    """Return (sentences, whether it ended in a fault) of an answer that comes in pieces."""
    reader, found = streaming.Reader(n), []
    for piece in pieces:
        found += reader.feed(piece)
        if reader.fault or reader.full:
            break
    return found + reader.close(), bool(reader.fault)


def cut(text, seed):
    """Return the text in pieces, cut in another way for each seed."""
    rng = random.Random(seed)
    most = rng.choice((1, 3, 20, 200))
    pieces = []
    while text:
        size = rng.randint(1, most)
        pieces, text = [*pieces, text[:size]], text[size:]
    return pieces


@FUZZ(1500)
@given(answers())
def test_an_answer_is_read_without_exception_and_cites_what_was_offered(text):
    found, fault = asking.parse(text, N)
    assert (found, fault) == asking.parse(text, N)
    assert isinstance(fault, str) and len(found) <= asking.MOST
    for sentence, numbers in found:
        assert sentence and not answer.CONTROLS.search(sentence)
        assert all(1 <= number <= N for number in numbers)


@FUZZ(800)
@given(answers(), st.integers(0, 1000))
def test_any_split_of_a_stream_gives_the_same_sentences(text, seed):
    if len(text) < 3000:
        assert streamed(cut(text, seed)) == streamed([text])


@FUZZ(800)
@given(answers())
def test_a_stream_says_nothing_that_the_whole_answer_would_not(text):
    found, _ = streamed([text])
    whole, fault = asking.parse(text, N)
    assert fault or found == whole[: len(found)] or not whole


@FUZZ(600)
@given(answers() | texts(), st.sampled_from((OFFERED, [], ["none"])))
def test_a_lab_answer_is_read_without_exception_and_its_source_was_offered(text, offered):
    said, source, reason = answer.parse(text, offered)
    assert source in [*offered, "none"]
    assert not reason or (said, source) == ("", "none")
    assert not answer.CONTROLS.search(said)


@pytest.mark.parametrize("source", [name for name in NAMES if name not in ("S1", "none")])
def test_a_source_that_only_looks_like_one_is_none(source):
    row = {"text": "We open at 7.", "source": source}
    text = json.dumps({"sentences": [row]})
    assert asking.parse(text, 1)[0] == []
    assert streamed([text], 1)[0] == []
    assert answer.parse(json.dumps({"answer": "x", "source": source}), ["S1"])[:2] == ("", "none")


@FUZZ(1500)
@given(texts() | answers(), st.integers(0, 4))
def test_citations_are_read_without_exception_and_point_to_passages(text, n):
    numbers, problems = check_citations(text, n)
    assert all(1 <= number <= n for number in numbers)
    assert numbers or problems
    for sentence, cited in cited_sentences(text, n):
        assert sentence == " ".join(sentence.split())
        assert set(cited) <= set(range(1, n + 1))


@FUZZ(1000)
@given(texts())
def test_what_is_spoken_is_one_line_and_sentences_lose_no_letter(text):
    assert "\n" not in speakable(text)
    letters = "".join(char for char in text if char.isalnum())
    assert "".join(c for one in sentences(text) for c in one if c.isalnum()) == letters


ANY = st.one_of(
    texts(),
    answers(),
    st.none(),
    st.integers(),
    st.floats(),
    st.lists(texts(), max_size=3),
    st.dictionaries(texts(), texts(), max_size=2),
)


@FUZZ(1000)
@given(ANY, ANY, ANY, ANY)
def test_the_labs_check_has_a_verdict_for_any_values(said, source, retrieved, kb):
    ok, reason = verify(said, source, retrieved, kb)
    assert (ok, reason) == verify(said, source, retrieved, kb)
    assert isinstance(reason, str) and ok == (reason == "ok")


@FUZZ(500)
@given(texts(), texts())
def test_the_labs_check_passes_no_number_that_the_document_lacks(said, document):
    import verify as lab

    ok, _ = verify(said, "d", ["d"], {"d": document})
    assert not ok or set(lab.numbers(said)) <= set(lab.numbers(document))
