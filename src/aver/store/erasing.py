"""Taking a deleted document's words out of past runs, and no others.

Where versions stay that the one who deletes may not read, a run keeps what its own caller may still read in
one of them, and nothing else: whoever deletes, and whoever reads the rest, sees what they would see if the
other's versions weren't there (definitions.md, "Non-interference").
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import Connection, select, update

from aver.store import schema
from aver.store.payloads import erase
from aver.store.run_tables import run_event, run_payload
from aver.store.versions import StoredVersion, versions_where
from aver.values.governance import Governance


def erase_words(connection: Connection, tenant: str, document: str, receipt: str) -> int:
    """Erase the words of what was deleted of `document` in every run of `tenant`; return how many texts went."""
    same = (schema.version.c.tenant == tenant, schema.version.c.document == document)
    left = tuple(versions_where(connection, *same))
    if not left:
        return erase(connection, tenant, document, receipt)
    wanted = select(schema.version.c.key, schema.version.c.text).where(*same)
    texts = {key: text for key, text in connection.execute(wanted)}
    word = run_payload.c
    there = (word.tenant == tenant, word.document == document, word.receipt.is_(None))
    rows = connection.execute(select(word.run, word.commitment, word.text).where(*there)).all()
    readers = {name: _readable(connection, tenant, name, left) for name in {row.run for row in rows}}
    gone = 0
    for row in rows:
        said = row.text.decode("utf-8", "surrogatepass")
        if any(said in texts[key] for key in readers[row.run]):
            continue
        one = (word.tenant == tenant, word.run == row.run, word.commitment == row.commitment)
        gone += connection.execute(
            update(run_payload).where(*one).values(salt=None, text=None, receipt=receipt)
        ).rowcount
    return gone


def _readable(connection: Connection, tenant: str, name: str, versions: Iterable[StoredVersion]) -> tuple[int, ...]:
    """Return the keys of the versions that the caller of a run could read, by what the run recorded of them."""
    event = run_event.c
    body = connection.execute(
        select(event.body).where(event.tenant == tenant, event.run == name, event.kind == "Resolved").limit(1)
    ).scalar()
    if body is None:
        return ()
    recorded = json.loads(body)["eligibility"]
    principals, clearance = frozenset(recorded["principals"]), int(recorded["clearance"])
    return tuple(one.key for one in versions if _opens(one.governance, principals, clearance))


def _opens(governance: Governance, principals: frozenset[str], clearance: int) -> bool:
    return bool(governance.readers & principals) and governance.classification <= clearance
