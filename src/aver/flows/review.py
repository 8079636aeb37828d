"""Working through what waits for a person: take, accept, edit, reject, escalate (J2).

An item is leased for some minutes, so two reviewers never hold one; a lease that ran out, because its holder was killed
or went home, is taken over. A decision checks the lease, moves the claim and closes the item in one transaction:
whatever is cut off happened as a whole or not at all, and an item that was decided can't be decided again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, or_, update

from aver.errors import AverError, BadInput
from aver.flows.claim_access import Desk, known, one_of, reviewer_only, vouch
from aver.flows.claim_queue import after, close_items, item_is, items_of, known_items, waiting_items
from aver.flows.claims import Draft, correct_in, freeze_in
from aver.store.claim_tables import review_item
from aver.store.claims import act, note, proposed_because, tick
from aver.values.claims import Act, ClaimState, ReviewItem, StoredClaim

LEASE_MINUTES = 15
_LATER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An item with the version that waits, and what was remarked when it was proposed ("" for nothing)."""

    item: ReviewItem
    claim: StoredClaim
    remark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """What became of one claim of a batch: as it stands now, or why it stays in the queue."""

    name: str
    claim: StoredClaim | None
    error: AverError | None


def queue(desk: Desk, *, limit: int | None = None, behind: str = "") -> tuple[Waiting, ...]:
    """Return what waits and the caller may know of, oldest first, behind the `place_of` an item. Raises NotFound."""
    with desk.store.transactions.read(desk.tenant) as connection:
        found: list[Waiting] = []
        conditions = (after(connection, desk, behind),) if behind else ()
        for item, claim in known_items(connection, desk, *conditions):
            if limit is not None and len(found) >= limit:
                break
            found.append(Waiting(item=item, claim=claim, remark=proposed_because(connection, claim)))
    return tuple(found)


def take(
    desk: Desk, *, count: int = 1, minutes: int = LEASE_MINUTES, besides: Collection[str] = ()
) -> tuple[Waiting, ...]:
    """Lease up to `count` items for `minutes` and return them; a candidate is in review from now on.

    First what the caller holds already, then what others escalated, then the oldest. What the caller escalated is left
    to others, and the claims `besides` are passed over.
    """
    reviewer_only(desk.caller)
    until = _later(desk.at, minutes)
    taken: list[Waiting] = []
    with desk.store.transactions.write(desk.tenant) as connection:
        for item, claim in _in_turn(connection, desk):
            if len(taken) >= count:
                break
            if claim.id in besides:
                continue
            if claim.state is ClaimState.CANDIDATE:
                claim = act(connection, claim, Act.TAKEN, actor=desk.caller.user, at=desk.at)
            held = {"leased_by": desk.caller.user, "leased_until": until}
            connection.execute(update(review_item).where(item_is(desk, item.key)).values(**held))
            mine = replace(item, leased_by=desk.caller.user, leased_until=until)
            taken.append(Waiting(item=mine, claim=claim, remark=proposed_because(connection, claim)))
    return tuple(taken)


def put_back(desk: Desk, names: Collection[str]) -> None:
    """End the caller's leases on these claims, so that others may take them at once."""
    item, free = review_item.c, {"leased_by": "", "leased_until": ""}
    mine = (item.tenant == desk.tenant, item.leased_by == desk.caller.user, item.claim.in_(names))
    with desk.store.transactions.write(desk.tenant) as connection:
        connection.execute(update(review_item).where(*mine).values(**free))


def looked_at(desk: Desk, name: str, *, number: int | None = None) -> tuple[StoredClaim, str]:
    """Return the version that is named, else the one that waits, and what was remarked when it was proposed.

    Raises NotFound.
    """
    with desk.store.transactions.read(desk.tenant) as connection:
        version = _meant(connection, desk, known(connection, desk.caller, name), number)
        return version, proposed_because(connection, version)


def accept(desk: Desk, names: Sequence[str], *, number: int | None = None, reason: str = "") -> tuple[Accepted, ...]:
    """Freeze what was proposed, or say that it still holds, for each of the claims; all are committed together.

    One that can't be accepted stays in the queue and takes no other along.
    """
    reviewer_only(desk.caller)
    done: list[Accepted] = []
    with desk.store.transactions.write(desk.tenant) as connection:
        for name in dict.fromkeys(names):
            connection.exec_driver_sql("SAVEPOINT one_claim")
            try:
                claim = _accepted(connection, desk, name, number, reason)
                done.append(Accepted(name=name, claim=claim, error=None))
            except AverError as error:
                connection.exec_driver_sql("ROLLBACK TO one_claim")
                done.append(Accepted(name=name, claim=None, error=error))
            connection.exec_driver_sql("RELEASE one_claim")
    return tuple(done)


