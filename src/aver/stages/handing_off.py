"""What a person gets who is to decide instead: question, parameters, evidence, and what failed (I3, I4).

The package holds words of documents that whoever asked may read; whom it is passed on to is for them to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aver.stages.harmless import one_line
from aver.stages.transcript import Transcript, transcript_of
from aver.stages.wire import ask_json, claim_json, packets_json
from aver.values.answers import Claim, Verdict
from aver.values.events import Event

LONGEST_LINE = 160
"""Characters of a text that a line shows; the JSON has all of it."""
_SHOWN = ("run_id", "question", "parameters", "decision", "clarify", "conflicts", "redirect", "stances", "degraded")


def handoff_json(run: str, events: Sequence[Event]) -> dict[str, Any]:
    """Return the package of a run as plain JSON.

    `drafts` are the statements that were considered, each with its citations and the checks that it didn't pass,
    `evidence` the packets they were drawn from. `reply` is how an answer comes back as a claim that is found next time.
    """
    transcript = transcript_of(events)
    said = ask_json(run, events, timings_ms={})
    return {
        **{name: said[name] for name in _SHOWN if name in said},
        "asked_by": said["caller"].get("user"),
        "asked_at": transcript.asked.at if transcript.asked else None,
        "drafts": [_draft(transcript, claim) for claim in transcript.drafted],
        "evidence": [packet for packet in packets_json(events) if packet["selected"]],
        "reply": f"aver claims author '...' --answers {run}",
    }


def handoff_lines(package: Mapping[str, Any]) -> Iterator[str]:
    """Yield the package as a person reads it."""
    decision = package["decision"]
    came_to = " ".join((decision["outcome"], *decision["reasons"]))
    yield one_line(package["question"], limit=LONGEST_LINE)
    yield f"asked by {package['asked_by']} at {package['asked_at']}; {came_to}"
    read = package.get("parameters")
    if read is not None:
        yield from (f"  {one['name']}: {one['value']}" for one in read["known"])
        yield from (f"  {one['name']}: open, {one['reason']}" for one in read["open"])
        yield from (f"  not read: {one_line(words, limit=LONGEST_LINE)}" for words in read["unread"])
    for draft in package["drafts"]:
        yield f"considered, support {draft['support']:.2f}: {one_line(draft['text'], limit=LONGEST_LINE)}"
        yield from (f"  {one['verdict']}: {one['check']}, {one['reason']}" for one in draft["failed"])
    for packet in package["evidence"]:
        span = packet["span"]
        yield f"evidence {packet['uri']} {span['start']}-{span['end']}: {one_line(packet['text'], limit=LONGEST_LINE)}"
    yield f"reply: {package['reply']}"


def _draft(transcript: Transcript, claim: Claim) -> dict[str, Any]:
    said = claim_json(transcript, claim)
    failed = [one for one in said.pop("findings") if one["verdict"] != Verdict.PASS.value]
    return {**said, "support": claim.support, "failed": failed}
