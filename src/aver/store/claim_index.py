"""The index of frozen claims: exact, over the eligible ones only, and never older than the transaction that asks.

It is kept in memory per tenant and thrown away when the tenant's clock of claims has moved, which every search compares
first (J3). Of what scores best, `OVER_FETCH` times as many as wanted are looked up in the live store, in the same
snapshot, and only what is frozen there is returned, in the order of similarity.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, insert, select

from aver.index.vectors import exact_scores
from aver.store import schema
from aver.store.claim_frozen import LIVE, Frozen, Name, in_service, load
from aver.store.claim_tables import claim_anchor, claim_vector, claim_version
from aver.store.claims import among, claims_where, clock, tick
from aver.store.store import Store
from aver.values.claims import FoundClaim, StoredClaim, StoredKind
from aver.values.governance import Eligibility

OVER_FETCH = 4


class ClaimIndex:
    """Search over the frozen claims of a store; safe for several threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[tuple[str, str], Frozen] = {}
        self._words: dict[str, tuple[int, Mapping[Name, StoredClaim]]] = {}
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
        with self.store.look(eligible.tenant) as connection:
            frozen = self._frozen(connection, eligible.tenant, encoder)
            columns = self.store.columns(connection, eligible.tenant)
            open_ = columns.eligible(eligible)
            wanted = in_service(frozen, columns, open_, eligible) & np.isin(frozen.kinds, [one.value for one in kinds])
            rows = np.flatnonzero(wanted & frozen.embedded)
            if not rows.size or k < 1:
                return ()
            scores = exact_scores(frozen.vectors[rows], query)
            ranked = [frozen.names[row] for row in rows[np.argsort(-scores, kind="stable")].tolist()]
            best = _live(connection, eligible.tenant, ranked, k, frozenset(columns.keys[open_].tolist()))
            by_name = {frozen.names[row]: score for row, score in zip(rows.tolist(), scores.tolist(), strict=True)}
        return tuple(
            FoundClaim(claim=one, score=by_name[one.id, one.number], rank=rank) for rank, one in enumerate(best, 1)
        )

    def serving_in(self, connection: Connection, eligible: Eligibility) -> frozenset[Name]:
        """Return the frozen versions in service under `eligible`, as (claim, number), inside a transaction."""
        frozen = self._frozen(connection, eligible.tenant, "")
        columns = self.store.columns(connection, eligible.tenant)
        mask = in_service(frozen, columns, columns.eligible(eligible), eligible)
        return frozenset(frozen.names[row] for row in np.flatnonzero(mask).tolist())

    def serving(self, eligible: Eligibility) -> tuple[StoredClaim, ...]:
        """Return every claim in service under `eligible`, by id; its citations are those it was frozen with."""
        with self.store.look(eligible.tenant) as connection:
            names = self.serving_in(connection, eligible)
            return tuple(one for name, one in self._worded(connection, eligible.tenant).items() if name in names)

    def standing(self, eligible: Eligibility, claims: Sequence[StoredClaim]) -> tuple[StoredClaim, ...]:
        """Return those of `claims` that are in service now, each citation where it stands in the version open now."""
        with self.store.look(eligible.tenant) as connection:
            names = self.serving_in(connection, eligible)
            columns = self.store.columns(connection, eligible.tenant)
            keys = frozenset(columns.keys[columns.eligible(eligible)].tolist())
            mine = [one for one in claims if (one.id, one.number) in names]
            return tuple(_as_they_stand(connection, eligible.tenant, mine, keys))

    def lacking(self, tenant: str, encoder: str) -> tuple[StoredClaim, ...]:
        """Return the frozen versions of `tenant` without a vector of `encoder`. For writers: past readers."""
        with self.store.transactions.read(tenant) as connection:
            frozen = self._frozen(connection, tenant, encoder)
            missing = [frozen.names[row] for row in np.flatnonzero(~frozen.embedded).tolist()]
            return tuple(_named(connection, tenant, missing))

    def _worded(self, connection: Connection, tenant: str) -> Mapping[Name, StoredClaim]:
        """Return what is frozen, with its words, as this transaction sees it."""
        sequence = clock(connection, tenant)
        known = self._words.get(tenant)
        is_current = known is not None and known[0] == sequence
        self.store.hits.note("frozen_words", hits=is_current, misses=not is_current)
        if known is None or not is_current:
            found = claims_where(connection, claim_version.c.tenant == tenant, LIVE)
            known = sequence, {(one.id, one.number): one for one in found}
            self._words[tenant] = known
        return known[1]

    def _frozen(self, connection: Connection, tenant: str, encoder: str) -> Frozen:
        """Return the frozen versions as this transaction sees them, with the vectors of `encoder`."""
        sequence = clock(connection, tenant)
        known = self._known.get((tenant, encoder))
        is_current = known is not None and known.sequence == sequence
        self.store.hits.note("frozen_claims", hits=is_current, misses=not is_current)
        if known is not None and is_current:
            return known
        built = load(
            connection, tenant, encoder=encoder, dimension=self.store.dimension, sequence=sequence, known=known
        )
        with self._lock:
            newest = self._known.get((tenant, encoder))
            if newest is None or newest.sequence < sequence:
                self._known[tenant, encoder] = built
        return built


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


