"""Where the lab's package voicekit is installed, its embedder and its model are used, not ours."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
MODELS = '''"""A stand-in with the lab's signature, which notes every load and call."""
import hashlib, os, re
import numpy as np

def note(text):
    with open(os.environ["VOICEKIT_LOG"], "a") as log:
        log.write(text + "\\n")

class Embedder:
    def __init__(self):
        note("embedder made")

    def embed(self, texts):
        assert type(texts) is list and all(type(text) is str for text in texts)
        note(f"embed {len(texts)}")
        rows = np.full((len(texts), 384), 1e-3, np.float32)
        for row, text in zip(rows, texts):
            for word in re.findall(r"\\w+", text.lower()):
                row[int(hashlib.md5(word.encode()).hexdigest(), 16) % 384] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
'''
LLM = '''"""A stand-in with the lab's signature."""
from voicekit.models import note

def chat(messages, max_tokens=80, json_schema=None):
    enum = json_schema["properties"]["source"]["enum"]
    note(f"chat {max_tokens} {','.join(enum)} {messages[-1]['content']}")
    if "voicekit is down" in open(__file__.replace("llm.py", "state")).read():
        raise ConnectionError("run voice-llm up")
    return '{"answer": "We open at 7:30 on Monday.", "source": "kb-hours"}', 5.0, 9.0, {"n": 1}
'''


@pytest.fixture
def lab(inputs, tmp_path):
    """An environment as in the lab image; returns run(script, *args) and the log's lines."""
    kit = tmp_path / "site" / "voicekit"
    kit.mkdir(parents=True)
    (kit / "__init__.py").write_text("")
    (kit / "models.py").write_text(MODELS)
    (kit / "llm.py").write_text(LLM)
    (kit / "state").write_text("up")
    env = {**os.environ, "PYTHONPATH": str(kit.parent), "VOICEKIT_LOG": str(tmp_path / "log")}

    def run(script, *args, code=0, **more):
        command = [sys.executable, str(ROOT / script), *args]
        done = subprocess.run(command, cwd="/", env={**env, **more}, capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        log = tmp_path / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return done, lines

    run.kit, run.rag = kit, tmp_path / "rag"
    return run


def rows(path):
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def test_the_whole_build_uses_the_labs_embedder_and_model(lab):
    lab("chunks.py")
    _, log = lab("embed.py")
    assert log == ["embedder made", "embed 4"]  # in one call, in file order
    assert np.load(lab.rag / "embed.npy").shape == (4, 384)
    about = json.loads((lab.rag / "embed.json").read_text())
    assert about["backend"] == "voicekit" and about["dim"] == 384

    _, log = lab("search.py", "is parking free")
    assert log == ["embedder made", "embed 1"]
    _, log = lab("evaluate.py")
    assert log.count("embedder made") == 1
    lab("threshold.py")

    done, log = lab("answer.py")
    asked = [line for line in log if line.startswith("chat")]
    assert len(asked) == 4 and log.count("embedder made") == 1
    assert all(line.startswith("chat 80 ") and ",none " in line for line in asked)
    assert "4 put to voicekit" in done.stdout
    lab("verify.py")
    finals = rows(lab.rag / "final.jsonl")
    assert [row["status"] for row in finals] == ["llm"] * 4 + ["refused"]


def test_a_model_that_is_down_is_said_and_every_answer_is_extracted(lab):
    for script in ("chunks.py", "embed.py", "evaluate.py", "threshold.py"):
        lab(script)
    (lab.kit / "state").write_text("voicekit is down")
    done, _ = lab("answer.py")
    assert "no answer: ConnectionError: run voice-llm up" in done.stdout
    lab("verify.py")
    statuses = [row["status"] for row in rows(lab.rag / "final.jsonl")]
    assert statuses == ["extractive"] * 4 + ["refused"]


def test_an_index_made_by_hand_as_the_lab_tells_is_searched_with_the_labs_embedder(lab):
    lab("chunks.py")
    code = (
        "import json, numpy as np, os; from voicekit.models import Embedder\n"
        "where = os.environ['VOICE_RAG_DIR']\n"
        "texts = [json.loads(line)['text'] for line in open(where + '/chunks.jsonl')]\n"
        "np.save(where + '/embed.npy', Embedder().embed(texts))\n"
    )
    (lab.rag / "by_hand.py").write_text(code)
    lab(str(lab.rag / "by_hand.py"))
    done, log = lab("search.py", "dogs in the hall")
    assert "kb-pets#1" in done.stdout.splitlines()[0] and log == ["embedder made", "embed 1"]


def test_settings_go_before_the_labs_parts(lab):
    lab("chunks.py")
    lab("embed.py")
    done, log = lab("search.py", "dogs", code=1, VOICE_EMBEDDER="onnx:all-MiniLM-L6-v2")
    assert "the index was made by" in done.stderr and log == []
    done, _ = lab("llm.py", "status", LLM="none")
    assert "answers come from no model (LLM=none)" in done.stdout
    done, _ = lab("llm.py", "status", LLM_URL="http://127.0.0.1:9")
    assert "answers come from http://127.0.0.1:9" in done.stdout
    done, _ = lab("llm.py", "status")
    assert "answers come from voicekit" in done.stdout


def test_an_index_of_the_labs_elsewhere_is_one_line_that_says_what_to_do(lab):
    lab("chunks.py")
    lab("embed.py")
    done, _ = lab("search.py", "dogs", code=1, PYTHONPATH="")
    assert done.stderr.count("\n") == 1 and "run: python embed.py" in done.stderr


def test_what_needs_no_model_loads_none_of_the_labs(lab):
    _, log = lab("rewrite.py", "UM HELLO")
    assert log == []


@pytest.fixture
def command(lab, tmp_path):
    """run_all.sh of a copy of the project, with the lab's `voice-llm` on the path."""
    copy = tmp_path / "the project"
    copy.mkdir()
    for file in [*ROOT.glob("*.py"), *ROOT.glob("*.sh"), *ROOT.glob("requirements*.txt")]:
        shutil.copy2(file, copy)
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "voice-llm").write_text('#!/bin/sh\necho "voice-llm $*" >> "$VOICEKIT_LOG"\n')
    (bin_ / "voice-llm").chmod(0o755)
    env = {
        **os.environ,
        "PYTHONPATH": str(lab.kit.parent),
        "VOICEKIT_LOG": str(tmp_path / "log"),
        "PATH": f"{bin_}:{os.environ['PATH']}",
        "PYTHON": sys.executable,
    }
    done = subprocess.run(
        [str(copy / "run_all.sh")], cwd="/", env=env, capture_output=True, text=True
    )
    return done, copy, (tmp_path / "log").read_text().splitlines()


def test_run_all_makes_no_venv_and_starts_no_server_of_ours_but_the_labs(command, lab):
    done, copy, log = command
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (copy / ".venv").exists() and not (lab.rag / ".venv").exists()
    assert not (lab.rag / "llm.log").exists() and not (lab.rag / "llm.json").exists()
    assert log.count("voice-llm up") == 1
    assert sum(line.startswith("chat") for line in log) == 4
    assert [row["status"] for row in rows(lab.rag / "final.jsonl")][-1] == "refused"
    assert done.stdout.count("[kb-hours, llm]") == 4
