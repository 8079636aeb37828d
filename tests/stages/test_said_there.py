"""The sentence that says in the words of a question what it asks for (G5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.said_there import said_there
from aver.values.chunks import ChunkKind
from aver.values.evidence import Freshness
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does charging cost?", "Charging costs 0.28 EUR per kWh for employees."),
        ("How much does the charging cost?", "Charging costs 0.28 EUR per kWh for employees."),
        ("When was the survey sent?", "The survey was sent in March 2025."),
        ("Who paid for the study?", "The study was paid for by Nordfjell Energy."),
        ("Who checks the log book?", "The supervisor checks the log book each quarter."),
        ("Who is the chair?", "Anna Solberg is the chair."),
        ("Who is the chair?", "The chair is Anna Solberg."),
        ("Where are the keys kept?", "- The keys are kept in the red box."),
        ("How long is the warranty?", "The warranty is at most 24 months."),
        ("How long must a password be kept?", "A password must be kept for two years."),
        ("When does the hall open?", "The hall opens at 8 a.m. on weekdays."),
        ("When did the hall open?", "The hall opened its doors in 1999."),
        ("How often is the filter replaced?", "The filter is replaced every second month."),
        ("What is the daily allowance in Norway?", "The daily allowance is 52 EUR in Norway and 61 EUR abroad."),
        ("How many guests may use the room?", "Up to twenty guests may use the room."),
        ("How many guests can the hall hold?", "The hall can hold 200 guests."),
        ("What does the kit contain?", "The kit contains a belt and two filters."),
        ("Which airplanes does AD 2018-23-51 apply to?", "AD 2018–23–51 applies to all Boeing 737 MAX airplanes."),
        ("Which cities does the line serve?", "The line serves the cities of Ulm and Bonn."),
        ("Which committee approved the budget?", "The finance committee approved the budget."),
        ("Welche Fächer bietet die Schule an?", "Die Schule bietet die Fächer Kunst und Musik an."),
        ("Wie hoch ist die Gebühr?", "Die Gebühr beträgt 12 Euro."),
        ("Wie lange ist die Frist für Bücher?", "Die Frist beträgt für Bücher vier Wochen."),
        ("Wann ist die Bücherei geöffnet?", "Die Bücherei ist mittwochs von 16 bis 18 Uhr geöffnet."),
        ("Was kostet eine Karte?", "Eine Karte kostet 5 Euro."),
        ("Wer vertritt den Vorsitzenden?", "Den Vorsitzenden vertritt der Schatzmeister."),
        ("Wer prüft den Bericht?", "Der Vorstand prüft den Bericht."),
    ],
)
def test_a_statement_in_the_words_of_the_question_answers_it(question: str, said: str) -> None:
    found = said_there(question, [packet(passage(f"Something else is told first. {said} And then something else."))])
    assert (found.text if found else None) == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does charging cost?", "Charging a van costs 5 EUR."),
        ("What does charging cost?", "Free charging costs 5 EUR a year."),
        ("When was the survey sent?", "The survey was sent to all households."),
        ("When was the survey sent?", "The survey wasn't sent in March."),
        ("When was the survey sent?", "He says that the survey was sent in March."),
        ("Who checks the log book?", "Nobody checks the log book."),
        ("Who checks the log book?", "He checks the log book."),
        ("Who checks the log book?", "It is said that the auditor checks the log book."),
        ("How long is the warranty?", "The warranty is void."),
        ("What went wrong in November?", "**What went wrong in November?** We blamed the weather."),
        ("How long is the warranty?", "The warranty is void if nobody looked at the pump for 24 months."),
        ("How many spectra does the LX-3S store?", "The LX-3 stores 500 spectra."),
        ("How many guests can the hall hold?", "The hall can hold 200 chairs."),
        ("How often are passwords changed?", "A password is changed at once when somebody knows it."),
        ("What is the warranty?", "The warranty is void."),
        ("When does the hall open?", "The hall opened its doors in 1999."),
        ("When did the hall open?", "The hall opens at 8 a.m. on weekdays."),
        ("Who manages the hall?", "Ruth Adler managed the hall."),
        ("When is the fair held?", "The fair is held there on 12 December."),
        ("Wer vertritt den Schatzmeister?", "Den Vorsitzenden vertritt der Schatzmeister."),
        ("Wer vertritt den Vorsitzenden?", "Der Vorsitzende vertritt den Schatzmeister."),
        ("Is charging free?", "Charging is free."),
        ("Which colour is the lid?", "The lid is blue."),
        ("Which team won the cup?", "No team won the cup."),
        ("Which form is filed?", "Every form is filed."),
        ("Which airplanes does the order cover?", "The order covers no military airplanes."),
        ("Which cities does the line serve?", "The line serves the following cities."),
        ("Which is the capital?", "Ulm is the capital."),
        ("What led to the protests?", "This led to the protests."),
        ("Welche Fächer bietet die Schule an?", "Die Schule bietet die Fächer an."),
        ("What is the least fee?", "The fee is 3 EUR."),
    ],
)
def test_other_words_another_order_and_another_kind_answer_nothing(question: str, said: str) -> None:
    assert said_there(question, [packet(passage(said))]) is None


def test_two_sentences_that_differ_answer_nothing_and_two_that_are_alike_do() -> None:
    one = packet(passage("The fee for it is 3 EUR."), packet="pkt_1")
    two = packet(passage("The fee for it is 4 EUR."), packet="pkt_2")

    assert said_there("What is the fee for it?", [one, two]) is None
    assert said_there("What is the fee for it?", [one, replace(one, packet="pkt_3")]) is not None


def test_only_selected_current_prose_answers() -> None:
    one = packet(passage("The annual fee is 3 EUR."))
    old = replace(one, passage=replace(one.passage, freshness=Freshness.SUPERSEDED))
    code = replace(one, passage=replace(one.passage, kind=ChunkKind.CODE))

    assert said_there("What is the annual fee?", [one]) is not None
    for other in (old, code, replace(one, selected=False)):
        assert said_there("What is the annual fee?", [other]) is None


@given(question=st.text(max_size=80), said=st.text(max_size=200))
def test_any_question_is_asked_of_any_text(question: str, said: str) -> None:
    found = said_there(f"How long {question}?", [packet(passage(said or "-"))])
    assert found is None or found.text in said


@pytest.mark.parametrize(
    ("question", "heading", "said", "found"),
    [
        ("How long is the warranty of the HX40?", "", "The warranty is two years.", True),
        ("How long is the warranty of the HX40?", "Warranty", "The warranty is two years.", True),
        ("How long is the warranty of the HX40?", "Rental devices", "The warranty is two years.", False),
        ("What is the warranty of the HX60?", "", "The warranty is 24 months.", False),
        (
            "Who funded the pump study?",
            "Acknowledgements of the study",
            "The study was funded by the Nordic Fund.",
            False,
        ),
        ("Who funded the pump study?", "", "The study was funded by the Nordic Fund.", True),
        ("What is the daily allowance for meals?", "Costs > Meals", "The daily allowance is 38 euros.", True),
        ("What is the daily allowance for hotels?", "Costs > Meals", "The daily allowance is 38 euros.", False),
        ("What is the HX40?", "", "The pump is 3 kg.", False),
        ("How long is the warranty of the HX40?", "", "The warranty of the HX60 is two years.", False),
    ],
)
def test_what_a_document_or_section_is_about_need_not_stand_in_the_sentence(
    question: str, heading: str, said: str, found: bool
) -> None:
    of = passage(said, title=Sealed("Pump HX40: a study"), section_path=Sealed(heading))
    assert (said_there(question, [packet(of)]) is not None) is found


def test_a_title_of_two_devices_says_of_neither_that_it_is_meant() -> None:
    of = passage("The warranty is two years.", title=Sealed("Pumps HX40 and HX60"), section_path=Sealed(""))
    assert said_there("How long is the warranty of the HX60?", [packet(of)]) is None


def test_what_is_labelled_as_a_question_answers_none() -> None:
    text = "**Question 1: The annual fee is 40 euros. Is less possible?**"
    assert said_there("What is the annual fee?", [packet(passage(text))]) is None
    assert said_there("What is the annual fee?", [packet(passage(text.replace("Question 1: ", "")))]) is not None
