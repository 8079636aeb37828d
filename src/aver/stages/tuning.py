"""The fitted numbers of the pipeline, as one value that a run records with its effects.

Every number here was set by `training/fit_quotation.py`, `training/fit_reading.py` and
`training/fit_crossing.py`; figures and data stand in docs/decisions/0005-fusion.md, 0006-quotation.md,
0010-reader.md and 0011-german.md. `DEFAULT` is for the shipped reader; where none is installed
`WITHOUT_READER` holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aver.stages.gate import Thresholds
from aver.stages.learning import LearnedOrder
from aver.stages.relevance import Logistic
from aver.stages.reranking import Reranker
from aver.stages.selection import Blend
from aver.values.inquiry import Means


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoting:
    """What orders the units that could answer, and how likely the first of them does.

    `looking_up` are the logits by which it is likelier where a thing is asked for, and not whether, why or how.
    """

    order: Logistic
    support: Logistic
    looking_up: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What the pipeline is set to.

    `per_channel` hits are asked for, the `fetched` best fused are read, and the `depth` best of those are packed,
    selected or not; the order `learned` for the tenant and `rerankers` have a say in which. `rewordings` are what a
    chat model words for searching, where one is asked at all. A passage that answers with less than the probability
    `contested` contests nothing, nor does a quote of another document that answers with less than `contradicting`
    (docs/conflicts.md). A document's stance is stated above the confidence `verdict`; at
    1.0, which none exceeds, it only holds answers back: what structure alone states is right at no confidence with a
    lower bound of 0.85 in every kind of document (docs/stance.md). Where nothing could be read `unread` gives order and
    support instead, and `crossed` for what is in another language than the question, where they are there.
    """

    blend: Blend
    order: Logistic
    support: Logistic
    looking_up: float = 0.0
    per_channel: int = 100
    fetched: int = 24
    depth: int = 12
    rerankers: tuple[Reranker, ...] = ()
    rewordings: tuple[Means, ...] = ()
    learned: LearnedOrder | None = None
    contested: float = 0.1
    contradicting: float = 0.1
    verdict: float = 1.0
    thresholds: Thresholds = field(default_factory=Thresholds)
    unread: Quoting | None = None
    crossed: Quoting | None = None

    def quoting(self, *, read: bool, crossed: bool = False) -> Quoting:
        """Return the order and support for units of a part whose candidates were `read`, or weren't.

        `crossed` units are in another language than the question.
        """
        if crossed and self.crossed is not None:
            return self.crossed
        given = Quoting(order=self.order, support=self.support, looking_up=self.looking_up)
        return given if read or self.unread is None else self.unread


# For a passage in another language than the question; written by `training/fit_crossing.py --write`.
CROSSING = Logistic(weights=(("cosine", 16.2691), ("coverage", 12.8636)), bias=-10.4164)

# For quotes in another language than the question; written by `training/fit_crossed_quotes.py --write`.
CROSSED = Quoting(
    order=Logistic(
        weights=(("cosine", 14.1797), ("relevance", 5.8379), ("context_coverage", 4.6037), ("expected_type", 1.5035)),
        bias=-15.5694,
    ),
    support=Logistic(weights=(("cosine", 3.9844), ("share", 5.1048)), bias=-5.9631),
)

# Written by `training/fit_quotation.py --write` (seed 7), then `ruff format`.
# Fitted on train/qa.jsonl.gz: squad1.1, squad2.0, policyqa, nq-oracle; the release threshold stays at the floor.
WITHOUT_READER = Tuning(
    blend=Blend(
        relevance=Logistic(
            weights=(
                ("coverage", 2.8491),
                ("nearness", 2.4237),
                ("cosine", 7.0177),
                ("named", 1.2815),
            ),
            bias=-9.6771,
        ),
        prior=1.0,
        k=10,
        lexical=1.5,
        threshold=0.004,
        crossing=CROSSING,
    ),
    order=Logistic(
        weights=(
            ("context_coverage", 3.2152),
            ("run_in_coverage", 0.5764),
            ("cosine", 6.7553),
            ("relevance", 12.2645),
            ("expected_type", 1.4628),
        ),
        bias=-14.3009,
    ),
    support=Logistic(
        weights=(
            ("context_coverage", 1.4541),
            ("run_in_coverage", 0.3901),
            ("cosine", 3.9573),
            ("relevance", -0.3002),
            ("share", 2.8569),
        ),
        bias=-5.875,
    ),
    crossed=CROSSED,
)
# With the reader: written by `training/fit_reading.py --write`, reader minilm-l12-reader-int8:f409dab74976.
DEFAULT = Tuning(
    blend=Blend(
        relevance=Logistic(
            weights=(
                ("coverage", 2.8491),
                ("nearness", 2.4237),
                ("cosine", 7.0177),
                ("named", 1.2815),
            ),
            bias=-9.6771,
        ),
        prior=1.0,
        k=10,
        lexical=1.5,
        threshold=0.003,
        crossing=CROSSING,
        reread=Logistic(
            weights=(
                ("coverage", 2.5214),
                ("nearness", 3.7017),
                ("cosine", 3.4899),
                ("named", -0.3727),
                ("fused", 4.4465),
                ("on_topic", 6.3333),
            ),
            bias=-14.1414,
        ),
        read=12,
        languages=("en",),
    ),
    order=Logistic(
        weights=(
            ("context_coverage", 1.0943),
            ("run_in_coverage", 2.2625),
            ("cosine", 5.7327),
            ("relevance", 2.1547),
            ("expected_type", 0.8922),
            ("holds_span", 2.33),
            ("on_topic", 0.2431),
            ("answers", 1.6153),
            ("margin", 4.7216),
        ),
        bias=-12.4351,
    ),
    support=Logistic(
        weights=(
            ("context_coverage", 0.3072),
            ("run_in_coverage", -0.121),
            ("cosine", 2.2525),
            ("relevance", 0.8072),
            ("share", 2.075),
            ("holds_span", 0.3952),
            ("on_topic", -7.5747),
            ("answers", 7.5929),
            ("margin", 3.261),
        ),
        bias=-4.73,
    ),
    looking_up=0.4055,
    unread=WITHOUT_READER.quoting(read=False),
    crossed=CROSSED,
)
