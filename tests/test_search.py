"""search.py: the closest chunks by brute force, ties in file order, an index of one build."""

import json
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import embed
import rag_io
import search as module
from rag_io import StepError
from search import search, top_k

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("scores", "k", "positions"),
    [
        ([0.1, 0.9, 0.5], 3, [1, 2, 0]),
        ([0.1, 0.9, 0.9], 2, [1, 2]),  # a tie keeps file order
        ([0.5, 0.5, 0.5], 2, [0, 1]),
        ([0.0, -0.0, 0.0], 3, [0, 1, 2]),  # the two zeros are equal
        ([0.3, 0.2], 9, [0, 1]),
        ([0.3, 0.2], 0, []),
        ([0.3, 0.2], -1, []),
        ([], 3, []),
        ([NAN, 0.1, 0.2], 3, [2, 1, 0]),  # NaN is last
        ([NAN, -1.0, NAN], 3, [1, 0, 2]),
        ([0.1, INF, -INF], 3, [1, 0, 2]),
        ([-0.2, -0.1], 1, [1]),
    ],
)
def test_the_best_come_first(scores, k, positions):
    assert top_k(scores, k) == positions
    assert top_k(np.array(scores, np.float32), k) == positions


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0])), st.integers(-1, 9))
def test_the_order_is_that_of_a_stable_sort(scores, k):
    expected = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[: max(k, 0)]
    assert top_k(scores, k) == expected


class Fixed:
    """An embedder that knows its vectors: 'q' is the query."""

    def __init__(self, query):
        self.query, self.asked = query, []

    def embed(self, texts):
        self.asked.append(texts)
        return np.array([self.query for _ in texts])


@pytest.fixture
def index(tmp_path, monkeypatch):
    """Write an index of these vectors, as a person would by hand, and answer with this query."""

    def write(vectors, query, ids=None):
        ids = ids or [f"d{i}#1" for i in range(len(vectors))]
        where = tmp_path / "rag"
        where.mkdir(exist_ok=True)
        rows = [{"id": one, "doc": one.split("#")[0], "text": one} for one in ids]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (where / "chunks.jsonl").write_text(lines, encoding="utf-8")
        np.save(where / "embed.npy", np.asarray(vectors, np.float32))
        one = Fixed(np.asarray(query, np.float32))
        monkeypatch.setattr(embed, "model", lambda backend, name: one)
        return one

    return write


def unit(rng, *shape):
    rows = rng.normal(size=shape).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("n", "dim"), [(1, 4), (7, 384), (41, 384), (200, 96)])
def test_the_hits_are_those_of_brute_force_in_float64(index, seed, n, dim):
    rng = np.random.default_rng(seed)
    vectors, query = unit(rng, n, dim), unit(rng, dim)
    index(vectors, query)
    exact = [
        sum(a * b for a, b in zip(row, query.astype(float).tolist()))
        for row in vectors.astype(float).tolist()
    ]
    order = sorted(range(n), key=lambda i: -exact[i])
    for k in (1, 3, n, n + 5):
        hits = search("q", k)
        assert [name for name, _ in hits] == [f"d{i}#1" for i in order[:k]]
        assert [score for _, score in hits] == pytest.approx(
            [exact[i] for i in order[:k]], abs=1e-6
        )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("n", [2, 5, 6, 7, 11, 41, 311])
