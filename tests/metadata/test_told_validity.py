"""A document that says at its head from when or until when it holds is held to that (A10, C3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.metadata import told_validity
from aver.values.documents import Block, BlockKind, Document


def document(*paragraphs: str) -> Document:
    text = "\n\n".join(paragraphs)
    blocks: list[Block] = []
    start = 0
    for paragraph in paragraphs:
        blocks.append(Block(kind=BlockKind.PARAGRAPH, start=start, end=start + len(paragraph)))
        start += len(paragraph) + 2
    return Document(
        title="Rules", text=text, blocks=tuple(blocks), media_type="text/plain", parser="test", language="en"
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("These rules apply from 1 January 2030.", {"valid-from": "2030-01-01"}),
        ("This scheme ran until 31 December 2023.", {"valid-until": "2024-01-01"}),
        ("This price list expired on 3 May 2021.", {"valid-until": "2021-05-04"}),
        ("Valid 1 January to 31 December 2026.", {"valid-until": "2027-01-01"}),
        ("Valid until 31 December 9999.", {"valid-until": "9999-12-31"}),
        (
            "Valid from 1 January 2025 to 31 December 2025. Tables follow.",
            {"valid-from": "2025-01-01", "valid-until": "2026-01-01"},
        ),
        (
            "Version 6.2 · In force from 1 January 2025 · Replaces version 5.9 of March 2023",
            {"valid-from": "2025-01-01"},
        ),
        ("Document FIN-014, revision 5, effective 6 April 2026.", {"valid-from": "2026-04-06"}),
        (
            "Fassung 7.2, gültig ab 1. Januar 2025 (ersetzt Fassung 7.1 vom 1. Oktober 2023)",
            {"valid-from": "2025-01-01"},
        ),
        (
            "Diese Ordnung gilt ab dem 1. Februar 2026 bis zum 31. Januar 2027.",
            {"valid-from": "2026-02-01", "valid-until": "2027-02-01"},
        ),
        ("These terms apply to contracts signed from 1 January 2030.", {}),
        ("The discount applies from 1 January 2030.", {}),
        ("These rules do not apply until 1 May 2030.", {}),
        ("The old agreement was valid until 3 May 2021.", {}),
        ("This page is effective as of January 2020.", {}),
        ("Season tickets are sold in May, valid from 1 June 2025 to 31 May 2026.", {}),
        ("*Version 5.2, adopted on 17 June 2025, in force from 1 July 2025*", {"valid-from": "2025-07-01"}),
        ("Tickets bought before 1 May 2020 are valid until used.", {}),
    ],
)
def test_what_the_head_says_of_the_document_itself_is_a_field(said: str, told: dict[str, str]) -> None:
    assert dict(told_validity(document(said, "The gym opens at five."))) == told


def test_only_the_head_tells() -> None:
    paragraphs = ("The gym opens at five.", "A locker costs 3 euros.", "These rules apply from 1 January 2030.")
    assert told_validity(document(*paragraphs)) == ()


@given(
    st.lists(
        st.text(max_size=80) | st.sampled_from(["Valid from 1 May 2020 to 30 February 2021", "31.12.9999"]), max_size=4
    )
)
def test_any_text_is_read(paragraphs: list[str]) -> None:
    for key, day in told_validity(document(*paragraphs)):
        assert key in {"valid-from", "valid-until"}
        assert len(day) == 10
