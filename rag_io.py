"""Where files lie, how they are read and written, and how an expected failure ends a step.

offers   folder(), fixtures(), cache()  where artifacts, inputs and models lie
         read_..., write_...           whole files or none, see whole.py
         StepError, run, one_line      see ending.py
"""

import contextlib
import contextvars
import importlib
import io
import json
import os
import stat
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import whole
from ending import CONTROLS, StepError, one_line, run, summary

__all__ = ["StepError", "one_line", "run", "summary"]  # offered here too, for most need them
HERE = Path(__file__).resolve().parent
LAB_FOLDER = Path("/root/voice/rag")  # where the lab's grader looks
LAB_FIXTURES = Path("/opt/lab/fixtures/voice")  # exists in the lab image only
PINNED = contextvars.ContextVar("artifacts", default=None)  # a server's turn stays with one build
LARGEST = 16 << 20  # bytes of a document: more takes minutes and gigabytes to cut
LARGEST_ROWS = 64 << 20  # bytes of a query file or of knowledge.jsonl
KINDS = {  # what a column of our files holds, wherever it occurs: (types, in words)
    **{name: (str, "text") for name in ("id", "doc", "text", "asr", "query")},
    "context": (str | None, "text or null"),
    "relevant": (list | None, "a list"),
    "retrieved": (list, "a list"),
    "answerable": (int, "true or false"),  # 0 and 1 are as good; the text "false" is not
}


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


def setting(name):
    """Return the folder that an environment variable names, as a whole path."""
    try:
        return Path(os.environ[name]).expanduser().absolute()
    except (OSError, RuntimeError) as error:  # a working folder that is gone, a user that is none
        raise StepError(f"{name} is {os.environ[name]}: {error}; give a whole path") from None


def folder():
    """Return the folder of artifacts: VOICE_RAG_DIR, a built copy's own folder, or the default."""
    if PINNED.get():
        return PINNED.get()
    if os.environ.get("VOICE_RAG_DIR"):
        return setting("VOICE_RAG_DIR")
    if (HERE / "chunks.jsonl").is_file():
        return HERE
    return LAB_FOLDER if writable(LAB_FOLDER) else HERE / "rag"


def fixtures():
    """Return the input folder, which holds kb/*.md and rag/queries.jsonl."""
    if os.environ.get("VOICE_FIXTURES"):
        return setting("VOICE_FIXTURES")
    return LAB_FIXTURES if LAB_FIXTURES.is_dir() else HERE / "fixtures" / "voice"


def cache():
    """Return the folder for models that were fetched or converted: VOICE_CACHE or ~/.cache."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("VOICE_CACHE") or Path(base) / "voice-rag")


def regular(path, fix):
    """Raise StepError for a pipe or a device, which could be without end."""
    with contextlib.suppress(OSError, ValueError):  # whoever opens it will say why
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise StepError(f"{path} is a pipe or a device; {fix}")


def read_bytes(path, step=""):
    """Return the bytes of a file; an error names the step that makes it."""
    fix = f"run: python {step}.py" if step else "give a file that can be read"
    regular(path, fix)
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise StepError(f"{path} is missing; {fix}") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = getattr(error, "strerror", error)
        raise StepError(f"{path} cannot be read: {reason}; {fix}") from None


def decoded(data, path, step=""):
    """Return the text of UTF-8 bytes, byte-order mark and CRLF taken off."""
    fix = f"run: python {step}.py" if step else "save the file as UTF-8"
    try:
        text = data.decode("utf-8-sig")
        at = data.find(b"\0")  # UTF-16 without its mark is UTF-8 with NULs
    except UnicodeDecodeError as error:
        at = error.start
    if at >= 0:
        line = data[:at].count(b"\n") + 1
        raise StepError(f"{path}:{line}: not UTF-8; {fix}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(path, step=""):
    """Return the text of a UTF-8 file, byte-order mark and CRLF taken off."""
    return decoded(read_bytes(path, step), path, step)


def bounded(path, most=LARGEST):
    """Return the path of an input; one so large would take minutes and gigabytes."""
    with contextlib.suppress(OSError, ValueError):  # whoever opens it will say why
        if os.stat(path).st_size > most:
            raise StepError(f"{path} has more than {most >> 20} MB; cut it into several files")
    return path


def documents(where, say=None):
    """Return the *.md files of a folder in name order; say(...) names what is none of them.

    A name becomes the document's id, which is shown to the model and kept in UTF-8 files.
    """
    files, others = whole.inputs(where, ".md")
    for path in others if say else ():
        say(f"warning: {path} is no file, or a link to none: left out")
    if not files:
        raise StepError(f"no *.md file in {where}; pass the folder with --kb")
    for path in map(bounded, files):
        if CONTROLS.search(path.name):
            raise StepError(f"{path}: its name has control signs or is not UTF-8; rename the file")
    return files


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


def rows_of(data, path, step="", need=()):
    """Return the rows of the bytes of a JSONL file, as read_jsonl."""
    fix = f"run: python {step}.py" if step else "mend or remove the line"
    rows = []
    for number, line in enumerate(io.StringIO(decoded(data, path, step), newline="\n"), 1):
        if line.strip():
            rows.append(parse_json(line, f"{path}:{number}", fix))
            if wrong := fault(rows[-1], need):
                raise StepError(f"{path}:{number}: {wrong}; {fix}")
    return rows


def read_jsonl(path, step="", need=()):
    """Return the rows of a JSONL file; blank lines are skipped, each row must have the keys `need`.

    Lines end at a newline only: str.splitlines() would also cut at U+2028 within a string.
    """
    return rows_of(read_bytes(path, step), path, step, need)


def read_queries(path, need=()):
    """Return the rows of a query file, each with asr_context: the transcript of its `context`."""
    rows = read_jsonl(bounded(path, LARGEST_ROWS), need=("id", "asr", *need))
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


@contextlib.contextmanager
def together(setting="VOICE_RAG_DIR"):
    """Yield whole.together(); what cannot be written is named, and nothing is."""
    files = None
    try:
        with whole.together() as files:
            yield files
    except OSError as error:
        reason = error.strerror or error
        raise StepError(f"{files.path} cannot be written: {reason}; set {setting}") from None


def write_bytes(path, data):
    """Write a file whole or not at all: beside it first, then renamed over it."""
    with together() as files:
        files.write(path, data)


def utf8(text):
    """Return UTF-8; lone surrogates, which no file can hold, become question marks."""
    return text.encode("utf-8", "replace")


def dumps(value, **options):
    """Return JSON as it stands in our files: readable, and never NaN, which is not JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, **options)


def json_bytes(value):
    """Return one JSON object, indented for people."""
    return utf8(dumps(value, indent=2) + "\n")


def jsonl_bytes(rows):
    """Return one JSON object a line."""
    return utf8("".join(dumps(row) + "\n" for row in rows))


def write_text(path, text):
    write_bytes(path, utf8(text))


def write_json(path, value):
    write_bytes(path, json_bytes(value))


def write_jsonl(path, rows):
    write_bytes(path, jsonl_bytes(rows))
