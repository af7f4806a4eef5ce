"""A contender in a process of its own: it makes an index, or answers one question after the other.

offers   CONTENDERS {label: (module, environment, kind of reranker)}
         Worker(label, where, threads, cross)   .ask(question) -> {"rows", "ms"}
                                                .ask({"texts", "vectors"}) -> {"built", "ms"}
         missing(label) -> [package]
"""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the scripts

TORCH = {"VOICE_EMBEDDER": "torch:all-MiniLM-L6-v2"}
CONTENDERS = {  # label -> (module, its environment, kind of reranker)
    "ours": ("ours", {}, ""),
    "bare": ("ours", {}, "bare"),
    "ours-torch": ("ours", TORCH | {"RERANKER": "none"}, ""),
    "ours-torch+cross": ("ours", TORCH, "cross"),
    **{
        name + (kind and f"+{kind}"): (name, {}, kind)
        for name in ("langchain", "llamaindex", "haystack", "txtai")
        for kind in ("", "cross")
    },
    "txtai+late": ("txtai", {}, "late"),
}
QUIET = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "ANONYMIZED_TELEMETRY": "False",
}


def missing(label):
    """Return the packages that a contender needs and that are not installed."""
    name, env, kind = CONTENDERS[label]
    needs = [*importlib.import_module(f"bench.peers_{name}").NEEDS]
    if kind in ("cross", "late") or env:
        needs.append("sentence_transformers")
    return [one for one in needs if importlib.util.find_spec(one) is None]


def home(where, label):
    """Return the folder of a contender's index; one library has one, whatever its reranker."""
    name, _, kind = CONTENDERS[label]
    return where / (label if name == "ours" and kind != "bare" else name)


class Worker:
    """A contender's process: a line in is a question or texts to index, a line out the reply."""

    def __init__(self, label, where, threads=2, cross=""):
        name, env, kind = CONTENDERS[label]
        rerank = cross if kind == "cross" else kind
        env = env | ({"RERANKER": cross} if name == "ours" and kind == "cross" else {})
        counts = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "VOICE_THREADS"), threads)
        self.process = subprocess.Popen(
            [sys.executable, __file__, name, home(where, label), rerank],
            env={
                **os.environ,
                **QUIET,
                **{key: str(value) for key, value in counts.items()},
                **env,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(where / f"{label}.log").open("w"),
            text=True,
        )
        self.label, self.log = label, where / f"{label}.log"

    def ask(self, message):
        """Return the reply to a message."""
        print(json.dumps(message), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.label} failed: {self.log.read_text()[-2000:]}")
        return json.loads(line)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def main(name, where, rerank):
    """Answer the messages of a Worker; whatever a library prints goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    module, ask = importlib.import_module(f"bench.peers_{name}"), None
    for line in sys.stdin:
        message = json.loads(line)
        if isinstance(message, str) and ask is None:
            load = module.load_bare if rerank == "bare" else module.load
            ask = load(where, rerank)
        start = time.perf_counter()
        if isinstance(message, str):
            reply = {"rows": ask(message)}
        else:
            texts = json.loads(Path(message["texts"]).read_text(encoding="utf-8"))
            vectors = np.load(message["vectors"]) if message["vectors"] else None
            build = module.build_bare if rerank == "bare" else module.build
            reply = {"built": build(where, texts, vectors)}
        print(
            json.dumps(reply | {"ms": 1000 * (time.perf_counter() - start)}), file=out, flush=True
        )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
