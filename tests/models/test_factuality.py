"""The reader's say on what is told as a fact: pure, bounded, and of use on sentences it never learned from (B6)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.models.factuality import SURE, BuiltinFactuality
from aver.models.pair_model import PairModel
from aver.models.reader import BuiltinReader

READER = BuiltinReader(workers=1)
UNSEEN = Path(__file__).parents[2] / "training/told/unseen/unseen.txt"


def judge() -> BuiltinFactuality:
    found = READER.insight.factuality
    assert found is not None
    return found


def sentences(path: Path) -> list[tuple[str, str, bool]]:
    """Return question, sentence and whether that tells it as a fact."""
    found, question = [], ""
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        question = rest if mark == "?" else question
        if mark in ("+", "-"):
            found.append((question, rest, mark == "+"))
    return found


def test_a_probability_for_each_and_the_same_again() -> None:
    asked = "How long is the tunnel?"
    quotes = ("The tunnel is 7.2 kilometres long.", "Some say that the tunnel is 9 kilometres long.")
    told, hearsay = judge().factual(asked, quotes)
    assert 1 >= told > 0.8 > SURE > hearsay >= 0
    assert judge().factual(asked, quotes) == BuiltinFactuality(PairModel("reader", workers=1)).factual(asked, quotes)
    assert judge().factual(asked, ()) == ()


def test_whose_word_it_is_may_be_what_is_asked() -> None:
    quote = "The union asks that employees get 32 days of leave."
    [asked_for] = judge().factual("What does the union ask for?", (quote,))
    [as_a_fact] = judge().factual("How many days of leave do employees get?", (quote,))
    assert as_a_fact < SURE < asked_for


def test_most_sentences_never_learned_from_are_told_apart() -> None:
    judged = [(judge().factual(asked, (told,))[0] < SURE, fact) for asked, told, fact in sentences(UNSEEN)]
    less = [below for below, fact in judged if not fact]
    facts = [below for below, fact in judged if fact]
    assert len(less) > 100 and sum(less) / len(less) > 0.7
    assert len(facts) > 50 and sum(facts) / len(facts) < 0.25


@settings(max_examples=25, deadline=None)
@given(asked=st.text(max_size=400), told=st.text(max_size=2000))
def test_any_text_is_judged(asked: str, told: str) -> None:
    [found] = judge().factual(asked, (told,))
    assert 0 <= found <= 1
    assert np.isfinite(judge().features(asked, told)).all()
