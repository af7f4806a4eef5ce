"""Typed quantities: equal where they are equal, different where they are different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import covers, facts
from plaintext import hidden, plain


def found(text):
    """Return the quantities of a text without their places."""
    return [(fact.kind, fact.value, fact.unit) for fact in facts(plain(text))]


def same(source, claim):
    """Tell whether the only quantity of the claim is covered by one of the source's."""
    (one,) = facts(plain(claim))
    return any(covers(other, one) for other in facts(plain(source)))


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("1,200 people", "1200 people"),
        ("7:30 pm", "7.30 pm"),
        ("7:30 pm", "７：３０ ＰＭ"),
        ("7:30 pm", "19:30"),
        ("7:30 pm", "seven thirty p.m."),
        ("7:30 pm", "half past seven"),  # less is said
        ("at 3: 00 PM", "3 p.m."),
        ("noon", "12 pm"),
        ("上午9点", "9 am"),
        ("下午六点半", "18:30"),
        ("5 rooms", "five rooms"),
        ("5天", "五天"),
        ("٥ days", "5 days"),  # Arabic-Indic digits
        ("5%", "百分之五"),
        ("5 percent", "5%"),
        ("$50", "50 dollars"),
        ("$50", "fifty dollars"),
        ("50 cents", "$0.50"),
        ("€1.5 million", "1500000 euros"),
        ("100元", "一百元"),
        ("90 minutes", "1.5 hours"),
        ("24 hours", "1 day"),
        ("24/7", "24 hours"),
        ("half an hour", "30 minutes"),
        ("半小时", "30分钟"),
        ("24-hour desk", "24 hours"),
        ("3 to 5 days", "3 days"),  # the unit of a range is that of its end
        ("3-5 days", "5 days"),
        ("12 to 3 pm", "3 pm"),
        ("every day except Sunday", "Saturday"),
        ("12 months", "one year"),
        ("半年", "六个月"),
        ("2 years", "24 months"),
        ("1.5 hours", "an hour and a half"),
        ("45 minutes", "three quarters of an hour"),
        ("every 15 minutes", "a quarter of an hour"),
        ("a dozen eggs", "12 eggs"),
        ("3.20 euros", "three euros twenty"),
        ("90分钟", "一个半小时"),
        ("3.5个小时", "三个半小时"),
        ("八五折", "8.5折"),
        ("a box of 60x40x40cm", "60x40x40"),
        ("a box of 60 x 40 cm", "60x40cm"),
        ("65 years of age", "over age 65"),
        ("Mon-Sat 9-5", "Monday to Saturday"),
        ("Sat & Sun: closed", "Sunday"),
        ("Tues & Thurs", "Thursday"),
        ("Fri, Sat, Sun 10 am", "Saturdays"),
        ("daily, but not on Mondays", "Tuesday to Sunday"),
        ("05:00 - 23:00", "5 am"),  # written on the 24 hour clock
        ("9:00 to 22:00", "9 am"),
        ("9点到22点", "上午9点"),
        ("from 8:00 to 11:00", "8"),
        ("18 years old", "18"),
        ("minimum age: 18", "18 years"),
        ("Monday to Friday", "Wednesday"),
        ("周一至周五", "周三"),
        ("every day", "Sunday"),
        ("weekends", "Saturday"),
        ("每天", "周日"),
        ("March 5, 2024", "5 March"),
        ("2024年3月5日", "March 5"),
        ("the third floor", "the 3rd floor"),
        ("第三", "3rd"),
        ("room B12", "b12"),
        ("call 555-0142-33", "555 0142 33"),
        ("minus 5 degrees", "-5 degrees"),
        ("四级", "4级"),
        ("打八折", "8折"),
        ("7个工作日", "七个工作日"),
    ],
)
def test_the_same_quantity_is_the_same_in_every_spelling(source, claim):
    assert same(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("3.5 km", "35 km"),
        ("15 rooms", "5 rooms"),
        ("7:30", "7 pm"),
        ("Saturday", "every day"),
        ("12 months", "2 years"),
        ("90分钟", "半个小时"),
        ("八五折", "五八折"),
        ("a box of 60x40x40cm", "60x40x50"),
        ("3 weeks", "3 books"),
        ("they sat in the sun on Friday", "Sunday"),
        ("Mon-Fri", "Saturday"),
        ("05:00 - 23:00", "5 pm"),
        ("9:00 to 22:00", "9 pm"),
        ("9点到22点", "晚上9点"),
        ("7:30", "7:30 pm"),  # a bare time is read on the 24 hour clock
        ("7:30 am", "7:30 pm"),
        ("5 days", "5 weeks"),
        ("5 days", "5 business days"),
        ("5天", "5周"),
        ("$50", "€50"),
        ("$50", "EUR 50"),
        ("50 dollars", "50 pounds"),
        ("50", "50%"),
        ("5%", "5 dollars"),
        ("四级", "六级"),
        ("四级", "四课时"),
        ("1,200 people", "1.2 people"),
        ("30 minutes", "30 hours"),
        ("-5 degrees", "5 degrees"),
        ("Monday to Friday", "Saturday"),
        ("Monday to Saturday", "every day"),
        ("周一至周五", "周日"),
        ("March 5", "March 6"),
        ("March 5, 2024", "March 5, 2023"),
        ("room B12", "B13"),
        ("555-0142-33", "555-0143-33"),
        ("2 pets", "the 2nd"),
        ("12 months", "12 weeks"),
        ("100 centuries", "100 years"),
    ],
)
def test_another_quantity_is_another(source, claim):
    assert not same(source, claim)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one of the best, no one knows", []),  # a pronoun
        ("you may bring a dog", []),  # not the month
        ("一起来，一共多少，无线网", []),
        ("the waiting time is short", []),
        ("between 13:00 and 19:00", [("clock", 780, "24"), ("clock", 1140, "24")]),
        ("$10-15", [("money", 10, "usd"), ("money", 15, "usd")]),
        ("a basket of 85x60x60cm", [("code", "85x60x60cm", "")]),
        ("周一至周五上午9点", [("weekday", frozenset(range(5)), ""), ("clock", 540, "24")]),
    ],
)
def test_quantities_are_read_as_what_they_are(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    "text", ["7\u200b am", "open\u202e7", "re\u00adturn", "p\u0430y", "7\u0430m"]
)
def test_hidden_and_look_alike_characters_are_noticed(text):
    assert hidden(text)


@pytest.mark.parametrize("text", ["7 am", "７ａｍ", "Ünder 5 Straße", "早上7点", "Москва"])
def test_honest_characters_are_not_suspected(text):
    assert not hidden(text)


@given(st.text())
def test_any_text_can_be_read(text):
    read = plain(text)
    for fact in facts(read):
        assert 0 <= fact.start < fact.end <= len(read)
