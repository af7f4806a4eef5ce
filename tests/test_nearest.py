"""nearest.py: vectors kept small, and a sketch of them, against the exact order."""

import json

import numpy as np
import pytest

import embed
import fusion
import index
import nearest
import search
import token_store
from rag_io import StepError

KINDS = [("float32", 0), ("float16", 0.001), ("int8", 0.01)]  # and how far a cosine may be off


def rows(n, dim=32, seed=0):
    """Return unit rows around 20 middles, as passages lie around their subjects."""
    draw = np.random.default_rng(seed)
    middles = draw.standard_normal((20, dim)) * 2
    found = middles[draw.integers(0, 20, n)] + draw.standard_normal((n, dim))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def texts(n, seed=0):
    """Return unit rows of 384 dimensions that vary in 96 ways, about as encoded texts do."""
    ways = np.random.default_rng(9).standard_normal((96, 384))
    found = np.random.default_rng(seed).standard_normal((n, 96)) @ ways
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize(("kind", "off"), KINDS)
def test_vectors_kept_small_score_nearly_as_the_whole_ones(kind, off, monkeypatch):
    monkeypatch.setattr(nearest, "BLOCK", 7)  # several blocks, the last one not full
    whole, asked = rows(60), rows(3, seed=1)
    kept = nearest.opened(nearest.packed(whole, kind))
    exact, found = fusion.cosines(asked, whole), nearest.near(kept, None, asked)
    assert np.abs(found.of(range(60)) - exact).max() <= off
    assert np.abs(kept[:] - whole).max() <= off and kept[:].dtype == np.float32
    assert kept.shape == whole.shape and len(kept) == 60
    assert np.allclose(found.chance(), exact.mean(axis=1, keepdims=True), atol=off)


@pytest.mark.parametrize("kind", ["float32", "float16", "int8"])
def test_equal_rows_tie_in_file_order_however_they_are_kept(kind):
    kept = nearest.opened(nearest.packed(np.repeat(rows(1), 9, axis=0), kind))
    assert nearest.near(kept, None, rows(1, seed=1)).leading(4) == [[0, 1, 2, 3]]


@pytest.mark.parametrize("kind", ["float32", "float16", "int8"])
@pytest.mark.parametrize("n", [0, 1])
def test_no_row_and_a_row_of_zeros_are_no_fault(kind, n):
    kept = nearest.opened(nearest.packed(np.zeros((n, 4), np.float32), kind))
    assert nearest.near(kept, None, rows(2, 4)).leading(8) == [list(range(n))] * 2


@pytest.mark.parametrize(
    ("scores", "above", "leading"),
    [
        ([3, 1, 2, 0], None, [0, 2, 1]),
        ([3, 0, 2, 0], 0, [0, 2]),  # no shared word is no hit
        ([0, 0, 0, 0], 0, []),
    ],
)
def test_what_exceeds_no_bound_is_no_hit(scores, above, leading):
    assert nearest.Scanned(np.array([scores]), above).leading(3) == [leading]


@pytest.fixture
def sketch(tmp_path):
    """Return (exact scores of 40 questions, the same by a sketch of 20,000 rows)."""
    pytest.importorskip("faiss", reason="requirements-ann.txt is not installed")

    def build(kind):
        kept = nearest.packed(texts(20_000), kind)
        path = tmp_path / nearest.FILE
        path.write_bytes(nearest.sketched(kept))
        vectors, asked = nearest.opened(kept), texts(40, seed=1)
        found = nearest.read_sketch(path, embed.digest(path.read_bytes()), vectors)
        return nearest.near(vectors, None, asked), nearest.near(vectors, found, asked)

    return build


@pytest.mark.parametrize("kind", ["float32", "int8"])
def test_the_sketch_finds_what_exact_search_finds(sketch, kind):
    exact, found = sketch(kind)
    pairs = zip(exact.leading(10), found.leading(10))
    assert np.mean([len(set(a) & set(b)) / 10 for a, b in pairs]) > 0.98
    assert np.allclose(found.of([3, 1, 2]), exact.of([3, 1, 2]), atol=1e-6)  # as the vectors say
    assert np.allclose(found.chance(), exact.chance(), atol=1e-6)


