"""The index of frozen claims: exact, over the eligible ones only, and never older than the transaction that asks.

It is kept in memory per tenant and thrown away when the tenant's clock of claims has moved, which every search compares
first (J3). Of what scores best, `OVER_FETCH` times as many as wanted are looked up in the live store, in the same
snapshot, and only what is frozen there is returned, in the order of similarity.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Table, insert, select

from aver.index.columns import VersionColumns, VersionRow
from aver.index.vectors import exact_scores
from aver.store import schema
from aver.store.claim_sources import is_current
from aver.store.claim_tables import claim_anchor, claim_source, claim_standing, claim_vector, claim_version
from aver.store.claims import claims_where, clock, tick
from aver.store.store import Store
from aver.values.claims import ClaimState, FoundClaim, StoredClaim, StoredKind, claim_uri
from aver.values.governance import Eligibility
from aver.values.identity import document_id

OVER_FETCH = 4
_LIVE = claim_standing.c.state == ClaimState.FROZEN.value
_Name = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frozen:
    """The frozen versions of a tenant by rising claim id; `place_row` and `anchor_place` link the three levels."""

    sequence: int
    names: tuple[_Name, ...]
    kinds: NDArray[np.str_]
    vectors: dict[_Name, NDArray[np.int16]]
    own: VersionColumns
    place_row: NDArray[np.intp]
    anchor_place: NDArray[np.intp]
    anchor_key: NDArray[np.int64]
    although: NDArray[np.bool_]


class ClaimIndex:
    """Search over the frozen claims of a store; safe for several threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[tuple[str, str], _Frozen] = {}
        self._lock = threading.Lock()

    def search(
        self,
        query: NDArray[np.int16],
        k: int,
        *,
        eligible: Eligibility,
        encoder: str,
        kinds: frozenset[StoredKind] = frozenset(StoredKind),
    ) -> tuple[FoundClaim, ...]:
        """Return the `k` best frozen claims that `eligible` opens by cosine with the fixed-point `query`.

        Claims without a vector of `encoder` are not found: see `lacking`.
        """
        with self.store.transactions.read() as connection:
            frozen = self._frozen(connection, eligible.tenant, encoder)
            columns = self.store.columns(connection, eligible.tenant)
            open_ = columns.eligible(eligible)
            wanted = in_service(frozen, columns, open_, eligible) & np.isin(frozen.kinds, [one.value for one in kinds])
            rows = [row for row in np.flatnonzero(wanted).tolist() if frozen.names[row] in frozen.vectors]
            if not rows or k < 1:
                return ()
            scores = exact_scores(np.stack([frozen.vectors[frozen.names[row]] for row in rows]), query)
            order = np.argsort(-scores, kind="stable").tolist()
            keys = frozenset(columns.keys[open_].tolist())
            best = _live(connection, eligible.tenant, [frozen.names[rows[place]] for place in order], k, keys)
            by_name = {frozen.names[row]: float(score) for row, score in zip(rows, scores, strict=True)}
        return tuple(
            FoundClaim(claim=one, score=by_name[one.id, one.number], rank=rank) for rank, one in enumerate(best, 1)
        )

    def serving(self, eligible: Eligibility) -> frozenset[_Name]:
        """Return the frozen versions, as (claim, number), in service under `eligible`."""
        with self.store.transactions.read() as connection:
            return self.serving_in(connection, eligible)

    def serving_in(self, connection: Connection, eligible: Eligibility) -> frozenset[_Name]:
        """Return what `serving` does, inside a transaction."""
        frozen = self._frozen(connection, eligible.tenant, "")
        columns = self.store.columns(connection, eligible.tenant)
        mask = in_service(frozen, columns, columns.eligible(eligible), eligible)
        return frozenset(frozen.names[row] for row in np.flatnonzero(mask).tolist())

    def lacking(self, tenant: str, encoder: str) -> tuple[StoredClaim, ...]:
        """Return the frozen versions of `tenant` without a vector of `encoder`. For writers: past readers."""
        with self.store.transactions.read() as connection:
            frozen = self._frozen(connection, tenant, encoder)
            missing = [name for name in frozen.names if name not in frozen.vectors]
            return tuple(_named(connection, tenant, missing))

    def _frozen(self, connection: Connection, tenant: str, encoder: str) -> _Frozen:
        """Return the frozen versions as this transaction sees them, with the vectors of `encoder`."""
        sequence = clock(connection, tenant)
        known = self._known.get((tenant, encoder))
        if known is not None and known.sequence == sequence:
            return known
        built = _load(connection, tenant, encoder, sequence, {} if known is None else known.vectors)
        with self._lock:
            newest = self._known.get((tenant, encoder))
            if newest is None or newest.sequence < sequence:
                self._known[tenant, encoder] = built
        return built


