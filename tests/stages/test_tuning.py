"""The fitted numbers fit the stages that use them: every weight has its signal, and signs are plausible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aver.stages.quotation import rank_units, support_features
from aver.stages.relevance import passage_features, question_terms
from aver.stages.tuning import DEFAULT
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

SHARES = st.floats(0, 1)


def test_every_weight_of_relevance_has_its_signal() -> None:
    features = passage_features(passage(), question_terms("refunds", [1.0]), {"dense": 0.5})
    assert {name for name, _ in DEFAULT.blend.relevance.weights} <= set(features)


def test_every_weight_of_order_and_support_has_its_signal() -> None:
    ranked = rank_units(
        [packet()],
        asked=Sealed("How long do refunds take?"),
        question=question_terms("refunds", [1.0]),
        similarity=lambda _, texts: tuple(0.5 for _ in texts),
        order=DEFAULT.order,
    )
    assert {name for name, _ in DEFAULT.support.weights} <= set(support_features(ranked))


@given(cosine=SHARES, coverage=SHARES)
def test_words_in_common_alone_are_never_released_at_a_low_cosine(cosine: float, coverage: float) -> None:
    shown = {"context_coverage": coverage, "run_in_coverage": coverage, "cosine": cosine, "relevance": 0.0}
    nothing = {**shown, "share": 1.0, "cosine": min(cosine, 0.3)}
    assert DEFAULT.support.probability(nothing) < DEFAULT.thresholds.release


@given(low=SHARES, high=SHARES, name=st.sampled_from(["cosine", "coverage", "nearness", "named"]))
def test_more_in_common_never_makes_a_passage_less_relevant(low: float, high: float, name: str) -> None:
    plain = dict.fromkeys(("cosine", "coverage", "nearness", "named"), 0.5)
    model = DEFAULT.blend.relevance
    least, most = sorted((low, high))
    assert model.probability({**plain, name: least}) <= model.probability({**plain, name: most})
