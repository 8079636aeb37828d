"""What people would use instead, in the same harness: search by words, by meaning, or by both with a reader (N1).

All always answer, and none checks anything. Most answer from the windows of vanilla mode and differ in which they take.
`ungated` is the verified mode with whatever it drafts let through, which shows what checks and gate are worth. Nothing
here is offered to anybody who asks: these runs are measured, and not logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from aver.flows.answering import Answered
from aver.flows.ask import AskTools, ask
from aver.flows.vanilla import Choose, Chosen, ask_vanilla, nearest
from aver.stages.fusion import reciprocal_rank
from aver.stages.reading import read_text, readable
from aver.values.answers import Answered as Released
from aver.values.answers import Claim
from aver.values.events import Checked, Decided, Drafted, Event
from aver.values.evidence import ChannelResult, Passage
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

Ask: TypeAlias = Callable[[Inquiry, Caller, AskTools], Iterator[Event]]
"""One way of answering, as events."""

USUAL_K = 60
"""Reciprocal rank fusion as it is commonly set (Cormack, Clarke and Buettcher 2009)."""


def by_words(found: Sequence[ChannelResult], inquiry: Inquiry, eligible: Eligibility, tools: AskTools) -> Chosen:
    """Choose the `k` windows that BM25 puts first."""
    del eligible, tools
    lexical = tuple(result for result in found if result.channel == "lexical")
    return Chosen(channels=lexical, best=reciprocal_rank(lexical)[: inquiry.k])


def nearest_read(found: Sequence[ChannelResult], inquiry: Inquiry, eligible: Eligibility, tools: AskTools) -> Chosen:
    """Choose the `k` nearest windows, as vanilla mode does, and let the verified mode's reader read them."""
    chosen = nearest(found, inquiry, eligible, tools)
    passages = tools.fetch(eligible, tuple(one.chunk for one in chosen.best))
    return Chosen(channels=chosen.channels, best=chosen.best, readings=_read(inquiry, passages, tools))


def by_reader(found: Sequence[ChannelResult], inquiry: Inquiry, eligible: Eligibility, tools: AskTools) -> Chosen:
    """Fuse BM25 and the vectors, have the reader read as many as the verified mode does, and choose its `k` best.

    Without a reader the fused order stands.
    """
    fused = reciprocal_rank(found, k=USUAL_K)[: tools.tuning.blend.read or tools.tuning.fetched]
    passages = tools.fetch(eligible, tuple(one.chunk for one in fused))
    readings = _read(inquiry, passages, tools)
    liked = sorted(fused, key=lambda one: -readings[one.chunk].relevance if one.chunk in readings else 0.0)
    return Chosen(channels=tuple(found), best=tuple(liked[: inquiry.k]), readings=readings)


def _read(inquiry: Inquiry, passages: Sequence[Passage], tools: AskTools) -> dict[str, Reading]:
    """Return by chunk what the reader saw; it is shown what the verified mode would show it."""
    if tools.read is None:
        return {}
    shown = readable(inquiry.question.text, passages, tools.tuning.blend.languages)
    if not shown:
        return {}
    readings = tools.read(
        inquiry.question, tuple(Sealed(read_text(one, inquiry.question.text), one.document) for one in shown)
    )
    return {one.chunk: reading for one, reading in zip(shown, readings, strict=True)}


def ungated(inquiry: Inquiry, caller: Caller, tools: AskTools) -> Iterator[Event]:
    """Yield the events of the verified mode, its findings left out, with every draft released as an answer."""
    drafts: tuple[Claim, ...] = ()
    for event in ask(inquiry, caller, tools):
        match event:
            case Drafted(claims=claims):
                drafts = claims
                yield event
            case Checked():
                yield Checked(findings=())
            case Decided(decision=decision):
                yield Decided(decision=Released(confidence=decision.confidence), released=drafts)
            case _:
                yield event


def _over_windows(choose: Choose) -> Ask:
    return partial(ask_vanilla, choose=choose)


BASELINES: Mapping[str, Ask] = MappingProxyType(
    {
        "bm25": _over_windows(by_words),
        "dense-reader": _over_windows(nearest_read),
        "hybrid-reranked": _over_windows(by_reader),
        "ungated": ungated,
    }
)
"""Each by the name that `aver eval run --mode` takes, beside `vanilla`."""


def baseline_answer(name: str, inquiry: Inquiry, caller: Caller, tools: AskTools) -> Answered:
    """Return what the baseline `name` answers."""
    return Answered(run="", events=tuple(BASELINES[name](inquiry, caller, tools)), timings_ms={})
