"""The picture of a gate shows every question, tau in its place, and is readable on any ground."""

import re
from xml.etree import ElementTree

import pytest

from chart import BASE, LEFT, RIGHT, TOP, ceiling, draw, shares

CURVE = [
    {"coverage": 0.5, "risk": 0.0, "over_tau": 1.0},
    {"coverage": 0.75, "risk": 0.2, "over_tau": 0.1},
    {"coverage": 1.0, "risk": 0.5, "over_tau": -1.0},
]
SCORES, LABELS = [1.2, 0.8, -0.5, -1.0], [True, True, False, False]


def picture(scores=SCORES, labels=LABELS, tau=0.25, curve=CURVE, title="Gate of 4 questions"):
    return ElementTree.fromstring(draw(scores, labels, tau, curve, title))


def of(tree, tag, kind=None):
    found = tree.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [one for one in found if kind is None or one.get("class") == kind]


def test_every_question_has_a_tick_of_its_kind():
    tree = picture()
    assert len(of(tree, "line", "yes")) == 2
    assert len(of(tree, "line", "no")) == 2


def test_tau_stands_between_the_kinds_it_parts():
    tree = picture()
    tau = float(of(tree, "line", "tau")[0].get("x1"))
    assert all(float(one.get("x1")) > tau for one in of(tree, "line", "yes"))
    assert all(float(one.get("x1")) < tau for one in of(tree, "line", "no"))


def test_the_dot_is_the_last_point_of_the_curve_that_passes():
    (dot,) = of(picture(), "circle", "here")
    assert float(dot.get("cx")) == pytest.approx(RIGHT[0] + 0.75 * (RIGHT[1] - RIGHT[0]), abs=0.1)


def test_a_gate_that_passes_nothing_has_no_dot():
    curve = [{"coverage": 1.0, "risk": 0.5, "over_tau": -1.0}]
    assert not of(picture(curve=curve), "circle")


def test_axes_have_names_and_the_legend_counts():
    words = [one.text for one in of(picture(), "text")]
    for expected in (
        "evidence",
        "share of its kind",
        "questions answered",
        "wrong among the answered",
        "with an answer (2)",
        "without one (2)",
        "tau 0.25",
    ):
        assert expected in words


def test_light_and_dark_ground_both_have_colours():
    style = of(picture(), "style")[0].text
    dark = style[style.index("@media (prefers-color-scheme: dark)") :]
    for kind in ("text", ".ground", ".axis", ".grid", ".yes", ".no", ".curve"):
        assert kind in dark
    assert len(re.findall(r"\.ground \{ fill: #\w{6} \}", style)) == 2


@pytest.mark.parametrize(
    ("scores", "labels", "tau", "curve"),
    [
        ([0.0, 0.0], [True, False], 0.0, CURVE),  # no reach at all
        ([50.0, -3.0], [True, False], 0.1, CURVE),
        ([1.0], [True], 0.1, CURVE),  # a kind without a question
        (SCORES, LABELS, 9.0, [{"coverage": 1.0, "risk": 0.0, "over_tau": 0.0}]),
    ],
)
def test_everything_lies_within_the_panels(scores, labels, tau, curve):
    tree = picture(scores, labels, tau, curve)
    for one in [*of(tree, "line", "yes"), *of(tree, "line", "no"), *of(tree, "line", "tau")]:
        assert LEFT[0] <= float(one.get("x1")) <= LEFT[1]
    for bar in of(tree, "rect", "bar yes") + of(tree, "rect", "bar no"):
        assert float(bar.get("y")) >= 40 and float(bar.get("height")) <= BASE - TOP + 0.1


def test_a_title_from_outside_is_text_and_no_markup():
    tree = picture(title='<script>alert("1")</script> & more')
    assert not of(tree, "script")
    assert of(tree, "title")[0].text.startswith("<script>")


def test_shares_of_a_kind_add_up_to_one():
    assert sum(shares([-1, 0, 0.2, 1], -1, 1)) == pytest.approx(1)
    assert shares([1], -1, 1)[-1] == 1  # the upper end belongs to the last part
    assert sum(shares([], -1, 1)) == 0


@pytest.mark.parametrize(("value", "top"), [(0.182, 0.2), (0.2, 0.2), (0.0, 0.04), (1.0, 1.0)])
def test_axes_end_at_percents_that_four_marks_divide(value, top):
    assert ceiling(value) == pytest.approx(top)


def test_the_same_gate_is_the_same_picture():
    assert draw(SCORES, LABELS, 0.25, CURVE, "t") == draw(SCORES, LABELS, 0.25, CURVE, "t")
