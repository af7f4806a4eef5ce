"""What a caller said becomes a question worth searching for, and its meaning stays."""

import random
import time

import pytest

import homophones
import homophones_zh
from spoken import rewrite_call, understand

FILLERS = [
    ("i'd like to um change uh my my booking", "i'd like to change my booking"),
    ("what's the uh wifi password", "what's the wifi password"),
    ("嗯 那个 我想问一下你们几点开门", "我想问一下你们几点开门"),
    ("um so what time, uh, do you open", "what time, do you open"),
    ("Oh hi, um, are you open on Saturday?", "are you open on Saturday?"),
    ("UM WHAT TIME DO YOU OPEN", "what time do you open"),
    ("okay so well how much is it", "how much is it"),
    ("o k so when do you open", "when do you open"),
    ("like how late are you open", "how late are you open"),
    ("so like do you sell gift cards", "do you sell gift cards"),
    ("great thanks and do you take cards", "and do you take cards"),
    ("A high what time do you close", "what time do you close"),  # "uh hi", misheard
    ("A what time do you close", "what time do you close"),
    ("I'm where do I leave my luggage", "where do I leave my luggage"),  # "um", misheard
    ("You Are you open on Sunday?", "Are you open on Sunday?"),  # Whisper opens silence so
    ("is the the pool open", "is the pool open"),
    ("and what about and what about the price", "and what about the price"),
    ("oh two people", "2 people"),
    ("嗯那个我的订单在哪", "我的订单在哪"),
    ("呃,就是我想退货", "我想退货"),
    ("你好请问几点开门", "请问几点开门"),
    ("多少钱啊", "多少钱"),
]
NO_FILLERS = [
    "how do i get to the er",
    "i would like a room",
    "i'd like to book",
    "it looks like rain",
    "what is the pool like",
    "do you have a room with a view as well",
    "how well do you speak french",
    "so many people asked",
    "well water",
    "a can of paint",
    "is it that far so late",
    "is it ok to bring a dog",
    "a 10 k run",
    "where is the er",
    "do you know if it is open",
    "那个课程多少钱",
    "这个怎么申请",
    "金额是多少",
    "我就是想问价格",
]
CORRECTIONS = [
    ("is it open on monday or actually on sunday", "is it open on sunday"),
    ("are you open on tuesday no wait wednesday", "are you open on wednesday"),
    ("are you open tuesday, no, wednesday", "are you open wednesday"),
    ("a table at five sorry six", "a table at 6"),
    ("at five, sorry, at six pm", "at 6 pm"),
    ("i'd like two rooms no wait three", "i'd like 3 rooms"),
    ("two people i mean three people for dinner", "3 people for dinner"),
    ("monday no wait tuesday no sorry friday", "friday"),
    ("is the pool no wait the gym open", "is the gym open"),
    ("can i pay no wait can i cancel", "can i cancel"),
    ("你们周二不对周三几点开门", "你们周三几点开门"),
    ("两个人不对三个人", "3个人"),
]
NO_CORRECTIONS = [
    "sorry are you open on monday",
    "is there no wait on friday",
    "monday and sorry to ask tuesday",
    "is it monday or tuesday",
]
FOLLOW_UPS = [
    ("is the pool closed today", "why", "why is the pool closed today"),
    ("is there a tour in english", "when", "when is there a tour in english"),
    ("is the library open on sunday", "until when", "until when is the library open on sunday"),
    ("what does the pool cost", "how long", "how long pool"),
    ("how much is breakfast", "is that included", "is breakfast included"),
    ("how long is the first course", "what about the second one", "how long is the second course"),
    ("do adults need a passport", "same for children", "do children need a passport"),
    ("is the doctor in this week", "what about next week", "is the doctor in next week"),
    (
        "how much is a room with breakfast",
        "and without breakfast",
        "how much is a room without breakfast",
    ),
    ("有没有停车位", "多少钱", "停车位多少钱"),
    ("宠物能进吗", "可以带吗", "宠物可以带吗"),
    ("写作课一共几节", "那口语课呢", "口语课一共几节"),
    ("what time do you open on monday", "and on sunday?", "what time do you open on sunday"),
    ("what time do you open", "what about sunday", "what time do you open on sunday"),
    ("UM ARE YOU OPEN ON MONDAY", "AND WHAT ABOUT SUNDAY", "are you open on sunday"),
    ("are you open on monday", "what about sunday morning", "are you open on sunday morning"),
    ("are you open at five pm", "how about after six pm", "are you open after 6 pm"),
    ("can i get a refund", "what if i cancel late", "can i get a refund if i cancel late"),
    (
        "can i get a refund if i cancel two days before",
        "what if i cancel late",
        "can i get a refund if i cancel late",
    ),
    ("a table for four people", "what about two people", "a table for 2 people"),
    ("how much is a ticket for adults", "and for kids", "how much is a ticket for kids"),
    ("how much is a haircut", "what about a beard trim", "how much is a beard trim"),
    ("what time do you open", "what about parking", "what time do you open parking"),
    ("do you have a swim ticket", "how much is it for kids", "how much is swim ticket for kids"),
    ("what is throat cancer", "what are its symptoms", "what are throat cancer's symptoms"),
    ("what time does breakfast start", "is it included", "is breakfast included"),
    ("is there a shop in the lobby", "what about in the cellar", "is there a shop in the cellar"),
    ("你们周一几点开门", "那周六呢", "你们周六几点开门"),
    ("你们几点开门", "周末呢", "周末你们几点开门"),
    ("怎么取消预约", "那要是迟到呢", "要是迟到怎么取消预约"),
    ("退货的运费谁来出", "那换货呢", "换货的运费谁来出"),
    ("成人票多少钱", "那小孩呢", "小孩票多少钱"),
    ("两个人要多少钱", "三个人呢", "3个人要多少钱"),
    ("有没有家庭票", "它多少钱", "家庭票多少钱"),
]
NO_FOLLOW_UPS = [
    ("do you have parking", "what time do you close"),
    ("do you have parking", "do they accept credit cards"),
    ("are you open today", "can i bring my dog is it pet friendly"),  # its own noun
    ("do you have a pool", "is it possible to cancel"),
    ("do you have a pool", "what time is it"),
    ("do you have a pool", "is that room quiet"),
    ("do you have a pool", "thanks"),
    ("周一几点开门", "那周末有人工客服吗"),
    ("周一几点开门", "我想退货"),
]
EN_TEXTS = [
    "Room price list. The price includes check in. Check in early. Cancel or cancel late.",
    "The Four Seasons Hotel.",
]
ZH_TEXTS = ["退货流程。退货要订单号。订单。人工客服,人工,客服。"]
MISHEARD = [
    ("what's the prize", "what's the price"),
    ("early check kin please", "early check in please"),
    ("can i can sell today", "can i cancel today"),
    ("is the four seasons hotel open", "is the four seasons hotel open"),  # a name, no number
    ("four seasons a year", "four seasons a year"),
    ("is the boat here", "is the boat here"),
    ("please pass the rice", "please pass the rice"),
]
PINYIN = {
    "火": "huo",
    "货": "huo",
    "退": "tui",
    "定": "ding",
    "订": "ding",
    "单": "dan",
    "工": "gong",
    "功": "gong",
    "克": "ke",
    "客": "ke",
    "服": "fu",
    "人": "ren",
}
ALPHABET = "a1 ,.?!\n\t\x00'’-é五点半零百一那个呢😀\u2028" + "".join(chr(c) for c in range(128))
WORDS = (
    "um so like two five oh hundred and point half past to seven thirty pm a m no wait sorry what "
    "about if it they monday on at double first the one , . ? 嗯 那 周六 呢 三点半 不对 一百 零"
).split()


