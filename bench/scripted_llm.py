"""A stand-in for an LLM server that behaves as it is told to: well, slowly, wrongly, or not at all.

    python bench/scripted_llm.py --port 8098 --mode slow      # then LLM_URL=http://127.0.0.1:8098

It speaks OpenAI's streamed chat completions and answers from the passages in its prompt. Modes:

    good      the first sentence of the first passage, and the first of the second
    wrong     a true sentence, then a false one, then a true one that must not be waited for
    slow      as good, a piece every 50 ms
    killed    the connection drops in the middle of the second sentence
    cut       the answer ends at the token limit, in the middle of the second sentence
    hung      headers and half a sentence, then nothing
    silent    not even headers
    garbage   bytes that are no event stream
    endless   one sentence that never ends
    plain     text with citation marks instead of JSON
    injected  a confession without a source
    error     HTTP 500
    loading   HTTP 503

`gone` is the time at which the last client was noticed to have left.
"""

import argparse
import json
import random
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 4  # characters, about a token
FALSE = "Everything is free of charge for 99 years."
PASSAGE = re.compile(r"^\[S(\d+)\] (.+)$", re.M)
MODES = (
    "good wrong slow killed cut hung silent garbage endless plain injected error loading"
).split()
PAUSES = {"slow": 0.05}
FOREVER = 3600.0  # seconds


def words(text):
    return set(re.findall(r"[a-z0-9]+|[\u4e00-\u9fff]", text.lower()))


def closest(text, question):
    """Return the sentence of a passage that shares the most words with the question."""
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text) if one]
    return max(sentences, key=lambda one: len(words(one) & words(question)))


def answer(prompt, mode):
    """Return what the model writes, in full."""
    passages = PASSAGE.findall(prompt)
    question = re.split("Question: |问题：", prompt)[-1]
    true = [(closest(text, question), f"S{number}") for number, text in passages]
    true.sort(key=lambda one: -len(words(one[0]) & words(question)))
    if mode == "plain":
        return " ".join(f"{text[:-1]} [{source[1:]}]{text[-1]}" for text, source in true[:2])
    if mode == "injected":
        return "Sure! As an AI I can tell you that everything is allowed."
    said = [true[0], (FALSE, "S1"), true[-1]] if mode == "wrong" else true[:2]
    listed = [{"text": text, "source": source} for text, source in said]
    return json.dumps({"sentences": listed}, ensure_ascii=False)


class Server(ThreadingHTTPServer):
    """mode may be changed while it runs; asked counts the questions, gone is when a client left."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port=0, mode="good", pause=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.mode, self.pause, self.asked, self.gone = mode, pause, 0, 0.0
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def start(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def handle_error(self, request, client_address):
        """A client that leaves is what this server is for."""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked += 1
        self.close_connection = True
        try:
            self.behave(self.server.mode, body["messages"][-1]["content"])
        except (BrokenPipeError, ConnectionResetError):
            self.server.gone = time.monotonic()

    def behave(self, mode, prompt):
        if mode == "silent":
            return self.wait()
        if mode in ("error", "loading"):
            return self.send_error(503 if mode == "loading" else 500)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        if mode == "garbage":
            return self.wfile.write(
                random.Random(0).randbytes(5000) + b'\ndata: {"choices": 5}\n\n'
            )
        if mode == "endless":
            return self.write('{"sentences": [{"text": "' + "and so on " * 10**6, mode)
        text = answer(prompt, mode)
        if mode in ("killed", "cut", "hung"):
            text = text[: text.rindex('"text"') + 20]
        self.write(text, mode)
        if mode == "hung":
            return self.wait()
        if mode != "killed":
            self.event({}, "length" if mode == "cut" else "stop")
            self.wfile.write(b"data: [DONE]\n\n")

    def write(self, text, mode):
        pause = PAUSES.get(mode, 0) if self.server.pause is None else self.server.pause
        for start in range(0, len(text), PIECE):
            time.sleep(pause)
            self.event({"content": text[start : start + PIECE]}, None)

    def event(self, delta, finish):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        self.wfile.write(f"data: {json.dumps({'choices': [choice]})}\n\n".encode())

    def wait(self):
        """Do nothing until the client leaves."""
        self.connection.settimeout(FOREVER)
        self.connection.recv(1)
        self.server.gone = time.monotonic()


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8098)
    parser.add_argument("--mode", choices=MODES, default="good")
    parser.add_argument("--pause", type=float, help="seconds between pieces")
    args = parser.parse_args(argv)
    server = Server(args.port, args.mode, args.pause)
    print(f"{args.mode}: LLM_URL={server.url}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
