"""Turn every chunk into a vector; own the one loaded model.

reads    chunks.jsonl   the texts, in file order
writes   embed.npy      float32 (n, dim), unit rows, row i = line i (dim 384 for MiniLM)
         embed.json     model, backend, dim, and SHA-256 of weights, chunks.jsonl and embed.npy
offers   encode(texts) -> float32 (n, dim), unit rows

    python embed.py

VOICE_EMBEDDER chooses the model: unset is voicekit's in the lab image, else all-MiniLM-L6-v2 with
ONNX Runtime; `torch:all-MiniLM-L6-v2` is the same with sentence-transformers; a folder (or a
name, which sentence-transformers looks up) is your own. Scores of two backends are not comparable:
a query is always encoded by the backend that embed.json names.
"""

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
from rag_io import StepError, folder, read_jsonl, run, write_bytes, write_json

MINILM = bert_onnx.MINILM
TORCH_FIX = "pip install -r requirements-torch.txt"


class Torch:
    """sentence-transformers with the signature of our other encoders."""

    def __init__(self, model):
        os.environ.setdefault("HF_HUB_OFFLINE", "1" if Path(model).is_dir() else "0")
        try:
            from sentence_transformers import SentenceTransformer  # takes 10-20 s
        except ImportError as error:
            raise StepError(
                f"sentence-transformers is missing ({error}); run: {TORCH_FIX}"
            ) from None
        self.model = SentenceTransformer(str(model), device="cpu")
        weights = Path(model) / "model.safetensors"
        self.weights = bert_onnx.sha256(weights) if weights.is_file() else ""

    def embed(self, texts):
        return self.model.encode(texts, normalize_embeddings=True, show_progress_bar=False)


def load_torch(model):
    return Torch(bert_onnx.minilm_folder() if model == MINILM else model)


def load_voicekit(model):
    try:
        from voicekit.models import Embedder  # the lab image's own
    except ImportError as error:
        raise StepError(f"the index is voicekit's ({error}); run: python embed.py") from None
    return Embedder()


LOADERS = {"onnx": bert_onnx.load, "torch": load_torch, "voicekit": load_voicekit}


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
    if backend in LOADERS and (colon or backend == "voicekit"):
        return backend, name or MINILM
    if wanted == MINILM or bert_onnx.fits(wanted):
        return "onnx", wanted
    return "torch", wanted


def encode(texts, made_by=None):
    """Return float32 unit rows (n, dim); made_by is the (backend, model name) to use."""
    if not texts:
        return np.zeros((0, 0), np.float32)
    return np.asarray(model(*(made_by or chosen())).embed(list(texts)), np.float32)


def digest(data):
    """Return the SHA-256 of bytes as hex digits."""
    return hashlib.sha256(data).hexdigest()


def checked(vectors, n):
    """Return the vectors if they are n finite rows; anything else must not become an index."""
    if vectors.ndim != 2 or len(vectors) != n or not np.isfinite(vectors).all():
        raise StepError(f"the model gave {vectors.shape} or NaN for {n} texts; set VOICE_EMBEDDER")
    return vectors


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=Path, default=folder() / "chunks.jsonl")
    parser.add_argument("--out", type=Path, default=folder() / "embed.npy")
    args = parser.parse_args(argv)

    rows = read_jsonl(args.chunks, "chunks", need=("id", "doc", "text"))
    if not rows:
        raise StepError(f"{args.chunks} is empty; run: python chunks.py")
    backend, name = chosen()
    vectors = checked(encode([row["text"] for row in rows], (backend, name)), len(rows))
    array = io.BytesIO()
    np.save(array, vectors)
    write_bytes(args.out, array.getvalue())
    about = {
        "model": name,
        "backend": backend,
        "dim": vectors.shape[1],
        "weights": getattr(model(backend, name), "weights", ""),
        "chunks": digest(args.chunks.read_bytes()),
        "vectors": digest(array.getvalue()),
    }
    write_json(args.out.with_suffix(".json"), about)
    print(f"{len(rows)} vectors of {vectors.shape[1]} by {backend} {name} -> {args.out}")


if __name__ == "__main__":
    run(main)
