"""No sentence leaves a turn that did not pass the check or is not word for word in a passage."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import embed
import gate
import search
import turn
from search import Hit, Retrieval
from turn import REFUSAL


def hit(number, text, heading=""):
    return Hit(f"d#{number}", "d", text, heading, 0.5, 1.0, 0.5, 0.03, 0.5)


HITS = [
    hit(1, "Parking is free for the first 3 hours. Every hour after that costs 2 dollars."),
    hit(2, "The cafe has its own hours. It opens at 11:30 every day."),
    hit(3, "Dogs are not allowed in the hall."),
]


def bag_of_words(texts, made_by=None, **_):
    """A deterministic stand-in: hashed words, unit length."""
    rows = np.zeros((len(texts), 256), np.float32)
    for row, text in zip(rows, texts):
        for word in text.lower().replace(".", " ").replace("?", " ").split():
            row[int(hashlib.md5(word.encode("utf-8", "replace")).hexdigest(), 16) % 256] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class Passages:
    made_by = vocabulary = None
    tokenizer = staticmethod(lambda text: re.findall(r"\w+", text.lower()))
    rows = [{"id": one.id, "source": "house.md"} for one in HITS]


@pytest.fixture(autouse=True)
def call(monkeypatch):
    """A call whose hits and gate are given; returns what to set them with."""
    state = {"hits": HITS, "gate": (True, "ok")}
    monkeypatch.setattr(embed, "encode", bag_of_words)
    monkeypatch.setattr(search, "load_passages", Passages)
    monkeypatch.setattr(
        search, "retrieve_timed", lambda query, **_: Retrieval(state["hits"], {}, query, "")
    )
    monkeypatch.setattr(gate, "verdict", lambda hits: gate.Verdict(*state["gate"], "scripted"))
    return state


class Model:
    """A model that says what it is told to, and remembers what it was asked."""

    def __init__(self, reply):
        self.reply, self.asked = reply, []

    def __call__(self, messages, max_tokens, json_schema):
        self.asked.append(messages)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply, 1.0, 2.0, {}


def sentences(*pairs):
    return json.dumps({"sentences": [{"text": text, "source": source} for text, source in pairs]})


def quoted(spoken):
    return all(text in " ".join(one.text for one in HITS) for text, _ in spoken.sentences)


def test_a_verified_answer_is_said_with_its_source():
    model = Model(sentences(("Parking is free for the first 3 hours.", "S1")))
    _, _, said = turn.take("is parking free", chat=model)
    assert said.status == "answered"
    assert said.sentences == [("Parking is free for the first 3 hours.", [1])]
    assert said.say == "Parking is free for the first 3 hours."


@pytest.mark.parametrize(
    "reply",
    [
        sentences(("Parking is free for the first 5 hours.", "S1")),  # another number
        sentences(("Parking is not free for the first 3 hours.", "S1")),  # turned round
        sentences(("Dogs are allowed in the hall.", "S3")),
        sentences(("Parking costs nothing for the first 3 hours.", "S3")),  # cited wrongly
        sentences(("The sauna opens at 11:30 every day.", "S2")),
        sentences(),
        "Parking is free [7].",
        '{"sentences": [{"text": "Parking',
        "",
        RuntimeError("dead"),
        TimeoutError(),
    ],
)
def test_whatever_the_model_does_a_passage_is_quoted_instead(reply):
    prepared, proposal, said = turn.take("is parking free", chat=Model(reply))
    assert said.status == "extractive"
    assert said.sentences and quoted(said)
    assert proposal.fault or said.struck or not proposal.sentences


def test_below_the_gate_the_model_is_not_asked(call):
    call["gate"] = (False, "rerank 0.2 under 0.4")
    model = Model(sentences(("Parking is free for the first 3 hours.", "S1")))
    prepared, proposal, said = turn.take("do you have a sauna", chat=model)
    assert (model.asked, proposal) == ([], None)
    assert (said.status, said.say, said.sentences) == ("refused", REFUSAL[False], [])


def test_a_chinese_question_is_refused_in_chinese(call):
    call["gate"] = (False, "no hit")
    assert turn.take("帮我预测下周的黄金价格")[2].say == REFUSAL[True]


def test_the_first_failed_sentence_ends_the_answer_and_is_replaced():
    reply = sentences(
        ("Parking is free for the first 3 hours.", "S1"),
        ("Every hour after that costs 9 dollars.", "S1"),
        ("Dogs are not allowed in the hall.", "S3"),  # true, but after the failure
    )
    _, _, said = turn.take("is parking free for the first hours and after", chat=Model(reply))
    assert said.struck == [
        ("Every hour after that costs 9 dollars.", [1], "quantity_not_in_passage")
    ]
    assert said.say.startswith("Parking is free for the first 3 hours.")
    assert "9 dollars" not in said.say and "Dogs" not in said.say
    assert quoted(said)


def test_answered_means_that_all_that_is_said_is_the_model_s_and_passed():
    first = "Parking is free for the first 3 hours."
    only = [hit(1, first)]
    proposal = turn.Proposal([(first, [1]), ("The sauna is hot.", [1])], "", "", {})
    said = turn.speak("is parking free", only, True, proposal)
    assert (said.status, said.say) == ("answered", first)  # the struck one has no substitute
    assert [reason for *_, reason in said.struck] == ["unsupported"]
    said = turn.speak("is parking free", HITS, True, turn.Proposal([], "", "", {}))
    assert said.status == "extractive"


def test_a_sentence_that_stands_in_another_passage_is_cited_from_there():
    model = Model(sentences(("Parking is free for the first 3 hours.", "S3")))
    said = turn.take("is parking free for the first hours", chat=model)[2]
    assert (said.status, said.sentences) == (
        "answered",
        [("Parking is free for the first 3 hours.", [1])],
    )


@pytest.mark.parametrize(
    ("question", "sentence", "number", "status"),
    [
        ("can i bring my dogs into the hall", "Dogs are not allowed in the hall.", 3, "answered"),
        ("can i bring my dogs into the hall", "Parking is free for the first 3 hours.", 1, ""),
        ("is parking free for the first hours", "Dogs are not allowed in the hall.", 3, ""),
    ],
)
def test_a_true_sentence_beside_the_question_is_not_the_answer(question, sentence, number, status):
    said = turn.take(question, chat=Model(sentences((sentence, f"S{number}"))))[2]
    if status:
        assert (said.status, said.say) == (status, sentence)
    else:
        assert said.struck == [(sentence, [number], "beside_the_question")]
        assert said.status == "extractive" and quoted(said)


def test_small_talk_is_left_out_and_alone_it_is_no_answer():
    reply = sentences(
        ("Let me check that for you.", "S1"), ("Dogs are not allowed in the hall.", "S3")
    )
    assert turn.take("are dogs allowed in the hall", chat=Model(reply))[2].say == HITS[2].text
    reply = sentences(("Let me check that for you.", "S1"))
    assert turn.take("are dogs allowed in the hall", chat=Model(reply))[2].status == "extractive"


def test_without_a_model_the_closest_sentences_are_said_word_for_word():
    _, proposal, said = turn.take("are dogs allowed in the hall")
    assert proposal is None
    assert (said.status, said.say) == ("extractive", "Dogs are not allowed in the hall.")


def test_a_sentence_that_leans_on_the_one_before_brings_it_along():
    _, _, said = turn.take("when do you open, every day at 11:30, it opens")
    assert said.say == "The cafe has its own hours. It opens at 11:30 every day."


def test_nothing_found_is_a_hand_over(call):
    call["hits"] = [hit(1, "Is there parking?")]  # a question of the document answers nothing
    assert turn.take("is there parking")[2][:2] == ("handoff", [])


SUM = [
    hit(1, "可退的学费等于实付学费乘以剩余课时占总课时的比例，再减去 5% 的手续费。"),
    hit(2, "三级学费 4800 元，每级 16 课时。"),
]


@pytest.mark.parametrize(
    ("sentence", "numbers", "ok"),
    [
        ("4800 × 12 ÷ 16 = 3600 元。", [1, 2], False),  # 12 has no evidence
        ("16 − 4 = 12，4800 × 12 ÷ 16 = 3600 元。", [1, 2], True),  # 4 is the caller's own
        ("16 − 4 = 12，4800 × 12 ÷ 16 = 3700 元。", [1, 2], False),
        ("16 − 4 = 12，4800 × 12 ÷ 16 = 3600 元。", [1], False),  # 4800 is not in the first
        ("三级学费 4800 元。", [2], True),
        ("三级学费 4900 元。", [2], False),
        ("三级学费 4800 元。", [], False),
        ("三级学费 4800 元。", [3], False),
        ("三级学费 4800 元。", [0], False),  # Python would count from the end
        ("三级学费 4800 元。", [2, -1], False),
    ],
)
def test_sums_are_recomputed_from_evidence(sentence, numbers, ok):
    question = "我报了三级，上了 4 课时，能退多少钱"
    assert turn.judge(sentence, numbers, SUM, question)[0] is ok


@pytest.mark.parametrize("heard", ["", "   ", "um", "\x00", "🙂", "a" * 10_000, "嗯"])
def test_odd_transcripts_end_in_something_sayable(heard):
    said = turn.take(heard)[2]
    assert said.say in REFUSAL.values() or quoted(said)


def test_a_turn_loads_no_client_of_a_model_and_no_other_step():
    code = "import sys; sys.path.insert(0, sys.argv[1]); import turn; print(*sys.modules)"
    command = [sys.executable, "-I", "-c", code, str(Path(turn.__file__).parent)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert not {"http.client", "ssl", "llm", "answer", "threshold"} & set(loaded)
