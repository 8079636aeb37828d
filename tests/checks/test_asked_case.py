"""A quote about others than those asked about is no answer (B6)."""

from __future__ import annotations

import pytest

from aver.stages.checks.asked_case import another_case


def other(asked: str, quoted: str, names: str = "Rules of the house") -> bool:
    return another_case(asked, quoted, names=names, evidence=quoted)


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("How much space is there for visitors?", "Space: 25 GB for students, 100 GB for staff.", True),
        ("How much space is there for a Marlow visitor?", "25 GB for students and 100 GB for staff.", True),
        ("Wie viel Platz gibt es für Besucher?", "25 GB für Schüler, 100 GB für die Lehrer.", True),
        ("How much space is there for students?", "Space: 25 GB for students, 100 GB for staff.", False),
        ("How much space is there for visitors?", "Space: 25 GB for students, 100 GB for all others.", False),
        ("How much space is there for visitors?", "Space: 25 GB for everyone.", False),
        ("How much space is there for visitors?", "They get it for a month, and 5 GB for the time after.", False),
        ("How long is the notice for visitors?", "25 GB für Schüler, 100 GB für die Lehrer.", False),
    ],
)
def test_amounts_for_others_are_none_for_whom_is_asked(asked: str, quoted: str, another: bool) -> None:
    assert other(asked, quoted) is another


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("Which numbers are sums of odd primes?", "The numbers of that table are sums of even primes.", True),
        ("What made the river move northward?", "A landslide made the river move southward.", True),
        ("What is the dose for severe pain?", "The dose for mild pain is 200 mg.", True),
        ("Welche Zahlen sind ungerade?", "Die Zahlen der Tafel sind gerade.", True),
        ("What is the dose for severe pain?", "With mild fever the dose is 200 mg.", False),
        ("How many seasons did the show last?", "The show, first seen in 1993, had twelve seasons.", False),
        ("How much did the bank lend to Falk?", "Falk borrowed 5 million euros from the bank.", False),
        ("Which numbers are sums of odd primes?", "Numbers are sums of odd primes, or of even ones.", False),
        ("When does the cafeteria close?", "The cafeteria is open from 7:30 to 18:00.", False),
        ("When does the cafeteria close?", "The cafeteria opens at 7:30.", True),
    ],
)
def test_the_opposite_of_what_is_asked_about_is_no_answer(asked: str, quoted: str, another: bool) -> None:
    assert other(asked, quoted) is another


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("How long may guests use the pool?", "Members may use the pool for two hours.", True),
        ("Wie lange dürfen Gäste bleiben?", "Mitglieder dürfen zwei Stunden bleiben.", True),
        ("How long may guests use the pool?", "All guests may use the pool for two hours.", False),
        ("How long may I use the pool?", "Members may use the pool for two hours.", False),
        ("How long may members use the pool?", "Members may use the pool for two hours.", False),
        ("How long may guests stay?", "Guests stay two hours, members may stay for three.", False),
    ],
)
def test_what_others_may_do_is_not_what_is_asked(asked: str, quoted: str, another: bool) -> None:
    assert other(asked, quoted) is another


def test_those_whom_a_heading_names_are_meant() -> None:
    assert not other("How long may guests stay?", "Visitors may stay for two hours.", names="House rules > Guests")


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("Is it recommended for adults over 55?", "4 | Adults under 55 | no", True),
        ("May children under 12 ride?", "Children older than 12 may ride.", True),
        ("Was gilt für Kinder unter 12?", "Kinder über 12 zahlen voll.", True),
        ("What holds above 85 °C?", "Up to 85 °C it draws 50 mA.", True),
        ("Is it recommended for adults over 55?", "3 | Adults over 55 | yes", False),
        ("Is it recommended for adults over 55?", "Under 55 it is not; over 55 it is.", False),
        ("Is it recommended for adults over 55?", "Adults under 40 may take it.", False),
        ("What holds at 85 °C?", "Up to 85 °C it draws 50 mA.", False),
    ],
)
def test_the_other_side_of_a_bound_is_another_case(asked: str, quoted: str, another: bool) -> None:
    assert other(asked, quoted) is another


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("How long is the warranty?", "For tents bought before 1 January 2024 the warranty is 3 years.", True),
        ("How long is the warranty of a tent of 2023?", "For tents bought before 2024 the warranty is 3 years.", False),
        ("Wie hoch ist die Gebühr?", "Für Hunde über 20 kg beträgt die Gebühr 90 Euro.", True),
        ("How long is the warranty?", "For tents the warranty is 3 years.", False),
        ("When was it built?", "For more than 20 years, since 1904, the house stood empty.", False),
    ],
)
def test_what_holds_on_one_side_of_a_figure_alone_is_no_answer_for_all(asked: str, quoted: str, another: bool) -> None:
    assert another_case(asked, quoted, names="Warranty", evidence=quoted) is another


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("What discount do students get?", "Schools and charities get 40 %.", True),
        ("What discount do schools get?", "Schools and charities get 40 %.", False),
        ("What does the board decide?", "The assembly decides on fees.", True),
        ("What do birds eat?", "They eat seeds.", False),
        ("What do students get?", "Learners at school receive 40 %.", False),
    ],
)
def test_what_others_do_is_not_what_is_asked(asked: str, quoted: str, another: bool) -> None:
    assert another_case(asked, quoted, names="Fees", evidence=quoted) is another


@pytest.mark.parametrize(
    ("asked", "path", "quoted", "another"),
    [
        ("What is the maximum dose?", "Cysoril > 2 Children", "The maximum dose for children is 750 mg.", True),
        ("Wie hoch ist der Beitrag?", "Satzung > Für Schüler", "Der Beitrag für Schüler beträgt 18 Euro.", True),
        ("What is the maximum dose for a child?", "Cysoril > 2 Children", "The maximum for children is 750 mg.", False),
        ("What is the fee for boats?", "Fees > Boats", "The fee for boats is 7 euros.", False),
        ("What is the fee?", "Fees > Payment", "The fee for boats is 7 euros.", False),
        ("What is the maximum dose?", "Dose for children", "The maximum dose for children is 750 mg.", False),
    ],
)
def test_what_goes_for_those_of_its_section_alone_is_another_case(
    asked: str, path: str, quoted: str, another: bool
) -> None:
    assert another_case(asked, quoted, names=f"Cysoril\n{path}", evidence=quoted) is another


def test_a_half_of_four_letters_is_the_same_however_it_ends() -> None:
    asked, quoted = "How long is the notice for full-time staff?", "A full-timer gives two weeks of notice."
    assert not another_case(asked, quoted, names="Staff", evidence=quoted)
