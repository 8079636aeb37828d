"""An answered question on a terminal: the outcome, the prose of the log, three confidences and the run."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from aver.cli.terminal_text import shown
from aver.stages.citing import place_of
from aver.stages.harmless import one_line
from aver.stages.render import render
from aver.stages.transcript import Transcript, transcript_of
from aver.stages.wire import outcome_of
from aver.values.answers import Claim, Decision, Reason, Verdict
from aver.values.events import Event

COLOURS = {
    "ANSWER": "green",
    "PARTIAL": "yellow",
    "CLARIFY": "cyan",
    "REDIRECT": "cyan",
    "CONFLICT": "magenta",
    "ABSTAIN": "yellow",
    "ESCALATE": "yellow",
}

_DOUBTED = frozenset({Reason.LOW_CONFIDENCE, Reason.INSUFFICIENT, Reason.FORCE, Reason.DEGRADED})
_LOOKED_AT = 3
"""Statements that are shown of those that were considered and not released; a page has them all."""

_LONGEST = 200
"""Characters of such a statement that its line shows."""


def answer_view(run: str, events: Sequence[Event]) -> RenderableType:
    """Return the whole answer of a run: outcome and reasons, prose with its sources, confidences, run id."""
    transcript = transcript_of(events)
    return Group(
        outcome_line(transcript.decision),
        *_parameters(transcript),
        Text(),
        _prose(render(events)),
        *_looked_at(transcript),
        Text(),
        *_degraded(transcript),
        *_approximate(transcript),
        confidence_line(transcript.decision),
        Text(f"run {run}", style="dim"),
    )


def outcome_line(decision: Decision | None) -> Text:
    """Return the outcome in its colour with its reason codes."""
    if decision is None:
        return Text("NOT DECIDED", style="bold red")
    outcome = outcome_of(decision)
    reasons = ", ".join(reason.value for reason in decision.reasons)
    return Text.assemble((outcome, f"bold {COLOURS[outcome]}"), (f"  {reasons}" if reasons else "", "dim"))


def confidence_line(decision: Decision | None) -> Text:
    """Return the three confidences, never one figure (I1)."""
    if decision is None:
        return Text("no confidence: nothing was decided", style="dim")
    found = decision.confidence
    return Text(
        f"confidence: extraction {found.extraction:.2f} · grounding {found.grounding:.2f} · answer {found.answer:.2f}",
        style="dim",
    )


def _prose(text: str) -> Text:
    """Return prose in which quotations stand out and the lines of their sources step back."""
    prose = shown(text)
    prose.highlight_regex(r"“[^”]*”", "bold")
    prose.highlight_regex(r"(?m)^  — .*$", "dim")
    return prose


def _looked_at(transcript: Transcript) -> list[Text]:
    """Return what was considered where nothing was released for want of support: a place to read on, and no answer."""
    decision = transcript.decision
    doubted = decision is not None and bool(decision.reasons) and _DOUBTED.issuperset(decision.reasons)
    if transcript.released or not transcript.drafted or not doubted:
        return []
    lines = [Text(), shown("Looked at and not released; none of it is an answer:", "dim")]
    for claim in transcript.drafted[:_LOOKED_AT]:
        failed = [one for one in transcript.findings if one.claim == claim.number and one.verdict is Verdict.FAIL]
        lines.append(shown(f"  {_considered(claim)}", "dim"))
        lines += [shown(f"    {one.reason}", "dim") for one in failed]
    return lines


def _considered(claim: Claim) -> str:
    said = one_line(str(claim.text), limit=_LONGEST)
    return f"“{said}” — {one_line(place_of(claim.citations[0]), limit=_LONGEST)}" if claim.citations else said


def _parameters(transcript: Transcript) -> list[Text]:
    """Return a line for each parameter that a domain pack read or left open, and one for topics of an expert."""
    read = transcript.asked.inquiry.parameters if transcript.asked else None
    if read is None:
        return []
    question = str(transcript.asked.inquiry.question) if transcript.asked else ""
    lines = [
        shown(
            f"{one.parameter} = {one.value}" + "".join(f"  “{question[start:end]}”" for start, end in one.spans), "dim"
        )
        for one in read.known
    ]
    for one in read.open:
        choices = ", ".join(str(choice) for choice in one.choices)
        said = f"{one.parameter}: {one.doubt.replace('_', ' ')}" + (f": {choices}" if choices else "")
        lines.append(shown(said, "cyan" if one.deciding else "dim"))
    if read.topics:
        lines.append(shown(f"for an expert: {', '.join(read.topics)}", "yellow"))
    return [Text(), *lines]


def _approximate(transcript: Transcript) -> list[Text]:
    """Say which channels need not have seen every eligible row."""
    note = "approximate, outside non-interference (unsafe_approximate)"
    return [shown(f"{channel}: {note}", "yellow") for channel in transcript.approximate]


def _degraded(transcript: Transcript) -> list[Text]:
    return [shown(f"did not work: {part.stage}: {part.reason}", "red") for part in transcript.degraded]
