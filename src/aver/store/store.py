"""The store as the flows use it: every search and every read takes `eligible=`, and nothing else opens it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from aver.index.columns import VersionColumns
from aver.index.dense import dense
from aver.index.lexical import lexical, term_weights
from aver.index.names import DocumentNames
from aver.index.snapshot import Snapshot
from aver.index.succession import successors
from aver.store import reading, schema
from aver.store.cache_hits import CacheHits
from aver.store.deleting import Receipt, delete_document
from aver.store.engine import Transactions
from aver.store.enrichments import enrichments_of, versions_lacking
from aver.store.index_cache import IndexCache
from aver.store.locating import chunks_holding, current_contents, texts_of
from aver.store.near_search import search_near
from aver.store.row_security import only_tenant
from aver.store.versions import StoredVersion, document_of, latest, versions_where
from aver.store.writing import Change, NewVersion, add_versions
from aver.values.documents import Document
from aver.values.enrichment import Enrichment, EnrichmentKind, Unenriched
from aver.values.evidence import Approximation, Hit, Passage
from aver.values.governance import Eligibility

if TYPE_CHECKING:
    from aver.store.replicas import Replicas

Erase = Callable[[Connection, str, str, str], int]
"""(connection, tenant, document id, receipt id) -> payloads erased."""


class Store:
    """A home's documents and their eligible-set index."""

    def __init__(
        self,
        transactions: Transactions,
        *,
        dimension: int,
        unsafe_approximate: bool = False,
        replicas: Sequence[str] = (),
    ) -> None:
        """`unsafe_approximate`: look for neighbours in the derived table (store/near_search.py), not in every row.

        `replicas`: urls of replicas of the server, from which what takes `eligible=` may be read (store/replicas.py).
        """
        self.transactions = transactions
        self.dimension = dimension
        self._approximate = unsafe_approximate
        self._index = IndexCache(dimension, vectors=not unsafe_approximate)
        self._names: dict[str, DocumentNames] = {}
        self._sharing = threading.local()
        self._replicas = _opened(transactions, replicas, self.hits) if replicas else None

    @property
    def hits(self) -> CacheHits:
        """How often the caches over this store had what was wanted."""
        return self._index.hits

    def look(self, tenant: str) -> AbstractContextManager[Connection]:
        """Begin to read for a question about `tenant`: whatever was acknowledged by now is there."""
        return (self._replicas or self.transactions).read(tenant)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Let this thread's searches see one moment, in one transaction that the first of them begins.

        Where a database is asked over a wire that halves what a search by words and by meaning costs beside scoring.
        """
        with ExitStack() as transactions:
            self._sharing.views = transactions, {}
            try:
                yield
            finally:
                del self._sharing.views

    @contextmanager
    def _view(self, tenant: str) -> Iterator[tuple[Connection, Snapshot]]:
        """Begin to read the index of `tenant`, or go on where `at_once` has begun."""
        shared: tuple[ExitStack, dict[str, tuple[Connection, Snapshot]]] | None
        shared = getattr(self._sharing, "views", None)
        if shared is None:
            with self.look(tenant) as connection:
                yield connection, self._index.snapshot(connection, tenant)
            return
        begun, views = shared
        if tenant not in views:
            connection = begun.enter_context(self.look(tenant))
            views[tenant] = connection, self._index.snapshot(connection, tenant)
        yield views[tenant]

    def search_lexical(self, terms: Iterable[int], k: int, *, eligible: Eligibility) -> tuple[Hit, ...]:
        """Return the `k` best eligible chunks by BM25 over distinct term keys."""
        return self.search_terms(terms, k, eligible=eligible)[0]

    def search_terms(self, terms: Iterable[int], k: int, *, eligible: Eligibility) -> tuple[tuple[Hit, ...], float]:
        """Return what `search_lexical` does, and the share of the terms' idf that the eligible chunks hold at all."""
        with self._view(eligible.tenant) as (connection, snapshot):
            rows, scores, reach = lexical(
                snapshot,
                terms,
                k,
                eligible=self._index.opened(snapshot, eligible),
                postings=self._index.postings(connection, snapshot),
            )
        return _hits(snapshot.ids[rows], scores), reach

    def term_weights(self, terms: Iterable[int], *, eligible: Eligibility) -> tuple[tuple[int, float], ...]:
        """Return `(term key, idf)` over the eligible chunks, in rising order of key."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return term_weights(
                snapshot,
                terms,
                eligible=self._index.opened(snapshot, eligible),
                postings=self._index.postings(connection, snapshot),
            )

    def successors(self, uris: Sequence[str], *, eligible: Eligibility) -> tuple[tuple[str, str], ...]:
        """Return `(superseded uri, document id of its newest readable successor)` where there is one."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
        return successors(snapshot.versions, uris, eligible)

    def search_dense(self, query: NDArray[np.int16], k: int, *, eligible: Eligibility) -> tuple[Hit, ...]:
        """Return the `k` best eligible chunks by cosine with the fixed-point `query`."""
        return self.search_near(query, k, eligible=eligible)[0]

    def search_near(
        self, query: NDArray[np.int16], k: int, *, eligible: Eligibility
    ) -> tuple[tuple[Hit, ...], Approximation | None]:
        """Return what `search_dense` does, and how it was looked for where not every eligible row had its chance."""
        with self._view(eligible.tenant) as (connection, snapshot):
            if self._approximate:
                ids, scores, how = search_near(connection, snapshot, query, k, eligible=eligible)
                return _hits(ids, scores), how
        rows, scores = dense(snapshot, query, k, eligible=self._index.opened(snapshot, eligible))
        return _hits(snapshot.ids[rows], scores), None

    def passages(self, chunks: Sequence[str], *, eligible: Eligibility) -> tuple[Passage, ...]:
        """Return the eligible ones of `chunks` with their text, in the order asked."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return reading.passages(connection, snapshot, eligible, chunks)

    def confirmed(self, chunks: Sequence[str], *, eligible: Eligibility) -> frozenset[str]:
        """Return which of `chunks` are eligible at this moment (C6)."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return reading.confirmed(connection, snapshot, eligible, chunks)

    def chunks_holding(
        self, version: str, spans: Sequence[tuple[int, int]], *, eligible: Eligibility
    ) -> tuple[str | None, ...]:
        """Return for each span of an eligible version the smallest chunk that holds it, None where none does."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return chunks_holding(connection, snapshot, eligible, version=version, spans=spans)

    def texts(self, documents: Sequence[str], *, eligible: Eligibility) -> dict[str, str]:
        """Return the canonical text of the eligible version of each document that has one, by document id."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return texts_of(connection, snapshot, eligible, documents)

    def columns(self, connection: Connection, tenant: str) -> VersionColumns:
        """Return the governance of every version of `tenant` as a transaction sees it; a mask of it opens anything."""
        return self._index.snapshot(connection, tenant).versions

    def contents(self, documents: Sequence[str], *, eligible: Eligibility) -> dict[str, str]:
        """Return the content hash of the eligible version of each document that is current, by document id."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return current_contents(connection, snapshot, eligible, documents)

    def uris(self, *, eligible: Eligibility) -> dict[str, str]:
        """Return by uri the id of every document with an eligible version."""
        with self.look(eligible.tenant) as connection:
            versions = self._index.snapshot(connection, eligible.tenant).versions
        opened = np.flatnonzero(versions.eligible(eligible)).tolist()
        return {versions.rows[position].uri: versions.rows[position].document for position in opened}

    def named_in(self, text: str, *, eligible: Eligibility) -> tuple[str, ...]:
        """Return the ids of the documents with an eligible version that `text` names, by file name or title."""
        with self.look(eligible.tenant) as connection:
            versions = self._index.snapshot(connection, eligible.tenant).versions
        known = self._names.get(eligible.tenant)
        if known is None or known.rows is not versions.rows:
            known = self._names[eligible.tenant] = DocumentNames.of(versions.rows, earlier=known)
        return known.named_in(text, eligible=versions.eligible(eligible))

    def visible(self, *, eligible: Eligibility) -> tuple[str, ...]:
        """Return the ids of all eligible versions, in order."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            opened = frozenset(snapshot.versions.keys[snapshot.versions.eligible(eligible)].tolist())
            version = schema.version.c
            rows = connection.execute(select(version.key, version.id).where(version.tenant == eligible.tenant))
            return tuple(sorted(row.id for row in rows if row.key in opened))

    def documents(self, *, eligible: Eligibility) -> tuple[StoredVersion, ...]:
        """Return the eligible version of every document, by uri."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            keys = snapshot.versions.keys[snapshot.versions.eligible(eligible)].tolist()
            found = versions_where(connection, schema.version.c.tenant == eligible.tenant)
            opened = frozenset(keys)
            return tuple(sorted((one for one in found if one.key in opened), key=lambda one: one.uri))

    def latest(self, tenant: str, uri: str) -> StoredVersion | None:
        """Return the newest version at `uri`. For writers: it looks past readers."""
        with self.transactions.read(tenant) as connection:
            return latest(connection, tenant, uri)

    def newest(self, tenant: str) -> tuple[StoredVersion, ...]:
        """Return the newest version of every document of `tenant`. For writers: it looks past readers."""
        with self.transactions.read(tenant) as connection:
            found = versions_where(connection, schema.version.c.tenant == tenant)
            newest: dict[str, StoredVersion] = {}
            for version in found:
                if version.uri not in newest or newest[version.uri].number < version.number:
                    newest[version.uri] = version
            return tuple(newest.values())

    def document(self, version: StoredVersion) -> Document:
        """Return the parsed document of a version. For writers: the caller must have been allowed the version."""
        with self.transactions.read(version.governance.tenant) as connection:
            return document_of(connection, version.governance.tenant, version.key)

    def add(self, versions: Sequence[NewVersion]) -> tuple[Change, ...]:
        """Store `versions` in one transaction; all are searchable afterwards, or none."""
        with self.transactions.write(only_tenant(one.governance.tenant for one in versions)) as connection:
            return add_versions(connection, versions)

    def enrichments(
        self,
        kind: EnrichmentKind,
        producer: str,
        documents: Sequence[str],
        *,
        eligible: Eligibility,
        payloads: bool = True,
    ) -> tuple[Enrichment, ...]:
        """Return what `producer` made of the eligible version of each document that has it, in the order asked."""
        with self.look(eligible.tenant) as connection:
            snapshot = self._index.snapshot(connection, eligible.tenant)
            return enrichments_of(
                connection,
                snapshot,
                eligible,
                kind=kind,
                producer=producer,
                documents=documents,
                payloads=payloads,
            )

    def lacking(self, tenant: str, kind: EnrichmentKind, producer: str) -> tuple[Unenriched, ...]:
        """Return the versions that `producer` made nothing of yet. For writers: it looks past readers."""
        with self.transactions.read(tenant) as connection:
            return versions_lacking(connection, tenant, kind, producer)

    def delete(
        self,
        document: str,
        *,
        tenant: str,
        actor: str,
        at: str,
        erase: Erase,
        only: Callable[[StoredVersion], bool] = lambda _: True,
    ) -> Receipt:
        """Delete the versions of a document that `only` allows, with their words in past runs; return the receipt."""
        with self.transactions.write(tenant) as connection:
            receipt = delete_document(connection, tenant=tenant, document=document, actor=actor, at=at, only=only)
            erase(connection, tenant, document, receipt.id)
            return receipt

    def close(self) -> None:
        """Close every connection."""
        self.transactions.engine.dispose()
        if self._replicas is not None:
            self._replicas.close()


def _opened(transactions: Transactions, urls: Sequence[str], hits: CacheHits) -> Replicas:
    from aver.store.replicas import Replicas

    return Replicas(transactions, urls, hits)


def _hits(ids: NDArray[np.uint64], scores: NDArray[np.float64]) -> tuple[Hit, ...]:
    names = ids.astype(">u8").tobytes().hex()
    return tuple(
        Hit(chunk="chk_" + names[32 * rank : 32 * rank + 32], rank=rank + 1, score=score)
        for rank, score in enumerate(scores.tolist())
    )
