"""What a document or section says of its own standing holds for all that stands below it (B6, C3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions
from aver.stages.in_force import asks_for_it, not_in_force, of_no_force, out_of_force, standings
from aver.values.sealed import Sealed
from tests.chunking.chunking_builder import TOY
from tests.stages.evidence import passage

RECORDS = """# Records

## ADR-1: Queue

**Status:** Rejected
**Date:** 2024-05-01

### Decision

The queue is hosted by the platform team.

## ADR-2: Cache

**Status:** Accepted

### Decision

The cache is hosted by the search team.
"""
OF_ITS_OWN = "# ADR 3: Logs\n\n## Status\n\nSuperseded by ADR 9.\n\n## Decision\n\nLogs are kept for 30 days.\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("**Status:** Rejected", True),
        ("Status: WITHDRAWN on 1 March 2025. See instruction 12.", True),
        ("Draft for comment, edition 2", True),
        ("Status | Superseded by ADR-15", True),
        ("Stand: außer Kraft", True),
        ("- Withdrawn on 2024-11-05: do not install.", True),
        ("DRAFT 3 – for discussion only, not signed. Prepared by Tom Ashgrove on 11 May 2026.", True),
        ("Second draft, for the committee", True),
        ("[Entwurf v0.2]", True),
        ("For discussion only", True),
        ("Not yet signed (as of 3 May)", True),
        ("Draft 3 beer taps were bought.", False),
        ("For discussion: the new fees.", False),
        ("Status: Accepted", False),
        ("Stand: 1. Mai 2026", False),
        ("- Removed: the `legacy` setting. Use tokens.", False),
        ("Draft beer costs 4 euros.", False),
        ("The request was rejected.", False),
    ],
)
def test_a_line_that_tells_a_status_is_told_from_one_that_does_not(line: str, told: bool) -> None:
    assert not_in_force(line) is told


@pytest.mark.parametrize(
    ("text", "words", "qualifier"),
    [
        (RECORDS, "platform team", "**Status:** Rejected"),
        (RECORDS, "search team", ""),
        (OF_ITS_OWN, "30 days", "Superseded by ADR 9."),
        ("# L\n\nValid in 2025. Superseded by list 7.\n\n## Two\n\nIt is 4 m.\n", "4 m", "Superseded by list 7"),
        ("# L\n\nOf 2025. The old one is superseded.\n\n## Two\n\nIt is 4 m.\n", "4 m", ""),
        (
            "# L\n\nOf 2019. This paper was retracted on 3 May.\n\n## Two\n\n4 m.\n",
            "4 m",
            "This paper was retracted on 3 May",
        ),
        ("Status: withdrawn\n\n# One\n\nIt is 4 m long.\n", "4 m", "Status: withdrawn"),
        ("# One\n\nIt is 4 m long.\n\n## Two\n\nStatus: withdrawn\n\nIt is 5 m long.\n", "4 m", ""),
    ],
)
def test_the_status_is_the_qualifier_of_what_stands_below_it(text: str, words: str, qualifier: str) -> None:
    document = parse(text.encode(), name="records.md", limits=Limits())
    chunks = CHUNKERS[DEFAULT_CHUNKER](document, TOY, ChunkOptions())
    holding = next(one for one in chunks if words in document.text[one.start : one.end])
    assert (document.text[slice(*holding.qualifier)] if holding.qualifier else "") == qualifier


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("Who hosts the queue?", False),
        ("Who would have hosted the queue?", True),
        ("Who hosts the queue in ADR-1?", True),
        ("Why was the queue rejected?", True),
        ("Who hosts the queue in ADR-2?", False),
        ("Who hosts the queue in PEP 690?", True),
        ("How do I remove the queue from my plan?", False),
    ],
)
def test_what_is_not_in_force_is_shown_to_who_asks_for_it(asked: str, wanted: bool) -> None:
    assert asks_for_it(asked, "pep 0690.rst\nRecords > ADR-1: Queue") is wanted


def test_a_long_paragraph_above_a_quote_is_no_notice_and_a_qualifier_always_is() -> None:
    assert out_of_force("Text.\nDraft, edition 2\n", "")
    assert out_of_force("", "Status: Rejected")
    assert not out_of_force("Planned in 1999, the bridge was built at last. " + "It is long. " * 20 + "\n", "")


@given(st.text(alphabet="Status: rejected\n#-*ab", max_size=200))
def test_any_text_is_read_and_a_status_is_one_line_of_it(text: str) -> None:
    document = parse(text.encode(), name="a.md", limits=Limits())
    for told in standings(document).values():
        assert told is None or "\n" not in document.text[slice(*told)]


@pytest.mark.parametrize(
    ("title", "heading", "uri", "told"),
    [
        ("Cleaning contract (draft 3)", "Price", "file:///c.md", True),
        ("Entwurf: Satzung", "", "file:///c.md", True),
        ("Leave policy", "", "file:///leave-policy-draft.md", True),
        ("Budget", "", "file:///budget_2026_draft_v2.xlsx", True),
        ("Draft leave policy", "", "file:///c.md", True),
        ("Price list (2025, superseded by that of 2026)", "", "file:///c.md", True),
        ("Minutes", "Records > ADR 7: Hosting (rejected)", "file:///c.md", True),
        ("Draft beer", "The NBA draft", "file:///draft-horses.md", False),
        ("foo (deprecated)", "", "file:///c.md", False),
    ],
)
def test_a_title_heading_or_file_may_call_a_text_a_draft(title: str, heading: str, uri: str, told: bool) -> None:
    own = passage("It is 4 m.", title=Sealed(title), section_path=Sealed(heading), uri=uri)
    assert of_no_force(own) is told
