"""Claims and documents that a caller may not know of change nothing they can observe about claims (C5, J3)."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from aver.errors import AverError, BadInput
from aver.flows.claim_access import Desk
from aver.flows.claims import author, history, listed, propose, unfreeze
from aver.flows.documents import may_read
from aver.flows.review import accept, escalate, queue, reject, take
from aver.stages.claim_quotes import cited
from aver.stages.eligibility import eligibility_of
from aver.store import schema
from aver.store.claim_index import ClaimIndex
from aver.store.claim_tables import review_item
from aver.store.store import Store
from aver.values.claims import ClaimContent, StoredKind
from aver.values.identity import document_id
from tests.claims.desks import AT, a_draft, desk, found, governed, read_from, write
from tests.depth import deep, quickly, the_rest_deep
from tests.store.adapters import once
from tests.store.corpus import open_store

LINES = ("Glass takes a sensor.", "The annual refund is 14 days.", "A window of policy.", "Sensor, glass, refund.")
Step = tuple[str, int, int]

steps = st.lists(
    st.tuples(
        st.sampled_from(
            (
                *("write", "propose", "decide", "unfreeze", "author", "delete"),
                *(
                    "hide_write",
                    "hide_version",
                    "hide_propose",
                    "hide_mixed",
                    "hide_author",
                    "hide_delete",
                    "hide_far",
                    "hide_decide",
                ),
            )
        ),
        st.integers(0, 1),
        st.integers(0, len(LINES) - 1),
    ),
    min_size=3,
    max_size=14,
)


def apply(store: Store, step: Step) -> object:
    """Apply one step; return what the one who did it could see of it."""
    kind, number, line = step
    uri, secret, said = f"open-{number}.md", f"secret-{number}.md", LINES[line]
    ann, bob = desk(store, "ann"), desk(store, "bob", "team", "bob")
    try:
        if kind == "write":
            write(store, uri, [f"Page {number}", said, LINES[0]])
        elif kind == "propose":
            return [one.id for one in propose(ann, [read_from_open(store, uri, said)])]
        elif kind == "decide":
            return decided(ann)
        elif kind == "unfreeze":
            return [unfreeze(ann, one.claim.id).state for one in found(ann)[:1]]
        elif kind == "author":
            return author(ann, a_draft(said, quotes=()), own=governed("team")).id
        elif kind == "delete":
            return removed(store, ann, uri)
        elif kind == "hide_decide":
            decide_about_hidden(bob)
        else:
            hidden(store, bob, step, secret)
    except (AverError, ValueError) as error:
        return str(error)
    return None


def read_from_open(store: Store, uri: str, said: str) -> ClaimContent:
    """Cite the version that the team reads, whatever else there is."""
    eligible = eligibility_of(desk(store, "ann").caller, as_of=AT[:10])
    version = next((one for one in store.documents(eligible=eligible) if one.uri == uri), None)
    if version is None:
        raise ValueError("not there")
    text = store.document(version).text
    start = text.index(said)
    span = (start, start + len(said))
    citation = cited(text, document=version.document, uri=uri, version=version.id, span=span)
    return ClaimContent(kind=StoredKind.FACT, statement=said, citations=(citation,))


def decided(who: Desk) -> object:
    """Take an item and accept it, or reject it where that can't be."""
    outcome = []
    for one in take(who):
        (said,) = accept(who, [one.claim.id], number=one.claim.number)
        if said.error is not None:
            outcome.append(str(said.error))
            reject(who, one.claim.id, number=one.claim.number, reason="no")
        outcome.append(one.claim.id)
    return outcome


def removed(store: Store, who: Desk, uri: str) -> object:
    """Delete what `who` may read of a document and return the receipt."""
    name = document_id(tenant="t", uri=uri)
    return store.delete(
        name,
        tenant="t",
        actor=who.caller.user,
        at=AT,
        erase=lambda *_: 0,
        only=lambda version: may_read(version.governance, who.caller),
    )


