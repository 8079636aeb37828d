"""What is shown of a document is the document: the pieces add up to its text, and what is marked is what is cited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aver.values.documents import Document
from aver.web.passages import around, grid
from aver.web.places import WINDOW, window

TEXTS = st.text(alphabet="ab \n|é\U0001f600", max_size=120)
WORDS = st.lists(st.sampled_from(("word ", "line\n", "\n", "é\U0001f600")), max_size=30).map("".join)


@given(text=TEXTS, start=st.integers(0, 130), end=st.integers(0, 130), limit=st.integers(0, 60))
def test_pieces_add_up_to_a_stretch_of_the_text_and_the_marked_one_is_the_span(
    text: str, start: int, end: int, limit: int
) -> None:
    start, end = min(start, end), max(start, end)
    shown = around(text, (start, end), limit=limit)
    whole = "".join(one.text for one in shown.pieces)
    marked = "".join(one.text for one in shown.pieces if one.is_marked)
    assert marked == text[start:end]
    assert whole in text
    if not shown.cut_before and not shown.cut_after:
        assert whole == text
    assert len(whole) <= len(marked) + 2 * limit


@given(text=WORDS, times=st.sampled_from((1, 700, 3_000)))
def test_windows_one_after_the_other_are_the_whole_text(text: str, times: int) -> None:
    document = Document(title="", text=text * times, blocks=(), media_type="", parser="", language="")
    said, at = "", 0
    for _ in range(len(document.text) // (WINDOW // 2) + 2):
        found = window(document, at, None)
        assert found.start <= at <= max(found.end, at)
        said = said[: found.start] + "".join(one.text for one in found.shown.pieces)
        if found.later is None:
            break
        at = found.later
    assert said == document.text


@given(text=WORDS, start=st.integers(0, 200), length=st.integers(1, 50))
def test_a_window_without_a_place_of_its_own_shows_the_span(text: str, start: int, length: int) -> None:
    document = Document(title="", text=text * 300, blocks=(), media_type="", parser="", language="")
    found = window(document, None, (start, start + length))
    marked = "".join(one.text for one in found.shown.pieces if one.is_marked)
    assert marked == document.text[start : start + length]


def test_a_cell_in_pieces_is_one_cell_and_only_what_the_span_touches_is_marked() -> None:
    text = "Plan | Price\nTeam | 40 per\nmonth"
    cells = (
        (0, 0, 0, 4, True),
        (0, 1, 7, 12, True),
        (1, 0, 13, 17, False),
        (1, 1, 20, 26, False),
        (1, 1, 27, 32, False),
    )
    rows = grid(text, 0, cells, marked=((27, 30),))
    assert [[cell.text for cell in row] for row in rows] == [["Plan", "Price"], ["Team", "40 per month"]]
    assert [[cell.is_marked for cell in row] for row in rows] == [[False, False], [False, True]]
    assert [cell.is_header for cell in rows[0]] == [True, True]
    assert grid(text, 0, (), marked=((0, 1),)) == ()
