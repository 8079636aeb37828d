"""The run log: events are appended in a hash chain, committed before anyone sees them, and read back.

A terminal event and the run's row in the head ledger commit together, so a run is either open or
closed for good. Tables are folds of the log: `fold_run` is the one rule by which the `run` row follows
from the events, for writing as for verifying (K1).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select, text, update

from aver.errors import NotAllowed, NotFound, StoreDamaged
from aver.store.engine import Way
from aver.store.hash_chain import canonical, event_hash, genesis
from aver.store.ledger import close_run
from aver.store.payloads import Sealer, store_payloads, stored_payloads, unsealer
from aver.store.row_security import EVERY_TENANT
from aver.store.run_tables import run, run_event, run_head
from aver.values.codec import TAG, decode, encode
from aver.values.events import TERMINAL, Abandoned, Asked, Event, Observed
from aver.values.governance import Caller, Role
from aver.values.identity import make_id
from aver.values.recorded import EventLine, Recorded, RunState, RunSummary
from aver.values.sealed import Sealed

_TERMINAL_STATES = {"Decided": RunState.DECIDED, "Abandoned": RunState.ABANDONED, "Failed": RunState.FAILED}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """One row of a run's chain as it stands in the store."""

    seq: int
    kind: str
    body: bytes
    hash: bytes
    milliseconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFold:
    """What a run's events add up to: the columns of its row that events decide."""

    state: RunState = RunState.OPEN
    events: int = 0
    question: str | None = None
    outcome: str | None = None


def fold_run(fold: RunFold, event: dict[str, Any]) -> RunFold:
    """Return `fold` after one more encoded event."""
    kind = event[TAG]
    fold = replace(fold, events=fold.events + 1, state=_TERMINAL_STATES.get(kind, fold.state))
    if kind == "Asked":
        return replace(fold, question=event["inquiry"]["question"].get("sealed"))
    return replace(fold, outcome=event["decision"][TAG]) if kind == "Decided" else fold


