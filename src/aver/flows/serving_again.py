"""An earlier answer, served again while the chat model is out (K3, definitions.md "Served again").

Only to the same subject, for exactly the same inquiry, under the same policy, on the same day's eligibility and over
exactly the same visible documents and claims; what it cites is confirmed, checked and gated as if it were new.
"""

from __future__ import annotations

from dataclasses import replace

from aver.flows.asked import Gathered
from aver.flows.deliberate_tools import DeliberateTools
from aver.flows.weighing import Weighed, confidence_in, decided, examined_in, stances_for
from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.eligibility import POLICY_VERSION
from aver.stages.packets import joined
from aver.store.claim_index import ClaimIndex
from aver.store.run_log import RunLog
from aver.values.answers import Answered, Partial
from aver.values.deliberation import VoiceFailure
from aver.values.events import Asked, Decided, Event, Judged, Packed, Pinned, Recalled, Resolved, ServedAgain
from aver.values.governance import Caller, Eligibility
from aver.values.identity import tagged_hash
from aver.values.inquiry import Inquiry

LOOKED_AT = 100
"""Runs of the caller that are looked through, newest first."""


def with_earlier_answers(tools: DeliberateTools, log: RunLog, index: ClaimIndex) -> DeliberateTools:
    """Return `tools` that can serve what `log` holds over the same evidence."""

    def visible(eligible: Eligibility) -> str:
        versions = index.store.visible(eligible=eligible)
        claims = sorted(f"{one.id}:{one.number}" for one in index.serving(eligible))
        return tagged_hash("aver.visible.1", (*versions, "", *claims))

    def earlier(caller: Caller, inquiry: Inquiry, eligible: Eligibility, seen: str) -> ServedAgain | None:
        for summary in log.runs(caller, limit=LOOKED_AT):
            if summary.question is None or summary.question.text != inquiry.question.text:
                continue
            recorded = [one.event for one in log.events(caller, summary.run)]
            if _is_same(recorded, caller, inquiry, eligible, seen):
                return _served(summary.run, recorded)
        return None

    return replace(tools, visible=visible, earlier=earlier)


def reweighed(
    again: ServedAgain, gathered: Gathered, failures: tuple[VoiceFailure, ...], tools: DeliberateTools
) -> tuple[Weighed, Decided]:
    """Return an earlier answer as it is worth now, and the gate's decision on it."""
    gathered = replace(gathered, packets=joined(gathered.packets, again.packets), quoted=())
    confirmed = tools.confirm(gathered.eligibility, tuple(one.passage.chunk for one in again.packets))
    stances = stances_for(again.claims, gathered, tools)
    findings = run_checks(
        again.claims,
        gathered.packets,
        confirmed=confirmed,
        required=DETERMINISTIC,
        stances=stances,
        examined=examined_in(again.claims, stances, gathered, tools),
        asked=gathered.question,
    )
    confidence = confidence_in(again.claims, findings, DETERMINISTIC, gathered)
    given = Weighed(claims=again.claims, findings=findings, stances=stances, confidence=confidence)
    return given, decided(given, DETERMINISTIC, gathered, failures, tools)


def _is_same(recorded: list[Event], caller: Caller, inquiry: Inquiry, eligible: Eligibility, seen: str) -> bool:
    """Whether a run answered just this, for just this caller, over just what is visible now."""
    asked = next((one for one in recorded if isinstance(one, Asked)), None)
    return (
        asked is not None
        and (asked.inquiry, asked.caller, asked.policy_version) == (inquiry, caller, POLICY_VERSION)
        and any(isinstance(one, Resolved) and one.eligibility == eligible for one in recorded)
        and any(isinstance(one, Pinned) and one.visible == seen for one in recorded)
        and not any(isinstance(one, ServedAgain) for one in recorded)
        and any(isinstance(one, Decided) and isinstance(one.decision, Answered | Partial) for one in recorded)
    )


def _served(run: str, recorded: list[Event]) -> ServedAgain | None:
    claims = next(one.released for one in recorded if isinstance(one, Decided))
    held = {
        packet.packet: packet
        for event in recorded
        if isinstance(event, Packed | Recalled | Judged)
        for packet in event.packets
    }
    cited = dict.fromkeys(citation.packet for claim in claims for citation in claim.citations)
    if not claims or any(name not in held for name in cited):
        return None
    return ServedAgain(run=run, claims=claims, packets=tuple(replace(held[name], selected=True) for name in cited))
