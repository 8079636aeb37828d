"""The very bytes a version was made from, where they still lie where they were ingested from.

The store keeps text and regions, not files. What a job was asked to ingest is on record, so a page can be drawn for
whoever may read the document as long as nobody moved or changed the file; anything else there is left alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import select

from aver.store.job_tables import job
from aver.store.store import Store
from aver.store.versions import StoredVersion
from aver.values.jobs import JobKind

_NEWEST = 200
"""Jobs whose folders are looked into."""


def ingested_file(store: Store, version: StoredVersion, *, most: int) -> bytes | None:
    """Return the file of a version that the caller is known to read, None where it is gone, changed or over `most`."""
    for path in _places(store, version):
        try:
            data = path.read_bytes() if path.is_file() and path.stat().st_size <= most else b""
        except OSError:
            continue
        if hashlib.sha256(data).hexdigest() == version.content_hash:
            return data
    return None


def _places(store: Store, version: StoredVersion) -> Iterator[Path]:
    """Yield where the file of a version may lie: below an ingested folder, or an ingested file of that name."""
    for root in _ingested(store, version.governance.tenant):
        if root.is_dir():
            path = (root / version.uri).resolve()
            if path.is_relative_to(root.resolve()):
                yield path
        elif root.name == version.uri:
            yield root


def _ingested(store: Store, tenant: str) -> tuple[Path, ...]:
    """Return the files and folders that the newest jobs of a tenant ingested, each once."""
    mine = (job.c.tenant == tenant, job.c.kind == JobKind.INGEST)
    with store.transactions.read(tenant) as connection:
        found = select(job.c.arguments).where(*mine).order_by(job.c.begun_at.desc(), job.c.id).limit(_NEWEST)
        asked = [json.loads(row) for row in connection.execute(found).scalars()]
    return tuple(dict.fromkeys(Path(path) for one in asked for path in one.get("paths", ())))
