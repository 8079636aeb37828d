"""The derived table of near vectors against the index: every vector there once, the same, and rounded rightly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sqlalchemy import Connection

from aver.store.engine import fetched
from aver.store.near_building import sources
from aver.store.near_vectors import pgvector_at
from aver.store.problems import Problem, ProblemKind

_PART = 10_000


def near_problems(connection: Connection, tenant: str) -> Iterator[Problem]:
    """Yield what is wrong with the derived rows of `tenant`, nothing where there is no derived table."""
    if (place := pgvector_at(connection)) is None:
        return
    names: set[bytes] = set()
    for rows in sources(connection, tenant):
        names.update(raw for raw, _, _ in rows)
        for start in range(0, len(rows), _PART):
            yield from _differing(connection, place, tenant, rows[start : start + _PART])
    for (raw,) in fetched(connection, "SELECT id FROM near_vector WHERE tenant = ? ORDER BY id", (tenant,)):
        if raw not in names:
            yield _near(raw, "a derived vector without a chunk")


def _differing(
    connection: Connection, place: str, tenant: str, rows: list[tuple[bytes, int, bytes]]
) -> Iterator[Problem]:
    statement = (
        f"SELECT id, version, exact, {place}.halfvec_send(vector) FROM near_vector "  # noqa: S608 - a quoted schema
        "WHERE tenant = ? AND id = ANY(?::bytea[])"
    )
    held = {row[0]: row[1:] for row in fetched(connection, statement, (tenant, [raw for raw, _, _ in rows]))}
    for raw, version, vector in rows:
        if raw not in held:
            yield _near(raw, "no derived vector")
        elif held[raw] != (version, vector, rounded(vector)):
            yield _near(raw, "the derived vector, or its version, is another than the index has")


def rounded(vector: bytes) -> bytes:
    """Return a fixed-point vector as `halfvec_send` writes it: length, 16 unused bits, then halves, big-endian."""
    halves = np.frombuffer(vector, "<i2").astype(np.float32).astype(">f2")
    return np.array([len(halves), 0], ">u2").tobytes() + halves.tobytes()


def _near(raw: bytes, detail: str) -> Problem:
    return Problem(kind=ProblemKind.NEAR, where=f"chk_{raw.hex()}", detail=detail)
