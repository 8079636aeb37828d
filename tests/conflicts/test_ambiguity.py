"""Which case is meant: asked back only where the evidence gives each its own answer (B8, I4)."""

from __future__ import annotations

import pytest

from aver.stages.conflicts import ambiguities_in, conflicts_in, editions_in
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage
from tests.stages.tables import table


def section(number: int, heading: str, text: str) -> EvidencePacket:
    """Return the packet of one section of the one document."""
    of = passage(text, start=number * 1000, chunk=f"chk_{number}", section_path=Sealed(f"Notice > {heading}", "doc_1"))
    return packet(of, packet=f"pkt_{number}", rank=number)


STAFF = section(1, "Employees", "The notice period is four weeks.")
HEADS = section(2, "Managers", "The notice period is three months.")


def test_sections_with_values_of_their_own_are_offered_as_choices() -> None:
    found = ambiguities_in("How long is the notice period?", [STAFF, HEADS])
    assert [choice.text for choice in found[0].choices] == ["Employees", "Managers"]


@pytest.mark.parametrize(
    ("question", "packets"),
    [
        ("How long is the notice period for managers?", [STAFF, HEADS]),
        ("Why is there a notice period?", [STAFF, HEADS]),
        ("How long is the notice period?", [STAFF]),
        ("How long is the notice period?", [STAFF, section(2, "Managers", "The notice period is four weeks.")]),
        ("How long is the notice period?", [STAFF, section(2, "Managers", "Managers agree on a date.")]),
        ("How long is the notice period?", []),
    ],
)
def test_nothing_is_asked_back_where_the_case_is_named_or_the_answer_is_one(
    question: str, packets: list[EvidencePacket]
) -> None:
    assert ambiguities_in(question, packets) == ()


def test_a_length_of_time_is_no_number_of_things() -> None:
    pack = section(1, "Contents", "The syrup comes in a bottle of 30 tablets.")
    store = section(2, "Storing", "Once opened, use the tablets of a bottle within 60 days.")
    sachets = section(3, "Children", "For children the bottle holds 12 tablets.")
    assert ambiguities_in("How many tablets are in a bottle?", [pack, store]) == ()
    assert len(ambiguities_in("How many tablets are in a bottle?", [pack, sachets])[0].choices) == 2


PARTS = [
    ["Part", "Description", "Fits", "Price"],
    ["HC-1", "Cartridge", "C30", "212 EUR"],
    ["HC-2", "Cartridge", "C45", "268 EUR"],
    ["HC-3", "Belt", "C45", "96 EUR"],
]


def test_rows_called_alike_are_offered_by_what_tells_them_apart() -> None:
    found = ambiguities_in("How much is the cartridge?", [table(PARTS)])
    assert [choice.text for choice in found[0].choices] == ["HC-1, C30", "HC-2, C45"]
    assert ambiguities_in("How much is the cartridge for the C45?", [table(PARTS)]) == ()
    assert ambiguities_in("How much is the cartridge?", [table([*PARTS[:2], PARTS[3]])]) == ()


NEW = section(1, "4.2.0", "The default sync interval is now 5 minutes (was 15 minutes).")
OLD = section(2, "4.1.0", "The default sync interval is now 15 minutes (was 30 minutes).")


def test_sentences_alike_but_for_their_figures_are_offered_whatever_is_wanted() -> None:
    found = ambiguities_in("What is the default sync interval?", [OLD, NEW])
    assert [choice.text for choice in found[0].choices] == ["4.1.0", "4.2.0"]


@pytest.mark.parametrize(
    ("question", "packets"),
    [
        ("What is the default sync interval in 4.2.0?", [OLD, NEW]),
        ("What is the default colour of the window?", [OLD, NEW]),
        ("What is the default sync interval?", [NEW, section(2, "4.1.0", NEW.passage.text.text)]),
        ("What is the default sync interval?", [NEW, section(2, "4.1.0", "The interval can be set to 30 minutes.")]),
    ],
)
def test_sentences_alike_are_no_cases_where_one_is_named_or_they_say_the_same(
    question: str, packets: list[EvidencePacket]
) -> None:
    assert ambiguities_in(question, packets) == ()


def test_the_same_heading_under_several_products_asks_which_product() -> None:
    packets = [
        section(1, "Vento 300 > How loud is it?", "At the highest level it makes 52 dB."),
        section(2, "Vento 500 > How loud is it?", "At the highest level it makes 58 dB."),
    ]
    found = ambiguities_in("How loud is it at the highest level?", packets)
    assert {choice.text for choice in found[0].choices} == {"Vento 300", "Vento 500"}
    assert ambiguities_in("How loud is the Vento 500 at the highest level?", packets) == ()


def test_a_case_told_by_a_letter_is_named_by_its_whole_heading() -> None:
    packets = [
        section(1, "Zone A", "Parking costs 3 euros per hour."),
        section(2, "Zone B", "Parking costs 2 euros per hour."),
    ]
    assert ambiguities_in("How much does parking cost per hour?", packets) != ()
    assert ambiguities_in("How much does parking cost per hour in Zone A?", packets) == ()


def of_document(number: int, title: str, text: str) -> EvidencePacket:
    """Return the packet of a document of its own."""
    name = f"doc_{number}"
    of = passage(text, chunk=f"chk_{number}", document=name, version=f"ver_{number}", title=Sealed(title, name))
    return packet(of, packet=f"pkt_{number}", rank=number)


VOTES = "How many votes did Carol Tarn get?"


@pytest.mark.parametrize(
    ("titles", "question", "choices"),
    [
        (("2019 council election", "2021 council election"), VOTES, 2),
        (("Council election, January", "Council election, June"), VOTES, 2),
        (("2019 council election", "2021 council election"), "How many votes did Carol Tarn get in 2021?", 0),
        (("Council election", "2021 council election"), VOTES, 0),
        (("Harbour news 2019", "Council election 2021"), VOTES, 0),
    ],
)
def test_documents_of_one_series_are_asked_about_and_contradict_nobody(
    titles: tuple[str, str], question: str, choices: int
) -> None:
    packets = [
        of_document(number, title, f"Carol Tarn got {votes} votes.")
        for number, title, votes in zip((1, 2), titles, (33, 57), strict=True)
    ]
    conflicts = conflicts_in(VOTES, packets)
    assert len(conflicts) == 1
    found = editions_in(question, conflicts, packets)
    assert sum(len(one.choices) for one in found) == choices
    assert {choice.text for one in found for choice in one.choices} <= {*titles}


def test_a_document_with_two_sides_counts_once_in_its_series() -> None:
    titles = ("2019 council election", "2021 council election", "2021 council election")
    said = ("Carol Tarn got 33 votes.", "Carol Tarn got 57 votes.", "Carol Tarn got 58 votes after a recount.")
    packets = [of_document(number, *one) for number, one in enumerate(zip(titles, said, strict=True), start=1)]
    packets[2] = packet(
        passage(said[2], chunk="chk_3", document="doc_2", version="ver_2", title=Sealed(titles[2], "doc_2")),
        packet="pkt_3",
        rank=3,
    )
    (found,) = editions_in(VOTES, conflicts_in(VOTES, packets), packets)
    assert [choice.text for choice in found.choices] == ["2019 council election", "2021 council election"]
