"""The drift alarm is seldom false, however long one looks, and soon true when answers get worse."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.stages.drift import (
    FALSE_ALARM,
    Watch,
    Watched,
    first_alarm,
    promised_share,
    tightened,
    watched,
    watched_all,
)
from aver.stages.gate import PROSE, TABLE, Thresholds
from tests.depth import the_rest_deep

feedback = st.lists(st.builds(Watched, wrong=st.booleans(), promised=st.floats(0.001, 0.4)), max_size=60)


def stream(draw: random.Random, risk: float, count: int, promised: float) -> list[Watched]:
    return [Watched(wrong=draw.random() < risk, promised=promised) for _ in range(count)]


@pytest.mark.parametrize("promised", the_rest_deep([0.05, 0.01, 0.3]))
def test_a_kept_promise_sets_off_the_alarm_no_more_often_than_allowed(promised: float) -> None:
    draw, rounds = random.Random(3), 300
    false = sum(first_alarm(stream(draw, promised, 400, promised)) is not None for _ in range(rounds))
    assert false <= rounds * FALSE_ALARM + 3 * (rounds * FALSE_ALARM) ** 0.5


@pytest.mark.parametrize(("promised", "became", "soon"), [(0.03, 0.2, 80), (0.01, 0.1, 160), (0.3, 0.7, 60)])
def test_answers_that_get_worse_after_a_long_good_time_set_it_off_soon(
    promised: float, became: float, soon: int
) -> None:
    draw, late = random.Random(4), 0
    for _ in range(40):
        good = [Watched(wrong=False, promised=promised)] * 200
        alarm = first_alarm(good + stream(draw, became, 400, promised))
        assert alarm is not None
        late += alarm > 200 + soon
    assert late <= 10


@given(st.floats(0.001, 0.4), st.integers(0, 50))
def test_the_evidence_can_only_be_expected_to_fall_while_the_promise_is_kept(promised: float, seen: int) -> None:
    watch = watched_all([Watched(wrong=n % 7 == 0, promised=promised) for n in range(seen)])
    unbounded = replace(watch, alarms=60)
    after = [watched(unbounded, Watched(wrong=wrong, promised=promised)).evidence for wrong in (True, False)]
    assert promised * after[0] + (1 - promised) * after[1] <= unbounded.evidence * (1 + 1e-9)
    assert after[0] >= after[1]


@given(feedback)
def test_the_test_is_a_fold_and_wrong_answers_only_add_evidence(given: list[Watched]) -> None:
    half = len(given) // 2
    watch = watched_all(given[:half])
    for one in given[half:]:
        watch = watched(watch, one)
    assert watch == watched_all(given)
    assert watch.evidence >= 0
    all_right = watched_all([replace(one, wrong=False) for one in given])
    assert all_right.alarms == 0 and all_right.evidence <= 1 + 1e-9


def test_the_test_begins_with_nothing_against_the_promise() -> None:
    assert Watch().evidence == 1 and Watch().bar == 40
    assert Watch(alarms=1).bar == 80


@given(st.integers(0, 6), st.floats(0, 1), st.floats(0, 1))
def test_thresholds_only_ever_rise_and_each_alarm_halves_the_rest(alarms: int, release: float, table: float) -> None:
    before = Thresholds(release=release, groups=((TABLE, table),), source="cal_1")
    after, more = tightened(before, alarms), tightened(before, alarms + 1)
    for group in (TABLE, PROSE):
        assert before.for_group(group) <= after.for_group(group) + 1e-6 <= more.for_group(group) + 2e-6
        assert 1 - more.for_group(group) == pytest.approx((1 - after.for_group(group)) / 2, abs=2e-6)
    assert ("drift" in after.source) == (alarms > 0)
    assert after.source.startswith("cal_1")


def test_an_uncalibrated_answer_promises_what_its_confidence_says() -> None:
    assert promised_share(confidence=0.7, max_wrong=None) == pytest.approx(0.3)
    assert promised_share(confidence=0.2, max_wrong=None) == 0.4
    assert promised_share(confidence=1.0, max_wrong=None) == 0.001
    assert promised_share(confidence=0.7, max_wrong=0.01) == 0.01


@pytest.mark.parametrize("promised", [0.0, 1.0, float("nan")])
def test_a_promise_that_cannot_be_broken_or_kept_is_not_watched(promised: float) -> None:
    with pytest.raises(BadInput, match="can't be watched"):
        Watched(wrong=True, promised=promised)
