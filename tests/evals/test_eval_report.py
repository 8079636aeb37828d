"""The table, the paired comparison and the risk-coverage curve."""

from __future__ import annotations

import json

import pytest
from made_rows import GOLD, fact, packet, result, row

from aver.evals.questions import Question
from aver.evals.report import compare, comparison_json, comparison_text, report
from aver.evals.risk import area_under, curve_json, largest_coverage, risk_coverage
from aver.evals.rows import Row
from aver.evals.score import Scored, score
from aver.stages.metrics import mcnemar_exact, upper_bound

RIGHT, WRONG, HELD = result("ANSWER", GOLD), result("ANSWER", "nothing of the kind"), result("ABSTAIN")


def rows(*given: dict[str, object]) -> list[Row]:
    return [row(f"q{n}", one, packet(GOLD)) for n, one in enumerate(given)]


def questions(count: int) -> list[Question]:
    return [fact(f"q{n}") for n in range(count)]


def confident(*answers: tuple[float, bool]) -> Scored:
    quotes = {True: GOLD, False: "nothing of the kind"}
    given = [result("ANSWER", quotes[right], confidence=confidence) for confidence, right in answers]
    return score(rows(*given), questions(len(given)))


def test_the_report_opens_with_the_headline_and_has_a_line_for_every_kind() -> None:
    labelled = [*questions(2), fact("q2", kind="unanswerable", gold_spans=())]
    lines = report(rows(RIGHT, WRONG, HELD), labelled).splitlines()
    assert lines[0] == "Wrong among released answers: 50.0 % [1.3, 98.7] of 2"
    assert " ".join(lines[1].split()) == "rows 3 missing 0 unknown or duplicate 0 unlabelled 0 failed 0"
    starts = [line.split()[:2] for line in lines if line]
    assert all(start in starts for start in (["ALL", "3"], ["fact", "2"], ["unanswerable", "1"]))
    assert not any(line != line.rstrip() for line in lines)


def test_the_report_of_nothing_labelled_shows_dashes_and_no_numbers() -> None:
    text = report(rows(RIGHT), [fact("q0", kind=None)])
    assert text.startswith("Wrong among released answers: -")


def test_a_comparison_counts_the_questions_that_changed() -> None:
    before, after = rows(WRONG, WRONG, WRONG, RIGHT, HELD), rows(RIGHT, RIGHT, HELD, WRONG, HELD)
    wrong, correct = compare(before, after, questions(5))
    assert (wrong.judgement, wrong.first, wrong.second, wrong.count) == ("wrong", 0.6, 0.2, 5)
    assert (wrong.difference, wrong.only_first, wrong.only_second) == (pytest.approx(-0.4), 3, 1)
    assert wrong.p == mcnemar_exact(3, 1)
    assert wrong.low <= wrong.difference <= wrong.high
    assert (correct.judgement, correct.only_first, correct.only_second) == ("correct", 1, 2)
    read = json.loads(json.dumps(comparison_json((wrong, correct))))
    assert read["wrong"]["mcnemar_p"] == wrong.p
    assert len(comparison_text((wrong, correct)).splitlines()) == 3


def test_a_run_compared_with_itself_shows_no_difference() -> None:
    same = rows(RIGHT, WRONG, HELD)
    for one in compare(same, same, questions(3)):
        assert (one.difference, one.low, one.high, one.p) == (0.0, 0.0, 0.0, 1.0)
    assert compare(same, same, [fact("q0", kind=None)]) == ()


def test_a_question_missing_in_one_run_is_wrong_there() -> None:
    wrong, _ = compare(rows(RIGHT), rows(RIGHT, RIGHT), questions(2))
    assert (wrong.first, wrong.second, wrong.only_first) == (0.5, 0.0, 1)


def test_the_curve_goes_down_from_the_highest_confidence_with_ties_together() -> None:
    curve = risk_coverage(confident((0.9, True), (0.5, False), (0.7, True), (0.7, False)))
    assert [(p.threshold, p.released, p.wrong, p.coverage, p.risk) for p in curve] == [
        (0.9, 1, 0, 0.25, 0.0),
        (0.7, 3, 1, 0.75, 1 / 3),
        (0.5, 4, 2, 1.0, 0.5),
    ]
    assert [p.upper for p in curve] == [upper_bound(0, 1), upper_bound(1, 3), upper_bound(2, 4)]
    assert area_under(curve) == pytest.approx((1 * 0 + 2 / 3 + 0.5) / 4)
    assert json.loads(json.dumps(curve_json(curve)))[0]["threshold"] == 0.9


def test_abstentions_lower_the_coverage_and_lost_rows_are_wrong_at_full_confidence() -> None:
    curve = risk_coverage(score(rows(result("ANSWER", GOLD, confidence=0.9), HELD), questions(3)))
    assert [(p.threshold, p.released, p.wrong, p.coverage) for p in curve] == [(1.0, 1, 1, 1 / 3), (0.9, 2, 1, 2 / 3)]
    assert risk_coverage(score(rows(HELD), questions(1))) == ()
    assert area_under(()) is None


def test_the_largest_coverage_within_three_percent_needs_ninety_nine_faultless_answers() -> None:
    faultless = [(0.9, True)] * 98
    assert largest_coverage(risk_coverage(confident(*faultless)), 0.03) is None
    enough = [*faultless, (0.8, True), (0.6, False)]
    point = largest_coverage(risk_coverage(confident(*enough)), 0.03)
    assert point is not None
    assert (point.threshold, point.released, point.wrong, point.coverage) == (0.8, 99, 0, 0.99)
