"""The labelled inquiries, German and English; docs/packs.md has the figures of the first runs."""

from __future__ import annotations

import json
import re

import pytest

from tests.inquiries.scoring import FILES, FOLDER, scores


@pytest.mark.parametrize("file", FILES)
def test_no_labelled_inquiry_is_read_with_a_wrong_value(file: str) -> None:
    assert [(one.id, one.wrong_values) for one in scores(file) if one.wrong_values] == []


def test_at_least_95_percent_of_the_labelled_inquiries_are_read_as_labelled() -> None:
    found = [one for file in FILES for one in scores(file)]
    right = sum(not one.differs for one in found)

    assert right / len(found) >= 0.95, [(one.id, one.differs) for one in found if one.differs]


def test_there_are_at_least_sixty_labelled_inquiries_in_both_languages_with_ids_of_their_own() -> None:
    rows = [json.loads(line) for file in FILES for line in (FOLDER / f"{file}.jsonl").read_text("utf-8").splitlines()]
    german = [row for row in rows if any(word in f" {row['text']} " for word in (" für ", " bei ", " die ", " ich "))]

    assert len(rows) >= 60
    assert len(german) >= 20
    assert len({row["id"] for row in rows}) == len(rows)


@pytest.mark.parametrize("file", FILES)
def test_the_documented_figures_are_those_of_now(file: str) -> None:
    page = (FOLDER.parents[1] / "docs" / "packs.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if re.match(rf"\| {re.escape(file)}[ ,]", line)]
    documented = [int(cell) for cell in row.split("|")[2:-1]]
    found = scores(file)

    assert documented[0] == len(found)
    assert documented[3:] == [sum(not one.differs for one in found), sum(len(one.wrong_values) for one in found)]