@pytest.mark.parametrize(("said", "meant"), FILLERS)
def test_fillers_go(said, meant):
    assert rewrite_call(said) == meant


@pytest.mark.parametrize("said", NO_FILLERS)
def test_words_that_only_look_like_fillers_stay(said):
    assert rewrite_call(said) == said


@pytest.mark.parametrize("said", ["um", "uh oh", "ok", "well", "like", "嗯", "你好"])
def test_an_utterance_of_fillers_alone_stays(said):
    assert rewrite_call(said) == said


@pytest.mark.parametrize(("said", "meant"), CORRECTIONS)
def test_a_self_correction_takes_the_last_word(said, meant):
    assert rewrite_call(said) == meant


@pytest.mark.parametrize("said", NO_CORRECTIONS)
def test_what_is_no_correction_stays(said):
    assert rewrite_call(said).endswith(said.removeprefix("sorry "))


@pytest.mark.parametrize(("before", "said", "meant"), FOLLOW_UPS)
def test_a_follow_up_is_completed(before, said, meant):
    assert rewrite_call(said, before) == meant


@pytest.mark.parametrize(("before", "said"), NO_FOLLOW_UPS)
def test_a_question_of_its_own_is_not_mixed_with_the_one_before(before, said):
    assert rewrite_call(said, before) == said


