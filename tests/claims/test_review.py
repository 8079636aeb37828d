"""Two reviewers never hold one item; what one leaves behind, another takes over (J2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.errors import BadInput, ClaimHeld, NotAllowed, NotInState
from aver.flows.claim_access import Desk
from aver.flows.claims import freeze, history, retire, unfreeze
from aver.flows.review import accept, edit, escalate, put_back, queue, reject, take
from aver.values.claims import Act, ClaimState
from aver.values.governance import Role
from tests.claims.desks import GLASS, RANGE, RATE, a_draft, desk, governed, names, proposed, write

LATER = "2026-06-01T10:15:00Z"


@pytest.fixture
def ben(ann: Desk) -> Desk:
    return desk(ann.store, "ben")


def taken(who: Desk, count: int = 1) -> list[str]:
    return [one.claim.id for one in take(who, count=count)]


def test_items_come_oldest_first_and_each_to_one_reviewer(ann: Desk, ben: Desk) -> None:
    first, second, third = (one.id for one in proposed(ann, RATE, RANGE, GLASS))
    assert taken(ann) == [first]
    assert taken(ben, count=2) == [second, third]
    assert taken(ann, count=3) == [first]
    assert {one.item.leased_by for one in queue(ann)} == {"ann", "ben"}


def test_whoever_does_not_hold_an_item_can_not_decide_it(ann: Desk, ben: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    assert taken(ann) == [name]
    assert [type(one.error) for one in accept(ben, [name])] == [ClaimHeld]
    for decide in (freeze, retire):
        with pytest.raises(ClaimHeld):
            decide(ben, name)
    with pytest.raises(ClaimHeld):
        reject(ben, name, reason="no")
    with pytest.raises(ClaimHeld):
        edit(ben, name, a_draft())
    assert [one.error for one in accept(ann, [name])] == [None]


def test_a_lease_that_ran_out_is_taken_over_and_its_holder_is_told(ann: Desk, ben: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    assert taken(ann) == [name]
    assert taken(ben) == []
    late = replace(ben, at=LATER)
    assert taken(late) == [name]
    assert [type(one.error) for one in accept(replace(ann, at=LATER), [name])] == [ClaimHeld]
    assert [one.error for one in accept(late, [name])] == [None]
    assert [type(one.error) for one in accept(replace(ann, at=LATER), [name])] == [NotInState]
    assert [one.actor for one in history(ann, name)[1] if one.act is Act.FROZEN] == ["ben"]


def test_what_is_put_back_is_free_at_once_and_only_ones_own(ann: Desk, ben: Desk) -> None:
    first, second, third = (one.id for one in proposed(ann, RATE, RANGE, GLASS))
    assert (taken(ann, 2), taken(ben)) == ([first, second], [third])
    put_back(ann, [first, third])
    assert taken(ben, 3) == [third, first]
    assert taken(ann, 3) == [second]


def test_what_is_passed_over_stays_with_its_holder(ann: Desk) -> None:
    first, second = (one.id for one in proposed(ann, RATE, RANGE))
    assert taken(ann) == [first]
    assert [one.claim.id for one in take(ann, besides=[first])] == [second]
    assert taken(ann, 3) == [first, second]


def test_an_item_nobody_holds_can_be_decided_without_taking_it(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    assert [one.error for one in accept(ann, [name])] == [None]
    assert names(ann) == [name]


def test_an_escalated_item_goes_to_somebody_else_before_the_rest(ann: Desk, ben: Desk) -> None:
    first, second = (one.id for one in proposed(ann, RATE, RANGE))
    take(ann, count=2)
    escalated = escalate(ann, second, reason="needs optics")
    assert escalated.state is ClaimState.IN_REVIEW
    assert taken(ann, count=2) == [first]
    assert taken(ben) == [second]
    assert history(ann, second)[1][-1].reason == "needs optics"


def test_rejecting_and_escalating_need_a_reason(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    for decide in (reject, escalate):
        with pytest.raises(BadInput):
            decide(ann, name, reason=" ")
    assert reject(ann, name, reason="not so").state is ClaimState.REJECTED
    assert queue(ann) == () and names(ann) == []
    with pytest.raises(NotInState):
        freeze(ann, name)


def test_a_batch_is_accepted_together_and_one_that_can_not_be_stays(ann: Desk) -> None:
    first, second, third = (one.id for one in proposed(ann, RATE, RANGE, GLASS))
    write(ann.store, "sheet.md", ["Datasheet", RATE, GLASS])
    done = accept(ann, [first, second, third, first])
    assert [one.error is None for one in done] == [True, False, True]
    assert sorted(names(ann)) == sorted([first, third])
    assert [one.claim.id for one in queue(ann)] == [second]
    assert [one.act for one in history(ann, second)[1]] == [Act.PROPOSED]


def test_an_edit_freezes_a_fork_and_keeps_what_was_proposed(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    take(ann)
    made = edit(ann, name, a_draft("At most forty."), reason="shorter")
    versions, _ = history(ann, name)
    assert (made.author, made.reviewer, made.number) == ("ann", "ann", 2)
    assert [(one.content.statement, one.state) for one in versions] == [
        (RATE, ClaimState.RETIRED),
        ("At most forty.", ClaimState.FROZEN),
    ]
    assert queue(ann) == ()


def test_only_reviewers_take_and_decide(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    reader = replace(ann, caller=replace(ann.caller, roles=frozenset({Role.READER, Role.AUDITOR})))
    with pytest.raises(NotAllowed):
        take(reader)
    with pytest.raises(NotAllowed):
        accept(reader, [name])
    with pytest.raises(NotAllowed):
        reject(reader, name, reason="no")


def test_a_reviewer_gets_nothing_that_they_may_not_read(ann: Desk) -> None:
    write(ann.store, "secret.md", ["The price is 90 crowns."], governed("chief"))
    chief = desk(ann.store, "cem", "team", "chief")
    (name,) = (one.id for one in proposed(chief, "The price is 90 crowns.", uri="secret.md"))
    assert queue(ann) == () and taken(ann) == []
    assert taken(chief) == [name]


def test_unfreezing_settles_what_was_asked_about_the_claim(ann: Desk) -> None:
    (name,) = (one.id for one in proposed(ann, RATE))
    accept(ann, [name])
    write(ann.store, "sheet.md", ["Datasheet", "Nothing."])
    assert [one.claim.id for one in queue(ann)] == [name]
    unfreeze(ann, name)
    assert queue(ann) == ()
