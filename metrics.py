"""Count turns and measure their stages, in Prometheus' format.

offers   Metrics(): turn(done), rejected(why), page() -> bytes
"""

import sys
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

SECONDS = (0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 6, 12, 30)
STAGES = "rewrite dense bm25 rerank generate verify total".split()


class Metrics:
    """The figures of one server; a registry of its own, so that two may live in one process."""

    def __init__(self):
        self.registry = registry = CollectorRegistry()
        self.turns = Counter("voice_turns", "Turns by status", ["status"], registry=registry)
        self.failed = Counter(
            "voice_failed_checks", "Sentences struck out, by reason", ["reason"], registry=registry
        )
        self.faults = Counter(
            "voice_llm_faults", "Answers of the LLM that could not be used", registry=registry
        )
        self.away = Counter(
            "voice_rejected", "Requests turned away, by reason", ["why"], registry=registry
        )
        self.cached = Counter("voice_cached", "Turns answered from the cache", registry=registry)
        self.lost = Counter("voice_turns_unrecorded", "Turns not written", registry=registry)
        self.reloads = Counter("voice_reloads", "Builds taken over", registry=registry)
        self.stages = Histogram(
            "voice_stage_seconds",
            "Time of a stage",
            ["stage"],
            buckets=SECONDS,
            registry=registry,
        )
        self.first = Histogram(
            "voice_first_sentence_seconds",
            "Time to the first verified sentence",
            buckets=SECONDS,
            registry=registry,
        )
        self.in_flight = Gauge("voice_turns_in_flight", "Turns under way", registry=registry)

    def turn(self, done):
        """Count a finished turn."""
        self.turns.labels(done["status"]).inc()
        for one in done["citation_check"]["failed"]:
            self.failed.labels(one["reason"]).inc()
        self.faults.inc(bool(done["model"]["fault"]))
        timings = done["timings_ms"]
        for stage in STAGES:
            if timings.get(f"{stage}_ms"):
                self.stages.labels(stage).observe(timings[f"{stage}_ms"] / 1000)
        if timings.get("first_sentence_ms"):
            self.first.observe(timings["first_sentence_ms"] / 1000)

    def page(self):
        return generate_latest(self.registry)
