"""Rows of claims: adding a version, recording an act, reading both back, each inside the caller's transaction.

Adding and acting are the only two ways a claim changes, and both write the event they are in the same transaction, so
what is recorded and what is live can never part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, delete, func, insert, select, update

from aver.errors import NotFound
from aver.stages.claim_states import after
from aver.store.claim_jobs import UNDECIDED, go_on
from aver.store.claim_tables import (
    claim,
    claim_clock,
    claim_event,
    claim_source,
    claim_standing,
    claim_vector,
    claim_version,
    review_item,
)
from aver.values.claims import Act, Citation, ClaimContent, ClaimEvent, ClaimState, Origin, StoredClaim, StoredKind, Why
from aver.values.codec import decode, encode
from aver.values.governance import Governance

_BATCH = 300


def add_version(connection: Connection, new: StoredClaim, *, reason: str = "") -> None:
    """Store a version as a candidate that waits for review; `new.state` and what follows it is not looked at."""
    content, same = new.content, {"tenant": new.tenant, "claim": new.id, "number": new.number}
    if new.number == 1:
        own = None if new.own is None else json.dumps(encode(new.own), sort_keys=True)
        connection.execute(insert(claim).values(tenant=new.tenant, id=new.id, at=new.at, own=own))
    connection.execute(
        insert(claim_version).values(
            **same,
            kind=content.kind.value,
            origin=new.origin.value,
            author=new.author,
            at=new.at,
            supersedes=new.supersedes,
            confidence=content.confidence,
            words=_packed(content),
        )
    )
    sources = [
        {**same, "place": place, "document": one.document, "version": one.version}
        for place, one in enumerate(content.citations)
    ]
    if sources:
        connection.execute(insert(claim_source), sources)
    state = ClaimState.CANDIDATE.value
    connection.execute(insert(claim_standing).values(**same, state=state, actor=new.author, at=new.at, receipt=""))
    _add_event(connection, new, Act.PROPOSED, actor=new.author, at=new.at, reason=reason)
    enqueue(connection, new, why=Why.CANDIDATE, changed=0, at=new.at)


def enqueue(connection: Connection, version: StoredClaim, *, why: Why, changed: int, at: str) -> None:
    """Let a version wait for a person, again where the same change brought it to the queue before."""
    same = {"tenant": version.tenant, "claim": version.id, "number": version.number, "changed": changed}
    there = [review_item.c[name] == value for name, value in same.items()]
    fresh = {"open": True, "leased_by": "", "leased_until": "", "escalated_by": "", "why": why.value, "queued_at": at}
    if not connection.execute(update(review_item).where(*there).values(**fresh)).rowcount:
        connection.execute(insert(review_item).values(**same, **fresh))


def act(
    connection: Connection, version: StoredClaim, what: Act, *, actor: str, at: str, reason: str = "", receipt: str = ""
) -> StoredClaim:
    """Record an act that moves a version and return it as it stands afterwards. Raises NotInState."""
    state = after(version.state, what)
    standing = {"state": state.value, "actor": actor, "at": at, "receipt": receipt or version.receipt}
    connection.execute(update(claim_standing).where(*same_version(claim_standing, version)).values(**standing))
    _add_event(connection, version, what, actor=actor, at=at, reason=reason)
    if state in {ClaimState.RETIRED, ClaimState.REJECTED}:
        connection.execute(
            update(review_item).where(*same_version(review_item, version)).values(open=False, leased_by="")
        )
        connection.execute(delete(claim_vector).where(*same_version(claim_vector, version)))
    if ClaimState.FROZEN in {state, version.state}:
        tick(connection, version.tenant)
    if version.state in UNDECIDED and state not in UNDECIDED:
        go_on(connection, version.tenant, version.id, at=at)
    return replace(version, state=state, reviewer=actor, changed_at=at, receipt=standing["receipt"])


def note(
    connection: Connection, version: StoredClaim, what: Act, *, about: int, actor: str, at: str, reason: str
) -> None:
    """Record an act that moves nothing; one about a changed version is known to its readers only."""
    _add_event(connection, version, what, actor=actor, at=at, reason=reason, about=about)


def tick(connection: Connection, tenant: str) -> None:
    """Let every process see, at its next search, that the claims in service may be others."""
    moved = update(claim_clock).where(claim_clock.c.tenant == tenant).values(sequence=claim_clock.c.sequence + 1)
    if not connection.execute(moved).rowcount:
        connection.execute(insert(claim_clock).values(tenant=tenant, sequence=1))


def clock(connection: Connection, tenant: str) -> int:
    """Return the number of the last change that a search can see."""
    return int(
        connection.execute(select(claim_clock.c.sequence).where(claim_clock.c.tenant == tenant)).scalar_one_or_none()
        or 0
    )


def versions_of_claim(connection: Connection, tenant: str, name: str) -> tuple[StoredClaim, ...]:
    """Return every version of a claim, oldest first; raises NotFound. It looks past readers."""
    found = tuple(claims_where(connection, claim_version.c.tenant == tenant, claim_version.c.claim == name))
    if not found:
        raise NotFound(f"no claim {name!r}", hint="`aver claims list` shows what you may read")
    return found


def among(claims: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition under which a row of `claims_where` is of one of `claims`.

    It is said of both tables: a database without statistics otherwise reads everything frozen and compares each row
    with every name, 1.4 s instead of 0.01 for 300 names among 8,000 claims.
    """
    return claim_version.c.claim.in_(claims) & claim_standing.c.claim.in_(claims)


