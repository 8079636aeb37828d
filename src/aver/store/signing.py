"""The key that signs finished runs: one home, one key, also where several hosts share the home.

Whoever lacks the key of a home that has runs is told so, and never starts signing the same ledger with another. A home
in PostgreSQL records the key's fingerprint too.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import insert, select

from aver.errors import BadConfiguration
from aver.store import schema
from aver.store.engine import Transactions
from aver.store.ledger import KEY_BYTES, load_or_create_key
from aver.store.run_tables import run_head
from aver.values.identity import tagged_hash

SIGNER = "signer"


def signing_key(transactions: Transactions, path: Path, *, shared: bool) -> bytes:
    """Return the key at `path`; it is made when missing, unless the home was signed for before.

    Raises BadConfiguration where it was, and where a shared home is signed with another key.
    """
    if not path.exists():
        _refuse_another_key(transactions, path, shared=shared)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = load_or_create_key(path)
    if shared and _claimed(transactions, fingerprint(key)) is False:
        raise BadConfiguration(
            f"the key in {path} is not the one that signs this home's runs",
            hint="put the key of the host on which `aver init` made the home in its place",
        )
    return key


def _refuse_another_key(transactions: Transactions, path: Path, *, shared: bool) -> None:
    """Raise BadConfiguration where runs are signed with a key that is not here: a new one would call them altered."""
    missing = f"this home's runs are signed with a key that is not at {path}"
    if shared and _signer(transactions) is not None:
        raise BadConfiguration(
            missing,
            hint="copy it there from the host on which `aver init` made the home, or name its file in [ledger] key",
        )
    if shared:
        return
    with transactions.read() as connection:
        signed = connection.execute(select(run_head.c.n).limit(1)).first() is not None
    if signed:
        raise BadConfiguration(
            missing,
            hint="copy it there from where you keep it, or name its file in [ledger] key; if it is lost for good, put "
            f"{KEY_BYTES} random bytes there: they sign from now on, and `aver runs verify` calls earlier runs altered",
        )


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
