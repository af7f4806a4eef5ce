"""Tables of patterns: a row that is not tried would have changed nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cues
import plaintext
import synonyms
from patterns import compiled, needed, rewritten

ROWS = (*synonyms.SYNONYMS, *cues.CUES)
WORDS = re.findall(r"[a-z]+|[一-鿿]+", " ".join(pattern for pattern, *_ in ROWS))


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
        for pattern, to, *_ in ROWS:
            expected = re.sub(pattern, to, expected)
        assert rewritten(text, compiled(ROWS)) == expected


SPELLED = [
    f"{a}{b}{c}"
    for a in ("mon", "wed", "2", "三")
    for b in ("-sat", "個", "个", "折", " per cent")
    for c in ("", " 5")
]


@given(
    st.lists(
        st.sampled_from(SPELLED) | st.sampled_from(["on fri", "3 euros 20", "working day", "二零"])
    )
)
def test_texts_that_a_row_names_itself_are_in_whatever_it_matches(words):
    text = expected = " ".join(words)
    for pattern, to, _ in plaintext.SPELLINGS:
        expected = re.sub(pattern, to, expected)
    assert rewritten(text, plaintext.SPELLINGS) == expected
