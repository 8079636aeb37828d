"""The time a question names, relative to an explicit today (B3, C3)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.planning.dates import read_days
from aver.stages.planning.temporal import moment_of
from aver.stages.planning.validity import as_it_stood
from aver.values.evidence import Freshness
from tests.stages.evidence import passage

TODAY = "2026-06-01"


@pytest.mark.parametrize(
    ("question", "since", "until", "as_of"),
    [
        ("What changed since last summer?", "2025-06-01", None, None),
        ("Which fees applied as of March 2023?", "2023-03-01", "2023-04-01", "2023-03-31"),
        ("What was the upload limit before 2020?", None, "2020-01-01", "2019-12-31"),
        ("Welche Frist galt im Sommer 2022?", "2022-06-01", "2022-09-01", "2022-08-31"),
        ("Wie hoch war die Gebühr letztes Jahr?", "2025-01-01", "2026-01-01", "2025-12-31"),
        ("Which release came out in May 2004?", "2004-05-01", "2004-06-01", None),
        ("What happened 3 years ago?", "2023-06-01", "2023-06-02", None),
        ("Was geschah vor zwei Jahren?", "2024-06-01", "2024-06-02", None),
        ("What was required between 2018 and 2020?", "2018-01-01", "2021-01-01", "2020-12-31"),
        ("What is in force on 5 March 2024?", "2024-03-05", "2024-03-06", "2024-03-05"),
        ("What is the rule as of this year?", "2026-01-01", "2027-01-01", TODAY),
        ("What has been added after Q2 2024?", "2024-07-01", None, None),
        ("Stand 31.12.2021: wie hoch ist der Satz?", "2021-12-31", "2022-01-01", "2021-12-31"),
    ],
)
def test_a_named_time_is_a_period_and_a_state_is_judged_on_its_last_day(
    question: str, since: str | None, until: str | None, as_of: str | None
) -> None:
    found = moment_of(question, today=TODAY)
    assert found is not None
    assert (found.since, found.until, found.as_of) == (since, until, as_of)


@pytest.mark.parametrize(
    "question",
    [
        "May I use tabs?",
        "How many requests are free?",
        "What was free before 2000 requests?",
        "Who wrote PEP 2020?",
        "Is it allowed on 31 February 2020?",
        "What applies in 0000-00-00?",
        "",
    ],
)
def test_what_names_no_time_has_none(question: str) -> None:
    assert moment_of(question, today=TODAY) is None


def test_the_last_summer_is_the_latest_that_is_over() -> None:
    found = moment_of("What changed since last summer?", today="2026-11-21")
    assert found is not None
    assert found.since == "2026-06-01"


@given(st.dates(date(1950, 1, 1), date(2090, 1, 1)), st.dates(date(1950, 1, 1), date(2090, 1, 1)))
def test_a_written_day_is_read_back_whatever_day_it_is(day: date, today: date) -> None:
    for text in (day.isoformat(), f"{day.day}.{day.month}.{day.year}", day.strftime("%B ") + f"{day.day}, {day.year}"):
        read = read_days(text, 0, today)
        assert read is not None
        assert read[0].first == read[0].last == day


@given(st.text(max_size=40), st.dates(date(1, 1, 1), date(9998, 12, 31)))
def test_any_text_on_any_day_is_read_without_an_error(text: str, today: date) -> None:
    found = moment_of(f"since {text}", today=today.isoformat())
    assert found is None or found.since or found.until


def test_a_replaced_version_was_current_on_a_day_within_its_validity() -> None:
    old = passage(freshness=Freshness.SUPERSEDED, valid_from="2020-01-01", valid_until="2022-01-01")
    assert as_it_stood(old, as_of="2021-05-01", today=TODAY).freshness is Freshness.ACTIVE
    for as_of in ("2019-12-31", "2022-01-01", TODAY):
        assert as_it_stood(old, as_of=as_of, today=TODAY) == old


def test_a_replaced_version_without_an_end_is_never_called_current() -> None:
    old = passage(freshness=Freshness.SUPERSEDED, valid_from="2020-01-01")
    assert as_it_stood(old, as_of="2021-05-01", today=TODAY) == old
