"""What a reader is shown and where its span lies: offsets hold through heading and header rows."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from aver.stages.reading import heading_of, holds_span, read_text, readable, reading_features, span_read
from aver.values.evidence import Passage
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

SAID = "The warranty lasts two years. It covers parts only."
ASKED = "How long does the warranty of policy 7 last?"


def shown(**changes: object) -> Passage:
    return replace(passage(SAID, start=100), title=Sealed("Guide"), **changes)


def found(where: Passage, words: str, **changes: float) -> Reading:
    start = read_text(where, ASKED).index(words)
    given = {"relevance": 0.9, "answerable": 0.8, "margin": 2.0} | changes
    return Reading(start=start, end=start + len(words), **given)


def test_a_passage_is_read_under_its_title_and_section_path() -> None:
    assert read_text(shown(section_path=Sealed("Terms > Warranty")), ASKED) == f"Guide > Terms > Warranty\n{SAID}"
    assert heading_of(shown(section_path=Sealed("Guide > Warranty"))) == "Guide > Warranty"


def test_header_rows_that_stand_elsewhere_are_read_before_the_rows() -> None:
    assert read_text(shown(header=Sealed("item | years")), ASKED).splitlines()[1] == "item | years"


def test_a_span_found_in_the_passage_keeps_its_place_in_the_document() -> None:
    where = shown(section_path=Sealed("Terms"), header=Sealed("item | years"))
    start, end = span_read(where, found(where, "two years"), ASKED) or (0, 0)
    assert SAID[start - 100 : end - 100] == "two years"


def test_a_span_found_in_the_heading_is_no_answer() -> None:
    where = shown(section_path=Sealed("Two years of warranty"))
    assert span_read(where, found(where, "Two years"), ASKED) is None


def test_what_the_question_calls_the_file_by_stands_in_front_and_moves_no_span() -> None:
    where = shown(uri="terms/policy-07.md", section_path=Sealed("Terms"))
    assert read_text(where, ASKED) == f"policy 7: Guide > Terms\n{SAID}"
    assert span_read(where, found(where, "two years"), ASKED) == (100 + SAID.index("two"), 100 + SAID.index(". It"))


def test_the_unit_that_holds_the_span_is_told_from_the_one_that_does_not() -> None:
    where = shown()
    read = {where.chunk: found(where, "two years")}
    assert holds_span(where, 100, 129, read, asked=ASKED) == 1.0
    assert holds_span(where, 130, 100 + len(SAID), read, asked=ASKED) == 0.0
    assert holds_span(where, 100, 129, {}, asked=ASKED) == 0.0


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-1e6, 1e6))
def test_signals_of_any_reading_lie_between_zero_and_one(relevance: float, answerable: float, margin: float) -> None:
    read = Reading(relevance=relevance, answerable=answerable, start=None, end=None, margin=margin)
    assert all(0.0 <= value <= 1.0 for value in reading_features(read).values())


def test_more_confidence_never_lowers_a_signal() -> None:
    low = Reading(relevance=0.2, answerable=0.3, start=None, end=None, margin=-1.0)
    high = Reading(relevance=0.8, answerable=0.9, start=0, end=4, margin=3.0)
    assert all(reading_features(high)[name] > value for name, value in reading_features(low).items())


def test_a_reader_is_shown_what_is_in_the_questions_language_if_it_reads_it() -> None:
    german, english = (
        passage("Die Garantie gilt nicht für die Pumpe."),
        passage("The warranty of the pump is for a year."),
    )
    asked, both = "Wie lange gilt die Garantie?", ("en", "de")
    assert readable(ASKED, [german, english], ("en",)) == (english,)
    assert readable(ASKED, [german, english], both) == (english,)
    assert readable(asked, [german, english], ("en",)) == ()
    assert readable(asked, [german, english], both) == (german,)


def test_a_text_that_tells_no_language_counts_as_one_that_is_read() -> None:
    german, named = passage("Die Garantie gilt nicht für die Pumpe."), passage("Author: Martin von der Heide")
    assert readable(ASKED, [german, named], ("en",)) == (named,)
    assert readable("Pumpe 3000", [german, named], ("en",)) == (named,)
    assert readable("Pumpe 3000", [german, named], ("en", "de")) == (german, named)
    assert readable("Wie lange gilt die Garantie?", [named], ("en", "de")) == (named,)
    assert readable(ASKED, [named], ()) == ()
