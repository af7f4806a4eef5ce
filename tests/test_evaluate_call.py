"""evaluate.py --profile call measures every form of every file, and compares two runs."""

import json
from types import SimpleNamespace

import pytest

import evaluate
import evaluate_call
import labelled
import scoring
import search
import threshold
from rag_io import StepError
from search import Hit, Retrieval

WRITTEN = {"q1": "when do you open on monday", "q2": "and what about sunday"}


def hit(doc, number=1, dense=0.5):
    return Hit(f"{doc}#{number}", doc, "text", "", dense, 1.0, 0.5, 0.03, dense)


def found(*hits):
    return labelled.Found("text", list(hits), {"rewrite_ms": 1.0, "retrieve_ms": 9.0})


@pytest.fixture
def gated(built, inputs):
    """The workspace with a gate of the call profile."""
    queries = inputs / "rag" / "queries.jsonl"
    rows = [json.loads(line) for line in queries.read_text(encoding="utf-8").splitlines()]
    rows.append({"id": "q6", "asr": "CAN I BUY A HORSE", "relevant": [], "answerable": False})
    queries.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    threshold.main(["--profile", "call"])
    return built


def test_ranking_figures_count_the_answerable_questions_only():
    rows = [
        {"answerable": True, "relevant": ["a"]},
        {"answerable": True, "relevant": ["b"]},
        {"answerable": False, "relevant": []},
    ]
    hits = [found(hit("a")), found(hit("a"), hit("a", 2), hit("b")), found(hit("a"))]
    figures = scoring.ranking_figures(rows, hits)
    assert figures["recall_at_1"] == 0.5
    assert figures["recall_at_3"] == figures["recall_at_10"] == 1.0
    assert figures["mrr"] == 0.75  # b is the second document, though the third passage
    assert figures["ndcg_at_10"] == pytest.approx((1 + 0.6309) / 2, abs=1e-4)


def test_a_labelled_chunk_is_a_hit_of_its_own():
    rows = [{"answerable": True, "relevant": ["a#2"]}]
    figures = scoring.ranking_figures(rows, [found(hit("a", 1), hit("a", 2))])
    assert figures["recall_at_1"] == 0
    assert figures["mrr"] == 0.5


def test_a_file_without_an_answerable_question_has_no_recall():
    figures = scoring.ranking_figures([{"answerable": False, "relevant": []}], [found(hit("a"))])
    assert figures["recall_at_1"] is None and figures["mrr"] is None


def test_without_a_gate_every_question_counts_as_refused(tmp_path):
    rows = [{"answerable": True}, {"answerable": False}]
    figures = scoring.decision_figures(rows, [found(hit("a", dense=0.9)), found(hit("a"))])
    assert figures["refusal_accuracy"] == 0.5
    assert (figures["false_accepts"], figures["false_rejects"]) == (0, 1)
    assert figures["auroc"] is None
    assert figures["auroc_dense"] == 1.0


def test_a_question_without_a_passage_ranks_below_all_others():
    rows = [{"answerable": True}, {"answerable": False}]
    assert scoring.decision_figures(rows, [found(hit("a")), found()])["auroc_dense"] == 1.0
    assert scoring.decision_figures(rows, [found(), found(hit("a"))])["auroc_dense"] == 0.0
    assert scoring.decision_figures(rows, [found(), found()])["auroc_dense"] is None


def test_times_are_given_for_every_stage():
    one, other = found(), labelled.Found("", [], {"rewrite_ms": 3.0, "rerank_ms": 5.0})
    times = scoring.times([one, other])
    assert times["rewrite_ms"] == {"p50": 1.0, "p95": 3.0}
    assert times["rerank_ms"] == {"p50": 0.0, "p95": 5.0}  # a stage that was not run took no time


