"""Set the score below which a question is refused without asking the model.

reads    eval.json, rag/queries.jsonl   the score of each query's first hit; is it answerable?
writes   threshold.json                 {"tau", "answerable_min", "unanswerable_max"}, tau halfway

    python threshold.py
    python threshold.py --profile call --queries FILE [--also FILE ...]   writes gate.json, gate.svg

Where the two sides overlap no such score exists: nothing is written, and the queries are named.
The call profile fits a gate on several signals instead (calibration.py), where overlap is normal;
gate(hits) -> (passed, reason) is what a call asks, and it refuses on any doubt.
"""

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) == signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules load, Ctrl-C ends it at once

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

import calibration
import chart
import labelled
from gate import FILE, decide, identity, signals
from index import steady
from rag_io import (
    StepError,
    fixtures,
    folder,
    json_bytes,
    read_json,
    read_queries,
    run,
    summary,
    together,
    utf8,
    write_json,
)

COST_HELP = "how many needless refusals are as bad as one wrong answer (call only)"
SHARE_HELP = "share of a line's questions that the documents do not answer (call only)"


def number(value):
    """Return whether a value from a file is a number that a float can hold; true is none."""
    real = isinstance(value, int | float) and not isinstance(value, bool)
    return real and abs(value) <= sys.float_info.max  # so NaN is none


def passes(score, tau):
    """Return whether a question may go to the model; NaN and what is no number never do."""
    return number(score) and number(tau) and score >= tau


def midpoint(answerable, unanswerable):
    """Return {"tau", "answerable_min", "unanswerable_max"} for two {query id: score}, or None.

    None where a score of an unanswerable query reaches that of an answerable one.
    """
    low, high = min(answerable.values()), max(unanswerable.values())
    tau = (low + high) / 2
    if not (high < tau and low >= tau):
        return None
    return {"tau": tau, "answerable_min": low, "unanswerable_max": high}


def overlap(answerable, unanswerable):
    """Return the queries that stand on the wrong side of each other, as 'q07 0.412, ...'."""
    low, high = min(answerable.values()), max(unanswerable.values())
    inside = {name: score for name, score in answerable.items() if score <= high}
    over = {name: score for name, score in unanswerable.items() if score >= low}
    return tuple(
        ", ".join(f"{name} {score:.3f}" for name, score in sorted(side.items()))
        for side in (inside, over)
    )


def sides(queries, scores):
    """Return ({answerable id: score}, {unanswerable id: score}); every query needs a score."""
    missing = [row["id"] for row in queries if not number(scores.get(row["id"]))]
    if missing:
        raise StepError(f"eval.json has no score for {', '.join(missing)}; run: python evaluate.py")
    split = ({}, {})
    for row in queries:
        split[0 if row["answerable"] else 1][row["id"]] = scores[row["id"]]
    if not all(split):
        raise StepError("a threshold needs answerable and unanswerable queries; add some of each")
    return split


def gate(hits):
    """Return (passed, reason) for the hits of search.retrieve; on any doubt it does not pass."""
    return decide(hits)


def fit_gate(paths, out, cost, share):
    """Fit the gate of the call profile on query files; write gate.json and its picture."""
    found, written, labels = [], [], []
    with steady():
        index = identity(folder())
        for path in paths:
            rows = labelled.read(path)
            found += [labelled.found(row, "rewritten").hits for row in rows]
            written += [row.get("text") and labelled.found(row, "written").hits for row in rows]
            labels += [bool(row["answerable"]) for row in rows]
    pairs = [
        (signals(hits), signals(more) if more else None, label)
        for hits, more, label in zip(found, written, labels)
        if hits
    ]
    if not pairs:
        raise StepError("no question found a passage; run: python embed.py")
    if len(pairs) < len(labels):
        print(f"{len(labels) - len(pairs)} questions find no passage: refused whatever the gate is")
    values, written, labels = [list(side) for side in zip(*pairs)]
    about, scores = calibration.report(values, labels, cost, share, written)
    queries = {path.name: labelled.digest(path) for path in paths}
    about = {"index": index, "queries": queries, **about}
    title = f"Gate of {len(labels)} labelled questions"
    picture = out.with_suffix(".svg")
    drawn = chart.draw(scores, labels, about["tau"], about["risk_coverage"], title)
    with together() as files:
        files.write(picture, utf8(drawn))
        files.write(out, json_bytes(about))
    print("\n".join(calibration.lines(about)))
    print(f"{len(labels)} questions -> {out}, {picture}")


def main(argv=None):
    parser = argparse.ArgumentParser(description=summary(__doc__))
    parser.add_argument("--queries", type=Path, default=fixtures() / "rag" / "queries.jsonl")
    parser.add_argument("--eval", type=Path, default=folder() / "eval.json")
    parser.add_argument("--out", type=Path, help="default: threshold.json or gate.json")
    parser.add_argument("--profile", choices=("lab", "call"), default="lab")
    parser.add_argument("--also", type=Path, nargs="+", default=[], help="more queries, call only")
    parser.add_argument("--cost", type=float, default=calibration.COST, help=COST_HELP)
    parser.add_argument("--share", type=float, default=calibration.SHARE, help=SHARE_HELP)
    args = parser.parse_args(argv)

    if args.profile == "call":
        paths, out = [args.queries, *args.also], args.out or folder() / FILE
        return fit_gate(paths, out, *calibration.checked(args.cost, args.share))

    scores = read_json(args.eval, "evaluate").get("scores")
    queries = read_queries(args.queries, need=("answerable",))
    answerable, unanswerable = sides(queries, scores if isinstance(scores, dict) else {})
    result = midpoint(answerable, unanswerable)
    if result is None:
        low, high = overlap(answerable, unanswerable)
        raise StepError(
            f"no threshold separates answerable {low} from unanswerable {high}; "
            "look at the rewriting of these queries (rewrite.py), not at the retrieval"
        )
    out = args.out or folder() / "threshold.json"
    write_json(out, result)
    print("tau {tau:.3f}: answerable from {answerable_min:.3f}, ".format(**result), end="")
    print(f"unanswerable up to {result['unanswerable_max']:.3f} -> {out}")


if __name__ == "__main__":
    run(main)
