"""A run as every edge shows it: its steps and its answer to whoever asked, kinds and hashes to an auditor.

Words of documents are read again under what the caller may read now (definitions.md, "Log and replay").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aver.channels.side_by_side import SideBySide
from aver.errors import BadInput
from aver.flows.answering import folded, replay_run
from aver.flows.documents import all_versions, documents
from aver.flows.replay import Replayed
from aver.flows.run_checks import Problem
from aver.flows.sources import readable_in_sources
from aver.flows.verify_runs import verify_run
from aver.stages.eligibility import eligibility_of, opens
from aver.stages.steps import happened
from aver.stages.transcript import transcript_of
from aver.stages.wire import OUTCOMES, ask_json, packets_json
from aver.store.run_log import RunLog
from aver.store.store import Store
from aver.values.events import Observed, Planned
from aver.values.governance import Caller, Governance
from aver.values.inquiry import Mode
from aver.values.recorded import EventLine, Recorded, RunSummary


def readable_now(
    store: Store, log: RunLog, sources: SideBySide | None, caller: Caller, run: str, *, today: str
) -> Callable[[str], bool]:
    """Return which documents the caller may read now, valid `today` or on the day the run asked about.

    What came from a source outside the store counts where it still stands there, open to the caller. The baseline
    looks past dates, so of what it found each version counts as if it were its time. A document that was closed to the
    caller in the version the run drew on stays closed, whichever later version is open: access is that of versions.
    """
    own = log.summary(caller, run).user == caller.user
    recorded = log.events(caller, run) if own else ()
    days = {today, *(one.event.plan.as_of for one in recorded if isinstance(one.event, Planned))}
    readable = {one.document for day in days for one in documents(store, caller, today=day)}
    readable |= readable_in_sources(sources, caller, tuple(one.event for one in recorded), days=days)
    readable |= {name for name in _found_by_baseline(recorded) if _opens_in_its_time(store, caller, name)}
    return (readable - _closed_since(store, caller, recorded)).__contains__


def _closed_since(store: Store, caller: Caller, recorded: Sequence[Recorded]) -> frozenset[str]:
    """Return the documents of which the run drew on a version that is still there and not open to the caller now."""
    drawn_on = {packet.passage.version: packet.passage.document for packet in transcript_of(folded(recorded)).packets}
    stored = (one for name in set(drawn_on.values()) for one in all_versions(store, caller.tenant, name))
    return frozenset(
        one.document for one in stored if one.id in drawn_on and not _opened_in_its_time(caller, one.governance)
    )


def _found_by_baseline(recorded: Sequence[Recorded]) -> frozenset[str]:
    """Return the documents that a run in the baseline's mode found, none of any other run."""
    transcript = transcript_of(folded(recorded))
    if transcript.asked is None or transcript.asked.inquiry.mode is not Mode.VANILLA:
        return frozenset()
    return frozenset(packet.passage.document for packet in transcript.packets)


def _opens_in_its_time(store: Store, caller: Caller, document: str) -> bool:
    """Return whether the caller might read some version of a document now, dates left aside."""
    return any(_opened_in_its_time(caller, one.governance) for one in all_versions(store, caller.tenant, document))


def _opened_in_its_time(caller: Caller, governance: Governance) -> bool:
    return opens(eligibility_of(caller, as_of=governance.valid_from or ""), governance)


def summary_json(summary: RunSummary) -> dict[str, Any]:
    """Return a run at a glance as plain JSON."""
    return {
        "run_id": summary.run,
        "tenant": summary.tenant,
        "user": summary.user,
        "started_at": summary.started_at,
        "state": summary.state.value,
        "outcome": outcome_name(summary),
        "events": summary.events,
        "question": None if summary.question is None else str(summary.question),
    }


_OUTCOMES = {kind.__name__: published for kind, published in OUTCOMES.items()}


def outcome_name(summary: RunSummary) -> str | None:
    """Return the published name of the outcome, which the log keeps as the name of a class."""
    return None if summary.outcome is None else _OUTCOMES.get(summary.outcome, summary.outcome.upper())


def outcome_kept(published: str) -> str:
    """Return what the log keeps for an outcome's published name. Raises BadInput for none."""
    kept = {name: one for one, name in _OUTCOMES.items()}.get(published.upper())
    if kept is None:
        raise BadInput(f"{published!r} is no outcome", hint=f"one of {', '.join(_OUTCOMES.values())}")
    return kept


def run_json(summary: RunSummary, recorded: Sequence[Recorded]) -> dict[str, Any]:
    """Return the caller's own run with its steps, the answer and the packets it rests on."""
    events = folded(recorded)
    steps = [
        {"seq": one.seq, "kind": type(one.event).__name__, "hash": one.hash, "said": happened(one.event)}
        for one in recorded
        if not isinstance(one.event, Observed)
    ]
    result = ask_json(summary.run, events, timings_ms={})
    return summary_json(summary) | {"events": steps, "result": result, "packets": packets_json(events)}


def hashes_json(summary: RunSummary, lines: Sequence[EventLine]) -> dict[str, Any]:
    """Return what an auditor sees of somebody else's run."""
    steps = [{"seq": e.seq, "kind": e.kind, "hash": e.hash, "milliseconds": e.milliseconds} for e in lines]
    return summary_json(summary) | {"events": steps}


def replay_checked(
    log: RunLog, caller: Caller, run: str, *, readable: Callable[[], Callable[[str], bool]]
) -> Replayed | tuple[Problem, ...]:
    """Replay the caller's own run, or return what is damaged about its record. Raises NotFound and NotAllowed.

    `readable` makes what `readable_now` returns; it reads the record, so it is called only once that is known sound.
    """
    log.summary(caller, run)
    return verify_run(log, run, tenant=caller.tenant) or replay_run(log, caller, run, readable=readable())


def replayed_json(run: str, replayed: Replayed | tuple[Problem, ...]) -> dict[str, Any]:
    """Return a replay as plain JSON; `verdict` is `damaged` where the record itself is."""
    if isinstance(replayed, tuple):
        return {"run_id": run, "verdict": "damaged", "problems": problems_json(replayed)}
    result = ask_json(replayed.run, folded(replayed.events), timings_ms={})
    return {
        "run_id": replayed.run,
        "verdict": replayed.verdict,
        "executed": replayed.executed,
        "identical": replayed.identical,
        "diverged_at": replayed.diverged_at,
        "code_version": {"recorded": replayed.code_version_recorded, "now": replayed.code_version_now},
        "receipts": list(replayed.receipts),
        "decision": result["decision"],
        "answer": result["answer"],
        "problems": [],
    }


def problems_json(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Return what is wrong with the log as plain JSON."""
    return [{"run_id": p.run, "event": p.event, "damage": p.damage.value, "detail": p.detail} for p in problems]