def test_no_transcript_is_an_empty_text():
    assert rewrite_call(None) == rewrite_call("") == rewrite_call(" \n") == ""


def test_without_a_context_a_follow_up_stays():
    assert rewrite_call("and what about sunday") == "and what about sunday"


def test_a_chain_of_follow_ups_reaches_the_last_full_question():
    turns = ["um what time do you open on monday", "and on tuesday", "what about wednesday"]
    assert understand("and friday?", history=turns).text == "what time do you open on friday"
    assert understand("and friday?", turns[-1], turns[:-1]).text.endswith("open on friday")
    assert understand("and friday?", turns[-1], turns).text.endswith("open on friday")


def test_what_was_heard_and_every_change_is_recorded():
    said = "UM DO YOU OPEN AT HALF PAST SEVEN"
    found = understand(said)
    assert found.heard == said
    assert found.text == "do you open at 7:30"
    assert found.changes[-1] == {"rule": "numbers", "before": "half past seven", "after": "7:30"}
    assert [change["rule"] for change in found.changes] == ["spelling", "fillers", "numbers"]
    assert understand("do you open").changes == []


@pytest.mark.parametrize(("said", "meant"), MISHEARD)
def test_a_misheard_word_of_the_knowledge_base_is_put_back(said, meant):
    found = understand(said, vocabulary=homophones.vocabulary(EN_TEXTS))
    assert found.text == meant
    assert (found.text != said) == ("heard as" in [change["rule"] for change in found.changes])


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("怎么退火", "怎么退货"),
        ("我的定单", "我的订单"),
        ("人功克服", "人工客服"),
        ("火在哪", "火在哪"),
    ],
)
def test_a_misheard_chinese_term_is_put_back(said, meant, monkeypatch):
    monkeypatch.setattr(homophones, "pinyin_of", lambda: lambda char: PINYIN.get(char, char))
    found = understand(said, vocabulary=homophones.vocabulary(ZH_TEXTS))
    assert found.text == meant


def test_without_pypinyin_chinese_stays_and_the_vocabulary_says_so(monkeypatch):
    monkeypatch.setattr(homophones, "pinyin_of", lambda: None)
    known = homophones.vocabulary(ZH_TEXTS)
    assert "pypinyin" in known.note
    assert understand("怎么退火", vocabulary=known).text == "怎么退火"
    assert homophones.vocabulary(EN_TEXTS).note == ""


def test_an_english_text_that_quotes_a_chinese_name_once_does_not_load_pinyin(monkeypatch):
    monkeypatch.setattr(homophones, "pinyin_of", lambda: pytest.fail("0.3 s for nothing"))
    known = homophones.vocabulary(["Genghis Khan (成吉思汗) was born near the Onon."])
    assert (known.terms, known.note) == ({}, "")
    assert "成吉思" in known.grams


def test_pinyin_ignores_tones_where_pypinyin_is_installed():
    pytest.importorskip("pypinyin", reason="the optional package pypinyin is not installed")
    of = homophones_zh.pinyin_of()
    assert of("货") == of("火") == "huo"


def test_any_text_gives_a_text_and_never_an_exception():
    rng = random.Random(7)
    texts = ["".join(rng.choices(ALPHABET, k=rng.randrange(40))) for _ in range(400)]
    texts += [" ".join(rng.choices(WORDS, k=rng.randrange(12))) for _ in range(400)]
    for text in texts:
        found = understand(text, context=text, history=[text])
        assert found.heard == text
        assert found.text.strip() or not text.strip()


@pytest.mark.parametrize(
    "said", [row[0] for row in FILLERS + CORRECTIONS + MISHEARD] + NO_FILLERS + NO_CORRECTIONS
)
def test_a_rewritten_text_is_not_rewritten_again(said):
    assert rewrite_call(rewrite_call(said)) == rewrite_call(said)


@pytest.mark.parametrize(
    "unit",
    ["one hundred and ", "oh ", "5 ", "um, ", "5 no wait ", "一百二十点", "x", "of it ", ", "],
)
def test_time_grows_with_the_length_and_not_its_square(unit):
    def seconds(length):
        text = unit * (length // len(unit))
        runs = []
        for _ in range(3):  # the best of three: a pause of the collector is no growth
            start = time.process_time()
            understand(text, context=text)
            runs.append(time.process_time() - start)
        return min(runs)

    assert seconds(16000) < 10 * seconds(4000) + 0.05  # 4 times the length; 16 if it were squared
