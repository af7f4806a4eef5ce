"""A CrossEncoder and a sentence encoder plug in by their folder: tiny ones, random, made here."""

import json
import shutil
from importlib.util import find_spec

import numpy as np
import pytest
import tiny_bert

import bert_onnx
import chunks
import embed
import rerank
import threshold
from rag_io import StepError
from search import retrieve

if not find_spec("sentence_transformers"):
    pytest.skip("requirements-torch.txt is not installed", allow_module_level=True)
pytestmark = pytest.mark.real

WORDS = (
    "are dogs allowed in the hall what does parking cost is it free for hours a day 5 16".split()
)
PIECES = tiny_bert.pieces([*WORDS, *"为这个句子生成"])
KB = {
    "pets": "Dogs are not allowed in the hall.\n",
    "hall": "The hall is free for a day.\n",
    "parking": "Parking is free for 5 hours.\n",
    "pass": "The day pass does cost 16 a day.\n",
}
QUESTION = "what does parking cost"
INTRODUCED = "为这个句子生成"  # as bge's, in pieces that the vocabulary has


def config(labels):
    return tiny_bert.config(PIECES, num_labels=labels, max_position_embeddings=64)


def save(model, folder):
    return tiny_bert.save(model, folder, PIECES)


@pytest.fixture(scope="module")
def reranker(tmp_path_factory):
    """A CrossEncoder of random weights, one score a pair."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(7)
    return save(BertForSequenceClassification(config(1)), tmp_path_factory.mktemp("cross"))


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """A sentence encoder like bge: [CLS] is the vector, questions are introduced."""
    import torch
    from transformers import BertModel

    torch.manual_seed(7)
    folder = save(BertModel(config(1)), tmp_path_factory.mktemp("models") / "bge-tiny-zh")
    write = {
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling",
             "type": "sentence_transformers.models.Pooling"},
        ],
        "sentence_bert_config.json": {"max_seq_length": 64, "do_lower_case": False},
        "1_Pooling/config.json": {"word_embedding_dimension": 32, "pooling_mode_cls_token": True,
                                  "pooling_mode_mean_tokens": False},
        "config_sentence_transformers.json": {"prompts": {"query": INTRODUCED}},
    }  # fmt: skip
    (folder / "1_Pooling").mkdir()
    for name, value in write.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


@pytest.fixture
def base(tmp_path, monkeypatch):
    """Build the index of KB by an encoder; return its folder."""

    def build(embedder="hashing"):
        where = tmp_path / "rag"
        (tmp_path / "kb").mkdir(exist_ok=True)
        for name, text in KB.items():
            (tmp_path / "kb" / f"{name}.md").write_text(text, encoding="utf-8")
        where.mkdir(exist_ok=True)
        monkeypatch.setenv("VOICE_FIXTURES", str(tmp_path))
        monkeypatch.setenv("VOICE_RAG_DIR", str(where))
        monkeypatch.setenv("VOICE_EMBEDDER", str(embedder))
        chunks.main(["--profile", "call"])
        embed.main(["--profile", "call"])
        return where

    return build


def by_transformers(folder, question, texts):
    """Return the logits of each pair by transformers alone: the oracle."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(folder)(
        [question] * len(texts), texts, return_tensors="pt", padding=True
    )
    with torch.no_grad():
        model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
        return model(**tokens).logits[:, 0].numpy()


def test_the_hits_stand_in_the_order_of_the_cross_encoder(base, reranker, monkeypatch):
    base()
    monkeypatch.setenv("RERANKER", str(reranker))
    hits = retrieve(QUESTION, 9)
    logits = by_transformers(reranker, QUESTION, [hit.text for hit in hits])
    assert len(hits) == 4 and np.ptp(logits) > 0.01  # it tells them apart
    assert logits.tolist() == sorted(logits.tolist(), reverse=True)
    found = [hit.rerank for hit in hits]
    assert np.allclose(found, logits, atol=1e-5) or np.allclose(
        found, 1 / (1 + np.exp(-logits)), atol=1e-5
    )
    monkeypatch.delenv("RERANKER")
    assert [hit.id for hit in retrieve(QUESTION, 9)] != [hit.id for hit in hits]


def changed(folder, tmp_path, change):
    """Return a copy of a model folder after change(copy)."""
    copy = tmp_path / "changed"
    shutil.copytree(folder, copy)
    change(copy)
    return copy


