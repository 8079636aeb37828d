"""What ann may not know of changes nothing she can observe, in homes with everything a home can hold (C5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from aver.channels.curated import CuratedAnswers
from aver.errors import NotFound
from aver.flows import scope
from aver.index.columns import VersionColumns
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.values.governance import Eligibility
from tests.store.adapters import once
from tests.store.corpus import eligibility
from tests.worlds.pairs import pairs

EVERYBODY = eligibility("user:ann", "user:bob", "user:carol")
PAIRS = 40
MANY = 2000
PLANTED = 800
"""Pairs among which each planted leak is found; most within the first chain."""


def test_no_hidden_step_can_be_observed() -> None:
    assert [pair for pair in pairs(seed=1, count=PAIRS) if pair.differs] == []


@once
@pytest.mark.deep
def test_no_hidden_step_can_be_observed_in_thousands_of_pairs() -> None:
    assert [pair for pair in pairs(seed=2, count=MANY) if pair.differs] == []


def _wide(method: Callable[..., object]) -> Callable[..., object]:
    """Return `method` of a store or an index that looks past readers."""

    def leaking(self: object, *given: object, eligible: Eligibility) -> object:
        return method(self, *given, eligible=replace(eligible, principals=EVERYBODY.principals))

    return leaking


def _statistics_over_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "term_weights", _wide(Store.term_weights))


def _names_over_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "uris", _wide(Store.uris))


def _successors_over_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "successors", _wide(Store.successors))


def _sources_of_answers_over_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Store, "contents", _wide(Store.contents))


def _readable_only_after_the_best_were_taken(patch: pytest.MonkeyPatch) -> None:
    """Search everything and filter what comes back: hidden rows take the places of readable ones."""
    real = Store.search_near

    def leaking(self: Store, query: object, k: int, *, eligible: Eligibility) -> object:
        found, how = real(self, query, 3, eligible=replace(eligible, principals=EVERYBODY.principals))  # type: ignore[arg-type]
        mine = self.confirmed([hit.chunk for hit in found], eligible=eligible)
        return tuple(hit for hit in found if hit.chunk in mine), how

    patch.setattr(Store, "search_near", leaking)


def _a_mask_kept_for_whoever_asks_next(patch: pytest.MonkeyPatch) -> None:
    """Keep what is eligible without the caller in the key: the next one is served the mask of the one before."""
    real = VersionColumns.eligible
    kept: dict[tuple[object, ...], tuple[VersionColumns, object]] = {}

    def leaking(self: VersionColumns, eligible: Eligibility) -> object:
        asked = id(self), eligible.tenant, eligible.documents
        return kept.setdefault(asked, (self, real(self, eligible)))[1]

    patch.setattr(VersionColumns, "eligible", leaking)


def _a_count_of_everything_in_an_error(patch: pytest.MonkeyPatch) -> None:
    real = scope.document_named

    def leaking(store: Store, *given: object, today: str) -> object:
        try:
            return real(store, *given, today=today)  # type: ignore[arg-type]
        except NotFound as error:
            among = len(store.uris(eligible=EVERYBODY))
            raise NotFound(f"{error} among {among}", hint=error.hint) from error

    patch.setattr(scope, "document_named", leaking)


def _claims_of_everybody(patch: pytest.MonkeyPatch) -> None:
    real = ClaimIndex.serving
    patch.setattr(
        ClaimIndex,
        "serving",
        lambda self, eligible: real(self, replace(eligible, principals=EVERYBODY.principals)),
    )


def _a_fallback_where_hidden_rows_are_found(patch: pytest.MonkeyPatch) -> None:
    """Look for more only where nothing at all was found: whether it is looked for depends on hidden rows."""
    real = Store.search_terms

    def leaking(self: Store, terms: object, k: int, *, eligible: Eligibility) -> object:
        anywhere = real(self, terms, 9, eligible=replace(eligible, principals=EVERYBODY.principals))[0]  # type: ignore[arg-type]
        return real(self, terms, k if len(anywhere) > 2 else 1, eligible=eligible)  # type: ignore[arg-type]

    patch.setattr(Store, "search_terms", leaking)


def _an_answer_served_whoever_verified_it(patch: pytest.MonkeyPatch) -> None:
    real = CuratedAnswers.in_service
    patch.setattr(
        CuratedAnswers,
        "in_service",
        lambda self, eligible: real(self, replace(eligible, principals=EVERYBODY.principals)),
    )


Leak = Callable[[pytest.MonkeyPatch], None]

LEAKS: Sequence[tuple[Leak, tuple[str, ...]]] = (
    (_statistics_over_everything, ("hide",)),
    (_names_over_everything, ("hide_name",)),
    (_successors_over_everything, ("hide_version",)),
    (_sources_of_answers_over_everything, ("hide_version",)),
    (_readable_only_after_the_best_were_taken, ("hide",)),
    (_a_mask_kept_for_whoever_asks_next, ("hide", "hide_asks")),
    (_a_count_of_everything_in_an_error, ("hide",)),
    (_claims_of_everybody, ("hide", "hide_claim")),
    (_a_fallback_where_hidden_rows_are_found, ("hide",)),
    (_an_answer_served_whoever_verified_it, ("hide", "hide_verify")),
)
"""Each with hidden steps that are enough to show it, so that it shows soon."""


@pytest.mark.parametrize(("leak", "hidden"), LEAKS, ids=[leak.__name__.strip("_") for leak, _ in LEAKS])
def test_a_planted_leak_is_observed(leak: Leak, hidden: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    assert any(pair.differs for pair in pairs(seed=1, count=PLANTED, hidden=hidden))
