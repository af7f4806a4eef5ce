"""Cut documents into rows that keep their structure: headings, tables, lists, dates.

offers   rows(name, markdown, today) -> (rows, left out): one Markdown document
         knowledge_rows(name, jsonl, today) -> the same: one rule on each line of a JSONL file

row      {"id": "refund#1", "doc", "text", "source", "heading": "A > B", "position": line number,
          "version", "effective_from", "effective_to"}; what is not known is None
left out {"id", "source", "version", "reason"}: expired, not yet in force, empty, or struck out

Front matter (key: value between --- lines) is about the document, and no text of it. A document
holds on the days effective_from and effective_to too. A doubtful date or file is an error.
"""

import re
import sys
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from pieces import CHINESE, LEAST, OTHER, pieces
from rag_io import StepError, parse_json
from sections import sections

FIELD = re.compile(r"([A-Za-z][\w-]*)[ \t]*[:：](?:[ \t]*(.*))?$")
NO_FIELD = re.compile(r"\s*$|\s*#|\s+\S|- ")  # blank, comment, nested value, list item
DATE = re.compile(r"\d{4}-\d\d-\d\d")  # fromisoformat alone takes 20261231 too
SHOWN = 80  # characters of struck-out text in the list of what was left out
DATES = ("effective_from", "effective_to")


def front_matter(markdown, name):
    """Return the fields between two --- lines at the top, their line numbers, and the text below.

    The text keeps its line numbers: the front matter becomes blank lines.
    """
    lines = markdown.split("\n")
    if lines[0].rstrip() != "---" or len(lines) < 2 or not FIELD.match(lines[1].rstrip()):
        return {}, {}, markdown  # a rule across the page
    fields, where = {}, {}
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() in ("---", "..."):
            return fields, where, "\n" * number + "\n".join(lines[number:])
        field = FIELD.match(line.rstrip())
        if not field and not NO_FIELD.match(line):
            break
        if field:
            key = field[1].lower().replace("-", "_")
            if key in fields:
                raise StepError(f"{name}:{number}: {key} is given twice; keep one")
            value = re.sub(r"(^|\s+)#.*$", "", (field[2] or "").strip()).strip()
            fields[key] = re.sub(r"""^(["'])(.*)\1$""", r"\2", value)
            where[key] = number
    raise StepError(f"{name}:{number}: the front matter is not closed; end it with a line ---")


def read_date(value, where):
    """Return a date, or None for an empty field."""
    text = str(value if value is not None else "").strip()
    if text.lower() in ("", "null", "~", "none"):
        return None
    try:
        return date.fromisoformat(text) if DATE.fullmatch(text) else date.fromisoformat("")
    except ValueError:
        raise StepError(f"{where} is {text!r}, not a date like 2026-12-31") from None


def in_force(fields, where, today):
    """Return (effective_from, effective_to, why to leave it out or ""), dates as ISO text or None.

    Both days belong to the time: {"effective_to": "2025-12-31"} holds on that day, not after it.
    """
    first, last = (read_date(fields.get(key), where(key)) for key in DATES)
    if first and last and first > last:
        raise StepError(f"{where(DATES[1])} is {last}, before effective_from {first}")
    reason = f"expired {last}" if last and last < today else ""
    if first and first > today:
        reason = f"not in force before {first}"
    return first and first.isoformat(), last and last.isoformat(), reason


def check_sizes(size, overlap):
    """Refuse sizes with which no piece could get on."""
    for name, value, least in (("size", size, LEAST), ("overlap", overlap, 0)):
        if value is not None and value < least:
            raise StepError(f"{name} is {value}; it must be at least {least}")
    if overlap is not None and overlap >= (min(CHINESE[0], OTHER[0]) if size is None else size):
        raise StepError(f"overlap {overlap} is not smaller than size {size or OTHER[0]}")


def section_rows(found, about, size, overlap):
    """Return the rows of one document, numbered from 1; `about` holds what they share."""
    cut_up = [(path, piece) for path, lines in found for piece in pieces(lines, size, overlap)]
    return [
        {
            "id": f"{about['id']}#{number}",
            "doc": about["id"],
            "text": "\n".join((*lead, body)),
            "source": about["source"],
            "heading": " > ".join(path),
            "position": line,
            **{key: about[key] for key in ("version", "effective_from", "effective_to")},
        }
        for number, (path, (lead, body, line)) in enumerate(cut_up, 1)
    ]


def plain(text):
    """Return text without byte-order mark and with \\n line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def left(about, reason):
    """Return the record of something left out."""
    return {key: about[key] for key in ("id", "source", "version")} | {"reason": reason}


def dated(about, fields, where, today):
    """Return (about with version and dates, the reason to leave it out or "")."""
    first, last, reason = in_force(fields, where, today)
    version = fields.get("version")
    version = None if version in (None, "") else str(version)
    return {**about, "version": version, "effective_from": first, "effective_to": last}, reason


def build(about, found, struck, size, overlap):
    """Return (rows, left out) of a document in force."""
    rows = section_rows(found, about, size, overlap)
    gone = [left(about, f"struck out on line {line}: {text[:SHOWN]}") for line, text in struck]
    return rows, gone if rows else [*gone, left(about, "no text")]


def rows(name, markdown, today, size=None, overlap=None):
    """Return (rows, left out) of one Markdown document: rows("refund.md", text, date.today())"""
    check_sizes(size, overlap)
    fields, lines, text = front_matter(plain(markdown), name)
    about = {"id": name.removesuffix(".md"), "source": name}
    about, reason = dated(about, fields, lambda key: f"{name}:{lines.get(key, 1)}: {key}", today)
    if reason:
        return [], [left(about, reason)]
    found, struck = sections(text, name)
    title = [fields["title"]] if fields.get("title") else []
    found = [(part.path or title, part.lines) for part in found]
    return build(about, found, struck, size, overlap)


def rule(name, number, line):
    """Return the checked row on one line of a knowledge file."""
    where = f"{name}:{number}"
    row = parse_json(line, where, "mend or remove the line")
    for key in ("id", "title", "text", "source"):
        value = row.setdefault(key, {"title": "", "source": name}.get(key))
        if not isinstance(value, str) or (key == "id" and not value.strip()):
            raise StepError(f"{where}: {key} must be text; mend or remove the line")
    return row


def knowledge_rows(name, jsonl, today, size=None, overlap=None):
    """Return (rows, left out) of a JSONL file with one rule (id, title, text, ...) on each line.

    An id may come back in other versions, as long as one version at most is in force.
    """
    check_sizes(size, overlap)
    kept, gone, seen = [], [], {}
    for number, line in enumerate(plain(jsonl).split("\n"), 1):
        if not line.strip():
            continue
        row, where = rule(name, number, line), f"{name}:{number}"
        about = {"id": row["id"], "source": row["source"]}
        about, reason = dated(about, row, lambda key, where=where: f"{where}: {key}", today)
        if reason:
            gone.append(left(about, reason))
            continue
        if seen.setdefault(row["id"], number) != number:
            raise StepError(f"{where}: {row['id']} is in force on line {seen[row['id']]} too")
        found, struck = sections(plain(row["text"]), where)
        found = [
            (
                [row["title"], *part.path] if row["title"] else part.path,
                [entry._replace(number=number) for entry in part.lines],
            )
            for part in found
        ]
        more, less = build(about, found, [(number, text) for _, text in struck], size, overlap)
        kept, gone = kept + more, gone + less
    return kept, gone
