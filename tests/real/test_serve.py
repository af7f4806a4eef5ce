"""The server as a process, with real clients: what goes out is in the knowledge base, always."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import scripted_llm  # noqa: E402

import generation  # noqa: E402
import turn  # noqa: E402
import turns  # noqa: E402

pytestmark = pytest.mark.real
pytest.importorskip("fastapi", reason="the server's extra is not installed")
QUESTIONS = (
    "WHEN DO YOU OPEN ON SATURDAY",
    "UM HOW LONG CAN I PARK FOR FREE",
    "WHO WON GOLD YESTERDAY",
    "CAN I BRING MY DOG",
)
OPEN = QUESTIONS[0]
CONSTANTS = {*turn.REFUSAL.values(), *generation.HOLDING.values()}
START = 120  # seconds; the model is converted once on a machine where nothing is cached
FAULTS = [mode for mode in scripted_llm.MODES if mode not in ("good", "plain")]
CLIENTS, SECONDS = 50, 10
KILLED_AFTER = 2.0


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A built workspace of the call profile: MiniLM, our own documents."""
    where = tmp_path_factory.mktemp("workspace")
    env = environment(where)
    for step in (
        "chunks.py --profile call",
        "embed.py --profile call",
        "threshold.py --profile call",
    ):
        command = [sys.executable, *step.split()]
        subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    return where


