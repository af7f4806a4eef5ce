"""Ollama's own API is spoken to where LLM_URL names it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import llm
from rag_io import StepError

SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}


@pytest.fixture
def ollama(monkeypatch):
    """A server with Ollama's shapes; returns what it was asked and what it replies."""
    seen = {"reply": {"message": {"content": '{"answer": "yes"}'}, "done_reason": "stop"}}

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            seen["path"] = self.path
            seen["body"] = json.loads(self.rfile.read(int(self.headers["content-length"])))
            data = json.dumps(seen["reply"]).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("LLM_URL", f"http://127.0.0.1:{server.server_port}/api/chat")
    monkeypatch.setenv("LLM_MODEL", "qwen3")
    monkeypatch.delenv("LLM", raising=False)
    yield seen
    server.shutdown()
    server.server_close()


def test_the_schema_goes_as_format_and_nothing_is_streamed(ollama):
    text = llm.chat([{"role": "user", "content": "hi"}], 80, SCHEMA)[0]
    assert text == '{"answer": "yes"}'
    assert ollama["path"] == "/api/chat"
    assert ollama["body"]["format"] == SCHEMA
    assert ollama["body"]["stream"] is False
    assert ollama["body"]["model"] == "qwen3"
    assert ollama["body"]["options"] == {"temperature": 0, "seed": 0, "num_predict": 80}


def test_a_cut_reply_is_an_error_here_too(ollama):
    ollama["reply"] = {"message": {"content": '{"answer": "y'}, "done_reason": "length"}
    with pytest.raises(StepError, match="cut off"):
        llm.chat([{"role": "user", "content": "hi"}])


@pytest.mark.parametrize("reply", [{"error": "no model"}, {"done_reason": "stop"}, [], "x"])
def test_anything_else_is_an_error_in_words(ollama, reply):
    ollama["reply"] = reply
    with pytest.raises(StepError):
        llm.chat([{"role": "user", "content": "hi"}])
