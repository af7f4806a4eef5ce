"""run_all.sh from a clean clone into an empty folder, and the artifacts' formats field by field."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFUSAL = "I'm not sure about that. Let me connect you to the front desk."
pytestmark = pytest.mark.real


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def numbers(text):
    return set(re.findall(r"\d+(?::\d+)?", text))


def copy_tracked_files(target):
    """Copy what git would give a newcomer: the tracked files, as they are in the work tree."""
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Run run_all.sh from another directory, in a path with a space; return (output, artifacts)."""
    base = tmp_path_factory.mktemp("a clean clone")
    copy_tracked_files(base / "the project")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LLM", "VOICE_"))}
    if "VOICE_CACHE" in os.environ:  # a model that was fetched once need not be fetched again
        env["VOICE_CACHE"] = os.environ["VOICE_CACHE"]
    env |= {"PYTHON": sys.executable, "VOICE_RAG_DIR": str(base / "art e facts")}
    command = [base / "the project" / "run_all.sh"]
    done = subprocess.run(
        command, cwd=base, env=env, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (base / "the project" / ".venv").exists()  # the given Python has everything
    return done.stdout, base / "art e facts"


def test_chunks_are_id_doc_text_numbered_from_1_in_each_document(built):
    counts = {}
    for row in rows(built[1] / "chunks.jsonl"):
        assert list(row) == ["id", "doc", "text"]
        counts[row["doc"]] = counts.get(row["doc"], 0) + 1
        assert row["id"] == f"{row['doc']}#{counts[row['doc']]}"
        assert row["text"] == " ".join(row["text"].split())
        assert not row["text"].startswith("#")
    assert list(counts) == sorted(counts)


def test_vectors_are_float32_unit_rows_one_a_chunk(built):
    vectors = np.load(built[1] / "embed.npy")
    shape = (len(rows(built[1] / "chunks.jsonl")), 384)
    assert (vectors.dtype, vectors.shape) == (np.float32, shape)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_eval_has_both_recalls_as_the_readme_says_and_a_score_for_every_query(built):
    result = json.loads((built[1] / "eval.json").read_text())
    assert list(result) == ["raw", "rewritten", "scores"]
    shown = re.search(r"`queries.jsonl` \| 10 of 12 \| (.*?) \|\n", README)[1].split(" | ")
    measured = []
    for name in ("raw", "rewritten"):
        assert list(result[name]) == ["recall_at_1", "recall_at_3"]
        measured += [f"{value:.3f}" for value in result[name].values()]
    assert measured == shown
    assert list(result["scores"]) == [f"q{number:02d}" for number in range(1, 13)]


def test_tau_is_halfway_and_as_the_readme_says(built):
    result = json.loads((built[1] / "threshold.json").read_text())
    assert list(result) == ["tau", "answerable_min", "unanswerable_max"]
    assert result["tau"] == (result["answerable_min"] + result["unanswerable_max"]) / 2
    for value in result.values():
        assert f"{value:.3f}" in README
    assert f"{result['answerable_min'] - result['unanswerable_max']:.3f} apart" in README


def test_answers_name_retrieved_documents_and_gated_ones_are_the_refusal(built):
    tau = json.loads((built[1] / "threshold.json").read_text())["tau"]
    fields = ["id", "query", "retrieved", "score", "answer", "source", "gated"]
    for row in rows(built[1] / "answers.jsonl"):
        assert list(row) == fields
        assert len(set(row["retrieved"])) == len(row["retrieved"])
        assert row["gated"] == (row["score"] < tau)
        assert row["source"] in [*row["retrieved"], "none"]
        if row["gated"]:
            assert (row["answer"], row["source"]) == (REFUSAL, "none")


def test_what_is_said_passed_the_check_or_is_a_sentence_or_the_refusal(built):
    answers = {row["id"]: row for row in rows(built[1] / "answers.jsonl")}
    texts = {}
    for chunk in rows(built[1] / "chunks.jsonl"):
        texts.setdefault(chunk["doc"], []).append(chunk["text"])
    finals = rows(built[1] / "final.jsonl")
    assert [row["id"] for row in finals] == list(answers)
    for row in finals:
        assert list(row) == ["id", "say", "source", "status"]
        if row["status"] == "refused":
            assert (row["say"], row["source"]) == (REFUSAL, "none")
            continue
        document = " ".join(texts[row["source"]])
        assert numbers(row["say"]) <= numbers(document)
        if row["status"] == "llm":
            assert row["say"] == answers[row["id"]]["answer"]
        else:
            assert (row["status"], row["say"] in document) == ("extractive", True)


def test_it_ends_with_every_question_and_what_is_said_and_leaves_no_server(built):
    shown = built[0].split("== verify ==")[1]
    for row in rows(built[1] / "final.jsonl"):
        assert f"-> {row['say']}  [{row['source']}, {row['status']}]" in shown
    assert not (built[1] / "llm.json").exists()


GRADER = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("graded", sys.argv[1] + "/search.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.search("what time do you open on sunday")[0][0])
"""


def test_a_grader_finds_the_scripts_beside_the_artifacts(built):
    env = {key: value for key, value in os.environ.items() if key != "VOICE_RAG_DIR"}
    command = [sys.executable, "-I", "-c", GRADER, str(built[1])]
    done = subprocess.run(command, cwd="/", env=env, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("kb-hours#3", "")
