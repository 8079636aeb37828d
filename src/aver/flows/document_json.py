"""Documents, chunks and receipts as the JSON that every edge shows; principals never are."""

from __future__ import annotations

from typing import Any

from aver.store.deleting import Receipt
from aver.store.versions import StoredVersion


def document_json(version: StoredVersion) -> dict[str, Any]:
    """Return a version of a document with its governance."""
    governance = version.governance
    return {
        "document_id": version.document,
        "version_id": version.id,
        "version": version.number,
        "uri": version.uri,
        "title": version.title,
        "media_type": version.media_type,
        "language": version.language,
        "content_hash": version.content_hash,
        "pipeline": version.pipeline,
        "ingested_at": version.ingested_at,
        "warnings": version.warnings,
        "governance": {
            "tenant": governance.tenant,
            "classification": governance.classification.name.lower(),
            "jurisdiction": sorted(governance.jurisdictions),
            "product": sorted(governance.products),
            "tier": sorted(governance.tiers),
            "valid_from": governance.valid_from,
            "valid_until": governance.valid_until,
            "status": governance.status.value,
            "superseded_by": list(governance.superseded_by),
            "authority": governance.authority,
            "origin_system": governance.origin_system,
            "retention": governance.retention_until,
            "legal_hold": governance.legal_hold,
            "redacted": governance.redacted,
        },
    }


def receipt_json(receipt: Receipt) -> dict[str, Any]:
    """Return what a deletion removed: counts and hashes, never text."""
    return {
        "receipt_id": receipt.id,
        "document_id": receipt.document,
        "uri": receipt.uri,
        "at": receipt.at,
        "actor": receipt.actor,
        "versions": list(receipt.versions),
        "hashes": list(receipt.hashes),
        "removed": dict(receipt.removed),
    }
