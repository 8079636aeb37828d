"""What a person said is erased on request: in the store, in past runs, with a receipt (C6, J5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.errors import BadInput, LegalHold, NotAllowed, NotFound
from aver.flows.claim_access import Desk
from aver.flows.claims import author, correct, history, listed
from aver.flows.erasing_claims import erase_authored
from aver.stages.claim_quotes import own_words
from aver.store.claim_index import ClaimIndex
from aver.store.doctor_claims import claim_problems
from aver.store.payloads import Payload, commit_to, store_payloads, stored_payloads
from aver.values.claims import Act, ClaimState, StoredClaim
from tests.claims.desks import AT, RATE, a_draft, caller, desk, governed, live, names
from tests.store.adapters import stored_bytes

SECRET = "Ask Bergström before you mount it."


def said(who: Desk, *readers: str) -> StoredClaim:
    return author(who, a_draft(SECRET), own=governed(*(readers or ("team",))))


def lent_to_a_run(who: Desk, claim: StoredClaim) -> tuple[Payload, ...]:
    """Let a run hold the words of a claim and of a document; return what the run holds of them now."""
    own = own_words(claim)
    texts = ((own.document, own.quote), (claim.content.citations[0].document, RATE))
    lent = tuple(
        Payload(commitment=commit_to(b"s" * 32, text.encode()), document=document, salt=b"s" * 32, text=text.encode())
        for document, text in texts
    )
    with who.store.transactions.write() as connection:
        store_payloads(connection, lent, tenant="t", run="run_1", since=AT)
    return lent


def test_nothing_of_the_words_is_left_in_the_home_or_in_runs_but_the_receipt(ann: Desk) -> None:
    claim = said(ann)
    correct(ann, claim.id, a_draft(f"{SECRET} Really."))
    own, _ = lent_to_a_run(ann, claim)
    receipt = erase_authored(ann, claim.id)
    assert dict(receipt.removed) == {"claims": 2, "words in runs": 1}
    assert (receipt.uri, receipt.document) == (claim.uri, own.document)
    assert "Bergström".encode() not in stored_bytes(ann.store.transactions)
    assert names(ann) == []
    versions, events = history(ann, claim.id)
    assert {one.state for one in versions} == {ClaimState.RETIRED} and not any(
        one.content.statement for one in versions
    )
    assert [one.act for one in events][-2:] == [Act.ERASED, Act.ERASED]
    with ann.store.transactions.read() as connection:
        kept = {one.document: one for one in stored_payloads(connection, tenant="t", run="run_1")}
        assert list(claim_problems(connection)) == []
    assert (kept[own.document].text, kept[own.document].receipt) == (None, receipt.id)
    assert kept[claim.content.citations[0].document].text == RATE.encode()


def test_its_author_may_erase_it_without_being_a_reviewer_and_nobody_else_may(ann: Desk) -> None:
    cem = replace(ann, caller=caller("cem", "team", roles=frozenset()))
    dan = replace(ann, caller=caller("dan", "team", roles=frozenset()))
    claim = author(cem, a_draft(SECRET), own=governed("team"), live=False)
    with pytest.raises(NotAllowed):
        erase_authored(dan, claim.id)
    with pytest.raises(NotFound):
        erase_authored(desk(ann.store, "eve", "others"), claim.id)
    assert erase_authored(cem, claim.id).actor == "user:cem"


def test_an_extracted_claim_goes_with_its_source_and_a_held_one_stays(ann: Desk) -> None:
    (extracted,) = live(ann, RATE)
    with pytest.raises(BadInput, match="words of its source"):
        erase_authored(ann, extracted)
    held = author(ann, a_draft(SECRET), own=governed("team", legal_hold=True))
    with pytest.raises(LegalHold):
        erase_authored(ann, held.id)
    assert {one.claim.id for one in listed(ann, ClaimIndex(ann.store)) if one.in_service} == {extracted, held.id}


def test_erasing_twice_erases_nothing_more_and_saying_it_again_is_a_claim_of_its_own(ann: Desk) -> None:
    claim = said(ann)
    first = erase_authored(ann, claim.id)
    second = erase_authored(ann, claim.id)
    assert dict(second.removed)["claims"] == 0 and second.id != first.id
    again = said(replace(ann, at="2026-06-02T10:00:00Z"))
    assert names(ann) == [again.id] and again.id != claim.id
