"""Ask the model, but only questions that pass the threshold, and only for an answer with a source.

reads    rag/queries.jsonl, threshold.json, and the index
writes   answers.jsonl   {"id", "query", "retrieved": [doc], "score", "answer", "source", "gated"}

    python answer.py
    LLM=none python answer.py                   # ask no model: verify.py extracts every answer
    python answer.py --profile call             # rows as in calls.py, for verify.py --profile call
    python answer.py --profile call "QUESTION"  # one question: hits, answer, sources, check

What the model writes is data: nothing is guessed from broken or cut JSON. An answer that cannot be
had is empty with source "none", the reason is printed, and verify.py says a sentence instead.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import llm
import search
from asking import CONTROLS, FENCE, LONGEST, no_repeats
from index import steady
from rag_io import (
    StepError,
    fixtures,
    folder,
    one_line,
    read_json,
    read_jsonl,
    read_queries,
    run,
    sibling,
    summary,
    write_jsonl,
)
from rewrite import rewrite
from threshold import number, passes
from verify import REFUSAL

K = 3  # passages shown to the model
MAX_TOKENS = 80  # one or two spoken sentences; longer answers end as broken JSON and are not used
DRIFT = 1e-3  # of a cosine; two machines differ by 1e-6
RULES = """You help callers at a front desk. Answer with the one sentence of the passages that
answers the question, word for word and whole.
Each passage follows its [document]; the source is the document of your sentence.
If no sentence answers the question, the answer is empty and the source is none.

Example passages:
[garden] The garden opens at sunrise. Dogs must stay outside the garden.
[bar] The bar sells soup all day. On weekends there is cake too.
Example question: may my dog come in
{"answer": "Dogs must stay outside the garden.", "source": "garden"}
Example question: what can i eat on weekends
{"answer": "On weekends there is cake too.", "source": "bar"}
Example question: do you sell bicycles
{"answer": "", "source": "none"}

