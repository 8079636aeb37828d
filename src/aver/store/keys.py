"""API keys: the caller that each stands for, and the hash of its secret; the secret itself is never stored.

A secret has 256 random bits, so one SHA-256 is enough: there is nothing to guess from. Keys are read in every request,
so that revoking one holds for the next request of every process.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from sqlalchemy import Column, Integer, Row, Table, insert, select, update

from aver.errors import NotFound
from aver.store.engine import Way
from aver.store.metadata import METADATA, Text
from aver.values.governance import Caller, Role

PREFIX = "aver"
_ID_BYTES = 8
_SECRET_BYTES = 32

api_key = Table(
    "api_key",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("secret_hash", Text, nullable=False),
    Column("tenant", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("principals", Text, nullable=False),
    Column("roles", Text, nullable=False),
    Column("clearance", Integer, nullable=False),
    Column("note", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text),
    Column("revoked_at", Text),
)
"""One key; its tenant is what it says about the caller, so a token is looked up by `id` alone. Sets as in `version`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key without its secret. Moments are ISO 8601 in UTC; `expires_at` and `revoked_at` None: never."""

    id: str
    caller: Caller
    note: str
    created_at: str
    expires_at: str | None
    revoked_at: str | None

    def holds(self, at: str) -> bool:
        """Whether the key opens anything `at` that moment."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyStore:
    """The table of keys over two ways to a connection: a write transaction and a read snapshot."""

    write: Way
    read: Way

    def create(self, caller: Caller, *, note: str, at: str, expires_at: str | None = None) -> tuple[ApiKey, str]:
        """Store a new key for `caller` and return it with its token, which can't be had again."""
        identity, secret = secrets.token_hex(_ID_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
        row = {
            "id": identity,
            "secret_hash": _hash(secret),
            "tenant": caller.tenant,
            "user": caller.user,
            "principals": "\n".join(sorted(caller.principals)),
            "roles": "\n".join(sorted(role.value for role in caller.roles)),
            "clearance": caller.clearance,
            "note": note,
            "created_at": at,
            "expires_at": expires_at,
        }
        with self.write() as connection:
            connection.execute(insert(api_key).values(row))
        made = ApiKey(id=identity, caller=caller, note=note, created_at=at, expires_at=expires_at, revoked_at=None)
        return made, f"{PREFIX}_{identity}_{secret}"

    def of_token(self, token: str, *, at: str) -> ApiKey | None:
        """Return the key that `token` belongs to and that holds `at` this moment, else None, whatever is wrong."""
        prefix, _, rest = token.partition("_")
        identity, _, secret = rest.partition("_")
        if prefix != PREFIX or not secret:
            return None
        with self.read() as connection:
            row = connection.execute(select(api_key).where(api_key.c.id == identity)).one_or_none()
        if not hmac.compare_digest(_hash(secret), "" if row is None else row.secret_hash) or row is None:
            return None
        key = _key(row)
        return key if key.holds(at) else None

    def all(self, tenant: str | None = None) -> tuple[ApiKey, ...]:
        """Return the keys of a tenant, or of all, oldest first, revoked ones included."""
        query = select(api_key) if tenant is None else select(api_key).where(api_key.c.tenant == tenant)
        with self.read() as connection:
            rows = connection.execute(query.order_by(api_key.c.created_at, api_key.c.id))
            return tuple(_key(row) for row in rows)

    def revoke(self, identity: str, *, at: str) -> ApiKey:
        """Revoke a key for good; one that was revoked before keeps its moment. Raises NotFound."""
        mine = api_key.c.id == identity
        with self.write() as connection:
            connection.execute(update(api_key).where(mine, api_key.c.revoked_at.is_(None)).values(revoked_at=at))
            row = connection.execute(select(api_key).where(mine)).one_or_none()
        if row is None:
            raise NotFound(f"no key {identity!r}", hint="`aver keys list` shows the ids of keys")
        return _key(row)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _key(row: Row[tuple[object, ...]]) -> ApiKey:
    found = row._mapping
    return ApiKey(
        id=found["id"],
        caller=Caller(
            user=found["user"],
            tenant=found["tenant"],
            principals=frozenset(found["principals"].split("\n")),
            roles=frozenset(Role(name) for name in found["roles"].split("\n")),
            clearance=found["clearance"],
        ),
        note=found["note"],
        created_at=found["created_at"],
        expires_at=found["expires_at"],
        revoked_at=found["revoked_at"],
    )
