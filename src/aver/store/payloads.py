"""Words apart from events: a salted commitment in the event, the text in an erasable table.

A commitment is SHA-256 over (tag, salt, text) with 16 random bytes of salt for each distinct
(document, text) of a run, so that equal commitments betray nothing across runs and an erased text can't
be guessed from what stays behind. Replay seals with the recorded salts: the same text gives the same
commitment, any other text a different one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, insert, literal, or_, select, update

from aver.errors import StoreDamaged
from aver.store.run_tables import run_payload
from aver.store.schema import receipt as receipts
from aver.values.identity import tagged_hash
from aver.values.sealed import Sealed, documents_of

SALT_BYTES = 16
WITHHELD = "[withheld: not readable for you now]"
"""Stands for text of a document that the reader of a run may not read any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """One text behind a commitment (64 hex digits); erased: no salt, no text, but a receipt."""

    commitment: str
    document: str | None
    salt: bytes | None
    text: bytes | None
    receipt: str | None = None


def commit_to(salt: bytes, text: bytes) -> str:
    """Return the commitment (64 hex digits) to a text in UTF-8."""
    return tagged_hash("aver.sealed.1", [salt, text])


@dataclass(slots=True)
class Sealer:
    """Turns `Sealed` into commitments and keeps what was newly committed to until it is stored."""

    known: dict[tuple[str | None, bytes], str] = field(default_factory=dict)
    fresh: list[Payload] = field(default_factory=list)

    def seal(self, sealed: Sealed) -> dict[str, Any]:
        """Return what stands in the event for `sealed`; an erased one stays erased."""
        if sealed.erased is not None:
            return {"erased": sealed.erased, "document": sealed.document}
        text = sealed.text.encode("utf-8", "surrogatepass")
        commitment = self.known.get((sealed.document, text))
        if commitment is None:
            salt = secrets.token_bytes(SALT_BYTES)
            commitment = self.known[sealed.document, text] = commit_to(salt, text)
            self.fresh.append(Payload(commitment=commitment, document=sealed.document, salt=salt, text=text))
        return {"sealed": commitment, "document": sealed.document}

    def forget_fresh(self) -> None:
        """Undo the commitments that were never stored."""
        for payload in self.fresh:
            if payload.text is not None:
                self.known.pop((payload.document, payload.text), None)
        self.fresh.clear()


def sealer_of(payloads: Iterable[Payload]) -> Sealer:
    """Return a sealer that knows the recorded salts of a run."""
    return Sealer({(p.document, p.text): p.commitment for p in payloads if p.text is not None})


def unsealer(
    payloads: Iterable[Payload], readable: Callable[[str], bool] | None = None
) -> Callable[[dict[str, Any]], Sealed]:
    """Return the way back from what stands in an event to `Sealed`.

    `readable` says of a document id whether its text may be shown now; other text comes as `WITHHELD`.
    Raises StoreDamaged when a text is missing.
    """
    by_commitment = {payload.commitment: payload for payload in payloads}

    def unseal(stands: dict[str, Any]) -> Sealed:
        document = stands.get("document")
        if "erased" in stands:
            return Sealed("", document, stands["erased"])
        payload = by_commitment.get(stands.get("sealed", ""))
        if payload is None:
            raise StoreDamaged("a text of this run is missing", hint="`aver runs verify` names what is damaged")
        if payload.text is None:
            return Sealed("", document, payload.receipt or "unknown")
        if readable is not None and not all(map(readable, documents_of(document))):
            return Sealed(WITHHELD, document)
        return Sealed(payload.text.decode("utf-8", "surrogatepass"), document)

    return unseal


def stored_payloads(
    connection: Connection, *, tenant: str, run: str, commitment: str | None = None
) -> tuple[Payload, ...]:
    """Return the payloads of a run in the order of their commitments, or the one behind `commitment`."""
    query = select(run_payload).where(run_payload.c.tenant == tenant, run_payload.c.run == run)
    if commitment is not None:
        query = query.where(run_payload.c.commitment == commitment)
    rows = connection.execute(query.order_by(run_payload.c.commitment))
    return tuple(
        Payload(commitment=row.commitment, document=row.document, salt=row.salt, text=row.text, receipt=row.receipt)
        for row in rows
    )


def store_payloads(connection: Connection, payloads: Iterable[Payload], *, tenant: str, run: str, since: str) -> None:
    """Insert new payloads of a run that began at `since` (ISO 8601, UTC).

    A document deleted while the run was under way stays deleted: its words go in erased, under the
    receipt of that deletion.
    """
    payloads = tuple(payloads)
    named = {document for payload in payloads for document in documents_of(payload.document)}
    deleted: dict[str, str] = {}
    if named:
        rows = connection.execute(
            select(receipts.c.document, receipts.c.id).where(receipts.c.tenant == tenant, receipts.c.at >= since)
        )
        deleted = {document: receipt for document, receipt in rows if document in named}
    values = [_row(payload, _first(deleted, payload.document), tenant, run) for payload in payloads]
    if values:
        connection.execute(insert(run_payload), values)


def _first(deleted: dict[str, str], document: str | None) -> str | None:
    return next((deleted[one] for one in documents_of(document) if one in deleted), None)


def _row(payload: Payload, receipt: str | None, tenant: str, run: str) -> dict[str, Any]:
    return {
        "tenant": tenant,
        "run": run,
        "commitment": payload.commitment,
        "document": payload.document,
        "salt": None if receipt else payload.salt,
        "text": None if receipt else payload.text,
        "receipt": receipt,
    }


def erase(connection: Connection, tenant: str, document: str, receipt: str) -> int:
    """Take a document's words and salts out of every run of the tenant; return how many texts went.

    A text made from several documents goes with any of them. Runs inside the caller's write transaction,
    together with the deletion that `receipt` stands for.
    """
    named = run_payload.c.document
    among = (literal(" ") + named + literal(" ")).contains(f" {document} ", autoescape=True)
    return connection.execute(
        update(run_payload)
        .where(run_payload.c.tenant == tenant, or_(named == document, among), run_payload.c.receipt.is_(None))
        .values(salt=None, text=None, receipt=receipt)
    ).rowcount
