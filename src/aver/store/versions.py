"""Rows of documents and versions: writing them, and reading their governance back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from aver.index.columns import VersionRow
from aver.store import schema
from aver.values.codec import decode, encode
from aver.values.documents import Block, Document, Page
from aver.values.governance import Classification, Governance, Status

_SETS = ("readers", "jurisdictions", "products", "tiers")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVersion:
    """One version as `aver documents` lists it."""

    key: int
    id: str
    document: str
    uri: str
    number: int
    title: str
    content_hash: str
    pipeline: str
    ingested_at: str
    media_type: str
    language: str
    warnings: int
    governance: Governance


_LISTED = [column for column in schema.version.c if column.name not in ("text", "tree")]


def governance_columns(governance: Governance) -> dict[str, object]:
    """Return the column values of `governance`, without the tenant."""
    plain = {name: getattr(governance, name) for name in Governance.__slots__ if name != "tenant"}
    for name in _SETS:
        plain[name] = "\n".join(sorted(plain[name]))
    plain["superseded_by"] = "\n".join(governance.superseded_by)
    plain["classification"] = int(governance.classification)
    plain["status"] = governance.status.value
    return plain


def governance_of(row: Row[tuple[object, ...]]) -> Governance:
    """Return the governance stored in a version row."""
    found = row._mapping
    return Governance(
        tenant=found["tenant"],
        readers=_names(found["readers"]),
        classification=Classification(found["classification"]),
        jurisdictions=_names(found["jurisdictions"]),
        products=_names(found["products"]),
        tiers=_names(found["tiers"]),
        valid_from=found["valid_from"],
        valid_until=found["valid_until"],
        status=Status(found["status"]),
        superseded_by=tuple(filter(None, found["superseded_by"].split("\n"))),
        authority=found["authority"],
        origin_system=found["origin_system"],
        retention_until=found["retention_until"],
        legal_hold=bool(found["legal_hold"]),
        redacted=bool(found["redacted"]),
    )


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split("\n")) if text else frozenset()


def pack_tree(document: Document) -> bytes:
    """Return the blocks and pages of a document, compressed."""
    tree = {"blocks": encode(document.blocks), "pages": encode(document.pages), "fields": encode(document.fields)}
    return zlib.compress(json.dumps(tree, separators=(",", ":")).encode(), 6)


def unpack_tree(tree: bytes, row: Row[tuple[object, ...]]) -> Document:
    """Return the document whose tree was packed, given its version row with text."""
    found = row._mapping
    plain = json.loads(zlib.decompress(tree))
    return Document(
        title=found["title"],
        text=found["text"],
        blocks=decode(tuple[Block, ...], plain["blocks"]),
        pages=decode(tuple[Page, ...], plain["pages"]),
        fields=decode(tuple[tuple[str, str], ...], plain["fields"]),
        media_type=found["media_type"],
        parser=found["pipeline"].split(" ", 1)[0],
        language=found["language"],
    )


def version_is(tenant: str, *keys: int) -> ColumnElement[bool]:
    """Return the condition that a row is one of the versions `keys` of `tenant`."""
    return (schema.version.c.tenant == tenant) & schema.version.c.key.in_(keys)


def document_of(connection: Connection, tenant: str, key: int) -> Document:
    """Return the parsed document of the version of `tenant` with that key."""
    row = connection.execute(select(schema.version).where(version_is(tenant, key))).one()
    return unpack_tree(row.tree, row)


def keys_of(connection: Connection, tenant: str, document: str) -> tuple[int, ...]:
    """Return the keys of a document's versions, oldest first. For writers: it looks past readers."""
    same = (schema.version.c.tenant == tenant, schema.version.c.document == document)
    return tuple(connection.execute(select(schema.version.c.key).where(*same).order_by(schema.version.c.key)).scalars())


def next_sequence(connection: Connection, tenant: str) -> int:
    """Return the tenant's next change number and store it as its latest."""
    bumped = connection.execute(
        update(schema.tenant)
        .where(schema.tenant.c.name == tenant)
        .values(sequence=schema.tenant.c.sequence + 1)
        .returning(schema.tenant.c.sequence)
    ).scalar()
    if bumped is not None:
        return int(bumped)
    connection.execute(insert(schema.tenant).values(name=tenant, sequence=1))
    return 1


def latest(connection: Connection, tenant: str, uri: str) -> StoredVersion | None:
    """Return the newest version at `uri`, or None. For writers: it looks past readers."""
    row = connection.execute(
        select(*_LISTED)
        .where(schema.version.c.tenant == tenant, schema.version.c.uri == uri)
        .order_by(schema.version.c.number.desc())
        .limit(1)
    ).first()
    return None if row is None else stored(row)


def find(connection: Connection, tenant: str, identity: str) -> StoredVersion | None:
    """Return the version with that id, or None. For writers: it looks past readers."""
    same = (schema.version.c.tenant == tenant) & (schema.version.c.id == identity)
    row = connection.execute(select(*_LISTED).where(same)).first()
    return None if row is None else stored(row)


def stored(row: Row[tuple[object, ...]]) -> StoredVersion:
    """Return a listed version row as a value."""
    found = row._mapping
    names = [name for name in StoredVersion.__slots__ if name != "governance"]
    return StoredVersion(**{name: found[name] for name in names}, governance=governance_of(row))


def versions_where(connection: Connection, *conditions: object) -> Iterator[StoredVersion]:
    """Yield the versions that meet SQL `conditions`, by key."""
    statement = select(*_LISTED).where(*conditions).order_by(schema.version.c.key)  # type: ignore[arg-type]
    return (stored(row) for row in connection.execute(statement))


def index_rows(
    connection: Connection, tenant: str, *, known: Iterable[VersionRow] = (), since: int = 0
) -> Iterator[VersionRow]:
    """Yield what the index must know of every version of `tenant`.

    `known` are the rows as of change number `since`: only what changed afterwards is read again, which at
    20,000 versions takes a fortieth of the CPU.
    """
    listed = select(schema.version.c.key).where(schema.version.c.tenant == tenant)
    there = frozenset(connection.execute(listed).scalars())
    later = versions_where(connection, schema.version.c.tenant == tenant, schema.version.c.changed > since)
    fresh = {version.key: _index_row(version) for version in later}
    yield from (row for row in known if row.key in there and row.key not in fresh)
    yield from fresh.values()


def _index_row(version: StoredVersion) -> VersionRow:
    return VersionRow(
        key=version.key,
        document=version.document,
        uri=version.uri,
        number=version.number,
        governance=version.governance,
        title=version.title,
    )


def change_governance(connection: Connection, keys: Iterable[int], governance: Governance) -> None:
    """Give the versions `keys` of one tenant a new governance; changing readers makes no new version."""
    sequence = next_sequence(connection, governance.tenant)
    connection.execute(
        update(schema.version)
        .where(version_is(governance.tenant, *keys))
        .values(**governance_columns(governance), changed=sequence)
    )