def in_service(
    frozen: _Frozen, columns: VersionColumns, open_: NDArray[np.bool_], eligible: Eligibility
) -> NDArray[np.bool_]:
    """Return which frozen versions `eligible` opens: its own governance, and an anchor of every citation, do.

    An anchor counts in a version that is open now and current, or that a person looked at although it is superseded.
    """
    count = len(frozen.names)
    positions = [columns.position(key) for key in frozen.anchor_key.tolist()]
    current = np.fromiter(
        (
            place is not None and bool(open_[place]) and (although or is_current(columns.rows[place].governance))
            for place, although in zip(positions, frozen.although.tolist(), strict=True)
        ),
        np.bool_,
        len(positions),
    )
    met = np.zeros(len(frozen.place_row), dtype=np.bool_)
    met[frozen.anchor_place[current]] = True
    wanted = np.bincount(frozen.place_row, minlength=count)
    has = np.bincount(frozen.place_row[met], minlength=count) == wanted
    governed = np.zeros(count, dtype=np.bool_)
    governed[frozen.own.keys] = True
    mine = np.zeros(count, dtype=np.bool_)
    mine[frozen.own.keys[frozen.own.eligible(eligible)]] = True
    result: NDArray[np.bool_] = has & (mine | (~governed & (wanted > 0)))
    return result


def put_vectors(
    connection: Connection, versions: Sequence[StoredClaim], vectors: NDArray[np.int16], *, encoder: str
) -> None:
    """Store the vector of each version's statement, shape (n, d); what is there already stays."""
    for one, vector in zip(versions, vectors, strict=True):
        same = {"tenant": one.tenant, "claim": one.id, "number": one.number, "encoder": encoder}
        there = [claim_vector.c[name] == value for name, value in same.items()]
        if connection.execute(select(claim_vector.c.claim).where(*there)).first() is None:
            raw = vector.astype("<i2").tobytes()
            connection.execute(insert(claim_vector).values(**same, vector=raw))


def _load(
    connection: Connection, tenant: str, encoder: str, sequence: int, known: dict[_Name, NDArray[np.int16]]
) -> _Frozen:
    names: list[_Name] = []
    kinds: list[str] = []
    own: list[VersionRow] = []
    for one in claims_where(connection, claim_version.c.tenant == tenant, _LIVE):
        if one.own is not None:
            uri = claim_uri(one.id)
            document = document_id(tenant=tenant, uri=uri)
            own.append(VersionRow(key=len(names), document=document, uri=uri, number=1, governance=one.own))
        names.append((one.id, one.number))
        kinds.append(one.content.kind.value)
    rows = {name: row for row, name in enumerate(names)}
    places = {name: place for place, name in enumerate(_places(connection, tenant))}
    anchors = [one for one in _anchors(connection, tenant) if one[:3] in places]
    return _Frozen(
        sequence=sequence,
        names=tuple(names),
        kinds=np.asarray(kinds, dtype=np.str_),
        vectors=_vectors(connection, tenant, encoder, frozenset(names), known),
        own=VersionColumns.of(own),
        place_row=np.asarray([rows[place[:2]] for place in places], dtype=np.intp),
        anchor_place=np.asarray([places[one[:3]] for one in anchors], dtype=np.intp),
        anchor_key=np.asarray([one[3] for one in anchors], dtype=np.int64),
        although=np.asarray([one[4] for one in anchors], dtype=np.bool_),
    )


def _places(connection: Connection, tenant: str) -> Iterator[tuple[str, int, int]]:
    """Yield the citations of frozen versions as (claim, number, place)."""
    one = claim_source.c
    rows = connection.execute(
        select(one.claim, one.number, one.place)
        .join(claim_standing, _standing_of(claim_source))
        .where(one.tenant == tenant, _LIVE)
        .order_by(one.claim, one.number, one.place)
    )
    yield from ((row.claim, row.number, row.place) for row in rows)


