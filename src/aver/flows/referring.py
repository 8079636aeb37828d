"""Further documents that a question leads to: what replaced one it names, and what the best passage names (D3, C3).

"What replaced Stricter Type Guards?" resembles nothing in the proposal that did; its field "Replaces: 724" says so,
or a sentence. Such a notice is looked for by the names of the document, as it is for quotes, and the beginning of the
document that holds it is what came in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from aver.flows.gathering import MOST_NAMED, GatherTools, Ranked, scored_within
from aver.flows.noticing import notices_about
from aver.stages.notices import asks_what_replaced
from aver.stages.selection import Scored
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import Plan


def led_to(
    scored: Sequence[Scored],
    lists: Sequence[Ranked],
    plan: Plan,
    eligibility: Eligibility,
    tools: GatherTools,
    *,
    today: str,
) -> Scored | None:
    """Return the passage of a further document that the question or its best passage leads to, None where none does.

    A question to one document is led to no other.
    """
    if eligibility.documents is not None:
        return None
    replaced = _successor(lists, plan, eligibility, tools, today=today)
    return replaced or _referred_to(scored, lists, plan, eligibility, tools, today=today)


def _successor(
    lists: Sequence[Ranked], plan: Plan, eligibility: Eligibility, tools: GatherTools, *, today: str
) -> Scored | None:
    """Return the beginning of the document that replaced one which the question names, None where none is asked for."""
    asking = next((one for one in lists if asks_what_replaced(one.part.text.text)), None)
    if tools.refer is None or asking is None:
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
        told = () if own is None else notices_about(own, eligibility, tools)[0]
        yield from (one for one in told if one.document not in named)


def _referred_to(
    scored: Sequence[Scored],
    lists: Sequence[Ranked],
    plan: Plan,
    eligibility: Eligibility,
    tools: GatherTools,
    *,
    today: str,
) -> Scored | None:
    """Return what best answers the question and its parts in the documents that the best passage names, if any (D3).

    A document that the question names itself was looked for already.
    """
    if tools.refer is None or not scored:
        return None
    whole = next(one for one in lists if not one.part.number)
    best = scored[0].passage
    named = [document for document in tools.refer(eligibility, best.text) if document != best.document]
    known = frozenset(tools.refer(eligibility, whole.part.text)) if named else frozenset()
    further = [document for document in named if document not in known]
    if not further:
        return None
    narrowed = replace(eligibility, documents=frozenset(further[:MOST_NAMED]))
    parts = (whole, *(part for part in lists if part is not whole))
    orders = [scored_within(narrowed, one.part, one, plan, tools, today=today) for one in parts]
    first = _first_of(orders, tools.tuning.blend.k)
    return first and replace(first, led_by="in a document that the best passage names")


def _first_of(orders: Sequence[Sequence[Scored]], k: int) -> Scored | None:
    """Return the candidate that the `orders` of all parts put first together, by the sum of 1 / (k + rank)."""
    votes: defaultdict[str, float] = defaultdict(float)
    for order in orders:
        for rank, one in enumerate(order, start=1):
            votes[one.fused.chunk] += 1.0 / (k + rank)
    return max(chain.from_iterable(orders), key=lambda one: votes[one.fused.chunk], default=None)
