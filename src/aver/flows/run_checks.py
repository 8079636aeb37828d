"""The checks that every run of the log must pass.

In order: 3 its chain, 4 its row against the fold of its events, 5 its head against the ledger, 6 its
texts against their commitments (1 and 2 concern the whole ledger: `aver.flows.verify_runs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Row

from aver.errors import StoreDamaged
from aver.store.hash_chain import event_hash, genesis
from aver.store.ledger import Head
from aver.store.payloads import Payload, commit_to
from aver.store.run_log import RunFold, StoredEvent, fold_run, structure_of
from aver.values.codec import TAG
from aver.values.recorded import RunState
from aver.values.sealed import documents_of


class Damage(StrEnum):
    """What can be wrong with a log; `unfinished` is a run that is under way or was killed."""

    CHANGED_EVENT = "changed event"
    REMOVED_EVENT = "removed event"
    REMOVED_TAIL = "removed tail"
    REORDERED_EVENTS = "reordered events"
    ADDED_EVENT = "added event"
    RECOMPUTED_CHAIN = "recomputed chain"
    CHANGED_ROW = "run row differs from its events"
    CHANGED_PAYLOAD = "payload altered"
    MISSING_PAYLOAD = "payload missing"
    ERASED_WITHOUT_RECEIPT = "payload erased without a receipt"
    CHANGED_LEDGER = "ledger row altered"
    TRUNCATED_LEDGER = "missing from the ledger"
    REMOVED_RUN = "removed run"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding: the run, the number of the event where there is one, the damage and its detail."""

    run: str
    event: int | None
    damage: Damage
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """Everything the store says about one run."""

    tenant: str
    name: str
    row: Row[Any] | None
    events: tuple[StoredEvent, ...]
    payloads: tuple[Payload, ...]
    head: Head | None
    receipts: frozenset[tuple[str, str]]

    def problem(self, damage: Damage, detail: str, event: int | None = None) -> Problem:
        """Return a problem of this run."""
        return Problem(run=self.name, event=event, damage=damage, detail=detail)


def run_problems(run: StoredRun) -> tuple[Problem, ...]:
    """Return everything that is wrong with one run, in the order of the checks."""
    if not run.events:
        return (run.problem(Damage.REMOVED_RUN, "no event is left"),)
    chain = tuple(_chain_problems(run))
    return (
        *chain,
        *(() if chain else _row_problems(run)),
        *_head_problems(run, intact=not chain),
        *_payload_problems(run),
    )


def _chain_problems(run: StoredRun) -> Iterator[Problem]:
    """3: numbers from 1 without a gap, each hash over the one before.

    After a mismatch both the stored and the derived hash may stand before the next event, so one
    altered byte names one event.
    """
    row, before, expected = run.row, None, 1
    if row is None:
        yield run.problem(Damage.CHANGED_ROW, "the run has no row")
    else:
        before = {genesis(tenant=run.tenant, run=run.name, user=row.user, started_at=row.started_at)}
    for event in run.events:
        if event.seq != expected:
            yield run.problem(Damage.REMOVED_EVENT, f"the next one stored is {event.seq}", expected)
            before = None
        derived = {event_hash(previous, event.body) for previous in before or ()}
        if before is not None and event.hash not in derived:
            yield _mismatch(run, event, before)
        elif _structure(event).get(TAG) != event.kind:
            yield run.problem(Damage.CHANGED_EVENT, "its kind is not the one that was hashed", event.seq)
        before, expected = derived | {event.hash}, event.seq + 1


def _mismatch(run: StoredRun, event: StoredEvent, before: set[bytes]) -> Problem:
    """Name what it takes for this event's hash not to follow from the event before."""
    for other in run.events:
        if other.seq != event.seq and {event_hash(p, other.body) for p in before} & {event.hash, other.hash}:
            return run.problem(Damage.REORDERED_EVENTS, f"event {other.seq} belongs here", event.seq)
    if run.head is not None and len(run.events) < run.head.events:
        return run.problem(Damage.REMOVED_EVENT, f"{run.head.events} were closed into the ledger", event.seq)
    if event.seq == 1 and run.row is not None and _asker(run) not in (None, run.row.user):
        return run.problem(Damage.CHANGED_ROW, "the user is not the one who asked")
    return run.problem(Damage.CHANGED_EVENT, "its hash does not follow from the one before", event.seq)