Passages:
"""


def unique(names):
    """['kb-hours', 'kb-fees', 'kb-hours'] -> ['kb-hours', 'kb-fees']"""
    return list(dict.fromkeys(names))


def schema(retrieved):
    """Return the JSON schema of an answer; its sources are the retrieved documents and none."""
    return {
        "type": "object",
        "required": ["answer", "source"],
        "properties": {
            "answer": {"type": "string"},
            "source": {"type": "string", "enum": [*retrieved, "none"]},
        },
    }


def messages(query, passages):
    """Return the chat for a question and [(doc, text), ...]."""
    shown = "\n".join(f"[{doc}] {text}" for doc, text in passages)
    return [
        {"role": "system", "content": RULES + shown},
        {"role": "user", "content": query},
    ]


def parse(text, retrieved):
    """Return (answer, source, reason) from model output; on a fault ("", "none", what is wrong)."""
    try:
        fenced = FENCE.fullmatch(text)
        reply = json.loads(fenced[1] if fenced else text, object_pairs_hook=no_repeats)
        answer, source = reply["answer"], reply["source"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return "", "none", f"not the JSON that was asked for ({type(error).__name__}: {error})"
    if not (isinstance(answer, str) and isinstance(source, str)):
        return "", "none", "answer and source must be strings"
    if source not in [*retrieved, "none"]:
        return "", "none", f"source {source[:40]!r} was not offered"
    if len(answer) > LONGEST or CONTROLS.search(answer):
        return "", "none", f"not fit to be said: {answer[:40]!r}"
    return answer, source, ""


def ask(query, passages, chat):
    """Return (answer, source, reason); chat may fail in any way, and then the reason says how."""
    retrieved = unique(doc for doc, _ in passages)
    try:
        text = chat(messages(query, passages), max_tokens=MAX_TOKENS, json_schema=schema(retrieved))
        return parse(text[0], retrieved)
    except Exception as error:  # a server, a client or voicekit may raise anything; none may speak
        return "", "none", f"{type(error).__name__}: {error}"


def respond(row, tau, chunks, chat):
    """Return (row of answers.jsonl, reason) for one query; below tau the model is not asked."""
    query = rewrite(row["asr"], row["asr_context"])
    hits = search.search(query, K)
    score = hits[0][1] if hits else None
    passages = [(chunks[chunk]["doc"], chunks[chunk]["text"]) for chunk, _ in hits]
    gated = not passes(score, tau)
    answer, source, reason = (REFUSAL, "none", "") if gated else ask(query, passages, chat)
    return {
        "id": row["id"],
        "query": query,
        "retrieved": unique(doc for doc, _ in passages),
        "score": score if number(score) else None,  # JSON has no NaN
        "answer": answer,
        "source": source,
        "gated": gated,
    }, reason


def lab_rows(queries, path):
    """Yield (row of answers.jsonl, what to print of it) for each query of the lab profile."""
    tau = read_json(path / "threshold.json", "threshold").get("tau")
    if not number(tau):
        raise StepError(f"{path / 'threshold.json'} has no tau; run: python threshold.py")
    chunks = read_jsonl(path / "chunks.jsonl", "chunks", need=("id", "doc", "text"))
    chunks = {row["id"]: row for row in chunks}
    for query in queries:
        row, reason = respond(query, tau, chunks, llm.chat)
        state = row["answer"] or f"no answer: {reason or 'the model gave none'}"
        state = "refused, not asked" if row["gated"] else one_line(state)
        yield row, f"{row['score'] or 0:6.3f}  {row['query']}\n{'':15} {state}"


def drifted(rows, path):
    """Return the ids of rows that score otherwise than eval.json says: tau is of another index."""
    try:
        scores = dict(read_json(path / "eval.json", "evaluate")["scores"])
    except (StepError, KeyError, TypeError, ValueError):  # not there, or no use
        return []
    pairs = [(row["id"], row["score"], scores.get(row["id"])) for row in rows]
    return [name for name, now, then in pairs if number(then) and abs((now or 0) - then) > DRIFT]


def call_rows(queries):
    """Yield (row of answers.jsonl, what to print of it) for each query of the call profile."""
    chat = None if llm.chosen()[0] == "none" else llm.chat
    for row in sibling("calls").answer_rows(queries, chat):
        state = row["fault"] or f"{len(row['proposed'])} sentences proposed"
        state = (state if row["asked"] else "not asked") if row["passed"] else "refused, not asked"
        yield row, f"{row['query']}\n{'':15} {one_line(state)}"


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("question", nargs="?", help="call: one question instead of the file")
    parser.add_argument("--queries", type=Path, default=fixtures() / "rag" / "queries.jsonl")
    parser.add_argument("--out", type=Path, default=folder() / "answers.jsonl")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    args = parser.parse_args(argv)

    if args.question is not None:
        if args.profile != "call":
            raise StepError('one question at the shell needs: --profile call "QUESTION"')
        chat = None if llm.chosen()[0] == "none" else llm.chat
        print(sibling("report").page(sibling("calls").one(args.question, chat)))
        return
    queries, rows = read_queries(args.queries), []
    made = call_rows(queries) if args.profile == "call" else lab_rows(queries, folder())
    with steady():
        for row, shown in made:
            rows.append(row)
            print(f"{row['id']:<6} {shown}", flush=True)
    write_jsonl(args.out, rows)
    if args.profile == "lab" and (names := drifted(rows, folder())):
        fix = "if the index is new since, run: python evaluate.py, then threshold.py"
        print(f"warning: other scores than in eval.json: {', '.join(names)}; {fix}")
    asked = sum(row["asked"] if args.profile == "call" else not row["gated"] for row in rows)
    print(f"{len(rows)} queries, {asked} put to {llm.name()} -> {args.out}")


if __name__ == "__main__":
    run(main)