def _anchors(connection: Connection, tenant: str) -> Iterator[tuple[str, int, int, int, bool]]:
    one = claim_anchor.c
    wanted = select(one.claim, one.number, one.place, one.version, one.although_superseded)
    rows = connection.execute(
        wanted.join(claim_standing, _standing_of(claim_anchor)).where(one.tenant == tenant, _LIVE)
    )
    yield from ((row.claim, row.number, row.place, row.version, row.although_superseded) for row in rows)


def _standing_of(table: Table) -> ColumnElement[bool]:
    one, standing = table.c, claim_standing.c
    return (one.tenant == standing.tenant) & (one.claim == standing.claim) & (one.number == standing.number)


def _vectors(
    connection: Connection,
    tenant: str,
    encoder: str,
    names: frozenset[_Name],
    known: dict[_Name, NDArray[np.int16]],
) -> dict[_Name, NDArray[np.int16]]:
    """Return the vectors of `names`; only those not known yet are read."""
    kept = {name: known[name] for name in names & known.keys()}
    one = claim_vector.c
    if encoder and len(kept) < len(names):
        listed = connection.execute(select(one.claim, one.number).where(one.tenant == tenant, one.encoder == encoder))
        for name in [(row.claim, row.number) for row in listed]:
            if name in names and name not in kept:
                same = (one.tenant == tenant, one.claim == name[0], one.number == name[1], one.encoder == encoder)
                raw = connection.execute(select(one.vector).where(*same)).scalar_one()
                kept[name] = np.frombuffer(raw, "<i2").astype(np.int16)
    return kept


def _live(
    connection: Connection, tenant: str, ranked: Sequence[_Name], k: int, keys: frozenset[int]
) -> list[StoredClaim]:
    """Return the first `k` of `ranked` that the live store says are frozen, `OVER_FETCH` * k looked up at a time."""
    found: list[StoredClaim] = []
    for start in range(0, len(ranked), OVER_FETCH * k):
        some = ranked[start : start + OVER_FETCH * k]
        live = {(one.id, one.number): one for one in _named(connection, tenant, some)}
        found += [live[name] for name in some if name in live]
        if len(found) >= k:
            break
    return [_as_it_stands(connection, one, keys) for one in found[:k]]


def _named(connection: Connection, tenant: str, names: Sequence[_Name]) -> Iterator[StoredClaim]:
    wanted = frozenset(names)
    version = claim_version.c
    claims = sorted({name for name, _ in names})
    for start in range(0, len(claims), 300):
        some = version.claim.in_(claims[start : start + 300])
        found = claims_where(connection, version.tenant == tenant, some, _LIVE)
        yield from (one for one in found if (one.id, one.number) in wanted)


def _as_it_stands(connection: Connection, one: StoredClaim, keys: frozenset[int]) -> StoredClaim:
    """Return a claim with each citation where it stands in the version that is open now."""
    anchor, version = claim_anchor.c, schema.version.c
    same = (anchor.tenant == one.tenant, anchor.claim == one.id, anchor.number == one.number)
    wanted = select(anchor.place, anchor.version, anchor.start, anchor.end, version.id)
    rows = connection.execute(wanted.join(schema.version, version.key == anchor.version).where(*same))
    there = {row.place: row for row in rows if row.version in keys}
    citations = tuple(
        replace(cited, version=there[place].id, start=there[place].start, end=there[place].end)
        for place, cited in enumerate(one.content.citations)
    )
    return replace(one, content=replace(one.content, citations=citations))


Embed = Callable[[Sequence[str]], NDArray[np.int16]]
"""Statements to fixed-point vectors, shape (n, d)."""


def embed_lacking(index: ClaimIndex, tenant: str, *, encoder: str, embed: Embed, batch: int = 256) -> int:
    """Store the vectors that frozen claims of `tenant` lack, a batch a transaction; return how many those were."""
    missing = index.lacking(tenant, encoder)
    for start in range(0, len(missing), batch):
        some = missing[start : start + batch]
        vectors = embed([one.content.statement for one in some])
        with index.store.transactions.write() as connection:
            put_vectors(connection, some, vectors, encoder=encoder)
            tick(connection, tenant)
    return len(missing)
