"""The gate passes what labelled questions support, and on any doubt it refuses."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import calibration
import fitting
import gate
import threshold
from rag_io import StepError
from search import Hit

GOOD, BAD = (0.8, 0.6, 0.9), (0.2, 0.0, 0.3)  # dense, words, rerank


def hit(dense, words, rerank):
    return Hit("d#1", "d", "text", "", dense, 0.0, words, 0.03, rerank, words, dense, dense)


def row(level, noise=0.0):
    """Signals that all say the same, as a labelled question of that level."""
    return dict.fromkeys(gate.SIGNALS, level) | {"margin": 0.1 + noise}


def labelled_rows(n=10, seed=0):
    """n questions of each kind that overlap a little."""
    random = np.random.default_rng(seed)
    values = [
        {name: float(random.normal(0.6 if label else 0.4, 0.08)) for name in gate.SIGNALS}
        for label in [True] * n + [False] * n
    ]
    return values, [True] * n + [False] * n


@pytest.fixture
def fitted(tmp_path):
    """A gate.json in the artifact folder, without an index beside it."""
    about, _ = calibration.report(*labelled_rows(20))
    where = tmp_path / "rag"
    where.mkdir(exist_ok=True)
    write(where, {"index": gate.identity(where), **about})
    return where


def write(where, about):
    (where / gate.FILE).write_text(json.dumps(about), encoding="utf-8")
    gate.read.cache_clear()  # two writes within one tick of the clock look alike


def test_signals_are_those_of_the_first_three_hits():
    hits = [hit(0.5, 0.2, 0.9), hit(0.7, 0.4, 0.6), hit(0.3, 0.1, 0.5), hit(0.99, 1.0, 1.0)]
    assert gate.signals(hits) == {
        "dense": 0.7,
        "margin": pytest.approx(0.3),  # 0.7 less the mean of 0.5 and 0.3
        "support": pytest.approx(0.5),
        "above": 0.7,
        "apart": 0.7,
        "words": 0.4,
        "rare": 0.2,  # of the hit that the reranker likes best
        "rerank": 0.9,
    }


def test_a_single_hit_has_no_margin():
    assert gate.signals([hit(0.5, 0.2, 0.9)])["margin"] == 0


def test_a_question_like_the_answerable_ones_passes_and_one_like_the_others_does_not(fitted):
    passed, reason = threshold.gate([hit(*GOOD), hit(*BAD)])
    assert passed and "reaches" in reason
    passed, reason = threshold.gate([hit(*BAD)])
    assert not passed and "less support" in reason


@pytest.mark.parametrize(
    ("hits", "why"),
    [
        ([], "no passage"),
        (None, "no passage"),
        ([hit(math.nan, 0.6, 0.9)], "no number for dense"),
        ([hit(0.8, 0.6, math.nan)], "no number for rerank"),
        ([hit(0.8, math.inf, 0.9)], "no number for words"),
        ([hit(-math.inf, 0.6, 0.9)], "no number for dense"),
        ([hit(0.8, 0.6, 0.9), hit(0.8, 0.6, math.nan)], "no number for rerank"),  # max() has one
        ([hit(0.8, 0.6, math.nan), hit(0.8, 0.6, 0.9)], "no number for rerank"),
        ([Hit("d#1", "d", "", "", 0.8, 0.0, 0.6, 0.03, 0.9)], "no number for above, apart, rare"),
        ([hit(0.8, "many", 0.9)], "failed: ValueError"),
        ([hit(0.8, None, 0.9)], "failed: TypeError"),
        (["no hit"], "failed: AttributeError"),
        (7, "failed: TypeError"),
    ],
)
def test_the_gate_refuses_what_it_cannot_judge(fitted, hits, why):
    passed, reason = threshold.gate(hits)
    assert passed is False
    assert why in reason


def test_words_alone_do_not_pass(fitted):
    passed, reason = threshold.gate([hit(0.1, 1.0, 0.1)])
    assert not passed and "rerank" in reason


def test_the_reranker_alone_does_not_pass(fitted):
    passed, reason = threshold.gate([hit(0.1, 0.0, 5.0)])
    assert not passed and "dense" in reason and "words" in reason


def test_without_a_gate_file_every_question_is_refused():
    passed, reason = threshold.gate([hit(*GOOD)])
    assert not passed
    assert "missing" in reason and "threshold.py --profile call" in reason


@pytest.mark.parametrize(
    "damage",
    [
        lambda about: about.pop("tau"),
        lambda about: about.update(tau=math.nan),
        lambda about: about.update(tau="low"),
        lambda about: about.update(bias=None),
        lambda about: about["signals"].pop("words"),
        lambda about: about["signals"]["words"].pop("least"),
        lambda about: about["signals"]["words"].update(more=1),
        lambda about: about["signals"]["words"].update(scale=0.0),
        lambda about: about.update(signals=[]),
        lambda about: about.pop("index"),
    ],
)
def test_a_damaged_gate_file_refuses_and_says_which_step_to_run(fitted, damage):
    about = json.loads((fitted / gate.FILE).read_text())
    damage(about)
    write(fitted, about)
    passed, reason = threshold.gate([hit(*GOOD)])
    assert not passed
    assert "run: python threshold.py --profile call" in reason


def test_a_truncated_gate_file_refuses(fitted):
    (fitted / gate.FILE).write_text('{"tau": 0.')
    gate.read.cache_clear()
    passed, reason = threshold.gate([hit(*GOOD)])
    assert not passed and "not JSON" in reason


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("backend", "torch", "another model's scores"),
        ("model", "other", "another model's scores"),
        ("segmenter", "other", "another model's scores"),
        ("chunks", "0" * 64, "other documents"),
        ("vectors", "0" * 64, "other documents"),
    ],
)
def test_a_gate_of_another_index_refuses(fitted, key, value, what):
    assert threshold.gate([hit(*GOOD)])[0]  # so that the change below is what closes it
    (fitted / "embed.json").write_text(json.dumps({key: value}))
    passed, reason = threshold.gate([hit(*GOOD)])
    assert not passed
    assert what in reason and key in reason and "run: python" in reason


def test_a_gate_of_another_reranker_refuses(fitted, monkeypatch):
    monkeypatch.setenv("RERANKER", "none")
    passed, reason = threshold.gate([hit(*GOOD)])
    assert not passed and "reranker" in reason


@pytest.mark.parametrize(
    ("hits", "code", "has_figures"),
    [
        ([hit(*GOOD), hit(*BAD)], "enough", True),
        ([hit(*BAD)], "no_support", True),
        ([hit(math.nan, 0.6, 0.9)], "no_number", False),
        ([], "no_passage", False),
        (["no hit"], "failed", False),
    ],
)
def test_a_verdict_has_a_code_and_figures_beside_its_reason(fitted, hits, code, has_figures):
    found = gate.verdict(hits)
    assert found[:2] == threshold.gate(hits)
    assert found.code == code
    assert (found.evidence is not None) is has_figures
    assert found.threshold == (gate.load().tau if has_figures else None)
    if code in ("enough", "no_support"):
        assert found.passed is (code == "enough")


def test_a_verdict_without_a_gate_says_so_in_its_code():
    assert gate.verdict([hit(*GOOD)]).code == "no_gate"


def by_hand(tau):
    """A gate whose evidence is the sum of the signals; 0.3 is the least of any answerable one."""
    one = gate.Signal(weight=1.0, mean=0.0, scale=1.0, least=0.3)
    return gate.Fitted(dict.fromkeys(gate.SIGNALS, one), 0.0, tau)


@pytest.mark.parametrize(
    ("tau", "changed", "passed", "why"),
    [
        (4.0, {}, True, "evidence 4.00 reaches 4.00"),
        (4.1, {}, False, "evidence 4.00 is below 4.10"),
        (0.0, {"words": 0.0}, True, "reaches"),  # dense supports it
        (0.0, {"dense": 0.0}, True, "reaches"),  # words support it
        (0.0, {"dense": 0.0, "words": 0.2}, False, "less support"),
        (0.0, {"rerank": 0.2}, False, "rerank 0.200"),
        (0.0, {"margin": 0.0, "support": 0.0}, True, "reaches"),  # these only add
    ],
)
def test_both_conditions_must_hold(tau, changed, passed, why):
    found = gate.judge(by_hand(tau), dict.fromkeys(gate.SIGNALS, 0.5) | changed)
    assert found.passed is passed
    assert why in found.reason
    assert found.code == ("enough" if passed else "too_little" if tau == 4.1 else "no_support")
    assert (gate.margin(by_hand(tau), dict.fromkeys(gate.SIGNALS, 0.5) | changed) >= 0) is passed


def test_a_signal_that_speaks_against_an_answer_gets_no_weight():
    values, labels = labelled_rows()
    for one, label in zip(values, labels):
        one["words"] = 0.1 if label else 0.9
    found = fitting.fit(values, labels, 1.0)
    assert found.signals["words"].weight == 0
    assert all(one.weight >= 0 for one in found.signals.values())


def test_more_evidence_never_turns_a_pass_into_a_refusal():
    found = fitting.fit(*labelled_rows(), 1.0)
    for level in np.linspace(-1, 2, 40):
        if gate.judge(found, row(level))[0]:
            assert gate.judge(found, row(level + 0.1))[0]


def test_where_no_signal_tells_the_kinds_apart_there_is_no_gate():
    values, labels = labelled_rows()
    with pytest.raises(StepError, match="no signal"):
        fitting.fit(values, [not label for label in labels], 1.0)


def test_a_wrong_answer_that_costs_more_moves_tau_up():
    values, labels = labelled_rows(20)
    taus = [fitting.fit(values, labels, ratio).tau for ratio in (0.2, 1.0, 5.0, 25.0)]
    assert taus == sorted(taus) and taus[0] < taus[-1]


def test_weights_are_those_of_scikit_learn():
    # LogisticRegression(C=1/RIDGE, class_weight="balanced") of scikit-learn 1.9.1
    table = np.array([[0.0, 1.0], [1.0, 0.5], [2.0, 2.0], [3.0, 1.0], [2.5, 3.0]])
    labels = np.array([False, False, True, True, True])
    assert fitting.newton(table, labels, 10.0) == pytest.approx(
        [0.21069, 0.1315, -0.49666], abs=1e-4
    )


def test_tau_lies_between_two_labels_of_each_kind():
    scores, labels = np.array([-1.0, -0.9, 0.9, 1.0]), np.array([False, False, True, True])
    assert fitting.best_tau(scores, labels, 1.0) == pytest.approx(0.0, abs=0.01)


def test_fitting_twice_gives_the_same_gate():
    values, labels = labelled_rows()
    assert calibration.report(values, labels) == calibration.report(values, labels)


def test_a_row_left_out_is_judged_without_itself():
    values, labels = labelled_rows(6)
    margins, folds = calibration.left_out(values, labels, 1.0)
    assert folds == 12
    without = fitting.fit(values[1:], labels[1:], 1.0)
    assert margins[0] == pytest.approx(gate.margin(without, values[0]))


def test_a_gate_is_fitted_on_the_written_questions_too_and_a_row_leaves_with_both_its_forms():
    values, labels = labelled_rows(6)
    written = [None, *({name: one[name] + 0.1 for name in one} for one in values[1:])]
    about, _ = calibration.report(values, labels, 1.0, 0.5, written)
    whole = fitting.fit(values + written[1:], labels + labels[1:], 1.0)
    assert about["tau"] == whole.tau and about["labels"] == {"answerable": 6, "unanswerable": 6}
    margins, folds = calibration.left_out(values, labels, 1.0, written)
    without = fitting.fit(values[:1] + values[2:] + written[2:], labels[:1] + labels[2:] * 2, 1.0)
    assert folds == 12 and margins[1] == pytest.approx(gate.margin(without, values[1]))


def test_many_rows_are_left_out_in_parts_that_hold_both_kinds():
    values, labels = labelled_rows(101)
    margins, folds = calibration.left_out(values, labels, 1.0)
    assert folds == calibration.FOLDS
    assert len(margins) == 202 and np.isfinite(margins).all()


def test_mistakes_are_counted_with_their_intervals():
    found = calibration.mistakes([1.0, -1.0, 0.0, -2.0], [True, True, False, False])
    assert found["false_accepts"] == {
        "count": 1,  # a score that reaches tau passes
        "of": 2,
        "rate": 0.5,
        "low": pytest.approx(0.0945, abs=1e-4),
        "high": pytest.approx(0.9055, abs=1e-4),
    }
    assert found["false_rejects"]["count"] == 1


@pytest.mark.parametrize("labels", [[True] * 5, [False] * 5, [True] * 5 + [False], []])
def test_too_few_labels_of_a_kind_are_an_error_that_says_so(labels):
    with pytest.raises(StepError, match="at least"):
        calibration.report([row(0.5)] * len(labels), labels)


@pytest.mark.parametrize(
    ("cost", "share"),
    [(0, 0.1), (-1, 0.1), (math.inf, 0.1), (math.nan, 0.1), (5, 0), (5, 1), (5, 2)],
)
def test_a_cost_or_share_that_makes_no_sense_is_an_error(cost, share):
    with pytest.raises(StepError, match="give a number"):
        calibration.checked(cost, share)


def test_few_labels_are_called_uncertain_and_many_are_not():
    few, _ = calibration.report(*labelled_rows(5))
    many, _ = calibration.report(*labelled_rows(calibration.FEW))
    assert few["uncertain"] and "uncertain" in calibration.lines(few)[-1]
    assert not many["uncertain"] and "uncertain" not in calibration.lines(many)[-1]


def test_threshold_writes_a_gate_that_its_own_workspace_accepts(built, inputs, capsys):
    queries = inputs / "rag" / "queries.jsonl"
    with open(queries, "a", encoding="utf-8") as file:
        other = {"id": "q6", "asr": "CAN I BUY A HORSE", "relevant": [], "answerable": False}
        file.write(json.dumps(other) + "\n")
    before = (built / "threshold.json").read_bytes()
    threshold.main(["--profile", "call"])
    about = json.loads((built / "gate.json").read_text(encoding="utf-8"))
    assert about["labels"] == {"answerable": 4, "unanswerable": 2}
    assert about["index"]["chunks"] and about["cost"] == 5 and about["queries"]
    assert about["left_out"]["folds"] == 6
    assert "</svg>" in (built / "gate.svg").read_text(encoding="utf-8")
    assert (built / "threshold.json").read_bytes() == before  # the lab's own stays
    printed = capsys.readouterr().out
    assert "left out" in printed and "uncertain" in printed and "gate.json" in printed
    import search

    assert threshold.gate(search.retrieve("is parking free for 3 hours"))[0]
    assert not threshold.gate(search.retrieve("who won gold yesterday"))[0]


def test_threshold_fits_the_gate_on_what_was_heard_and_on_what_was_written(built, inputs):
    queries = inputs / "rag" / "queries.jsonl"
    rows = [json.loads(line) for line in queries.read_text(encoding="utf-8").splitlines()]
    rows.append({"id": "q6", "asr": "CAN I BUY A HORSE", "relevant": [], "answerable": False})
    taus = []
    for text in ({}, {"text": "When do you open on Monday?"}):
        lines = [json.dumps(row | (text if row["id"] == "q1" else {})) for row in rows]
        queries.write_text("\n".join(lines), encoding="utf-8")
        threshold.main(["--profile", "call"])
        about = json.loads((built / "gate.json").read_text(encoding="utf-8"))
        assert about["labels"] == {"answerable": 4, "unanswerable": 2}  # questions, not forms
        taus.append(about["tau"])
    assert taus[0] != taus[1]


def test_threshold_of_the_call_profile_writes_nothing_where_labels_are_missing(built):
    with pytest.raises(StepError, match="at least"):  # one question without an answer
        threshold.main(["--profile", "call"])
    assert not Path(built / "gate.json").exists()
