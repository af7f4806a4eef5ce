"""Set the score below which a question is refused without asking the model.

reads    eval.json, rag/queries.jsonl   the score of each query's first hit; is it answerable?
writes   threshold.json                 {"tau", "answerable_min", "unanswerable_max"}, tau halfway

    python threshold.py

Where the two sides overlap no such score exists: nothing is written, and the queries are named.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

from rag_io import StepError, fixtures, folder, read_json, read_queries, run, write_json


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


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=Path, default=fixtures() / "rag" / "queries.jsonl")
    parser.add_argument("--eval", type=Path, default=folder() / "eval.json")
    parser.add_argument("--out", type=Path, default=folder() / "threshold.json")
    args = parser.parse_args(argv)

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
    write_json(args.out, result)
    print("tau {tau:.3f}: answerable from {answerable_min:.3f}, ".format(**result), end="")
    print(f"unanswerable up to {result['unanswerable_max']:.3f} -> {args.out}")


if __name__ == "__main__":
    run(main)