def test_all_forms_of_a_file_are_measured(gated, inputs, capsys):
    queries = inputs / "rag" / "queries.jsonl"
    rows = [json.loads(line) for line in queries.read_text(encoding="utf-8").splitlines()]
    more = inputs / "rag" / "more.jsonl"
    rows = [row | {"text": WRITTEN.get(row["id"], row["asr"].lower())} for row in rows]
    more.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    before = (gated / "eval.json").read_bytes()
    capsys.readouterr()
    evaluate.main(["--profile", "call", "--also", str(more)])
    result = json.loads((gated / "eval-call.json").read_text(encoding="utf-8"))
    assert [list(one) for one in result["files"].values()] == [
        ["raw", "rewritten"],  # this file has no written text
        ["raw", "rewritten", "written"],
    ]
    figures = result["files"][str(more)]["written"]
    assert (figures["queries"], figures["answerable"], figures["unanswerable"]) == (6, 4, 2)
    assert set(evaluate_call.COLUMNS) < set(figures)
    assert "retrieve_ms" in figures["times_ms"] and "rewrite_ms" in figures["times_ms"]
    assert result["index"]["chunks"]
    assert (gated / "eval.json").read_bytes() == before  # the lab's own stays
    printed = capsys.readouterr().out
    assert "fitted on queries.jsonl" in printed  # its figures flatter the gate
    assert "more.jsonl written" in printed and "p50/p95" in printed


def test_without_a_gate_the_table_says_so(built, capsys):
    evaluate.main(["--profile", "call"])
    assert "no gate, so every question counts as refused" in capsys.readouterr().out


def test_a_follow_up_is_searched_with_the_turns_before_it(inputs, monkeypatch):
    asked = []

    def retrieve(query, k=3, history=(), nbest=()):
        asked.append((query, list(history), list(nbest)))
        return Retrieval([], {}, query, "")

    monkeypatch.setattr(search, "retrieve_timed", retrieve)
    monkeypatch.setattr(search, "load_passages", lambda: SimpleNamespace(vocabulary=None))
    row = labelled.read(inputs / "rag" / "queries.jsonl")[1] | {"nbest": [{"hyp": "a"}, "b"]}
    labelled.found(row, "raw")
    labelled.found(row, "rewritten")
    assert asked[0] == ("AND WHAT ABOUT SUNDAY", [], [])  # as it was heard, without any help
    text, history, nbest = asked[1]
    assert "sunday" in text and "open" in text
    assert history == ["UM WHEN DO YOU OPEN ON MONDAY"]
    assert nbest == ["a", "b"]


def test_contexts_in_a_circle_end(tmp_path):
    rows = [
        {"id": "a", "asr": "x", "context": "b", "relevant": [], "answerable": False},
        {"id": "b", "asr": "y", "context": "a", "relevant": [], "answerable": False},
    ]
    path = tmp_path / "circle.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert len(labelled.read(path)[0]["turns"]) == labelled.LONGEST_CHAIN


def test_an_empty_query_file_is_an_error(tmp_path):
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(StepError, match="no query"):
        labelled.read(tmp_path / "none.jsonl")


def test_two_runs_are_compared_figure_by_figure(tmp_path, capsys):
    one = {"queries": 2, "answerable": 1, "unanswerable": 1, "recall_at_1": 0.5, "false_accepts": 3}
    for name, change in (("a", {}), ("b", {"recall_at_1": 0.75, "false_accepts": 1, "auroc": 0.9})):
        result = {"files": {"x/queries.jsonl": {"raw": one | change}}}
        (tmp_path / f"{name}.json").write_text(json.dumps(result))
    evaluate.main(["--compare", str(tmp_path / "a.json"), str(tmp_path / "b.json")])
    printed = capsys.readouterr().out
    assert "0.500" in printed and "0.750" in printed
    last = printed.splitlines()[-1].split()
    assert "+0.250" in last and "-2" in last
    assert last[-1] == "-"  # a figure that A lacks has no difference


@pytest.mark.parametrize("text", ["[]", "{}", '{"files": []}', '{"files": {"a": 1}}', "no json"])
def test_what_is_no_result_cannot_be_compared(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(StepError, match="evaluate.py --profile call"):
        evaluate_call.compare([path, path])
