"""What came in the place of a document that a question names, where just that is asked (C3, D3).

"What replaced Stricter Type Guards?" resembles nothing in the proposal that did; its field "Replaces: 724" says so,
or a sentence. Such a notice is looked for by the names of the document, as it is for quotes, and the beginning of the
document that holds it is what came in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aver.flows.gathering import GatherTools, Ranked, scored_within
from aver.flows.noticing import like_notices
from aver.stages.notices import asks_what_replaced, notices_in, says_edition
from aver.stages.selection import Scored
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import Plan


def successor(
    lists: Sequence[Ranked], plan: Plan, eligibility: Eligibility, tools: GatherTools, *, today: str
) -> Scored | None:
    """Return the beginning of the document that replaced one which the question names, None where none is asked for."""
    asking = next((one for one in lists if asks_what_replaced(one.part.text.text)), None)
    if tools.refer is None or asking is None or eligibility.documents is not None:
        return None
    whole = next(one for one in lists if not one.part.number)
    named = tools.refer(eligibility, whole.part.text)
    notice = next(_notices(named, lists, eligibility, tools), None)
    if notice is None:
        return None
    narrowed = replace(eligibility, documents=frozenset((notice.document,)))
    title = replace(asking.part, text=notice.title)
    found = scored_within(narrowed, title, asking, plan, tools, today=today)
    prose = (one for one in found if one.passage.kind is ChunkKind.PROSE)
    first = min(prose, key=lambda one: (_is_front(one.passage), one.passage.start), default=None)
    return first and replace(first, led_by="the beginning of what replaced a document that the question names")


def _is_front(passage: Passage) -> bool:
    """Whether a passage stands before the first heading: fields, directives, a notice of who wrote it."""
    return not passage.section_path.text


def _notices(
    named: Sequence[str], lists: Sequence[Ranked], eligibility: Eligibility, tools: GatherTools
) -> Iterator[Passage]:
    """Yield passages of other documents which say that one of those `named` was replaced."""
    for document in named:
        own = next((one.passage for each in lists for one in each.scored if one.passage.document == document), None)
        alike = () if own is None else like_notices(own, eligibility, tools)
        heads = [one for one in alike if one.document == document and says_edition(one)]
        yield from (
            one
            for one in alike
            if own is not None and one.document not in named and any(True for _ in notices_in(one, own, heads=heads))
        )