def _accepted(connection: Connection, desk: Desk, name: str, number: int | None, reason: str) -> StoredClaim:
    versions = known(connection, desk.caller, name)
    version = _meant(connection, desk, versions, number)
    items = waiting_items(connection, desk, version)
    if version.state is not ClaimState.FROZEN:
        return freeze_in(connection, desk, version, versions, reason=reason)
    vouch(connection, desk, version)
    _noted(connection, desk, version, Act.REVERIFIED, items, reason)
    close_items(connection, desk, version)
    tick(connection, desk.tenant)
    return version


def edit(desk: Desk, name: str, draft: Draft, *, number: int | None = None, reason: str = "") -> StoredClaim:
    """Freeze a corrected version in place of the one that waits, which is kept as superseded."""
    reviewer_only(desk.caller)
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        base = _meant(connection, desk, versions, number)
        waiting_items(connection, desk, base)
        made = correct_in(connection, desk, versions, base, draft, live=True, reason=reason)
        if base.state is not ClaimState.FROZEN:
            told = f"by version {made.number}"
            act(connection, base, Act.SUPERSEDED, actor=desk.caller.user, at=desk.at, reason=told)
        return made


def reject(desk: Desk, name: str, *, reason: str, number: int | None = None) -> StoredClaim:
    """Turn down what was proposed, or take out of service what no longer holds. Raises BadInput without a reason."""
    return _decided(desk, name, number, reason, Act.REJECTED)


def escalate(desk: Desk, name: str, *, reason: str, number: int | None = None) -> StoredClaim:
    """Leave an item to another reviewer; it goes before the rest and not to the caller. Raises BadInput."""
    return _decided(desk, name, number, reason, Act.ESCALATED)


def _decided(desk: Desk, name: str, number: int | None, reason: str, what: Act) -> StoredClaim:
    reviewer_only(desk.caller)
    if not reason.strip():
        raise BadInput("a reason is needed", hint="say why, in a few words")
    with desk.store.transactions.write(desk.tenant) as connection:
        version = _meant(connection, desk, known(connection, desk.caller, name), number)
        items = waiting_items(connection, desk, version)
        who, at = desk.caller.user, desk.at
        if version.state is ClaimState.CANDIDATE:
            version = act(connection, version, Act.TAKEN, actor=who, at=at)
        if what is Act.ESCALATED:
            for item in items:
                names = "\n".join(sorted({*item.escalated_by, who}))
                free = {"leased_by": "", "leased_until": "", "escalated_by": names}
                connection.execute(update(review_item).where(item_is(desk, item.key)).values(**free))
            _noted(connection, desk, version, what, items, reason)
            return version
        step = Act.UNFROZEN if version.state is ClaimState.FROZEN else Act.REJECTED
        done = act(connection, version, step, actor=who, at=at, reason=reason)
        close_items(connection, desk, version)
        return done


def _noted(
    connection: Connection, desk: Desk, version: StoredClaim, what: Act, items: Sequence[ReviewItem], reason: str
) -> None:
    """Record an act once for each of the items it settles or leaves to others."""
    for item in items:
        who = desk.caller.user
        note(connection, version, what, about=item.changed, actor=who, at=desk.at, reason=reason)


def _meant(connection: Connection, desk: Desk, versions: Sequence[StoredClaim], number: int | None) -> StoredClaim:
    """Return the version that is named, or the newest with an open item."""
    waiting = [one for one in versions if number is None and items_of(connection, desk, one)]
    return waiting[-1] if waiting else one_of(versions, number)


def _in_turn(connection: Connection, desk: Desk) -> Iterator[tuple[ReviewItem, StoredClaim]]:
    """Yield the items that the caller may take, in turn."""
    item, who = review_item.c, desk.caller.user
    free = or_(item.leased_by == "", item.leased_until <= desk.at)
    yield from list(known_items(connection, desk, item.leased_by == who))
    for escalated in (True, False):
        there = (item.escalated_by != "") if escalated else (item.escalated_by == "")
        for one, claim in known_items(connection, desk, free, item.leased_by != who, there):
            if who not in one.escalated_by:
                yield one, claim


def _later(at: str, minutes: int) -> str:
    if minutes < 1:
        raise BadInput(f"a lease of {minutes} minutes is none", hint="lease for a minute or more")
    moment = datetime.fromisoformat(at) + minutes * _LATER
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
