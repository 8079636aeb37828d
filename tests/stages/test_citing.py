"""Where a citation stands, as one says it (H3)."""

from __future__ import annotations

import pytest

from aver.stages.citing import citation_of, place_of
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage


@pytest.mark.parametrize(
    ("title", "path", "page", "said"),
    [
        ("Refunds", "Refunds > The policy", None, "Refunds > The policy"),
        ("Refunds", "Refunds", 3, "Refunds, page 3"),
        ("Handbook", "Refunds > The policy", None, "Handbook, Refunds > The policy"),
        ("Refunds", "Refunds and returns", None, "Refunds, Refunds and returns"),
        ("Refunds", "", None, "Refunds"),
        ("", "", None, "notes.txt"),
    ],
)
def test_a_title_that_is_the_first_heading_is_said_once(title: str, path: str, page: int | None, said: str) -> None:
    found = passage(uri="notes.txt", title=Sealed(title), section_path=Sealed(path), page=page)
    assert place_of(found) == said
    cited = citation_of(packet(found), found.start, found.end)
    assert place_of(cited) == said
    assert place_of(cited, below=" › ") == said.replace(" > ", " › ")
