"""Keep every turn in SQLite: one writer, many readers, and nothing lost in a crash.

writes   turns.sqlite   one row a turn: id, at, call_id, status, review, data (the turn as JSON)
offers   Store(path, keep, days): keep(turn) -> Future that is done when the turn is on disk
         listing(path, ...) -> [turn]   newest first;   today(path) -> {status: count}

`keep` says what becomes of the words: redacted, full, or none of them. Turns older than so many
days are removed.
"""

import json
import queue
import sqlite3
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError, dumps
from redact import clean, redact

FILE = "turns.sqlite"
TABLE = """CREATE TABLE IF NOT EXISTS turns (
    id TEXT PRIMARY KEY, at TEXT NOT NULL, call_id TEXT, status TEXT NOT NULL,
    review INTEGER NOT NULL, data TEXT NOT NULL)"""
INDEXES = (
    "CREATE INDEX IF NOT EXISTS turns_at ON turns (at)",
    "CREATE INDEX IF NOT EXISTS turns_review ON turns (review, at)",
)
INSERT = "INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?, ?, ?)"
TOGETHER = 256  # turns of one commit, where many end at the same time
BUSY = 10.0  # seconds to wait for another process that writes
SWEEP = 3600.0  # seconds between looks for turns that are too old
WORDS = {"redacted": redact, "full": str, "none": lambda text: ""}


def now():
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def row(turn, keep):
    """Return the row of the table for a turn."""
    failed = turn["citation_check"]["failed"] or turn["model"]["fault"]
    data = dumps(clean(turn, WORDS[keep]))
    return turn["id"], turn["at"], turn.get("call_id"), turn["status"], bool(failed), data


def connect(path):
    """Return a connection of the writer, the table made."""
    try:
        link = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("PRAGMA synchronous=NORMAL")  # a crash costs nothing, a power cut seconds
        link.execute(TABLE)
        for statement in INDEXES:
            link.execute(statement)
    except sqlite3.Error as error:
        raise StepError(f"{path} cannot be used ({error}); set VOICE_TURNS") from None
    return link


class Store:
    """The one writer: a thread that commits what has come in since it last looked."""

    def __init__(self, path, keep="redacted", days=30):
        self.path, self.how, self.days, self.problem = Path(path), keep, days, ""
        connect(self.path).close()  # an error in words, before anything is served
        self.queue = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, daemon=True)
        self.thread.start()

    def keep(self, turn):
        """Return a Future that is done when the turn is on disk."""
        done = Future()
        try:
            self.queue.put((row(turn, self.how), done))
        except Exception as error:  # no turn of ours, but never a crash
            done.set_exception(error)
        return done

    def close(self):
        """Write what is waiting, then stop."""
        self.queue.put(None)
        self.thread.join()

    def batch(self):
        """Return what has come in, and whether there is more to come."""
        found = [self.queue.get()]
        while found[-1] is not None and len(found) < TOGETHER and not self.queue.empty():
            found.append(self.queue.get())
        return [item for item in found if item], found[-1] is not None

    def write(self):
        with closing(connect(self.path)) as link:
            swept, more = -SWEEP, True
            while more:
                items, more = self.batch()
                if self.days and time.monotonic() - swept > SWEEP:
                    swept = time.monotonic()
                    self.commit(link, [], self.sweep)
                self.commit(link, items, self.insert)

    def commit(self, link, items, work):
        """Do the work in one transaction; whoever waits for it learns how it went."""
        try:
            link.execute("BEGIN IMMEDIATE")
            work(link, items)
            link.execute("COMMIT")
            self.problem, failure = "", None
        except sqlite3.Error as error:
            self.problem, failure = f"turns cannot be written: {error}", error
            if link.in_transaction:
                link.execute("ROLLBACK")
        for _, done in items:
            done.set_exception(failure) if failure else done.set_result(None)

    def insert(self, link, items):
        link.executemany(INSERT, [one for one, _ in items])

    def sweep(self, link, _):
        oldest = datetime.now(UTC) - timedelta(days=self.days)
        link.execute("DELETE FROM turns WHERE at < ?", (oldest.isoformat(),))


def ask(path, query, values=()):
    """Return the rows of a query, read beside the writer."""
    if not Path(path).is_file():
        raise StepError(f"{path} is missing; no turn was served yet, or set VOICE_TURNS")
    try:
        with closing(sqlite3.connect(path, timeout=BUSY)) as link:
            link.execute("PRAGMA query_only=1")
            return link.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise StepError(f"{path} cannot be read: {error}") from None


def listing(path, limit=100, review=False, since=""):
    """Return the newest turns, newest first; review: only what a person should look at."""
    only = "AND review = 1" if review else ""
    query = f"SELECT data FROM turns WHERE at >= ? {only} ORDER BY at DESC, id LIMIT ?"
    return [json.loads(data) for (data,) in ask(path, query, (since, limit))]


def today(path):
    """Return {status: how many turns since midnight UTC}, and how many are to be reviewed."""
    day = now()[:10]
    counts = "SELECT status, count(*), sum(review) FROM turns WHERE at >= ? GROUP BY status"
    rows = ask(path, counts, (day,))
    return {
        "day": day,
        "status": {name: n for name, n, _ in rows},
        "review": sum(r[2] for r in rows),
    }
