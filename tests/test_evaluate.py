"""evaluate.py: recall by hand, scores of every query, inputs left as they were."""

import copy
import json

import pytest

import evaluate
import search
from evaluate import recall_at
from rag_io import StepError, read_queries

DOCS = {"a#1": "a", "a#2": "a", "b#1": "b", "c#1": "c"}


@pytest.mark.parametrize(
    ("found", "relevant", "at_1", "at_3"),
    [
        ([["a", "b"], ["b", "a"]], [["a"], ["a"]], 0.5, 1.0),
        ([["a", "a", "b"]], [["b"]], 0.0, 1.0),  # the third hit counts at 3
        ([["a", "a", "a", "b"]], [["b"]], 0.0, 0.0),  # the fourth does not
        ([["a"]], [["b", "a"]], 1.0, 1.0),  # one of several is enough
        ([["a", "b", "c"]], [["d"]], 0.0, 0.0),
        ([["a", "b", "c"]], [[]], 0.0, 0.0),
        ([[]], [["a"]], 0.0, 0.0),
        ([["kb-a"]], [["kb-ab", "b"]], 0.0, 0.0),  # names are whole
        ([["a"], ["b"], ["a"]], [["a"], ["a"], ["a"]], 2 / 3, 2 / 3),
    ],
)
def test_recall_is_the_share_of_queries_with_a_relevant_document_among_the_first(
    found, relevant, at_1, at_3
):
    assert recall_at(1, found, relevant) == pytest.approx(at_1)
    assert recall_at(3, found, relevant) == pytest.approx(at_3)


HITS = {  # query -> hits; what is heard differs from what is searched after rewriting
    "UM A": [("b#1", 0.2), ("a#1", 0.1), ("a#2", 0.0)],
    "a": [("a#1", 0.9), ("b#1", 0.5), ("c#1", 0.1)],
    "B": [("c#1", 0.4), ("a#1", 0.3), ("a#2", 0.2)],
    "b": [("a#1", 0.8), ("a#2", 0.7), ("b#1", 0.6)],
    "WHAT ABOUT C": [("a#1", 0.3), ("a#2", 0.3), ("b#1", 0.3)],
    "b c": [("c#1", 0.7), ("a#1", 0.1), ("a#2", 0.1)],
    "D": [("a#1", 0.6), ("b#1", 0.1), ("c#1", 0.1)],
    "d": [("a#1", 0.25), ("b#1", 0.1), ("c#1", 0.1)],
}
ROWS = [
    {"id": "q1", "asr": "UM A", "asr_context": None, "relevant": ["a"], "answerable": True},
    {"id": "q2", "asr": "B", "asr_context": None, "relevant": ["b"], "answerable": True},
    {"id": "q3", "asr": "WHAT ABOUT C", "asr_context": "B", "relevant": ["c"], "answerable": True},
    {"id": "q4", "asr": "D", "asr_context": None, "relevant": ["a"], "answerable": False},
]


@pytest.fixture
def asked(monkeypatch):
    """search.search with the hits above; the list of its calls."""
    calls = []

    def search_(query, k=3):
        calls.append((query, k))
        return HITS[query][:k]

    monkeypatch.setattr(search, "search", search_)
    return calls


def test_raw_and_rewritten_recall_and_the_scores_by_hand(asked):
    result, texts, _ = evaluate.evaluate(ROWS, DOCS)
    assert result == {
        "raw": {"recall_at_1": 0.0, "recall_at_3": pytest.approx(1 / 3)},  # q4 would be a hit
        "rewritten": {"recall_at_1": pytest.approx(2 / 3), "recall_at_3": 1.0},
        "scores": {"q1": 0.9, "q2": 0.8, "q3": 0.7, "q4": 0.25},
    }
    assert texts == {"q1": "a", "q2": "b", "q3": "b c", "q4": "d"}
    assert sorted(asked) == sorted((query, 3) for query in HITS)


