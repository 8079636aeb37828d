"""A document that stands behind a passage that says no has said no: stances on questions of yes or no (G2)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.stance.deciding import sentence_rows
from aver.stages.stance.judge import decided
from aver.stages.stance.on_question import on_question
from aver.stages.stance.relating import Related, relate
from aver.stages.stance.standpoint import case_row
from aver.stages.stance.weights_case import ANSWERS, STANCES
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance
from tests.stance.made import document, encode, lifelines

QUESTION = "Does a notice in the repository mean that the content was unlawful?"
DENIAL = "It does not mean that the content was unlawful."
TEXT = f"## Notices\n\nWe post what we receive. {DENIAL} It only shows that a notice came in on that day.\n"
SURE = 12.0
"""Log odds beside which nothing that was fitted counts."""


def shares(names: tuple[str, ...], likely: str, share: float) -> np.ndarray:
    rest = (1.0 - share) / (len(names) - 1)
    return np.array([share if name == likely else rest for name in names])


@pytest.mark.parametrize(
    ("stance", "says", "expected"),
    [
        ("SUPPORTS", "yes", "SUPPORTS"),
        ("SUPPORTS", "no", "REJECTS"),
        ("SUPPORTS", "other", "NEUTRAL"),
        ("REJECTS", "yes", "REJECTS"),
        ("REJECTS", "other", "REJECTS"),
        ("REJECTS", "no", "SUPPORTS"),
        ("MIXED", "no", "MIXED"),
        ("OFF_TOPIC", "yes", "OFF_TOPIC"),
    ],
)
def test_the_stance_on_the_question_is_that_on_the_passage_seen_through_what_it_says(
    stance: str, says: str, expected: str
) -> None:
    said = shares(ANSWERS, says, 0.9)
    found = on_question(shares(STANCES, stance, 0.9), said, said)
    assert STANCES[int(found.stances.argmax())] == expected


@given(st.lists(st.floats(0.01, 1.0), min_size=11, max_size=11))
def test_probabilities_stay_probabilities(weights: list[float]) -> None:
    passage, held, turned_down = (np.array(part) / sum(part) for part in (weights[:5], weights[5:8], weights[8:]))
    found = on_question(passage, held, turned_down).stances
    assert found.min() >= 0.0 and found.sum() == pytest.approx(1.0)


def case_of(words: str) -> tuple[Related, str]:
    made = document(TEXT)
    start = made.text.index(words)
    case = relate(QUESTION, [(start, start + len(words))], lifelines(made), made.text, encode)
    assert case is not None
    return case, made.text


def verdict(stance: str, says: str, *, whether: bool = True) -> tuple[Stance, str]:
    """Return the verdict on the denial where the reader is sure of stance and of what is said."""
    case, text = case_of(DENIAL)
    read = ([SURE * (one == stance) for one in STANCES], [0.0] * 5, [SURE * (one == says) for one in ANSWERS])
    return decided(case, sentence_rows(case), case_row(case, QUESTION, text), "d", read, whether=whether), text


def test_a_passage_that_says_no_for_its_document_is_itself_what_refutes() -> None:
    found, text = verdict("SUPPORTS", "no")
    assert (found.document_stance, found.role) == (DocumentStance.REJECTS, ArgumentativeRole.AUTHOR_POSITION)
    assert [text[one.start : one.end] for one in found.refuting] == [DENIAL]


def test_a_lure_is_refuted_by_other_sentences_and_never_the_authors_position() -> None:
    found, _ = verdict("REJECTS", "yes")
    assert found.document_stance is DocumentStance.REJECTS
    assert found.role is not ArgumentativeRole.AUTHOR_POSITION


@pytest.mark.parametrize(("stance", "says"), [("REJECTS", "no"), ("SUPPORTS", "other")])
def test_a_stance_that_holds_in_spite_of_the_passage_is_not_stated(stance: str, says: str) -> None:
    found, _ = verdict(stance, says)
    assert (found.document_stance, found.confidence) == (DocumentStance.NEUTRAL, 0.0)
    assert (found.refuting, found.qualifying) == ((), ())


def test_the_role_is_the_passages_where_the_stance_on_the_question_is_open() -> None:
    assert verdict("SUPPORTS", "other")[0].role is ArgumentativeRole.AUTHOR_POSITION
    assert verdict("REJECTS", "no")[0].role not in (ArgumentativeRole.AUTHOR_POSITION, ArgumentativeRole.UNCLEAR)


def test_a_question_that_is_not_one_of_yes_or_no_gets_the_stance_on_the_passage() -> None:
    found, _ = verdict("SUPPORTS", "no", whether=False)
    assert found.document_stance is DocumentStance.SUPPORTS
