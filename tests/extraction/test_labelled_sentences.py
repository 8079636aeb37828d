"""The labelled sentences, German and English, of three domains; docs/claims.md has the figures of the first runs."""

from __future__ import annotations

import json
import re

import pytest

from tests.extraction.scoring import HERE, SETS, figures, pack_of, scored


@pytest.mark.parametrize("name", SETS)
def test_no_labelled_sentence_gives_a_wrong_kind_predicate_or_target(name: str) -> None:
    assert [(one.id, one.wrong) for one in scored(name) if one.wrong] == []


@pytest.mark.parametrize("name", SETS)
def test_at_least_four_fifths_of_the_labelled_rules_are_read(name: str) -> None:
    rows = scored(name)
    assert sum(one.right for one in rows) >= 0.8 * sum(one.expected.total() for one in rows)


def test_the_sentences_are_of_several_domains_and_both_languages_with_ids_of_their_own() -> None:
    rows = [json.loads(line) for name in SETS for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
    german = [row for row in rows if re.search(r"\b(der|die|das|nicht|für|bei)\b", row["text"], re.IGNORECASE)]
    assert len({row["id"] for row in rows}) == len(rows) >= 150
    assert len({row["pack"] for row in rows}) >= 4 and len(german) >= 40
    assert sum(not row["expect"] for row in rows) >= 50
    assert all(pack_of(row["pack"]) for row in rows)


@pytest.mark.parametrize("name", SETS)
def test_the_documented_figures_are_those_of_now(name: str) -> None:
    page = (HERE.parents[1] / "docs" / "claims.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{name}` ")]
    assert row.endswith(f"| {figures(scored(name))} |")
