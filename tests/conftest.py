"""What the tests share: a workspace of their own, a tiny embedder, a scripted language model."""

import hashlib
import json
import re
import signal

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("project", max_examples=30, deadline=None, derandomize=True)
settings.load_profile("project")  # quick, and the same examples on every machine
signal.signal(signal.SIGINT, signal.default_int_handler)  # `pytest &` has it ignored, for all below

SETTINGS = (
    "VOICE_FIXTURES VOICE_EMBEDDER LLM LLM_URL LLM_MODEL LLM_API_KEY LLM_TIMEOUT LLM_PORT LLM_GGUF"
).split()
KB = {
    "kb-hours": "# Opening hours\n\nWe open at 7:30 on Monday. On Sunday we open at 10.\n\n"
    "The cafe closes at 8 in the evening.\n",
    "kb-parking": "# Parking\n\nParking is free for 3 hours. Each further hour costs 2 dollars.\n",
    "kb-pets": "# Pets\n\nDogs are not allowed in the hall.\n",
}
QUERIES = [
    {"id": "q1", "asr": "UM WHEN DO YOU OPEN ON MONDAY", "relevant": ["kb-hours"]},
    {"id": "q2", "asr": "AND WHAT ABOUT SUNDAY", "context": "q1", "relevant": ["kb-hours"]},
    {"id": "q3", "asr": "IS PARKING FREE FOR THREE HOURS", "relevant": ["kb-parking"]},
    {"id": "q4", "asr": "ARE DOGS ALLOWED IN THE HALL", "relevant": ["kb-pets"]},
    {"id": "q5", "asr": "WHO WON GOLD YESTERDAY", "relevant": []},
]


class Bag:
    """A hashed bag of words in place of the sentence encoder: 96 dimensions, unit rows."""

    weights = "bag"

    def embed(self, texts):
        rows = np.full((len(texts), 96), 1e-3, np.float32)  # an empty text has a direction too
        for row, text in zip(rows, texts):
            for word in re.findall(r"\w+", text.lower()):
                row[int(hashlib.md5(word.encode()).hexdigest(), 16) % 96] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Scripted:
    """A chat with a queue of replies, text or exception; it records what it was asked."""

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def __call__(self, messages, max_tokens=80, json_schema=None):
        self.asked.append({"messages": messages, "tokens": max_tokens, "schema": json_schema})
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, BaseException):
            raise reply
        return reply, 1.0, 2.0, {}


@pytest.fixture(autouse=True)
def own_settings(monkeypatch, tmp_path):
    """No setting of the shell reaches a test, and no test writes to a real artifact folder."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VOICE_RAG_DIR", str(tmp_path / "rag"))


@pytest.fixture
def scripted():
    return Scripted


@pytest.fixture
def bag(monkeypatch):
    """The tiny embedder in place of every model."""
    import embed

    one = Bag()
    monkeypatch.setattr(embed, "model", lambda backend, name: one)
    return one


@pytest.fixture
def inputs(monkeypatch, tmp_path):
    """Fixtures of three documents and five queries, of which the last has no answer."""
    where = tmp_path / "fixtures"
    (where / "kb").mkdir(parents=True)
    (where / "rag").mkdir()
    for doc, text in KB.items():
        (where / "kb" / f"{doc}.md").write_text(text, encoding="utf-8")
    rows = [{"context": None, "answerable": bool(row["relevant"]), **row} for row in QUERIES]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (where / "rag" / "queries.jsonl").write_text(lines, encoding="utf-8")
    monkeypatch.setenv("VOICE_FIXTURES", str(where))
    return where


@pytest.fixture
def built(inputs, bag, tmp_path):
    """The artifact folder after chunks, embed, evaluate and threshold."""
    import chunks
    import embed
    import evaluate
    import threshold

    for step in (chunks, embed, evaluate, threshold):
        step.main([])
    return tmp_path / "rag"
