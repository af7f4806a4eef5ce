"""Where files lie, how they are read and written, and how an expected failure ends a step.

offers   folder(), fixtures(), cache()  where artifacts, inputs and models lie
         read_..., write_...           whole files or none: written beside, then renamed
         StepError, run                one line that says what is wrong and what to run next
         one_line(text)                text of a model, a server or a caller, fit for a terminal
"""

import contextlib
import contextvars
import importlib
import json
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAB_FOLDER = Path("/root/voice/rag")  # where the lab's grader looks
LAB_FIXTURES = Path("/opt/lab/fixtures/voice")  # exists in the lab image only
PINNED = contextvars.ContextVar("artifacts", default=None)  # a server's turn stays with one build
KINDS = {  # what a column of our files holds, wherever it occurs: (types, in words)
    **{name: (str, "text") for name in ("id", "doc", "text", "asr", "query")},
    "context": (str | None, "text or null"),
    "relevant": (list | None, "a list"),
    "retrieved": (list, "a list"),
    "answerable": (int, "true or false"),  # 0 and 1 are as good; the text "false" is not
}
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")  # a terminal obeys some


class StepError(Exception):
    """An expected failure: the message says what is wrong, where, and what to run next."""


def sibling(name):
    """Import one of our modules on first use, for what most commands do not need."""
    if str(HERE) not in sys.path:  # a grader may have undone the line above the imports
        sys.path.insert(0, str(HERE))
    return importlib.import_module(name)


def writable(path):
    """Make the folder if need be; return whether files can be written there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        return os.access(path, os.W_OK | os.X_OK)
    except OSError:
        return False


def folder():
    """Return the folder of artifacts: VOICE_RAG_DIR, a built copy's own folder, or the default."""
    if PINNED.get():
        return PINNED.get()
    if os.environ.get("VOICE_RAG_DIR"):
        return Path(os.environ["VOICE_RAG_DIR"]).expanduser().absolute()
    if (HERE / "chunks.jsonl").is_file():
        return HERE
    return LAB_FOLDER if writable(LAB_FOLDER) else HERE / "rag"


def fixtures():
    """Return the input folder, which holds kb/*.md and rag/queries.jsonl."""
    if os.environ.get("VOICE_FIXTURES"):
        return Path(os.environ["VOICE_FIXTURES"]).expanduser().absolute()
    return LAB_FIXTURES if LAB_FIXTURES.is_dir() else HERE / "fixtures" / "voice"


def cache():
    """Return the folder for models that were fetched or converted: VOICE_CACHE or ~/.cache."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("VOICE_CACHE") or Path(base) / "voice-rag")


def read_text(path, step=""):
    """Return the text of a UTF-8 file, byte-order mark and CRLF taken off."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise StepError(f"{path} is missing{f'; run: python {step}.py' if step else ''}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise StepError(f"{path}:{line}: not UTF-8; save the file as UTF-8") from None
    except OSError as error:
        raise StepError(f"{path} cannot be read: {error.strerror}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text, where, fix):
    """Return the JSON object in text; anything else is an error at `where`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StepError(f"{where}: not JSON ({error}); {fix}") from None
    if not isinstance(value, dict):
        raise StepError(f"{where}: a JSON object was expected; {fix}")
    return value


def read_json(path, step):
    """Return the JSON object in a file that a step writes."""
    return parse_json(read_text(path, step), path, f"run: python {step}.py")


def fault(row, need):
    """Return what is wrong with a row: a key of `need` is missing, a column is of another kind."""
    missing = [key for key in need if key not in row]
    if missing:
        return f"no {', '.join(missing)}"
    for key, (kind, words) in KINDS.items():
        if key in row and not isinstance(row[key], kind):
            return f"{key} must be {words}"
    return ""


def read_jsonl(path, step="", need=()):
    """Return the rows of a JSONL file; blank lines are skipped, each row must have the keys `need`.

    Lines end at a newline only: str.splitlines() would also cut at U+2028 within a string.
    """
    fix = f"run: python {step}.py" if step else "mend or remove the line"
    rows = []
    for number, line in enumerate(read_text(path, step).split("\n"), 1):
        if line.strip():
            rows.append(parse_json(line, f"{path}:{number}", fix))
            if wrong := fault(rows[-1], need):
                raise StepError(f"{path}:{number}: {wrong}; {fix}")
    return rows


def read_queries(path, need=()):
    """Return the rows of a query file, each with asr_context: the transcript of its `context`."""
    rows = read_jsonl(path, need=("id", "asr", *need))
    said = {}
    for row in rows:
        if row["id"] in said:
            raise StepError(f"{path}: {row['id']} occurs twice; number the queries uniquely")
        said[row["id"]] = row["asr"]
    for row in rows:
        before = row.get("context") or None
        if before is not None and before not in said:
            raise StepError(
                f"{path}: {row['id']} has context {before}, which is no id in this file"
            )
        row["asr_context"] = said.get(before)
    return rows


def write_bytes(path, data):
    """Write a file whole or not at all: beside it first, then renamed over it."""
    path = Path(path)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")  # two builds never share one
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # the rename must not become durable before the bytes
        os.replace(part, path)
    except OSError as error:
        raise StepError(f"{path} cannot be written: {error.strerror}; set VOICE_RAG_DIR") from None
    finally:
        with contextlib.suppress(OSError):  # after a rename, or where no file could be made
            part.unlink()


def write_text(path, text):
    """Write UTF-8 text; lone surrogates, which no file can hold, become question marks."""
    write_bytes(path, text.encode("utf-8", "replace"))


def dumps(value, **options):
    """Return JSON as it stands in our files: readable, and never NaN, which is not JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, **options)


def write_json(path, value):
    """Write one JSON object, indented for people."""
    write_text(path, dumps(value, indent=2) + "\n")


def write_jsonl(path, rows):
    """Write one JSON object a line."""
    write_text(path, "".join(dumps(row) + "\n" for row in rows))


def one_line(text):
    r"""'two\nlines\x1b[2J' -> 'two lines [2J'"""
    return " ".join(CONTROLS.sub(" ", str(text)).split())


def run(main):
    """Call main(); print an expected failure as one line and exit with status 1."""
    name = Path(sys.argv[0]).name
    sys.stdout.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter is no fault
    try:
        main()
        sys.stdout.flush()
    except StepError as error:
        raise SystemExit(f"{name}: {one_line(error)}") from None
    except KeyboardInterrupt:
        raise SystemExit(f"{name}: stopped; nothing was written by this step") from None
    except BrokenPipeError:  # `python search.py ... | head -1` is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
