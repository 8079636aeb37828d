"""The chain of a run: each event's hash covers the one before (definitions.md, "Log and replay")."""

from __future__ import annotations

from typing import Any

import rfc8785

from aver.errors import BadInput
from aver.values.identity import tagged_hash


def canonical(structure: Any) -> bytes:
    """Return the canonical JSON (RFC 8785) of `structure`; raises BadInput where there is none."""
    try:
        return rfc8785.dumps(structure)
    except rfc8785.CanonicalizationError as error:
        raise BadInput(
            f"a value has no canonical JSON: {type(error).__name__}",
            hint="text must be valid Unicode, numbers finite and integers below 2**53",
        ) from error


def genesis(*, tenant: str, run: str, user: str, started_at: str) -> bytes:
    """Return the 32 bytes that stand before a run's first event: whose run it is and when it began."""
    return bytes.fromhex(tagged_hash("aver.run.1", [tenant, run, user, started_at]))


def event_hash(previous: bytes, body: bytes) -> bytes:
    """Return the 32 bytes of SHA-256 over the tag, the previous hash and the event's canonical JSON."""
    return bytes.fromhex(tagged_hash("aver.event.1", [previous, body]))
