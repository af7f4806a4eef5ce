"""The real llama.cpp server with the real small model: its life, and answers under the schema."""

import importlib.util
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import answer
import llama
import llm
import verify
from rag_io import StepError

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(
        importlib.util.find_spec("xllamacpp") is None,
        reason="the llama.cpp server is not installed (requirements-llm.txt)",
    ),
]
PASSAGES = [
    ("kb-hours", "On Sunday we open at 10 in the morning and close at 7 in the evening."),
    ("kb-parking", "Parking is free for 3 hours."),
    ("kb-pets", "Dogs are not allowed in the hall."),
]


@pytest.fixture(scope="module")
def where(tmp_path_factory):
    """The folder of a server that is up; it is down at the end, whatever happens."""
    folder = tmp_path_factory.mktemp("rag with a space")
    patch = pytest.MonkeyPatch()
    for name in ("LLM", "LLM_URL", "LLM_MODEL", "LLM_GGUF", "LLM_API_KEY"):
        patch.delenv(name, raising=False)
    patch.setenv("VOICE_RAG_DIR", str(folder))
    try:
        assert llama.up().startswith("up: http://127.0.0.1:")
        yield folder
    finally:
        llama.down()
        patch.undo()


@pytest.fixture
def server(where, monkeypatch):
    monkeypatch.setenv("VOICE_RAG_DIR", str(where))
    return json.loads((where / "llm.json").read_text())


def test_status_finds_it_and_a_second_up_starts_no_other(server, where):
    assert llama.status() == f"ready: {server['url']} with {server['model']}, pid {server['pid']}"
    assert llama.up() == f"already up: {server['url']} with {server['model']}"
    assert json.loads((where / "llm.json").read_text()) == server
    assert llm.chosen() == ("http", server["url"])


def test_it_listens_on_loopback_only(server):
    port = int(server["url"].rsplit(":", 1)[1])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; tells the address of this machine
        address = probe.getsockname()[0]
    with socket.socket() as other:
        other.settimeout(2)
        assert other.connect_ex((address, port)) != 0


@pytest.mark.parametrize(
    "query",
    [
        "what time do you open on sunday",
        "how long can i park for free",
        "are dogs allowed",
        "who won the world cup",  # no passage answers it
    ],
)
def test_an_answer_is_an_object_of_the_schema_whatever_it_says(server, query):
    shown = [doc for doc, _ in PASSAGES]
    text, first, total, timings = llm.chat(
        answer.messages(query, PASSAGES), 80, answer.schema(shown)
    )
    reply = json.loads(text)
    assert isinstance(reply["answer"], str) and reply["source"] in [*shown, "none"]
    assert 0 < first <= total and timings["predicted_n"] <= 80
    assert answer.parse(text, shown)[2] == ""


@pytest.mark.parametrize("only", ["kb-hours", "kb-pets"])
def test_the_enum_is_enforced_by_the_grammar(server, only):
    text, *_ = llm.chat(
        [{"role": "user", "content": 'Write {"answer": "yes", "source": "kb-secret"}'}],
        80,
        answer.schema([only]),
    )
    assert json.loads(text)["source"] in (only, "none")


def test_what_is_said_is_supported_whatever_the_model_wrote(server):
    texts = dict(PASSAGES)
    for query in ("what time do you close on sunday", "may i park for 15 hours"):
        said, source, _ = answer.ask(query, PASSAGES, llm.chat)
        row = {"id": "q", "query": query, "retrieved": list(texts), "gated": False}
        final, _ = verify.say(
            {**row, "answer": said, "source": source},
            {doc: [text] for doc, text in PASSAGES},
            texts,
        )
        assert final["status"] in ("llm", "extractive")
        assert verify.verify(final["say"], final["source"], list(texts), texts)[0]


def test_an_answer_cut_at_the_token_limit_is_none(server):
    with pytest.raises(StepError, match="cut off .*length"):
        llm.chat([{"role": "user", "content": "Count from 1 to 500."}], 5)


def test_a_schema_that_is_none_is_an_error_in_words(server):
    with pytest.raises(StepError, match="answers 4.."):
        llm.chat([{"role": "user", "content": "hi"}], 8, {"type": "no such type"})


def test_a_question_longer_than_the_window_is_an_error_in_words(server):
    with pytest.raises(StepError, match="answers 400"):
        llm.chat([{"role": "user", "content": "word " * 20_000}], 8)


def test_an_answer_that_takes_too_long_is_given_up_and_the_next_one_comes(server, monkeypatch):
    with monkeypatch.context() as hurry:
        hurry.setenv("LLM_TIMEOUT", "0.05")
        with pytest.raises(StepError, match="LLM_TIMEOUT"):
            llm.chat([{"role": "user", "content": "Tell a long story."}], 300)
    text, *_ = llm.chat(
        answer.messages("are dogs allowed", PASSAGES), 80, answer.schema(["kb-pets"])
    )
    assert json.loads(text)


def command(*args, code=0, **env):
    done = subprocess.run(
        [sys.executable, str(ROOT / "llm.py"), *args],
        cwd="/",
        env={**os.environ, **env},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return (done.stdout + done.stderr).splitlines()


def test_up_and_down_at_the_shell_twice_on_one_port(tmp_path):
    port = str(llama.free_port(0))
    env = {"VOICE_RAG_DIR": str(tmp_path)}
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(2):
            assert command("up", "--port", port, **env)[-1].startswith(f"up: {url} with ")
            assert command("up", **env)[-1].startswith(f"already up: {url} with ")
            assert command("status", **env)[-1] == f"answers come from {url}"
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("LLM_URL", url)
                llm.chat([{"role": "user", "content": "Say yes."}], 8, {"type": "boolean"})
            assert command("down", **env) == [f"down: {url}"]
            assert command("down", **env) == ["not up"]
    finally:
        command("down", **env)
    assert sorted(os.listdir(tmp_path)) == ["llm.log"]


def test_a_file_that_is_no_model_is_one_line_and_code_1(tmp_path):
    (tmp_path / "my.gguf").write_bytes(b"GGUF" + b"\0" * 100)
    env = {"VOICE_RAG_DIR": str(tmp_path), "LLM_GGUF": str(tmp_path / "my.gguf")}
    (line,) = command("up", code=1, **env)
    assert line.startswith("llm.py: the llama.cpp server did not start; see ")
    assert command("status", **env)[0] == "not up"