@dataclass(slots=True, kw_only=True)
class RunWriter:
    """The one who appends to a run: keeps the end of its chain and what its texts were committed as."""

    log: RunLog
    tenant: str
    user: str
    run: str
    started_at: str
    head: bytes
    fold: RunFold = field(default_factory=RunFold)
    sealer: Sealer = field(default_factory=Sealer)

    @property
    def closed(self) -> bool:
        """Whether a terminal event is committed."""
        return self.fold.state is not RunState.OPEN

    def append(self, events: Sequence[Event], *, milliseconds: int = 0) -> tuple[Recorded, ...]:
        """Commit `events` in one transaction and return them as recorded.

        `milliseconds` since the run's start stand outside the hash. A recorded `Observed` holds what was
        hashed: commitments in place of words. Raises BadInput for what can't be encoded and StoreDamaged
        when the run went on or ended without this writer; nothing is stored then.
        """
        try:
            return self._commit(events, milliseconds)
        except BaseException:
            self.sealer.forget_fresh()
            raise

    def _commit(self, events: Sequence[Event], milliseconds: int) -> tuple[Recorded, ...]:
        head, fold, rows, recorded = self.head, self.fold, [], []
        for event in events:
            structure = encode(event, seal=self.sealer.seal)
            body = canonical(structure)
            head, fold = event_hash(head, body), fold_run(fold, structure)
            rows.append(self._row(fold.events, structure[TAG], body, head, milliseconds))
            shown = decode(Observed, structure) if isinstance(event, Observed) else event
            recorded.append(Recorded(run=self.run, seq=fold.events, event=shown, hash=head.hex()))
        place = {"tenant": self.tenant, "run": self.run}
        with self.log.write(self.tenant) as connection:
            self._advance(connection, fold)
            connection.execute(insert(run_event), rows)
            store_payloads(connection, self.sealer.fresh, since=self.started_at, **place)
            if isinstance(events[-1], TERMINAL):
                close_run(connection, self.log.key, events=fold.events, head_hash=head, **place)
        self.head, self.fold = head, fold
        self.sealer.fresh.clear()
        return tuple(recorded)

    def _row(self, seq: int, kind: str, body: bytes, head: bytes, milliseconds: int) -> dict[str, Any]:
        place = {"tenant": self.tenant, "run": self.run, "seq": seq, "kind": kind}
        return {**place, "body": body, "hash": head, "noise": json.dumps({"ms": milliseconds})}

    def _advance(self, connection: Connection, fold: RunFold) -> None:
        """Move the run's row from the fold this writer knows to `fold`."""
        values = {"state": fold.state, "events": fold.events, "question": fold.question, "outcome": fold.outcome}
        mine = {"tenant": self.tenant, "run": self.run}
        if self.fold.events == 0:
            connection.execute(insert(run).values(**mine, user=self.user, started_at=self.started_at, **values))
            return
        unchanged = [run.c.state == RunState.OPEN, run.c.events == self.fold.events]
        where = [run.c.tenant == self.tenant, run.c.run == self.run, *unchanged]
        if self.closed or connection.execute(update(run).where(*where).values(values)).rowcount != 1:
            raise StoreDamaged(
                f"run {self.run} went on elsewhere", hint="ask again; `aver runs verify` shows its state"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLog:
    """The log over two ways to a connection (a write transaction, a read snapshot) and the ledger key."""

    write: Way
    read: Way
    key: bytes = field(repr=False)

    def begin(self, caller: Caller, *, at: str) -> RunWriter:
        """Return the writer of a new run of `caller`, begun `at` (ISO 8601, UTC); nothing is stored yet."""
        name = make_id("run", caller.tenant, caller.user, at, secrets.token_bytes(16))
        head = genesis(tenant=caller.tenant, run=name, user=caller.user, started_at=at)
        return RunWriter(log=self, tenant=caller.tenant, user=caller.user, run=name, started_at=at, head=head)

    def runs(self, caller: Caller, *, limit: int = 100, outcome: str | None = None) -> tuple[RunSummary, ...]:
        """Return the newest runs `caller` may see: their own, and as an auditor all of the tenant's.

        `outcome` is the name of a decision's class (`Escalate`), None for all runs. Times are told to the second; of
        those of one second what is under way is newest, then what was closed last.
        """
        with self.read(caller.tenant) as connection:
            seen = _visible(caller) if outcome is None else _visible(caller).where(run.c.outcome == outcome)
            query = seen.add_columns(_CLOSED).order_by(run.c.started_at.desc(), run.c.run).limit(limit)
            rows = connection.execute(query).all()
            newest = sorted(rows, key=lambda row: (row.started_at, row.closed is None, row.closed), reverse=True)
            return tuple(_summary(connection, row, caller) for row in newest)

    def summary(self, caller: Caller, name: str) -> RunSummary:
        """Return one run at a glance; raises NotFound."""
        with self.read(caller.tenant) as connection:
            return _summary(connection, _find(connection, caller, name), caller)

    def lines(self, caller: Caller, name: str) -> tuple[EventLine, ...]:
        """Return kinds and hashes of a run's events, which auditors see too; raises NotFound."""
        with self.read(caller.tenant) as connection:
            _find(connection, caller, name)
            stored = stored_events(connection, tenant=caller.tenant, name=name)
        return tuple(EventLine(seq=e.seq, kind=e.kind, hash=e.hash.hex(), milliseconds=e.milliseconds) for e in stored)

    def events(
        self, caller: Caller, name: str, *, readable: Callable[[str], bool] | None = None
    ) -> tuple[Recorded, ...]:
        """Return the events of the caller's own run with their text.

        `readable` tells of a document id whether the caller may read it now; text of the others comes
        withheld. Raises NotFound, and NotAllowed for an auditor at somebody else's run.
        """
        with self.read(caller.tenant) as connection:
            if _find(connection, caller, name).user != caller.user:
                raise NotAllowed("auditors see metadata and hashes, not text", hint="ask the person whose run it is")
            payloads = stored_payloads(connection, tenant=caller.tenant, run=name)
            stored = stored_events(connection, tenant=caller.tenant, name=name)
        unseal = unsealer(payloads, readable)
        return tuple(
            Recorded(run=name, seq=e.seq, event=decode(Event, structure_of(e), unseal=unseal), hash=e.hash.hex())
            for e in stored
        )

    def asked(self, tenant: str, name: str) -> Asked | None:
        """Return how a run of the tenant began, whoever's it is; None where there is none, or its text is erased."""
        with self.read(tenant) as connection:
            payloads = stored_payloads(connection, tenant=tenant, run=name)
            stored = stored_events(connection, tenant=tenant, name=name)
        unseal = unsealer(payloads, None)
        events = (decode(Event, structure_of(one), unseal=unseal) for one in stored if one.kind == Asked.__name__)
        asked = next((one for one in events if isinstance(one, Asked)), None)
        return None if asked is None or asked.inquiry.question.erased else asked

    def close_unfinished(self, tenant: str | None = None, *, started_before: str | None = None) -> tuple[str, ...]:
        """Mark runs that never ended as abandoned and return their ids: of one tenant or of all.

        Whoever calls this knows that nobody appends to them: it is alone in the home (aver.store.presence),
        or no living process can have begun before the moment given (ISO 8601).
        """
        unfinished = select(run).where(text(f"state = '{RunState.OPEN.value}'"))
        if tenant is not None:
            unfinished = unfinished.where(run.c.tenant == tenant)
        if started_before is not None:
            unfinished = unfinished.where(run.c.started_at < started_before)
        with self.read(EVERY_TENANT if tenant is None else tenant) as connection:
            rows = connection.execute(unfinished).all()
            found = [(row, stored_events(connection, tenant=row.tenant, name=row.run)) for row in rows]
        return tuple(row.run for row, stored in found if stored and self._abandon(row, stored[-1]))

    def _abandon(self, row: Row[Any], last: StoredEvent) -> bool:
        """Close a run that nobody appends to; False when it went on or ended in the meantime."""
        writer = RunWriter(
            log=self,
            tenant=row.tenant,
            user=row.user,
            run=row.run,
            started_at=row.started_at,
            head=last.hash,
            fold=RunFold(events=row.events, question=row.question),
        )
        try:
            writer.append((Abandoned(after=last.kind),), milliseconds=last.milliseconds)
        except StoreDamaged:
            return False
        return True


def stored_events(connection: Connection, *, tenant: str, name: str) -> tuple[StoredEvent, ...]:
    """Return the rows of a run's chain in order, nothing checked."""
    rows = connection.execute(
        select(run_event).where(run_event.c.tenant == tenant, run_event.c.run == name).order_by(run_event.c.seq)
    )
    return tuple(
        StoredEvent(seq=r.seq, kind=r.kind, body=r.body, hash=r.hash, milliseconds=_milliseconds(r.noise)) for r in rows
    )


def structure_of(event: StoredEvent) -> dict[str, Any]:
    """Return the event as it was encoded; raises StoreDamaged."""
    try:
        structure = json.loads(event.body)
    except ValueError as error:
        raise StoreDamaged(f"event {event.seq} is not JSON", hint="`aver runs verify` names the damage") from error
    if not isinstance(structure, dict):
        raise StoreDamaged(f"event {event.seq} is not an object", hint="`aver runs verify` names the damage")
    return structure


def _milliseconds(noise: str) -> int:
    """Read the noise; it stands outside the hash, so whatever it says decides nothing."""
    try:
        return int(json.loads(noise)["ms"])
    except (ValueError, KeyError, TypeError):
        return 0


_CLOSED = (
    select(run_head.c.n)
    .where(run_head.c.tenant == run.c.tenant, run_head.c.run == run.c.run)
    .correlate(run)
    .scalar_subquery()
    .label("closed")
)
"""Which of the tenant's closed runs it is, counted from the first."""


def _visible(caller: Caller) -> Select[Any]:
    query = select(run).where(run.c.tenant == caller.tenant)
    return query if Role.AUDITOR in caller.roles else query.where(run.c.user == caller.user)


def _find(connection: Connection, caller: Caller, name: str) -> Row[Any]:
    row = connection.execute(_visible(caller).where(run.c.run == name)).one_or_none()
    if row is None:
        raise NotFound(f"no run {name}", hint="`aver runs list` shows yours")
    return row


def _summary(connection: Connection, row: Row[Any], caller: Caller) -> RunSummary:
    return RunSummary(
        run=row.run,
        tenant=row.tenant,
        user=row.user,
        started_at=row.started_at,
        state=RunState(row.state),
        outcome=row.outcome,
        events=row.events,
        question=_question(connection, row) if row.user == caller.user else None,
    )


def _question(connection: Connection, row: Row[Any]) -> Sealed | None:
    if row.question is None:
        return None
    unseal = unsealer(stored_payloads(connection, tenant=row.tenant, run=row.run, commitment=row.question))
    return unseal({"sealed": row.question, "document": None})
