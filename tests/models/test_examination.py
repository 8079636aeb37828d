"""The reader's say on what a text goes on to examine: pure, bounded, and of use on texts it never learned from (G2)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.models.examination import BuiltinExamination
from aver.models.pair_model import PairModel
from aver.models.reader import BuiltinReader
from aver.stages.examining import EXAMINED

READER = BuiltinReader(workers=1)
UNSEEN = Path(__file__).parents[2] / "training/examined/unseen"
ASKED, SAID = "To what point is coffee for espresso roasted?", "Coffee for espresso is roasted to the second crack."
EXAMINES = (
    "The oil comes out, and what runs into the cup is thick and bitter as it should be. My teacher roasted like this "
    "for fifty years. He bought beans that had lain in port for months, and had to roast until nothing smelled. "
    "When I did it with a fresh sack, I threw away what I had paid for. I stop after the first crack now, and in the "
    "blind tasting of this spring 31 of 36 preferred it."
)
GOES_ON = "The machine is switched on twenty minutes before. Cups are warmed. A pack of 500 grams costs 14 euros."


def judge() -> BuiltinExamination:
    found = READER.insight.examination
    assert isinstance(found, BuiltinExamination)
    return found


def unseen(kind: str) -> list[tuple[str, str, str]]:
    """Return question, sentence and what follows of every text with an ending of a kind."""
    found = []
    for path in sorted(UNSEEN.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("===\n"):
            lines = block.splitlines()
            question = next(line[2:] for line in lines if line.startswith("Q "))
            ending = next(line[2:] for line in lines if line.startswith(f"{kind} "))
            text = "\n".join(line for line in lines if not re.match(r"[QRU] ", line))
            _, sentence, after = re.split(r"\{\{|\}\}", text, maxsplit=2)
            found.append((question, sentence, " ".join(f"{after} {ending}".split())))
    return found


def test_what_is_looked_into_further_on_is_told_from_what_is_not() -> None:
    looked_into, left = judge().examined(ASKED, ((SAID, EXAMINES), (SAID, GOES_ON)))
    assert 1 >= looked_into > EXAMINED > 0.5 > left >= 0


def test_each_triple_is_judged_by_itself_and_the_same_again() -> None:
    both = judge().examined(ASKED, ((SAID, EXAMINES), (SAID, GOES_ON)))
    apart = BuiltinExamination(PairModel("reader", workers=1))
    assert both == (*apart.examined(ASKED, ((SAID, EXAMINES),)), *apart.examined(ASKED, ((SAID, GOES_ON),)))
    assert judge().examined(ASKED, ()) == ()
    assert judge().examined(ASKED, ((SAID, " \n"),)) == (0.0,)


def test_most_unseen_texts_that_look_into_what_they_said_are_found_whatever_comes_of_it() -> None:
    for kind in ("R", "U"):
        cases = unseen(kind)
        found = [judge().examined(asked, ((said, after),))[0] >= EXAMINED for asked, said, after in cases]
        assert len(found) == 32 and sum(found) > 0.7 * len(found)


@settings(max_examples=25, deadline=None)
@given(asked=st.text(max_size=300), said=st.text(max_size=600), after=st.text(max_size=2000))
def test_any_text_is_judged(asked: str, said: str, after: str) -> None:
    [found] = judge().examined(asked, ((said, after),))
    assert 0 <= found <= 1 and np.isfinite(found)