def _asker(run: StoredRun) -> Any:
    """Return the user that the run's own events name, None where they name none."""
    caller = next((_structure(e).get("caller") for e in run.events if e.kind == "Asked"), None)
    return caller.get("user") if isinstance(caller, dict) else None


def _structure(event: StoredEvent) -> dict[str, Any]:
    try:
        return structure_of(event)
    except StoreDamaged:
        return {}


def _row_problems(run: StoredRun) -> Iterator[Problem]:
    """4: the row says what the events add up to."""
    fold = RunFold()
    try:
        for event in run.events:
            fold = fold_run(fold, structure_of(event))
    except (StoreDamaged, KeyError, TypeError, AttributeError):
        yield run.problem(Damage.CHANGED_EVENT, "it does not fold", fold.events + 1)
        return
    for name in ("state", "events", "question", "outcome"):
        if getattr(run.row, name) != getattr(fold, name):
            yield run.problem(Damage.CHANGED_ROW, f"{name} is not what the events add up to")


def _head_problems(run: StoredRun, *, intact: bool) -> Iterator[Problem]:
    """5: what ended is in the ledger, as long as it was and with the hash it had."""
    head, last = run.head, run.events[-1]
    ended = last.kind in {"Decided", "Abandoned", "Failed"}
    if head is None and ended:
        yield run.problem(Damage.TRUNCATED_LEDGER, "the run ended but the ledger does not hold it")
    elif head is None:
        state = run.row.state if run.row is not None else RunState.OPEN
        yield run.problem(Damage.UNFINISHED, f"{state}: the last event is {last.kind}", last.seq)
    elif last.seq < head.events:
        yield run.problem(Damage.REMOVED_TAIL, f"{head.events} events were closed into the ledger", last.seq + 1)
    elif last.seq > head.events:
        yield run.problem(Damage.ADDED_EVENT, f"only {head.events} events were closed into the ledger", head.events + 1)
    elif intact and last.hash != head.head_hash:
        yield run.problem(Damage.RECOMPUTED_CHAIN, "the chain holds but ends in another hash than the ledger", last.seq)


def _payload_problems(run: StoredRun) -> Iterator[Problem]:
    """6: every commitment has its text or a receipt, and every text its commitment."""
    payloads = {payload.commitment: payload for payload in run.payloads}
    named: dict[str, int] = {}
    for event in run.events:
        for commitment, document in _commitments(_structure(event)):
            payload = payloads.get(commitment)
            if commitment not in named and payload is None:
                yield run.problem(Damage.MISSING_PAYLOAD, f"commitment {commitment}", event.seq)
            elif commitment not in named and payload is not None and payload.document != document:
                yield run.problem(Damage.CHANGED_PAYLOAD, f"another document at {commitment}", event.seq)
            named.setdefault(commitment, event.seq)
    for payload in run.payloads:
        damage = _payload_damage(payload, run)
        if payload.commitment not in named:
            damage = Damage.CHANGED_PAYLOAD
        if damage is not None:
            yield run.problem(damage, f"commitment {payload.commitment}", named.get(payload.commitment))


def _payload_damage(payload: Payload, run: StoredRun) -> Damage | None:
    match payload:
        case Payload(salt=None, text=None):
            receipted = any((payload.receipt, document) in run.receipts for document in documents_of(payload.document))
            return None if receipted else Damage.ERASED_WITHOUT_RECEIPT
        case Payload(salt=bytes(salt), text=bytes(text), receipt=None):
            return None if commit_to(salt, text) == payload.commitment else Damage.CHANGED_PAYLOAD
    return Damage.CHANGED_PAYLOAD


def _commitments(structure: Any) -> Iterator[tuple[str, Any]]:
    """Yield every `(commitment, document)` that stands in an encoded event."""
    if isinstance(structure, dict):
        if structure.keys() - {TAG} == {"sealed", "document"} and isinstance(structure["sealed"], str):
            yield structure["sealed"], structure["document"]
        else:
            for item in structure.values():
                yield from _commitments(item)
    elif isinstance(structure, list):
        for item in structure:
            yield from _commitments(item)
