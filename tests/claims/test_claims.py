"""Claims are proposed, decided on, corrected and rolled back, and only frozen ones are found (J1-J5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from aver.errors import BadInput, NotAllowed, NotFound, NotInState
from aver.flows.claim_access import Desk
from aver.flows.claims import Draft, author, compared, correct, freeze, history, listed, propose, retire, unfreeze
from aver.stages.claim_quotes import own_words
from aver.stages.claim_states import folded
from aver.store.claim_index import ClaimIndex
from aver.store.claims import events_of
from aver.values.claims import Act, ClaimState, Origin, StoredKind
from aver.values.governance import Role
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
    read_from,
    write,
)
from tests.store.adapters import on_postgresql


def test_a_proposed_claim_is_a_candidate_that_nobody_finds(ann: Desk) -> None:
    (claim,) = proposed(ann, RATE)
    assert (claim.state, claim.origin, claim.number) == (ClaimState.CANDIDATE, Origin.EXTRACTED, 1)
    assert names(ann) == []
    assert [one.in_service for one in listed(ann, ClaimIndex(ann.store))] == [False]


def test_proposing_the_same_again_changes_nothing(ann: Desk) -> None:
    first = proposed(ann, RATE, RANGE)
    assert proposed(ann, RATE, RANGE) == ()
    assert {one.claim.id for one in listed(ann, ClaimIndex(ann.store))} == {one.id for one in first}


def test_a_citation_that_the_document_does_not_say_is_refused_with_everything_beside_it(ann: Desk) -> None:
    good = read_from(ann.store, "sheet.md", RANGE)
    bad = read_from(ann.store, "sheet.md", RATE)
    wrong = replace(bad, citations=(replace(bad.citations[0], start=3),))
    with pytest.raises(BadInput):
        propose(ann, [good, wrong])
    assert listed(ann, ClaimIndex(ann.store)) == ()


@pytest.mark.parametrize("kind", [StoredKind.CONSTRAINT, StoredKind.REDIRECT])
def test_a_constraint_needs_a_predicate_and_a_redirect_a_target(ann: Desk, kind: StoredKind) -> None:
    with pytest.raises(BadInput):
        propose(ann, [read_from(ann.store, "sheet.md", GLASS, kind=kind)])
    good = read_from(ann.store, "sheet.md", GLASS, kind=kind, when="material == 'clear glass'", target="CG")
    assert [one.content.when for one in propose(ann, [good])] == ["material == 'clear glass'"]


def test_a_frozen_claim_is_found_with_its_exact_span_until_it_is_unfrozen(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    (hit,) = found(ann)
    (citation,) = hit.claim.content.citations
    version = ann.store.latest("t", "sheet.md")
    assert version is not None
    assert ann.store.document(version).text[citation.start : citation.end] == RATE == citation.quote
    assert (citation.version, hit.claim.id, hit.rank) == (version.id, name, 1)
    assert unfreeze(ann, name, reason="wrong unit").state is ClaimState.UNFROZEN
    assert names(ann) == []
    assert freeze(ann, name).state is ClaimState.FROZEN
    assert names(ann) == [name]


def test_an_index_that_was_loaded_before_sees_every_change_at_its_next_search(ann: Desk) -> None:
    from aver.flows.claim_search import frozen_claims
    from aver.stages.eligibility import eligibility_of
    from aver.testing import HashEmbedder

    index, eligible = ClaimIndex(ann.store), eligibility_of(ann.caller, as_of="2026-06-01")

    def seen() -> list[str]:
        return [one.claim.id for one in frozen_claims(index, HashEmbedder(), "bottles", 5, eligible=eligible)]

    assert seen() == []
    (name,) = live(ann, RATE)
    assert seen() == [name]
    unfreeze(ann, name)
    assert seen() == []
    freeze(ann, name)
    retire(ann, name)
    assert seen() == []


def test_claims_come_in_the_order_of_similarity_and_as_many_as_asked(ann: Desk) -> None:
    rate, range_, glass = live(ann, RATE, RANGE, GLASS)
    assert names(ann, RANGE)[0] == range_
    assert names(ann, GLASS, k=1) == [glass]
    hits = found(ann, RATE)
    assert {one.claim.id for one in hits} == {rate, range_, glass}
    assert [one.score for one in hits] == sorted((one.score for one in hits), reverse=True)
    assert hits[0].score == pytest.approx(1.0, abs=1e-4)


def test_an_expert_s_claim_is_found_at_once_and_is_a_document_of_its_own(ann: Desk) -> None:
    draft = a_draft("Mount it at 15 degrees for glass.", quotes=(), kind=StoredKind.FACT)
    claim = author(ann, draft, own=governed("team"))
    assert (claim.state, claim.origin, claim.author) == (ClaimState.FROZEN, Origin.AUTHORED, "ann")
    assert names(ann, "mount it at which degrees") == [claim.id]
    words = own_words(claim)
    assert (words.uri, words.quote, words.end) == (f"aver://claims/{claim.id}", draft.statement, len(draft.statement))


def test_whoever_is_no_reviewer_can_author_for_the_queue_only(ann: Desk) -> None:
    reader = replace(ann, caller=replace(ann.caller, roles=frozenset({Role.READER})))
    with pytest.raises(NotAllowed):
        author(reader, a_draft(), own=governed("team"))
    claim = author(reader, a_draft(), own=governed("team"), live=False)
    assert claim.state is ClaimState.CANDIDATE
    for decide in (freeze, unfreeze, retire):
        with pytest.raises(NotAllowed):
            decide(reader, claim.id)
    assert freeze(ann, claim.id).reviewer == "ann"


def test_a_correction_forks_and_the_old_version_stays_readable(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    waiting = correct(ann, name, a_draft("At most 40 bottles a second, measured."), live=False)
    assert (waiting.number, waiting.supersedes, waiting.origin) == (2, 1, Origin.EDITED)
    assert [one.claim.number for one in found(ann)] == [1]
    freeze(ann, name, number=2)
    assert [one.claim.content.statement for one in found(ann)] == ["At most 40 bottles a second, measured."]
    versions, events = history(ann, name)
    assert [(one.number, one.state) for one in versions] == [(1, ClaimState.RETIRED), (2, ClaimState.FROZEN)]
    assert versions[0].content.statement == RATE
    assert [one.act for one in events if one.number == 1][-1] is Act.SUPERSEDED
    old, new, fields = compared(ann, name)
    assert (old.number, new.number, [one.field for one in fields]) == (1, 2, ["statement"])
    marks = [mark for mark, _ in fields[0].words]
    assert "+" in marks and "-" in marks


def test_of_two_forks_the_second_is_not_frozen_over_the_first(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    correct(ann, name, a_draft("Fork one."), live=False)
    correct(ann, name, a_draft("Fork two."), number=1, live=False)
    freeze(ann, name, number=2)
    with pytest.raises(NotInState, match="which is live"):
        freeze(ann, name, number=3)
    assert [one.claim.number for one in found(ann)] == [2]
    unfreeze(ann, name)
    assert freeze(ann, name, number=3).state is ClaimState.FROZEN


def test_a_correction_of_a_correction_that_waits_may_take_the_live_version_s_place(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    correct(ann, name, a_draft("Second."), live=False)
    assert correct(ann, name, a_draft("Third."), number=2).state is ClaimState.FROZEN
    assert [one.claim.number for one in found(ann)] == [3]


def test_what_is_retired_stays_so(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    assert [one.state for one in retire(ann, name)] == [ClaimState.RETIRED]
    for again in (freeze, unfreeze, retire):
        with pytest.raises(NotInState):
            again(ann, name)


def test_a_reply_to_what_was_escalated_is_found_by_the_next_inquiry_of_whoever_may_know_it(ann: Desk) -> None:
    assert names(desk(ann.store, "cem", "team")) == []
    expert = desk(ann.store, "dan", "optics")
    said = Draft(kind=StoredKind.FACT, statement="The sensor reads 55 bottles a second with firmware 3.")
    reply = author(expert, said, own=governed("team", "optics"), answers="run_1")
    assert (reply.origin, reply.state) == (Origin.ESCALATION_REPLY, ClaimState.FROZEN)
    (hit,) = found(desk(ann.store, "cem", "team"))
    assert hit.claim.id == reply.id and own_words(hit.claim).quote == said.statement
    assert history(expert, reply.id)[1][0].reason == "answers run_1"
    assert names(desk(ann.store, "eve", "others")) == []


def test_the_states_are_a_fold_of_the_events(ann: Desk) -> None:
    first, second = live(ann, RATE, RANGE)
    correct(ann, first, a_draft())
    unfreeze(ann, second)
    retire(ann, second)
    with ann.store.transactions.read() as connection:
        for name in (first, second):
            versions, _ = history(ann, name)
            states = folded(events_of(connection, "t", name))
            assert states == {one.number: one.state for one in versions}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE claim_version SET author = 'eve'",
        "UPDATE claim_version SET words = CAST('{}' AS {blob})",
        "DELETE FROM claim_version",
        "UPDATE claim_event SET actor = 'eve'",
        "UPDATE claim_event SET words = 'other'",
        "DELETE FROM claim_event",
    ],
)
def test_versions_and_events_can_only_be_added(ann: Desk, statement: str) -> None:
    proposed(ann, RATE)
    with pytest.raises(IntegrityError, match="append-only"), ann.store.transactions.write() as connection:
        connection.execute(text(statement.replace("{blob}", "bytea" if on_postgresql() else "blob")))


def test_a_claim_is_known_only_to_those_who_read_everything_it_cites(ann: Desk) -> None:
    write(ann.store, "secret.md", ["The price is 90 crowns."], governed("chief"))
    chief = desk(ann.store, "cem", "team", "chief")
    both = read_from(ann.store, "secret.md", "The price is 90 crowns.")
    both = replace(both, citations=(*both.citations, *read_from(ann.store, "sheet.md", RATE).citations))
    (claim,) = propose(chief, [both])
    freeze(chief, claim.id)
    assert names(chief, "price") == [claim.id]
    assert names(ann, "price") == [] and listed(ann, ClaimIndex(ann.store)) == ()
    for look in (history, freeze, unfreeze, retire):
        with pytest.raises(NotFound):
            look(ann, claim.id)


def test_an_authored_claim_is_hidden_from_those_who_may_not_read_its_author_s_words(ann: Desk) -> None:
    claim = author(ann, a_draft(), own=governed("ann"))
    assert names(ann) == [claim.id]
    assert names(desk(ann.store, "ben")) == []


def test_a_correction_may_not_cite_what_somebody_who_knows_the_claim_can_not_read(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    write(ann.store, "secret.md", ["The price is 90 crowns."], governed("chief"))
    chief = desk(ann.store, "cem", "team", "chief")
    with pytest.raises(BadInput, match="not open to all"):
        correct(chief, name, a_draft(quotes=(("secret.md", "The price is 90 crowns."),)))
    assert names(ann) == [name]


def test_a_claim_of_another_tenant_does_not_exist(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    far = replace(ann, caller=replace(ann.caller, tenant="far"))
    assert names(far) == []
    with pytest.raises(NotFound):
        history(far, name)


def test_the_store_refuses_two_frozen_versions_of_one_claim(ann: Desk) -> None:
    (name,) = live(ann, RATE)
    correct(ann, name, a_draft())
    with pytest.raises(IntegrityError), ann.store.transactions.write() as connection:
        connection.execute(text("UPDATE claim_standing SET state = 'frozen'"))
