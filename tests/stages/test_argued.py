"""What is said within an argument that a text only relates is not the text's own word (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.announcing import announces
from aver.stages.argued import argued

QUOTE = "Coffee drinkers live longer, therefore coffee protects the heart."


@pytest.mark.parametrize(
    "opening",
    [
        "The argument for protection runs as follows.",
        "The usual case for coffee goes like this.",
        "Proponents of coffee argue from numbers.",
        "Its advocates in industry point out the benefits.",
        "Some say that habits tell. They add figures.",
        "It has often been argued that habits matter.",
        "One might think as follows.",
        "At first sight the matter is simple.",
        "On this view the heart gains.",
        "Das Argument für Kaffee lautet so.",
        "Befürworter verweisen auf Zahlen.",
        "Man könnte meinen, die Sache sei klar.",
    ],
)
def test_the_sentences_behind_the_opening_of_an_argument_are_part_of_it(opening: str) -> None:
    around = f"Coffee is old.\n\n{opening} {QUOTE} Yet trials find nothing."

    assert argued("Does coffee protect the heart?", QUOTE, around)
    assert not argued("What is the argument for coffee?", QUOTE, around)
    assert not argued("Why would coffee protect the heart?", QUOTE, around)


@pytest.mark.parametrize(
    "around",
    [
        f"The argument runs as follows. It is simple. But it fails. {QUOTE}",
        f"Some say so. We find the same. {QUOTE}",
        f"Proponents claim much. Three trials showed an effect. {QUOTE}",
        f"The argument for tea runs as follows.\n\n{QUOTE}",
        f"Coffee is old. {QUOTE}",
        f"The committee heard arguments. {QUOTE}",
    ],
)
def test_a_turn_a_finding_and_a_new_paragraph_end_it(around: str) -> None:
    assert not argued("Does coffee protect the heart?", QUOTE, around)


def test_a_sentence_that_turns_against_the_argument_is_the_texts_own() -> None:
    turn = "Yet trials find no effect."

    assert not argued("Does coffee have an effect?", turn, f"The argument runs as follows. {QUOTE} {turn}")


def test_what_ends_with_as_follows_says_nothing() -> None:
    assert announces("The fee is calculated as follows.")
    assert not announces("The fee follows from the table.")


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_read(asked: str, quoted: str, around: str) -> None:
    assert argued(asked, quoted, around) in (True, False)
    assert not argued(asked, f"x{quoted}", quoted[:-1])
