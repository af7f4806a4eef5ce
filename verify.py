"""Let only supported answers be said; replace the others by a sentence of the document.

reads    answers.jsonl, chunks.jsonl, kb/*.md
writes   final.jsonl   {"id", "say", "source", "status": "llm" | "refused" | "extractive"}
offers   verify(answer, source, retrieved, kb) -> (ok, reason), the lab's check
         check_sentence(sentence, passage, question="") -> (ok, reason code), the call profile's
         check_citations(text, n_hits, require=True) -> (cited numbers, problems)

    python verify.py --show
    python verify.py --profile call      # also writes review.jsonl: what a person should look at
    python verify.py --review            # lists it
    python verify.py --probe             # how many wrong answers over your documents would pass

The lab's check: a source that was retrieved, and no number that its document lacks. It does not see
a wrong word, a "not" too many, or a right number in the wrong place.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import (
    StepError,
    documents,
    fixtures,
    folder,
    one_line,
    read_jsonl,
    read_text,
    run,
    sibling,
    summary,
    write_jsonl,
)

REFUSAL = "I'm not sure about that. Let me connect you to the front desk."
STATUSES = ("llm", "refused", "extractive")
NUMBER = re.compile(r"\d+(?::\d+)?")  # 7:30 is one number, so 7 is not in it
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def numbers(text):
    """'From 7:30, room 15.' -> ['7:30', '15']"""
    return NUMBER.findall(text)


def verify(answer, source, retrieved, kb):
    """Return (ok, reason) for a model's answer; the first rule that fails gives the reason.

    retrieved is the list of documents that were shown, kb is {document: whole text}.
    Total: whatever the model wrote, there is a verdict and no exception.
    """
    if not isinstance(answer, str) or not answer.strip():
        return False, "empty answer"
    if not isinstance(source, str) or source == "none":
        return False, "no source cited"
    shown = retrieved if isinstance(retrieved, list | tuple | set) else ()
    if source not in shown or not (isinstance(kb, dict) and isinstance(kb.get(source), str)):
        return False, f"cites {source}, which was not retrieved"
    allowed = set(numbers(kb[source]))
    invented = [number for number in numbers(answer) if number not in allowed]
    if invented:
        return False, f"numbers not in {source}: {', '.join(invented)}"
    return True, "ok"


def sentences(text):
    """'Open at 7:30. Closed on Sunday.' -> ['Open at 7:30.', 'Closed on Sunday.']"""
    return [sentence for sentence in SENTENCE_END.split(text) if sentence]


def check_sentence(sentence, passage, question=""):
    """Return (ok, reason code): the strict check of one spoken sentence, see grounding.py."""
    return sibling("grounding").check_sentence(sentence, passage, question)


def check_citations(text, n_hits, require=True):
    """Return (cited numbers, problems) of an answer with marks such as [1] or [S1]."""
    return sibling("citations").check_citations(text, n_hits, require)


def encode(texts):
    """Return unit vectors. Only an answer that was stopped needs them, and only then is the model
    loaded; verify() itself needs nothing but the standard library."""
    return sibling("embed").encode(texts)


def closest(query, options):
    """Return the sentence closest to the question by cosine; one alone needs no encoding."""
    if len(options) == 1:
        return options[0]
    vectors = encode([query, *options])
    scores = (vectors[1:] * vectors[0]).sum(axis=1)  # row by row alike; a BLAS product is not
    return options[int(scores.argmax())]  # ties: the first


def extract(row, chunks):
    """Return (sentence, doc) of the cited document, or of the first hit's; else (None, None)."""
    cited = row["source"] if row["source"] in row["retrieved"] else None
    for doc in (cited, *row["retrieved"][:1]):
        options = [one for text in chunks.get(doc, ()) for one in sentences(text)]
        if options:
            return closest(row["query"], options), doc
    return None, None


def say(row, chunks, kb):
    """Return (row of final.jsonl, reason) for a row of answers.jsonl; chunks is {doc: [text]}."""
    text, source, status, reason = REFUSAL, "none", "refused", ""
    if not row["gated"]:
        ok, reason = verify(row["answer"], row["source"], row["retrieved"], kb)
        if ok:
            text, source, status, reason = row["answer"], row["source"], "llm", ""
        else:
            found, doc = extract(row, chunks)
            if verify(found, doc, [doc], kb)[0]:  # fails where the document changed since chunks.py
                text, source, status = found, doc, "extractive"
    return {"id": row["id"], "say": text, "source": source, "status": status}, reason


def show(answers, finals):
    """Return what a person wants to see at the end: the question, what is said, source, status."""
    return "\n".join(
        f"{final['id']:<6} {one_line(row['query'])}\n{'':6} -> {one_line(final['say'])}  "
        f"[{final['source']}, {final['status']}]"
        for row, final in zip(answers, finals, strict=True)
    )


def lab_step(kb_folder, answers_path):
    """Return (answers, final rows) of the lab profile; what is not said is printed, with why."""
    need = ("id", "query", "retrieved", "answer", "source", "gated")
    answers = read_jsonl(answers_path, "answer", need)
    chunks = {}
    for row in read_jsonl(folder() / "chunks.jsonl", "chunks", need=("doc", "text")):
        chunks.setdefault(row["doc"], []).append(row["text"])
    if not chunks:
        raise StepError(f"{folder() / 'chunks.jsonl'} is empty; run: python chunks.py")
    kb = {path.stem: read_text(path) for path in documents(kb_folder)}
    finals = []
    for row in answers:
        final, reason = say(row, chunks, kb)
        finals.append(final)
        if reason:
            answer = one_line(row["answer"] or "(nothing)")
            print(f"{row['id']:<6} not said: {answer}  [{one_line(reason)}]")
    return answers, finals


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("--kb", type=Path, default=fixtures() / "kb", help="folder of *.md files")
    parser.add_argument("--answers", type=Path, default=folder() / "answers.jsonl")
    parser.add_argument("--out", type=Path, default=folder() / "final.jsonl")
    parser.add_argument("--show", action="store_true", help="print every question and what is said")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    parser.add_argument("--review", action="store_true", help="call: list what the check stopped")
    parser.add_argument(
        "--probe", action="store_true", help="test the strict check on chunks.jsonl"
    )
    args = parser.parse_args(argv)

    if args.review or args.probe:
        print(sibling("calls").listing() if args.review else sibling("calls").probe_report())
        return
    if args.profile == "call":
        answers, (finals, _) = (
            read_jsonl(args.answers, "answer", ("id", "query")),
            sibling("calls").verify_file(args.answers, args.out),
        )
    else:
        answers, finals = lab_step(args.kb, args.answers)
        write_jsonl(args.out, finals)
    if args.show:
        print(show(answers, finals))
    counted = Counter(final["status"] for final in finals)
    counts = ", ".join(f"{counted.pop(status, 0)} {status}" for status in STATUSES)
    counts += "".join(f", {count} {status}" for status, count in sorted(counted.items()))
    print(f"{len(finals)} answers: {counts} -> {args.out}")


if __name__ == "__main__":
    run(main)
