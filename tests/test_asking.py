"""What the model of the call profile is asked, and what is read from its reply."""

import json

import pytest

from asking import MOST, WIDEST, messages, parse, schema
from search import Hit


def hit(text):
    return Hit("d#1", "d", text, "", 0.5, 1.0, 0.5, 0.03, 0.5)


def test_passages_are_numbered_in_the_user_message_and_rules_are_in_the_system_message():
    system, user = messages("how much", [hit("Ten dollars."), hit("Two\nlines.")])
    assert (system["role"], user["role"]) == ("system", "user")
    assert "Ten dollars" not in system["content"]
    assert user["content"] == "[S1] Ten dollars.\n[S2] Two lines.\nQuestion: how much"


def test_a_chinese_question_gets_chinese_rules():
    system, user = messages("一共几级", [hit("共四级。")])
    assert "编号" in system["content"] and user["content"].endswith("问题：一共几级")


def test_the_schema_offers_exactly_the_passages_of_this_turn():
    item = schema(2)["properties"]["sentences"]["items"]
    assert item["properties"]["source"]["enum"] == ["S1", "S2"]
    assert item["required"] == ["text", "source"]


def reply(*pairs):
    return json.dumps({"sentences": [{"text": text, "source": source} for text, source in pairs]})


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (reply(("Four levels.", "S1")), [("Four levels.", [1])]),
        (reply(("**Four** levels [1].", "S2")), [("Four levels.", [2])]),
        (reply(), []),
        (f"```json\n{reply(('A.', 'S1'))}\n```", [("A.", [1])]),
        ("Four levels [1]. Each has 16 [2].", [("Four levels.", [1]), ("Each has 16.", [2])]),
        (reply(*[("A.", "S1")] * 9), [("A.", [1])] * MOST),
        ('{"sentences": [], "note": 1}', []),  # other keys are ignored
    ],
)
def test_sentences_and_their_sources_are_read(raw, expected):
    assert parse(raw, 3) == (expected, "")


@pytest.mark.parametrize(
    "raw",
    [
        '{"sentences": [{"text": "Four lev',  # cut
        reply(("A.", "S7")),
        reply(("A.", "S0")),
        reply(("A.", "none")),
        reply(("A.", "S1] free [S2")),
        '{"sentences": [{"text": "A."}]}',
        '{"sentences": [{"text": 5, "source": "S1"}]}',
        '{"sentences": ["A."]}',
        '{"sentences": "A."}',
        '{"sentences": null}',
        '{"sentences": [], "sentences": []}',  # given twice
        '[{"text": "A.", "source": "S1"}]',
        "null",
        "NaN",
        "",
        "no mark at all.",
        "Six levels [7].",
        "[" * 100_000,
        reply(("A\u0000B.", "S1")),
        reply(("x" * 5000, "S1")),
        None,
        7,
        {"sentences": []},
    ],
)
def test_anything_else_is_no_sentence_and_has_a_reason(raw):
    sentences, reason = parse(raw, 3)
    assert sentences == []
    assert reason


LONG = "We open at 9:30 in the morning. " * 7


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open at 9. Dogs may come in.", ["Open at 9.", "Dogs may come in."]),
        ("The cafe is small. It opens at 11.", ["The cafe is small. It opens at 11."]),  # leans
        ("周日开门。其他时间关门。", ["周日开门。其他时间关门。"]),
        ("A. B. C. D. E.", ["A. B. C. D. E."]),  # initials, no sentences
        ("No end", ["No end"]),
        ((LONG + "Without the stamp you pay")[:WIDEST], [LONG[:31]] * MOST),  # cut by the grammar
        ("x" * WIDEST, []),
    ],
)
def test_a_paragraph_in_one_object_is_taken_sentence_by_sentence_less_what_was_cut(text, expected):
    raw = json.dumps({"sentences": [{"text": text, "source": "S1"}]})
    assert parse(raw, 1) == ([(one, [1]) for one in expected], "")
