"""Each step of a run in a few words, without the words of any document."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from aver.stages.harmless import one_line
from aver.stages.wire import outcome_of
from aver.values.deliberation import VoiceFailure
from aver.values.events import (
    Abandoned,
    Asked,
    Challenged,
    Checked,
    Decided,
    Drafted,
    Event,
    Failed,
    Graded,
    Judged,
    Observed,
    Packed,
    Pinned,
    Planned,
    Proposed,
    Recalled,
    Resolved,
    Retrieved,
    Reworded,
    Selected,
    ServedAgain,
    Suggested,
    Synthesised,
)
from aver.values.evidence import ChannelResult

_QUESTION = 60


def happened(event: Event) -> str:  # noqa: C901  (one case per event, none left out)
    """Return what an event says, in a few words and without the words of any document."""
    match event:
        case Asked(inquiry=inquiry, caller=caller):
            return f"{one_line(str(inquiry.question), limit=_QUESTION)!r} by {caller.user} in {inquiry.mode.value} mode"
        case Planned(plan=plan):
            return f"{_count(len(plan.sub_questions), 'part')}, as of {plan.as_of}"
        case Resolved(eligibility=eligibility):
            where = "one document" if eligibility.documents is not None else "everything readable"
            return f"{where} for {', '.join(sorted(eligibility.principals))}, clearance {eligibility.clearance}"
        case Reworded(by=by, rewrites=rewrites, failure=failure):
            voting = sum(not one.dropped for one in rewrites)
            return f"{voting} of {_count(len(rewrites), 'wording')} by {by or 'nobody'} may vote{_unheard(failure)}"
        case Graded(by=by, grades=grades, failure=failure):
            return f"{_count(len(grades), 'passage')} graded by {by or 'nobody'}{_unheard(failure)}"
        case Retrieved(channels=channels):
            return ", ".join(_channel(result) for result in channels) or "no channel"
        case Selected(candidates=candidates):
            return f"{sum(one.selected for one in candidates)} of {_count(len(candidates), 'candidate')}"
        case Packed(packets=packets):
            return f"{_count(len(packets), 'packet')}, {sum(packet.selected for packet in packets)} above the threshold"
        case Recalled(claims=claims, computed=computed):
            bearings = Counter(one.bearing.value for one in claims)
            said = [f"{number} {bearing}" for bearing, number in sorted(bearings.items())]
            return ", ".join([*said, *([f"{len(computed)} computed"] if computed else [])])
        case Judged(judgements=judgements):
            known = [one.stance for one in judgements if one.stance is not None]
            said = [f"{one.document_stance.value} ({one.role.value}, {one.confidence:.2f})" for one in known]
            return ", ".join(said) or "no stance built yet"
        case Drafted(voice=voice, claims=claims):
            return f"{_count(len(claims), 'claim')} by {voice}, unverified"
        case Proposed(by=by, claims=claims, failure=failure):
            return f"{_count(len(claims), 'claim')} by {by}, unverified{_unheard(failure)}"
        case Suggested(by=by, suggested=suggested, failure=failure):
            return f"{_count(len(suggested), 'value')} offered by {by or 'nobody'}{_unheard(failure)}"
        case Challenged(by=by, challenges=challenges, failure=failure):
            return f"{_count(len(challenges), 'challenge')} by {by} from summaries alone{_unheard(failure)}"
        case Synthesised(by=by, rulings=rulings, withdrawn=withdrawn, failure=failure):
            accepted = sum(ruling.accepted for ruling in rulings)
            taken_back = f", {_count(len(withdrawn), 'claim')} withdrawn" if withdrawn else ""
            return f"{accepted} of {_count(len(rulings), 'challenge')} accepted by {by}{taken_back}{_unheard(failure)}"
        case Pinned(visible=visible):
            return f"what is visible is {visible[:16]}"
        case ServedAgain(run=run, claims=claims):
            return f"{_count(len(claims), 'claim')} of {run}, to be checked again"
        case Checked(findings=findings):
            verdicts = Counter(found.verdict.value for found in findings)
            return ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items())) or "nothing checked"
        case Decided(decision=decision, released=released):
            reasons = ", ".join(reason.value for reason in decision.reasons)
            return (
                f"{outcome_of(decision)}{f' ({reasons})' if reasons else ''}, {_count(len(released), 'claim')} released"
            )
        case Abandoned(after=after):
            return f"after {after}"
        case Failed(error=error, stage=stage):
            return f"{error} in {stage}"
        case Observed(effect=effect):
            return effect
        case _:
            assert_never(event)


def _unheard(failure: VoiceFailure | None) -> str:
    return "" if failure is None else f" ({failure.voice.value} model: {failure.kind.value})"


def _channel(result: ChannelResult) -> str:
    if result.failure is not None:
        return f"{result.channel} failed"
    return f"{result.channel} {len(result.hits)}{'' if result.approximation is None else ' (approximate)'}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
