"""The tenant's head ledger: closed runs in order, signed with a key that the store doesn't hold.

Each row's HMAC-SHA256 covers the row before, so whoever rewrites a run, its chain and its row still
lacks the key, and a copy of the ledger kept elsewhere (`export_heads`) shows what was cut off the end.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from aver.errors import BadConfiguration, BadInput
from aver.store.hash_chain import canonical
from aver.store.run_tables import run_head

KEY_BYTES = 32
NO_MAC = bytes(32)
"""Stands before the first row of a ledger."""
FORMAT = "aver.heads.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Row `n` (from 1) of a ledger: the run, how many events it has and the hash of its last one."""

    tenant: str
    n: int
    run: str
    events: int
    head_hash: bytes
    previous_mac: bytes
    mac: bytes


def load_or_create_key(path: Path) -> bytes:
    """Return the 32 bytes at `path`, made at random and readable by the owner alone when missing.

    Keep the file outside the store and out of its backups. Raises BadConfiguration for any other length.
    """
    with contextlib.suppress(FileExistsError):
        _create_key(path)
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise BadConfiguration(
            f"the ledger key in {path} has {len(key)} bytes, not {KEY_BYTES}", hint="restore the key from its backup"
        )
    return key


def _create_key(path: Path) -> None:
    """Put a whole key in place or none: two processes may start at once, and power may fail."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(KEY_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    finally:
        draft.unlink()


def mac_of(key: bytes, head: Head) -> bytes:
    """Return the HMAC-SHA256 (32 bytes) of a row, the MAC before it included."""
    row = {
        "tag": FORMAT,
        "tenant": head.tenant,
        "n": head.n,
        "run": head.run,
        "events": head.events,
        "head_hash": head.head_hash.hex(),
        "previous_mac": head.previous_mac.hex(),
    }
    return hmac.new(key, canonical(row), hashlib.sha256).digest()


def close_run(connection: Connection, key: bytes, *, tenant: str, run: str, events: int, head_hash: bytes) -> None:
    """Append a finished run to its tenant's ledger, inside the write transaction of its last event."""
    last = connection.execute(
        select(run_head.c.n, run_head.c.mac).where(run_head.c.tenant == tenant).order_by(run_head.c.n.desc()).limit(1)
    ).one_or_none()
    values: dict[str, Any] = {
        "tenant": tenant,
        "n": last.n + 1 if last else 1,
        "run": run,
        "events": events,
        "head_hash": head_hash,
        "previous_mac": last.mac if last else NO_MAC,
    }
    values["mac"] = mac_of(key, Head(**values, mac=b""))
    connection.execute(insert(run_head).values(values))


def stored_heads(connection: Connection, *, tenant: str) -> tuple[Head, ...]:
    """Return the tenant's ledger in order."""
    rows = connection.execute(select(run_head).where(run_head.c.tenant == tenant).order_by(run_head.c.n))
    return tuple(Head(**row._mapping) for row in rows)


def export_heads(connection: Connection, *, tenant: str) -> dict[str, Any]:
    """Return the tenant's ledger as plain JSON, to be kept where nobody who can write the store can."""
    heads = [
        {"n": h.n, "run": h.run, "events": h.events, "head_hash": h.head_hash.hex(), "mac": h.mac.hex()}
        for h in stored_heads(connection, tenant=tenant)
    ]
    return {"format": FORMAT, "tenant": tenant, "heads": heads}


def read_heads(exported: Any, *, tenant: str) -> tuple[tuple[int, str, str], ...]:
    """Return `(n, run, mac)` of an exported ledger; raises BadInput when it is not one of this tenant."""
    try:
        if (exported["format"], exported["tenant"]) != (FORMAT, tenant):
            raise BadInput(f"this is not a ledger of tenant {tenant}", hint="give the file `aver runs` exported")
        return tuple((int(head["n"]), str(head["run"]), str(head["mac"])) for head in exported["heads"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput("this is not an exported ledger", hint="give the file `aver runs` exported") from error
