"""turns.py and redact.py: every turn is kept, what should not be kept is not."""

import json
import sqlite3
import threading
from datetime import UTC, datetime, timedelta

import pytest

import turns
from rag_io import StepError
from redact import clean, redact
from turns import Store, listing, today


def a_turn(name="t1", status="answered", at=None, heard="is parking free", failed=(), fault=""):
    return {
        "id": name,
        "at": at or turns.now(),
        "call_id": "call-7",
        "status": status,
        "say": f"You said: {heard}",
        "rewrite": {"heard": heard, "text": heard.lower(), "changes": [], "added": ""},
        "evidence": [{"id": "d#1", "text": "Ring 555 123 4567.", "scores": {"dense": 0.5}}],
        "citation_check": {"passed": not failed, "failed": list(failed)},
        "model": {"asked": True, "raw": heard, "fault": fault},
        "timings_ms": {"total_ms": 12.5},
    }


@pytest.fixture
def store(tmp_path):
    one = Store(tmp_path / "turns.sqlite", "full", 0)
    yield one
    one.close()


def test_a_turn_is_on_disk_when_its_future_is_done(store):
    store.keep(a_turn()).result(5)
    assert listing(store.path) == [a_turn(at=listing(store.path)[0]["at"])]
    with sqlite3.connect(store.path) as link:
        assert link.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_many_writers_lose_no_turn(store):
    def work(part):
        for n in range(50):
            store.keep(a_turn(f"{part}-{n}")).result(10)

    threads = [threading.Thread(target=work, args=(part,)) for part in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(listing(store.path, 1000)) == 400


def test_what_waits_is_written_before_the_store_closes(tmp_path):
    one = Store(tmp_path / "t.sqlite")
    for n in range(100):
        one.keep(a_turn(str(n)))
    one.close()
    assert len(listing(one.path, 1000)) == 100


def test_the_listing_is_newest_first_and_can_be_narrowed(store):
    rows = [
        a_turn("old", at="2026-01-01T00:00:00"),
        a_turn("struck", at="2026-01-02T00:00:00", failed=[{"reason": "fee_flip", "text": "x"}]),
        a_turn("broken", at="2026-01-03T00:00:00", fault="StepError: gone"),
    ]
    for row in rows:
        store.keep(row).result(5)

    def names(**options):
        return [row["id"] for row in listing(store.path, **options)]

    assert names() == ["broken", "struck", "old"]
    assert names(limit=1) == ["broken"]
    assert names(review=True) == ["broken", "struck"]
    assert names(since="2026-01-02") == ["broken", "struck"]


def test_todays_turns_are_counted_by_status(store):
    for name, status in (("1", "answered"), ("2", "answered"), ("3", "refused")):
        store.keep(a_turn(name, status)).result(5)
    store.keep(a_turn("4", at="2020-01-01T00:00:00")).result(5)
    counts = today(store.path)
    assert counts["status"] == {"answered": 2, "refused": 1} and counts["review"] == 0


def test_turns_that_are_too_old_are_removed(tmp_path):
    path = tmp_path / "t.sqlite"
    ages = {"new": 1, "old": 40}
    first = Store(path, "full", 0)
    for name, days in ages.items():
        at = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        first.keep(a_turn(name, at=at)).result(5)
    first.close()
    second = Store(path, "full", 30)
    second.keep(a_turn("now")).result(5)
    second.close()
    assert [row["id"] for row in listing(path)] == ["now", "new"]


@pytest.mark.parametrize(
    ("keep", "heard"),
    [("full", "my number is 555 123 4567"), ("redacted", "my number is [number]"), ("none", "")],
)
def test_the_words_that_are_kept_are_a_setting_and_scores_are_kept_always(tmp_path, keep, heard):
    one = Store(tmp_path / f"{keep}.sqlite", keep)
    failed = [{"text": "Ring 555 123 4567", "reason": "fee_flip", "citations": ["S1"]}]
    one.keep(a_turn(heard="my number is 555 123 4567", failed=failed)).result(5)
    one.close()
    (row,) = listing(one.path)
    assert row["rewrite"]["heard"] == row["model"]["raw"] == heard
    assert row["citation_check"]["failed"][0]["reason"] == "fee_flip"
    assert (row["id"], row["status"], row["call_id"]) == ("t1", "answered", "call-7")
    assert row["evidence"][0]["scores"] == {"dense": 0.5}
    assert ("4567" in json.dumps(row["say"])) == (keep == "full")


def test_what_is_no_turn_fails_its_future_and_nothing_else(store):
    with pytest.raises(KeyError):
        store.keep({"id": "x"}).result(5)
    store.keep(a_turn()).result(5)
    assert store.problem == ""


def test_a_disk_that_cannot_be_written_is_told_and_the_store_goes_on(store):
    with sqlite3.connect(store.path) as link:
        link.execute("DROP TABLE turns")
    with pytest.raises(sqlite3.Error):
        store.keep(a_turn()).result(5)
    assert "cannot be written" in store.problem
    with sqlite3.connect(store.path) as link:
        link.execute(turns.TABLE)
    store.keep(a_turn()).result(5)
    assert store.problem == ""


def test_a_file_that_is_no_database_is_one_line(tmp_path):
    path = tmp_path / "turns.sqlite"
    with pytest.raises(StepError, match="no turn was served yet"):
        listing(path)
    path.write_text("this is no database, but it is long enough to look like one" * 20)
    with pytest.raises(StepError, match="VOICE_TURNS"):
        Store(path)
    with pytest.raises(StepError, match="cannot be read"):
        listing(path)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("call me on 555 123 4567", "call me on [number]"),
        ("it's +1 (555) 123-4567 thanks", "it's [number] thanks"),
        ("我的电话是13812345678谢谢", "我的电话是[number]谢谢"),
        ("电话一三八一二三四五六七八", "电话[number]"),
        ("five five five one two three four", "[number]"),
        ("double five oh one two three four five", "[number]"),
        ("card 4111 1111 1111 1111 please", "card [number] please"),
        ("card 4111-1111-1111-1111", "card [number]"),
        ("write to jo.low+x@mail.example.com", "write to [e-mail]"),
        ("it's jo at mail dot com", "it's [e-mail]"),
        ("JO DOT LOW AT MAIL DOT CO DOT UK", "[e-mail]"),
        ("do you open at 7:30 on 2026-01-31", "do you open at 7:30 on 2026-01-31"),
        ("it costs 1,200.50 dollars", "it costs 1,200.50 dollars"),
        ("rooms 12 and 14 for 3 people", "rooms 12 and 14 for 3 people"),
        ("one or two or three people", "one or two or three people"),
        ("周一到周五九点", "周一到周五九点"),
        ("at the station", "at the station"),
        ("", ""),
    ],
)
def test_numbers_and_addresses_are_taken_out_and_times_and_prices_stay(text, kept):
    assert redact(text) == kept


def test_codes_and_passages_are_left_as_they_are():
    number = "555 123 4567"
    turn = {"id": number, "evidence": [number], "say": [number, {"text": number, "rule": number}]}
    assert clean(turn) == {
        "id": number,
        "evidence": [number],
        "say": ["[number]", {"text": "[number]", "rule": number}],
    }
