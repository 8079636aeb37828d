"""The fitted numbers fit the stages that use them: every weight has its signal, and signs are plausible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.fusion import Fused
from aver.stages.quotation import rank_units, support_features
from aver.stages.reading import reading_features
from aver.stages.relevance import passage_features, question_terms
from aver.stages.selection import rescored, score_candidates
from aver.stages.tuning import DEFAULT, WITHOUT_READER, Tuning
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

SHARES = st.floats(0, 1)


READ = Reading(relevance=0.9, answerable=0.8, margin=2.0, start=None, end=None)
EACH = pytest.mark.parametrize("tuning", [DEFAULT, WITHOUT_READER], ids=["reader", "no reader"])


@EACH
def test_every_weight_of_relevance_has_its_signal(tuning: Tuning) -> None:
    terms = question_terms("refunds", [1.0])
    fused = Fused(chunk="chk_1", score=0.1, ranks=(), scores=(("dense", 0.5),))
    (scored,) = score_candidates([fused], {"chk_1": passage()}, terms, tuning.blend)
    assert {name for name, _ in tuning.blend.relevance.weights} <= set(passage_features(passage(), terms, {}))
    assert 0.0 < scored.relevance < 1.0
    (read,) = rescored([scored], {"chk_1": READ}, tuning.blend)
    assert read.reading is (None if tuning.blend.reread is None else READ)


@EACH
def test_every_weight_of_order_and_support_has_its_signal(tuning: Tuning) -> None:
    ranked = rank_units(
        [packet()],
        asked=Sealed("How long do refunds take?"),
        question=question_terms("refunds", [1.0]),
        similarity=lambda _, texts: tuple(0.5 for _ in texts),
        order=tuning.order,
        readings={"chk_1": READ},
    )
    assert {name for name, _ in tuning.support.weights} <= set(support_features(ranked))


@EACH
@given(cosine=SHARES, coverage=SHARES)
def test_words_in_common_alone_are_never_released_at_a_low_cosine(
    tuning: Tuning, cosine: float, coverage: float
) -> None:
    unread = {"holds_span": 0.0, **reading_features(None)}
    shown = unread | {"context_coverage": coverage, "run_in_coverage": coverage, "cosine": cosine, "relevance": 0.0}
    nothing = {**shown, "share": 1.0, "cosine": min(cosine, 0.3)}
    assert tuning.support.probability(nothing) < tuning.thresholds.release
    model = tuning.quoting(read=False).support
    assert model.probability(nothing) < tuning.thresholds.release


@EACH
@given(share=SHARES, cosine=st.floats(0, 0.4))
def test_a_quote_in_another_language_is_never_released_at_a_low_cosine(
    tuning: Tuning, share: float, cosine: float
) -> None:
    """A11. Words hardly cross, so its own support goes by meaning alone, read or not."""
    for read in (True, False):
        support = tuning.quoting(read=read, crossed=True).support
        assert {name for name, _ in support.weights} == {"cosine", "share"}
        assert support.probability({"cosine": cosine, "share": share}) < support.probability(
            {"cosine": 0.9, "share": 1.0}
        )
        assert support.probability({"cosine": cosine, "share": min(share, 0.8)}) < tuning.thresholds.release


@given(low=SHARES, high=SHARES, name=st.sampled_from(["cosine", "coverage", "nearness", "named"]))
def test_more_in_common_never_makes_a_passage_less_relevant(low: float, high: float, name: str) -> None:
    plain = dict.fromkeys(("cosine", "coverage", "nearness", "named"), 0.5)
    model = DEFAULT.blend.relevance
    least, most = sorted((low, high))
    assert model.probability({**plain, name: least}) <= model.probability({**plain, name: most})
