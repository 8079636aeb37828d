"""Statements of two documents that can't both answer are a conflict, whatever the question asks for (E5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.conflicts import contradiction, said_otherwise
from aver.stages.quotation import Unit, rows_of, units_of
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage


def held(text: str, number: int, title: str = "Guide", **changes: object) -> EvidencePacket:
    """Return the packet of a text of its own document."""
    document = f"doc_{number}"
    of = passage(
        text,
        start=0,
        document=document,
        chunk=f"chk_{number}",
        uri=f"{title}.md",
        title=Sealed(title, document),
        section_path=Sealed("", document),
        **changes,
    )
    return packet(of, packet=f"pkt_{number}")


def whole(text: str, number: int, title: str = "Guide") -> Unit:
    """Return a text as the one unit of its document."""
    return Unit(packet=held(text, number, title), start=0, end=len(text))


def values(question: str, *texts: str) -> list[str]:
    """Return the values of the conflict among texts, each of its own document."""
    found = said_otherwise(question, [held(text, number) for number, text in enumerate(texts)])
    return [side.value.text for conflict in found for side in conflict.sides]


@pytest.mark.parametrize(
    ("question", "one", "two", "told"),
    [
        ("What is the deposit for a key?", "The deposit for a key is 10 euros.", "A key: deposit 15 euros.", True),
        ("When was the archive founded?", "The archive was founded in 1911.", "The archive was founded in 1908.", True),
        ("Are cameras allowed?", "Cameras are not allowed.", "Cameras are allowed without flash.", True),
        ("Sind Hunde erlaubt?", "Hunde sind erlaubt.", "Hunde sind nicht erlaubt.", True),
        (
            "How long is the wait for a box?",
            "The wait for a box is 2 hours.",
            "The wait for a box is 90 minutes.",
            True,
        ),
        (
            "How long is the wait for a box?",
            "The wait for a box is 2 hours.",
            "The wait for a box: 120 minutes.",
            False,
        ),
        (
            "What is the deposit for a key?",
            "The deposit for a key is 10 euros.",
            "The deposit for a key is refunded.",
            False,
        ),
        (
            "What is the deposit for a key?",
            "1. The deposit for a key is 10 euros.",
            "7. Deposit for a key: 10 euros.",
            False,
        ),
        (
            "What is the deposit for a key?",
            "The deposit for a key is 10 euros.",
            "The deposit for a room is 15 euros.",
            False,
        ),
        ("What is the annual fee?", "The annual fee is 40 euros.", "The annual fee for students is 20 euros.", False),
        ("When do boxes arrive?", "Boxes arrive at 10 on days.", "Are boxes to arrive at 12 on days?", False),
        ("Why are cameras allowed?", "Cameras are not allowed.", "Cameras are allowed without flash.", False),
    ],
)
def test_two_sentences_of_the_same_words_with_other_values_disagree(
    question: str, one: str, two: str, told: bool
) -> None:
    assert bool(values(question, one, two)) is told is bool(values(question, two, one))


def test_the_values_are_those_that_the_other_does_not_give() -> None:
    told = ("Up to six boxes a day are lent, from 9.", "Up to eight boxes a day are lent, from 9.")
    assert values("How many boxes are lent a day?", *told) == ["six", "eight"]


def test_one_document_that_disagrees_with_itself_is_no_conflict_between_two() -> None:
    text = "The deposit for a key is 10 euros. The deposit for a key is 15 euros."
    assert not said_otherwise("What is the deposit for a key?", [held(text, 1)])


def test_a_document_about_another_thing_than_is_named_contradicts_nothing() -> None:
    packets = [held("The warranty lasts 2 years.", 1, "HX40"), held("The warranty lasts 3 years.", 2, "HX60")]
    assert not said_otherwise("How long does the warranty of the HX40 last?", packets)
    pumps = [held("The warranty lasts 2 years.", 1, "Aqua 200"), held("The warranty lasts 3 years.", 2, "Aqua 400")]
    assert not said_otherwise("How long does the warranty of the Aqua 400 last?", pumps)
    assert said_otherwise("How long does the warranty last?", packets)


def test_what_is_no_longer_current_or_hardly_answers_contradicts_nothing() -> None:
    question, texts = (
        "When was the archive founded?",
        ("The archive was founded in 1911.", "The archive was founded in 1908."),
    )
    packets = [held(texts[0], 1), held(texts[1], 2, freshness=Freshness.SUPERSEDED)]
    assert not said_otherwise(question, packets)
    packets = [held(text, number) for number, text in enumerate(texts)]
    assert said_otherwise(question, packets, least=0.5) and not said_otherwise(question, packets, least=0.6)


@pytest.mark.parametrize(
    ("title", "said", "conflicting"),
    [
        ("What's new in Plumeria Backup", "Up to 50 schedules.", True),
        ("What's new in Plumeria Backup", "Up to 20 schedules.", False),
        ("What's new in Plumeria Backup", "We ran 50 schedules.", False),
        ("Garden diary", "Up to 50 schedules.", False),
    ],
)
def test_what_says_nothing_beside_the_value_contradicts_in_a_document_of_the_same_thing(
    title: str, said: str, conflicting: bool
) -> None:
    one = held("Up to 20 schedules can be active.", 1, title="Plumeria Backup 3: guide")
    other = held(said, 2, title=title)
    (quote,), (told,) = units_of(one), units_of(other)
    assert (contradiction("How many schedules can be active?", quote, told) is not None) is conflicting


def test_a_cell_says_what_its_row_and_column_name() -> None:
    rows = (("Setting", "Default", "Since"), ("max_boxes", "6", "2.0"))
    text, cells = "\n".join(" | ".join(row) for row in rows), []
    for row, line in enumerate(rows):
        for column, cell in enumerate(line):
            start = text.index(cell, text.index(line[0]))
            cells.append((row, column, start, start + len(cell), row == 0))
    table = held(text, 1, kind=ChunkKind.TABLE, table_cells=tuple(cells))
    assert len(rows_of(table)) == 1
    prose = held("The default of max_boxes is 8.", 2)
    (found,) = said_otherwise("What is the default of max_boxes?", [table, prose])
    assert [side.value.text for side in found.sides] == ["6", "8"]
    assert not said_otherwise("What is the default of max_boxes?", [table, held("max_boxes defaults to 6.", 2)])


@pytest.mark.parametrize(
    ("question", "quote", "other", "told"),
    [
        ("How many guests does the café seat?", "The café seats 35 guests.", "The café has seats for 40 guests.", True),
        ("When was the hall opened?", "The hall was opened in 1998.", "The hall opened its doors in 1999.", True),
        ("Who is the manager of the hall?", "The manager of the hall is Ann Lee.", "The hall's manager: Bo Ek.", True),
        (
            "Who is the manager of the hall?",
            "The manager of the hall is Ann Lee.",
            "The hall's manager: Ann Lee.",
            False,
        ),
        (
            "Are dogs allowed in the hall?",
            "Dogs are allowed on a leash in the hall.",
            "Dogs may not enter the hall.",
            True,
        ),
        ("Are dogs allowed in the hall?", "Dogs are allowed in the hall.", "Dogs may enter the hall.", False),
        ("What does the café seat?", "The café seats 35 guests.", "The café seats all of them.", False),
        ("How many guests does the café seat?", "The café seats 35 guests.", "The hall seats 400 guests.", False),
        (
            "How many guests does the café seat?",
            "The café seats 35 guests.",
            "The café seats guests from 9 kg on.",
            False,
        ),
    ],
)
def test_what_another_document_says_best_is_held_against_a_quote(
    question: str, quote: str, other: str, told: bool
) -> None:
    found = contradiction(question, whole(quote, 1), whole(other, 2))
    assert (found is not None) is told
    denied = question.startswith("Are")
    assert found is None or found.kind is (ConflictKind.POLARITY if denied else ConflictKind.VALUE)


def test_long_sentences_disagree_only_about_the_number_or_day_that_is_asked_for() -> None:
    filler = "which is much older than all of the others that one may still visit in these parts of the old town today"
    quote, other = (whole(f"The tower in red has {count} steps, {filler}.", count) for count in (210, 240))
    assert contradiction("How many steps does the tower in red have?", quote, other)
    assert not contradiction("Which tower in red has steps?", quote, other)


@given(st.text(max_size=60), st.text(max_size=120), st.text(max_size=120))
def test_any_texts_are_compared(question: str, one: str, two: str) -> None:
    packets = [held(text or " ", number) for number, text in enumerate((one, two))]
    for conflict in said_otherwise(question, packets):
        assert len({side.packet for side in conflict.sides}) == 2
    contradiction(question, whole(one or " ", 1), whole(two or " ", 2))
