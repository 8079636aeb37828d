"""Where the gold spans stand among the packets handed to answering.

Only packets with `selected != false` count, in the order of the row. A question is *hit* at the place by which packets
hold its span whole (every span, for kinds that need all). A packet is *relevant* when it touches a gold span, part
of one included; that is what recall, MRR and nDCG are made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aver.evals.matching import PART_LENGTH, fold
from aver.evals.questions import ALL_SPANS_NEEDED, Question
from aver.evals.rows import packet_texts

TEXT_LIMIT = 6000
"""Code points of a packet that are looked at, so that a whole document in one packet is no find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The packets of a question with `spans` gold spans as ranking metrics see them, best place first.

    `gains` is 1.0 for a relevant packet; `new_spans` counts the gold spans first touched at each place; `ideal` is
    every gain there was to be had: the relevant packets plus one for each span no packet touches.
    """

    spans: int
    gold_rank: int | None
    gains: tuple[float, ...]
    new_spans: tuple[float, ...]
    ideal: tuple[float, ...]

    def hit_within(self, k: int) -> bool:
        """Tell whether the question is hit among the first `k` packets."""
        return self.gold_rank is not None and self.gold_rank <= k


def gold_rank(question: Question, packets: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the smallest k at which the question is hit among the first k selected packets, None if at none.

    hit@k holds exactly where `gold_rank <= k`. Without gold spans there is no rank.
    """
    return _gold_rank(question, _looked_at(packets))


def ranking(question: Question, packets: Iterable[Mapping[str, Any]]) -> Ranking:
    """Return the ranking of the selected packets of one question that has gold spans."""
    texts = _looked_at(packets)
    spans = [fold(span) for span in question.gold_spans]
    touched_by = [frozenset(i for i, span in enumerate(spans) if _touches(span, text)) for text in texts]
    new, seen = [], frozenset[int]()
    for found in touched_by:
        new.append(float(len(found - seen)))
        seen |= found
    gains = tuple(float(bool(found)) for found in touched_by)
    to_be_had = int(sum(gains)) + len(spans) - len(seen)
    return Ranking(
        spans=len(spans),
        gold_rank=_gold_rank(question, texts),
        gains=gains,
        new_spans=tuple(new),
        ideal=(1.0,) * to_be_had,
    )


def holds_gold(question: Question, text: str) -> bool:
    """Tell whether a passage touches a gold span of the question."""
    folded = fold(text[:TEXT_LIMIT])
    return any(_touches(fold(span), folded) for span in question.gold_spans)


def _looked_at(packets: Iterable[Mapping[str, Any]]) -> list[str]:
    return [fold(text[:TEXT_LIMIT]) for text in packet_texts(packets)]


def _gold_rank(question: Question, texts: list[str]) -> int | None:
    places = [next((i for i, text in enumerate(texts, 1) if fold(s) in text), None) for s in question.gold_spans]
    found = [place for place in places if place is not None]
    if question.kind in ALL_SPANS_NEEDED:
        return max(found) if found and len(found) == len(places) else None
    return min(found, default=None)


def _touches(span: str, text: str) -> bool:
    return span in text or (len(text) >= PART_LENGTH and text in span)