def test_equal_passages_have_equal_scores_and_keep_file_order(index, seed, n):
    rng = np.random.default_rng(seed)
    vectors, query = unit(rng, n, 384), unit(rng, 384)
    same = sorted(rng.choice(n, size=max(2, n // 2), replace=False).tolist())
    vectors[same] = vectors[same[0]]  # a boilerplate paragraph in several documents
    index(vectors, query)
    hits = [hit for hit in search("q", n) if hit[0] in {f"d{i}#1" for i in same}]
    assert [name for name, _ in hits] == [f"d{i}#1" for i in same]
    assert len({score for _, score in hits}) == 1


@given(
    arrays(np.int8, st.tuples(st.integers(1, 9), st.just(3)), elements=st.integers(-2, 2)),
    arrays(np.int8, 3, elements=st.integers(-2, 2)),
)
def test_ties_of_small_whole_numbers_are_in_file_order(vectors, query):
    exact = vectors.astype(int) @ query.astype(int)
    expected = sorted(range(len(exact)), key=lambda i: (-exact[i], i))
    scores = vectors.astype(np.float32) @ query.astype(np.float32)
    assert top_k(scores, 99) == expected


def test_hits_are_plain_python_values(index):
    index([[1, 0], [0, 1]], [1, 0])
    hits = search("q")
    assert hits == [("d0#1", 1.0), ("d1#1", 0.0)]
    assert type(hits) is list and type(hits[0]) is tuple
    assert [type(part) for part in hits[0]] == [str, float]
    json.dumps(hits)


@pytest.mark.parametrize("query", ["", " ", "um", "?!", "\n", "你好", "x" * 10_000, "🙂"])
def test_any_question_gets_a_result(built, query):
    assert len(search(query)) == 3


@pytest.mark.parametrize(("k", "n"), [(-1, 0), (0, 0), (1, 1), (3, 3), (4, 4), (5, 5), (1000, 5)])
def test_k_is_what_is_returned_and_the_whole_corpus_at_most(built, k, n):
    rows = (built / "chunks.jsonl").read_text().splitlines()
    assert len(search("dogs", k)) == min(n, len(rows))


def test_the_query_is_encoded_as_it_is_given(index):
    one = index([[1, 0]], [1, 0])
    search("  MIXED Case?  ")
    assert one.asked[-1] == ["  MIXED Case?  "]


def test_the_right_passage_is_first(built):
    assert search("are dogs allowed in the hall")[0][0] == "kb-pets#1"
    assert search("is parking free")[0][0] == "kb-parking#1"


def test_a_rebuilt_index_is_read_again(built, inputs):
    import chunks

    search("dogs")
    (inputs / "kb" / "kb-dogs.md").write_text("Dogs dogs dogs.")
    chunks.main([])
    embed.main([])
    assert search("dogs")[0][0] == "kb-dogs#1"


def spoil(built, what):
    file = built / what
    if what == "chunks.jsonl":
        file.write_text(file.read_text().replace("7:30", "8:30"))
    elif what == "embed.npy":
        np.save(file, np.load(file)[::-1])
    else:
        file.write_text(file.read_text().replace('"chunks": "', '"chunks": "0'))


@pytest.mark.parametrize("what", ["chunks.jsonl", "embed.npy", "embed.json"])
def test_parts_of_different_builds_are_an_error_that_names_the_step(built, what):
    search("dogs")
    spoil(built, what)
    with pytest.raises(StepError, match="different builds; run: python embed.py"):
        search("dogs")


def test_another_number_of_rows_is_seen_without_embed_json(index, tmp_path):
    index([[1, 0], [0, 1]], [1, 0], ids=["a#1", "b#1", "c#1"])
    with pytest.raises(StepError, match="3 chunks, vectors .2, 2.*run: python embed.py"):
        search("q")


def test_an_index_made_by_hand_as_in_the_lab_is_searched(index):
    index([[0.6, 0.8]], [0.6, 0.8])
    assert search("q") == [("d0#1", pytest.approx(1.0))]


def test_vectors_of_another_length_are_an_error_that_names_the_step(index):
    index([[1, 0, 0]], [1, 0])
    with pytest.raises(StepError, match="run: python embed.py"):
        search("q")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("chunks.jsonl", None, "chunks.jsonl is missing; run: python chunks.py"),
        ("embed.npy", None, "embed.npy is missing; run: python embed.py"),
        ("embed.npy", b"", "embed.npy cannot be read .*run: python embed.py"),
        ("embed.npy", b"\x93NUMPY\x01\x00", "embed.npy cannot be read .*run: python embed.py"),
        ("embed.npy", b"no array", "embed.npy cannot be read .*run: python embed.py"),
        ("embed.json", b"{", "embed.json: not JSON .*run: python embed.py"),
        ("chunks.jsonl", b'{"id": "a', "chunks.jsonl:1: not JSON .*run: python chunks.py"),
        ("chunks.jsonl", b'{"id": "\xff"}', "chunks.jsonl:1: not UTF-8"),
        ("chunks.jsonl", b'{"doc": "a"}', "chunks.jsonl:1: no id"),
    ],
)
def test_a_missing_or_broken_part_is_named_with_the_step(built, name, data, message):
    (built / name).unlink() if data is None else (built / name).write_bytes(data)
    with pytest.raises(StepError, match=message):
        search("dogs")


def test_vectors_cut_short_are_named(built):
    data = (built / "embed.npy").read_bytes()
    (built / "embed.npy").write_bytes(data[:-10])
    with pytest.raises(StepError, match="embed.npy cannot be read .*run: python embed.py"):
        search("dogs")


def test_the_command_prints_hits_for_a_person(built, capsys):
    module.main(["are dogs allowed in the hall", "-k", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and lines[0].startswith("1. ") and lines[0].endswith("kb-pets#1")
    assert lines[1].strip() == "Dogs are not allowed in the hall."


def test_a_missing_index_is_one_line_and_code_1(tmp_path):
    done = subprocess.run(
        [sys.executable, module.__file__, "hello"],
        env={"VOICE_RAG_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    line = f"search.py: {tmp_path / 'chunks.jsonl'} is missing; run: python chunks.py\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_a_model_with_other_weights_than_the_index_is_an_error(index, monkeypatch):
    index([[0.6, 0.8]], [0.6, 0.8])
    about = {"backend": "onnx", "model": "all-MiniLM-L6-v2", "weights": "a"}
    (rag_io.folder() / "embed.json").write_text(json.dumps(about))
    made = SimpleNamespace(weights="a", embed=lambda texts: [[0.6, 0.8]])
    monkeypatch.setattr(embed, "model", lambda *_: made)
    assert search("q") == [("d0#1", pytest.approx(1.0))]
    (rag_io.folder() / "embed.json").write_text(json.dumps(about | {"weights": "bb"}))
    with pytest.raises(StepError, match="weights of all-MiniLM-L6-v2 .*run: python embed.py"):
        search("q")
