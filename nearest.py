"""Keep the vectors of all passages, whole or small, and find those nearest to a question.

offers   packed(vectors, kind) -> array   float32 as they are, float16, or int8 scaled row by row
         opened(array) -> the same as rows of unit length, whatever they are kept in
         near(vectors, sketch, asked) -> .leading(n), .of(rows), .chance()
         sketched(array) -> bytes, read_sketch(path, sha256, vectors)   for embed.py --ann

Exact search reads every vector: docs/growth.md says how long that takes, and from where on a sketch
pays: one bit for each dimension (RaBitQ, by faiss). What it finds is scored again by the vectors.
"""

import functools
import hashlib
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import fusion
from rag_io import StepError

KINDS = ("float32", "float16", "int8")
BLOCK = 1024  # packed rows that are unpacked at a time; more do not fit the processor's cache
SAMPLE = 100_000  # rows that say where the middle is
AGAIN = 1000  # rows of the sketch that are scored again: 1 ms; 400 lose more of the nearest
FILE = "ann.faiss"
INSTALL = "run: pip install -r requirements-ann.txt"
STALE = "run: python embed.py --profile call --ann"


def packed(vectors, kind):
    """Return unit rows as `kind`; an int8 row is scaled to its largest part, its length tells."""
    if kind != "int8":
        return np.asarray(vectors, kind)
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-9)
    return np.rint(vectors * (127 / largest)).astype(np.int8)


def widened(rows):
    """Return finite packed rows as float32: float16 in a quarter of the time that numpy takes."""
    if rows.dtype != np.float16:
        return rows.astype(np.float32)
    bits = rows.view(np.int16).astype(np.int32)  # the sign fills the upper half
    bits <<= 13
    bits &= ~0x70000000
    found = bits.view(np.float32)
    found *= np.float32(2.0**112)  # float32 counts its exponents from -127, float16 from -15
    return found


def unit(rows):
    """Return packed rows as float32 of length 1; a row of zeros stays."""
    rows = widened(np.asarray(rows))
    lengths = np.sqrt(np.vecdot(rows, rows))[..., None]
    return rows / np.where(lengths > 0, lengths, 1)


class Packed:
    """Packed rows that are taken out as float32 unit rows; scores() are those of all."""

    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __len__(self):
        return len(self.array)

    def __getitem__(self, rows):
        return unit(self.array[rows])

    @functools.cached_property
    def lengths(self):
        """Return the length of each row before it is brought to 1."""
        parts = map(widened, blocks(self.array))
        found = np.concatenate([np.sqrt(np.vecdot(rows, rows)) for rows in parts])
        return np.where(found > 0, found, 1)

    def scores(self, asked):
        """Return the cosines (q, n) of unit rows asked with all rows, a block at a time."""
        found = [fusion.cosines(asked, widened(rows)) for rows in blocks(self.array)]
        return np.concatenate(found, axis=1) / self.lengths


def blocks(array):
    """Yield the rows of an array, BLOCK at a time."""
    for start in range(0, len(array), BLOCK):
        yield array[start : start + BLOCK]


def opened(array):
    """Return an array of vectors as float32 rows, or as Packed where it is kept small."""
    small = len(array) and array.dtype in (np.float16, np.int8)
    return Packed(array) if small else array.astype(np.float32, copy=False)


class Scanned:
    """Scores (q, n) of every passage; above is what a score must exceed to be a hit at all."""

    def __init__(self, scores, above=None):
        self.scores, self.above = scores, above

    def leading(self, n):
        """Return the best n rows for each question, best first, ties in file order."""
        found = [fusion.leading(one, n) for one in self.scores]
        if self.above is None:
            return found
        over = zip(found, self.scores > self.above)
        return [[row for row in rows if hit[row]] for rows, hit in over]

    def of(self, rows):
        """Return the scores (q, rows)."""
        return self.scores[:, rows]

    def chance(self):
        """Return the mean score (q, 1) of each question with any passage."""
        return self.scores.mean(axis=1, keepdims=True)


def middle(vectors):
    """Return the mean of all rows (dim,), a block at a time."""
    return np.sum([rows.sum(axis=0) for rows in blocks(vectors)], axis=0) / len(vectors)


class Sketch:
    """A bit for each dimension of each vector; what they find is scored again by the vectors."""

    def __init__(self, vectors, index):
        self.vectors, self.index = vectors, index

    @functools.cached_property
    def mean(self):
        """Return the mean of all rows; it takes a second at a million rows, and few need it."""
        return middle(self.vectors)


class Neighbours:
    """Scores of what a sketch finds; the vectors of all other passages are never read."""

    def __init__(self, sketch, asked):
        self.sketch, self.asked = sketch, asked

    def leading(self, n):
        """As Scanned.leading, less the few rows that the sketch misses."""
        rankings = []
        for one, found in zip(self.asked, self.sketch.index.search(self.asked, max(AGAIN, n))[1]):
            rows = np.sort(found[found >= 0])  # -1 where there are no more
            best = fusion.top_k(fusion.cosines(one[None], self.sketch.vectors[rows])[0], n)
            rankings.append(rows[best].tolist())
        return rankings

    def of(self, rows):
        return fusion.cosines(self.asked, self.sketch.vectors[rows])

    def chance(self):
        return (self.asked @ self.sketch.mean)[:, None]


def near(vectors, sketch, asked):
    """Return how near each passage is to unit rows asked (q, dim)."""
    if sketch is not None:
        return Neighbours(sketch, asked)
    if isinstance(vectors, Packed):
        return Scanned(vectors.scores(asked))
    return Scanned(fusion.cosines(asked, vectors))


def faiss():
    """Return the package; without it an error that says how to get it."""
    try:
        import faiss
    except ImportError as error:
        raise StepError(f"faiss is missing ({error}); {INSTALL}") from None
    return faiss


def sketched(array):
    """Return the bytes of a sketch of an array of vectors; 5 seconds for a million."""
    lib, rows = faiss(), opened(array)
    index = lib.IndexRaBitQFastScan(array.shape[1], lib.METRIC_INNER_PRODUCT)
    index.train(rows[:SAMPLE])
    for start in range(0, len(array), SAMPLE):
        index.add(rows[start : start + SAMPLE])
    return lib.serialize_index(index).tobytes()


def read_sketch(path, sha256, vectors):
    """Return the Sketch in a file; one of another build is an error."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StepError(f"{path} cannot be read ({error.strerror}); {STALE}") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise StepError(f"{path} is not what embed.json was made with; {STALE}")
    index = faiss().deserialize_index(np.frombuffer(data, np.uint8))
    if (index.ntotal, index.d) != vectors.shape:
        raise StepError(f"{path} is no sketch of these vectors; {STALE}")
    return Sketch(vectors, index)