def test_the_same_vectors_give_the_same_sketch():
    pytest.importorskip("faiss", reason="requirements-ann.txt is not installed")
    assert nearest.sketched(rows(500)) == nearest.sketched(rows(500))


def test_without_the_package_the_command_that_installs_it_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "faiss", None)
    with pytest.raises(StepError, match="faiss is missing.*pip install -r requirements-ann.txt"):
        nearest.sketched(rows(3))


@pytest.fixture
def base(tmp_path, monkeypatch):
    """Build a base of eight passages with the flags of embed.py."""
    monkeypatch.setenv("VOICE_RAG_DIR", str(tmp_path))
    monkeypatch.setenv("VOICE_EMBEDDER", "hashing")
    words = "dogs parking tickets lockers showers opening refunds guests".split()
    lines = [{"id": f"{n}", "doc": "d", "text": f"About {word}."} for n, word in enumerate(words)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "chunks.jsonl").write_text(text, encoding="utf-8")

    def build(*flags):
        embed.main(["--profile", "call", *flags])
        return tmp_path

    return build


@pytest.mark.parametrize("kind", ["float16", "int8"])
def test_a_base_kept_small_is_recorded_and_gives_the_same_hits(base, kind):
    base()
    whole = search.retrieve("are guests free"), search.search("dogs")
    where = base("--vectors", kind)
    assert np.load(where / "embed.npy").dtype == kind
    assert json.loads((where / "embed.json").read_text())["kept"] == kind
    found = search.retrieve("are guests free"), search.search("dogs")
    assert [hit.id for hit in found[0]] == [hit.id for hit in whole[0]]
    assert found[0] == [pytest.approx(hit, abs=0.01) for hit in whole[0]]
    assert [one for one, _ in found[1]] == [one for one, _ in whole[1]]  # the lab's search too


def test_the_usual_index_says_nothing_of_all_this(base):
    about = json.loads((base() / "embed.json").read_text())
    assert not {"kept", "ann"} & set(about)


def test_a_sketch_gives_the_same_hits_and_another_one_is_stale(base):
    pytest.importorskip("faiss", reason="requirements-ann.txt is not installed")
    base()
    whole = search.retrieve("are guests free")
    where = base("--ann")
    assert index.load_passages().sketch is not None
    assert search.retrieve("are guests free") == whole
    path = where / nearest.FILE
    data = path.read_bytes()
    for fault in (data[:-1] + b"\x99", data[:-9], None):
        path.unlink() if fault is None else path.write_bytes(fault)
        with pytest.raises(StepError, match="ann.faiss .*run: python embed.py --profile call"):
            search.retrieve("dogs")


@pytest.mark.parametrize("flags", [["--ann"], ["--vectors", "int8"], ["--tokens", "none"]])
def test_the_lab_profile_has_none_of_it(base, flags):
    with pytest.raises(StepError, match="add --profile call"):
        embed.main(flags)


def test_tokens_kept_as_int8_come_back_at_unit_length(tmp_path):
    blocks = [(rows(2), [rows(3), rows(5, seed=1)])]
    token_store.write(tmp_path, iter(blocks), kind="int8")
    tokens, offsets = np.load(tmp_path / "tokens.npy"), np.load(tmp_path / "offsets.npy")
    assert tokens.dtype == np.int8 and offsets.tolist() == [0, 3, 8]
    found = token_store.of_row(tokens, offsets, 1)
    assert np.abs(found - rows(5, seed=1)).max() < 0.01
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)


def test_every_finite_float16_is_widened_to_the_bit():
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    every = every[np.isfinite(every)]
    assert nearest.widened(every).tobytes() == every.astype(np.float32).tobytes()
