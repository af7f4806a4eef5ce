"""Tables of patterns: a row that is not tried would have changed nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cues
import synonyms
from patterns import compiled, needed, rewritten

ROWS = (*synonyms.SYNONYMS, *cues.CUES)
WORDS = re.findall(r"[a-z]+|[一-鿿]+", " ".join(pattern for pattern, _ in ROWS))


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"\bhigh ?chairs?\b|\bstools\b", ("chair", "stools")),
        (r"\b(?:no|not) more than\b", (" more than",)),
        (r"免费|不[另外]收费", ("免费", "收费")),
        (r"\b(can|may)\b", ()),  # either of two: not looked into
        (r"x*|y", ()),
        (r"a{2,3}bc\.d", ("bc",)),
        (r"(?<=[a-z])n't", ("n't",)),
    ],
)
def test_what_each_match_must_hold(pattern, texts):
    assert needed(pattern) == texts


@given(st.lists(st.sampled_from(WORDS) | st.sampled_from(["s", "-", ". ", "not", "5"]), max_size=9))
def test_leaving_rows_out_changes_nothing(words):
    for joint in (" ", ""):
        text = expected = joint.join(words)
        for pattern, to in ROWS:
            expected = re.sub(pattern, to, expected)
        assert rewritten(text, compiled(ROWS)) == expected
