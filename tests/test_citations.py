"""Citation marks are read in every spelling, and none of them is ever spoken."""

import time

import pytest

from citations import assertion, check_citations, cited_sentences, sentences, speakable


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Four levels [1].", [1]),
        ("Four levels [S1].", [1]),
        ("Four levels [s1].", [1]),
        ("Four levels [1][2].", [1, 2]),
        ("Four levels [1, 2].", [1, 2]),
        ("Four levels [1,2].", [1, 2]),
        ("Four levels [S1, S3].", [1, 3]),
        ("Four levels [1-3].", [1, 2, 3]),
        ("Four levels [1–3].", [1, 2, 3]),  # an en dash, as models like it
        ("Four levels [S1-S3].", [1, 2, 3]),
        ("共四级【1】。", [1]),
        ("共四级［1］。", [1]),
        ("共四级［1、2］。", [1, 2]),
        ("共四级［１］。", [1]),  # the digit is full-width too
        ("Twice [2] and twice [2].", [2]),  # no repeats
        ("Order [3] before [1].", [3, 1]),
        ("[ 1 ]", [1]),
    ],
)
def test_every_spelling_of_a_citation_is_read(text, numbers):
    assert check_citations(text, 3) == (numbers, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Six levels [7].", "not among the passages 1-3"),
        ("Six levels [0].", "not among the passages"),  # would be the last passage as an index
        ("Six levels [4].", "not among the passages"),
        ("Six levels [1-4].", "not among the passages"),
        ("Six levels [1-999999].", "not among the passages"),  # never written out
        ("Six levels [99999999999999999999].", "no citation"),
        ("Six levels [3-1].", "runs backwards"),
        ("Six levels [S3", "never closed"),
        ("At [3 pm", "never closed"),
        ("At [3 pm].", "no citation"),
        ("Six levels [1.5].", "no citation"),
        ("Six levels [1] and [2", "never closed"),
        ("Six levels.", "no source is cited"),
        ("", "no source is cited"),
        ("See [note].", "no source is cited"),  # a bracket without a number is no mark
        (None, "no text"),
        (7, "no text"),
        (["[1]"], "no text"),
    ],
)
def test_a_mark_that_points_nowhere_is_a_problem(text, problem):
    numbers, problems = check_citations(text, 3)
    assert any(problem in one for one in problems)


def test_a_refusal_needs_no_citation_and_no_hits_allow_none():
    assert check_citations("I'm connecting you.", 0, require=False) == ([], [])
    assert check_citations("Four [1].", 0)[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Four levels [1]. 16 lessons [2].", [("Four levels.", [1]), ("16 lessons.", [2])]),
        ("It costs $3.14 a day.[2] Fine [1].", [("It costs $3.14 a day.", [2]), ("Fine.", [1])]),
        ("共四级[1]。每级 16 课时[2]。", [("共四级。", [1]), ("每级 16 课时。", [2])]),
        ("No mark. One [1].", [("No mark.", []), ("One.", [1])]),
        ("**Bold** [1]!", [("Bold!", [1])]),
        ("[1]", []),
    ],
)
def test_a_plain_answer_becomes_sentences_with_their_sources(text, expected):
    assert cited_sentences(text, 3) == expected


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("**Four** levels [1][2].", "Four levels."),
        ("- parking is *free*", "parking is free"),
        ("1. Open at 7:30", "Open at 7:30"),
        ("# Hours\nWe open", "Hours We open"),
        ("> quoted", "quoted"),
        ("see [the page](https://example.org/a_b) now", "see the page now"),
        ("`code` and ~~gone~~", "code and gone"),
        ("2 * 3 * 4", "2 * 3 * 4"),  # a sum is no emphasis
        ("kb_hours_1", "kb_hours_1"),
        ("价格【2】是 280 元", "价格是 280 元"),
    ],
)
def test_speech_has_no_marks_and_no_markdown(text, spoken):
    assert speakable(text) == spoken


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It costs $3.14. Fine.", 2),
        ("We open at 7.30 on Monday.", 1),
        ("e.g. two things", 1),  # a single letter and a full stop end nothing
        ("共四级。每级十六课时！", 2),
        ("一行\n两行", 2),
        ("", 0),
        (" \n ", 0),
    ],
)
def test_sentences_end_where_they_end(text, count):
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("问：手续费最低是多少？", ""),
        ("答：一笔最低 50 元。", "一笔最低 50 元。"),
        ("Q: Is parking free?", ""),
        ("A: Yes, for 3 hours.", "Yes, for 3 hours."),
        ("Answer: 3 hours.", "3 hours."),
        ("Parking is free.", "Parking is free."),
    ],
)
def test_a_question_of_the_document_is_never_said_as_an_answer(line, said):
    assert assertion(line) == said


@pytest.mark.parametrize(
    "unit",
    [" ", "\n", " \n", "[", "![", "[1 ", "[S", "*a ", "**a ~~b __c ", "> ", ". [", "[a](", "一。"],
)
def test_time_grows_with_the_length_of_an_answer_and_not_with_its_square(unit):
    def seconds(length):
        text = (unit * length)[:length]
        began = time.process_time()
        check_citations(text, 3), cited_sentences(text, 3)
        return time.process_time() - began

    assert min(seconds(40_000) for _ in range(3)) < 2  # the square took 20 s
