"""What isn't told as a fact is no candidate for what is so, and no surer than a fact for whether it is (B6)."""

from __future__ import annotations

from collections.abc import Callable

from aver.flows.factual import JUDGED, facts_among
from aver.models.factuality import SURE
from aver.stages.quotation import QuotedUnit, Unit
from aver.values.chunks import ChunkKind
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

ASKED = SubQuestion(number=0, text=Sealed("How long is the tunnel?"))
WHETHER = SubQuestion(number=0, text=Sealed("Does the tunnel measure 9 kilometres?"))
SOME, PLAIN = "Some say that the tunnel is 9 kilometres long.", "The tunnel is 7.2 kilometres long."


def unit(told: str, *, kind: ChunkKind = ChunkKind.PROSE) -> QuotedUnit:
    shown = packet(passage(told, kind=kind))
    return QuotedUnit(unit=Unit(packet=shown, start=shown.passage.start, end=shown.passage.end), features=(), score=0.5)


def saying(**told: float) -> Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]:
    return lambda _, quotes: tuple(told[quote.text.split()[0].lower()] for quote in quotes)


def test_the_next_best_sentence_answers_what_is_so() -> None:
    some, plain = unit(SOME), unit(PLAIN)
    assert facts_among((some, plain), ASKED, saying(some=SURE / 2, the=0.9)) == ((plain,), 1.0)
    assert facts_among((some,), ASKED, saying(some=SURE / 2)) == ((), 1.0)


def test_whether_it_is_so_keeps_the_sentence_and_its_doubt() -> None:
    some, plain = unit(SOME), unit(PLAIN)
    assert facts_among((some, plain), WHETHER, saying(some=0.1, the=0.9)) == ((some, plain), 0.1)
    denied = unit("The view that the tunnel is 9 kilometres long is wrong.")
    assert facts_among((denied, plain), WHETHER, saying(the=0.1)) == ((denied, plain), 1.0)
    assert facts_among((plain, some), WHETHER, saying(some=0.1, the=0.9)) == ((plain, some), 1.0)


def test_nothing_is_judged_without_a_judge_nor_a_row_nor_what_comes_late() -> None:
    some, row = unit(SOME), unit("| Some | 9 |", kind=ChunkKind.TABLE)
    assert facts_among((some,), ASKED, None) == ((some,), 1.0)
    assert facts_among((row,), ASKED, saying()) == ((row,), 1.0)
    late = (*(unit(PLAIN) for _ in range(JUDGED)), some)
    assert facts_among(late, ASKED, saying(the=0.9)) == (late, 1.0)
    assert facts_among((), ASKED, saying()) == ((), 1.0)
