"""What becomes of claims when a document they cite changes, is superseded or goes (J4).

A new version takes a claim out of service for whoever reads it, by itself: the claim has no anchor there. Here a
citation whose whole paragraph stands unchanged gets one, and every live claim that cites the document is put before a
person. Anchors are per version, so what a caller may not read neither takes a claim away from them nor gives it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from aver.stages.claim_quotes import still_stands
from aver.store import schema
from aver.store.claim_tables import (
    claim_anchor,
    claim_event,
    claim_source,
    claim_standing,
    claim_vector,
    claim_version,
    review_item,
)
from aver.store.claims import act, among, claims_where, enqueue, same_version, tick
from aver.store.versions import version_is
from aver.values.claims import Act, ClaimState, StoredClaim, Why
from aver.values.governance import Governance, Status

_OVER = (ClaimState.REJECTED.value, ClaimState.RETIRED.value)
_BATCH = 300


def is_current(governance: Governance) -> bool:
    """Return whether a version is still presented as what holds: active, and naming no successor."""
    return governance.status is Status.ACTIVE and not governance.superseded_by


def source_changed(
    connection: Connection, governance: Governance, document: str, key: int, *, at: str, reread: bool = False
) -> int:
    """Anchor in version `key` what still stands there, and queue every live claim that cites `document`.

    Called in the transaction that commits the version or its governance; `reread` says that the same content was
    parsed again, which puts nothing before a person that still stands. Returns how many versions were looked at.
    """
    versions = _citing(connection, governance.tenant, document)
    if not versions:
        return 0
    text = connection.execute(select(schema.version.c.text).where(version_is(governance.tenant, key))).scalar_one()
    for one in versions:
        stands = _anchor(connection, one, document, key, text)
        if one.state is ClaimState.FROZEN and not (reread and stands and is_current(governance)):
            enqueue(connection, one, why=Why.SOURCE_CHANGED, changed=key, at=at)
    tick(connection, governance.tenant)
    return len(versions)


def _citing(connection: Connection, tenant: str, document: str) -> tuple[StoredClaim, ...]:
    return _versions(connection, tenant, claim_source.c.document == document, claim_standing.c.state.not_in(_OVER))


def _versions(
    connection: Connection, tenant: str, cites: ColumnElement[bool], which: ColumnElement[bool]
) -> tuple[StoredClaim, ...]:
    """Return the versions with a citation that `cites` holds for, of those that `which` holds for."""
    source = claim_source.c
    rows = connection.execute(select(source.claim, source.number).where(source.tenant == tenant, cites)).all()
    names = frozenset((row.claim, row.number) for row in rows)
    claims, version = sorted({name for name, _ in names}), claim_version.c
    found: list[StoredClaim] = []
    for start in range(0, len(claims), _BATCH):
        some = among(claims[start : start + _BATCH])
        found += claims_where(connection, version.tenant == tenant, some, which)
    return tuple(one for one in found if (one.id, one.number) in names)


def _anchor(connection: Connection, one: StoredClaim, document: str, key: int, text: str) -> bool:
    """Anchor the citations of `document` in a version's text; return whether all of them stand there."""
    there = anchors_of(connection, one, key)
    stands = True
    for place, citation in enumerate(one.content.citations):
        if citation.document != document:
            continue
        start, end = there.get(place, (0, 0))
        if place in there and text[start:end] == citation.quote:
            continue
        remove_anchor(connection, one, place, key)
        span = still_stands(citation, text)
        if span is None:
            stands = False
        else:
            put_anchor(connection, one, place, key, span=span)
    return stands


def anchor_elsewhere(connection: Connection, one: StoredClaim, *, at: str) -> None:
    """Anchor a version just frozen in every other version of what it cites where its paragraphs stand unchanged.

    Whoever reads a newer version than the reviewer gets it put before a person there where they don't.
    """
    version = schema.version.c
    for document in sorted({citation.document for citation in one.content.citations}):
        wanted = select(version.key, version.number, version.text)
        same = (version.tenant == one.tenant, version.document == document)
        rows = connection.execute(wanted.where(*same)).all()
        vouched = max((row.number for row in rows if anchors_of(connection, one, row.key)), default=0)
        for row in rows if len(rows) > 1 else ():
            if not _anchor(connection, one, document, row.key, row.text) and row.number > vouched:
                enqueue(connection, one, why=Why.SOURCE_CHANGED, changed=row.key, at=at)


def anchors_of(connection: Connection, one: StoredClaim, key: int) -> dict[int, tuple[int, int]]:
    """Return by place of the citation where it was verified to stand in the version `key`."""
    anchor = claim_anchor.c
    same = (*same_version(claim_anchor, one), anchor.version == key)
    rows = connection.execute(select(anchor.place, anchor.start, anchor.end).where(*same))
    return {row.place: (row.start, row.end) for row in rows}


def put_anchor(
    connection: Connection,
    one: StoredClaim,
    place: int,
    key: int,
    *,
    span: tuple[int, int],
    although_superseded: bool = False,
) -> None:
    """Record that a citation stands at `span` of the version `key`, in place of what was recorded."""
    remove_anchor(connection, one, place, key)
    connection.execute(
        insert(claim_anchor).values(
            tenant=one.tenant,
            claim=one.id,
            number=one.number,
            place=place,
            version=key,
            start=span[0],
            end=span[1],
            although_superseded=although_superseded,
        )
    )


def remove_anchor(connection: Connection, one: StoredClaim, place: int, key: int) -> None:
    """Take back that a citation stands in the version `key`."""
    anchor = claim_anchor.c
    connection.execute(
        delete(claim_anchor).where(*same_version(claim_anchor, one), anchor.place == place, anchor.version == key)
    )


def erase_claims(
    connection: Connection, tenant: str, versions: Sequence[tuple[int, str]], *, actor: str, at: str, receipt: str
) -> int:
    """Erase the words of every claim version that cites one of the deleted `versions` (key, id), and retire it.

    Returns how many of them cite nothing else and so are known to whoever may delete; the others go uncounted.
    """
    keys, ids = [key for key, _ in versions], frozenset(identity for _, identity in versions)
    found: dict[tuple[str, int], StoredClaim] = {}
    for start in range(0, len(versions), _BATCH):
        gone = claim_source.c.version.in_([identity for _, identity in versions[start : start + _BATCH]])
        there = _versions(connection, tenant, gone, claim_version.c.words.is_not(None))
        found |= {(one.id, one.number): one for one in there}
    for one in found.values():
        erase_version(connection, one, actor=actor, at=at, receipt=receipt)
    for start in range(0, len(keys), _BATCH):
        some = keys[start : start + _BATCH]
        there_too = (claim_anchor.c.tenant == tenant, claim_anchor.c.version.in_(some))
        connection.execute(delete(claim_anchor).where(*there_too))
        connection.execute(delete(review_item).where(review_item.c.tenant == tenant, review_item.c.changed.in_(some)))
    tick(connection, tenant)
    pure = (one for one in found.values() if one.own is None and {c.version for c in one.content.citations} <= ids)
    return sum(1 for _ in pure)


def erase_version(connection: Connection, one: StoredClaim, *, actor: str, at: str, receipt: str) -> None:
    """Erase the words of a version, and of what was said when acting on it, and retire it."""
    for table in (claim_version, claim_event):
        connection.execute(update(table).where(*same_version(table, one)).values(words=None))
    for table in (claim_vector, claim_anchor):
        connection.execute(delete(table).where(*same_version(table, one)))
    act(connection, one, Act.ERASED, actor=actor, at=at, receipt=receipt)
