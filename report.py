"""Show one turn: as the dict that a server or a file keeps, and as a page for a person.

offers   as_dict(prepared, proposal, spoken) -> dict   status, say, evidence, checks, timings
         page(turn) -> str                             the same for the shell
         review_row(turn) -> dict or None              what a person should look at, if anything
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import search
from passages import of_ids
from rag_io import one_line

EXCERPT = 60  # characters of a passage in a table
SCORES = ("dense", "bm25", "overlap", "rrf", "rerank")


def sources(hits):
    """Return {chunk id: file or address} of the hits; a lab index knows the document only."""
    if not hits:  # nor an index, perhaps
        return {}
    rows = of_ids(search.load_passages().rows, [hit.id for hit in hits])
    return {hit.id: rows.get(hit.id, {}).get("source") or f"{hit.doc}.md" for hit in hits}


def excerpt(text):
    """Return the beginning of a text on one line."""
    line = one_line(text)
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1] + "\u2026"


def marked(sentence, numbers):
    """('Four levels.', [1, 2]) -> 'Four levels. [S1][S2]'"""
    return f"{sentence} {''.join(f'[S{number}]' for number in numbers)}"


def cited(sentences, hits, files):
    """Return the sentences with where each stands: citation, file, heading, excerpt."""
    return [
        {
            "text": text,
            "citations": [
                {
                    "citation_id": f"S{number}",
                    "id": hits[number - 1].id,
                    "source": files[hits[number - 1].id],
                    "heading": hits[number - 1].heading,
                    "excerpt": excerpt(hits[number - 1].text),
                }
                for number in numbers
            ],
        }
        for text, numbers in sentences
    ]


def as_dict(prepared, proposal, spoken):
    """Return a turn as plain data; evidence is numbered S1.. as the model saw it."""
    hits, files = prepared.hits, sources(prepared.hits)
    proposed = proposal.timings if proposal else {}
    timings = prepared.timings | proposed
    answer = " ".join(marked(text, numbers) for text, numbers in spoken.sentences)
    return {
        "status": spoken.status,
        "answer": answer or spoken.say,
        "say": spoken.say,
        "sentences": cited(spoken.sentences, hits, files),
        "evidence": [
            {
                "citation_id": f"S{number}",
                "id": hit.id,
                "source": files[hit.id],
                "heading": hit.heading,
                "text": hit.text,
                "scores": {name: getattr(hit, name) for name in SCORES},
            }
            for number, hit in enumerate(hits, 1)
        ],
        "citation_check": {
            "passed": not spoken.struck,
            "failed": [
                {"text": text, "citations": [f"S{number}" for number in numbers], "reason": reason}
                for text, numbers, reason in spoken.struck
            ],
        },
        "rewrite": {
            "heard": prepared.understood.heard,
            "text": prepared.understood.text,
            "changes": prepared.understood.changes,
            "added": prepared.added,
        },
        "gate": {"passed": prepared.passed, "reason": prepared.reason} | prepared.judged,
        "model": {
            "asked": proposal is not None,
            "raw": proposal.raw if proposal else "",
            "fault": proposal.fault if proposal else "",
        },
        "timings_ms": {
            **{name: round(value, 2) for name, value in timings.items()},
            "total_ms": round(sum(timings.values()), 2),
        },
    }


def review_row(turn):
    """Return what a person should look at: question, hits, what the model wrote, and why not."""
    failed, fault = turn["citation_check"]["failed"], turn["model"]["fault"]
    if not failed and not fault:
        return None
    return {
        "question": turn["rewrite"]["heard"],
        "query": turn["rewrite"]["text"],
        "hits": [one["id"] for one in turn["evidence"]],
        "raw": turn["model"]["raw"],
        "failed": failed,
        "fault": fault,
        "said": turn["say"],
        "status": turn["status"],
    }


def page(turn):
    """Return a turn as a person at the shell wants to see it."""
    over = "over the threshold" if turn["gate"]["passed"] else "below the threshold, dropped"
    lines = [f"heard     {one_line(turn['rewrite']['heard'])}"]
    lines += [f"searched  {one_line(turn['rewrite']['text'])}"]
    lines += [
        f"gate      {'passed' if turn['gate']['passed'] else 'refused'}: {turn['gate']['reason']}"
    ]
    for one in turn["evidence"]:
        lines.append(f"  [{one['citation_id']}] {one['scores']['rerank']:+.3f}  {over}")
        lines.append(f"       {one['source']} \u00b7 {one['heading']}")
    lines += ["", f"answer    {one_line(turn['answer'])}  ({turn['status']})"]
    for sentence in turn["sentences"]:
        for mark in sentence["citations"]:
            row = (f"[{mark['citation_id']}]", mark["source"], mark["heading"], mark["excerpt"])
            lines.append("  " + " | ".join(row))
    lines += ["", f"model     {asked(turn)}", f"check     {verdict(turn)}"]
    return "\n".join(lines)


def asked(turn):
    """Return whether the model was asked at all, in words."""
    if turn["model"]["asked"]:
        return turn["model"]["fault"] or "asked"
    return "not asked" + ("" if turn["gate"]["passed"] else ": the gate refused the question")


def verdict(turn):
    """Return what the check said, and where a stopped answer went."""
    failed = turn["citation_check"]["failed"]
    if not failed:
        return "passed"
    reasons = "; ".join(f"{one['reason']}: {one_line(one['text'])}" for one in failed)
    return f"stopped, {reasons}\n          not said; kept in review.jsonl for a person"
