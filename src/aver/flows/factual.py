"""Which of the quotes that could answer tell what is asked as a fact, as the reader takes them (B6).

Where it is asked what is so, a sentence that somebody only believes is no candidate, and the next best one answers.
Where it is asked whether something is so, it stays, since its document may turn it down and say so; but unless it
denies that itself it is at most as likely an answer as it tells a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aver.models.factuality import SURE
from aver.patterns import regex
from aver.stages.asserting import asks_whether
from aver.stages.quotation import QuotedUnit
from aver.values.chunks import ChunkKind
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed

Factual = Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]

JUDGED = 4
"""Best units that are judged; what comes after them is hardly ever quoted."""

_DENIES = regex(
    r"\b(?:not|no|never|none|nor|cannot|reject\w*|refut\w*|disprov\w*|contradict\w*|false|untrue|wrong|mistaken|nicht|kein\w*|nie|falsch|widerleg\w*)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Says no to whether something is so."""


def facts_among(
    units: tuple[QuotedUnit, ...], part: SubQuestion, factual: Factual | None
) -> tuple[tuple[QuotedUnit, ...], float]:
    """Return the units that may be facts, best first, and how likely the best of them is one, 1 where nothing says.

    Rows and code are facts as far as they go.
    """
    whether = asks_whether(part.text.text)
    judged = [one for one in units[: 1 if whether else JUDGED] if one.unit.packet.passage.kind is ChunkKind.PROSE]
    if factual is None or not judged:
        return units, 1.0
    texts = tuple(Sealed(one.unit.text, one.unit.packet.passage.document) for one in judged)
    told = dict(zip((id(one) for one in judged), factual(part.text, texts), strict=True))
    if not whether:
        units = tuple(one for one in units if told.get(id(one), 1.0) >= SURE)
    best = told.get(id(units[0]), 1.0) if units else 1.0
    return units, best if best < SURE and not _DENIES.search(units[0].unit.text) else 1.0
