"""One sentence at the head of a text says for whom all of it holds; it limits every quote from below (A10, E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions
from aver.stages.told_scope import scope_within, tells_a_scope
from tests.chunking.chunking_builder import TOY

MANY = "Line after line\n" * 400


@pytest.mark.parametrize(
    "sentence",
    [
        "This page is for staff in Germany only.",
        "These rules apply only to boats under six metres.",
        "The following conditions apply to purchases by private customers.",
        "This handbook applies to all employees of Hallam & Brook Ltd in the United Kingdom.",
        "This section applies to you if you live in Norway.",
        "This guide is intended for wards and clinics.",
        "The present tariff is valid for households.",
        "Scope: temporary workers.",
        "*Applies to: version 4.2 and later.*",
        "For members only",
        "Valid on weekdays only.",
        "Diese Ordnung gilt nur für Vereine mit Sitz in Lindau.",
        "Das vorliegende Merkblatt richtet sich an Auszubildende.",
        "Die folgenden Preise gelten für Haushalte.",
        "Geltungsbereich: Werk Kassel",
        "Nur für Mitglieder.",
        "All amounts in thousands of euros unless stated otherwise.",
        "Figures are in EUR million.",
        "Unless otherwise stated, all figures are in US dollars.",
        "All times are UTC.",
        "All prices exclude VAT.",
        "Alle Angaben in mm",
        "Alle Preise verstehen sich in Euro inkl. MwSt.",
    ],
)
def test_what_tells_a_scope(sentence: str) -> None:
    assert tells_a_scope(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "These rules apply to everyone.",
        "This policy applies to all employees.",
        "Diese Ordnung gilt für alle.",
        "For most users the default is fine.",
        "Only for a moment was there silence.",
        "This rule also applies to tuples.",
        "This restriction applies even if the assignment is never executed.",
        "This rule is intended to keep features from being rushed.",
        "This section applies to the following:",
        "The fee is 12 euros.",
        "It is for members.",
        "Prices in Norway rose by 5 %.",
        "Fees in euros are due in May.",
        "Numbers are given in the annex.",
        "Costs before tax rose by 4 %.",
        "Times have changed.",
        f"This page is for {'very ' * 80}old staff.",
        "",
    ],
)
def test_what_tells_none(sentence: str) -> None:
    assert not tells_a_scope(sentence)


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("# Leave\n\nThis page is for trainees only.\n\n## Time\n\nIt is 4 m.\n", "This page is for trainees only."),
        (
            "# Leave\n\n## Scope\n\nThis policy is for trainees.\n\n## Time\n\nIt is 4 m.\n",
            "This policy is for trainees.",
        ),
        ("# Leave\n\n## One\n\nThese rates are for trainees.\n\n## Two\n\nIt is 4 m.\n", ""),
        (
            "# Leave\n\nThis page is for trainees.\n\n## One\n\nThese rates are for cooks.\n\n### Two\n\nIt is 4 m.\n",
            "These rates are for cooks.",
        ),
        ("# Leave\n\nFor trainees only.\n\n## Two\n\nStatus: draft\n\n### Three\n\nIt is 4 m.\n", "Status: draft"),
        (
            "# Leave\n\n## Time\n\nIt is 4 m.\n\n## Entry\n\nThese regulations apply to cooks of 2026.\n",
            "These regulations apply to cooks of 2026.",
        ),
        ("# Leave\n\n## Time\n\nIt is 4 m.\n\n## Entry\n\nThese rules apply to cooks of 2026.\n", ""),
        ("# Leave\n\nAll lengths in metres.\n\n## Time\n\nIt is 4 m.\n", "All lengths in metres."),
        ("# Leave\n\nMay I go?\n\nOnly on Fridays.\n\n## Two\n\nIt is 4 m.\n", ""),
        ("# Leave\n\nAsk first.\n\nThen wait.\n\nThis page is for cooks.\n\n## Two\n\nIt is 4 m.\n", ""),
    ],
)
def test_a_scope_is_the_qualifier_of_what_stands_below_it(text: str, qualifier: str) -> None:
    document = parse(text.encode(), name="leave.md", limits=Limits())
    chunks = CHUNKERS[DEFAULT_CHUNKER](document, TOY, ChunkOptions())
    holding = next(one for one in chunks if "4 m" in document.text[one.start : one.end])
    assert (document.text[slice(*holding.qualifier)] if holding.qualifier else "") == qualifier


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("This page is for cooks only.\n\nIt is 4 m.", "This page is for cooks only."),
        ("Leave\nThis page is for cooks only.\nIt is 4 m.", "This page is for cooks only."),
        ("These rates are for boys. These rates are for girls. It is 4 m.", "These rates are for girls."),
        ("May I go? Only on Fridays. It is 4 m.", None),
        ("Fares:\n\n- adults 5 m\n- Only for members\n- It is 4 m.", None),
        (f"{MANY}This page is for cooks.\n\nIt is 4 m.", "This page is for cooks."),
        ("It is 4 m. This page is for cooks only.", None),
    ],
)
def test_a_scope_in_the_same_passage_counts_before_the_quote(text: str, wanted: str | None) -> None:
    found = scope_within(text, text.index("It is 4 m"))
    assert (None if found is None else text[slice(*found)]) == wanted


@given(
    text=st.text(alphabet="ab .:\n?", max_size=80).map(lambda t: f"For cooks only.\n{t}"), before=st.integers(0, 100)
)
def test_a_scope_within_lies_before_the_quote(text: str, before: int) -> None:
    found = scope_within(text, min(before, len(text)))
    assert found is None or 0 <= found[0] < found[1] <= before
