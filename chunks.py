"""Cut the knowledge base into paragraphs.

reads    kb/*.md        Markdown, paragraphs separated by a blank line
writes   chunks.jsonl   {"id": "kb-hours#1", "doc": "kb-hours", "text": "..."}

    python chunks.py --kb kb
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError, fixtures, folder, read_text, run, write_jsonl

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


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kb", type=Path, default=fixtures() / "kb", help="folder of *.md files")
    parser.add_argument("--out", type=Path, default=folder() / "chunks.jsonl")
    args = parser.parse_args(argv)

    files = sorted(path for path in args.kb.glob("*.md") if path.is_file())
    if not files:
        raise StepError(f"no *.md file in {args.kb}; pass the folder with --kb")
    rows = []
    for file in files:
        text = read_text(file)
        rows += chunk(file.stem, text)
        for lost in swallowed(text):
            print(f"warning: {file}: dropped with its heading (add a blank line): {lost[:60]}")
    if not rows:
        raise StepError(f"no paragraph in {args.kb}: every piece is empty or starts with #")
    write_jsonl(args.out, rows)
    print(f"{len(rows)} chunks from {len(files)} documents -> {args.out}")


if __name__ == "__main__":
    run(main)
