"""On the picture of a page the cited words alone are marked, and where they can't be told apart their whole block."""

from __future__ import annotations

import pytest
from tests.parsers.test_pdf import line, make_pdf, unpack

from aver.parsers.limits import Limits
from aver.parsers.page_image import render_page
from aver.parsers.page_worker import Marks, draw_page
from aver.values.documents import Region

PAGE = make_pdf(
    line(72, 700, "The first sentence says one thing. The effi-")
    + b"\n"
    + line(72, 684, "cient second says another.")
    + b"\n"
    + line(72, 400, "The first sentence says one thing.")
)
BLOCK = Region(page=1, x0=70, y0=78, x1=420, y1=114)
FIRST_LINE, SECOND_LINE = (78, 99), (99, 114)


def rows(words: str, data: bytes | None = None) -> set[int]:
    """Return the rows of pixels that marking `words` in the block changes."""
    plain = unpack(render_page(PAGE, 1, scale=1.0, highlight=()))
    png = data or render_page(PAGE, 1, scale=1.0, highlight=(BLOCK,), words=words)
    return {y for y, (a, b) in enumerate(zip(plain, unpack(png), strict=True)) if a != b}


def test_a_sentence_is_marked_and_its_neighbour_on_the_same_line_is_not() -> None:
    marked = rows("The first sentence says one thing.")
    assert marked and all(FIRST_LINE[0] <= y <= FIRST_LINE[1] for y in marked)


def test_a_sentence_over_a_line_break_is_found_without_its_hyphen() -> None:
    marked = rows("The efficient second says another.")
    assert any(y < FIRST_LINE[1] - 4 for y in marked)
    assert any(y > SECOND_LINE[0] + 4 for y in marked)


@pytest.mark.parametrize("words", ["", "another thing altogether", "says", "..."])
def test_words_that_stand_there_twice_or_not_at_all_leave_the_block_marked(words: str) -> None:
    assert rows(words) == rows("")
    assert max(rows(words)) >= BLOCK.y1 - 1


def test_the_child_that_draws_is_told_the_words() -> None:
    words = "The first sentence says one thing."
    drawn = draw_page(PAGE, name="x", page=1, scale=1.0, marks=Marks(regions=(BLOCK,), words=words), limits=Limits())
    assert rows(words, drawn) == rows(words)
