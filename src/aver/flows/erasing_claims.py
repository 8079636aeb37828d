"""Erasing what a person said: an authored claim is a document of its own, and goes like one (C6, J5).

Its author or a reviewer may ask for it. Every version loses its words, so do past runs, and a receipt stays.
"""

from __future__ import annotations

from aver.errors import BadInput, NotAllowed
from aver.flows.claim_access import Desk, known, may_decide
from aver.store.deleting import Receipt, delete_claim
from aver.store.erasing import erase_words
from aver.values.claims import StoredClaim


def erase_authored(desk: Desk, name: str) -> Receipt:
    """Erase the words of an authored claim for good. Raises NotFound, NotAllowed, BadInput and LegalHold."""
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        _may_erase(desk, versions[0])
        who = f"user:{desk.caller.user}"
        receipt = delete_claim(connection, versions, actor=who, at=desk.at, erase=erase_words)
    desk.store.transactions.wipe_journal()
    return receipt


def _may_erase(desk: Desk, first: StoredClaim) -> None:
    if first.own is None:
        raise BadInput(f"{first.id} holds the words of its source", hint="delete the document that it cites")
    if first.author != desk.caller.user and not may_decide(desk.caller):
        raise NotAllowed("erasing somebody else's words takes a reviewer", hint="ask its author, or a reviewer")
