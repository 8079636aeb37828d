"""Deleting a document: text, chunks, postings, vectors, claims and the words in past runs, with a receipt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from sqlalchemy import Connection, delete, func, insert, select

from aver.errors import LegalHold, NotFound
from aver.stages.claim_quotes import own_document
from aver.store import schema
from aver.store.claim_sources import erase_claims, erase_version
from aver.store.enrichments import clear_enrichments
from aver.store.reembedding import clear_waiting
from aver.store.segments import clear_versions
from aver.store.versions import StoredVersion, version_is, versions_where
from aver.values.claims import StoredClaim
from aver.values.identity import baseline_tenant, make_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a deletion removed; `removed` counts rows by kind, `hashes` are those of the bytes that were read."""

    id: str
    document: str
    uri: str
    at: str
    actor: str
    versions: tuple[str, ...]
    hashes: tuple[str, ...]
    removed: tuple[tuple[str, int], ...]


def delete_document(
    connection: Connection,
    *,
    tenant: str,
    document: str,
    actor: str,
    at: str,
    only: Callable[[StoredVersion], bool] = lambda _: True,
) -> Receipt:
    """Remove the versions of `document` that `only` allows, baseline windows included, inside a write transaction.

    Raises NotFound where there is no such version, and LegalHold when one of them is held. What `only`
    leaves is not looked at: the receipt is the same as if it weren't there. Words in past runs are erased by
    the caller's `erase`, in the same transaction, under the receipt's id.
    """
    versions = tuple(version for version in _versions(connection, tenant, document) if only(version))
    if not versions:
        raise NotFound(f"no document {document}", hint="`aver documents list` shows what is there")
    if any(version.governance.legal_hold for version in versions):
        raise LegalHold(f"{versions[0].uri} is under legal hold", hint="lift the hold in its metadata first")
    identity = _identity(connection, tenant, document, at, actor, *(version.id for version in versions))
    named = tuple((version.key, version.id) for version in versions)
    erased = erase_claims(connection, tenant, named, actor=actor, at=at, receipt=identity)
    removed = Counter(_remove(connection, tenant, document, versions) | {"claims": erased})
    baseline = baseline_tenant(tenant)
    gone = frozenset(version.content_hash for version in versions)
    windows = tuple(window for window in _versions(connection, baseline, document) if window.content_hash in gone)
    if windows:
        removed.update(_remove(connection, baseline, document, windows))
    receipt = Receipt(
        id=identity,
        document=document,
        uri=versions[0].uri,
        at=at,
        actor=actor,
        versions=tuple(version.id for version in versions),
        hashes=tuple(version.content_hash for version in versions),
        removed=tuple(sorted(removed.items())),
    )
    _keep(connection, tenant, receipt)
    return receipt


def delete_claim(
    connection: Connection, versions: Sequence[StoredClaim], *, actor: str, at: str, erase: Callable[..., int]
) -> Receipt:
    """Erase what the author of a claim said in all its `versions`, and the words it lent to past runs; retire them.

    An authored claim is a document of its own, and so is its receipt. Raises LegalHold where its words are held.
    """
    claim = versions[0]
    if claim.own is not None and claim.own.legal_hold:
        raise LegalHold(f"{claim.uri} is under legal hold", hint="lift the hold first")
    document = own_document(claim)
    identity = _identity(connection, claim.tenant, document, at, actor)
    left = [one for one in versions if not one.receipt]
    for one in left:
        erase_version(connection, one, actor=actor, at=at, receipt=identity)
    texts = erase(connection, claim.tenant, document, identity)
    receipt = Receipt(
        id=identity,
        document=document,
        uri=claim.uri,
        at=at,
        actor=actor,
        versions=tuple(f"{claim.id}/{one.number}" for one in left),
        hashes=(),
        removed=(("claims", len(left)), ("words in runs", texts)),
    )
    _keep(connection, claim.tenant, receipt)
    return receipt


def _identity(connection: Connection, tenant: str, *parts: str) -> str:
    """Return a receipt's id; the same text deleted, added and deleted again within a second gets another one."""
    repeats = (make_id("rcp", tenant, *parts, *(["again", str(number)] if number else [])) for number in count())
    known = select(schema.receipt.c.id).where(schema.receipt.c.tenant == tenant)
    return next(one for one in repeats if connection.execute(known.where(schema.receipt.c.id == one)).first() is None)


def _versions(connection: Connection, tenant: str, document: str) -> tuple[StoredVersion, ...]:
    same = (schema.version.c.tenant == tenant, schema.version.c.document == document)
    return tuple(versions_where(connection, *same))


def _remove(connection: Connection, tenant: str, document: str, versions: Sequence[StoredVersion]) -> dict[str, int]:
    """Remove versions with everything derived from them; return how much of what went."""
    keys = [version.key for version in versions]
    its_chunks = (schema.chunk.c.tenant == tenant, schema.chunk.c.version.in_(keys))
    text = select(func.sum(func.length(schema.version.c.text))).where(version_is(tenant, *keys))
    removed = clear_versions(connection, tenant, keys)
    removed["characters"] = int(connection.execute(text).scalar_one() or 0)
    removed["waiting_vectors"] = clear_waiting(connection, tenant, keys)
    removed["enrichments"] = clear_enrichments(connection, tenant, keys)
    removed["chunks"] = connection.execute(delete(schema.chunk).where(*its_chunks)).rowcount
    removed["versions"] = connection.execute(delete(schema.version).where(version_is(tenant, *keys))).rowcount
    same = (schema.document.c.tenant == tenant) & (schema.document.c.id == document)
    left = select(schema.version.c.key).where(schema.version.c.tenant == tenant, schema.version.c.document == document)
    connection.execute(delete(schema.document).where(same, ~left.exists()))
    return removed


def _keep(connection: Connection, tenant: str, receipt: Receipt) -> None:
    body = json.dumps({"uri": receipt.uri, "hashes": receipt.hashes, "removed": dict(receipt.removed)})
    connection.execute(
        insert(schema.receipt).values(
            tenant=tenant, id=receipt.id, document=receipt.document, at=receipt.at, actor=receipt.actor, body=body
        )
    )
