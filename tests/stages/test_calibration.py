"""A calibrated threshold keeps its promise on answers it never saw, as often as it says, or there is none."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.stages.calibration import (
    LADDER,
    Kept,
    NoneKept,
    Promise,
    Sample,
    TooFew,
    calibrated,
    fewest,
    walk,
)
from aver.stages.gate import CLOSED

ONE_PERCENT = Promise(max_wrong=0.01)
THREE_PERCENT = Promise(max_wrong=0.03)


def samples(count: int, wrong: int = 0, *, confidence: float = 0.9, group: str = "prose") -> list[Sample]:
    return [Sample(confidence=confidence, wrong=n < wrong, group=group) for n in range(count)]


@pytest.mark.parametrize(("promise", "needed"), [(ONE_PERCENT, 299), (THREE_PERCENT, 99)])
def test_a_set_without_errors_must_have_299_answers_for_one_percent_and_99_for_three(
    promise: Promise, needed: int
) -> None:
    assert fewest(promise) == needed
    assert calibrated(samples(needed - 1), promise).pooled == TooFew(needed=needed, given=needed - 1)
    assert calibrated(samples(needed - 1), promise).thresholds is None
    assert isinstance(calibrated(samples(needed), promise).pooled, Kept)


def test_answers_below_the_floor_do_not_count_towards_the_size_of_the_set() -> None:
    assert calibrated(samples(5000, confidence=0.59), THREE_PERCENT).pooled == TooFew(needed=99, given=0)


def test_the_ladder_is_fixed_falls_and_ends_at_the_floor() -> None:
    assert LADDER[0] == 0.99 and LADDER[-1] == 0.6
    assert list(LADDER) == sorted(LADDER, reverse=True) and len(set(LADDER)) == 40


def test_the_walk_ends_at_the_first_rung_that_breaks_the_promise() -> None:
    given = samples(700) + samples(100, 100, confidence=0.8) + samples(1000, confidence=0.7)
    found = walk(given, THREE_PERCENT, level=0.95)
    assert isinstance(found, Kept)
    assert found.rung.threshold == 0.81
    assert [rung.threshold for rung in found.tested][-1] == 0.8
    assert found.rung.upper <= 0.03 < found.tested[-1].upper


def test_a_set_whose_best_answers_are_wrong_too_often_is_refused() -> None:
    found = walk(samples(300, 30), THREE_PERCENT, level=0.95)
    assert isinstance(found, NoneKept) and found.rung.wrong == 30


def test_groups_with_enough_answers_get_thresholds_of_their_own_and_small_ones_the_strictest() -> None:
    table = samples(300, 60, confidence=0.7, group="table") + samples(300, confidence=0.95, group="table")
    found = calibrated(samples(3000, confidence=0.65) + table, THREE_PERCENT)
    assert found.thresholds is not None
    own = dict(found.thresholds.groups)
    assert own["prose"] == 0.6 and own["table"] == 0.71
    assert found.thresholds.release == 0.71
    assert found.level == pytest.approx(1 - 0.05 / 3)
    small = calibrated(samples(3000) + samples(20, group="table"), THREE_PERCENT)
    assert small.thresholds is not None
    assert small.thresholds.for_group("table") == small.thresholds.release


def test_one_group_can_be_opened_while_the_rest_keeps_no_promise() -> None:
    found = calibrated(samples(900, 400) + samples(400, group="table"), THREE_PERCENT)
    assert found.thresholds is not None
    assert found.thresholds.for_group("table") == 0.6
    assert found.thresholds.for_group("prose") == found.thresholds.release == CLOSED


def test_a_group_that_no_rung_serves_is_closed_while_the_other_goes_on() -> None:
    found = calibrated(samples(9000) + samples(200, 40, group="table"), THREE_PERCENT)
    assert found.thresholds is not None
    assert dict(found.thresholds.groups)["table"] == CLOSED
    assert found.thresholds.release == 0.6


def test_no_rung_is_taken_that_the_labelled_run_did_not_show() -> None:
    found = walk(samples(500), THREE_PERCENT, level=0.95, above=0.72)
    assert isinstance(found, Kept) and found.rung.threshold == 0.73
    assert walk(samples(500), THREE_PERCENT, level=0.95, above=0.9) == TooFew(needed=99, given=0)
    assert walk(samples(500), THREE_PERCENT, level=0.95, above=0.99) == TooFew(needed=99, given=0)


@given(
    st.lists(
        st.builds(Sample, confidence=st.floats(0, 1), wrong=st.booleans(), group=st.sampled_from(["prose", "table"])),
        max_size=300,
    ),
    st.floats(0.02, 0.5),
)
def test_thresholds_never_fall_below_the_floors_and_what_is_kept_keeps_the_bound(
    given: list[Sample], max_wrong: float
) -> None:
    found = calibrated(given, Promise(max_wrong=max_wrong))
    if found.thresholds is None:
        return
    assert found.thresholds.release >= 0.6 and found.thresholds.computed >= 0.85
    for _, walked in (("", found.pooled), *found.groups):
        if isinstance(walked, Kept):
            assert walked.rung.upper <= max_wrong
            assert walked.rung.wrong <= max_wrong * walked.rung.released


@pytest.mark.parametrize(("max_wrong", "confidence"), [(0, 0.95), (1, 0.95), (0.01, 1.0), (0.01, 0.2)])
def test_what_is_no_promise_is_refused(max_wrong: float, confidence: float) -> None:
    with pytest.raises(BadInput, match="no promise"):
        Promise(max_wrong=max_wrong, confidence=confidence)


Risk = Callable[[float], float]
RISKS: dict[str, Risk] = {
    "just above the promise everywhere": lambda _: 0.101,
    "a step at 0.8": lambda score: 0.02 if score >= 0.8 else 0.3,
    "falling steadily": lambda score: 0.5 * (1 - score),
    "a cliff near the top": lambda score: 0.0 if score >= 0.97 else 0.12,
}


def draws(risk: Risk, count: int, draw: random.Random) -> list[Sample]:
    made = []
    for _ in range(count):
        score = 0.6 + 0.4 * draw.random()
        made.append(Sample(confidence=score, wrong=draw.random() < risk(score), group="prose"))
    return made


def true_risk(risk: Risk, threshold: float) -> float:
    places = [threshold + (1 - threshold) * (n + 0.5) / 400 for n in range(400)]
    return sum(map(risk, places)) / len(places)


@pytest.mark.parametrize("name", RISKS)
@pytest.mark.parametrize("count", [60, 200])
def test_over_many_draws_the_promise_is_broken_no_more_often_than_it_may_be(name: str, count: int) -> None:
    draw, promise, rounds = random.Random(11), Promise(max_wrong=0.1, confidence=0.9), 250
    broken = 0
    for _ in range(rounds):
        found = walk(draws(RISKS[name], count, draw), promise, level=promise.confidence)
        broken += isinstance(found, Kept) and true_risk(RISKS[name], found.rung.threshold) > promise.max_wrong
    assert broken <= rounds * 0.1 + 3 * (rounds * 0.1 * 0.9) ** 0.5


def test_the_walk_finds_the_step_in_the_risk_when_there_is_data_enough() -> None:
    draw = random.Random(5)
    found = walk(draws(RISKS["a step at 0.8"], 4000, draw), Promise(max_wrong=0.05), level=0.95)
    assert isinstance(found, Kept)
    assert 0.74 <= found.rung.threshold <= 0.8
