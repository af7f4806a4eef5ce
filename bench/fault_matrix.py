"""What each step says to each fault, as tables that the tests go through.

offers   DAMAGE {name: break it}            of a file that another step wrote
         OF_VECTORS {name: break it}        of embed.npy
         READERS, SWAPPED [(profile, file, step, what the line says)]   who notices
         DOCUMENTS, QUERIES [(what is in them, bytes, what the line says)]
         CLOCKS {name: put it there}        a newer file, of a size and a time that tell nothing
         SETTINGS [(what is odd, environment, shell line, status)]   most make no difference
"""

import io
import os
import time

import numpy as np


def folder(path, data):
    path.mkdir()


def pipe(path, data):
    os.mkfifo(path)


def link(path, data):
    path.symlink_to("nowhere")


def written(change):
    """Return the damage that writes what `change` makes of a file's bytes."""
    return lambda path, data: path.write_bytes(change(data))


def array(change):
    """Return the damage that changes the vectors; a file that is none becomes empty."""

    def changed(data):
        out = io.BytesIO()
        np.save(out, change(np.load(io.BytesIO(data))))
        return out.getvalue()

    return written(changed)


def vectors_of(dim):
    return array(lambda old: np.ones((len(old), dim), np.float32))


DAMAGE = {
    "missing": lambda path, data: None,
    "empty": written(lambda data: b""),
    "cut in half": written(lambda data: data[: len(data) // 2]),
    "cut within the last line": written(lambda data: data[:-3]),
    "zeros": written(lambda data: bytes(len(data))),
    "latin-1": written(lambda data: b"caf\xe9" + data),
    "a list": written(lambda data: b"[1, 2]\n"),
    "a folder": folder,
    "a pipe": pipe,
    "a link to nothing": link,
}
OF_VECTORS = {
    "with NaN": array(lambda old: old * np.float32("nan")),
    "a row more": array(lambda old: np.vstack([old, old[:1]])),
    "of another encoder": vectors_of(7),
    "other rows": array(lambda old: old[::-1].copy()),
    "flat": array(lambda old: old.ravel()),
}
READERS = [  # (profile, damaged file, who reads it, what its line says)
    ("lab", "chunks.jsonl", "embed", "run: python chunks.py"),
    ("lab", "chunks.jsonl", "evaluate", "run: python (chunks|embed).py"),
    ("lab", "chunks.jsonl", "verify", "run: python chunks.py"),
    ("lab", "embed.npy", "evaluate", "^(?!.*unsafe).*run: python embed.py"),
    ("lab", "embed.json", "answer", "run: python embed.py"),
    ("lab", "eval.json", "threshold", "run: python evaluate.py"),
    ("lab", "threshold.json", "answer", "run: python threshold.py"),
    ("lab", "answers.jsonl", "verify", "run: python answer.py"),
    ("call", "chunks.jsonl", "embed", "run: python chunks.py"),
    ("call", "chunks.jsonl", "answer", "run: python (chunks|embed).py"),
    ("call", "chunks.jsonl", "verify", "run: python (chunks|answer).py"),
    ("call", "embed.npy", "threshold", "run: python embed.py"),
    ("call", "embed.json", "evaluate", "run: python embed.py"),
    ("call", "answers.jsonl", "verify", "run: python answer.py"),
]
FINE = {  # damage that is none: (file, damage)
    ("embed.json", "missing"),  # vectors made by hand, as in the lab
    ("answers.jsonl", "empty"),  # no question, no answer
    ("threshold.json", "cut within the last line"),
}
SWAPPED = [  # (profile, the file of another workspace, who reads it, what its line says)
    ("lab", "chunks.jsonl", "answer", "chunks.jsonl is not what embed.json was made with"),
    ("lab", "embed.npy", "answer", "embed.npy is not what embed.json was made with"),
    ("lab", "embed.json", "answer", "is not what embed.json was made with"),
    ("call", "chunks.jsonl", "evaluate", "chunks.jsonl is not what embed.json was made with"),
    ("call", "embed.npy", "threshold", "embed.npy is not what embed.json was made with"),
    ("call", "answers.jsonl", "verify", "as it is not in chunks.jsonl now"),
]


def replaced(seconds, since=None):
    """Return the replacement of a file whose time is so many seconds from now, or since then."""

    def put(path, new):
        at = path.stat().st_mtime if since == "then" else time.time() if since is None else 0
        part = path.with_name("part")
        part.write_bytes(new)
        os.utime(part, (at + seconds, at + seconds))
        part.replace(path)

    return put


def overwritten(path, new):
    """Write over a file that keeps its time and its place on the disk, and mostly its size."""
    was = path.stat()
    with open(path, "r+b") as file:
        file.write(new)
        file.truncate()
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


CLOCKS = {
    "a day back": replaced(-86_400),
    "a year ahead": replaced(365 * 86_400),
    "1970": replaced(0, since="1970"),
    "the same second": replaced(0, since="then"),
    "written over": overwritten,
}
NOT_UTF8 = "not UTF-8; save the file as UTF-8"
NAME = "its name has control signs or is not UTF-8; rename the file"
DOCUMENTS = [  # (what a document is, {name: bytes}, what chunks.py says)
    ("latin-1", {b"a.md": b"caf\xe9"}, f"a.md:1: {NOT_UTF8}"),
    ("UTF-16", {b"a.md": "one\ntwo".encode("utf-16")}, f"a.md:1: {NOT_UTF8}"),
    ("UTF-16 without a mark", {b"a.md": "one\n".encode("utf-16-le")}, f"a.md:1: {NOT_UTF8}"),
    ("with a NUL", {b"a.md": b"one\n\ntwo\0"}, f"a.md:3: {NOT_UTF8}"),
    ("a picture", {b"a.md": b"\x89PNG\r\n\x1a\n\x00"}, f"a.md:1: {NOT_UTF8}"),
    ("named with a newline", {b"a\nb.md": b"One."}, NAME),
    ("named in latin-1", {b"caf\xe9.md": b"One."}, NAME),
    ("named with an escape", {b"\x1b[2J.md": b"One."}, NAME),
    ("of another kind", {b"a.txt": b"One."}, r"no \*.md file in"),
    ("hidden", {b".a.md": b"One.", b"._b.md": b"\x00\xff"}, r"no \*.md file in"),
]
LINE = '{"id": "q1", "asr": "OPEN", "relevant": ["hours"], "answerable": true}\n'
QUERIES = [  # (what is in the query file, bytes, what evaluate.py says)
    ("latin-1", LINE.encode() + b"caf\xe9", f"queries.jsonl:2: {NOT_UTF8}"),
    ("UTF-16", LINE.encode("utf-16"), f"queries.jsonl:1: {NOT_UTF8}"),
    ("a NUL", LINE.encode() + b"\0", f"queries.jsonl:2: {NOT_UTF8}"),
    ("half a line", LINE.encode() * 2 + LINE.encode()[:20], "queries.jsonl:3: not JSON"),
    ("nothing", b"", "no query is answerable"),
    ("an id twice", LINE.encode() * 2, "q1 occurs twice"),
    ("a deep nest", b"[" * 100_000, "queries.jsonl:1: not JSON"),
]
SETTINGS = [  # (what is odd, {variable: value or None to unset}, shell around the command, status)
    ("no HOME", {"HOME": None}, "{}", 0),
    ("HOME that is not there", {"HOME": "/no/such", "TMPDIR": "/no/such"}, "{}", 0),
    ("LANG=C", {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}, "{}", 0),
    ("python -OO", {"PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"}, "{}", 0),
    ("warnings are errors", {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"}, "{}", 0),
    ("safe path", {"PYTHONSAFEPATH": "1", "PYTHONHASHSEED": "7"}, "{}", 0),
    ("output closed", {}, "{} >&-", 0),
    ("input closed", {}, "{} <&-", 0),
    ("everything closed", {}, "{} <&- >&- 2>&-", 0),
    ("reader leaves", {}, "{} | head -0; exit ${{PIPESTATUS[0]}}", 0),
    ("working folder deleted", {}, "mkdir gone && cd gone && rmdir ../gone && {}", 0),
    ("full output", {}, "{} > /dev/full", 1),
    ("errors closed", {}, "{} 2>&-", 0),
]
