"""A source that goes on to examine what a claim rests on doesn't carry it until the result has been judged (G2, H1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aver.flows.verify import verify
from aver.flows.verify_sources import passages_of_texts
from aver.stages.examining import AFTER, EXAMINED
from aver.values.pairs import Entailed
from aver.values.verification import GivenClaim, GivenSource, Submission, Verification

SAID = "The ferry Solvik takes 38 cars."
BETWEEN = "The timetable says so, and so does the sign at the quay."
FOUND = "On none of the 84 crossings did more than 31 cars drive on board."
SOURCE = GivenSource(id="a", title="", text=f"# The ferry\n\n{SAID} {BETWEEN}\n\n{FOUND}\n")


class Examining:
    """Entails everything, says `sure` of the quotes that hold `told`, and keeps what it was given."""

    entailment_id = "examining"

    def __init__(self, sure: float = EXAMINED, told: str = SAID) -> None:
        self.sure, self.told = sure, told
        self.given: list[tuple[str, str, str]] = []

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        return tuple(Entailed(entailed=0.9, neutral=0.06, contradicted=0.04) for _ in evidence)

    def examined(self, question: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        self.given += [(question, *one) for one in quotes]
        return tuple(self.sure if self.told in quote else 0.0 for quote, _ in quotes)


def verified(claims: Sequence[str], source: GivenSource, examining: Examining) -> Verification:
    given = Submission(claims=tuple(GivenClaim(text=one) for one in claims))
    return verify(given, passages_of_texts([source]), entailment=examining)


@pytest.mark.parametrize("claim", [SAID, "38 cars are taken by the ferry Solvik."])
def test_what_is_examined_further_on_is_not_carried_by_any_join_of_sentences(claim: str) -> None:
    [found] = verified([claim], SOURCE, Examining()).claims
    assert not found.released
    reasons = [one.reason for one in found.findings if one.check == "evidence_entails"]
    assert reasons == ["its source goes on to examine this, and the result isn't judged"]


def test_what_the_examination_found_and_what_is_not_examined_is_carried() -> None:
    assert all(one.released for one in verified([FOUND, BETWEEN], SOURCE, Examining()).claims)
    assert verified([SAID], SOURCE, Examining(EXAMINED - 0.01)).claims[0].released


def test_what_follows_is_read_once_and_no_further_than_it_was_learned() -> None:
    long = GivenSource(id="a", title="", text=f"{SAID} {'It rains in Solvik. ' * 200}")
    examining = Examining(0.0)
    assert verified([SAID], long, examining).claims[0].released
    assert len(examining.given) == len(set(examining.given))
    assert all(len(after) <= AFTER for _, _, after in examining.given)
    assert any(quote == SAID and after.startswith("It rains") for _, quote, after in examining.given)
