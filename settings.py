"""The server's settings: one table, a flag and an environment variable of the same name for each.

offers   TABLE                      name, default, kind, help; VOICE_PORT is --port
         add_flags(parser)          a flag for every row
         resolve(flags, environ)    -> SimpleNamespace(host="127.0.0.1", port=8000, ...)

A flag goes before the environment, the environment before the default. Keys have no flag: the
arguments of a process are there for all to see.
"""

import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError

KEEP = ("redacted", "full", "none")  # of the words of a turn; scores and reasons are always kept


class Setting(NamedTuple):
    name: str
    default: object
    kind: object  # text -> value; ValueError says what it must be
    help: str


def text(value):
    return value


def whole(low, high):
    """Return a reader of whole numbers within bounds."""

    def read(value):
        if not (value.strip().isdecimal() and low <= int(value) <= high):
            raise ValueError(f"a whole number from {low} to {high}")
        return int(value)

    return read


def number(low, high):
    """Return a reader of numbers within bounds."""

    def read(value):
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not low <= found <= high:
            raise ValueError(f"a number from {low} to {high}")
        return found

    return read


def one_of(words):
    """Return a reader of one of some words."""

    def read(value):
        if value not in words:
            raise ValueError(" or ".join(words))
        return value

    return read


SECRET = "VOICE_API_KEY"
TABLE = (
    Setting("VOICE_HOST", "127.0.0.1", text, "address to listen on; beyond loopback needs a key"),
    Setting("VOICE_PORT", 8000, whole(0, 65535), "port; 0 takes a free one"),
    Setting(SECRET, "", text, "key or keys, separated by commas, that clients send as Bearer"),
    Setting("VOICE_RATE", 600, whole(0, 10**6), "requests a minute for each key; 0 is no limit"),
    Setting("VOICE_BODY_LIMIT", 65536, whole(1024, 1 << 24), "bytes of a request"),
    Setting("VOICE_TURNS_AT_ONCE", 8, whole(1, 1024), "turns in flight; beyond it 503"),
    Setting("VOICE_WORKERS", 2, whole(1, 256), "threads for retrieval and checks"),
    Setting("VOICE_DEADLINE", 8.0, number(0.1, 600), "seconds; then a sentence is quoted"),
    Setting("VOICE_HOLD_AFTER", 2.5, number(0, 600), "seconds to 'One moment, please.'; 0 never"),
    Setting("VOICE_GREETING", "", text, "said where a chat has no user message yet"),
    Setting("VOICE_ANSWER_CACHE", 256, whole(0, 10**6), "answers kept for repeated questions"),
    Setting("VOICE_BREAKER_FAILURES", 3, whole(1, 1000), "failures in a row that rest the LLM"),
    Setting("VOICE_BREAKER_REST", 30.0, number(0.1, 3600), "seconds that the LLM then rests"),
    Setting("VOICE_TURNS", "", text, "SQLite file of turns; turns.sqlite in the artifact folder"),
    Setting("VOICE_KEEP", "redacted", one_of(KEEP), "text kept of a turn: redacted, full or none"),
    Setting("VOICE_KEEP_DAYS", 30, whole(0, 36500), "days that turns are kept; 0 is for ever"),
    Setting("VOICE_RELOAD", 2.0, number(0, 3600), "seconds between looks for a new build; 0 never"),
)


def key(name):
    """'VOICE_BODY_LIMIT' -> 'body_limit'"""
    return name.removeprefix("VOICE_").lower()


def add_flags(parser):
    """Give a parser a flag for every setting; without it the environment or the default holds."""
    for row in TABLE:
        if row.name != SECRET:
            flag = "--" + key(row.name).replace("_", "-")
            shown = f"{row.help} ({row.name}, {row.default!r})".replace("%", "%%")
            parser.add_argument(flag, default=None, metavar="VALUE", help=shown)


def resolve(flags, environ):
    """Return every setting's value; flags is the parser's namespace, or None."""
    values = {}
    for row in TABLE:
        given = getattr(flags, key(row.name), None)
        given = environ.get(row.name) if given is None else given
        try:
            values[key(row.name)] = row.default if given in (None, "") else row.kind(given)
        except ValueError as error:
            raise StepError(f"{row.name} is {given!r}; it must be {error}") from None
    return SimpleNamespace(**values)
