"""How much likelier a quote answers that is read for a question for a thing, and not whether, why or how (I1).

The support that is fitted for all questions is too low for those (docs/decisions/0028-questions-for-a-thing.md). It is
raised where the quote tells of what is asked about: its passage or titles have every name of the question and what it
calls the thing, and what stands side by side in the question isn't parted there by a word that makes another thing of
it. Rows of tables have ways of their own, and somebody's own story settles nothing for others.
"""

from __future__ import annotations

import math
import re

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.checks.asked_name import telling
from aver.stages.planning.words import names
from aver.stages.quotation import Unit
from aver.stages.stems import stems
from aver.stages.told_there import stand_together
from aver.stages.wanted import looks_up
from aver.values.chunks import ChunkKind

_OWN_STORY = regex(r"\bI\b(?!\.)(?=\s|['’])")
"""Somebody speaks of what befell them, or of what they think."""

_CALLED = regex(
    r"\W*what\s+(?:is|are|was|were)\s+(?:the|your|our|its|their)\s+(?:[\w-]+\s+){0,3}?(?P<thing>[\w-]+)\s+(?:of|for|in|on|at|to|with|from)\b",
    re.IGNORECASE,
)
"""What the thing asked for is called: the guidance for the profit."""


def surer(support: float, question: str, unit: Unit, by: float) -> float:
    """Return `support`, a probability, `by` logits higher where `question` asks for a thing that `unit` tells of."""
    if not by or not looks_up(question) or not _tells_of_it(question, unit):
        return support
    odds = support * math.exp(by)
    return max(support, odds / (1.0 - support + odds))


def _tells_of_it(question: str, unit: Unit) -> bool:
    passage, quoted = unit.packet.passage, unit.text
    if passage.kind is ChunkKind.TABLE or _OWN_STORY.search(quoted) or quoted.rstrip().endswith(":"):
        return False
    titles = (passage.title.text, passage.section_path.text, file_name(passage.uri))
    around = stems(" ".join((passage.text.text, *titles)))
    named, said = [stems(name) for name in names(question)], stems(quoted)
    told = stems(telling(question, quoted))
    called = _CALLED.match(question)
    return (
        all(name <= around for name in named)
        and (called is None or stems(called["thing"]) <= around)
        and stand_together(question, quoted)
        and not any(name & said and name.isdisjoint(told) for name in named)
    )
