"""What is made of a version after it is searchable: one packed payload per kind, with who made it.

An enrichment hangs on its version and so inherits its governance: whoever may not read the version reads
nothing derived from it either (definitions.md, "Governance").
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aver.errors import BadInput, StoreDamaged
from aver.values.codec import decode, encode


class EnrichmentKind(StrEnum):
    """What can be made of a version; each version has at most one of a kind."""

    SUMMARIES = "summaries"
    PROPOSITIONS = "propositions"
    LIFELINES = "lifelines"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrichment:
    """One enrichment as it is read back. `vectors` are rows of int16 fixed point, little-endian, or empty."""

    kind: EnrichmentKind
    producer: str
    document: str
    version: str
    uri: str
    payload: bytes
    vectors: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unenriched:
    """A version that lacks a kind of enrichment.

    `changed` is the version's change number: what is made of it is stored only while the number still holds.
    """

    key: int
    tenant: str
    document: str
    version: str
    uri: str
    changed: int


def pack(value: object) -> bytes:
    """Return `value` (a dataclass or a tuple of them) as compressed JSON. Raises BadInput."""
    return zlib.compress(json.dumps(encode(value), separators=(",", ":"), ensure_ascii=False).encode(), 6)


def unpack(type_: Any, payload: bytes) -> Any:
    """Return the value of `type_` that `pack` wrote. Raises StoreDamaged where the bytes are not that."""
    try:
        return decode(type_, json.loads(zlib.decompress(payload)))
    except (zlib.error, ValueError, BadInput) as error:
        raise StoreDamaged("an enrichment cannot be read", hint="`aver enrich --again` makes it anew") from error
