"""The parts of the comparison with other libraries that need none of them."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from bench import peers, peers_words, peers_worker
from rag_io import write_jsonl

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("langchain", "llamaindex", "haystack", "txtai")


@pytest.mark.parametrize("name", ["ours", *LIBRARIES])
def test_a_contender_imports_without_its_library_and_says_what_it_needs(name):
    module = importlib.import_module(f"bench.peers_{name}")
    assert callable(module.build) and callable(module.load)
    assert bool(module.NEEDS) == (name != "ours")
    heavy = {"torch", "langchain_classic", "llama_index", "haystack", "txtai"}
    code = f"import sys, bench.peers_{name}; print(*sys.modules)"  # other tests load torch here
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and not heavy & set(done.stdout.split())


def test_what_is_not_installed_is_named_and_left_out(monkeypatch, capsys):
    monkeypatch.setattr(peers, "missing", lambda label: ["nothing"] if label == "txtai" else [])
    assert peers.chosen(["bare", "txtai"]) == ["ours", "bare"]
    assert "txtai is left out; not installed: nothing" in capsys.readouterr().err


def test_ratios_are_taken_question_by_question():
    spent = {"ours": [10.0, 100.0, 10.0], "other": [20.0, 200.0, 10.0]}
    lines = list(peers.table(spent, {"ours": "1.000", "other": "-"}))
    assert lines[2] == "| ours | 10.0 | 91.0 | 1.00 | 1.000 |"
    assert lines[3] == "| other | 20.0 | 182.0 | 2.00 | - |"


def test_recall_counts_questions_whose_passage_is_known():
    assert peers.recall([{1, 2}, {3}, {4}], [{2}, {9}, set()]) == "0.500"
    assert peers.recall([{1}], [set()]) == "-"


def test_given_texts_come_first_once_each_and_generated_ones_fill_up(tmp_path, monkeypatch):
    monkeypatch.setattr(peers, "generated", lambda n, length, seed: ["made"] * n)
    rows = [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}, {"id": "c", "text": "two"}]
    write_jsonl(tmp_path / "kb.jsonl", rows)
    assert peers.given_texts([tmp_path / "kb.jsonl"], 3) == (
        ["one", "two", "made"],
        {"a": 0, "c": 1},
    )
    assert peers.given_texts([tmp_path / "kb.jsonl"], 1) == (["one"], {"a": 0})


def test_one_library_has_one_index_and_ours_one_for_each_embedder(tmp_path):
    places = {label: peers_worker.home(tmp_path, label).name for label in peers_worker.CONTENDERS}
    assert places["ours"] == places["bare"] == "ours"
    assert places["ours-torch"] != places["ours-torch+cross"]
    assert places["txtai"] == places["txtai+cross"] == places["txtai+late"]


def test_rewriting_is_compared_by_its_numbers_and_where_simple_by_every_word():
    rules = {"right": (lambda text: "room 5", str), "bare": (lambda text: "5", str)}
    rows = [{"spoken": "room five", "written": "room 5", "simple": True}]
    right, spent = peers_words.numbers(rows, rules)
    assert right[("bare", "numbers")] == [1, 1]
    assert right[("bare", "simple, exact")] == [0, 1]
    assert right[("right", "simple, exact")] == [1, 1]


def test_answers_are_counted_by_label():
    rows = [
        {"claim": "a", "knowledge": "a", "label": 1},
        {"claim": "b", "knowledge": "a", "label": 0},
    ]
    passed, _ = peers_words.answers(rows, {"all": lambda *texts: True})
    assert passed == {("all", 1): [1, 1], ("all", 0): [1, 1]}
