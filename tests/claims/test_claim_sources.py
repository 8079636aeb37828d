"""When a source changes, what no longer stands in it is out of service until a person decides (J4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.flows.claim_access import Desk
from aver.flows.claims import correct, freeze, history, listed, unfreeze
from aver.flows.review import accept, edit, escalate, queue, reject, take
from aver.store.claim_index import ClaimIndex
from aver.store.versions import change_governance
from aver.store.writing import add_versions
from aver.values.claims import Act, ClaimState, Why
from aver.values.governance import Governance, Status
from aver.values.identity import document_id
from tests.claims.desks import (
    GLASS,
    RANGE,
    RATE,
    a_draft,
    desk,
    found,
    governed,
    live,
    names,
    proposed,
    write,
)
from tests.store.adapters import stored_bytes
from tests.store.corpus import new_version


def whys(who: Desk) -> list[tuple[str, Why]]:
    return [(one.claim.id, one.item.why) for one in queue(who)]


def test_a_new_version_that_says_the_same_keeps_the_claim_live_and_asks_a_person(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet, second issue", "A new paragraph.", RATE, RANGE])
    (hit,) = found(ann)
    version = ann.store.latest("t", "sheet.md")
    assert version is not None
    (citation,) = hit.claim.content.citations
    assert citation.version == version.id
    assert ann.store.document(version).text[citation.start : citation.end] == RATE
    assert whys(ann) == [(name, Why.SOURCE_CHANGED)]
    assert [one.error for one in accept(ann, [name])] == [None]
    assert names(ann) == [name] and whys(ann) == []


@pytest.mark.parametrize("now", ["The sensor reads at most 30 bottles a second.", RATE + " Not behind glass."])
def test_a_claim_whose_paragraph_changed_is_out_of_service_at_once(ann: Desk, now: str) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet", now, RANGE])
    assert names(ann) == []
    assert whys(ann) == [(name, Why.SOURCE_CHANGED)]
    assert [(one.claim.state, one.in_service) for one in listed(ann, ClaimIndex(ann.store))] == [
        (ClaimState.FROZEN, False)
    ]


def test_a_person_can_put_a_claim_back_whose_quote_still_stands(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet", RATE + " Measured at 20 degrees."])
    assert names(ann) == []
    assert [one.error for one in accept(ann, [name], reason="the addition changes nothing")] == [None]
    assert names(ann) == [name]


def test_nobody_can_put_back_a_claim_whose_quote_is_gone(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet", "The sensor reads at most 30 bottles a second."])
    (said,) = accept(ann, [name])
    assert said.error is not None and "no longer says" in said.error.message
    assert names(ann) == [] and whys(ann) == [(name, Why.SOURCE_CHANGED)]


def test_editing_or_rejecting_settles_a_changed_source(ann: Desk) -> None:
    rate, glass = live(ann, RATE, GLASS)
    new = "The sensor reads at most 30 bottles a second."
    write(ann.store, "sheet.md", ["Datasheet", new])
    made = edit(ann, rate, a_draft("Thirty.", quote=new), reason="new datasheet")
    assert (made.number, made.supersedes, made.state) == (2, 1, ClaimState.FROZEN)
    assert reject(ann, glass, reason="no longer said").state is ClaimState.UNFROZEN
    assert [one.claim.content.statement for one in found(ann)] == ["Thirty."]
    assert whys(ann) == []


def test_the_old_content_put_back_brings_the_claim_back(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet", "Other."])
    assert names(ann) == []
    write(ann.store, "sheet.md", ["Datasheet", RATE, RANGE, GLASS])
    assert names(ann) == [name]


def test_the_same_bytes_read_anew_keep_the_claim_and_move_its_span(ann: Desk) -> None:
    rate, glass = live(ann, RATE, GLASS)
    known = ann.store.latest("t", "sheet.md")
    assert known is not None
    again = new_version("sheet.md", ["A longer title", RATE, "Clear glass  needs the variant CG."], governed("team"))
    again = replace(again, content_hash=known.content_hash, pipeline="another reader")
    with ann.store.transactions.write() as connection:
        add_versions(connection, [again])
    (hit,) = found(ann)
    (citation,) = hit.claim.content.citations
    assert hit.claim.id == rate and again.document.text[citation.start : citation.end] == RATE
    assert whys(ann) == [(glass, Why.SOURCE_CHANGED)]


def test_a_superseded_source_takes_the_claim_out_until_somebody_says_it_still_holds(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    again = new_version("sheet.md", ["Datasheet", RATE, RANGE, GLASS], governed("team", status=Status.SUPERSEDED))
    with ann.store.transactions.write() as connection:
        add_versions(connection, [again])
    assert names(ann) == [] and whys(ann) == [(name, Why.SOURCE_CHANGED)]
    accept(ann, [name], reason="still sold")
    assert names(ann) == [name]


def test_a_newer_version_that_somebody_else_reads_is_judged_for_them_alone(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    write(ann.store, "sheet.md", ["Datasheet", "Thirty, for the chief."], governed("chief"))
    accept(ann, [name])
    chief = desk(ann.store, "cem", "team", "chief")
    assert names(ann) == [name] and whys(ann) == []
    assert names(chief) == [] and whys(chief) == [(name, Why.SOURCE_CHANGED)]
    take(chief)
    escalate(chief, name, reason="which one holds?")
    assert [one.act for one in history(chief, name)[1]][-1] is Act.ESCALATED
    assert [one.act for one in history(ann, name)[1]][-1] is Act.FROZEN
    take(desk(ann.store, "dan", "team", "chief"))
    assert unfreeze(ann, name).state is ClaimState.UNFROZEN


def remove(who: Desk) -> dict[str, int]:
    name = document_id(tenant="t", uri="sheet.md")
    receipt = who.store.delete(name, tenant="t", actor="user:ann", at=who.at, erase=lambda *_: 0)
    return dict(receipt.removed)


def test_deleting_a_document_erases_the_words_of_its_claims_and_retires_them(ann: Desk) -> None:
    name, other = live(ann, RATE, RANGE)
    correct(ann, name, a_draft("At most forty."))
    assert remove(ann)["claims"] == 3
    ann.store.transactions.wipe_journal()
    assert names(ann) == [] and queue(ann) == () and listed(ann, ClaimIndex(ann.store)) == ()
    kept = stored_bytes(ann.store.transactions)
    assert b"40 bottles" not in kept and b"At most forty" not in kept and other.encode() in kept


def test_a_deletion_does_not_count_claims_that_rest_on_more_than_was_deleted(ann: Desk) -> None:
    from aver.flows.claims import author

    author(desk(ann.store, "cem", "team"), a_draft("Mine."), own=governed("cem"))
    assert remove(ann)["claims"] == 0


def test_readers_taken_away_take_the_claim_away(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    known = ann.store.latest("t", "sheet.md")
    assert known is not None
    hidden: Governance = replace(known.governance, readers=frozenset({"chief"}))
    with ann.store.transactions.write() as connection:
        change_governance(connection, [known.key], hidden)
    assert names(ann) == []
    assert names(desk(ann.store, "cem", "chief")) == [name]


def test_a_candidate_follows_its_source_and_is_frozen_where_it_stands_now(ann: Desk) -> None:
    (claim,) = proposed(ann, RATE)
    write(ann.store, "sheet.md", ["Datasheet", "Moved down.", RATE])
    freeze(ann, claim.id)
    (hit,) = found(ann)
    version = ann.store.latest("t", "sheet.md")
    assert version is not None and hit.claim.content.citations[0].version == version.id
    versions, _ = history(ann, claim.id)
    assert versions[0].content.citations[0].version != version.id
