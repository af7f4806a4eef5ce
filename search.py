"""Find the chunks closest to a question.

reads    chunks.jsonl, embed.npy, embed.json   an index of one build
offers   search(query, k=3) -> [(chunk id, cosine), ...], best first

    python search.py "what time do you open"
"""

import argparse
import functools
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
from rag_io import StepError, folder, read_json, read_jsonl, run

STALE = "chunks and vectors are of different builds; run: python embed.py"


def top_k(scores, k):
    """Return the positions of the k largest scores, best first; ties keep file order, NaN is last.

    ([0.1, 0.9, 0.9], 2) -> [1, 2]
    """
    return np.argsort(-np.asarray(scores), kind="stable")[: max(k, 0)].tolist()


def read_vectors(path):
    """Return the float array in a .npy file."""
    try:
        return np.load(path, allow_pickle=False)
    except FileNotFoundError:
        raise StepError(f"{path} is missing; run: python embed.py") from None
    except (OSError, ValueError, EOFError) as error:
        raise StepError(f"{path} cannot be read ({error}); run: python embed.py") from None


def made_by(about):
    """Return the (backend, model) that made the index; an explicit other choice is an error."""
    if not about:  # an index that somebody made by hand, as in the lab
        return embed.chosen()
    index, wanted = (about.get("backend"), about.get("model")), embed.chosen()
    if index != wanted and os.environ.get("VOICE_EMBEDDER"):
        raise StepError(
            f"the index was made by {index}, VOICE_EMBEDDER asks for {wanted}; run: python embed.py"
        )
    return index


def stamp(path):
    """Return what changes when a file is replaced: (size, time of change in ns)."""
    return (path.stat().st_size, path.stat().st_mtime_ns) if path.is_file() else None


@functools.lru_cache(maxsize=2)
def read_index(where, stamps):
    """Read (chunk ids, vectors, made_by) of one build; parts of different builds are an error."""
    rows = read_jsonl(where / "chunks.jsonl", "chunks", need=("id",))
    vectors = read_vectors(where / "embed.npy")
    about = read_json(where / "embed.json", "embed") if stamps[-1] else {}
    for key, name in (("chunks", "chunks.jsonl"), ("vectors", "embed.npy")):
        if key in about and about[key] != embed.digest((where / name).read_bytes()):
            raise StepError(f"{where}: {name} is not what embed.json was made with; {STALE}")
    if vectors.ndim != 2 or len(vectors) != len(rows):
        raise StepError(f"{where}: {len(rows)} chunks, vectors {vectors.shape}; {STALE}")
    return [row["id"] for row in rows], vectors.astype(np.float32), made_by(about)


def load_index():
    """Return (chunk ids, vectors (n, dim), made_by); read again only when a file was replaced."""
    where = folder()
    names = ("chunks.jsonl", "embed.npy", "embed.json")
    return read_index(where, tuple(stamp(where / name) for name in names))


def search(query, k=3):
    """Return the k closest chunks as [(chunk id, cosine), ...], best first, fewer if there are fewer.

    Ties keep the order of chunks.jsonl. An empty query is encoded like any other.
    Raises StepError where the index is missing or not of one build.
    """
    ids, vectors, backend = load_index()
    if not ids:
        return []
    scores = vectors @ embed.encode([query], backend)[0]
    return [(ids[i], float(scores[i])) for i in top_k(scores, k)]


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("query", help="the question, in quotes")
    parser.add_argument("-k", type=int, default=3, help="how many hits")
    args = parser.parse_args(argv)

    texts = {row["id"]: row["text"] for row in read_jsonl(folder() / "chunks.jsonl", "chunks")}
    for place, (chunk, score) in enumerate(search(args.query, args.k), 1):
        print(f"{place}. {score:.3f}  {chunk}\n   {texts[chunk]}")


if __name__ == "__main__":
    run(main)
