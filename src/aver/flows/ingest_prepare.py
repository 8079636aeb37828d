"""One file from bytes to everything but its vectors; an unchanged one is neither parsed nor chunked (A9)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from aver.errors import AverError, StoreUnreachable, UnreadableDocument
from aver.flows.ingest_outcomes import Failed, Stored
from aver.flows.ingest_redaction import NOTHING, Cleansed, Redaction, hash_of_what_is_left, holds
from aver.flows.ingest_walk import Found, contents
from aver.ports import Tokenizer
from aver.stages.analyser import chunk_terms
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.stages.metadata import Rule, governance_for, narrowed, nonsense, redactions_for, told_validity
from aver.stages.pipeline import pipeline_id, strategy_id
from aver.store.own_fields import own_fields
from aver.store.store import Store
from aver.store.versions import StoredVersion
from aver.store.writing import Change, IndexedChunk, NewVersion, planned_change
from aver.values.chunks import Chunk
from aver.values.documents import Document
from aver.values.governance import Governance
from aver.values.identity import document_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How this ingest reads files: rules, defaults, chunker, and the names of its parsers and encoder.

    `metadata_files` (resolved) and files named `folder_metadata` govern and are not ingested themselves.
    """

    rules: tuple[Rule, ...]
    defaults: Governance
    chunker: str
    options: ChunkOptions
    parsers: frozenset[str]
    encoder: str
    max_bytes: int
    metadata_files: frozenset[Path] = frozenset()
    folder_metadata: str | None = None

    @property
    def strategy(self) -> str:
        """The chunker with its sizes."""
        return strategy_id(self.chunker, self.options)

    def pipeline(self, parser: str) -> str:
        """Return the name of everything that makes an index entry from a file."""
        return pipeline_id(parser=parser, strategy=self.strategy, encoder=self.encoder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A parsed and chunked file; `texts` are what its chunks are indexed and embedded as.

    `redaction` was done to it: what it takes out may stay nowhere in the store.
    """

    uri: str
    content_hash: str
    pipeline: str
    strategy: str
    document: Document
    governance: Governance
    chunks: tuple[Chunk, ...]
    texts: tuple[str, ...]
    terms: tuple[tuple[NDArray[np.int64], NDArray[np.uint8], int], ...]
    redaction: Redaction = NOTHING

    def with_vectors(self, vectors: NDArray[np.int16], *, at: str) -> NewVersion | Cleansed:
        """Return the version to store, given one fixed-point row per chunk and the moment of ingest."""
        rows = zip(self.chunks, self.terms, vectors, strict=True)
        made = NewVersion(
            uri=self.uri,
            content_hash=self.content_hash,
            pipeline=self.pipeline,
            strategy=self.strategy,
            ingested_at=at,
            document=self.document,
            governance=self.governance,
            chunks=tuple(
                IndexedChunk(chunk=chunk, terms=keys, frequencies=frequencies, length=length, vector=vector)
                for chunk, (keys, frequencies, length), vector in rows
            ),
        )
        return Cleansed(version=made, redaction=self.redaction) if self.redaction.does_something else made


@dataclass(frozen=True, slots=True, kw_only=True)
class Regoverned:
    """The same bytes under other rules: only the governance of the stored version changes."""

    known: StoredVersion
    governance: Governance


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What preparing needs from outside: the store to look versions up, `parse(data, uri)`, and a tokeniser."""

    store: Store
    parse: Callable[[bytes, str], Document]
    tokenizer: Tokenizer


def prepare(found: Found, recipe: Recipe, reader: Reader) -> Prepared | Regoverned | Stored | Failed:
    """Return the file ready to be embedded, or what became of it already; every error of the file is a `Failed`."""
    try:
        return _prepared(found, recipe, reader)
    except StoreUnreachable:
        raise
    except AverError as error:
        return Failed(uri=found.uri, error=error)
    except Exception as error:
        fault = UnreadableDocument(
            f"{found.uri}: reading it failed with {type(error).__name__}: {error}",
            hint="please report the file; it shows a fault in Aver",
        )
        fault.__cause__ = error
        return Failed(uri=found.uri, error=fault)


def _prepared(found: Found, recipe: Recipe, reader: Reader) -> Prepared | Regoverned | Stored:
    rules = (*found.rules, *recipe.rules)
    governance = governance_for(found.uri, rules, recipe.defaults)
    redaction = Redaction(patterns=redactions_for(found.uri, rules), whole=governance.redacted)
    data = contents(found, max_bytes=recipe.max_bytes)
    content_hash = hashlib.sha256(data).hexdigest()
    known = reader.store.latest(governance.tenant, found.uri)
    if not redaction.does_something and _is_same(known, content_hash, recipe):
        return _unchanged(known, governance, reader.store)
    document = reader.parse(data, found.uri)
    document = replace(document, fields=(*document.fields, *told_validity(document)))
    document = replace(document, warnings=(*document.warnings, *nonsense(document.fields)))
    left = redaction.of(document)
    if left is not document:
        content_hash = hash_of_what_is_left(left)
    if _is_same(known, content_hash, recipe) and not (
        redaction.does_something and holds(reader.store, known, redaction)
    ):
        return _unchanged(known, governance, reader.store)
    return replace(_indexable(found.uri, content_hash, left, governance, recipe, reader), redaction=redaction)


def _indexable(
    uri: str,
    content_hash: str,
    document: Document,
    governance: Governance,
    recipe: Recipe,
    reader: Reader,
) -> Prepared:
    chunks = CHUNKERS[recipe.chunker](document, reader.tokenizer, recipe.options)
    texts = tuple(indexed_text(document, chunk) for chunk in chunks)
    return Prepared(
        uri=uri,
        content_hash=content_hash,
        pipeline=recipe.pipeline(document.parser),
        strategy=recipe.strategy,
        document=document,
        governance=narrowed(governance, document.fields),
        chunks=chunks,
        texts=texts,
        terms=tuple(chunk_terms(uri, text) for text in texts),
    )


def _is_same(known: StoredVersion | None, content_hash: str, recipe: Recipe) -> TypeGuard[StoredVersion]:
    """Return whether these bytes, read by this pipeline, are what is stored as the newest version."""
    return known is not None and known.content_hash == content_hash and _is_current(known, recipe)


def _is_current(known: StoredVersion, recipe: Recipe) -> bool:
    return known.pipeline in {recipe.pipeline(parser) for parser in recipe.parsers}


def _unchanged(known: StoredVersion, governance: Governance, store: Store) -> Regoverned | Stored:
    """Return what the same bytes through the same pipeline still change: the governance, or nothing."""
    if governance != known.governance:
        with store.transactions.read(known.governance.tenant) as connection:
            governance = narrowed(governance, own_fields(connection, known.governance.tenant, known.key))
    if planned_change(known, known.content_hash, known.pipeline, governance) is Change.GOVERNANCE:
        return Regoverned(known=known, governance=governance)
    document = document_id(tenant=governance.tenant, uri=known.uri)
    return Stored(uri=known.uri, document=document, change=Change.UNCHANGED)
