"""Cut the knowledge base into paragraphs.

reads    kb/*.md        Markdown, paragraphs separated by a blank line
writes   chunks.jsonl   {"id": "kb-hours#1", "doc": "kb-hours", "text": "..."}

    python chunks.py --kb kb
    python chunks.py --profile call --kb docs          # cut by headings, tables, lists, dates
    python chunks.py --profile call --kb knowledge.jsonl

The call profile's rows also carry source, heading, position, version, effective_from, effective_to
(see split.py); documents that are not in force are left out and named.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import re
import sys
from collections import Counter
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import split
from rag_io import (
    LARGEST_ROWS,
    StepError,
    bounded,
    documents,
    fixtures,
    folder,
    read_text,
    run,
    summary,
    write_jsonl,
)

BLANK_LINES = re.compile(r"\n\s*\n")  # a line of spaces is blank too


def pieces(markdown):
    r"""'# Hours\n\nWe open\nat 7:30.' -> ['# Hours', 'We open\nat 7:30.']"""
    text = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return [piece.strip() for piece in BLANK_LINES.split(text) if piece.strip()]


def paragraphs(markdown):
    r"""Return the paragraphs of a Markdown text, one line each; pieces starting with # are dropped.

    '# Hours\n\nWe open\nat 7:30.' -> ['We open at 7:30.']
    """
    return [" ".join(piece.split()) for piece in pieces(markdown) if not piece.startswith("#")]


def swallowed(markdown):
    """Return the text lost because it stands right under a heading, without a blank line."""
    lost = []
    for piece in pieces(markdown):
        if piece.startswith("#"):
            lines = [line.strip() for line in piece.split("\n")[1:]]
            lost.append(" ".join(line for line in lines if not line.startswith("#")))
    return [text for text in lost if text]


def chunk(doc, markdown):
    """Return the rows of one document, numbered from 1."""
    return [
        {"id": f"{doc}#{number}", "doc": doc, "text": text}
        for number, text in enumerate(paragraphs(markdown), 1)
    ]


def knowledge(base):
    """Return where the documents lie: kb/, docs/ or knowledge.jsonl, whichever is there first."""
    places = (base / "kb", base / "docs", base / "knowledge.jsonl")
    return next((place for place in places if place.exists()), places[0])


def lab_rows(files):
    """Return the rows of the lab profile; text that a heading swallows is named."""
    rows = []
    for file in files:
        text = read_text(file)
        rows += chunk(file.stem, text)
        for lost in swallowed(text):
            print(f"warning: {file}: dropped with its heading (add a blank line): {lost[:60]}")
    return rows


def call_rows(files, today, size, overlap):
    """Return the rows of the call profile; what is left out is named with its reason."""
    rows = []
    for file in files:
        cut = split.knowledge_rows if file.suffix == ".jsonl" else split.rows
        found, left = cut(file.name, read_text(file), today, size, overlap)
        rows += found
        for one in left:
            print(f"left out: {one['id']} {one['version'] or ''}, {one['reason']}")
    twice = [name for name, count in Counter(row["id"] for row in rows).items() if count > 1]
    if twice:
        raise StepError(f"{twice[0]} is the id of two chunks; give the documents different names")
    return rows


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument(
        "--kb", type=Path, default=knowledge(fixtures()), help="folder of *.md files"
    )
    parser.add_argument("--out", type=Path, default=folder() / "chunks.jsonl")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    parser.add_argument(
        "--size", type=int, help="call: characters (Chinese) or word pieces of a chunk"
    )
    parser.add_argument("--overlap", type=int, help="call: what two neighbours share")
    parser.add_argument(
        "--today", type=date.fromisoformat, default=date.today(), help="call: YYYY-MM-DD"
    )
    args = parser.parse_args(argv)

    one_file = args.profile == "call" and args.kb.is_file()
    files = [bounded(args.kb, LARGEST_ROWS)] if one_file else documents(args.kb, say=print)
    if args.profile == "call":
        rows = call_rows(files, args.today, args.size, args.overlap)
    else:
        rows = lab_rows(files)
    if not rows:
        raise StepError(f"no paragraph in {args.kb}: every piece is empty or starts with #")
    write_jsonl(args.out, rows)
    print(f"{len(rows)} chunks from {len(files)} documents -> {args.out}")


if __name__ == "__main__":
    run(main)