def environment(where, **more):
    """Return the environment of a server that nothing but the test sets."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LLM", "VOICE_"))}
    if "VOICE_CACHE" in os.environ:
        kept["VOICE_CACHE"] = os.environ["VOICE_CACHE"]
    ours = {"VOICE_RAG_DIR": str(where), "VOICE_TURNS_AT_ONCE": "8", "VOICE_HOLD_AFTER": "0"}
    return kept | ours | more


class Served:
    """A running server, and the shortest ways to ask it."""

    def __init__(self, process, url):
        self.process, self.url = process, url
        self.address = urlsplit(url).hostname, urlsplit(url).port

    def post(self, path, body, accept="application/json", timeout=60):
        """Return (status, text)."""
        link = http.client.HTTPConnection(*self.address, timeout=timeout)
        headers = {"content-type": "application/json", "accept": accept}
        try:
            link.request("POST", path, json.dumps(body), headers)
            reply = link.getresponse()
            return reply.status, reply.read().decode()
        finally:
            link.close()

    def ask(self, query=OPEN, **more):
        status, text = self.post("/ask", {"query": query} | more)
        return status, json.loads(text)

    def get(self, path):
        link = http.client.HTTPConnection(*self.address, timeout=10)
        link.request("GET", path)
        reply = link.getresponse()
        return reply.status, reply.read().decode()


@contextmanager
def serving(where, llm=None, **settings):
    """Run serve.py on a free port until the block ends."""
    env = environment(where, **settings) | ({"LLM_URL": llm} if llm else {"LLM": "none"})
    command = [sys.executable, str(ROOT / "serve.py"), "--port", "0"]
    with subprocess.Popen(
        command, cwd=where, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + process.stdout.read()
            served = Served(process, found[0])
            wait_for(lambda: process.poll() is not None or answers(served))
            assert process.poll() is None, process.stdout.read()
            yield served
        finally:
            process.kill()


def answers(served):
    try:
        return served.get("/health")[0] == 200
    except OSError:
        return False


def wait_for(true, seconds=START):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def llm():
    return scripted_llm.Server().start()


@pytest.fixture(scope="module")
def served(workspace, llm):
    """A server whose LLM is scripted; impatient, so that a hanging LLM need not be waited for."""
    options = {"VOICE_DEADLINE": "2", "VOICE_BREAKER_FAILURES": "1000", "VOICE_ANSWER_CACHE": "0"}
    with serving(workspace, llm.url, **options) as one:
        yield one


@pytest.fixture(scope="module")
def knowledge(workspace):
    """What the documents say, as one text: a sentence that stands in it is no invention."""
    lines = (workspace / "chunks.jsonl").read_text(encoding="utf-8").splitlines()
    return " ".join(" ".join(json.loads(line)["text"].split()) for line in lines)


def sentences_of(text, constants=CONSTANTS):
    """Split what was spoken into its sentences, the constants taken out."""
    for one in constants:
        text = text.replace(one, " ")
    return [one for one in re.split(r"(?<=[.!?])\s+", text.strip()) if one]


def assert_known(spoken, knowledge):
    for sentence in sentences_of(spoken):
        assert sentence in knowledge, f"{sentence!r} is in no document"


def deltas(text):
    """Return the pieces of content of a streamed chat."""
    found = [json.loads(line[6:]) for line in text.split("\n") if line.startswith("data: {")]
    choices = [one["choices"][0] for one in found if one["choices"]]
    return [choice["delta"]["content"] for choice in choices if choice["delta"].get("content")]


def chat(served, query=OPEN, stream=True):
    body = {"messages": [{"role": "user", "content": query}], "stream": stream}
    return served.post("/v1/chat/completions", body)


@pytest.mark.parametrize("mode", FAULTS)
def test_whatever_the_llm_does_every_sentence_that_went_out_is_in_the_documents(
    served, llm, knowledge, mode
):
    llm.mode = mode
    began = time.monotonic()
    for query in QUESTIONS:
        status, text = chat(served, query)
        assert status == 200 and text.endswith("data: [DONE]\n\n")
        for delta in deltas(text):
            assert_known(delta, knowledge)
        status, found = served.ask(query)
        assert status == 200
        assert_known(found["say"], knowledge)
        assert found["status"] in ("answered", "extractive", "refused")
    assert time.monotonic() - began < 60
    assert json.loads(served.get("/ready")[1])["turns"]["in_flight"] == 0


def test_an_answer_that_is_right_is_said_as_the_model_wrote_it(served, llm, knowledge):
    for mode in ("good", "plain"):
        llm.mode = mode
        _, found = served.ask()
        assert found["status"] == "answered"
        assert found["sentences"][0]["text"] in found["model"]["raw"].replace(" [1]", "")
        assert_known(found["say"], knowledge)


def test_the_llm_is_killed_in_mid_sentence_and_what_was_released_before_stands(
    workspace, knowledge
):
    with scripted_process("slow") as (process, url), serving(workspace, url) as served:
        link = begin(served, stream=True)
        text = read_until(link, rb'"content": "\w')
        process.kill()
        text += read_until(link, rb"\[DONE\]")
        said = "".join(deltas(text.decode()))
        assert said
        assert_known(said, knowledge)
        assert served.ask()[1]["status"] == "extractive"


@contextmanager
def scripted_process(mode):
    """Run the scripted LLM as a process of its own, which can be killed."""
    command = [sys.executable, str(ROOT / "bench" / "scripted_llm.py"), "--port", "0"]
    command += ["--mode", mode]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().split("LLM_URL=")[1].strip()
        finally:
            process.kill()


def begin(served, stream, query=OPEN):
    """Send a chat over a bare socket."""
    body = json.dumps({"messages": [{"role": "user", "content": query}], "stream": stream})
    link = socket.create_connection(served.address, timeout=30)
    head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}"
    link.sendall(f"{head}\r\ncontent-type: application/json\r\n\r\n{body}".encode())
    return link


def read_until(link, mark):
    text = b""
    while not re.search(mark, text):
        part = link.recv(65536)
        assert part, text
        text += part
    return text


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("mode", ["slow", "silent", "hung"])
def test_a_caller_who_hangs_up_stops_the_llm_and_frees_the_slot(workspace, llm, mode, stream):
    llm.mode, before = mode, llm.asked
    options = {"VOICE_TURNS_AT_ONCE": "1", "VOICE_ANSWER_CACHE": "0", "VOICE_DEADLINE": "60"}
    with serving(workspace, llm.url, **options) as served:
        link = begin(served, stream)
        wait_for(lambda: llm.asked > before)
        time.sleep(0.2)
        assert chat(served)[0] == 503
        llm.gone, left = 0.0, time.monotonic()
        link.close()
        wait_for(lambda: json.loads(served.get("/ready")[1])["turns"]["in_flight"] == 0, 5)
        freed = time.monotonic() - left
        wait_for(lambda: llm.gone, 5)
        print(f"{mode}: slot free after {freed:.3f} s, LLM let go after {llm.gone - left:.3f} s")
        assert freed < 1 and llm.gone - left < 1  # 0.1 on an idle machine
        llm.mode = "good"
        assert served.ask()[0] == 200
        kept = turns.listing(workspace / turns.FILE, 5)
        assert "cancelled" in [row["status"] for row in kept]


def test_a_server_that_is_killed_while_it_writes_has_lost_no_finished_turn(workspace, tmp_path):
    path, finished = tmp_path / "turns.sqlite", []

    def talk(served):
        try:
            while True:
                status, found = served.ask()
                if status == 200:
                    finished.append(found["id"])
        except (OSError, http.client.HTTPException, ValueError):
            return  # killed

    with serving(workspace, VOICE_TURNS=str(path)) as served:
        with ThreadPoolExecutor(6) as pool:
            for _ in range(6):
                pool.submit(talk, served)
            time.sleep(KILLED_AFTER)
            served.process.kill()
    kept = {row["id"] for row in turns.listing(path, 1 << 40)}
    assert len(finished) > 10 and set(finished) <= kept
    with serving(workspace, VOICE_TURNS=str(path)) as served:
        assert served.ask()[0] == 200  # and the file is whole


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_finishes_its_turns_and_ends_without_a_fault(
    workspace, knowledge, sent
):
    slow = scripted_llm.Server(mode="slow").start()
    with serving(workspace, slow.url) as served:
        link = begin(served, stream=True)
        text = read_until(link, rb'"content": "\w')
        served.process.send_signal(sent)
        text += read_until(link, rb"\[DONE\]")
        assert_known("".join(deltas(text.decode())), knowledge)
        assert served.process.wait(30) == 0 and served.process.stdout.read() == ""


def test_the_openai_client_works_by_changing_its_base_url(served, llm, knowledge):
    openai = pytest.importorskip("openai", reason="the openai client is not installed")
    llm.mode = "good"
    client = openai.OpenAI(base_url=f"{served.url}/v1", api_key="none")
    assert [one.id for one in client.models.list()] == ["voice-rag"]
    messages = [
        {"role": "system", "content": "You are a helpful agent."},
        {"role": "user", "content": "when do you open on saturday"},
        {"role": "assistant", "content": "At 8:30."},
        {"role": "user", "content": "and what about sunday"},
    ]
    whole = client.chat.completions.create(model="voice-rag", messages=messages)
    assert_known(whole.choices[0].message.content, knowledge)
    assert whole.voice["sentences"][0]["citations"][0]["source"] == "kb-hours.md"
    parts = client.chat.completions.create(model="voice-rag", messages=messages, stream=True)
    said = [part.choices[0].delta.content for part in parts if part.choices[0].delta.content]
    assert "".join(said) == whole.choices[0].message.content
    with pytest.raises(openai.BadRequestError, match="messages"):
        client.chat.completions.create(model="voice-rag", messages=[])


def test_an_openai_client_that_is_interrupted_stops_the_llm(workspace, llm):
    openai = pytest.importorskip("openai", reason="the openai client is not installed")
    llm.mode, llm.gone = "hung", 0.0
    with serving(workspace, llm.url, VOICE_DEADLINE="60", VOICE_TURNS_AT_ONCE="1") as served:
        client = openai.OpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0)
        messages = [{"role": "user", "content": OPEN}]
        parts = client.chat.completions.create(model="any", messages=messages, stream=True)
        assert next(part for part in parts if part.choices[0].delta.content)
        parts.close()  # the caller speaks again
        wait_for(lambda: llm.gone, 10)
        wait_for(lambda: json.loads(served.get("/ready")[1])["turns"]["in_flight"] == 0, 10)
        llm.mode = "good"
        again = client.chat.completions.create(model="any", messages=messages)
        assert again.choices[0].message.content


def test_whatever_an_openai_client_sends_wrongly_it_is_told_as_openai_would(served):
    openai = pytest.importorskip("openai", reason="the openai client is not installed")
    client = openai.OpenAI(base_url=f"{served.url}/v1", api_key="none", max_retries=0)
    for wrong in ({"messages": []}, {"messages": "x"}, {"messages": [{"role": "user"}], "n": 3}):
        with pytest.raises(openai.BadRequestError) as told:
            client.chat.completions.create(model="voice-rag", **wrong)
        assert told.value.body["type"] == "invalid_request_error"
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model="voice-rag", input="x")
    status, text = served.post("/ask", {"query": 5})
    assert status == 422 and "query" in json.loads(text)["detail"]


def test_a_caller_who_waits_for_a_silent_llm_hears_a_holding_phrase_then_a_quotation(
    workspace, knowledge
):
    silent = scripted_llm.Server(mode="silent").start()
    options = {"VOICE_HOLD_AFTER": "0.2", "VOICE_DEADLINE": "5"}
    with serving(workspace, silent.url, **options) as served:
        status, text = chat(served)
        held, *said = deltas(text)
        assert status == 200 and held == generation.HOLDING[False] and said
        assert_known(" ".join(said), knowledge)


def test_fifty_clients_at_once_are_answered_or_told_to_come_back(workspace, llm, knowledge):
    llm.mode, codes, slowest = "good", Counter(), []
    until = time.monotonic() + SECONDS

    def talk(served, number):
        while time.monotonic() < until:
            began = time.monotonic()
            status, found = served.ask(QUESTIONS[number % len(QUESTIONS)])
            codes[status] += 1
            if status == 200:
                slowest.append(time.monotonic() - began)
                assert_known(found["say"], knowledge)
            else:
                time.sleep(0.2)

    with serving(workspace, llm.url, VOICE_ANSWER_CACHE="0") as served:
        with ThreadPoolExecutor(CLIENTS) as pool:
            for future in [pool.submit(talk, served, number) for number in range(CLIENTS)]:
                future.result()
        assert set(codes) <= {200, 503} and codes[200] > CLIENTS
        assert max(slowest) < 15, max(slowest)
        assert served.ask()[0] == 200
        print(f"{dict(codes)}, slowest {max(slowest):.2f} s")


def test_a_workspace_that_is_rebuilt_under_load_is_never_half_seen(workspace, tmp_path):
    base, kb = tmp_path / "rag", tmp_path / "kb"
    kb.mkdir()
    env = environment(base)
    queries = ROOT / "fixtures" / "voice" / "rag" / "queries.jsonl"
    steps = [("chunks.py", "--kb", kb), ("embed.py",), ("threshold.py", "--queries", queries)]

    def build(hour):
        for path in (ROOT / "fixtures" / "voice" / "kb").glob("*.md"):
            (kb / path.name).write_bytes(path.read_bytes())
        (kb / "kb-hours.md").write_text(f"# Hours\n\nOn Saturday we open at {hour} o'clock.\n")
        for step in steps:  # a list: the checkout's path may have spaces
            command = [sys.executable, *step, "--profile", "call"]
            subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)

    build(6)
    heard, over = [], threading.Event()

    def talk(served):
        while not over.is_set():
            status, found = served.ask()
            heard.append((status, found["say"] if status == 200 else ""))

    with serving(base, VOICE_RELOAD="0.05") as served, ThreadPoolExecutor(1) as pool:
        talking = pool.submit(talk, served)
        build(9)
        wait_for(lambda: "9 o'clock" in heard[-1][1], 20)
        over.set()
        talking.result()
    says = [text for _, text in heard]
    assert {status for status, _ in heard} == {200}
    changed = next(i for i, text in enumerate(says) if "9 o'clock" in text)
    assert changed and all("6 o'clock" in text for text in says[:changed])
    assert all("9 o'clock" in text for text in says[changed:])


def test_no_request_that_the_openapi_document_allows_breaks_the_server(served, llm, tmp_path):
    pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    llm.mode = "good"
    command = [Path(sys.executable).parent / "schemathesis", "run", f"{served.url}/openapi.json"]
    command += ["--max-examples", "25", "--seed", "1", "--checks", "all"]
    command += ["--phases", "examples,coverage,fuzzing"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
