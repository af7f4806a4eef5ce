"""The call profile's answer and verify steps: a file of turns in, what is said out.

reads    queries.jsonl   as in the lab; a row's context chain is the call's history
writes   answers.jsonl   {"id", "heard", "query", "changes", "added", "hits", "passed", "gate",
                          "judged", "asked", "proposed": [[sentence, [numbers]]], "raw", "fault"}
         final.jsonl     {"id", "say", "source", "status", "sentences"}
         review.jsonl    what a person should look at: answers that the check stopped
offers   answer_rows(queries, chat), finish(row) -> turn, one(question, chat) -> turn
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import probes
import report
import turn
import whole
from citations import sentences, speakable
from rag_io import StepError, folder, jsonl_bytes, read_jsonl, together, write_jsonl
from search import Hit
from spoken import Understood

REVIEW = "review.jsonl"
NEEDED = ("id", "heard", "query", "hits", "passed", "asked", "proposed")
LONGEST_CHAIN = 20  # turns; a chain that names itself would never end


def history(row, by_id):
    """Return the transcripts that a row's context chain leads back to, oldest first."""
    turns, before = [], row.get("context")
    while before and len(turns) < LONGEST_CHAIN:
        turns.insert(0, by_id[before]["asr"])
        before = by_id[before].get("context")
    return turns


def pack(name, prepared, proposal):
    """Return a row of answers.jsonl."""
    return {
        "id": name,
        "heard": prepared.understood.heard,
        "query": prepared.understood.text,
        "changes": prepared.understood.changes,
        "added": prepared.added,
        "hits": [hit._asdict() for hit in prepared.hits],
        "passed": prepared.passed,
        "gate": prepared.reason,
        "judged": prepared.judged,
        "asked": proposal is not None,
        "proposed": [list(one) for one in proposal.sentences] if proposal else [],
        "raw": proposal.raw if proposal else "",
        "fault": proposal.fault if proposal else "",
    }


def unpack(row):
    """Return (Prepared, Proposal or None) of a row of answers.jsonl; odd rows are an error."""
    try:
        understood = Understood(row["query"], row["heard"], row.get("changes") or [])
        hits = [Hit(**hit) for hit in row["hits"]]
        proposed = [(str(text), [int(n) for n in numbers]) for text, numbers in row["proposed"]]
        passed = row["passed"] is True and bool(hits)
    except (TypeError, ValueError, KeyError) as error:
        raise StepError(
            f"answers.jsonl: row {row.get('id')} is not the call profile's ({error}); "
            "run: python answer.py --profile call"
        ) from None
    prepared = turn.Prepared(
        understood,
        hits,
        passed,
        row.get("gate", ""),
        row.get("added", ""),
        {},
        row.get("judged") or {},
    )
    proposal = turn.Proposal(proposed, row.get("raw", ""), row.get("fault", ""), {})
    return prepared, proposal if row["asked"] is True else None


def answer_rows(queries, chat):
    """Yield a row of answers.jsonl for each query; below the gate no model is asked."""
    by_id = {row["id"]: row for row in queries}
    for row in queries:
        prepared = turn.prepare(row["asr"], history=history(row, by_id))
        proposal = None
        if prepared.passed and chat:
            proposal = turn.ask(prepared.understood.text, prepared.hits, chat)
        yield pack(row["id"], prepared, proposal)


def finish(row):
    """Return the whole turn, as report.as_dict has it, of a row of answers.jsonl."""
    prepared, proposal = unpack(row)
    said = turn.speak(prepared.understood.text, prepared.hits, prepared.passed, proposal)
    return report.as_dict(prepared, proposal, said)


def final_row(name, done):
    """Return a row of final.jsonl; source is the document of the first sentence, or none."""
    cited = [mark for sentence in done["sentences"] for mark in sentence["citations"]]
    return {
        "id": name,
        "say": done["say"],
        "source": cited[0]["source"] if cited else "none",
        "status": done["status"],
        "sentences": done["sentences"],
    }


def one(question, chat, before=()):
    """Return the whole turn of one question; a stopped answer is added to the review queue."""
    done = report.as_dict(*turn.take(question, history=before, chat=chat))
    row = report.review_row(done)
    if row:
        add_review(folder() / REVIEW, row)
    return done


def add_review(path, row):
    """Add a row to the review queue; of those who do at once, each finds the other's row."""
    with whole.alone(path.parent):
        write_jsonl(path, [*(read_jsonl(path) if path.exists() else []), row])


def current(rows, answers):
    """Raise StepError where a passage that was found is not in chunks.jsonl any more."""
    chunks = read_jsonl(folder() / "chunks.jsonl", "chunks", ("id", "text"))
    texts = {row["id"]: row["text"] for row in chunks}
    for row in rows:
        for hit in unpack(row)[0].hits:
            if texts.get(hit.id) != hit.text:
                raise StepError(
                    f"{answers}: {row['id']} has {hit.id} as it is not in chunks.jsonl now; "
                    "run: python answer.py --profile call"
                )


def verify_file(answers, out):
    """Turn answers.jsonl into final.jsonl and review.jsonl; return (final rows, review rows)."""
    rows = read_jsonl(answers, "answer", NEEDED)
    current(rows, answers)
    done = [(row["id"], finish(row)) for row in rows]
    finals = [final_row(name, each) for name, each in done]
    review = [{"id": name, **row} for name, each in done if (row := report.review_row(each))]
    with whole.alone(out.parent), together() as files:
        files.write(out, jsonl_bytes(finals))
        files.write(out.with_name(REVIEW), jsonl_bytes(review))
    return finals, review


def listing():
    """Return the review queue as a person wants to read it."""
    path = folder() / REVIEW
    lines = []
    for row in read_jsonl(path, "verify") if path.exists() else []:
        lines.append(f"{row.get('id', '-'):<6} {row['query']}")
        for failed in row["failed"]:
            lines.append(f"{'':7}not said: {failed['text']}  [{failed['reason']}]")
        if row["fault"]:
            lines.append(f"{'':7}no answer: {row['fault']}")
        lines.append(f"{'':7}said: {row['said']}")
    return "\n".join([*lines, f"{sum(not line.startswith(' ') for line in lines)} to review"])


def probe_report():
    """Return how many right and wrong answers over the workspace's own documents are let pass."""
    pairs = [
        (speakable(one), row["text"])
        for row in read_jsonl(folder() / "chunks.jsonl", "chunks", ("text",))
        for one in sentences(row["text"])
    ]
    rows = probes.report(pairs)
    lines = [f"{'probe':<18} {'should be':<10} {'right':>6} {'of':>6}"]
    for row in rows:
        wanted = "said" if row["wanted"] else "stopped"
        lines.append(f"{row['kind']:<18} {wanted:<10} {row['right']:>6} {row['n']:>6}")
    for row in rows:
        for one in row["wrong"]:
            lines.append(f"{row['kind']}: {one['answer']}  [{one['reason']}]")
    return "\n".join(lines)
