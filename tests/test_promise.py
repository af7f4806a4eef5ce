"""docs/promise.md: what is named there is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "promise.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


def test_every_promise_names_what_tries_to_break_it():
    rows = re.findall(r"^\| ([A-Z].*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 15
    assert [row for row in rows if "::test_" not in row[1]] == []


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_every_test_that_is_named_exists(file, test):
    assert re.search(rf"^(?:async )?def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\b((?:docs|bench)/\w+\.\w+)", PAGE))))
def test_every_file_that_is_named_exists(path):
    assert (ROOT / path).is_file()
