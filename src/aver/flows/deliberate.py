"""Answering with a chat model, debated or not: a proposer, a critic who sees only summaries, a synthesiser.

It is asking with other voices before the checks: the events up to the packets and where documents stand,
and every decision that does not hang on claims, are those of `aver.flows.ask`; what the voices say goes
through the same checks and the same gate.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from aver.flows.advising import Advisor, advisor_within, left_of
from aver.flows.ask import ask
from aver.flows.asked import Gathered, decides_before_claims, gathered_from
from aver.flows.consulting import Meter, Speak
from aver.flows.debate import NOBODY, QUOTATION, Matter, challenge, propose, synthesise
from aver.flows.deliberate_tools import DeliberateTools
from aver.flows.drafting import draft
from aver.flows.serving_again import reweighed
from aver.flows.suggesting import asked_back
from aver.flows.weighing import (
    DEBATED,
    decided,
    refutations_in,
    silences,
    stances_for,
    weighed,
    weighed_after,
)
from aver.stages.checks import DETERMINISTIC
from aver.stages.deliberation.critique import positions_of
from aver.stages.deliberation.doubt import no_summaries
from aver.values.answers import Clarify
from aver.values.deliberation import FullView, LocalSummary, MacroSummary, MacroView, VoiceFailure
from aver.values.events import Checked, Decided, Drafted, Event, Pinned, Proposed
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry

DOCUMENTS = 8
"""Documents whose summaries are read: those of the strongest packets."""


def deliberate(inquiry: Inquiry, caller: Caller, tools: DeliberateTools) -> Iterator[Event]:
    """Yield the events of one deliberation, `Asked` first and `Decided` last."""
    advisor = None if tools.chat is None else advisor_within(tools.chat, tools.budget)
    gathered = yield from _gathered(inquiry, caller, tools, advisor)
    if gathered is not None:
        yield from _debated(gathered, tools, left_of(tools.budget, advisor))


def ask_with_model(inquiry: Inquiry, caller: Caller, tools: DeliberateTools, chat: Speak) -> Iterator[Event]:
    """Yield the events of asking where a chat model words the claims; quotation does where it can't be heard."""
    advisor = advisor_within(chat, tools.budget)
    gathered = yield from _gathered(inquiry, caller, tools, advisor)
    if gathered is not None:
        meter = left_of(tools.budget, advisor)
        yield from _drafted(inquiry, caller, gathered, tools, chat=chat, meter=meter)


def _gathered(
    inquiry: Inquiry, caller: Caller, tools: DeliberateTools, advisor: Advisor | None
) -> Generator[Event, None, Gathered | None]:
    """Yield the events of asking up to the claims and return their fold; None where all is decided already."""
    ending: list[Event] = []
    events: list[Event] = []
    for event in ask(inquiry, caller, tools, advisor=advisor):
        events.append(event)
        if isinstance(event, Drafted | Checked | Decided):
            ending.append(event)
        else:
            yield event
    gathered = gathered_from(events)
    if gathered is not None and not decides_before_claims(gathered.decision):
        return gathered
    asks_back = ending[-1].decision if ending and isinstance(ending[-1], Decided) else None
    if isinstance(asks_back, Clarify) and inquiry.parameters is not None and tools.chat is not None:
        yield from asked_back(ending, asks_back, inquiry, tools.chat, left_of(tools.budget, advisor))
    else:
        yield from ending
    return None


def _drafted(
    inquiry: Inquiry, caller: Caller, gathered: Gathered, tools: DeliberateTools, *, chat: Speak, meter: Meter
) -> Iterator[Event]:
    said = draft(gathered.asked, gathered.packets, chat, meter=meter)
    if isinstance(said, VoiceFailure):
        proposed = Proposed(by=QUOTATION, claims=gathered.quoted, failure=said, usage=meter.spent)
    else:
        proposed = Proposed(by=said.by, claims=said.claims, usage=meter.spent, left_out=said.left_out)
    yield proposed
    failures = () if proposed.failure is None else (proposed.failure,)
    given = weighed(proposed.claims, stances_for(proposed.claims, gathered, tools), gathered, tools)
    given = replace(given, findings=(*given.findings, *silences(failures, given.claims)))
    last = decided(given, DETERMINISTIC, gathered, failures, tools)
    seen = "" if tools.visible is None else tools.visible(gathered.eligibility)
    if seen:
        yield Pinned(visible=seen)
    again = None
    if seen and failures and not last.released and tools.earlier is not None:
        again = tools.earlier(caller, inquiry, gathered.eligibility, seen)
    if again is not None:
        yield again
        given, last = reweighed(again, gathered, failures, tools)
    yield Checked(findings=given.findings)
    yield last


def _debated(gathered: Gathered, tools: DeliberateTools, meter: Meter) -> Iterator[Event]:
    matter = _matter(gathered, tools)
    proposed = propose(matter, tools.chat, meter)
    yield proposed
    stances = stances_for(proposed.claims, gathered, tools)
    matter = replace(matter, refutations=refutations_in((*gathered.stances.values(), *stances.values())))
    positions, macro = positions_of(proposed.claims), matter.view.macro
    challenged = challenge(matter.questions, positions, macro, chat=tools.chat, judge=tools.entail, meter=meter)
    yield challenged
    synthesised = synthesise(matter, proposed.claims, challenged.challenges, tools.chat, meter)
    yield synthesised
    failures = tuple(one.failure for one in (proposed, challenged, synthesised) if one.failure is not None)
    given = weighed_after((proposed, challenged, synthesised), stances, gathered, tools)
    silent = no_summaries(given.claims) if challenged.by == NOBODY else ()
    given = replace(given, findings=(*given.findings, *silent, *silences(failures, given.claims)))
    yield Checked(findings=given.findings)
    yield decided(given, DEBATED, gathered, failures, tools)


def _matter(gathered: Gathered, tools: DeliberateTools) -> Matter:
    """Return what may be seen of the documents of the strongest packets."""
    selected = sorted((p for p in gathered.packets if p.selected), key=lambda p: p.rank)
    documents = tuple(dict.fromkeys(packet.passage.document for packet in selected))[:DOCUMENTS]
    eligibility = gathered.eligibility
    layers = tools.summaries(eligibility, documents) if tools.summaries and documents else ()
    view = FullView(
        macro=MacroView(summaries=tuple(one for one in layers if isinstance(one, MacroSummary))),
        sections=tuple(one for one in layers if isinstance(one, LocalSummary)),
        packets=gathered.packets,
    )
    return Matter(questions=gathered.asked, view=view, quoted=gathered.quoted)
