"""The approximate dense search of `unsafe_approximate`: candidates by a graph, everything else as ever.

The graph is asked for eligible versions only, by an iterative scan that goes on until enough are found or its bounds
are reached. What it names is looked up in the chunk table in the same snapshot, so a row that isn't there under an
eligible version is never shown, and scored by the index's own code from the stored vector, so a score is the exact one.
Where so few rows are eligible that a graph would starve, and where it came short, every eligible row is scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from aver.errors import StoreDamaged
from aver.index.near import EXACT_UP_TO, OVERFETCH, version_bits
from aver.index.ranking import best
from aver.index.snapshot import Snapshot
from aver.index.vectors import exact_scores
from aver.store.engine import fetched
from aver.store.near_vectors import required
from aver.values.evidence import Approximation
from aver.values.governance import Eligibility

MAX_SCAN_TUPLES = 40_000
"""Rows that one scan of the graph looks at before it gives up."""

_MOST_AT_ONCE = 1_000
"""Candidates that pgvector's graph keeps at hand at most (hnsw.ef_search), and versions read in one statement."""

_BOUNDS = (
    "SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', ?, true), "
    "set_config('hnsw.max_scan_tuples', ?, true), set_config('enable_seqscan', 'off', true), "
    "set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)"
)
_EVERY = (
    "SELECT n.id, n.exact FROM unnest(?::bigint[]) AS w (version) "
    "JOIN near_vector n ON n.tenant = ? AND n.version = w.version "
    "JOIN chunk c ON c.tenant = n.tenant AND c.id = n.id AND c.version = n.version"
)

Found = tuple[NDArray[np.uint64], NDArray[np.float64]]
"""Ids (n, 2) and scores (n,)."""


def search_near(
    connection: Connection, snapshot: Snapshot, query: NDArray[np.int16], k: int, *, eligible: Eligibility
) -> tuple[NDArray[np.uint64], NDArray[np.float64], Approximation]:
    """Return ids and scores of the `k` best rows that were found, best first, and how they were looked for.

    Raises BadConfiguration without the derived table, and StoreDamaged where it lacks eligible rows.
    """
    place = required(connection)
    keys = snapshot.versions.keys[snapshot.versions.eligible(eligible)]
    count = snapshot.eligible_rows(eligible).count
    wanted = min(k, count)
    named: int | None = None
    found = (np.zeros((0, 2), np.uint64), np.zeros(0, np.float64))
    if count > max(EXACT_UP_TO, k):
        found = _by_graph(connection, place, eligible.tenant, keys, query=query, wanted=wanted)
        named = len(found[1])
    exact = named is None or named < wanted
    if exact and count:
        found = _every(connection, eligible.tenant, keys.tolist(), query=query, count=count)
    ids, scores = found
    order = best(scores, ids, k)
    return ids[order], scores[order], Approximation(wanted=wanted, found=named, exact=exact)


def _by_graph(
    connection: Connection, place: str, tenant: str, keys: NDArray[np.int64], *, query: NDArray[np.int16], wanted: int
) -> Found:
    """Return the candidates that the graph names and the chunk table confirms, scored."""
    asked = OVERFETCH * wanted
    fetched(connection, _BOUNDS, (str(min(max(asked, 40), _MOST_AT_ONCE)), str(MAX_SCAN_TUPLES)))
    open_ = version_bits(keys)
    statement = (
        "SELECT n.id, n.exact FROM (SELECT id, version, exact FROM near_vector WHERE tenant = ? AND CASE "  # noqa: S608
        "WHEN version BETWEEN ? AND ? THEN get_bit(?::bytea, version - ?) = 1 ELSE false END "
        f"ORDER BY vector OPERATOR({place}.<#>) ?::{place}.halfvec LIMIT ?) n "
        "JOIN chunk c ON c.tenant = ? AND c.id = n.id AND c.version = n.version"
    )
    near = str(query.tolist())
    values = (tenant, open_.first, open_.last, open_.bits, open_.first, near, asked, tenant)
    return _scored(fetched(connection, statement, values), query)


def _every(connection: Connection, tenant: str, keys: Sequence[int], *, query: NDArray[np.int16], count: int) -> Found:
    """Return all eligible rows, scored. Raises StoreDamaged where the table has more or fewer than the index."""
    parts = list(_parts(connection, tenant, keys, query))
    ids, scores = (np.concatenate(column) for column in zip(*parts, strict=True))
    if len(scores) != count:
        raise StoreDamaged(
            f"near_vector holds {len(scores)} of {count} eligible vectors",
            hint="`aver doctor` says which differ, `aver approximate` makes the table anew",
        )
    return ids, scores


def _parts(connection: Connection, tenant: str, keys: Sequence[int], query: NDArray[np.int16]) -> Iterator[Found]:
    for start in range(0, len(keys), _MOST_AT_ONCE):
        rows = fetched(connection, _EVERY, (list(keys[start : start + _MOST_AT_ONCE]), tenant))
        yield _scored(rows, query)


def _scored(rows: Sequence[Any], query: NDArray[np.int16]) -> Found:
    """Return the ids of `(raw id, fixed-point vector)` rows with their exact scores."""
    ids = np.frombuffer(b"".join(raw for raw, _ in rows), ">u8").astype(np.uint64).reshape(-1, 2)
    vectors = np.frombuffer(b"".join(exact for _, exact in rows), "<i2").reshape(len(rows), len(query))
    return ids, exact_scores(vectors, query)
