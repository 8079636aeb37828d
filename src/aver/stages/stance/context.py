"""A passage as it stands in its document, for a model that reads it there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aver.stages.stance.relating import Related
from aver.values.stance import InContext

BEFORE, AFTER, ELSEWHERE = 2, 3, 3
"""Sentences before the passage in its section, behind it, and of the rest of the document."""


def in_context(case: Related, text: str) -> InContext:
    """Return what a model reads of the case; `text` is the document's canonical text."""
    mentions = case.lifelines.mentions
    inside = [int(place) for place in np.flatnonzero(case.inside)]
    section = mentions[case.focus].section

    def said(places: Sequence[int]) -> tuple[str, ...]:
        return tuple(" ".join(text[mentions[place].start : mentions[place].end].split()) for place in places)

    beside = [place for place, one in enumerate(mentions) if one.section == section and place not in inside]
    before = [place for place in beside if place < inside[0]][-BEFORE:]
    after = [place for place in beside if place > inside[-1]][:AFTER]
    near = {*inside, *before, *after}
    others = [int(place) for place in np.argsort(-case.relevance, kind="stable") if int(place) not in near]
    return InContext(
        title=" > ".join(case.lifelines.sections[section].titles),
        before=said(before),
        passage=said(inside),
        after=said(after),
        elsewhere=said(others[:ELSEWHERE]),
    )