def claims_where(connection: Connection, *conditions: object) -> Iterator[StoredClaim]:
    """Yield the versions that meet SQL `conditions` over version and standing, by claim and number. Past readers."""
    version, standing = claim_version.c, claim_standing.c
    same = [version[name] == standing[name] for name in ("tenant", "claim", "number")]
    statement = (
        select(
            *(one for one in version),
            standing.state,
            standing.actor,
            standing.at.label("changed_at"),
            standing.receipt,
            claim.c.own,
        )
        .join(claim_standing, same[0] & same[1] & same[2])
        .join(claim, (claim.c.tenant == version.tenant) & (claim.c.id == version.claim))
        .where(*conditions)  # type: ignore[arg-type]
        .order_by(version.claim, version.number)
    )
    rows = connection.execute(statement).all()
    return (_value(row._mapping) for row in rows)


def sources_of(connection: Connection, tenant: str, claims: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return by claim the ids of the versions that any of its versions with words cites."""
    found: dict[str, set[str]] = {name: set() for name in claims}
    source, standing = claim_source.c, claim_standing.c
    same = [source[name] == standing[name] for name in ("tenant", "claim", "number")]
    for start in range(0, len(claims), _BATCH):
        some = (source.tenant == tenant, source.claim.in_(claims[start : start + _BATCH]), standing.receipt == "")
        wanted = select(source.claim, source.version).join(claim_standing, same[0] & same[1] & same[2]).where(*some)
        for name, version in connection.execute(wanted):
            found[name].add(version)
    return {name: frozenset(versions) for name, versions in found.items()}


def events_of(connection: Connection, tenant: str, name: str) -> tuple[ClaimEvent, ...]:
    """Return what was done to a claim, in order. It looks past readers."""
    one = claim_event.c
    rows = connection.execute(select(claim_event).where(one.tenant == tenant, one.claim == name).order_by(one.seq))
    return tuple(
        ClaimEvent(
            seq=row.seq,
            number=row.number,
            act=Act(row.act),
            actor=row.actor,
            at=row.at,
            about=row.about,
            reason=row.words or "",
        )
        for row in rows
    )


def proposed_because(connection: Connection, version: StoredClaim) -> str:
    """Return what was remarked when a version was proposed, "" for nothing: for an extracted one, its doubt."""
    one = claim_event.c
    first = (*same_version(claim_event, version), one.act == Act.PROPOSED.value)
    return connection.execute(select(one.words).where(*first)).scalars().first() or ""


def _add_event(
    connection: Connection, version: StoredClaim, what: Act, *, actor: str, at: str, reason: str, about: int = 0
) -> None:
    one = claim_event.c
    last = select(func.coalesce(func.max(one.seq), 0)).where(one.tenant == version.tenant, one.claim == version.id)
    connection.execute(
        insert(claim_event).values(
            tenant=version.tenant,
            claim=version.id,
            seq=int(connection.execute(last).scalar_one()) + 1,
            number=version.number,
            act=what.value,
            actor=actor,
            at=at,
            about=about,
            words=reason,
        )
    )


def same_version(table: Table, version: StoredClaim) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions under which a row of `table` is about `version`."""
    return table.c.tenant == version.tenant, table.c.claim == version.id, table.c.number == version.number


def _packed(content: ClaimContent) -> bytes:
    words = {name: getattr(content, name) for name in ("statement", "when", "forbids", "target")}
    if content.reply_to:
        words["reply_to"] = content.reply_to
    return json.dumps({**words, "citations": encode(content.citations)}).encode()


def _value(found: RowMapping) -> StoredClaim:
    words = {"statement": "", "citations": []} if found["words"] is None else json.loads(found["words"])
    citations = decode(tuple[Citation, ...], words.pop("citations"))
    content = ClaimContent(kind=StoredKind(found["kind"]), confidence=found["confidence"], citations=citations, **words)
    return StoredClaim(
        tenant=found["tenant"],
        id=found["claim"],
        number=found["number"],
        content=content,
        origin=Origin(found["origin"]),
        author=found["author"],
        at=found["at"],
        supersedes=found["supersedes"],
        own=None if found["own"] is None else decode(Governance, json.loads(found["own"])),
        state=ClaimState(found["state"]),
        reviewer=found["actor"],
        changed_at=found["changed_at"],
        receipt=found["receipt"],
    )
