"""What a deletion must have taken along: words in runs, vectors that wait, windows of the baseline (A9)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from aver.store import schema
from aver.store.problems import Problem, ProblemKind
from aver.store.reembedding import waiting_vector
from aver.store.run_tables import run_payload
from aver.values.identity import BASELINE, owner_of


def trace_problems(connection: Connection) -> Iterator[Problem]:
    """Yield what is left of documents that are not there any more."""
    yield from _words(connection)
    yield from _vectors(connection)
    yield from _windows(connection)


def _words(connection: Connection) -> Iterator[Problem]:
    """Words of a document under a receipt, of which no version stays, are erased in every run."""
    word, deleted, version = run_payload.c, schema.receipt.c, schema.version.c
    receipts = select(deleted.id).where(deleted.tenant == word.tenant, deleted.document == word.document)
    versions = select(version.key).where(version.tenant == word.tenant, version.document == word.document)
    kept = (word.document.is_not(None), word.text.is_not(None))
    for run, document in connection.execute(
        select(word.run, word.document).where(*kept, receipts.exists(), ~versions.exists()).distinct()
    ):
        yield Problem(kind=ProblemKind.ORPHAN, where=run, detail=f"holds words of {document}, which was deleted")


def _vectors(connection: Connection) -> Iterator[Problem]:
    vector, chunk = waiting_vector.c, schema.chunk.c
    there = select(chunk.key).where(chunk.tenant == vector.tenant, chunk.id == vector.id)
    for raw in connection.execute(select(vector.id).where(~there.exists())).scalars():
        yield Problem(kind=ProblemKind.ORPHAN, where=f"chk_{raw.hex()}", detail="a vector waits for a missing chunk")


def _windows(connection: Connection) -> Iterator[Problem]:
    version = schema.version.c
    marked = select(version.tenant, version.document, version.uri).where(version.tenant.endswith(BASELINE))
    for tenant, document, uri in connection.execute(marked).all():
        own = (version.tenant == owner_of(tenant), version.document == document)
        if connection.execute(select(version.key).where(*own).limit(1)).first() is None:
            yield Problem(kind=ProblemKind.ORPHAN, where=document, detail=f"windows of {uri}, which is not there")
