"""The real MiniLM: the vectors of sentence-transformers, over reference texts and the fixture."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bert_onnx
import chunks
import embed
import rag_io
import search
from rag_io import StepError

ROOT = Path(__file__).resolve().parents[2]
VOICE = ROOT / "fixtures" / "voice"
pytestmark = pytest.mark.real
CLOSE = 1e-4  # what a score may differ by; found: 1e-6


@pytest.fixture(scope="module")
def encoder():
    return bert_onnx.load(embed.MINILM)


def reference():
    rows = json.loads((ROOT / "tests" / "real" / "reference.json").read_text(encoding="utf-8"))
    return [row["text"] for row in rows], np.array([row["vector"] for row in rows])


def passages():
    files = sorted((VOICE / "kb").glob("*.md"))
    return [text for file in files for text in chunks.paragraphs(file.read_text(encoding="utf-8"))]


def test_the_weights_are_the_genuine_ones(encoder):
    assert encoder.weights == bert_onnx.MINILM_SHA256 and encoder.dim == 384


def test_the_vectors_are_those_that_sentence_transformers_gave(encoder):
    texts, vectors = reference()
    assert np.abs(encoder.embed(texts) - vectors).max() < CLOSE


def test_the_vectors_are_those_of_sentence_transformers_over_the_whole_fixture(encoder):
    if importlib.util.find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers is not installed (requirements-torch.txt)")
    lines = (VOICE / "rag" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    texts = passages() + [json.loads(line)["asr"] for line in lines]
    theirs = embed.encode(texts, ("torch", embed.MINILM))
    assert np.abs(encoder.embed(texts) - theirs).max() < CLOSE


def test_rows_are_of_unit_length_float32_and_finite(encoder):
    vectors = embed.encode([*passages(), "", " ", "?"], ("onnx", embed.MINILM))
    assert vectors.dtype == np.float32 and vectors.shape[1] == 384
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5


def test_a_text_has_the_same_vector_alone_and_among_others(encoder):
    texts = passages()
    together = encoder.embed(texts)
    for place in (0, len(texts) // 2, len(texts) - 1):
        assert np.abs(encoder.embed([texts[place]])[0] - together[place]).max() < 1e-5


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """chunks.jsonl and the real vectors of the fixture."""
    where = tmp_path_factory.mktemp("rag")
    patch = pytest.MonkeyPatch()
    patch.setenv("VOICE_RAG_DIR", str(where))
    patch.setenv("VOICE_FIXTURES", str(VOICE))
    chunks.main([])
    embed.main([])
    patch.undo()
    return where


@pytest.fixture
def searched(index, monkeypatch):
    monkeypatch.setenv("VOICE_RAG_DIR", str(index))
    return search.search


def test_the_index_has_the_labs_shape(index):
    vectors = np.load(index / "embed.npy")
    assert vectors.dtype == np.float32
    assert vectors.shape == (len((index / "chunks.jsonl").read_text().splitlines()), 384)
    about = json.loads((index / "embed.json").read_text())
    assert about["weights"] == bert_onnx.MINILM_SHA256 and about["dim"] == 384


@pytest.mark.parametrize(
    ("query", "doc"),
    [
        ("what time do you open on sunday", "kb-hours"),
        ("how long can i park for free", "kb-parking"),
        ("are dogs allowed", "kb-pets"),
        ("how much is a day pass for an adult", "kb-prices"),
        ("how do i cancel", "kb-cancellation"),
    ],
)
def test_a_written_question_finds_its_document(searched, query, doc):
    assert any(name.startswith(f"{doc}#") for name, _ in searched(query, 3))


def test_the_hits_are_those_of_brute_force_in_float64(index, searched):
    vectors = np.load(index / "embed.npy").astype(float)
    ids = [json.loads(line)["id"] for line in open(index / "chunks.jsonl", encoding="utf-8")]
    lines = (VOICE / "rag" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        query = json.loads(line)["asr"]
        exact = vectors @ embed.encode([query]).astype(float)[0]
        hits = searched(query, len(ids))
        assert [score for _, score in hits] == pytest.approx(sorted(exact, reverse=True), abs=1e-6)
        assert hits[0][0] == ids[int(exact.argmax())]


@pytest.mark.parametrize("query", ["", " ", "um", "你好", "x" * 20_000, "\x00", "\u2028", "🙂"])
def test_any_question_gets_three_finite_scores(searched, query):
    hits = searched(query)
    assert len(hits) == 3 and all(np.isfinite(score) for _, score in hits)


def test_half_a_sign_in_a_question_is_no_fault(searched):
    assert len(searched("open \ud800 now")) == 3  # as a shell hands on bytes that are not UTF-8


def test_equal_texts_have_equal_vectors_wherever_they_stand(encoder):
    same = "Closed on public holidays."
    texts = [same, *passages(), same, *(f"{same} {i}" for i in range(20)), same]
    vectors = embed.encode(texts, ("onnx", embed.MINILM))
    rows = [vector for text, vector in zip(texts, vectors) if text == same]
    assert all(np.array_equal(row, rows[0]) for row in rows)


@pytest.mark.parametrize(
    ("ending", "damage"),
    [
        ("onnx", lambda path: path.write_bytes(path.read_bytes()[:1000])),
        ("weights", lambda path: path.write_bytes(path.read_bytes()[:-1] + b"?")),
        ("sha256", lambda path: path.write_bytes(b"caf\xe9")),  # no UTF-8
        ("sha256", lambda path: path.unlink()),  # killed between the two
    ],
)
def test_a_damaged_converted_model_is_made_again(monkeypatch, tmp_path, encoder, ending, damage):
    texts, vectors = reference()
    monkeypatch.setenv("VOICE_CACHE", str(tmp_path))
    bert_onnx.load(embed.MINILM)
    good = {path: path.read_bytes() for path in tmp_path.glob("bert-*")}
    damage(next(tmp_path.glob(f"*.{ending}")))
    again = bert_onnx.load(embed.MINILM)
    assert {path: path.read_bytes() for path in tmp_path.glob("bert-*")} == good
    assert np.abs(again.embed(texts) - vectors).max() < CLOSE


def test_where_the_converted_model_cannot_be_kept_a_note_names_the_setting(
    monkeypatch, tmp_path, encoder, capsys
):
    texts, vectors = reference()
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("VOICE_CACHE", str(tmp_path / "file"))
    assert np.abs(bert_onnx.load(embed.MINILM).embed(texts) - vectors).max() < CLOSE
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "set VOICE_CACHE; the model is converted again" in said


def test_other_weights_under_the_same_name_are_refused(monkeypatch):
    monkeypatch.setattr(bert_onnx, "MINILM_SHA256", "0" * 64)
    with pytest.raises(StepError, match="not the genuine all-MiniLM-L6-v2 weights; run: pip"):
        bert_onnx.load(embed.MINILM)


def test_a_cold_search_at_the_shell_needs_no_torch(index):
    env = {**os.environ, "VOICE_RAG_DIR": str(index)}
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import search; search.main(['dogs'])\n"
        "assert 'torch' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(ROOT)], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1. 0.") and done.stderr == ""


def test_what_encodes_reports_to_nobody_and_leaves_nothing_at_home(index, tmp_path):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    env = {**kept, "VOICE_RAG_DIR": str(index), "VOICE_CACHE": str(rag_io.cache())}
    env |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": ""}
    command = [sys.executable, str(ROOT / "search.py"), "dogs"]
    assert subprocess.run(command, env=env, capture_output=True).returncode == 0
    assert os.listdir(tmp_path) == []
