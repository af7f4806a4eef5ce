"""What protects the server: keys, rates, slots, the breaker, the page's policy."""

import base64
import hashlib

import pytest

from protect import Keys, Rate, policy

pytest.importorskip("prometheus_client", reason="the server's extra is not installed")
from engine import Breaker, Slots, place  # noqa: E402


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(
    ("keys", "header", "known"),
    [
        ("secret", "Bearer secret", 1),
        ("secret", "bearer  secret ", 1),
        ("old, new", "Bearer new", 2),
        ("secret", "Bearer Secret", None),
        ("secret", "Bearer secre", None),
        ("secret", "Basic secret", None),
        ("secret", "secret", None),
        ("secret", "Bearer ", None),
        ("secret", "", None),
        ("secret", "Bearer s\u00e9cret\udc80", None),
        ("", "", 0),  # no key is set: everybody may come in
        (" , ", "Bearer ", 0),
    ],
)
def test_a_key_is_known_or_not(keys, header, known):
    assert Keys(keys).known(header) == known


def test_a_rate_is_a_minutes_worth_at_once_and_then_evenly():
    clock = Clock()
    rate = Rate(60, clock)
    assert [rate.wait(1) for _ in range(61)] == [0.0] * 60 + [1.0]
    assert rate.wait(2) == 0.0  # another key
    clock.now += 0.5
    assert rate.wait(1) == pytest.approx(0.5)
    clock.now += 0.5
    assert (rate.wait(1), rate.wait(1)) == (0.0, 1.0)
    clock.now += 3600
    assert [rate.wait(1) for _ in range(61)].count(0.0) == 60  # an hour saves up no more


def test_no_rate_is_no_limit():
    rate = Rate(0)
    assert {rate.wait(1) for _ in range(10_000)} == {0.0}


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://host:1/v1", "http://host:1"),
        ("http://user:secret@host:1/v1?key=x", "http://host:1"),
        ("https://user:p@ss@host?key=x", "https://host"),
        ("http://[half", "http://[half"),  # no address at all
    ],
)
def test_the_record_of_a_turn_has_no_password_of_the_llm(url, shown):
    assert place(url) == shown


def test_slots_are_never_more_than_there_are():
    slots = Slots(2)
    assert [slots.take() for _ in range(3)] == [True, True, False]
    slots.free()
    assert [slots.take(), slots.take()] == [True, False]


def test_the_breaker_rests_after_failures_in_a_row_and_then_lets_one_try():
    clock = Clock()
    breaker = Breaker(2, 30, clock)
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    assert not breaker.open()  # not two in a row
    breaker.failed()
    assert breaker.open() and breaker.state() == "open"
    clock.now += 30
    assert [breaker.open(), breaker.open()] == [False, True]  # one tries, the others wait
    breaker.failed()
    clock.now += 29
    assert breaker.open()
    clock.now += 1
    assert not breaker.open()
    breaker.succeeded()
    assert not breaker.open() and breaker.state() == "closed"


def test_the_page_may_run_its_own_scripts_and_no_other():
    page = "<html><script>let a = 1;</script><script type='x'>\nb()\n</script></html>"
    rules = policy(page)
    for script in ("let a = 1;", "\nb()\n"):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in rules
    assert "default-src 'none'" in rules and "'unsafe-inline'" not in rules.split("style-src")[0]
    assert "script-src 'none'" in policy("<p>")