def decide_about_hidden(bob: Desk) -> None:
    """Take, and then settle or pass on, what waits because of a version that only bob reads."""
    with bob.store.transactions.read() as connection:
        mine = schema.version.c.readers == "bob"
        keys = set(connection.execute(select(schema.version.c.key).where(mine)).scalars())
    items = [one for one in queue(bob) if one.item.changed in keys]
    with bob.store.transactions.write() as connection:
        held = update(review_item).where(review_item.c.key.in_([one.item.key for one in items]))
        connection.execute(held.values(leased_by="cem" if len(items) > 1 else "bob", leased_until="2027"))
    for one in items:
        (said,) = accept(bob, [one.claim.id], number=one.claim.number)
        if isinstance(said.error, BadInput):
            escalate(bob, one.claim.id, number=one.claim.number, reason="ask")


def hidden(store: Store, bob: Desk, step: Step, secret: str) -> None:
    """Do something that ann may not know of."""
    kind, number, line = step
    said = LINES[line]
    if kind == "hide_write":
        write(store, secret, [said, LINES[0]], governed("bob"))
    elif kind == "hide_version" and store.latest("t", f"open-{number}.md") is not None:
        write(store, f"open-{number}.md", ["Another page", said, "For bob."], governed("bob"))
    elif kind == "hide_far":
        write(store, f"open-{number}.md", [said], governed("team", tenant="far"))
    elif kind == "hide_author":
        author(bob, a_draft(said, quotes=()), own=governed("bob"))
    elif kind == "hide_delete":
        removed(store, desk(store, "bob", "bob"), secret if line else f"open-{number}.md")
    elif store.latest("t", secret) is not None:
        content = read_from(store, secret, LINES[0])
        if kind == "hide_mixed":
            open_ = read_from_open(store, f"open-{number}.md", LINES[0])
            content = replace(content, citations=(*content.citations, *open_.citations))
        propose(bob, [content])
        for one in queue(bob):
            if one.claim.content.citations[0].uri == secret:
                accept(bob, [one.claim.id])


def observe(store: Store) -> list[object]:
    """Return everything ann can observe about claims."""
    ann = desk(store, "ann")
    seen: list[object] = []
    for asked in ("sensor of glass", "annual refund"):
        seen += [(one.claim, one.score.hex(), one.rank) for one in found(ann, asked, 3)]
    mine = listed(ann, ClaimIndex(store))
    seen += [(one.claim, one.in_service) for one in mine]
    seen += [history(ann, name) for name in sorted({one.claim.id for one in mine})]
    return [*seen, *((one.item.why, one.item.leased_by, one.claim) for one in queue(ann))]


def the_same_is_observed(history_: list[Step]) -> None:
    """Run a history with and without its hidden steps and compare all that ann can observe on the way."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        with_hidden, without = open_store(Path(one)), open_store(Path(two))
        for step in history_:
            if step[0].startswith("hide"):
                apply(with_hidden, step)
            else:
                assert apply(with_hidden, step) == apply(without, step)
        assert observe(with_hidden) == observe(without)
        with_hidden.close()
        without.close()


@quickly(12, 40)
@given(history_=steps)
def test_hidden_claims_and_versions_leave_every_observation_identical(history_: list[Step]) -> None:
    the_same_is_observed(history_)


@once
@pytest.mark.deep
@settings(max_examples=deep(1000))
@given(history_=steps)
def test_hidden_claims_and_versions_leave_every_observation_identical_over_many_histories(
    history_: list[Step],
) -> None:
    the_same_is_observed(history_)


@pytest.mark.parametrize("hide", the_rest_deep(["hide_mixed", "hide_version", "hide_author", "hide_propose"]))
def test_each_hidden_step_after_a_live_claim_leaves_every_observation_identical(hide: str) -> None:
    settled: Step = ("hide_decide", 0, 0)
    base: list[Step] = [("write", 0, 1), ("propose", 0, 1), ("decide", 0, 0), ("propose", 0, 0)]
    more: list[Step] = [("hide_write", 0, 2), (hide, 0, 2), settled, ("decide", 0, 0), (hide, 0, 3), ("delete", 0, 0)]
    the_same_is_observed([*base, *more])
    the_same_is_observed([*base, *more[:-1], settled, ("unfreeze", 0, 0), ("write", 0, 2), ("decide", 0, 0)])
