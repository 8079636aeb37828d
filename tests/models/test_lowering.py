"""Models that nothing was fitted for: a scorer only lowers, a reader only orders (M4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from aver.config import Settings
from aver.model_settings import EntailmentSettings
from aver.models.entailment import BuiltinEntailment
from aver.models.lowering import LoweringEntailment, lowered
from aver.models.onnx_pairs import OnnxEntailment
from aver.models.opening import configured_entailment
from aver.models.server_reader import reading_of
from aver.stages.fusion import Fused, reciprocal_rank
from aver.stages.selection import Scored, rescored
from aver.stages.tuning import WITHOUT_READER
from aver.values.evidence import ChannelResult, Hit
from aver.values.pairs import Entailed
from tests.models.tiny_onnx import write_model
from tests.stages.evidence import passage

ORDERING = replace(WITHOUT_READER.blend, read=4)


@st.composite
def judgements(draw: st.DrawFn) -> Entailed:
    entailed = draw(st.floats(0, 1))
    contradicted = draw(st.floats(0, 1)) * (1 - entailed)
    return Entailed(entailed=entailed, contradicted=contradicted, neutral=1 - entailed - contradicted)


@given(one=judgements(), other=judgements())
def test_two_scorers_together_never_support_more_than_either(one: Entailed, other: Entailed) -> None:
    found = lowered(one, other)
    assert found.entailed == min(one.entailed, other.entailed)
    assert found.contradicted >= max(one.contradicted, other.contradicted) - 1e-6
    assert abs(found.entailed + found.neutral + found.contradicted - 1.0) < 1e-5
    assert lowered(one, other) == lowered(other, one)


@dataclass
class Says:
    """A scorer that says one thing of everything."""

    entailed: float
    entailment_id: str = "says"

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        return (Entailed(entailed=self.entailed, neutral=1 - self.entailed, contradicted=0.0),) * len(evidence)


def test_a_scorer_that_supports_everything_changes_nothing_and_one_that_doubts_everything_does() -> None:
    shipped = BuiltinEntailment()
    claim, evidence = "The oil is changed every year.", ["The oil is changed every year.", "Guests park in the yard."]
    plain = shipped.judge(claim, evidence)
    generous = LoweringEntailment(shipped, Says(1.0)).judge(claim, evidence)
    assert [one.entailed for one in generous] == [one.entailed for one in plain]
    assert [one.entailed for one in LoweringEntailment(shipped, Says(0.0)).judge(claim, evidence)] == [0.0, 0.0]


def test_a_local_scorer_lowers_until_its_calibration_is_vouched_for(tmp_path: Path) -> None:
    write_model(tmp_path / "nli", {"yes": (50.0, 0.0, 0.0)}, pooled=True)
    given = EntailmentSettings(use="onnx:nli", labels="entailment, neutral, contradiction")
    settings = Settings(home=tmp_path, user_folder=tmp_path, models_entailment=given)
    lowering = configured_entailment(settings)
    assert isinstance(lowering, LoweringEntailment)
    assert "lowered by onnx:nli" in lowering.entailment_id
    vouched = configured_entailment(replace(settings, models_entailment=replace(given, calibrated="yes")))
    assert isinstance(vouched, OnnxEntailment)
    claim, evidence = "The pump is painted red, yes yes yes.", ["The pump is painted blue."]
    shipped, own = (model.judge(claim, evidence)[0].entailed for model in (BuiltinEntailment(), vouched))
    assert own > shipped
    assert lowering.judge(claim, evidence)[0].entailed == shipped


@given(relevances=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_a_reader_nothing_was_fitted_for_orders_the_best_and_changes_nothing_else(
    relevances: list[tuple[float, float]],
) -> None:
    scored = tuple(
        Scored(
            fused=Fused(chunk=f"c{place}", score=0.0, scores=(), ranks=()),
            passage=passage(f"Words {place}."),
            relevance=own,
            score=own,
            rank=place + 1,
        )
        for place, (own, _) in enumerate(relevances)
    )
    found = rescored(scored, {f"c{place}": reading_of(one) for place, (_, one) in enumerate(relevances)}, ORDERING)
    best, rest = found[: ORDERING.read], found[ORDERING.read :]
    assert {one.fused.chunk: (one.relevance, one.reading) for one in found} == {
        one.fused.chunk: (one.relevance, None) for one in scored
    }
    assert rest == scored[ORDERING.read :]
    assert [one.score for one in best] == sorted((one.score for one in best), reverse=True)
    own = [one.fused.chunk for one in scored[: ORDERING.read]]
    said = sorted(own, key=lambda chunk: (-relevances[int(chunk[1:])][1], own.index(chunk)))
    fused = reciprocal_rank([_voting(own), _voting(said)], k=ORDERING.k)
    wanted = sorted(fused, key=lambda one: (-one.score, own.index(one.chunk)))
    assert [one.fused.chunk for one in best] == [one.chunk for one in wanted]


def _voting(order: Sequence[str]) -> ChannelResult:
    hits = tuple(Hit(chunk=chunk, rank=rank, score=0.0) for rank, chunk in enumerate(order, start=1))
    return ChannelResult(channel="order", sub_question=0, hits=hits)


def test_what_a_reader_was_not_shown_keeps_its_place() -> None:
    scored = tuple(
        Scored(fused=Fused(chunk=name, score=0.0, scores=(), ranks=()), passage=passage(name), relevance=0.5, score=0.5)
        for name in ("first", "unseen", "last")
    )
    found = rescored(scored, {"first": reading_of(0.1), "last": reading_of(0.9)}, ORDERING)
    assert [one.fused.chunk for one in found] == ["first", "last", "unseen"]
    assert found[2].score == round(2 / (ORDERING.k + 2), 6)
