"""What the call profile keeps of the words of a base, beside the vectors."""

import json

import pytest

import embed
import homophones
import index
import lexical
import passages
from rag_io import write_jsonl

ROWS = [
    {
        "id": "a#1",
        "doc": "a",
        "heading": "Prices > Lunch",
        "text": "The price is 5. Check in at 3.",
    },
    {"id": "a#2", "doc": "a", "heading": "Prices", "text": "Same price; check in at Four Seasons."},
    {"id": "b#1", "doc": "b", "text": "退货要三天。退货不收费。"},
    {"id": "b#2", "doc": "b", "text": ""},
]


def words():
    texts = lexical.passage_texts(ROWS)
    return passages.words_of(ROWS, texts, lexical.Tokenizer(map(lexical.heading, ROWS)))


@pytest.fixture
def base(monkeypatch, tmp_path):
    """A function: embed the rows, with whatever changes embed.py afterwards -> folder."""
    for name, value in (("RAG_DIR", tmp_path), ("EMBEDDER", "hashing")):
        monkeypatch.setenv(f"VOICE_{name}", str(value))
    write_jsonl(tmp_path / "chunks.jsonl", ROWS)
    embed.main(["--profile", "call"])
    return tmp_path


def alike(found, made):
    """Whether two (BM25, Vocabulary) are the same to the last bit."""
    bits = [[one.starts, one.rows, one.values] for one, _ in (found, made)]
    same = all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(*bits))
    ids = [list(one.ids.items()) + [one.n] for one, _ in (found, made)]
    terms = [list(known.sounds.items()) for _, known in (found, made)]
    return same and ids[0] == ids[1] and terms[0] == terms[1] and found[1] == made[1]


def test_what_was_kept_is_what_would_be_made():
    data = passages.packed(*words())
    assert alike(passages.unpacked(data), words())
    assert data == passages.packed(*words())  # the same base gives the same bytes


def test_the_words_of_an_index_are_read_and_not_made(base, monkeypatch):
    made = index.load_passages()
    index.read_passages.cache_clear()
    for module, name in ((lexical.BM25, "__init__"), (homophones, "vocabulary")):
        whole = getattr(module, name)
        only_empty = lambda *given, whole=whole: whole(*given) if given[-1] == [] else 1 / 0  # noqa: E731
        monkeypatch.setattr(module, name, only_empty)
    found = index.load_passages()
    assert alike((found.bm25, found.vocabulary), (made.bm25, made.vocabulary))


def missing(base, monkeypatch):
    (base / passages.FILE).unlink()


def of_another_base(base, monkeypatch):
    (base / passages.FILE).write_bytes(passages.packed(lexical.BM25([["x"]]), words()[1]))


def cut_short(base, monkeypatch):
    data = (base / passages.FILE).read_bytes()
    (base / passages.FILE).write_bytes(data[:-1])


def by_other_rules(base, monkeypatch):
    monkeypatch.setattr(passages, "rules", lambda: "other")


def of_an_index_that_tells_of_none(base, monkeypatch):
    about = json.loads((base / "embed.json").read_text())
    del about["words"]
    (base / "embed.json").write_text(json.dumps(about))


@pytest.mark.parametrize(
    "broken", [missing, of_another_base, cut_short, by_other_rules, of_an_index_that_tells_of_none]
)
def test_words_that_are_not_those_of_the_index_are_made_anew(base, monkeypatch, broken):
    broken(base, monkeypatch)
    about = json.loads((base / "embed.json").read_text())
    assert passages.stored(base, about) is None
    found = index.load_passages()
    assert alike((found.bm25, found.vocabulary), words())
