"""Measure the call profile on query files, as a table for people and JSON for machines.

reads    query files, see labelled.py; the index; gate.json
writes   eval-call.json   {"index": {...}, "files": {path: {form: figures}}}, see scoring.py
offers   measure(paths, out)   compare(two paths of eval-call.json), as evaluate.py calls them

    python evaluate.py --profile call --queries FILE [--also FILE ...] [--out eval-call.json]
    python evaluate.py --compare A.json B.json
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import gate
import labelled
from index import steady
from rag_io import StepError, folder, parse_json, read_text, write_json
from scoring import DECISIONS, RANKING, figures

COLUMNS = RANKING + DECISIONS
HEADS = "R@1 R@3 R@10 MRR nDCG accuracy accepts rejects AUROC cosine".split()  # of COLUMNS
FIX = "run: python evaluate.py --profile call"


def cell(figures, name):
    """Return one figure for the table: '0.963', '3/30', or '-'."""
    value = figures.get(name)
    totals = {"false_accepts": "unanswerable", "false_rejects": "answerable"}
    if value is None:
        return "-"
    return f"{value}/{figures[totals[name]]}" if name in totals else f"{value:.3f}"


def label(path, form):
    """Return the first column of the table."""
    return f"{Path(path).name[:18] + ' ' + form:<30}"


def lines(result, title=""):
    """Return the table of a result, a line for each file and form."""
    out = [f"{title:<30}" + "".join(f"{head:>9}" for head in HEADS)]
    for path, of_file in result["files"].items():
        for form, one in of_file.items():
            out.append(label(path, form) + "".join(f"{cell(one, key):>9}" for key in COLUMNS))
    return out


def time_lines(result):
    """Return the stage times of the rewritten form."""
    out = []
    for path, of_file in result["files"].items():
        stages = of_file["rewritten"]["times_ms"].items()
        text = "  ".join(f"{name[:-3]} {one['p50']:.1f}/{one['p95']:.1f}" for name, one in stages)
        out.append(f"{Path(path).name}: {text} ms (p50/p95)")
    return out


def gate_note(paths):
    """Return what is to be said about the gate, or ''."""
    try:
        gate.load()
    except StepError as error:
        return f"no gate, so every question counts as refused: {error}"
    about = parse_json(read_text(folder() / gate.FILE), gate.FILE, gate.FIX)
    fitted_on = about.get("queries") or {}
    seen = [Path(path).name for path in paths if labelled.digest(path) in fitted_on.values()]
    if not seen:
        return ""
    return f"the gate was fitted on {', '.join(seen)}: gate.json has its left-out figures"


def difference(old, new):
    """Return '+0.021', '-3' or '-' where one is missing."""
    if old is None or new is None:
        return "-"
    whole = isinstance(new, int) and isinstance(old, int)
    return f"{new - old:+d}" if whole else f"{new - old:+.3f}"


def changes(first, second):
    """Return the table of what changed from one result to another, files and forms of both."""
    out = []
    for path, of_file in second["files"].items():
        for form, new in of_file.items():
            old = first["files"].get(path, {}).get(form)
            if old:
                row = [difference(old.get(key), new.get(key)) for key in COLUMNS]
                out.append(label(path, form) + "".join(f"{one:>9}" for one in row))
    return out


def read_result(path):
    """Return an eval-call.json; anything else is an error."""
    result = parse_json(read_text(path), path, FIX)
    files = result.get("files")
    if not isinstance(files, dict) or not all(isinstance(one, dict) for one in files.values()):
        raise StepError(f"{path} is no eval-call.json; {FIX}")
    return result


def compare(paths):
    """Print the tables of two results, and what changed from A to B."""
    first, second = (read_result(path) for path in paths)
    print("\n".join([*lines(first, "A"), "", *lines(second, "B"), "", "B less A"]))
    print("\n".join(changes(first, second)) or "no file and form is in both")


def measure(paths, out):
    """Measure query files, write the JSON, print the table."""
    read = {str(path): labelled.read(path) for path in paths}
    with steady():
        result = {
            "index": gate.identity(folder()),
            "files": {
                path: {form: figures(rows, form) for form in labelled.forms(rows)}
                for path, rows in read.items()
            },
        }
    write_json(out, result)
    note = gate_note(paths)
    print("\n".join(lines(result) + time_lines(result) + ([note] if note else [])))
    print(f"{sum(len(rows) for rows in read.values())} queries -> {out}")