def test_an_unanswerable_query_never_enters_the_denominator(asked):
    with_it, *_ = evaluate.evaluate(ROWS, DOCS)
    without, *_ = evaluate.evaluate(ROWS[:3], DOCS)
    many, *_ = evaluate.evaluate([*ROWS, *({**ROWS[3], "id": f"x{i}"} for i in range(9))], DOCS)
    for kind in ("raw", "rewritten"):
        assert with_it[kind] == without[kind] == many[kind]


def test_inputs_are_left_as_they_were(asked):
    rows, docs = copy.deepcopy(ROWS), dict(DOCS)
    evaluate.evaluate(rows, docs)
    assert (rows, docs) == (ROWS, DOCS)


@pytest.mark.parametrize("hits", [[("a#1", float("nan"))], [("a#1", float("inf"))], []])
def test_a_score_that_is_no_number_is_an_error_with_the_query_and_the_step(monkeypatch, hits):
    monkeypatch.setattr(search, "search", lambda query, k: hits)
    with pytest.raises(StepError, match="q1.*run: python embed.py"):
        evaluate.evaluate(ROWS, DOCS)


def test_the_table_says_right_wrong_or_no_answer(asked):
    _, texts, hits = evaluate.evaluate(ROWS, DOCS)
    lines = evaluate.table(ROWS, texts, hits, DOCS).splitlines()
    assert [line.split()[1] for line in lines if line[0] == "q"] == [
        "right",
        "WRONG",
        "right",
        "no",
    ]
    assert "what about c" in lines[3] and lines[4].split() == ["->", "b", "c"]


def test_the_file_has_the_labs_keys_and_plain_numbers(built, inputs):
    got = json.loads((built / "eval.json").read_text())
    assert list(got) == ["raw", "rewritten", "scores"]
    for kind in ("raw", "rewritten"):
        assert list(got[kind]) == ["recall_at_1", "recall_at_3"]
        assert all(0 <= value <= 1 for value in got[kind].values())
    rows = read_queries(inputs / "rag" / "queries.jsonl")
    assert list(got["scores"]) == [row["id"] for row in rows]
    assert all(type(score) is float for score in got["scores"].values())


def test_the_scores_are_those_of_the_first_hit_of_the_rewritten_query(built, inputs):
    got = json.loads((built / "eval.json").read_text())
    assert got["scores"]["q2"] == search.search("when do you open on sunday")[0][1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answerable": False}, "no query is answerable, so there is no recall"),
        ({"relevant": []}, "q1 is answerable and names no relevant document"),
        ({"relevant": None}, "q1 is answerable and names no relevant document"),
    ],
)
def test_queries_without_recall_are_refused(built, inputs, change, message):
    row = {"id": "q1", "asr": "OPEN", "relevant": ["kb-hours"], "answerable": True, **change}
    (inputs / "rag" / "queries.jsonl").write_text(json.dumps(row))
    before = (built / "eval.json").read_bytes()
    with pytest.raises(StepError, match=message):
        evaluate.main([])
    assert (built / "eval.json").read_bytes() == before


def test_an_unanswerable_query_needs_no_relevant_document(built, inputs):
    rows = [json.loads(line) for line in open(inputs / "rag" / "queries.jsonl", encoding="utf-8")]
    rows[-1]["relevant"] = None
    (inputs / "rag" / "queries.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    before = (built / "eval.json").read_bytes()
    evaluate.main([])
    assert (built / "eval.json").read_bytes() == before


def test_a_transcript_cannot_command_the_terminal(built, inputs, capsys):
    row = {"id": "q1", "asr": "OPEN\n\x1b[2J", "relevant": ["kb-hours"], "answerable": True}
    (inputs / "rag" / "queries.jsonl").write_text(json.dumps(row))
    evaluate.main([])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("gone", ["chunks.jsonl", "embed.npy"])
def test_a_missing_artifact_names_its_step(built, gone):
    (built / gone).unlink()
    with pytest.raises(StepError, match=f"{gone} is missing; run: python "):
        evaluate.main([])
