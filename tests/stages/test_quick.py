"""Questions become propositions by grammar, propositions their negations, and the quick score its formula (G1)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.flows.quick import quick_scores
from aver.index.vectors import to_fixed
from aver.stages.asserting import negated, proposition_of
from aver.stages.quick import TAU, quick_score

ASKED = {
    "Does the policy allow guests?": "The policy does allow guests",
    "Is the annual fee refundable after cancellation?": "The annual fee is refundable after cancellation",
    "Can users of the beta share data with others?": "Users of the beta can share data with others",
    "Was the oldest valve replaced in May?": "The oldest valve was replaced in May",
    "Isn't the valve closed at night?": "The valve is closed at night",
    "If the power fails, does the pump stop?": "If the power fails, the pump does stop",
    "Why does the pump stop at night?": "The pump does stop at night",
    "Has it been approved?": "It has been approved",
    "The pump stops at night, right?": "The pump stops at night",
    "spare pump policy": "spare pump policy",
    "Ist die Kündigungsfrist länger als drei Monate?": "die Kündigungsfrist ist länger als drei Monate",
    "Darf der Mieter Hunde halten?": "Der Mieter darf Hunde halten",
    "Warum gilt die Frist nicht?": "die Frist gilt nicht",
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_yes_or_no_question_becomes_the_proposition_it_asks_about(asked: str) -> None:
    found = proposition_of(asked)
    assert found is not None
    assert found.lower() == ASKED[asked].lower()


@pytest.mark.parametrize(
    "asked",
    ["What does the policy say?", "Which pump is the oldest?", "Wer haftet für Schäden?", "Wann endet die Frist?", "?"],
)
def test_a_question_that_asserts_nothing_gives_no_proposition(asked: str) -> None:
    assert proposition_of(asked) is None


NEGATED = {
    "The pump is closed at night": "The pump is not closed at night",
    "Guests can enter": "Guests cannot enter",
    "The policy allows guests": "The policy does not allow guests",
    "Guests need a badge": "Guests do not need a badge",
    "The request was refused because it came late": "The request was not refused because it came late",
    "When it rains, the gate should stay shut": "When it rains, the gate should not stay shut",
    "spare pump policy": "no spare pump policy",
    "Die Frist ist länger als drei Monate": "Die Frist ist nicht länger als drei Monate",
    "Der Mieter darf Hunde halten": "Der Mieter darf Hunde nicht halten",
    "Es gibt einen Anspruch auf Urlaub": "Es gibt keinen Anspruch auf Urlaub",
}


@pytest.mark.parametrize("proposition", NEGATED)
def test_a_proposition_is_negated_at_its_verb(proposition: str) -> None:
    assert negated(proposition) == NEGATED[proposition]


@pytest.mark.parametrize(
    "proposition", [one for one in NEGATED if one not in ("The policy allows guests", "Guests need a badge")]
)
def test_negating_twice_gives_the_proposition_back(proposition: str) -> None:
    assert negated(negated(proposition)) == proposition


def test_a_negation_in_a_subordinate_clause_stays_where_it_is() -> None:
    said = "The pump is stopped because nobody was not informed"
    assert negated(said) == "The pump is not stopped because nobody was not informed"


@given(st.text(alphabet=st.sampled_from("is does not the pump, ? if Ist der Hund ... kein why can't x "), max_size=60))
def test_any_words_have_a_negation_that_differs(text: str) -> None:
    asked = proposition_of(text)
    if asked is not None:
        assert negated(asked) != asked


COSINES = st.floats(-1, 1)


@given(COSINES, COSINES)
def test_the_score_is_bounded_and_takes_the_side_of_the_larger_cosine(towards: float, away: float) -> None:
    score = quick_score(towards, away)
    assert -1 <= score <= 1
    if towards <= 0:
        assert score == 0
    elif towards > away:
        assert score >= 0
    else:
        assert score <= 0


def test_the_score_is_the_formula_of_the_definitions() -> None:
    assert quick_score(0.6, 0.5, 0.1) == pytest.approx(0.6 * math.tanh(1.0))
    assert quick_score(-0.2, -0.9) == 0
    assert quick_score(0.4, 0.4) == 0


def test_scores_of_stored_vectors_are_those_of_their_cosines() -> None:
    rows = np.random.default_rng(7).standard_normal((5, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    fixed = to_fixed(rows)
    found = quick_scores(fixed[0], fixed[1], fixed[2:])
    cosines = rows[2:] @ rows[:2].T
    assert found == pytest.approx([quick_score(one, other, TAU) for one, other in cosines.tolist()], abs=1e-3)
