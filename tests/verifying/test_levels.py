"""The seven levels of a citation, and profiles that ask for some of them."""

from __future__ import annotations

import pytest

from aver.errors import BadInput
from aver.flows.verify import Standard
from aver.stages.levels import DEMANDS, demanded
from aver.values.verification import GivenClaim, Level

from .given import HANDBOOK, citing, failed, one

CLAIM = "Refunds usually take 14 days."
START = HANDBOOK.index(CLAIM)


def span(**named: str | int) -> GivenClaim:
    return citing(CLAIM, start=START, end=START + len(CLAIM), **named)


def levels(claim: GivenClaim) -> frozenset[Level]:
    return one(claim).citations[0].levels


def test_a_source_alone_is_cited_at_the_level_of_the_document() -> None:
    assert levels(citing(CLAIM)) == {Level.DOCUMENT, Level.CLAIM}


def test_offsets_hold_for_chunk_section_and_span() -> None:
    assert levels(span()) == {Level.DOCUMENT, Level.SECTION, Level.CHUNK, Level.SPAN, Level.CLAIM}


def test_a_version_counts_only_if_it_is_the_one_that_was_read() -> None:
    assert Level.VERSION in levels(span(version="v7"))
    assert Level.VERSION not in levels(span(version="v6"))


def test_a_section_counts_only_if_the_span_stands_in_it() -> None:
    assert Level.SECTION in levels(span(section="Refunds"))
    assert Level.SECTION not in levels(span(section="Fees"))


def test_a_table_row_is_cited_by_its_cells() -> None:
    found = one(citing("The fee for Card is 3 EUR.", quote="| Card | 3 EUR |"))
    assert Level.CELL in found.citations[0].levels
    assert Level.CELL not in one(span()).citations[0].levels


def test_a_span_that_does_not_carry_the_claim_lacks_the_level_of_the_claim() -> None:
    assert Level.CLAIM not in levels(citing(CLAIM, quote="Dogs stay outside."))


@pytest.mark.parametrize(
    ("claim", "profile", "released"),
    [
        (citing(CLAIM), "support", True),
        (citing(CLAIM), "policy", False),
        (span(), "policy", True),
        (span(), "legal", False),
        (span(version="v7"), "legal", True),
        (span(version="v7"), "finance", False),
        (citing("Card, 3 EUR", quote="| Card | 3 EUR |"), "finance", True),
        (GivenClaim(text=CLAIM), "general", True),
        (GivenClaim(text=CLAIM), "support", False),
    ],
)
def test_a_citation_below_the_level_that_a_profile_demands_does_not_pass(
    claim: GivenClaim, profile: str, released: bool
) -> None:
    found = one(claim, standard=Standard(profile=profile))
    assert found.released is released
    assert ("citation_levels_met" in failed(found)) is not released


def test_only_known_profiles_have_demands() -> None:
    assert demanded("legal") == {Level.SPAN, Level.VERSION}
    assert demanded("finance") == {Level.CELL}
    with pytest.raises(BadInput) as refused:
        demanded("poetry")
    assert all(name in refused.value.hint for name in DEMANDS)
