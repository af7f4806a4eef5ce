"""Hold the build that a server answers from; take over a new one only when it is whole.

reads    the files of an index (index.py) and gate.json, of the artifact folder
offers   take(source, parent) -> Build     a copy of its own, checked and loaded
         Workspace(source): build, problem; changed(), renew()
         questions(build, source)          questions to try, of the query file of its documents
         inside(build, function)           the function, with all it reads taken from that build

While a workspace is rebuilt its files are of two builds. The server reads none of them: it answers
from a copy, and replaces the copy when index and gate say that they belong together.
"""

import contextlib
import contextvars
import fcntl
import functools
import hashlib
import os
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import embed  # the module, not the name: tests replace embed.encode
import gate
import index
import labelled
from rag_io import PINNED, StepError, fixtures, folder, one_line

FILES = (*index.FILES, *index.TOKEN_FILES, gate.FILE)
QUERIES = "queries.jsonl"
SHOWN = 12  # questions that are offered
VERSION = 12  # hex digits of a digest; enough to tell builds apart
PREFIX = "voice-rag-serving-"  # of the folder that holds a server's copies
COPY = re.compile(rf"[0-9a-f]{{{VERSION}}}")  # the name of one


class Build(NamedTuple):
    where: Path
    stamps: tuple  # of the source, when it was copied
    copied: tuple  # and of the copy
    passages: int
    versions: dict  # {"index", "gate", "embedder"}


def stamps(source):
    """Return what changes when a file of a workspace is replaced."""
    return tuple(index.stamp(source / name) for name in FILES)


def inside(build, function):
    """Return the function so that every file it reads is that build's, in whatever thread."""

    def pinned(*args):
        PINNED.set(build.where)
        return function(*args)

    return functools.partial(contextvars.copy_context().run, pinned)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:VERSION] if path.is_file() else ""


def check():
    """Load what a turn needs and return (passages, embedder); StepError says what is amiss."""
    passages = index.load_passages()
    if not passages.rows:
        raise StepError(f"{folder()}: no passage; run: python chunks.py --profile call")
    gate.load()
    embed.encode(["ready"], passages.made_by)  # the model is loaded before anybody waits for it
    return len(passages.rows), "/".join(passages.made_by)


def questions(build, source):
    """Return [{"query", "context"}] of the first query file that belongs to a build's documents."""
    for place in (source, fixtures() / "rag", fixtures()):
        try:
            rows = labelled.read(place / QUERIES)[:SHOWN]
            wanted = {doc for row in rows for doc in row["relevant"] or ()}
            passages = inside(build, index.load_passages)()  # read row by row: there may be many
            if any(row["doc"] in wanted for row in passages.rows):
                found = [{"query": row["asr"], "context": row["turns"]} for row in rows]
                return [one for one in found if isinstance(one["query"], str)]
        except (StepError, TypeError):  # none there, or not what it should be
            continue
    return []


def take(source, parent):
    """Return the Build copied out of a workspace; StepError says what is missing or amiss."""
    before = stamps(source)
    name = hashlib.sha256(repr(before).encode()).hexdigest()[:VERSION]
    where = Path(parent) / name
    shutil.rmtree(where, ignore_errors=True)
    try:
        where.mkdir(parents=True)
        for file in FILES:
            if (source / file).is_file():
                shutil.copyfile(source / file, where / file)
        build = Build(where, before, stamps(where), 0, {})
        passages, embedder = inside(build, check)()
    except (StepError, OSError) as error:
        shutil.rmtree(where, ignore_errors=True)
        problem = str(error).replace(str(where), str(source))
        raise StepError(problem) from None
    versions = {"index": digest(where / "embed.json"), "gate": digest(where / gate.FILE)}
    return build._replace(passages=passages, versions=versions | {"embedder": embedder})


def held(path, how=fcntl.LOCK_EX):
    """Return a descriptor of a folder that is locked until it is closed, or the process ends.

    systemd, which removes from /tmp what nobody has touched for days, passes over locked folders.
    """
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(number, how)
    except OSError:
        os.close(number)
        raise
    return number


def sweep():
    """Remove the copies of servers that were killed; a folder is locked before it is filled."""
    for path in Path(gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another's, or one at work
            number = held(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
            names = os.listdir(path)
            if names and all(map(COPY.fullmatch, names)):
                shutil.rmtree(path, ignore_errors=True)
            os.close(number)


class Workspace:
    """The build in use, and why a newer one is not."""

    def __init__(self, source=None):
        self.source = source or folder()
        sweep()
        self.scratch = TemporaryDirectory(prefix=PREFIX)
        self.held = held(self.scratch.name)
        self.build = take(self.source, self.scratch.name)
        self.seen, self.problem = self.build.stamps, ""

    def changed(self):
        """Tell whether files were replaced since the last look, or somebody cleaned our copy up."""
        return stamps(self.source) != self.seen or not self.stands()

    def stands(self):
        """Tell whether the copy is as it was made."""
        return stamps(self.build.where) == self.build.copied

    def renew(self):
        """Take over what lies there now, if it is whole; return whether it was taken over."""
        self.seen = stamps(self.source)
        if self.seen == self.build.stamps and self.stands():
            self.problem = ""
            return False
        try:
            build = take(self.source, self.scratch.name)
        except Exception as error:  # whatever a broken file brings about, the old build serves on
            self.problem = one_line(error)
            return False
        old, self.build, self.problem, self.seen = self.build, build, "", build.stamps
        self.forget(old)
        return True

    def forget(self, old):
        """Remove all but the last two builds: a turn may still be answering from the old one."""
        kept = {old.where, self.build.where}
        for path in Path(self.scratch.name).iterdir():
            if path not in kept:
                shutil.rmtree(path, ignore_errors=True)

    def close(self):
        self.scratch.cleanup()
        os.close(self.held)
