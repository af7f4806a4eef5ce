"""threshold.py: halfway between the two sides, or nothing at all."""

import json
import math

import pytest

import threshold
from rag_io import StepError
from threshold import midpoint, passes


@pytest.mark.parametrize(
    ("answerable", "unanswerable", "tau"),
    [
        ([0.6, 0.8], [0.2, 0.4], 0.5),
        ([0.5], [0.25], 0.375),
        ([1.0], [-1.0], 0.0),
        ([0.4, 0.9], [0.1], 0.25),
        ([0.5, 0.5], [0.25, 0.25], 0.375),
        ([-0.1], [-0.3], -0.2),
        ([0], [-1], -0.5),  # whole numbers are scores too
        ([0.5], [math.nextafter(0.5, 0)], 0.5),  # neighbours: tau is the upper one
        ([0.5], [0.5], None),
        ([0.4, 0.9], [0.5], None),
        ([0.1], [0.9], None),
    ],
)
def test_tau_lies_halfway_or_does_not_exist(answerable, unanswerable, tau):
    got = midpoint(dict(enumerate(answerable)), dict(enumerate(unanswerable)))
    if tau is None:
        assert got is None
    else:
        low, high = min(answerable), max(unanswerable)
        assert got == {
            "tau": pytest.approx(tau),
            "answerable_min": low,
            "unanswerable_max": high,
        }
        assert all(passes(score, got["tau"]) for score in answerable)
        assert not any(passes(score, got["tau"]) for score in unanswerable)


NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("score", "tau", "passed"),
    [
        (0.5, 0.4, True),
        (0.4, 0.4, True),  # at tau: not below it
        (math.nextafter(0.4, 0), 0.4, False),
        (-0.1, -0.2, True),
        (1, 0.5, True),
        (NAN, 0.4, False),
        (0.5, NAN, False),
        (NAN, NAN, False),
        (INF, 0.4, False),
        (0.5, -INF, False),
        (None, 0.4, False),
        (0.5, None, False),
        ("0.9", 0.4, False),
        (True, 0.4, False),  # no score, though Python counts it as 1
        ([0.9], 0.4, False),
        (10**400, 0.4, False),  # no float can hold it
        (0.5, -(10**400), False),
    ],
)
def test_only_a_finite_number_from_tau_up_passes(score, tau, passed):
    assert passes(score, tau) is passed


def run(tmp_path, scores, answerable, text=None):
    """Run the step over {query id: score} and {query id: whether it is answerable}."""
    rows = [{"id": name, "asr": "X", "answerable": yes} for name, yes in answerable.items()]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "q.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "e.json").write_text(text or json.dumps({"scores": scores}), encoding="utf-8")
    (tmp_path / "t.json").write_text("earlier")
    files = {"--queries": "q.jsonl", "--eval": "e.json", "--out": "t.json"}
    threshold.main([part for flag, name in files.items() for part in (flag, str(tmp_path / name))])
    return json.loads((tmp_path / "t.json").read_text())


BOTH = {"q1": True, "q2": True, "q3": False}


def test_the_file_holds_the_three_numbers_in_plain_json(tmp_path, capsys):
    got = run(tmp_path, {"q1": 0.75, "q2": 0.5, "q3": 0.25, "q9": 0.9}, BOTH)
    assert got == {"tau": 0.375, "answerable_min": 0.5, "unanswerable_max": 0.25}
    assert list(got) == ["tau", "answerable_min", "unanswerable_max"]
    assert capsys.readouterr().out.rstrip().endswith(f"-> {tmp_path / 't.json'}")


@pytest.mark.parametrize(
    ("scores", "parts"),
    [
        (
            {"q1": 0.75, "q2": 0.412, "q3": 0.5},
            ["answerable q2 0.412 from unanswerable q3 0.500", "rewriting", "not at the retrieval"],
        ),
        ({"q1": 0.5, "q2": 0.75, "q3": 0.5}, ["answerable q1 0.500 from unanswerable q3 0.500"]),
        ({"q1": 0.1, "q2": 0.2, "q3": 0.3}, ["answerable q1 0.100, q2 0.200 from"]),
    ],
)
def test_an_overlap_names_the_queries_with_their_scores_and_writes_nothing(tmp_path, scores, parts):
    with pytest.raises(StepError) as error:
        run(tmp_path, scores, BOTH)
    assert all(part in str(error.value) for part in parts)
    assert (tmp_path / "t.json").read_text() == "earlier"


@pytest.mark.parametrize(
    ("scores", "answerable", "text", "message"),
    [
        ({"q1": 0.5}, {"q1": True}, None, "needs answerable and unanswerable queries"),
        ({"q1": 0.5}, {"q1": False}, None, "needs answerable and unanswerable queries"),
        ({}, {}, None, "needs answerable and unanswerable queries"),
        ({"q1": 0.5, "q3": 0.1}, BOTH, None, "no score for q2; run: python evaluate.py"),
        ({"q1": 0.5, "q2": None, "q3": "0.1"}, BOTH, None, "no score for q2, q3; run: python eval"),
        (None, BOTH, '{"scores": {"q1": NaN, "q2": 1, "q3": 0}}', "no score for q1; run:"),
        (None, BOTH, '{"scores": {"q1": 1e999, "q2": 1, "q3": 0}}', "no score for q1; run:"),
        (None, BOTH, '{"scores": {"q1": %s, "q2": 1, "q3": 0}}' % ("9" * 400), "no score for q1"),
        (None, BOTH, '{"scores": [1, 2, 3]}', "no score for q1, q2, q3; run:"),
        (None, BOTH, "{}", "no score for q1, q2, q3; run: python evaluate.py"),
        (None, BOTH, '{"scores": {"q1"', "e.json: not JSON"),
        (None, BOTH, "[]", "e.json: a JSON object was expected; run: python evaluate.py"),
    ],
)
def test_scores_that_allow_no_threshold_are_refused(tmp_path, scores, answerable, text, message):
    with pytest.raises(StepError, match=message):
        run(tmp_path, scores, answerable, text)
    assert (tmp_path / "t.json").read_text() == "earlier"


def test_a_missing_evaluation_names_the_step_to_run(inputs, tmp_path):
    with pytest.raises(StepError, match="eval.json is missing; run: python evaluate.py"):
        threshold.main([])
