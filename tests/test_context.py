"""context.py: which name a call is about, and when a question is left as it is."""

import pytest

from context import Names, name_of, names_of

NAMES = [
    "The Rotunda",
    "Dragon Eats - SoMa",
    "Burger Barn - Union Square",
    "Burger Barn - Marina",
    "Union Square",
    "Pier Market Seafood Restaurant",
    "The Four Seasons",
    "Yale Hotel",
    "Hotel Adagio",
    "B on the Go",
    "Ripley's Museum",
    "启明英语",
]


@pytest.mark.parametrize(
    ("history", "name"),
    [
        (["it's called the rotunda"], "The Rotunda"),
        (["ripley\u2019s museum"], "Ripley's Museum"),
        (["there is dragoneats", "ok the zip code"], "Dragon Eats - SoMa"),  # the last one named
        (["the rotunda", "or the yale hotel", "how nice"], "Yale Hotel"),
        (["the yale hotel", "the rotunda is nicer"], "The Rotunda"),
        (
            ["pier market sea food restaurant"],
            "Pier Market Seafood Restaurant",
        ),  # heard as two words
        (["the four seasons", "it's in union square"], "The Four Seasons"),
        (["somewhere in union square"], "Union Square"),  # a place, for want of a better
        (["burger barn in the marina", "a burger barn"], "Burger Barn - Marina"),
        (["which hotel do you like"], ""),  # a word of many names is no name
        (["the square union of hotels"], "Union Square"),
        (["a b and c"], ""),
        ([], ""),
        ([""], ""),
        ([None, 7, "yale hotel"], "Yale Hotel"),  # what is no text is skipped
        (["yale hotel"] + ["how nice"] * 20, ""),  # too long ago
        (["我想问启明英语的课"], "启明英语"),
    ],
)
def test_a_call_is_about_what_was_named_last(history, name):
    assert Names(NAMES).last(history) == name


@pytest.mark.parametrize(
    ("text", "named"),
    [("does the yale hotel have wifi", True), ("do they have wifi", False), ("", False)],
)
def test_a_question_with_a_name_is_known_as_one(text, named):
    assert bool(Names(NAMES).said(text)) is named


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"heading": "Cafe > Opening"}, "Cafe"),
        ({"heading": "", "title": "Cafe"}, "Cafe"),
        ({"heading": None}, ""),
        ({}, ""),
        ({"heading": 5}, ""),
    ],
)
def test_the_outermost_heading_is_the_name(row, name):
    assert name_of(row) == name


def test_one_name_alone_is_never_added():
    assert names_of([{"heading": "Cafe"}, {"heading": "Cafe > Food"}]).last(["the cafe"]) == ""
    assert names_of([]).last(["the cafe"]) == ""


def test_a_name_of_signs_only_does_no_harm():
    assert Names(["!!", "The"]).last(["the !!"]) in ("", "The")


def test_most_of_a_name_is_enough():
    names = [*(f"{word} Hotel San Francisco" for word in "Yale Adagio Grand Kimpton".split())]
    assert Names(names).last(["the kimpton hotel"]) == "Kimpton Hotel San Francisco"
    assert Names(names).last(["a hotel in san francisco"]) == ""  # what all of them have
