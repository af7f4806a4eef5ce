"""Probes: answers made from the user's own documents, and what the check does with them."""

import pytest

from probes import KINDS, probes, report, subject

HALL = [
    "The hall opens at 7:30 am on Monday.",
    "A day pass costs 15 dollars for adults.",
    "Loose chalk powder is not allowed in the hall.",
    "You can cancel a course up to 48 hours before it starts.",
    "Parking behind the building is free for 3 hours.",
    "A towel has to be brought along.",
]
SCHOOL = [
    "口语课共四级，每级16课时。",
    "试听课免费，每人一次。",
    "客房内禁止吸烟。",
    "退款3至5个工作日到账。",
    "押金在离开时退还。",
    "学员可以改期一次。",
]


@pytest.mark.parametrize("sentences", [HALL, SCHOOL])
def test_no_probe_of_plain_documents_is_judged_wrong(sentences):
    rows = report(sentences)
    assert [row["kind"] for row in rows] == list(KINDS)
    assert [row["wrong"] for row in rows] == [[]] * len(rows)
    assert all(row["right"] == row["n"] for row in rows)


def test_every_kind_is_made_where_the_sentence_has_something_to_change():
    made = dict(probes("A day pass costs 15 dollars.", "A day pass costs 15 dollars.", HALL[2:]))
    assert set(made) == set(KINDS)
    assert made["number changed"] == "A day pass costs 16 dollars."
    assert made["unit changed"] == "A day pass costs 15 euros."
    assert made["negated"] == "A day pass does not cost 15 dollars."


@pytest.mark.parametrize(
    ("sentence", "negation"),
    [
        ("Pets are not allowed.", "Pets are allowed."),
        ("You can pay by card.", "You can not pay by card."),
        ("You have to book.", "You do not have to book."),
        ("可以带宠物。", "不可以带宠物。"),
        ("客房内禁止吸烟。", "客房内可以吸烟。"),
    ],
)
def test_a_negation_says_the_opposite(sentence, negation):
    assert ("negated", negation) in probes(sentence, sentence, [])


def test_a_changed_number_is_none_of_the_passage():
    passage = "Rooms 5, 6 and 7 are on floor 8."
    changed = [answer for kind, answer in probes(passage, passage, []) if kind == "number changed"]
    assert changed[0] == "Rooms 9, 6 and 7 are on floor 8."


def test_the_report_is_the_same_on_every_run():
    assert report(HALL + SCHOOL) == report(HALL + SCHOOL)


def test_the_report_counts_what_a_bad_check_lets_through():
    rows = {row["kind"]: row for row in report(HALL, check=lambda *_: (True, "ok"))}
    assert rows["faithful"]["right"] == rows["faithful"]["n"]
    assert rows["negated"]["right"] == 0
    assert rows["negated"]["wrong"][0]["answer"]


@pytest.mark.parametrize("sentences", [[], ["Hello."], ["", " "], ["?"]])
def test_documents_with_nothing_to_change_give_a_report_too(sentences):
    assert len(report(sentences)) == len(KINDS)


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("The sauna opens at 9.", "sauna"),
        ("On Sunday we open at 9.", None),  # "open" is no subject, and to say "we bake" is no probe
        ("Charging is free, call the power company.", None),
        ("Bring a towel.", None),
        ("Therefore, the sauna is shut.", None),
        ("口语课可以退款。", "口语课"),
    ],
)
def test_only_a_subject_is_exchanged_for_a_subject(sentence, about):
    assert subject(sentence) == about
