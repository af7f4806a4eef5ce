"""A base in Milvus is found as it is found in this process, and never half of one."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("milvus_lite", reason="pip install -r requirements-engine.txt")

import chunks
import embed
import index
import milvus
import search
from rag_io import StepError

pytestmark = pytest.mark.real

QUESTIONS = [
    "what time do you open on sunday",
    "may i bring my dog",
    "how much is the day pass",
    "do you have a course for 24 people at 7:30",
    "zzqx",  # no word of the base
    "um",
    "退款",
]


def fields(hits):
    """Return the texts of hits, and their numbers rounded: sums may be taken in another order."""
    return [[round(v, 5) if isinstance(v, float) else v for v in hit] for hit in hits]


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """Return (the workspace, its Milvus, what was found without it)."""
    where = tmp_path_factory.mktemp("base")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VOICE_RAG_DIR", str(where))
        patch.setenv("VOICE_EMBEDDER", "hashing")
        patch.delenv("VOICE_ENGINE", raising=False)
        chunks.main(["--profile", "call"])
        embed.main(["--profile", "call"])
        alone = [search.retrieve(question) for question in QUESTIONS]
        engine = f"milvus:{where / 'milvus.db'}"
        milvus.main(["--engine", engine])
        yield where, engine, alone


@pytest.fixture
def engine(base, monkeypatch):
    monkeypatch.setenv("VOICE_RAG_DIR", str(base[0]))
    monkeypatch.setenv("VOICE_EMBEDDER", "hashing")
    monkeypatch.setenv("VOICE_ENGINE", base[1])
    return base


@pytest.mark.parametrize(("number", "question"), list(enumerate(QUESTIONS)))
def test_the_same_passages_with_the_same_scores_are_found(engine, number, question):
    assert fields(search.retrieve(question)) == fields(engine[2][number])


def test_history_completes_a_question_there_too(engine, monkeypatch):
    history = ["what time do you open on saturday"]
    there = fields(search.retrieve("and on sunday", history=history))
    monkeypatch.delenv("VOICE_ENGINE")
    assert there == fields(search.retrieve("and on sunday", history=history))


def test_a_build_that_is_not_in_milvus_is_an_error_with_the_fix(engine, monkeypatch, tmp_path):
    monkeypatch.setenv("VOICE_ENGINE", f"milvus:{tmp_path / 'empty.db'}")
    with pytest.raises(StepError, match=r"does not hold this build; run: python milvus.py"):
        search.retrieve(QUESTIONS[0])


def test_part_of_a_build_is_an_error(engine, monkeypatch):
    ask = milvus.Milvus(engine[1])
    name = milvus.collection(engine[0])
    row = ask("get", name, [0], output_fields=["number", "row", "text", "vector", "words"])
    ask("delete", name, ids=[0])
    index_of_engine = index.sibling("remote").passages
    index_of_engine.cache_clear()
    try:
        with pytest.raises(StepError, match=r"run: python milvus.py"):
            search.retrieve(QUESTIONS[0])
    finally:
        assert row
        milvus.main(["--engine", engine[1]])
        index_of_engine.cache_clear()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("milvus:", "give milvus:PATH or milvus:URL"),
        ("elsewhere:x", "give milvus:PATH or milvus:URL"),
        ("milvus:http://user:secret@127.0.0.1:9", "fails"),  # nobody listens there
    ],
)
def test_an_engine_that_cannot_be_reached_is_one_line_without_the_password(
    engine, monkeypatch, value, message
):
    monkeypatch.setenv("VOICE_ENGINE", value)
    with pytest.raises(StepError, match=message) as told:
        search.retrieve(QUESTIONS[0])
    assert "secret" not in str(told.value) and "\n" not in str(told.value)
    assert os.environ["VOICE_ENGINE"] == value


@contextlib.contextmanager
def server(where):
    """Run a Milvus server as a process of its own; yield (its URL, the process)."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [Path(sys.executable).with_name("milvus-lite"), "server", "--data-dir", where]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.2)
            yield f"milvus:http://127.0.0.1:{port}", process
        finally:
            process.kill()


def test_a_machine_with_two_small_files_asks_a_server_and_refuses_when_it_is_gone(
    base, monkeypatch, tmp_path
):
    where, _, alone = base
    for name in ("chunks.jsonl", "embed.npy", "embed.json"):
        shutil.copy(where / name, tmp_path / name)
    monkeypatch.setenv("VOICE_RAG_DIR", str(tmp_path))
    monkeypatch.setenv("VOICE_EMBEDDER", "hashing")
    with server(tmp_path / "data") as (url, process):
        milvus.main(["--engine", url])
        (tmp_path / "chunks.jsonl").unlink()
        (tmp_path / "embed.npy").unlink()
        monkeypatch.setenv("VOICE_ENGINE", url)
        found = [search.retrieve(question) for question in QUESTIONS]
        assert [fields(hits) for hits in found] == [fields(hits) for hits in alone]
        assert index.load_passages().rows.places[found[0][0].id] >= 0
        process.kill()
        process.wait()
        with pytest.raises(StepError, match="Milvus at http://127.0.0.1:.* fails: .*is it up"):
            search.retrieve("is there a place to park")
