"""The frozen claims of a tenant as arrays, and which of them an eligibility opens.

Three levels: versions, their citations, and the anchors that say where a citation was verified to stand. A version is
open where its own governance is, and where every citation has an anchor in a version that is open.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Table, select

from aver.index.columns import VersionColumns, VersionRow
from aver.store.claim_sources import is_current
from aver.store.claim_tables import claim, claim_anchor, claim_source, claim_standing, claim_vector, claim_version
from aver.values.claims import ClaimState, claim_uri
from aver.values.codec import decode
from aver.values.governance import Eligibility, Governance
from aver.values.identity import document_id

LIVE = claim_standing.c.state == ClaimState.FROZEN.value
Name = tuple[str, int]
"""(claim, number)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """The frozen versions of a tenant by rising claim id; `place_row` and `anchor_place` link the three levels.

    `vectors` is (n, d), zero where `embedded` says that there is none.
    """

    sequence: int
    names: tuple[Name, ...]
    kinds: NDArray[np.str_]
    vectors: NDArray[np.int16]
    embedded: NDArray[np.bool_]
    own: VersionColumns
    place_row: NDArray[np.intp]
    anchor_place: NDArray[np.intp]
    anchor_key: NDArray[np.int64]
    although: NDArray[np.bool_]


def in_service(
    frozen: Frozen, columns: VersionColumns, open_: NDArray[np.bool_], eligible: Eligibility
) -> NDArray[np.bool_]:
    """Return which frozen versions `eligible` opens: its own governance, and an anchor of every citation, do.

    An anchor counts in a version that is open now and current, or that a person looked at although it is superseded.
    """
    count = len(frozen.names)
    places = np.minimum(np.searchsorted(columns.keys, frozen.anchor_key), max(len(columns.keys) - 1, 0))
    current = np.zeros(len(places), dtype=np.bool_)
    if len(columns.keys):
        current = (columns.keys[places] == frozen.anchor_key) & open_[places]
        alive = {place: is_current(columns.rows[place].governance) for place in set(places[current].tolist())}
        holds = np.fromiter((alive.get(place, False) for place in places.tolist()), np.bool_, len(places))
        current &= holds | frozen.although
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


def load(
    connection: Connection, tenant: str, *, encoder: str, dimension: int, sequence: int, known: Frozen | None
) -> Frozen:
    """Return what is frozen as a transaction sees it, `sequence` being its clock; `known` spares reading vectors."""
    heads = _heads(connection, tenant)
    own: list[VersionRow] = []
    for row, (name, _, _, written) in enumerate(heads):
        if written is not None:
            uri = claim_uri(name)
            document = document_id(tenant=tenant, uri=uri)
            governance = decode(Governance, json.loads(written))
            own.append(VersionRow(key=row, document=document, uri=uri, number=1, governance=governance))
    names = tuple((name, number) for name, number, _, _ in heads)
    rows = {name: row for row, name in enumerate(names)}
    places = {name: place for place, name in enumerate(_places(connection, tenant))}
    anchors = [one for one in _anchors(connection, tenant) if one[:3] in places]
    vectors, embedded = _vectors(connection, tenant, encoder, rows, known=known, dimension=dimension)
    return Frozen(
        sequence=sequence,
        names=names,
        kinds=np.asarray([kind for _, _, kind, _ in heads], dtype=np.str_),
        vectors=vectors,
        embedded=embedded,
        own=VersionColumns.of(own),
        place_row=np.asarray([rows[place[:2]] for place in places], dtype=np.intp),
        anchor_place=np.asarray([places[one[:3]] for one in anchors], dtype=np.intp),
        anchor_key=np.asarray([one[3] for one in anchors], dtype=np.int64),
        although=np.asarray([one[4] for one in anchors], dtype=np.bool_),
    )


def _heads(connection: Connection, tenant: str) -> list[tuple[str, int, str, str | None]]:
    """Return claim, number, kind and own governance of the frozen versions, by claim, without their words."""
    one = claim_version.c
    wanted = select(one.claim, one.number, one.kind, claim.c.own).join(claim_standing, _standing_of(claim_version))
    joined = wanted.join(claim, (claim.c.tenant == one.tenant) & (claim.c.id == one.claim))
    rows = connection.execute(joined.where(one.tenant == tenant, LIVE).order_by(one.claim))
    return [(row.claim, row.number, row.kind, row.own) for row in rows]


def _places(connection: Connection, tenant: str) -> Iterator[tuple[str, int, int]]:
    """Yield the citations of frozen versions as (claim, number, place)."""
    one = claim_source.c
    rows = connection.execute(
        select(one.claim, one.number, one.place)
        .join(claim_standing, _standing_of(claim_source))
        .where(one.tenant == tenant, LIVE)
        .order_by(one.claim, one.number, one.place)
    )
    yield from ((row.claim, row.number, row.place) for row in rows)


def _anchors(connection: Connection, tenant: str) -> Iterator[tuple[str, int, int, int, bool]]:
    one = claim_anchor.c
    wanted = select(one.claim, one.number, one.place, one.version, one.although_superseded)
    rows = connection.execute(wanted.join(claim_standing, _standing_of(claim_anchor)).where(one.tenant == tenant, LIVE))
    yield from ((row.claim, row.number, row.place, row.version, row.although_superseded) for row in rows)


def _standing_of(table: Table) -> ColumnElement[bool]:
    one, standing = table.c, claim_standing.c
    return (one.tenant == standing.tenant) & (one.claim == standing.claim) & (one.number == standing.number)


def _vectors(
    connection: Connection,
    tenant: str,
    encoder: str,
    rows: Mapping[Name, int],
    *,
    known: Frozen | None,
    dimension: int,
) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
    """Return the vectors of the named rows and which have one; those in `known` aren't read again."""
    vectors = np.zeros((len(rows), dimension), dtype=np.int16)
    embedded = np.zeros(len(rows), dtype=np.bool_)
    if known is not None:
        pairs = [(rows[name], row) for row, name in enumerate(known.names) if name in rows and known.embedded[row]]
        if pairs:
            here, there = (np.asarray(side, dtype=np.intp) for side in zip(*pairs, strict=True))
            vectors[here], embedded[here] = known.vectors[there], True
    one = claim_vector.c
    if encoder and not embedded.all():
        mine = (one.tenant == tenant, one.encoder == encoder)
        for claim_, number in connection.execute(select(one.claim, one.number).where(*mine)).all():
            row = rows.get((claim_, number))
            if row is not None and not embedded[row]:
                raw = connection.execute(select(one.vector).where(*mine, one.claim == claim_, one.number == number))
                vectors[row], embedded[row] = np.frombuffer(raw.scalar_one(), "<i2"), True
    return vectors, embedded