def _live(
    connection: Connection, tenant: str, ranked: Sequence[Name], k: int, keys: frozenset[int]
) -> list[StoredClaim]:
    """Return the first `k` of `ranked` that the live store says are frozen, `OVER_FETCH` * k looked up at a time."""
    found: list[StoredClaim] = []
    for start in range(0, len(ranked), OVER_FETCH * k):
        some = ranked[start : start + OVER_FETCH * k]
        live = {(one.id, one.number): one for one in _named(connection, tenant, some)}
        found += [live[name] for name in some if name in live]
        if len(found) >= k:
            break
    return _as_they_stand(connection, tenant, found[:k], keys)


def _named(connection: Connection, tenant: str, names: Sequence[Name]) -> Iterator[StoredClaim]:
    wanted = frozenset(names)
    version = claim_version.c
    claims = sorted({name for name, _ in names})
    for start in range(0, len(claims), 300):
        some = among(claims[start : start + 300])
        found = claims_where(connection, version.tenant == tenant, some, LIVE)
        yield from (one for one in found if (one.id, one.number) in wanted)


def _as_they_stand(
    connection: Connection, tenant: str, found: Sequence[StoredClaim], keys: frozenset[int]
) -> list[StoredClaim]:
    """Return claims with each citation where it stands in the version that is open now."""
    anchor, version = claim_anchor.c, schema.version.c
    wanted = select(anchor.claim, anchor.number, anchor.place, anchor.version, anchor.start, anchor.end, version.id)
    mine = (anchor.tenant == tenant, version.tenant == tenant, anchor.claim.in_([one.id for one in found]))
    anchored = (version.tenant == anchor.tenant) & (version.key == anchor.version)
    rows = connection.execute(wanted.join(schema.version, anchored).where(*mine))
    there = {(row.claim, row.number, row.place): row for row in rows if row.version in keys}
    moved: list[StoredClaim] = []
    for one in found:
        places = [there[one.id, one.number, place] for place in range(len(one.content.citations))]
        citations = tuple(
            replace(cited, version=place.id, start=place.start, end=place.end)
            for cited, place in zip(one.content.citations, places, strict=True)
        )
        moved.append(replace(one, content=replace(one.content, citations=citations)))
    return moved


Embed = Callable[[Sequence[str]], NDArray[np.int16]]
"""Statements to fixed-point vectors, shape (n, d)."""


def embed_lacking(index: ClaimIndex, tenant: str, *, encoder: str, embed: Embed, batch: int = 256) -> int:
    """Store the vectors that frozen claims of `tenant` lack, a batch a transaction; return how many those were."""
    missing = index.lacking(tenant, encoder)
    for start in range(0, len(missing), batch):
        some = missing[start : start + batch]
        vectors = embed([one.content.statement for one in some])
        with index.store.transactions.write(tenant) as connection:
            put_vectors(connection, some, vectors, encoder=encoder)
            tick(connection, tenant)
    return len(missing)
