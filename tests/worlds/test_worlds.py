"""What ann may not know of changes nothing she can observe, in homes with everything a home can hold (C5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from aver.channels.curated import CuratedAnswers
from aver.errors import NotFound
from aver.flows import referring, scope
from aver.flows.gathering import GatherTools
from aver.index.columns import VersionColumns
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from tests.depth import deep, the_rest_deep
from tests.store.adapters import once
from tests.store.corpus import eligibility
from tests.worlds.pairs import pairs

EVERYBODY = eligibility("user:ann", "user:bob", "user:carol")
PAIRS = 40
MANY = deep(2000)
PLANTED = 800
"""Pairs among which each planted leak is found; most within the first chain."""


def test_no_hidden_step_can_be_observed() -> None:
    assert [pair for pair in pairs(seed=1, count=PAIRS) if pair.differs] == []


@once
@pytest.mark.deep
def test_no_hidden_step_can_be_observed_in_thousands_of_pairs() -> None:
    assert [pair for pair in pairs(seed=2, count=MANY) if pair.differs] == []


Leak = Callable[[pytest.MonkeyPatch], None]


def _past_readers(owner: type, name: str) -> Leak:
    """Return the leak of a method of a store or an index that looks past readers."""
    real = getattr(owner, name)

    def wide(value: object) -> object:
        return replace(value, principals=EVERYBODY.principals) if isinstance(value, Eligibility) else value

    def leaking(*given: object, **named: object) -> object:
        return real(*map(wide, given), **{key: wide(value) for key, value in named.items()})

    return lambda patch: patch.setattr(owner, name, leaking)


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


def _a_fallback_where_hidden_rows_are_found(patch: pytest.MonkeyPatch) -> None:
    """Look for more only where nothing at all was found: whether it is looked for depends on hidden rows."""
    real = Store.search_terms

    def leaking(self: Store, terms: object, k: int, *, eligible: Eligibility) -> object:
        anywhere = real(self, terms, 9, eligible=replace(eligible, principals=EVERYBODY.principals))[0]  # type: ignore[arg-type]
        return real(self, terms, k if len(anywhere) > 2 else 1, eligible=eligible)  # type: ignore[arg-type]

    patch.setattr(Store, "search_terms", leaking)


def _notices_of_everybody(patch: pytest.MonkeyPatch) -> None:
    """Look past readers for what says that a document was replaced: what nobody may read comes in its place."""
    real = referring.notices_about

    def leaking(own: Passage, eligible: Eligibility, tools: GatherTools) -> tuple[tuple[Passage, ...], ...]:
        return real(own, replace(eligible, principals=EVERYBODY.principals), tools)

    patch.setattr(referring, "notices_about", leaking)


LEAKS: Mapping[str, tuple[Leak, tuple[str, ...]]] = MappingProxyType(
    {
        "statistics_over_everything": (_past_readers(Store, "term_weights"), ("hide",)),
        "names_over_everything": (_past_readers(Store, "uris"), ("hide_name",)),
        "names_in_a_passage_over_everything": (_past_readers(Store, "named_in"), ("hide_name",)),
        "successors_over_everything": (_past_readers(Store, "successors"), ("hide_version",)),
        "sources_of_answers_over_everything": (_past_readers(Store, "contents"), ("hide_version",)),
        "readable_only_after_the_best_were_taken": (_readable_only_after_the_best_were_taken, ("hide",)),
        "a_mask_kept_for_whoever_asks_next": (_a_mask_kept_for_whoever_asks_next, ("hide", "hide_asks")),
        "a_count_of_everything_in_an_error": (_a_count_of_everything_in_an_error, ("hide",)),
        "notices_of_everybody": (_notices_of_everybody, ("hide", "hide_version")),
        "claims_of_everybody": (_past_readers(ClaimIndex, "serving"), ("hide", "hide_claim")),
        "a_fallback_where_hidden_rows_are_found": (_a_fallback_where_hidden_rows_are_found, ("hide",)),
        "an_answer_served_whoever_verified_it": (
            _past_readers(CuratedAnswers, "in_service"),
            ("hide", "hide_verify"),
        ),
    }
)
"""By what leaks: the leak, and hidden steps that are enough to show it, so that it shows soon."""


@pytest.mark.parametrize("name", the_rest_deep([*LEAKS], 2))
def test_a_planted_leak_is_observed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak, hidden = LEAKS[name]
    leak(monkeypatch)
    assert any(pair.differs for pair in pairs(seed=1, count=PLANTED, hidden=hidden))
