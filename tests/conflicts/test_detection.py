"""Values that disagree become sides; copies count once; what agrees is no conflict (E5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.conflicts import conflicts_in, opposed, sides_quoted, statements_in, wanted_of, with_sides_selected
from aver.stages.conflicts.comparing import same_value
from aver.stages.conflicts.detection import origins
from aver.stages.wanted import ValueKind
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

ASKED = "What is the population of Tarnvik?"
LARGE = "Tarnvik is a town by the lake. At the last census the population of Tarnvik was 9,523."
SMALL = "Tarnvik is a village in the hills. The village had 174 people at the last count."


def said(number: int, text: str, **changes: Any) -> EvidencePacket:
    """Return the packet of document `number` that says `text`."""
    name, score = f"doc_{number}", changes.pop("score", 0.9)
    of = passage(
        text, chunk=f"chk_{number}", document=name, version=f"ver_{number}", uri=f"{number}.md",
        title=Sealed("", name), section_path=Sealed("", name), **changes,
    )  # fmt: skip
    return packet(of, packet=f"pkt_{number}", rank=number, score=score)


def values(question: str, *texts: str) -> list[str]:
    found = conflicts_in(question, [said(number, text) for number, text in enumerate(texts, start=1)])
    return [side.value.text for conflict in found for side in conflict.sides]


@pytest.mark.parametrize(
    ("question", "one", "two", "expected"),
    [
        (ASKED, LARGE, SMALL, ["9,523", "174 people"]),
        (
            "When was Ada Holm born?",
            "Ada Holm (2 July 1829 – 3 May 1900) was a diplomat.",
            "Ada Holm was born on 14 March 1911 in Oslo.",
            ["2 July 1829", "14 March 1911"],
        ),
        (
            'Who directed the film "Quiet Harbour"?',
            "Quiet Harbour is a 1968 Italian film directed by Franco Berti.",
            "The film Quiet Harbour was directed by Elena Kask in 1956.",
            ["Franco Berti", "Elena Kask"],
        ),
        (
            "What sport is Jon Vale associated with?",
            "Jon Vale is a retired Canadian ice hockey forward.",
            "Jon Vale is an English cricketer who bowled left-arm spin.",
            ["ice hockey", "cricket"],
        ),
        (
            "Where is Kell House located?",
            "Kell House is a manor located in Bergen, Norway.",
            "Kell House is located in Turku, Finland.",
            ["Bergen, Norway", "Turku, Finland"],
        ),
        (
            "May contractors use the staff canteen?",
            "Contractors may use the staff canteen on weekdays.",
            "Contractors must not use the staff canteen.",
            ["yes", "no"],
        ),
    ],
)
def test_two_documents_with_incompatible_values_make_two_sides(
    question: str, one: str, two: str, expected: list[str]
) -> None:
    assert values(question, one, two) == expected


@pytest.mark.parametrize(
    ("question", "one", "two"),
    [
        (ASKED, LARGE, "The population of Tarnvik was 9523 in 2011."),
        (ASKED, LARGE, "The population of Selmo was 174."),
        (ASKED, LARGE, "Tarnvik lies 174 km north of Oslo."),
        (ASKED, LARGE, "Nothing is known of Tarnvik."),
        ("Why is Tarnvik growing?", LARGE, SMALL),
        ("When was Ada Holm born?", "Ada Holm was born on 2 July 1829.", "Ada Holm was born in 1829."),
        ("What sport is Jon Vale associated with?", "Jon Vale is a footballer.", "Jon Vale was a football player."),
    ],
)
def test_what_agrees_or_speaks_of_something_else_is_no_conflict(question: str, one: str, two: str) -> None:
    assert values(question, one, two) == []


def test_one_document_that_disagrees_with_itself_is_no_conflict_between_sources() -> None:
    one, two = said(1, LARGE), said(1, SMALL, start=900)
    assert conflicts_in(ASKED, [one, two]) == ()


def test_what_has_been_replaced_takes_part_in_no_conflict() -> None:
    assert conflicts_in(ASKED, [said(1, LARGE), said(2, SMALL, freshness=Freshness.SUPERSEDED)]) == ()


def test_a_packet_that_hardly_bears_on_the_question_takes_no_part() -> None:
    assert conflicts_in(ASKED, [said(1, LARGE), said(2, SMALL, score=0.1)]) == ()
    assert conflicts_in(ASKED, [said(1, LARGE), said(2, SMALL)], least=0.95) == ()


def test_copies_of_one_origin_count_once_and_do_not_outvote() -> None:
    copies = [said(number, LARGE) for number in (1, 2, 3)]
    found = conflicts_in(ASKED, [*copies, said(4, SMALL)])
    assert [(side.value.text, side.origins, len(side.packets)) for side in found[0].sides] == [
        ("9,523", 1, 3),
        ("174 people", 1, 1),
    ]
    assert origins([said(1, LARGE), said(2, "An independent text says the population of Tarnvik was 9,523.")]) == 2


def test_authority_goes_before_the_number_of_origins() -> None:
    other = "Another text: the population of Tarnvik was 9,523."
    found = conflicts_in(ASKED, [said(1, LARGE), said(2, other), said(3, SMALL, authority=0.9)])
    assert [side.value.text for side in found[0].sides] == ["174 people", "9,523"]
    assert found[0].kind is ConflictKind.VALUE


def test_every_side_is_selected_marked_and_quoted_where_its_value_stands() -> None:
    packets = [said(1, LARGE), said(2, SMALL), said(3, "Nothing is known of Tarnvik.")]
    unselected = [packet(one.passage, packet=one.packet, score=one.score, selected=False) for one in packets]
    found = conflicts_in(ASKED, unselected)
    marked = with_sides_selected(unselected, found)
    assert [one.selected for one in marked] == [True, True, False]
    assert opposed(marked) == (("pkt_1", "pkt_2"),)
    claims = sides_quoted(found, marked)
    assert [claim.text.text for claim in claims] == [
        "At the last census the population of Tarnvik was 9,523.",
        "The village had 174 people at the last count.",
    ]
    assert all(side.value.text in claim.text.text for side, claim in zip(found[0].sides, claims, strict=True))


def test_where_a_reader_points_its_span_is_the_value() -> None:
    one = said(1, "Tarnvik has grown. Some nine thousand live there.")
    start = one.passage.text.text.index("nine")
    reading = Reading(relevance=0.9, answerable=0.9, start=start, end=start + 13, margin=3.0)
    found = conflicts_in(ASKED, [one, said(2, SMALL)], readings={"chk_1": reading})
    assert [side.value.text for side in found[0].sides] == ["nine thousand", "174 people"]


def test_a_span_without_a_number_is_no_number() -> None:
    one = said(1, "Tarnvik has grown. Some fishermen live there.")
    start = one.passage.text.text.index("fishermen")
    reading = Reading(relevance=0.9, answerable=0.9, start=start, end=start + 9, margin=3.0)
    assert conflicts_in(ASKED, [one, said(2, SMALL)], readings={"chk_1": reading}) == ()


def test_a_length_of_time_is_no_date() -> None:
    question, other = "In which month is Tarnvik 3 released?", "Tarnvik 3 is released in October every year."
    one = said(1, "Tarnvik 3 is developed for around 17 months. It is released in June.")
    for words, expected in (("around 17 months", 0), ("June", 1)):
        start = one.passage.text.text.index(words)
        reading = Reading(relevance=0.9, answerable=0.9, start=start, end=start + len(words), margin=3.0)
        second = Reading(relevance=0.9, answerable=0.9, start=other.index("Oct"), end=other.index(" every"), margin=3.0)
        found = conflicts_in(question, [one, said(2, other)], readings={"chk_1": reading, "chk_2": second})
        assert len(found) == expected


def test_a_listing_of_code_contradicts_nothing() -> None:
    assert conflicts_in(ASKED, [said(1, LARGE, kind=ChunkKind.PROSE), said(2, SMALL)]) != ()
    assert conflicts_in(ASKED, [said(1, LARGE, kind=ChunkKind.CODE), said(2, SMALL)]) == ()


def test_a_long_listing_in_prose_is_read_in_no_pieces() -> None:
    listing = "Tarnvik options:\n" + "        population=9,523 (how many live there)\n" * 12
    wanted = wanted_of(ASKED)
    assert wanted is not None
    assert statements_in([said(1, listing)], wanted, {}) == ()
    assert statements_in([said(1, " ".join(listing.split()))], wanted, {}) != ()


def test_running_text_without_stops_is_read_in_pieces() -> None:
    footer = "Tarnvik portal " + "link " * 120 + "population 9,523 " + "· " * 60
    wanted = wanted_of(ASKED)
    assert wanted is not None
    statement = statements_in([said(1, footer)], wanted, {})[0]
    assert statement.value == "9,523"
    assert len(statement.unit.text) <= 400


NUMBERS = st.integers(min_value=1, max_value=10**7)


def test_a_number_in_words_is_the_same_as_in_digits() -> None:
    assert same_value(ValueKind.NUMBER, "Twenty-eight days", "28 days")
    assert not same_value(ValueKind.NUMBER, "Twenty-eight days", "27 days")


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("October every year", "October 2021", True),
        ("in January", "on 30 January", True),
        ("October every year", "June 2021", False),
        ("12 October 2020", "October 2021", False),
        ("in Oktober", "October", True),
    ],
)
def test_a_month_without_a_year_is_the_same_month_of_any(one: str, two: str, same: bool) -> None:
    assert same_value(ValueKind.DATE, one, two) is same_value(ValueKind.DATE, two, one) is same


@given(NUMBERS, NUMBERS)
def test_numbers_are_the_same_value_exactly_when_they_are_equal(one: int, two: int) -> None:
    assert same_value(ValueKind.NUMBER, f"{one:,} people", str(two)) == (one == two)


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_text_is_read_without_an_error_and_a_value_stands_in_its_sentence(text: str, question: str) -> None:
    for kind in ("What is the population of X?", "When was X built?", "Who directed X?", question):
        wanted = wanted_of(kind)
        for one in statements_in([said(1, text or "x")], wanted, {}) if wanted else ():
            assert one.unit.text
