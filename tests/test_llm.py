"""llm.py: what is sent, what is taken, and that every fault of a server ends, soon, in words."""

import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import answer
import llm
import llm_http
import verify
from rag_io import StepError

GOOD = '{"answer": "We open at 7:30 on Monday.", "source": "kb-hours"}'
LIMIT = 0.25  # seconds for an answer that does not come
PATIENCE = 5.0  # seconds for one that does, on a busy machine


class Server(ThreadingHTTPServer):
    """A server that does `behave(handler)` for each request, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self, behave):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behave, self.asked, self.over = behave, [], threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def handle_error(self, request, client_address):
        """A client that has gone is what these tests are about."""


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.asked.append({"path": self.path, "headers": self.headers, "body": body})
        self.close_connection = True
        self.server.behave(self)

    def send(self, data):
        self.wfile.write(data if isinstance(data, bytes) else data.encode())
        self.wfile.flush()

    def head(self, kind="text/event-stream", status="200 OK", more=""):
        self.send(f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\n{more}\r\n")

    def hang(self):
        self.server.over.wait(20)

    def log_message(self, *args):
        pass


@pytest.fixture
def server(monkeypatch):
    """Start a server and point LLM_URL at it."""
    started = []

    def start(behave):
        started.append(Server(behave))
        monkeypatch.setenv("LLM_URL", started[-1].url)
        monkeypatch.setenv("LLM_TIMEOUT", str(PATIENCE))
        monkeypatch.setattr(llm_http, "RETRY_PAUSE", 0.01)
        return started[-1]

    yield start
    for one in started:
        one.over.set()
        one.shutdown()
        one.server_close()


def delta(text=None, finish=None, **more):
    choice = {"index": 0, "delta": {} if text is None else {"content": text}}
    return {"choices": [{**choice, "finish_reason": finish}], **more}


def line(event):
    return f"data: {json.dumps(event)}\n\n"


def events(*parts, finish="stop", end="data: [DONE]\n\n"):
    return "".join(line(delta(part)) for part in parts) + line(delta(None, finish)) + end


def says(*parts, **options):
    """A behaviour: stream these parts of an answer."""

    def behave(handler):
        handler.head()
        handler.send(events(*parts, **options))

    return behave


def plain(value, kind="application/json", status="200 OK"):
    """A behaviour: one body, as it is or as JSON."""

    def behave(handler):
        handler.head(kind, status)
        handler.send(value if isinstance(value, str | bytes) else json.dumps(value))

    return behave


def whole(text=GOOD, finish="stop"):
    return {"choices": [{"message": {"content": text}, "finish_reason": finish}]}


def chunked(handler, *pieces, end=True):
    handler.head(more="transfer-encoding: chunked\r\n")
    for piece in pieces:
        data = piece.encode()
        handler.send(f"{len(data):x}\r\n".encode() + data + b"\r\n")
    if end:
        handler.send(b"0\r\n\r\n")


def one_byte_a_time(handler, text):
    for byte in text.encode():
        handler.send(bytes([byte]))


@pytest.mark.parametrize(
    "behave",
    [
        says(GOOD),
        says(*GOOD),  # a letter at a time
        says(GOOD[:9], "", None, GOOD[9:]),
        says(GOOD, end=""),  # no [DONE]
        says(GOOD, end=line({"choices": [], "usage": {"total_tokens": 9}}) + "data: [DONE]\n\n"),
        lambda handler: chunked(handler, *[line(delta(one)) for one in GOOD], events()),
        lambda handler: chunked(handler, events(GOOD)[:50], events(GOOD)[50:]),
        lambda handler: chunked(handler, ": ping\n\n", "event: x\n", events(GOOD)),
        lambda handler: (handler.head(), one_byte_a_time(handler, events(GOOD))),
        lambda handler: (handler.head(), handler.send(events(GOOD).replace("\n", "\r\n"))),
        lambda handler: (
            handler.head(more="content-encoding: gzip\r\n"),
            handler.send(gzip.compress(events(GOOD).encode())),
        ),
        plain(whole()),
        plain(json.dumps(whole(), indent=2)),
        plain(whole(), "application/json; charset=utf-8"),
    ],
)
def test_a_whole_answer_is_taken_however_it_is_cut(server, behave):
    server(behave)
    text, first, total, timings = llm.chat([{"role": "user", "content": "open"}])
    assert text == GOOD and timings == {}
    assert 0 < first <= total < 1000 * PATIENCE


def test_letters_of_any_script_survive_a_cut_within_a_letter(server):
    data = json.dumps(whole("café 你好 🙂"), ensure_ascii=False).encode()

    def behave(handler):
        handler.head("application/json")
        for byte in data:
            handler.send(bytes([byte]))

    server(behave)
    assert llm.chat([])[0] == "café 你好 🙂"


def test_the_servers_timings_are_handed_on(server):
    server(says(GOOD, end=line({"choices": [], "timings": {"predicted_n": 9}})))
    assert llm.chat([])[3] == {"predicted_n": 9}


def test_the_request_is_greedy_seeded_streamed_and_under_the_schema(server, monkeypatch):
    monkeypatch.setenv("LLM_MODEL", "qwen")
    monkeypatch.setenv("LLM_API_KEY", "secret")
    one, schema = server(says(GOOD)), answer.schema(["kb-hours"])
    llm.chat([{"role": "user", "content": "é你"}], max_tokens=80, json_schema=schema)
    (asked,) = one.asked
    assert asked["path"] == "/v1/chat/completions"
    assert asked["headers"]["authorization"] == "Bearer secret"
    assert json.loads(asked["body"]) == {
        "model": "qwen",
        "messages": [{"role": "user", "content": "é你"}],
        "max_tokens": 80,
        "temperature": 0,
        "seed": 0,
        "stream": True,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema},
        },
    }


@pytest.mark.parametrize(
    "url",
    [
        "http://me:secret@127.0.0.1:1",  # nobody is there
        "http://me:se@cret@127.0.0.1:1/v1",
        "http://me:secret@[half",
        "http://me:secret@host:port/v1",
        "me:secret@host:1",
        "ftp://me:secret@host",
    ],
)
def test_a_password_in_the_address_is_in_no_message(monkeypatch, url):
    monkeypatch.setenv("LLM_URL", url)
    monkeypatch.setattr(llm_http, "RETRY_PAUSE", 0)
    with pytest.raises((StepError, ValueError)) as error:
        llm.chat([])
    said = f"{error.value} {llm.name()}"
    assert "cret" not in said and "@" not in said


def test_without_schema_and_key_none_is_sent(server):
    one = server(says(GOOD))
    llm.chat([])
    assert "response_format" not in json.loads(one.asked[0]["body"])
    assert one.asked[0]["headers"]["authorization"] is None


@pytest.mark.parametrize(
    ("url", "full"),
    [
        ("http://h:1", "http://h:1/v1/chat/completions"),
        ("http://h:1/", "http://h:1/v1/chat/completions"),
        ("http://h:1/v1", "http://h:1/v1/chat/completions"),
        ("http://h:1/v1/", "http://h:1/v1/chat/completions"),
        ("https://h/api/v1", "https://h/api/v1/chat/completions"),
        ("https://h/v1/chat/completions", "https://h/v1/chat/completions"),
    ],
)
def test_a_server_is_named_by_its_base_with_or_without_v1(url, full):
    assert llm_http.endpoint(url) == full


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://h", "/v1", "http//h", "file:///etc"])
def test_an_address_that_is_none_is_named(url):
    with pytest.raises(StepError, match="LLM_URL is .*http://"):
        llm_http.endpoint(url)


def drip(handler, data, pause=0.05):
    """Never pause as long as a timeout of the socket."""
    for byte in data * 1000:
        handler.send(bytes([byte]))
        if handler.server.over.wait(pause):
            return


def endless(handler, piece):
    while not handler.server.over.is_set():
        handler.send(piece)


def chunk_of(text):
    return f"{len(text):x}\r\n{text}\r\n".encode()


FAULTS = {
    "status 400": (plain({"error": {"message": "bad schema"}}, status="400 Bad"), "400: .*schema"),
    "status 401": (plain("no key", status="401 Unauthorized"), "401"),
    "status 500": (plain("<html>oh</html>", status="500 Internal"), "500: <html>"),
    "status 503": (
        plain({"error": {"message": "Loading model"}}, status="503 Busy"),
        "503: .*Load",
    ),
    "status 204": (plain("", status="204 No Content"), "204"),
    "an error that drips": (
        lambda h: (h.head(status="500 Internal"), drip(h, b"x")),
        "LLM_TIMEOUT|500",
    ),
    "redirect": (lambda h: h.head(status="302 Found", more="location: /\r\n"), "302"),
    "no head": (lambda h: None, "cannot be reached.*run: python llm.py up"),
    "no HTTP": (lambda h: h.send("SSH-2.0-OpenSSH\r\n\r\n"), "cannot be reached"),
    "hangs": (lambda h: h.hang(), "LLM_TIMEOUT"),
    "hangs after the head": (lambda h: (h.head(), h.hang()), "LLM_TIMEOUT"),
    "hangs in the answer": (
        lambda h: (h.head(), h.send(line(delta(GOOD))), h.hang()),
        "LLM_TIMEOUT",
    ),
    "head drips": (lambda h: drip(h, b"HTTP/1.1 200 OK\r\nx: y"), "LLM_TIMEOUT"),
    "status line drips": (lambda h: drip(h, b"HTTP/1.1 200 OK"), "LLM_TIMEOUT"),
    "answer drips": (lambda h: (h.head(), drip(h, events("x").encode())), "LLM_TIMEOUT"),
    "comments drip": (lambda h: (h.head(), drip(h, b": ping\n\n")), "LLM_TIMEOUT"),
    "JSON drips": (lambda h: (h.head("application/json"), drip(h, b'{"a": 1')), "LLM_TIMEOUT"),
    "chunks drip": (
        lambda h: (h.head(more="transfer-encoding: chunked\r\n"), drip(h, b"1\r\n:\r\n")),
        "LLM_TIMEOUT",
    ),
    "endless line": (lambda h: (h.head(), endless(h, b"x" * 65536)), "sent more than"),
    "endless events": (
        lambda h: (h.head(), endless(h, line(delta("word ")).encode() * 500)),
        "sent more than",
    ),
    "endless chunks": (
        lambda h: (
            h.head(more="transfer-encoding: chunked\r\n"),
            endless(h, chunk_of("x" * 65536)),
        ),
        "sent more than",
    ),
    "endless JSON": (
        lambda h: (h.head("application/json"), endless(h, b" " * 65536)),
        "sent more than",
    ),
    "bomb": (
        lambda h: (
            h.head(more="content-encoding: gzip\r\n"),
            h.send(gzip.compress(b"\0" * 30_000_000)),
        ),
        "sent more than",
    ),
    "closes in the answer": (
        lambda h: (h.head(more="content-length: 9999\r\n"), h.send(line(delta(GOOD)))),
        "cut off|IncompleteRead|Incomplete",
    ),
    "closes in a chunk": (lambda h: chunked(h, line(delta(GOOD)), end=False), "."),
    "closes without an end": (lambda h: (h.head(), h.send(line(delta(GOOD)))), "cut off"),
    "bad chunk size": (
        lambda h: h.send(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
            "transfer-encoding: chunked\r\n\r\nzz\r\n"
        ),
        ".",
    ),
    "bad gzip": (
        lambda h: (h.head(more="content-encoding: gzip\r\n"), h.send(b"no gzip")),
        "[Dd]ecod",
    ),
    "length": (says(GOOD[:30], finish="length"), "cut off .*length"),
    "length of a whole object": (says(GOOD, finish="length"), "cut off .*length"),
    "length, plain": (plain(whole(GOOD, "length")), "cut off .*length"),
    "no finish": (says(GOOD, finish=None), "cut off .*None"),
    "filter": (says(GOOD, finish="content_filter"), "cut off .*content_filter"),
    "error event": (
        lambda h: (h.head(), h.send(line(delta(GOOD[:9])) + line({"error": "slot lost"}))),
        "slot lost",
    ),
    "error object": (plain({"error": {"message": "no slot"}}), "no slot"),
    "HTML": (plain("<html>Sign in</html>", "text/html"), "."),
    "empty": (plain(""), "."),
    "no JSON event": (lambda h: (h.head(), h.send("data: {oops\n\n")), "."),
    "not UTF-8": (lambda h: (h.head(), h.send(b'data: {"a": "\xff"}\n\n')), "."),
    "deep": (plain("[" * 200_000), "."),
    "deep event": (lambda h: (h.head(), h.send("data: " + '{"a":' * 100_000 + "\n\n")), "."),
    "a list": (plain([1]), "."),
    "a number": (plain("5"), "."),
    "null": (plain("null"), "."),
    "nothing": (plain({}), "cut off"),
    "choices of numbers": (plain({"choices": [5]}), "."),
    "choices as object": (plain({"choices": {"a": 1}}), "."),
    "choices as text": (plain({"choices": "x"}), "."),
    "delta as text": (plain({"choices": [{"delta": "x", "finish_reason": "stop"}]}), "."),
    "content as list": (plain(whole([{"type": "text", "text": GOOD}])), "."),
    "content as number": (plain(whole(5)), "."),
    "content as object": (plain(whole(json.loads(GOOD))), "."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_that_fails_in_any_way_is_an_error_in_words_and_in_time(
    server, monkeypatch, fault
):
    behave, message = FAULTS[fault]
    one, started = server(behave), time.monotonic()
    if "LLM_TIMEOUT" in message:
        monkeypatch.setenv("LLM_TIMEOUT", str(LIMIT))
    with pytest.raises(StepError, match=message) as error:
        llm.chat([{"role": "user", "content": "open"}])
    assert time.monotonic() - started < PATIENCE
    assert len(one.asked) <= 1 + llm_http.RETRIES and len(str(error.value)) < 500


LIES = {
    "invents a number": says(GOOD.replace("7:30", "6:45")),
    "cites what was not retrieved": says(GOOD.replace("kb-hours", "kb-prices")),
    "cites none": says(GOOD.replace("kb-hours", "none")),
    "truncates": says(GOOD[:-3]),
    "says nothing": says(),
    "says text": says("We open at 7:30."),
    "leaks a fence": says(f"```json\n{GOOD}"),
    "says it twice": says(GOOD, GOOD),
    "says null": says("null"),
    "bool": says('{"answer": true, "source": "kb-hours"}'),
    "full-width digits": says(GOOD.replace("7:30", "６:45")),
    "half a sign": says(GOOD.replace("7:30", "\\ud800")),
    "control": says(GOOD.replace("7:30", "\\u001b[2J")),
}
SLOW = ("hangs", "answer drips")
END_TO_END = [  # one of each kind; the others are faults of llm.chat alone, above
    "status 500",
    "status 503",
    "hangs",
    "answer drips",
    "endless line",
    "closes in the answer",
    "length of a whole object",
    "error event",
    "HTML",
    "deep",
    "content as list",
]


@pytest.mark.parametrize("fault", [*LIES, *END_TO_END])
def test_whatever_a_server_does_a_supported_sentence_is_said(
    built, inputs, server, monkeypatch, fault
):
    rows = (inputs / "rag" / "queries.jsonl").read_text().splitlines()
    (inputs / "rag" / "queries.jsonl").write_text(rows[0])  # one question is enough
    one = server(LIES[fault] if fault in LIES else FAULTS[fault][0])
    if fault in SLOW:
        monkeypatch.setenv("LLM_TIMEOUT", str(LIMIT))
    started = time.monotonic()
    answer.main([])
    verify.main([])
    assert time.monotonic() - started < PATIENCE and one.asked
    final = json.loads((built / "final.jsonl").read_text(encoding="utf-8"))
    text = (inputs / "kb" / "kb-hours.md").read_text()
    assert final["status"] == "extractive" and final["source"] == "kb-hours"
    assert verify.verify(final["say"], "kb-hours", ["kb-hours"], {"kb-hours": text})[0]
    assert final["say"] in text


def test_a_good_answer_is_said_and_a_refused_question_is_never_sent(built, inputs, server):
    one = server(says(GOOD))
    answer.main([])
    verify.main([])
    finals = [json.loads(row) for row in open(built / "final.jsonl", encoding="utf-8")]
    assert finals[0]["status"] == "llm" and finals[4]["status"] == "refused"
    assert len(one.asked) == 4
    assert not any("gold" in asked["body"].decode() for asked in one.asked)


def test_a_dropped_connection_is_tried_once_more(server):
    def behave(handler):
        if len(handler.server.asked) > 1:
            says(GOOD)(handler)

    one = server(behave)
    assert llm.chat([])[0] == GOOD and len(one.asked) == 2


def test_a_server_that_always_drops_is_tried_twice_in_all(server):
    one = server(lambda handler: None)
    with pytest.raises(StepError, match="cannot be reached"):
        llm.chat([])
    assert len(one.asked) == 2


@pytest.mark.parametrize("fault", ["status 500", "hangs", "hangs in the answer", "length"])
def test_an_answer_that_came_too_late_or_wrong_is_not_asked_for_again(server, monkeypatch, fault):
    one = server(FAULTS[fault][0])
    if "hangs" in fault:
        monkeypatch.setenv("LLM_TIMEOUT", str(LIMIT))
    with pytest.raises(StepError):
        llm.chat([])
    time.sleep(0.1)  # a second try would come now
    assert len(one.asked) == 1


def test_a_port_where_nobody_listens_is_an_error_at_once(monkeypatch):
    monkeypatch.setenv("LLM_URL", "http://127.0.0.1:9")
    monkeypatch.setattr(llm_http, "RETRY_PAUSE", 0)
    with pytest.raises(StepError, match="cannot be reached.*run: python llm.py up"):
        llm.chat([])


@pytest.mark.parametrize("value", ["soon", "0", "-1", "nan", "inf", "1e99", "1,5"])
def test_a_time_limit_that_is_none_is_named(server, monkeypatch, value):
    one = server(says(GOOD))
    monkeypatch.setenv("LLM_TIMEOUT", value)
    with pytest.raises(StepError, match="LLM_TIMEOUT is"):
        llm.chat([])
    assert not one.asked


def test_a_proxy_of_the_shell_is_not_asked_for_loopback(server, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server(says(GOOD))
    assert llm.chat([])[0] == GOOD


@pytest.mark.parametrize(
    ("settings", "lab", "running", "expected"),
    [
        ({}, False, None, ("none", "no LLM; run: python llm.py up")),
        ({}, False, "http://127.0.0.1:1", ("http", "http://127.0.0.1:1")),
        ({}, True, "http://127.0.0.1:1", ("voicekit", "")),
        ({"LLM_URL": "http://h"}, True, "http://127.0.0.1:1", ("http", "http://h")),
        ({"LLM_URL": "http://h", "LLM": "none"}, True, None, ("none", "LLM=none")),
        ({"LLM": "NONE"}, False, None, ("none", "LLM=none")),
        ({"LLM": "", "LLM_URL": ""}, False, None, ("none", "no LLM; run: python llm.py up")),
    ],
)
def test_who_answers(monkeypatch, settings, lab, running, expected):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(llm.importlib.util, "find_spec", lambda name: object() if lab else None)
    monkeypatch.setattr(llm.llama, "state", lambda: running and {"url": running})
    assert llm.chosen() == expected
    assert llm.name()


def test_without_a_model_chat_says_so_and_what_to_run(monkeypatch):
    monkeypatch.setattr(llm.llama, "state", lambda: None)
    with pytest.raises(StepError, match="no LLM; run: python llm.py up"):
        llm.chat([])


def test_status_says_who_answers(monkeypatch, capsys):
    monkeypatch.setenv("LLM_URL", "http://h")
    llm.main(["status"])
    assert capsys.readouterr().out == "not up\nanswers come from http://h\n"
