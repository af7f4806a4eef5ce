"""What a caller hears, and when, while the language model fails in every way that is scripted.

    python bench/serving_faults.py          # a Markdown table; half a minute

The workspace is VOICE_RAG_DIR's, of the call profile; one question that its gate lets through is
put to the server under each mode of scripted_llm.py, with a deadline of two seconds.
"""

import argparse
import http.client
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # the scripts
sys.path.insert(0, str(Path(__file__).resolve().parent))

import scripted_llm
import serving

from rag_io import StepError, run

QUESTION = "UM WHAT TIME DO YOU OPEN ON SATURDAY"
SETTINGS = {
    "VOICE_DEADLINE": "2",
    "VOICE_HOLD_AFTER": "0",
    "VOICE_ANSWER_CACHE": "0",
    "VOICE_BREAKER_FAILURES": "1000",  # so that every mode is tried
}
HEAD = "| the model | status | spoken | struck out | first sentence, s | whole turn, s |"


def row(mode, turn):
    """Return a row of the table for a turn under a mode."""
    struck = ", ".join(one["reason"] for one in turn["citation_check"]["failed"])
    first, whole = (turn["timings_ms"][f"{name}_ms"] / 1000 for name in ("first_sentence", "total"))
    cells = (mode, turn["status"], len(turn["sentences"]), struck, f"{first:.2f}", f"{whole:.2f}")
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--question", default=QUESTION)
    args = parser.parse_args(argv)

    llm = scripted_llm.Server().start()
    print(f"{HEAD}\n|{' --- |' * HEAD.count(' |')}")
    with serving.served(llm.url, **SETTINGS) as (_, address):
        link = http.client.HTTPConnection(*address, timeout=60)
        serving.ask(link, args.question)  # the first turn fills caches
        for mode in scripted_llm.MODES:
            llm.mode = mode
            status, turn, _ = serving.ask(link, args.question)
            if status != 200 or not turn["gate"]["passed"]:
                raise StepError(f"{mode}: the question did not pass the gate; pass another")
            print(row(mode, turn), flush=True)


if __name__ == "__main__":
    run(main)
