"""Keep the token vectors of all passages on disk; the reranker reads only those of its candidates.

offers   write(where, blocks) -> (vectors, {"tokens", "offsets"})   of [(vectors, token vectors)]
         of_row(tokens, offsets, row)   the token vectors of one row
         read(where, about) -> (tokens, offsets), or (None, None) where the index has none
         fingerprint(file)  of one that may be too large to hash whole

tokens.npy is float16 (tokens, dim), or int8 at half the size, row after row, mapped and not loaded;
row i has tokens[offsets[i]:offsets[i + 1]]. Computing them for 16 candidates takes 200 ms.
"""

import hashlib
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from nearest import packed, unit
from rag_io import StepError, together

SAMPLES, SAMPLE = 256, 1 << 16  # blocks that fingerprint() reads, and their bytes
KINDS = ("float16", "int8", "none")  # none: they are computed for the candidates of a question
FIX = "run: python embed.py --profile call"


def fingerprint(file):
    """Return the SHA-256 of a file's size and evenly spread blocks; up to 16 MB that is all of it.

    Two builds differ nearly everywhere, so blocks tell them apart.
    """
    size = file.seek(0, os.SEEK_END)
    digest = hashlib.sha256(str(size).encode())
    for start in range(0, size, max(SAMPLE, size // SAMPLES)):
        file.seek(start)
        digest.update(file.read(SAMPLE))
    return digest.hexdigest()


def of_path(path):
    """Return the fingerprint of the file at a path."""
    with open(path, "rb") as file:
        return fingerprint(file)


def head(file, kind, count, dim):
    """Write the header of an array at the start; numpy pads it so that any count fits."""
    file.seek(0)
    shape = {"descr": np.dtype(kind).str, "fortran_order": False, "shape": (count, dim)}
    np.lib.format.write_array_header_1_0(file, shape)


def stream(file, blocks, kind):
    """Write the token vectors of each block behind the header; return (vectors, lengths)."""
    vectors, lengths, dim = [], [0], 0
    for found, rows in blocks:
        if not vectors:
            dim = found.shape[1]
            head(file, kind, 0, dim)
        vectors.append(found)
        for row in rows:
            file.write(packed(row, kind).tobytes())
            lengths.append(len(row))
    head(file, kind, sum(lengths), dim)
    return np.concatenate(vectors), lengths


def write(where, blocks, files=None, kind="float16"):
    """Write tokens.npy and offsets.npy; return (vectors, what embed.json says of the two files).

    blocks yields (vectors, [token vectors of each text]); each is written before the next is made.
    files is rag_io.together(), if both are to take their places with the rest of an index.
    """
    if files is None:
        with together() as files:
            return write(where, blocks, files, kind)
    tokens = files.open(where / "tokens.npy")
    vectors, lengths = stream(tokens, blocks, kind)
    offsets = files.open(where / "offsets.npy")
    np.save(offsets, np.cumsum(lengths))
    return vectors, {"tokens": fingerprint(tokens), "offsets": fingerprint(offsets)}


def read(where, about):
    """Return (tokens, offsets) of the build that embed.json tells of; others are an error."""
    if "tokens" not in about:
        return None, None
    for name in ("tokens", "offsets"):
        path = where / f"{name}.npy"
        if not path.is_file() or of_path(path) != about.get(name):
            raise StepError(f"{path} is not what embed.json was made with; {FIX}")
    try:
        return np.load(where / "tokens.npy", mmap_mode="r"), np.load(where / "offsets.npy")
    except (OSError, ValueError, EOFError) as error:
        raise StepError(f"{where}: token vectors cannot be read ({error}); {FIX}") from None


def of_row(tokens, offsets, row):
    """Return the token vectors of one row, of length 1 again where they are kept as int8."""
    found = tokens[offsets[row] : offsets[row + 1]]
    return unit(found) if found.dtype == np.int8 else found
