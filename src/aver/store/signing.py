"""The key that signs finished runs: one home, one key, also where several hosts share the home.

A home in PostgreSQL records the fingerprint of the key that signs for it, so that a host which lacks the key is told so
and never starts signing the same ledger with another.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import insert, select

from aver.errors import BadConfiguration
from aver.store import schema
from aver.store.engine import Transactions
from aver.store.ledger import load_or_create_key
from aver.values.identity import tagged_hash

SIGNER = "signer"


def signing_key(transactions: Transactions, path: Path, *, shared: bool) -> bytes:
    """Return the key at `path`; it is made when missing, unless a `shared` home was signed for before.

    Raises BadConfiguration where a shared home is signed with another key.
    """
    if shared and not path.exists() and _signer(transactions) is not None:
        raise BadConfiguration(
            f"this home's runs are signed with a key that is not at {path}",
            hint="copy it there from the host on which `aver init` made the home, or name its file in [ledger] key",
        )
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = load_or_create_key(path)
    if shared and _claimed(transactions, fingerprint(key)) is False:
        raise BadConfiguration(
            f"the key in {path} is not the one that signs this home's runs",
            hint="put the key of the host on which `aver init` made the home in its place",
        )
    return key


def fingerprint(key: bytes) -> str:
    """Return what may be told of a key (64 hex digits): 256 random bits can't be guessed from it."""
    return tagged_hash("aver.signer.1", [key])


def _signer(transactions: Transactions) -> str | None:
    with transactions.read() as connection:
        return connection.execute(select(schema.home.c.value).where(schema.home.c.name == SIGNER)).scalar()


def _claimed(transactions: Transactions, key_print: str) -> bool:
    """Record whose key signs, where nobody's is recorded; return whether it is this one's."""
    known = _signer(transactions)
    if known is None:
        with transactions.write() as connection:
            known = connection.execute(select(schema.home.c.value).where(schema.home.c.name == SIGNER)).scalar()
            if known is None:
                connection.execute(insert(schema.home).values(name=SIGNER, value=key_print))
                return True
    return known == key_print
