"""Asking again with nothing but the record: the same code must produce the same bytes (K2).

The generator that answered runs once more on tools that serve the recorded effects; every event it
produces is sealed with the recorded salts and compared with the bytes that were hashed. Whatever the
code says now, the recorded events fold to the decision and the answer as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeAlias

from aver.errors import BadInput, ReplayDiverged
from aver.flows.journal import Journal, Record, journaled, replayed
from aver.flows.record import batches, failure
from aver.stages.packets import joined
from aver.store.hash_chain import canonical
from aver.store.payloads import Payload, Sealer, sealer_of, stored_payloads, unsealer
from aver.store.run_log import RunLog, StoredEvent, stored_events
from aver.values.answers import Claim, Decision, Finding
from aver.values.codec import encode
from aver.values.events import (
    Abandoned,
    Asked,
    Checked,
    Decided,
    Event,
    Failed,
    Judged,
    Observed,
    Packed,
    Planned,
    Recalled,
    ServedAgain,
)
from aver.values.evidence import EvidencePacket
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Plan
from aver.values.recorded import Recorded

Ask: TypeAlias = Callable[[Inquiry, Caller, Any], Iterator[Event]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """A run as its events tell it: the last word on each thing; None or empty where none was said."""

    asked: Asked | None = None
    plan: Plan | None = None
    packets: tuple[EvidencePacket, ...] = ()
    findings: tuple[Finding, ...] = ()
    decision: Decision | None = None
    released: tuple[Claim, ...] = ()
    ended: Decided | Abandoned | Failed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What replaying a run showed.

    `executed` is False when erased words (`receipts`) leave nothing to execute on, or nothing was asked.
    `identical` holds when every event came out byte for byte; else `diverged_at` is the number of the
    first that didn't. `folded` is the run as recorded in either case.
    """

    run: str
    executed: bool
    identical: bool
    diverged_at: int | None
    code_version_recorded: str | None
    code_version_now: str
    receipts: tuple[str, ...]
    events: tuple[Recorded, ...]
    folded: Folded

    @property
    def verdict(self) -> str:
        """Say in one line what the replay showed."""
        if self.receipts:
            return f"payload erased, receipt {', '.join(self.receipts)}"
        if not self.executed:
            return "nothing was asked"
        if self.identical:
            return "identical"
        return f"diverges under version {self.code_version_now} at event {self.diverged_at}"


def fold(events: Iterable[Event]) -> Folded:
    """Return what the events of a run add up to."""
    said: dict[str, Any] = {}
    for event in events:
        match event:
            case Asked():
                said["asked"] = event
            case Planned(plan=plan):
                said["plan"] = plan
            case Packed(packets=packets):
                said["packets"] = packets
            case Recalled(packets=packets) | Judged(packets=packets) | ServedAgain(packets=packets):
                said["packets"] = joined(said.get("packets", ()), packets)
            case Checked(findings=findings):
                said["findings"] = findings
            case Decided(decision=decision, released=released):
                said |= {"decision": decision, "released": released, "ended": event}
            case Abandoned() | Failed():
                said["ended"] = event
    return Folded(**said)


def replay(
    log: RunLog,
    caller: Caller,
    run: str,
    *,
    ask: Ask,
    tools_type: type[Any],
    code_version: str,
    readable: Callable[[str], bool] | None = None,
) -> Replayed:
    """Replay the caller's own `run` with `ask` on recorded effects alone; no tool is called.

    `tools_type` is the dataclass of tools that `ask` takes, `code_version` the version that runs now.
    `readable` withholds text in the events shown, not in what is executed. Raises NotFound, NotAllowed
    and StoreDamaged; a divergence is a value, and says nothing about tampering (`verify_run` does).
    """
    recorded = log.events(caller, run, readable=readable)
    with log.read(caller.tenant) as connection:
        stored = stored_events(connection, tenant=caller.tenant, name=run)
        payloads = stored_payloads(connection, tenant=caller.tenant, run=run)
    receipts = tuple(sorted({payload.receipt for payload in payloads if payload.receipt is not None}))
    asked = next((item.event for item in log.events(caller, run) if isinstance(item.event, Asked)), None)
    executed = asked is not None and not receipts
    diverged_at = _execute(stored, recorded, payloads, _on(asked, ask, tools_type)) if asked and executed else None
    return Replayed(
        run=run,
        executed=executed,
        identical=executed and diverged_at is None,
        diverged_at=diverged_at,
        code_version_recorded=asked.code_version if asked else None,
        code_version_now=code_version,
        receipts=receipts,
        events=recorded,
        folded=fold(item.event for item in recorded),
    )


def _on(asked: Asked, ask: Ask, tools_type: type[Any]) -> Callable[[Record, Journal], Iterator[Event]]:
    def run(record: Record, journal: Journal) -> Iterator[Event]:
        tools = journaled(replayed(tools_type, record), journal)
        return ask(asked.inquiry, asked.caller, tools)

    return run


def _execute(
    stored: tuple[StoredEvent, ...],
    recorded: tuple[Recorded, ...],
    payloads: tuple[Payload, ...],
    run: Callable[[Record, Journal], Iterator[Event]],
) -> int | None:
    """Return the number of the first event that comes out differently, None when none does."""
    sealer = sealer_of(payloads)
    observed = tuple((item.seq, item.event) for item in recorded if isinstance(item.event, Observed))
    record = Record(observed=observed, seal=sealer.seal, unseal=unsealer(payloads), last=len(stored))
    journal = Journal()
    try:
        events = run(record, journal)
    except ReplayDiverged:
        return record.diverged_at
    with closing(_bodies(events, journal, sealer)) as produced:
        return _first_difference(stored, produced)


def _first_difference(stored: tuple[StoredEvent, ...], produced: Iterator[bytes]) -> int | None:
    """Compare in order; a hang-up is the consumer's doing, so a recorded `Abandoned` ends the comparison."""
    for expected in stored:
        if expected is stored[-1] and expected.kind == Abandoned.__name__:
            return None
        if next(produced, None) != expected.body:
            return expected.seq
    return None if next(produced, None) is None else len(stored) + 1


def _bodies(events: Iterator[Event], journal: Journal, sealer: Sealer) -> Generator[bytes, None, None]:
    """Yield the canonical bytes of every event the code produces, failures included."""
    with closing(batches(events, journal)) as stream:
        while True:
            try:
                batch = next(stream)
            except StopIteration:
                return
            except Exception:
                return
            yield from _encoded(batch, sealer)


def _encoded(batch: tuple[Event, ...], sealer: Sealer) -> list[bytes]:
    try:
        return [canonical(encode(event, seal=sealer.seal)) for event in batch]
    except BadInput as error:
        return [canonical(encode(failure(error)))]
