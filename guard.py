"""Protect the server: who may come in, how often, how many at once, and when the LLM rests.

offers   Keys(text).known(header)       constant time, whatever is sent
         Rate(per_minute).wait(who)     0, or the seconds to wait
         Slots(n).take() / .free()      turns in flight; never a queue
         Breaker(failures, rest)        open() while the LLM rests; succeeded(), failed()

Nothing here knows HTTP; the clock is an argument, so that a test need not wait.
"""

import hmac
import sys
import time
from collections import OrderedDict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # siblings, even when loaded by path

MINUTE = 60.0
CALLERS = 10_000  # whose rate is remembered; the oldest is forgotten


class Keys:
    """The keys that are valid; without any, everybody may come in."""

    def __init__(self, text):
        self.keys = [key.strip().encode() for key in text.split(",") if key.strip()]

    def known(self, header):
        """Return the number of the key in 'Bearer KEY', 0 without keys, None for any other."""
        if not self.keys:
            return 0
        scheme, _, sent = header.partition(" ")
        sent = sent.strip().encode("utf-8", "replace")
        same = [hmac.compare_digest(key, sent) for key in self.keys]  # all, also after a match
        return same.index(True) + 1 if True in same and scheme.lower() == "bearer" else None


class Rate:
    """A bucket for each caller that fills evenly and holds a minute's worth."""

    def __init__(self, per_minute, clock=time.monotonic):
        self.limit, self.clock, self.buckets = per_minute, clock, OrderedDict()

    def wait(self, who):
        """Return 0 and count the request, or the seconds until the next may come."""
        if not self.limit:
            return 0.0
        now = self.clock()
        left, then = self.buckets.pop(who, (self.limit, now))
        left = min(self.limit, left + (now - then) * self.limit / MINUTE)
        allowed = left >= 1
        self.buckets[who] = (left - allowed, now)
        if len(self.buckets) > CALLERS:
            self.buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) * MINUTE / self.limit


class Slots:
    """So many turns at once; who finds none is told at once, not kept waiting."""

    def __init__(self, number):
        self.number, self.taken = number, 0

    def take(self):
        if self.taken >= self.number:
            return False
        self.taken += 1
        return True

    def free(self):
        self.taken -= 1


class Breaker:
    """After so many failures in a row the LLM rests; then one turn tries it again."""

    def __init__(self, failures, rest, clock=time.monotonic):
        self.most, self.rest, self.clock = failures, rest, clock
        self.failures, self.until = 0, None

    def open(self):
        """Tell whether the LLM is to be left alone; at the end of a rest one caller gets False."""
        if self.until is None:
            return False
        if self.clock() < self.until:
            return True
        self.until = self.clock() + self.rest  # this caller tries, the others wait for the result
        return False

    def state(self):
        """Return 'closed' or 'open', without trying anything."""
        return "closed" if self.until is None else "open"

    def succeeded(self):
        self.failures, self.until = 0, None

    def failed(self):
        self.failures += 1
        if self.failures >= self.most:
            self.until = self.clock() + self.rest