def cut_short(folder):
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:1000])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (cut_short, "cannot be loaded"),
        (lambda folder: (folder / "model.safetensors").unlink(), "cannot be loaded"),
        (lambda folder: (folder / "config.json").unlink(), "holds no reranker"),
        (lambda folder: (folder / "config.json").write_text("{"), "cannot be loaded"),
    ],
)
def test_a_damaged_cross_encoder_is_one_line(base, reranker, monkeypatch, tmp_path, change, why):
    base()
    monkeypatch.setenv("RERANKER", str(changed(reranker, tmp_path, change)))
    with pytest.raises(StepError, match=f"{why}.*set RERANKER"):
        retrieve(QUESTION)


def test_a_classifier_of_three_is_no_reranker(base, tmp_path, monkeypatch):
    from transformers import BertForSequenceClassification

    base()
    monkeypatch.setenv("RERANKER", str(save(BertForSequenceClassification(config(3)), tmp_path)))
    with pytest.raises(StepError, match="3 scores a pair, not one; set RERANKER"):
        retrieve(QUESTION)


def fit(where, tmp_path):
    """Fit the gate on four questions."""
    asked = [("are dogs allowed in the hall", True), (QUESTION, True), ("it is", False)]
    rows = [
        {"id": f"q{n}", "asr": text, "relevant": ["pets"] if yes else [], "answerable": yes}
        for n, (text, yes) in enumerate([*asked, ("what a day", False)])
    ]
    file = tmp_path / "labelled.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    threshold.main(["--profile", "call", "--queries", str(file)])


def test_a_gate_of_late_interaction_refuses_the_scores_of_a_cross_encoder(
    base, reranker, monkeypatch, tmp_path
):
    fit(base(), tmp_path)
    assert "reranker" not in threshold.gate(retrieve("are dogs allowed in the hall"))[1]
    monkeypatch.setenv("RERANKER", str(reranker))
    passed, reason = threshold.gate(retrieve("are dogs allowed in the hall"))
    assert not passed and "another model's scores (reranker" in reason


def test_a_cross_encoder_that_gives_no_number_refuses(base, reranker, monkeypatch, tmp_path):
    monkeypatch.setenv("RERANKER", str(reranker))
    fit(base(), tmp_path)
    model = rerank.cross_encoder(str(reranker)).model
    weight = model.get_parameter("classifier.bias")
    before = weight.data.clone()
    weight.data.fill_(float("nan"))
    try:
        passed, reason = threshold.gate(retrieve("are dogs allowed in the hall"))
    finally:
        weight.data.copy_(before)
    assert not passed and "no number for rerank" in reason


def test_an_encoder_by_path_introduces_the_question_and_not_the_passages(base, encoder):
    from sentence_transformers import SentenceTransformer

    where = base(encoder)
    theirs = SentenceTransformer(str(encoder), device="cpu")
    texts = [hit.text for hit in sorted(retrieve(QUESTION, 9), key=lambda hit: hit.id)]
    about = json.loads((where / "embed.json").read_text(encoding="utf-8"))
    assert (about["backend"], about["dim"]) == ("onnx", 32)
    passages = theirs.encode(texts, normalize_embeddings=True, prompt="")
    question = theirs.encode([INTRODUCED + QUESTION], normalize_embeddings=True, prompt="")[0]
    bare = theirs.encode([QUESTION], normalize_embeddings=True, prompt="")[0]
    found = [hit.dense for hit in sorted(retrieve(QUESTION, 9), key=lambda hit: hit.id)]
    assert found == pytest.approx((passages @ question).tolist(), abs=1e-4)
    assert np.abs(passages @ question - passages @ bare).max() > 0.01  # so it did make a difference


def test_the_introduction_of_a_folder_can_be_replaced(encoder, monkeypatch):
    assert bert_onnx.query_prefix(encoder) == INTRODUCED
    (encoder / "config_sentence_transformers.json").rename(encoder / "aside")
    try:
        assert bert_onnx.query_prefix(encoder) == bert_onnx.BGE["-zh"]  # known by its name
    finally:
        (encoder / "aside").rename(encoder / "config_sentence_transformers.json")
    monkeypatch.setenv("VOICE_QUERY_PREFIX", "frage: ")
    assert bert_onnx.load(str(encoder)).prefix == "frage: "


def test_torch_and_onnx_give_the_same_vectors_for_a_folder(encoder):
    ours = embed.encode([QUESTION], ("onnx", str(encoder)), query=True)
    theirs = embed.encode([QUESTION], ("torch", str(encoder)), query=True)
    assert np.abs(ours - theirs).max() < 1e-4
