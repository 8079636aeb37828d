"""Storing a batch in one transaction; what one document makes impossible does not take the others along (A9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from aver.errors import AverError, HomeBusy, StoreDamaged, StoreUnreachable
from aver.flows.ingest_outcomes import Failed, Outcome, Stored
from aver.flows.ingest_prepare import Regoverned
from aver.flows.ingest_redaction import Cleansed, cleanse
from aver.store.claim_sources import source_changed
from aver.store.row_security import only_tenant
from aver.store.sqlite import explained
from aver.store.store import Store
from aver.store.versions import change_governance, latest
from aver.store.writing import Change, NewVersion, add_version
from aver.values.identity import document_id

Item: TypeAlias = NewVersion | Cleansed | Regoverned


def store_batch(items: Sequence[Item], store: Store) -> tuple[Outcome, ...]:
    """Store all of `items` at once, or, where that fails, each by itself."""
    try:
        return _stored(items, store)
    except (AverError, SQLAlchemyError, ValueError, OverflowError) as error:
        if isinstance(error, HomeBusy | StoreUnreachable):
            raise
        return tuple(_alone(item, store) for item in items)


def _alone(item: Item, store: Store) -> Outcome:
    uri = _uri(item)
    try:
        return _stored([item], store)[0]
    except (HomeBusy, StoreUnreachable):
        raise
    except AverError as error:
        return Failed(uri=uri, error=error)
    except (SQLAlchemyError, ValueError, OverflowError) as error:
        detail = str(error).splitlines()[0][:300]
        fault = explained(error) or StoreDamaged(
            f"{uri}: could not be stored: {detail}", hint="`aver doctor` checks the store"
        )
        fault.__cause__ = error
        return Failed(uri=uri, error=fault)


def _uri(item: Item) -> str:
    match item:
        case NewVersion(uri=uri) | Cleansed(version=NewVersion(uri=uri)):
            return uri
        case Regoverned(known=known):
            return known.uri


def _tenant(item: Item) -> str:
    return item.version.governance.tenant if isinstance(item, Cleansed) else item.governance.tenant


def _stored(items: Sequence[Item], store: Store) -> tuple[Outcome, ...]:
    with store.transactions.write(only_tenant(map(_tenant, items))) as connection:
        changes: list[Outcome] = []
        for item in items:
            if isinstance(item, NewVersion):
                changes.append(_outcome(item, add_version(connection, item)))
                continue
            if isinstance(item, Cleansed):
                erased = cleanse(connection, item)
                made = _outcome(item.version, add_version(connection, item.version))
                changes.append(replace(made, erased=erased))
                continue
            now = latest(connection, item.governance.tenant, item.known.uri)
            if now is None or now.key != item.known.key or now.content_hash != item.known.content_hash:
                raise HomeBusy(f"{item.known.uri} was changed by another process", hint="run the same command again")
            change_governance(connection, [now.key], item.governance)
            source_changed(connection, item.governance, now.document, now.key, at=_moment(), reread=True)
            changes.append(Stored(uri=now.uri, document=now.document, change=Change.GOVERNANCE))
        return tuple(changes)


def _moment() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _outcome(new: NewVersion, change: Change) -> Stored:
    indexed = change not in (Change.UNCHANGED, Change.GOVERNANCE)
    return Stored(
        uri=new.uri,
        document=document_id(tenant=new.governance.tenant, uri=new.uri),
        change=change,
        chunks=len(new.chunks) if indexed else 0,
        warnings=new.document.warnings,
    )
