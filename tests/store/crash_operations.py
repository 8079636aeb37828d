"""Random changes of a store, as pure functions of a seed and what is there, so that two processes agree on them."""

from __future__ import annotations

import dataclasses
import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from aver.stages.pipeline import pipeline_id
from aver.store.home import create_home
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.store.writing import NewVersion
from aver.values.identity import document_id
from tests.store.adapters import url_of
from tests.store.corpus import DIMENSION, WORDS, governed, new_version

ENCODER = "made-up-encoder"
MOST_DOCUMENTS = 25
_READERS = ("ann", "bob", "group:hr")

Content = tuple[tuple[str, ...], frozenset[str]]
"""The paragraphs of a version and who may read it."""


class Kind(StrEnum):
    """The changes a worker makes; each is one transaction."""

    ADD = "add"
    GOVERN = "govern"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Operation:
    """One change: several versions to add, or new readers, or a document to delete."""

    kind: Kind
    items: tuple[tuple[str, Content], ...]


@dataclass(frozen=True, slots=True)
class State:
    """What a store holds: the versions of each uri, oldest first, and how many deletions it has receipts for."""

    versions: Mapping[str, tuple[Content, ...]] = field(default_factory=dict)
    receipts: int = 0


def operation(seed: int, number: int, state: State) -> Operation:
    """Return the change that comes as `number`: new documents, new versions, old ones again, readers, deletions."""
    rng = random.Random(f"{seed} {number}")
    known = sorted(state.versions)
    draw = rng.random()
    if known and (len(known) >= MOST_DOCUMENTS or draw < 0.2):
        return Operation(Kind.DELETE, ((rng.choice(known), ((), frozenset())),))
    if known and draw < 0.4:
        uri = rng.choice(known)
        return Operation(Kind.GOVERN, ((uri, (state.versions[uri][-1][0], _readers(rng))),))
    if known and draw < 0.5:
        uri = rng.choice(known)
        return Operation(Kind.ADD, ((uri, (rng.choice(state.versions[uri])[0], _readers(rng))),))
    uris = [f"doc-{number}-{part}.md" for part in range(rng.randint(1, 3))]
    if known and draw < 0.7:
        uris[0] = rng.choice(known)
    return Operation(Kind.ADD, tuple((uri, (_paragraphs(rng, f"s{number}"), _readers(rng))) for uri in uris))


def _readers(rng: random.Random) -> frozenset[str]:
    return frozenset(rng.sample(_READERS, rng.randint(0, 2)))


def _paragraphs(rng: random.Random, mark: str) -> tuple[str, ...]:
    return tuple(
        " ".join([mark, *rng.choices(WORDS, k=rng.randint(1, 8)), str(place)]) for place in range(rng.randint(1, 4))
    )


def after(state: State, done: Operation) -> State:
    """Return the state that `done` leads to."""
    versions = dict(state.versions)
    for uri, content in done.items:
        older = versions.pop(uri, ())
        if done.kind is not Kind.DELETE:
            versions[uri] = (*(one for one in older if one[0] != content[0]), content)
    return State(versions, state.receipts + (done.kind is Kind.DELETE))


def perform(store: Store, wanted: Operation) -> None:
    """Make the change; it is committed when this returns."""
    match wanted.kind:
        case Kind.ADD:
            store.add([_version(uri, *content) for uri, content in wanted.items])
        case Kind.GOVERN:
            ((uri, (_, readers)),) = wanted.items
            known = store.latest("t", uri)
            assert known is not None
            with store.transactions.write() as connection:
                change_governance(connection, [known.key], governed(*readers))
        case Kind.DELETE:
            ((uri, _),) = wanted.items
            identity = document_id(tenant="t", uri=uri)
            store.delete(identity, tenant="t", actor="ann", at="2026-01-01T00:00:00Z", erase=lambda *_: 0)


def _version(uri: str, paragraphs: tuple[str, ...], readers: frozenset[str]) -> NewVersion:
    """Return a version whose pipeline has a fifth name: what is indexed of a chunk is its text as it stands."""
    made = new_version(uri, paragraphs, governed(*readers))
    return dataclasses.replace(
        made,
        content_hash=hashlib.sha256(made.document.text.encode()).hexdigest(),
        pipeline=f"{pipeline_id(parser='test', strategy='', encoder=ENCODER)} {made.strategy}",
        document=dataclasses.replace(made.document, title=""),
    )


def open_home_store(folder: Path) -> Store:
    """Open the home in `folder` as the product does, fully durable."""
    return Store(create_home(folder, encoder=ENCODER, url=url_of(folder)), dimension=DIMENSION)
