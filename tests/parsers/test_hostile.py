"""Every hostile file is refused or survived within 20 seconds and a gigabyte, and the next one is read (A12)."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from document_checks import assert_wellformed
from hostile_files import HOSTILE

from aver.errors import UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.sandbox import ParserPool

SECONDS, MEMORY = 20.0, 1_000_000_000
READ_ANYWAY = frozenset(
    [
        "a_billion_pages_claimed.pdf",
        "a_form_that_draws_itself.pdf",
        "a_page_of_no_size.pdf",
        "a_page_two_million_points_wide.pdf",
        "a_bomb_attached.eml",
        "a_comment_that_never_ends.html",
        "a_hundred_thousand_attributes.html",
        "a_file_from_outside.rst",
        "a_number_of_a_million_digits.json",
        "half_a_character.json",
        "a_pdf.docx",
        "aliases_of_aliases.md",
        "openers_only.md",
        "blocks_in_blocks.js",
        "brackets_only.py",
        "directions_turned.txt",
        "half_a_utf16_character.txt",
        "quotes_only.csv",
        "nothing_but_corners.rst",
        "one_line_of_ten_megabytes.txt",
        "an_outline_that_follows_itself.pdf",
        "two_hundred_thousand_strokes.pdf",
        "a_cell_over_a_billion_columns.docx",
    ]
)
"""What may be read in spite of the attack, where time allows; all other files must be refused."""

MINUTES = frozenset(
    [
        "a_gigabyte_in_a_stream.pdf",
        "a_gigabyte_packed_twice.pdf",
        "a_hundred_thousand_attributes.html",
        "two_hundred_thousand_strokes.pdf",
        "three_hundred_thousand_words.pdf",
    ]
)
"""What runs into the limits of time or memory, and so takes long."""

NAMES = [pytest.param(name, marks=[pytest.mark.deep] if name in MINUTES else []) for name in sorted(HOSTILE)]


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(workers=1, limits=Limits(max_seconds=SECONDS, max_memory=MEMORY)) as opened:
        yield opened


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_file_costs_bounded_time_and_memory_and_the_next_file_is_read(pool: ParserPool, name: str) -> None:
    data = HOSTILE[name]()
    begun = time.monotonic()
    try:
        document = pool.parse(data, name=name)
    except UnreadableDocument as refused:
        assert name in refused.message and refused.hint
    else:
        assert_wellformed(document)
        assert "root:x" not in document.text
        assert name in READ_ANYWAY
    assert time.monotonic() - begun < SECONDS + 10
    assert pool.parse(b"Still here.", name="next.txt").text == "Still here."


def test_there_are_more_than_forty_attacks_on_every_kind_of_file() -> None:
    assert len(HOSTILE) >= 60
    kinds = {name.rpartition(".")[2] for name in HOSTILE}
    assert kinds >= {"pdf", "docx", "xlsx", "pptx", "html", "md", "rst", "txt", "csv", "json", "eml", "py", "js"}
