"""Quick score: does a document's summary lean towards a proposition or away from it, without a chat model (G1)?

A sentence encoder hardly hears a negation: on mirrored documents, which differ in nothing but their verdict, the
score tells no more than chance (AUROC 0.51, docs/enrichment.md). It is shown, and it gates nothing.
"""

from __future__ import annotations

import math

TAU = 0.05
"""No value from 0.01 to 0.2 tells supporting from rejecting documents better than another (docs/enrichment.md)."""


def quick_score(cos_query: float, cos_negated: float, tau: float = TAU) -> float:
    """Return max(0, cos(q, S)) x tanh((cos(q, S) - cos(not q, S)) / tau), in (-1, 1) (definitions.md).

    `cos_query` and `cos_negated` are cosines of the proposition and its negation with the summary S.
    """
    return max(0.0, cos_query) * math.tanh((cos_query - cos_negated) / tau)
