"""This project's call profile, and the least that any pipeline with these models must do.

offers   NEEDS, build(where, texts, vectors=None), load(where, rerank="") -> ask   as the peers
         build_bare(where, texts)   one encoding of each text
         load_bare(where) -> ask    one encoding, one product with all vectors, one MaxSim batch

ask() of ours takes the whole turn but the model: it rewrites, encodes, searches, fuses, reranks,
gates, and checks one sentence, the first of the best passage. VOICE_EMBEDDER and RERANKER choose
as always.
"""

import json
import os
import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

import embed
import gate
import lexical
import rerank as reranker
import token_store
import turn
from bench.peers_shared import CANDIDATES
from citations import sentences

NEEDS = ()
OPEN = {"weight": 1.0, "mean": 0.0, "scale": 1.0, "least": -9.0}  # a gate that lets all through
TOKENS, BLOCK = 70, 512  # of a passage of 60 words whose token vectors are drawn at random


def random_tokens(n):
    """Yield (vectors, token vectors) of n passages, a block at a time; the vectors are not used."""
    draw = np.random.default_rng(0).standard_normal((BLOCK, TOKENS, 384), np.float32)
    draw /= np.linalg.norm(draw, axis=2, keepdims=True)
    for start in range(0, n, BLOCK):
        rows = draw[: min(BLOCK, n - start)]
        yield rows[:, 0], rows


def given(where, vectors):
    """Write an index of vectors that somebody else made; with ONNX, of random token vectors too."""
    backend, model = embed.chosen()
    about = {"backend": backend, "model": model, "segmenter": lexical.segmenter()}
    if backend == "onnx":
        about |= token_store.write(where, random_tokens(len(vectors)))[1]
    np.save(where / "embed.npy", vectors)
    for key, name in (("chunks", "chunks.jsonl"), ("vectors", "embed.npy")):
        about[key] = embed.digest((where / name).read_bytes())
    (where / "embed.json").write_text(json.dumps(about), encoding="utf-8")


def build_bare(where, texts, vectors=None):
    """Encode the texts, and nothing else."""
    np.save(where / "embed.npy", embed.encode(texts))


def build(where, texts, vectors=None):
    """Write the index of texts into a folder."""
    os.environ["VOICE_RAG_DIR"] = str(where)
    rows = [{"id": f"d#{row}", "doc": "d", "text": text} for row, text in enumerate(texts)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (where / "chunks.jsonl").write_text(lines, encoding="utf-8")
    if vectors is None:
        embed.main(["--profile", "call"])
    else:
        given(where, vectors)


def open_gate(where):
    """Write a gate that belongs to the index: fitting a real one needs labelled questions."""
    about = {"signals": dict.fromkeys(gate.SIGNALS, OPEN), "bias": 0.0, "tau": -9.0}
    about["index"] = gate.identity(where)
    (where / gate.FILE).write_text(json.dumps(about), encoding="utf-8")


def load(where, rerank=""):
    """Return ask(question) -> [row], best first."""
    os.environ["VOICE_RAG_DIR"] = str(where)
    open_gate(where)

    def ask(question):
        prepared = turn.prepare(question)
        assert prepared.passed, prepared.reason  # else less work is done than is measured
        said = sentences(prepared.hits[0].text)[0]
        turn.judge(said, [1], prepared.hits, prepared.understood.text)
        return [int(hit.id.split("#")[1]) for hit in prepared.hits]

    return ask


def load_bare(where, rerank=""):
    """Return ask(question) -> [row]: what the models alone do, with candidates drawn at random."""
    vectors = np.load(where / "embed.npy")
    tokens, at = np.load(where / "tokens.npy", mmap_mode="r"), np.load(where / "offsets.npy")
    drawn = random.Random(0)

    def ask(question):
        asked, words = embed.encode_tokens([question], query=True)
        best = int(np.argmax(vectors @ asked[0]))
        rows = drawn.choices(range(len(vectors)), k=2 * CANDIDATES)
        reranker.maxsim(words[0], [tokens[at[row] : at[row + 1]] for row in rows])
        return [best]

    return ask
