"""What is quoted is of the day, date and place that the question asks about."""

import re

import pytest
from test_turn import bag_of_words

import embed
import quoting
import scope
import search
from search import Hit

HALL = "Opening hours"
WEEK = [
    "On Monday and Tuesday the hall opens at 9:30. We close at 11 at night.",
    "On Saturday we open at 8:30 and close at 9 in the evening.",
    "On Sunday and on public holidays we open at 10. On December 25 the hall stays closed.",
]
ZH_WEEK = ["工作日早上九点开门，晚上十点关门。", "周六早上十点开门。"]


@pytest.mark.parametrize(
    ("question", "sentence", "astray"),
    [
        ("what time do you close on friday", "On Saturday we close at 9.", True),
        ("what time do you close on friday", "From Monday to Friday we close at 11.", False),
        ("what time do you close on friday", "We close at 11 on weekdays.", False),
        ("what time do you close on friday", "We are open daily from 8 to 10.", False),
        ("what time do you close on friday", "Dogs are welcome.", False),
        ("are you open on sunday", "On Saturday we open at 8:30.", True),
        ("are you open on sunday", "We are open every day except Sunday.", False),
        ("are you open on sunday", "We are open on weekends only.", False),
        ("are you open at the weekend", "On Saturday we open at 8:30.", False),  # half of it
        ("are you open on saturday or sunday", "On Sunday we open at 10.", False),
        ("are you open on public holidays", "On Saturday we open at 8:30.", True),
        ("are you open on public holidays", "On Sunday and on public holidays we open.", False),
        ("are you open on december 24", "On December 25 the hall stays closed.", True),
        ("are you open on december 25", "On 25 December the hall stays closed.", False),
        ("are you open in december", "On December 25 the hall stays closed.", False),
        ("are you open on december 24", "Closed from December 20 to January 2.", False),  # a range
        ("my son is 15 may he climb", "Young people from 14 to 17 may climb alone.", False),
        ("周五几点关门", "周六晚上九点关门。", True),
        ("周五几点关门", "周一到周五晚上十点关门。", False),
        ("周三几点开门", "工作日九点开门。", False),
        ("周三几点开门", "退款3个工作日到账。", False),  # a span of time, no day
        ("星期天开门吗", "周日十点开门。", False),
        ("星期天开门吗", "礼拜六十点开门。", True),
        ("国庆节开门吗", "周六十点开门。", True),
        ("5月1日开门吗", "5月2日起正常营业。", False),  # "from" is many days
        ("5月1日开门吗", "5月3日不开门。", True),
    ],
)
def test_a_sentence_of_another_day_is_known(question, sentence, astray):
    assert scope.astray(scope.named(question), [scope.named(sentence)]) == [astray]


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("is the north gate open", "The north gate is open.", "The south gate is closed."),
        ("浦东店几点开门", "浦东店九点开门。", "浦西店十点开门。"),
        ("口语课三级多少钱", "三级900元。", "二级800元。"),
        ("what is on the 2nd floor", "The 2nd floor has the wall.", "The 1st floor has a cafe."),
    ],
)
def test_another_place_or_level_loses_to_the_one_asked_for_and_only_to_that(question, right, wrong):
    asked, both = scope.named(question), [scope.named(right), scope.named(wrong)]
    assert scope.astray(asked, both) == [False, True]
    assert scope.astray(asked, both[1:]) == [False]  # "a wheelchair entrance" may be the main one


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("how much is a day pass", ("money",)),
        ("what does it cost", ("money",)),
        ("what do i have to pay", ("money",)),
        ("how much time do i have", ()),
        ("what time do you open", ("clock",)),
        ("how long does it take", ("measure",)),
        ("can i bring my dog", ()),
        ("会员卡多少钱", ("money",)),
        ("几点关门", ("clock",)),
        ("退款多久到账", ("measure",)),
        ("一共有几级", ("measure", "number")),
        ("可以带狗吗", ()),
    ],
)
def test_what_a_question_asks_for_is_a_kind_of_quantity(question, kinds):
    assert scope.asks(question) == kinds


class Passages:
    made_by = vocabulary = None
    tokenizer = staticmethod(lambda text: re.findall(r"[a-z0-9:]+|[一-鿿]", text.lower()))


@pytest.fixture(autouse=True)
def house(monkeypatch):
    monkeypatch.setattr(embed, "encode", bag_of_words)
    monkeypatch.setattr(search, "load_passages", Passages)


def hits(*texts):
    return [
        Hit(f"d#{n}", "d", text, HALL, 0.5, 1.0, 0.5, 0.03, 0.5) for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("question", "texts", "said"),
    [
        ("are you open on sunday", WEEK, "On Sunday and on public holidays we open at 10."),
        ("when do you close on saturday", WEEK, WEEK[1]),
        ("are you open on wednesday", WEEK, None),  # no passage has it: nothing, not another day
        ("when do you close on tuesday", WEEK, WEEK[0]),  # the time goes with its day
        ("are you open on december 25", WEEK, "On December 25 the hall stays closed."),
        ("周三几点开门", ZH_WEEK, ZH_WEEK[0]),
        ("周日几点开门", ZH_WEEK, None),
    ],
)  # fmt: skip
def test_the_right_day_is_quoted_or_none(question, texts, said):
    found = quoting.extract(hits(*texts), question, 1)
    assert [one.text for one in found] == ([said] if said else [])


@pytest.mark.parametrize(
    ("sentence", "beside"),
    [
        ("On Saturday we open at 8:30 and close at 9 in the evening.", False),
        ("On Sunday and on public holidays we open at 10.", True),
        ("We close at 11 at night.", True),  # true of Monday and Tuesday
    ],
)
@pytest.mark.parametrize("elaborates", [False, True])
def test_a_model_s_sentence_of_another_day_is_beside_the_question(sentence, beside, elaborates):
    question = "when do you close on saturday evening"
    assert quoting.beside(sentence, hits(*WEEK), question, elaborates) is beside


def test_no_sentence_is_said_twice_when_another_one_leans_on_it():
    text = "The cafe has its own hours. It opens at 11:30 every day."
    found = quoting.extract(hits(text), "does the cafe have its own hours it opens at every day", 3)
    assert [one.text for one in found] == [text]
