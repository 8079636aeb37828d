"""Identity is content: tagged SHA-256 over everything that makes a thing that thing.

Parts are length-prefixed, so no two different part lists share an encoding, and the tag keeps a chunk
and a document with equal bytes apart. Ids cover tenant, uri and parent (definitions.md, "Text, places,
identities"), so equal bytes with different readers never share an id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["doc", "ver", "chk", "pkt", "run", "rcp", "clm", "elg", "job"]

ID_DIGITS = 32
"""Hex digits printed after the prefix: 128 bits."""


BASELINE = "\x1fvanilla"
"""Marks the tenant name under which a tenant's baseline windows are kept (aver.flows.vanilla)."""


def baseline_tenant(tenant: str) -> str:
    """Return the name under which the baseline windows of `tenant` are kept; no caller has such a tenant."""
    return tenant + BASELINE


def owner_of(tenant: str) -> str:
    """Return the tenant whose documents these are: baseline windows belong to the documents they show."""
    return tenant.removesuffix(BASELINE)


def tagged_hash(tag: str, parts: Iterable[str | bytes]) -> str:
    """Return the SHA-256 hex digest (64 digits) of `tag` and `parts`, each length-prefixed."""
    digest = hashlib.sha256()
    for part in (tag, *parts):
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.hexdigest()


def make_id(kind: Kind, *parts: str | bytes) -> str:
    """Return `<kind>_<32 hex digits>` for the tagged hash of `parts`."""
    return f"{kind}_{tagged_hash('aver.' + kind + '.1', parts)[:ID_DIGITS]}"


def document_id(*, tenant: str, uri: str) -> str:
    """Return the id of the document that lives at `uri` for `tenant`, stable over its versions."""
    return make_id("doc", tenant, uri)


def version_id(*, tenant: str, uri: str, document: str, content: bytes) -> str:
    """Return the id of one version: the document it belongs to plus the bytes it was read from."""
    return make_id("ver", tenant, uri, document, content)


def chunk_id(*, tenant: str, uri: str, version: str, strategy: str, start: int, end: int) -> str:
    """Return the id of the chunk `[start, end)` that `strategy` cut from a version."""
    return make_id("chk", tenant, uri, version, f"{strategy}:{start}:{end}")


def is_chunk_id(name: str) -> bool:
    """Whether `name` has the form of a chunk's id; one that hasn't names nothing."""
    return _is_id("chk", name)


def is_document_id(name: str) -> bool:
    """Whether `name` has the form of a document's id; a uri may begin like one."""
    return _is_id("doc", name)


def _is_id(kind: Kind, name: str) -> bool:
    digits = name.removeprefix(f"{kind}_")
    return digits != name and len(digits) == ID_DIGITS and all(sign in "0123456789abcdef" for sign in digits)
