"""Verifies a home from the file up: the database's checks, links, facts, ids, the index, the index against the text.

Everything is read in one snapshot and nothing is repaired; `aver.store.rebuilding` makes the index anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file
from pathlib import Path

from sqlalchemy import Connection, Table, func, inspect, select
from sqlalchemy.exc import DatabaseError

from aver.errors import HomeMissing, StoreDamaged
from aver.stages.analyser import ANALYSER_ID
from aver.stages.pipeline import encoder_of
from aver.store import schema
from aver.store.doctor_claims import claim_problems
from aver.store.doctor_index import index_problems
from aver.store.doctor_near import near_problems
from aver.store.doctor_text import text_problems
from aver.store.doctor_traces import trace_problems
from aver.store.engine import Transactions, dialect_of, open_engine
from aver.store.enrichments import enrichment_problems
from aver.store.home import DATABASE, facts
from aver.store.problems import Problem, ProblemKind, Report
from aver.store.revisions import SCRIPTS
from aver.store.shards import over_shards
from aver.store.tenant_places import with_places
from aver.store.versions import versions_where
from aver.values.identity import document_id, owner_of, version_id

SAMPLE = 1_000
"""Chunks whose postings are derived again when not all are."""


def open_unchecked(folder: Path, *, url: str = "") -> Transactions:
    """Open a home whatever its state. Raises HomeMissing, and StoreDamaged for what isn't an Aver home's file."""
    path = folder / DATABASE
    if not url and not path.is_file():
        raise HomeMissing(f"no Aver home at {folder}", hint="make one with `aver init`, or name it with --home")
    try:
        engine = open_engine(path, url)
        if inspect(engine).has_table(schema.home.name):
            return Transactions(over_shards(with_places(engine)))
    except DatabaseError as error:
        raise StoreDamaged(f"{path} cannot be opened: {error.orig}", hint="restore it from a backup") from error
    if url:
        raise HomeMissing("no Aver home in the PostgreSQL database", hint="make one with `aver init`")
    raise StoreDamaged(f"{path} holds no Aver home", hint="restore it from a backup, or `aver init` elsewhere")


def examine(transactions: Transactions, *, encoder: str, dimension: int, deep: bool = False) -> Report:
    """Return everything wrong with the store as of one moment.

    `encoder` and `dimension` are those that are configured. `deep` derives the terms of every chunk from
    its text again, not only of about `SAMPLE`.
    """
    damage = tuple(_file(transactions))
    if damage:
        return Report(checked=(("file", 1),), problems=damage)
    with transactions.read() as connection:
        tenants = connection.execute(select(schema.tenant.c.name).order_by(schema.tenant.c.name)).scalars().all()
        chunks = _count(connection, schema.chunk)
        every = 1 if deep else max(1, chunks // SAMPLE)
        found = [*_links(connection), *_schema(connection), *_facts(connection, encoder), *_versions(connection)]
        found += (*enrichment_problems(connection), *trace_problems(connection), *claim_problems(connection))
        for tenant in tenants:
            found += index_problems(connection, tenant, dimension)
            found += text_problems(connection, tenant, every)
            found += near_problems(connection, tenant)
        return Report(
            checked=(
                ("documents", _count(connection, schema.document)),
                ("versions", _count(connection, schema.version)),
                ("chunks", chunks),
                ("segments", _count(connection, schema.segment)),
            ),
            problems=tuple(found),
        )


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _file(transactions: Transactions) -> Iterator[Problem]:
    for line in transactions.damage():
        yield Problem(kind=ProblemKind.FILE, where=DATABASE, detail=line)


def _links(connection: Connection) -> Iterator[Problem]:
    """Foreign keys, and the links between texts that no database knows."""
    for row, parent in dialect_of(connection.engine).orphans(connection):
        yield Problem(kind=ProblemKind.ORPHAN, where=row, detail=f"points to no {parent}")
    version, document = schema.version.c, schema.document.c
    same = (version.tenant == document.tenant) & (version.document == document.id)
    for key in connection.execute(select(version.key).where(~select(document.id).where(same).exists())).scalars():
        yield Problem(kind=ProblemKind.LINK, where=f"version {key}", detail="its document is missing")
    for identity in connection.execute(select(document.id).where(~select(version.key).where(same).exists())).scalars():
        yield Problem(kind=ProblemKind.LINK, where=identity, detail="the document has no version")


def _schema(connection: Connection) -> Iterator[Problem]:
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with as_file(SCRIPTS) as scripts:
        config = Config()
        config.set_main_option("script_location", str(scripts))
        newest = ScriptDirectory.from_config(config).get_heads()
    present = MigrationContext.configure(connection).get_current_heads()
    if set(present) != set(newest):
        detail = f"the tables are at {', '.join(present) or 'no migration'}, this version knows {', '.join(newest)}"
        yield Problem(kind=ProblemKind.SCHEMA, where=DATABASE, detail=detail)


def _facts(connection: Connection, encoder: str) -> Iterator[Problem]:
    try:
        known = facts(connection)
    except TypeError:
        known = None
    if known is None:
        yield Problem(kind=ProblemKind.FACT, where="home", detail="id, encoder or analyser is not recorded")
        return
    if known.analyser != ANALYSER_ID:
        detail = f"postings come from {known.analyser}, this version analyses with {ANALYSER_ID}"
        yield Problem(kind=ProblemKind.FACT, where="home", detail=detail)
    if known.encoder != encoder:
        detail = f"vectors come from {known.encoder}, configured is {encoder}"
        yield Problem(kind=ProblemKind.ENCODER, where="home", detail=detail)
    for pipeline in connection.execute(select(schema.version.c.pipeline).distinct()).scalars():
        if encoder_of(pipeline) != known.encoder:
            detail = f"some vectors come from {encoder_of(pipeline)}, the others from {known.encoder}"
            yield Problem(kind=ProblemKind.ENCODER, where=f"pipeline {pipeline}", detail=detail)


def _versions(connection: Connection) -> Iterator[Problem]:
    """Ids derive from what they name: tenant, uri, document and the bytes that were read."""
    for one in versions_where(connection):
        tenant = owner_of(one.governance.tenant)
        document = document_id(tenant=tenant, uri=one.uri)
        meant = version_id(tenant=tenant, uri=one.uri, document=document, content=one.content_hash.encode())
        if one.document != document or one.id != meant:
            yield Problem(kind=ProblemKind.IDENTITY, where=f"version {one.id}", detail=f"is not that of {one.uri}")
