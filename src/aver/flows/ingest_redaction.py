"""Redacting on the way in: nothing that is taken out of a document is stored, and nothing stored keeps it (A10).

A redacted document is identified by what is left of it: a hash of its bytes would let anyone who can read
the rest try out what was removed. A version stored before its redaction goes, with a receipt.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from sqlalchemy import Connection

from aver.stages.metadata import emptied, redacted
from aver.store.deleting import delete_document
from aver.store.erasing import erase_words
from aver.store.store import Store
from aver.store.versions import StoredVersion, document_of, keys_of
from aver.store.writing import NewVersion
from aver.values.codec import encode
from aver.values.documents import Document
from aver.values.identity import document_id, tagged_hash

ACTOR = "redaction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """What is taken out of one document: whatever `patterns` match, or the `whole` of it."""

    patterns: tuple[re.Pattern[str], ...] = ()
    whole: bool = False

    @property
    def does_something(self) -> bool:
        """Whether there is anything to take out of some document."""
        return self.whole or bool(self.patterns)

    def of(self, document: Document) -> Document:
        """Return what is left of `document`, the same value where nothing was taken."""
        return emptied(document) if self.whole else redacted(document, self.patterns)


NOTHING = Redaction()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleansed:
    """A version that was redacted; stored versions of its document that were not must go first."""

    version: NewVersion
    redaction: Redaction


def hash_of_what_is_left(document: Document) -> str:
    """Return the identity of a redacted document: a hash of everything that is left."""
    return tagged_hash("aver.redacted.1", (json.dumps(encode(document), sort_keys=True),))


def holds(store: Store, known: StoredVersion, redaction: Redaction) -> bool:
    """Return whether some stored version of the same document still has what `redaction` takes out."""
    if not redaction.does_something:
        return False
    with store.transactions.read(known.governance.tenant) as connection:
        return _holds(connection, known.governance.tenant, known.document, redaction)


def cleanse(connection: Connection, item: Cleansed) -> str | None:
    """Delete the document's versions where one holds what must go; return the receipt's id. Raises LegalHold."""
    new = item.version
    tenant, document = new.governance.tenant, document_id(tenant=new.governance.tenant, uri=new.uri)
    if not _holds(connection, tenant, document, item.redaction):
        return None
    receipt = delete_document(connection, tenant=tenant, document=document, actor=ACTOR, at=new.ingested_at)
    erase_words(connection, tenant, document, receipt.id)
    return receipt.id


def _holds(connection: Connection, tenant: str, document: str, redaction: Redaction) -> bool:
    stored = (document_of(connection, tenant, key) for key in keys_of(connection, tenant, document))
    return any(redaction.of(one) != one for one in stored)
