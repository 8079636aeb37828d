"""A quote about the model beside the one asked about is no answer, whatever the manual's title names (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_sibling import sibling_quoted, told_for_it_elsewhere
from aver.stages.designations import designations

BOTH = "Korona K40 and K60: Operating manual"


@pytest.mark.parametrize(
    ("asked", "quoted", "names"),
    [
        ("Can the lid of the K40 be boiled?", "The lid of the K60 can be boiled for 20 minutes.", BOTH),
        ("How many runs does the TB-3S store?", "The TB-3 stores 500 runs.", "TB-3 and TB-3S"),
        ("How many runs does the TB-3 store?", "The TB-3S stores 500 runs.", "TB-3 and TB-3S"),
        ("How long is the drive of the Rondo 5 covered?", "Two years, and five on the drive of the Rondo 5R.", BOTH),
        ("May the door of boiler A3 be opened?", "The door may be opened below 80 °C.", "Instruction 8: boiler A2"),
        ("What spacing does edition 1 ask for?", "Edition 2 asks for labels every 10 m.", "Cables"),
        ("How many sensors does the GW-9 Lite take?", "Eight sensors remain.", "GW-9 change log"),
        ("How long are parts for the K20 Plus kept?", "Parts for the K20 are kept for seven years.", "K20 / K20 Plus"),
        ("When will updates come to the K20 Plus?", "We add updates to the K30 in 2027.", "K20 / K20 Plus / K30"),
        ("Wie schwer ist das Modell K40?", "Das Modell K60 wiegt 8 kg.", "Handbuch"),
    ],
)
def test_another_number_of_the_same_family_is_a_sibling(asked: str, quoted: str, names: str) -> None:
    assert sibling_quoted(asked, quoted, names=names, evidence=quoted, around=quoted)


@pytest.mark.parametrize(
    ("asked", "quoted", "names"),
    [
        ("Which model replaces the K40?", "The K40 is replaced by the K60.", BOTH),
        ("Is the K40 lighter?", "It is lighter than the K60.", BOTH),
        ("Does PEP 649 break anything?", "Compared to PEP 563, this breaks little.", "pep-0649"),
        ("What does the TR33-18 need?", "The TR33 needs 1 µF.", "TR33"),
        ("Is rotor R-201 in the set?", "Rotors R-100 to R-300 are in the set.", "Set"),
        ("Is Windows 11 supported?", "Windows 10 and 11 are supported.", "Support"),
        ("What happened on 5 March?", "On 7 March the office moved.", "Diary"),
        ("What does it cost in EUR 5 steps?", "It costs EUR 20.", "Prices"),
        ("After 40 hours, what is checked?", "After 20 hours the oil is checked.", "Service"),
    ],
)
def test_a_thing_only_mentioned_its_series_and_a_range_are_none(asked: str, quoted: str, names: str) -> None:
    assert not sibling_quoted(asked, quoted, names=names, evidence=quoted, around=quoted)


def test_a_table_of_other_models_is_about_siblings() -> None:
    header = "Parameter | Rondo 5 | Rondo 5R"
    row = "Capacity | 4 x 250 mL | 4 x 250 mL"
    asked = "What is the capacity of the Rondo {}?"
    assert sibling_quoted(asked.format(4), row, names="Centrifuges", evidence=f"{row}\n{header}", around=row)
    assert not sibling_quoted(asked.format(5), row, names="Centrifuges", evidence=f"{row}\n{header}", around=row)


def test_the_sentence_beside_the_quote_says_what_was_asked() -> None:
    around = "The moisture of oak boards is 8%. The moisture of beech boards is 7%. Both are planed."
    first, second, _ = around.replace(". ", ".\n").split("\n")
    asked = "What is the moisture of beech boards?"
    assert sibling_quoted(asked, first, names="Boards", evidence=first, around=around)
    assert not sibling_quoted(asked, second, names="Boards", evidence=second, around=around)
    assert not sibling_quoted(asked, first, names="Boards", evidence=first, around=first)


@pytest.mark.parametrize(
    ("asked", "sibling"),
    [
        ("How warm is the covered court?", True),
        ("How warm is the open court?", False),
        ("How warm is the court?", False),
        ("How warm is the covered hall?", False),
    ],
)
def test_a_later_sentence_says_what_was_asked(asked: str, sibling: bool) -> None:
    quoted = "The open court is heated to 12 degrees."
    around = f"{quoted} In winter it's closed. The covered court has 19 degrees all year."
    assert sibling_quoted(asked, quoted, names="Club", evidence=quoted, around=around) is sibling


def test_farther_away_as_many_words_of_the_question_are_too_few() -> None:
    quoted, asked = "The open court costs 9 euros.", "What does the covered court cost?"
    near = f"{quoted} The covered court is new."
    far = f"{quoted} Bring shoes. The covered court is new."
    assert sibling_quoted(asked, quoted, names="Club", evidence=quoted, around=near)
    assert not sibling_quoted(asked, quoted, names="Club", evidence=quoted, around=far)


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_judged(asked: str, quoted: str, around: str) -> None:
    assert sibling_quoted(asked, quoted, names=around, evidence=quoted, around=around) in (True, False)
    assert all(0 <= one.start < one.end <= len(quoted) for one in designations(quoted))


@given(st.from_regex(r"(?:[A-Z][a-z]{2,8}[ -])?[A-Z]{1,3}-?[1-9]\d{0,3}[A-Z]?", fullmatch=True))
def test_nothing_is_its_own_sibling(name: str) -> None:
    asked, quoted = f"How heavy is the {name}?", f"The {name} weighs nothing."
    assert not sibling_quoted(asked, quoted, names=name, evidence=quoted, around=quoted)


@pytest.mark.parametrize(
    ("asked", "names", "other"),
    [
        ("When must dogs be on a lead in Castle Meadow?", "Minutes", True),
        ("When must dogs be on a lead in Castle Meadow?", "Rules of Castle Meadow", False),
        ("When must dogs be on a lead in Priory Park?", "Minutes", False),
        ("When must dogs be on a lead in town?", "Minutes", False),
    ],
)
def test_another_place_by_name_is_a_sibling(asked: str, names: str, other: bool) -> None:
    quote = "Dogs must be on a lead in Priory Park between 1 April and 30 September."
    assert sibling_quoted(asked, quote, names=names, evidence=quote, around=quote) is other


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("When was Bakke's second report sent?", "Tarn's second report was sent in May.", True),
        ("When was Bakke's second report sent?", "Bakke's second report answers Tarn's second report.", False),
        ("When was Bakke's report sent?", "It's second nature to report.", False),
    ],
)
def test_anothers_thing_of_the_same_name_is_a_sibling(asked: str, quoted: str, other: bool) -> None:
    assert sibling_quoted(asked, quoted, names="", evidence=quoted, around=quoted) is other


@pytest.mark.parametrize(
    ("asked", "beside", "other"),
    [
        ("How soon must a diver report?", "For divers and their tenders, it is the second day.", True),
        ("How soon must a diver report?", "In the case of divers the limit is 12 hours.", True),
        ("How soon must an angler report?", "For divers the limit is 12 hours.", False),
        ("How soon must a diver report?", "For divers the form is yellow.", False),
        ("Wann muss ein Taucher melden?", "Für Taucher gilt der zweite Tag.", True),
    ],
)
def test_a_figure_beside_the_quote_for_the_case_asked_about_is_the_answer(asked: str, beside: str, other: bool) -> None:
    quoted = "Visitors report within 24 hours."
    around = f"{quoted} {beside}"
    assert sibling_quoted(asked, quoted, names="Harbour rules", evidence=quoted, around=around) is other


@pytest.mark.parametrize(
    ("asked", "quoted", "part"),
    [
        ("How soon must anglers report?", "Anglers of the north quay report within two days.", True),
        ("Wann müssen Angler sich melden?", "Angler von der Nordmole melden sich binnen zwei Tagen.", True),
        ("How soon must anglers report?", "Anglers report within two days.", False),
        ("How soon must anglers report?", "Anglers of the harbour report within two days.", False),
        ("How soon must anglers on the north quay report?", "Anglers of the north quay report in two days.", False),
        ("How soon must anglers report who moor there?", "Anglers of the north quay report in two days.", False),
        ("Must fly anglers report?", "Anglers under twelve need not report.", True),
        ("Must anglers report?", "Anglers under twelve need not report.", True),
        ("Must harbour anglers report?", "Anglers under twelve need not report.", False),
        ("How soon must I report?", "Anglers of the north quay report within two days.", False),
    ],
)
def test_some_of_a_group_do_not_answer_for_all(asked: str, quoted: str, part: bool) -> None:
    assert sibling_quoted(asked, quoted, names="Harbour rules", evidence=quoted, around=quoted) is part


@pytest.mark.parametrize(
    ("asked", "quoted", "sibling"),
    [
        ("When is vpn2.north.example switched off?", "vpn.north.example is switched off on 31 December.", True),
        ("What does os.path.join do?", "os.path.split parts a path in two.", True),
        ("Where is docs/a/config.md?", "The file docs/b/config.md is in the root.", True),
        ("What does os.path.join do?", "os.path.join puts together what os.path.split parted.", False),
        ("When is vpn2.north.example switched off?", "mail.south.example is switched off in May.", False),
        ("Who renamed City/ABC?", "Disney renamed Cities/ABC.", False),
    ],
)
def test_a_name_in_parts_that_differs_in_one_is_a_siblings(asked: str, quoted: str, sibling: bool) -> None:
    assert sibling_quoted(asked, quoted, names="Notes", evidence=quoted, around=quoted) is sibling


CALL = (
    "Applicants hold a doctorate. Applicants employed by a company may be partners but not leaders. "
    "Each person may lead one proposal only."
)


@pytest.mark.parametrize(
    ("asked", "quoted", "others"),
    [
        ("Can a company employee lead a proposal?", "Each person may lead one proposal only.", True),
        ("Can a company employee lead a proposal?", "Applicants employed by a company may be partners.", False),
        ("Can a retired professor lead a proposal?", "Each person may lead one proposal only.", False),
        ("Can applicants lead a proposal?", "Each person may lead one proposal only.", False),
        ("How many proposals may a company employee lead?", "Each person may lead one proposal only.", False),
    ],
)
def test_what_holds_for_anybody_is_no_answer_where_those_asked_about_are_told_of(
    asked: str, quoted: str, others: bool
) -> None:
    assert sibling_quoted(asked, quoted, names="Call", evidence=quoted, around=CALL) is others


@pytest.mark.parametrize(
    ("asked", "text", "elsewhere"),
    [
        ("How many messages does it accept in staging?", "Staging: the limits are a tenth.", True),
        ("How many messages does it accept in staging?", "Runbook\nStaging", True),
        ("How many messages does it accept in staging?", "We have a staging area: it is small.", False),
        ("How many messages does it accept in production?", "Staging: the limits are a tenth.", False),
        ("How many messages does it accept per minute?", "Minute: sixty seconds.", False),
        ("How many messages does the queue accept for the queue?", "Queue: a list.", False),
    ],
)
def test_a_case_that_another_text_tells_of_by_a_label_is_not_the_one_shown(
    asked: str, text: str, elsewhere: bool
) -> None:
    assert told_for_it_elsewhere(asked, "A queue accepts 10,000 messages.", [text]) is elsewhere
