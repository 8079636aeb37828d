"""Evidence that tells less than a fact entails no more than that (H2)."""

from __future__ import annotations

from collections.abc import Sequence

from aver.models.factual_entailment import FactualEntailment, shipped_entailment, with_insight
from aver.ports import NO_INSIGHT, Examination, Insight
from aver.values.pairs import Entailed

SURE = Entailed(entailed=0.9, neutral=0.06, contradicted=0.04)
CLAIM = "The tunnel is 9 kilometres long."
BELIEVED = "Most tourists believe that the tunnel is 9 kilometres long."


class Saying:
    """Scores everything alike, and remembers what it was asked."""

    def __init__(self, entailed: Entailed = SURE, fact: float = 0.2) -> None:
        self.entailed = entailed
        self.fact = fact
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    entailment_id = "saying"

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        return tuple(self.entailed for _ in evidence)

    def factual(self, question: str, quotes: Sequence[str]) -> tuple[float, ...]:
        self.asked.append((question, tuple(quotes)))
        return tuple(self.fact for _ in quotes)


def test_a_claim_is_at_most_as_sure_as_the_sentence_most_like_it_is_a_fact() -> None:
    says = Saying()
    [found] = FactualEntailment(says, says).judge(CLAIM, [f"The road is narrow. {BELIEVED} It rains."])
    assert found == Entailed(entailed=0.2, neutral=0.76, contradicted=0.04)
    assert says.asked == [(CLAIM, (BELIEVED,))]


def test_what_is_not_entailed_german_and_a_sure_fact_stay_as_they_are() -> None:
    low = Entailed(entailed=0.3, neutral=0.6, contradicted=0.1)
    assert FactualEntailment(Saying(low), Saying()).judge(CLAIM, ["The tunnel is long."]) == (low,)
    german = ["Viele glauben, der Tunnel ist 9 Kilometer lang."]
    assert FactualEntailment(Saying(), Saying()).judge("Der Tunnel ist 9 Kilometer lang.", german) == (SURE,)
    assert FactualEntailment(Saying(), Saying(fact=0.99)).judge(CLAIM, [CLAIM]) == (SURE,)
    assert FactualEntailment(Saying(), Saying()).judge(CLAIM, []) == ()
    assert FactualEntailment(Saying(), Saying()).judge("", [""]) == (
        Entailed(entailed=0.2, neutral=0.76, contradicted=0.04),
    )


def test_the_shipped_one_tells_an_accusation_from_a_fact() -> None:
    accused, told = (
        "A blogger accused the fund of investing in tobacco.",
        "You can run the program in twelve languages.",
    )
    scorer = shipped_entailment()
    assert scorer.judge("The fund invests in tobacco.", [accused])[0].entailed < 0.2
    assert scorer.judge("The program runs in twelve languages.", [told])[0].entailed > 0.6


class Examining:
    """Says of everything that it is examined."""

    def examined(self, question: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        return tuple(0.9 for _ in quotes)


def test_what_the_text_goes_on_to_examine_is_told_but_for_german() -> None:
    scorer = with_insight(Saying(), Insight(factuality=Saying(), examination=Examining()))
    assert isinstance(scorer, Examination)
    german = ("Der Tunnel ist 9 Kilometer lang.", "Das ist nicht so, wie man heute weiß.")
    assert scorer.examined(CLAIM, [(CLAIM, "It isn't."), german]) == (0.9, 0.0)
    assert FactualEntailment(Saying(), Saying()).examined(CLAIM, [(CLAIM, "It isn't.")]) == (0.0,)
    says = Saying()
    assert with_insight(says, NO_INSIGHT) is says
