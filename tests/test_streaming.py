"""streaming.py: a sentence is given out when it is whole, and only then."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asking
from streaming import Reader, sentence_end

TWO = json.dumps(
    {
        "sentences": [
            {"text": "It costs $3.14 } today.", "source": "S1"},
            {"text": "周日十点开门。", "source": "S2"},
        ]
    },
    ensure_ascii=False,
)
READ = [("It costs $3.14 } today.", [1]), ("周日十点开门。", [2])]


def read(text, size=1, n=3):
    """Read a text in pieces of one size -> (what came while it was written, at the end, fault)."""
    reader, found = Reader(n), []
    for start in range(0, len(text), size):
        found += reader.feed(text[start : start + size])
    return found, reader.close(), reader.fault


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("It costs $3.14. Or", 15),
        ("It costs $3.14.", 0),  # it may go on: $3.14.15
        ("It costs $3.", 0),
        ("Open from 7.30 a.m. on Mondays. Yes", 31),
        ("Dr. Low is in. Ask", 14),
        ("See St. Mary. It", 13),
        ("Four levels [1]. Each", 16),
        ("Four levels. [1] Each", 16),  # the mark belongs to the sentence before it
        ("Four levels. [1]", 0),  # another mark may follow
        ('He said "no." Then', 13),
        ("周日十点开门。周", 7),
        ("周日十点开门。[1] 周", 10),
        ("价格是 3.5 元；周", 10),
        ("One line\nand", 9),
        ("", 0),
    ],
)
def test_a_sentence_ends_where_its_full_stop_is_no_decimal_point(text, end):
    assert sentence_end(text) == end


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_objects_are_read_whatever_the_pieces_are(size):
    assert read(TWO, size) == (READ, [], "")
    assert read(f"```json\n{TWO}\n```", size) == (READ, [], "")


def test_a_sentence_comes_with_the_piece_that_closes_it():
    reader = Reader(3)
    first = TWO.index("},") + 1
    assert reader.feed(TWO[: first - 1]) == []
    assert reader.feed(TWO[first - 1 : first]) == READ[:1]


@pytest.mark.parametrize("cut", range(1, len(TWO)))
def test_of_a_cut_answer_only_whole_objects_are_read_and_the_cut_is_a_fault(cut):
    found, rest, fault = read(TWO[:cut])
    assert found + rest == READ[: (found + rest).__len__()]
    assert len(found) == TWO[:cut].count('"}') and rest == []
    assert fault


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"sentences": [{"text": "A b.", "source": "S9"}]}', "not offered"),
        ('{"sentences": [{"text": "A b.", "source": ["S1"]}]}', "not offered"),
        ('{"sentences": [{"text": 5, "source": "S1"}]}', "text and source"),
        ('{"sentences": ["A b."]}', "JSON"),
        ('{"sentences": [{"text": "A", "text": "B", "source": "S1"}]}', "twice"),
        ('{"sentences": [{"text": "A\\u0007", "source": "S1"}]}', "not fit"),
        ('{"sentences": [{"text": "' + "a" * 1100 + '"}]}', "not fit"),
        ('{"sentences": [{"text": "' + "a}" * 1100, "without an end"),
        ('{"answer": "A b."}', "JSON"),
        ('{"sentences": []} and more', "JSON"),
        ('{"sentences": [' + '{"a":' * 3000, "recursion"),  # deep
        ("", "JSON"),
        ("{" + " " * 2000, "JSON"),
        ("Parking is free.", "no source"),
        ("Parking is free [7].", "not among"),
    ],
)
def test_what_is_no_answer_is_a_fault_and_nothing_of_it_is_given_out(text, why):
    found, rest, fault = read(text)
    assert (found, rest) == ([], [])
    assert why in fault


def test_an_empty_list_is_an_answer_without_a_sentence():
    assert read('{"sentences": []}') == ([], [], "")


def test_no_more_than_three_sentences_are_read_and_then_the_reader_is_full():
    many = {"sentences": [{"text": f"Line {n}.", "source": "S1"} for n in range(5)]}
    reader = Reader(3)
    assert len(reader.feed(json.dumps(many))) == asking.MOST
    assert reader.full and reader.close() == [] and reader.fault == ""


def test_plain_text_with_marks_is_read_sentence_by_sentence_and_the_last_at_the_end():
    found, rest, fault = read("It costs $3.14 [1]. Dogs may not come in. [2] 周日开门[3]。")
    assert found == [("It costs $3.14.", [1]), ("Dogs may not come in.", [2])]
    assert (rest, fault) == ([("周日开门。", [3])], "")


@given(st.text(max_size=300), st.integers(1, 9))
def test_whatever_is_written_reading_ends_in_sentences_or_a_fault(text, size):
    found, rest, fault = read(text, size)
    assert len(found + rest) <= asking.MOST
    assert all(isinstance(sentence, str) and sentence for sentence, _ in found + rest)


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_categories=["C"]), max_size=50), st.integers(1, 3)),
        max_size=3,
    ),
    st.integers(1, 40),
)
def test_reading_in_pieces_gives_what_reading_at_once_gives(items, size):
    text = json.dumps({"sentences": [{"text": t, "source": f"S{n}"} for t, n in items]})
    found, rest, fault = read(text, size)
    assert (found + rest, fault) == asking.parse(text, 3)
