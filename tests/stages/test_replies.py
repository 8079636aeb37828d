"""A reply serves the very question it was given to, and no other (J5)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.replies import question_digest
from aver.values.inquiry import Inquiry, Parameters, Turn
from aver.values.sealed import Sealed

ANN, BEN = frozenset({"user:ann"}), frozenset({"user:ben", "group:plant"})
ASKED = "Which spacing does the NS-R200 need?"


def digest(question: str = ASKED, principals: frozenset[str] = ANN, **more: object) -> str:
    return question_digest(Inquiry(question=Sealed(question), **more), principals)  # type: ignore[arg-type]


@pytest.mark.parametrize("same", [ASKED, f"  {ASKED} ", "Which spacing  does the\nNS-R200 need", ASKED + "?!"])
def test_white_space_and_closing_marks_make_no_difference(same: str) -> None:
    assert digest(same) == digest() != ""


def test_nor_does_how_a_letter_is_composed() -> None:
    asked = "Für welche Gläser?"
    assert digest(unicodedata.normalize("NFD", asked)) == digest(unicodedata.normalize("NFC", asked))


@pytest.mark.parametrize(
    "other", ["Which spacing does the NS-R200-S need?", "which spacing does the NS-R200 need?", "Which spacing?", ""]
)
def test_other_words_ask_something_else(other: str) -> None:
    assert digest(other) != digest()


def test_so_do_another_document_day_or_parameter() -> None:
    given = Parameters(pack="sensors", given=(("product", Sealed("NS-R200")),))
    told = {digest(), digest(document="doc_1"), digest(as_of="2025-01-01"), digest(parameters=given)}
    assert len(told) == 4
    assert digest(parameters=Parameters(pack="sensors")) == digest()


def test_what_goes_on_from_another_question_is_never_the_same_again() -> None:
    turn = Turn(question=Sealed("Which sensor?"), answer=Sealed("The NS-R200."))
    assert digest(conversation=(turn,)) == ""


@pytest.mark.parametrize(
    "pointing",
    [
        "Is the office open today?",
        "What has changed since last month?",
        "May this be used outdoors?",
        "Who is on call next Monday?",
        "Was gilt derzeit?",
        "Darf dieser Sensor nach draußen?",
        "What applies NOW?",
    ],
)
def test_nor_is_what_points_at_the_time_or_place_of_asking(pointing: str) -> None:
    assert digest(pointing) == ""


@pytest.mark.parametrize("personal", ["How much leave do I have?", "Is it covered by our plan?", "Was steht uns zu?"])
def test_a_question_about_the_asker_is_the_same_for_the_asker_alone(personal: str) -> None:
    assert digest(personal) == digest(personal) != ""
    assert digest(personal, BEN) != digest(personal)
    assert digest(ASKED, BEN) == digest(ASKED)


@given(st.text(max_size=80), st.text(max_size=80))
def test_two_questions_share_a_digest_only_if_they_have_the_same_words(one: str, other: str) -> None:
    if (found := digest(one)) and found == digest(other):
        plain = [" ".join(unicodedata.normalize("NFC", text).split()).rstrip(" ?!.") for text in (one, other)]
        assert plain[0] == plain[1]
