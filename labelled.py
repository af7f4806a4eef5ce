"""Put labelled questions to the retrieval, in the forms that evaluation compares.

reads    a query file   {"id", "asr", "relevant": [doc or chunk id], "answerable"} and perhaps
                        "context" (the id of the question before), "text" (as written), "nbest"
offers   read(path) -> rows    found(row, form) -> Found of one form: raw, rewritten or written

raw is the transcript alone, written the question as it was meant; rewritten is what a call does:
the transcript rewritten and retrieved with the call's earlier turns.
"""

import hashlib
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import search
import spoken
from rag_io import StepError, read_queries

DEPTH = 10  # hits that are looked at: recall@10, nDCG@10; the gate takes its first ones
FORMS = ("raw", "rewritten", "written")
LONGEST_CHAIN = 20  # earlier turns; a file whose contexts form a circle ends here too


class Found(NamedTuple):
    text: str  # what was searched
    hits: list
    timings: dict  # {"rewrite_ms", "retrieve_ms", ...}


def read(path):
    """Return the rows of a query file, each with `turns`: the transcripts before it."""
    rows = read_queries(path, need=("relevant", "answerable"))
    if not rows:
        raise StepError(f"{path} holds no query; write one a line")
    by_id = {row["id"]: row for row in rows}
    for row in rows:
        row["turns"] = turns(row, by_id, "asr")
        row["text_turns"] = turns(row, by_id, "text") if row.get("text") else []
    return rows


def turns(row, by_id, column):
    """Return what the chain of contexts of a row said, oldest first."""
    said, before = [], row.get("context")
    while before and len(said) < LONGEST_CHAIN:
        said.insert(0, by_id[before].get(column) or by_id[before]["asr"])
        before = by_id[before].get("context")
    return said


def forms(rows):
    """Return the forms that can be measured: written only where every row has its text."""
    return FORMS if all(row.get("text") for row in rows) else FORMS[:2]


def found(row, form):
    """Return the Found of one row in one form."""
    start = time.perf_counter()
    if form == "rewritten":
        known = search.load_passages().vocabulary
        text = spoken.understand(row["asr"], history=row["turns"], vocabulary=known).text
        earlier = row["turns"]
    elif form == "written":
        text = spoken.understand(row["text"], history=row["text_turns"]).text
        earlier = row["text_turns"]
    else:
        text, earlier = row["asr"], ()
    timings = {"rewrite_ms": 1000 * (time.perf_counter() - start)}
    retrieved = search.retrieve_timed(
        text, DEPTH, history=earlier, nbest=nbest(row) if form == "rewritten" else ()
    )
    return Found(text, retrieved.hits, timings | retrieved.timings)


def digest(path):
    """Return the SHA-256 of a query file: gate.json keeps it of what it was fitted on."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def nbest(row):
    """Return the further transcripts of a row: a list of texts or of {"hyp": text}."""
    return [one["hyp"] if isinstance(one, dict) else one for one in row.get("nbest") or ()]


def labels(hits, relevant):
    """Return a name for each hit: the chunk's where that is labelled, else its document's."""
    return [hit.id if hit.id in relevant else hit.doc for hit in hits]
