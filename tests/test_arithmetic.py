"""A computed amount is said only if its numbers have evidence and the sum is right."""

from fractions import Fraction

import pytest

from arithmetic import computed, evaluate, without_sums

KNOWN = {Fraction(value) for value in (4800, 16, 12, 4, 50, 280)} | {Fraction(1, 20)}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("4800*12/16", 3600),
        ("4800*12/16-4800*12/16*5%", 3420),
        ("(16-4)/16*4800", 3600),
        ("2+3*4", 14),
        ("7-2-1", 4),  # from the left
        ("16/4/2", 2),
        ("0.1+0.2", Fraction(3, 10)),  # exact, not binary
        ("1/0", None),
        ("(1+2", None),
        ("1+", None),
        ("", None),
        ("*2", None),
        ("+".join(["1"] * 200), None),  # nobody says that
    ],
)
def test_expressions_have_the_value_of_pen_and_paper(expression, value):
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("4800 × 12 ÷ 16 = 3600", {3600}),
        ("4,800 × 12 ÷ 16 ＝ 3,600 元", {3600}),
        ("16 − 4 = 12，4800 × 12 ÷ 16 = 3600 元", {12, 3600}),
        ("4800×12÷16=3600，3600×5%=180，3600-180=3420", {3600, 180, 3420}),  # results feed on
        ("$280 * 4 = $1120", {1120}),
        ("16 / 12 = 1.33", {Fraction("1.33")}),  # rounded to the cent
        ("no sum here, 4800", set()),
    ],
)
def test_right_sums_over_known_numbers_are_allowed(text, results):
    assert computed(text, KNOWN) == (results, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4800 × 12 ÷ 16 = 3700", "miscalculated"),
        ("4800 × 9 = 43200", "without evidence"),  # right, and 9 comes from nowhere
        ("4800 × 80% = 3840", "without evidence"),
        ("4800 / 0 = 0", "without evidence"),
        ("4800 - 4800 = 0", "nothing is left"),  # "the course costs 4800 - 4800 = 0 yuan"
        ("5 × 12 = 60", "without evidence"),  # 5% is known, 5 is not
    ],
)
def test_wrong_sums_and_invented_numbers_are_named(text, problem):
    results, problems = computed(text, KNOWN)
    assert (results, len(problems)) == (set(), 1)
    assert problem in problems[0]


def test_what_else_a_sentence_says_is_left_for_the_other_checks():
    assert without_sums("退 4800 × 12 ÷ 16 = 3600 元，不含教材费").split() == [
        "退",
        ";",
        "不含教材费",
    ]


@pytest.mark.parametrize(
    ("asked", "problems"), [({3}, []), (set(), ["a sum without a number of the caller's"])]
)
def test_a_sum_needs_a_number_of_the_callers(asked, problems):
    assert computed("280 * 3 = 840", {Fraction(280), Fraction(3)}, asked)[1] == problems
