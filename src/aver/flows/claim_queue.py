"""The items of the review queue inside a transaction: found, leased, looked up, closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, Row, select, update

from aver.errors import ClaimHeld, NotFound, NotInState
from aver.flows.claim_access import Desk, known, readable
from aver.flows.documents import may_read
from aver.store.claim_tables import claim_version, review_item
from aver.store.claims import among, claims_where, same_version
from aver.store.versions import version_is, versions_where
from aver.values.claims import ReviewItem, StoredClaim, Why

_PAGE = 50


def refuse_if_held(connection: Connection, desk: Desk, version: StoredClaim) -> None:
    """Raise ClaimHeld where another reviewer's lease on an item that the caller may know of is running."""
    _refuse(desk, version, items_of(connection, desk, version))


def _refuse(desk: Desk, version: StoredClaim, items: Iterable[ReviewItem]) -> None:
    mine = ("", desk.caller.user)
    until = max((one.leased_until for one in items if one.leased_by not in mine), default="")
    if until > desk.at:
        raise ClaimHeld(
            f"another reviewer holds {version.id} until {until}", hint="take another with `aver review next`"
        )


def close_items(connection: Connection, desk: Desk, version: StoredClaim) -> None:
    """Take out of the queue what waits about this version and what the caller may know of."""
    keys = (one.key for one in items_of(connection, desk, version))
    connection.execute(update(review_item).where(item_is(desk, *keys)).values(open=False, leased_by=""))


def item_is(desk: Desk, *keys: int) -> ColumnElement[bool]:
    """Return the condition that a row is one of the items `keys` of the desk's tenant."""
    return (review_item.c.tenant == desk.tenant) & review_item.c.key.in_(keys)


def items_of(connection: Connection, desk: Desk, version: StoredClaim) -> tuple[ReviewItem, ...]:
    """Return the open items about a version, which is known to the caller, that they may know of; oldest first."""
    item = review_item.c
    wanted = select(review_item).where(*same_version(review_item, version), item.open).order_by(item.key)
    found = [_item(row) for row in connection.execute(wanted)]
    open_ = readable_changes(connection, desk, (one.changed for one in found))
    return tuple(one for one in found if one.changed in open_)


def waiting_items(connection: Connection, desk: Desk, version: StoredClaim) -> tuple[ReviewItem, ...]:
    """Return the open items about a version, oldest first. Raises NotInState where none waits, and ClaimHeld."""
    found = items_of(connection, desk, version)
    _refuse(desk, version, found)
    if not found:
        raise NotInState(f"{version.id} doesn't wait for review", hint="`aver review list` shows what does")
    return found


def place_of(item: ReviewItem) -> str:
    """Return what names the place of an item in the queue, now and once it is decided; it counts nothing."""
    return f"{item.claim}:{item.number}:{item.queued_at}"


def after(connection: Connection, desk: Desk, place: str) -> ColumnElement[bool]:
    """Return the condition that an item stands behind `place`.

    Raises NotFound, the same for what the caller may not know of.
    """
    claim, _, rest = place.partition(":")
    number, _, queued_at = rest.partition(":")
    item = review_item.c
    same = [one for one in known(connection, desk.caller, claim) if str(one.number) == number]
    wanted = [select(review_item).where(*same_version(review_item, one), item.queued_at == queued_at) for one in same]
    found = [_item(row) for one in wanted for row in connection.execute(one)]
    open_ = readable_changes(connection, desk, (one.changed for one in found))
    keys = [one.key for one in found if one.changed in open_]
    if not keys:
        raise NotFound("no such place in the queue", hint="give `next` of the page before as it came")
    return item.key > min(keys)


def known_items(
    connection: Connection, desk: Desk, *conditions: ColumnElement[bool]
) -> Iterator[tuple[ReviewItem, StoredClaim]]:
    """Yield the open items that the caller may know of, with their version, oldest first."""
    item, last = review_item.c, 0
    while True:
        wanted = select(review_item).where(item.tenant == desk.tenant, item.open, item.key > last, *conditions)
        rows = connection.execute(wanted.order_by(item.key).limit(_PAGE)).all()
        found = [_item(row) for row in rows]
        claims = _claims(connection, desk, found)
        open_ = readable_changes(connection, desk, (one.changed for one in found))
        yield from (
            (one, claims[one.claim, one.number])
            for one in found
            if (one.claim, one.number) in claims and one.changed in open_
        )
        if len(rows) < _PAGE:
            return
        last = rows[-1].key


def _claims(connection: Connection, desk: Desk, items: Sequence[ReviewItem]) -> dict[tuple[str, int], StoredClaim]:
    some = among(sorted({one.claim for one in items}))
    found = claims_where(connection, claim_version.c.tenant == desk.tenant, some)
    return {(one.id, one.number): one for one in readable(connection, desk.caller, found)}


def readable_changes(connection: Connection, desk: Desk, changed: Iterable[int]) -> frozenset[int]:
    """Return those keys of versions that the caller may read, and 0, which stands for none."""
    keys = sorted({*changed} - {0})
    found = versions_where(connection, version_is(desk.tenant, *keys)) if keys else ()
    return frozenset({0, *(one.key for one in found if may_read(one.governance, desk.caller))})


def _item(row: Row[tuple[object, ...]]) -> ReviewItem:
    found = row._mapping
    return ReviewItem(
        key=found["key"],
        claim=found["claim"],
        number=found["number"],
        why=Why(found["why"]),
        changed=found["changed"],
        queued_at=found["queued_at"],
        leased_by=found["leased_by"],
        leased_until=found["leased_until"],
        escalated_by=tuple(filter(None, found["escalated_by"].split("\n"))),
    )
