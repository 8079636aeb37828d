"""A quote that goes on about a thing with a number is shown with the sentence that gives it (B6, G5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.called_before import called_before
from aver.stages.quotation import quoted_claim, units_of
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

NAMED = "The KX-20 fills a tank of 2 l."
ASKED = "How much does the KX-20 pump?"


def shown(text: str, asked: str, quoted: str, **changes: object) -> list[str]:
    of = passage(text, **changes)
    start = of.start + text.index(quoted)
    found = called_before(asked, of, start, start + len(quoted))
    return [text[first - of.start : last - of.start] for first, last in found]


@pytest.mark.parametrize(
    ("text", "asked", "named"),
    [
        (f"{NAMED} It pumps 30 l/min.", ASKED, NAMED),
        (f"{NAMED} Both are of steel. It pumps 30 l/min.", ASKED, NAMED),
        ("Fixed: CVE-2031-1187, a leak. It pumps 30 l/min.", "What of CVE-2031-1187?", "Fixed: CVE-2031-1187, a leak."),
        (f"The KX-30 is larger. {NAMED} It pumps 30 l/min.", ASKED, NAMED),
    ],
)
def test_the_sentence_that_bears_the_number_goes_along(text: str, asked: str, named: str) -> None:
    assert shown(text, asked, "It pumps 30 l/min.") == [named]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (f"{NAMED} It pumps 30 l/min.", "How much does it pump?"),
        (f"{NAMED} The KX-30 is larger. It pumps 30 l/min.", ASKED),
        (f"{NAMED[:-1]}, the KX-30 one of 3 l. It pumps 30 l/min.", ASKED),
        (f"{NAMED}\n\nIt pumps 30 l/min.", ASKED),
        ("The KX-20 is new. One is blue. Two are red. Three are grey. It pumps 30 l/min.", ASKED),
        (f"- {NAMED}\n- It pumps 30 l/min.", ASKED),
        (f"{NAMED} It pumps 30 l/min.", "How much does the LX-20 pump?"),
        (f"{NAMED} It pumps 30 l/min.", "How much did it pump in 2020?"),
    ],
)
def test_another_of_its_family_a_new_paragraph_and_a_year_take_nothing_along(text: str, asked: str) -> None:
    assert shown(text, asked, "It pumps 30 l/min.") == []


def test_what_headings_or_the_quote_name_needs_nobody_else() -> None:
    text = f"{NAMED} It pumps 30 l/min."
    assert shown(text, ASKED, "It pumps 30 l/min.", title=Sealed("KX-20", "doc_1")) == []
    assert shown(f"{NAMED} The KX-30 pumps 30 l/min.", ASKED, "The KX-30 pumps 30 l/min.") == []
    assert shown(text, ASKED, "It pumps 30 l/min.", kind=ChunkKind.CODE) == []


def test_the_claim_cites_both_and_says_the_quote() -> None:
    of = packet(passage(f"{NAMED} The pump gives 30 l/min."))
    unit = next(one for one in units_of(of) if "pump" in one.text)
    claim = quoted_claim(unit, support=0.7, asked=ASKED)
    assert claim.text.text == "The pump gives 30 l/min."
    assert {one.quote.text for one in claim.citations} == {claim.text.text, NAMED}
    assert [one.quote.text for one in quoted_claim(unit, support=0.7).citations] == [claim.text.text]


@given(st.text(max_size=120), st.text(max_size=120), st.data())
def test_any_text_gives_spans_before_the_quote(asked: str, text: str, data: st.DataObject) -> None:
    of: Passage = passage(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for first, last in called_before(asked, of, of.start + start, of.start + end):
        assert of.start <= first < last <= of.start + start
