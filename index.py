"""Read an index of one build; parts of different builds are an error that names the step to run.

reads    chunks.jsonl, embed.npy, embed.json; tokens.npy, offsets.npy, words.bin of the call profile
offers   steady()  a context in which the index must stay the same
         load_index() -> (chunk ids, vectors (n, dim), made_by)   for the lab profile
         load_passages() -> Passages                              for the call profile
"""

import contextlib
import functools
import hashlib
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import context
import embed  # the module, not the name: tests replace embed.encode
import lexical
import nearest
import passages as base
import token_store
from passages import Passages, Rows
from rag_io import StepError, folder, read_bytes, read_json, regular, rows_of, sibling
from whole import stamp

STALE = "chunks and vectors are of different builds; run: python embed.py"
FILES = ("chunks.jsonl", "embed.npy", "embed.json")
ENGINE = "engine.json"  # of a base in Milvus
TOKEN_FILES = ("tokens.npy", "offsets.npy", base.FILE, nearest.FILE, ENGINE)  # where they are


def mapped(file):
    """Return the array in an open .npy file, mapped and not loaded."""
    np.lib.format.read_magic(file)
    shape, _, kind = np.lib.format.read_array_header_1_0(file)
    return np.memmap(file, kind, "r", file.tell(), shape)


def read_vectors(path, large=False):
    """Return (the array in a .npy file, SHA-256 of the file); a large one is mapped, not loaded."""
    regular(path, "run: python embed.py")
    try:
        with open(path, "rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            return mapped(file) if large else np.load(file, allow_pickle=False), sha256
    except FileNotFoundError:
        raise StepError(f"{path} is missing; run: python embed.py") from None
    except OSError as error:
        raise StepError(f"{path} cannot be read ({error}); run: python embed.py") from None
    except (ValueError, EOFError):  # numpy's own words advise to load it unsafely
        raise StepError(f"{path} cannot be read (no whole array); run: python embed.py") from None


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


def same_weights(about, made):
    """Raise StepError where the model has other weights now than when it made the index."""
    was = about.get("weights")
    now = getattr(embed.model(*made), "weights", "") if was else was
    if was != now:
        raise StepError(f"the weights of {made[1]} are not those of the index; {STALE}")


def stamps(where, names=FILES):
    """Return the stamps of the files of an index, for the caches below."""
    return tuple(stamp(f"{where}/{name}") for name in names)  # pathlib takes 10 times as long


def build_of(where):
    """Return what tells the build of a workspace from any other."""
    about = where / "embed.json"
    return embed.digest(about.read_bytes()) if about.is_file() else stamps(where)


@contextlib.contextmanager
def steady():
    """Raise StepError where the index is replaced within the block: two builds at once."""
    before = build_of(folder())
    try:
        yield
    finally:  # whatever else went wrong, this is why
        if build_of(folder()) != before:
            raise StepError(f"{folder()}: the index was replaced meanwhile; run this step again")


def read_whole(where, stamps, need):
    """Read (rows, vectors, made_by, about) of one build; parts of different builds are an error.

    What is hashed are the bytes that are used: a build may replace the files in between.
    """
    noted = os.path.lexists(where / "embed.json")  # whatever it is; only none at all is in order
    about = read_json(where / "embed.json", "embed") if noted else {}
    data = read_bytes(where / "chunks.jsonl", "chunks")
    rows = rows_of(data, where / "chunks.jsonl", "chunks", need)
    vectors, sha256 = read_vectors(where / "embed.npy", "ann" in about)
    for key, name, found in (
        ("chunks", "chunks.jsonl", embed.digest(data)),
        ("vectors", "embed.npy", sha256),
    ):
        if key in about and about[key] != found:
            raise StepError(f"{where}: {name} is not what embed.json was made with; {STALE}")
    if vectors.ndim != 2 or len(vectors) != len(rows):
        raise StepError(f"{where}: {len(rows)} chunks, vectors {vectors.shape}; {STALE}")
    made = made_by(about)
    same_weights(about, made)
    return rows, nearest.opened(vectors), made, about


@functools.lru_cache(maxsize=2)
def read_index(where, stamps):
    """Read (chunk ids, vectors, made_by) of one build."""
    rows, vectors, made, _ = read_whole(where, stamps, need=("id",))
    return [row["id"] for row in rows], vectors[:], made


def load_index():
    """Return (chunk ids, vectors (n, dim), made_by); read again only when a file was replaced."""
    where = folder()
    return read_index(where, stamps(where))


def tokenizer(rows, about):
    """Return the tokenizer of the base; one that cuts otherwise than the index is an error."""
    was, now = about.get("segmenter"), lexical.segmenter()
    if was and was != now:
        raise StepError(f"the index was cut by {was}, here is {now}; {STALE} --profile call")
    return lexical.Tokenizer(lexical.heading(row) for row in rows)


def passages(rows, vectors, made, about, tokens=(None, None), sketch=None, words=None):
    """Return the Passages of rows that are embedded already; words are made where none are kept."""
    cut = tokenizer(rows, about)
    texts = lexical.passage_texts(rows)
    bm25, known = words or base.words_of(rows, texts, cut)
    names = context.names_of(rows)
    return Passages(Rows(rows), texts, vectors, made, cut, bm25, names, *tokens, known, sketch)


@functools.lru_cache(maxsize=2)
def read_passages(where, stamps):
    """Read an index for the call profile: words, names and token vectors beside the vectors."""
    rows, vectors, made, about = read_whole(where, stamps, need=("id", "doc", "text"))
    sketch = (
        nearest.read_sketch(where / nearest.FILE, about["ann"], vectors) if "ann" in about else None
    )
    tokens, words = token_store.read(where, about), base.stored(where, about)
    return passages(rows, vectors, made, about, tokens, sketch, words)


def local_passages(where):
    """Return the Passages of the files of an index; read again only when one was replaced."""
    return read_passages(where, stamps(where, FILES + TOKEN_FILES))


def load_passages():
    """Return the Passages of the index, or of the engine that VOICE_ENGINE names."""
    where, engine = folder(), os.environ.get("VOICE_ENGINE")
    if not engine:
        return local_passages(where)
    found = stamps(where, ("embed.json", "tokens.npy", "offsets.npy", ENGINE))
    return sibling("remote").passages(where, found, engine)
