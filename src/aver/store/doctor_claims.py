"""Verifies claims: states against their events, anchors against the text, citations against the columns beside them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, inspect, select

from aver.errors import NotInState
from aver.stages.claim_states import folded
from aver.store import schema
from aver.store.claim_tables import claim_anchor, claim_source, claim_standing, claim_version
from aver.store.claims import claims_where, events_of
from aver.store.problems import Problem, ProblemKind
from aver.store.versions import version_is
from aver.values.claims import StoredClaim


def claim_problems(connection: Connection) -> Iterator[Problem]:
    """Yield what doesn't fit together in the claims of every tenant; a home from before claims has none."""
    if not inspect(connection).has_table(claim_version.name):
        return
    versions = {(one.tenant, one.id, one.number): one for one in claims_where(connection)}
    yield from _lacking(connection, frozenset(versions))
    yield from _states(connection, versions)
    yield from _sources(connection, versions)
    yield from _anchors(connection, versions)


def _lacking(connection: Connection, known: frozenset[tuple[str, str, int]]) -> Iterator[Problem]:
    for table in (claim_version, claim_standing):
        for row in connection.execute(select(table.c.tenant, table.c.claim, table.c.number)):
            if (row.tenant, row.claim, row.number) not in known:
                where = f"{row.claim} version {row.number}"
                yield Problem(
                    kind=ProblemKind.LINK, where=where, detail="its version, its state or its claim is missing"
                )


def _states(connection: Connection, versions: dict[tuple[str, str, int], StoredClaim]) -> Iterator[Problem]:
    for tenant, name in sorted({(tenant, name) for tenant, name, _ in versions}):
        try:
            states = folded(events_of(connection, tenant, name))
        except NotInState as error:
            yield Problem(kind=ProblemKind.CLAIM, where=name, detail=f"its events can't follow each other: {error}")
            continue
        mine = {one.number: one.state for key, one in versions.items() if key[:2] == (tenant, name)}
        if mine != states:
            yield Problem(kind=ProblemKind.CLAIM, where=name, detail="its state is not what its events lead to")


def _sources(connection: Connection, versions: dict[tuple[str, str, int], StoredClaim]) -> Iterator[Problem]:
    found: dict[tuple[str, str, int], list[tuple[str, str]]] = {key: [] for key in versions}
    for row in connection.execute(select(claim_source).order_by(claim_source.c.place)):
        found.setdefault((row.tenant, row.claim, row.number), []).append((row.document, row.version))
    for key, sources in found.items():
        one = versions.get(key)
        cited = [] if one is None else [(cite.document, cite.version) for cite in one.content.citations]
        if sources != cited and (one is None or not one.receipt):
            where = f"{key[1]} version {key[2]}"
            yield Problem(kind=ProblemKind.LINK, where=where, detail="its citations are not those it is governed by")


def _anchors(connection: Connection, versions: dict[tuple[str, str, int], StoredClaim]) -> Iterator[Problem]:
    rows = connection.execute(select(claim_anchor).order_by(claim_anchor.c.version)).all()
    key, text = 0, ""
    for row in rows:
        if row.version != key:
            key = row.version
            text = connection.execute(select(schema.version.c.text).where(version_is(row.tenant, key))).scalar() or ""
        one = versions.get((row.tenant, row.claim, row.number))
        citations = () if one is None else one.content.citations
        if row.place >= len(citations) or text[row.start : row.end] != citations[row.place].quote:
            where = f"{row.claim} version {row.number}, citation {row.place}"
            yield Problem(kind=ProblemKind.SPAN, where=where, detail=f"doesn't stand in version {key} where it should")
