"""A document can't govern itself: its fields tighten status, validity and successors, nothing else (A10)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.metadata import narrowed, nonsense
from aver.values.governance import Classification, Governance, Status

DAYS = st.dates().map(lambda day: day.isoformat())
NAMES = st.text(st.characters(exclude_characters="\n"), min_size=1, max_size=20)
KEYS = st.sampled_from(
    (
        "status",
        "valid-from",
        "valid-until",
        "superseded-by",
        "tenant",
        "readers",
        "classification",
        "authority",
        "retention",
        "legal-hold",
        "redacted",
        "expires",
        "effective-date",
        "ersetzt-durch",
    )
)
VALUES = st.one_of(
    DAYS,
    st.text(max_size=30),
    st.sampled_from(("Superseded", "archived", "Active", "active", "Final", "public", "user:everyone", "1.0", "false")),
)
FIELDS = st.lists(st.tuples(st.one_of(KEYS, st.text(max_size=15)), VALUES), max_size=8)
GOVERNED = st.builds(
    Governance,
    tenant=NAMES,
    readers=st.frozensets(NAMES, max_size=3),
    classification=st.sampled_from(Classification),
    valid_from=st.none() | DAYS,
    valid_until=st.none() | DAYS,
    status=st.sampled_from(Status),
    superseded_by=st.lists(NAMES, max_size=2, unique=True).map(tuple),
    authority=st.floats(0, 1),
    retention_until=st.none() | DAYS,
    legal_hold=st.booleans(),
    redacted=st.booleans(),
)
ORDER = tuple(Status)


@given(GOVERNED, FIELDS)
def test_whatever_a_document_says_it_never_widens_anything(given_: Governance, fields: list[tuple[str, str]]) -> None:
    after = narrowed(given_, fields)
    untouched = {"status", "valid_from", "valid_until", "superseded_by"}
    for name in set(Governance.__slots__) - untouched:
        assert getattr(after, name) == getattr(given_, name)
    assert ORDER.index(after.status) >= ORDER.index(given_.status)
    assert (after.valid_from or "") >= (given_.valid_from or "")
    assert (after.valid_until or "9999-12-32") <= (given_.valid_until or "9999-12-32")
    assert after.superseded_by[: len(given_.superseded_by)] == given_.superseded_by


@given(GOVERNED, FIELDS)
def test_narrowing_twice_is_narrowing_once(given_: Governance, fields: list[tuple[str, str]]) -> None:
    assert narrowed(narrowed(given_, fields), fields) == narrowed(given_, fields)


@given(FIELDS)
def test_nonsense_is_told_and_never_raises(fields: list[tuple[str, str]]) -> None:
    assert all(warning.code and warning.detail for warning in nonsense(fields))


OPEN = Governance(tenant="t", readers=frozenset({"user:a"}))


def test_a_superseded_document_says_so_with_its_successors_and_its_time() -> None:
    fields = (
        ("status", "Superseded"),
        ("superseded-by", "649, 749"),
        ("valid-from", "2021-05-01"),
        ("valid-until", "2024-07-01"),
    )
    assert narrowed(OPEN, fields) == replace(
        OPEN,
        status=Status.SUPERSEDED,
        superseded_by=("649", "749"),
        valid_from="2021-05-01",
        valid_until="2024-07-01",
    )
    assert nonsense(fields) == ()


@pytest.mark.parametrize("word", ["Rejected", "Withdrawn", "Deferred", "Final", "Draft", "Active", "active", ""])
def test_a_word_that_is_not_about_being_current_changes_nothing(word: str) -> None:
    assert narrowed(OPEN, [("status", word)]) == OPEN


def test_a_document_cannot_make_itself_active_again() -> None:
    superseded = replace(OPEN, status=Status.SUPERSEDED, valid_until="2020-01-01", superseded_by=("b",))
    assert narrowed(superseded, [("status", "active"), ("valid-until", "2030-01-01")]) == superseded


def test_a_date_written_in_words_or_german_counts() -> None:
    assert narrowed(OPEN, [("valid-from", "1 July 2024")]).valid_from == "2024-07-01"
    assert narrowed(OPEN, [("gültig-bis", "31.12.2025")]).valid_until == "2025-12-31"


@pytest.mark.parametrize(
    "value", ["soon", "2024-13-01", "03/04/2024", "2024-02-30", "July 2024", "2024-01-01 to 2025-01-01"]
)
def test_a_date_that_is_not_one_date_is_a_warning_and_changes_nothing(value: str) -> None:
    assert narrowed(OPEN, [("valid-until", value)]) == OPEN
    (warning,) = nonsense([("valid-until", value)])
    assert warning.code == "bad_date"


def test_a_validity_that_ends_before_it_starts_is_a_warning_and_changes_nothing() -> None:
    fields = [("valid-from", "2025-01-01"), ("valid-until", "2024-01-01")]
    assert narrowed(OPEN, fields) == OPEN
    assert [warning.code for warning in nonsense(fields)] == ["bad_validity"]
