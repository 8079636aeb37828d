"""One process that reviews, writes or reads claims."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select

from aver.errors import NotInState
from aver.flows.claim_search import frozen_claims
from aver.flows.claims import Draft, correct, freeze, unfreeze
from aver.flows.review import accept, edit, reject, take
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.claim_tables import claim_event, claim_standing
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.claims import StoredKind
from tests.claims.desks import AT, desk
from tests.store.corpus import open_store

Name = tuple[str, int]


def moment(hours: int) -> str:
    """Return now, some hours later: what others hold has run out by then."""
    return (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def plan(name: str) -> str:
    """Return what is decided about a claim, whoever decides it."""
    return ("accept", "accept", "accept", "edit", "reject")[int(name[-4:], 16) % 5]


def review(store: Store, user: str, hours: int, most: int | None = None) -> None:
    """Work through the queue; a byte on stdout for every claim that is decided. After `most` wait to be killed."""
    decided = 0
    while True:
        if most is not None and decided >= most:
            signal.pause()
        who = desk(store, user, at=moment(hours))
        items = take(who, count=5)
        if not items:
            return
        batch = [one.claim.id for one in items if plan(one.claim.id) == "accept"]
        told = sum(one.error is None for one in accept(who, batch))
        for one in items:
            if plan(one.claim.id) == "edit":
                content = one.claim.content
                quotes = tuple((cited.uri, cited.quote) for cited in content.citations)
                said = f"{content.statement} Edited."
                edit(who, one.claim.id, Draft(kind=content.kind, statement=said, quotes=quotes))
                told += 1
            elif plan(one.claim.id) == "reject":
                reject(who, one.claim.id, reason="not so")
                told += 1
        decided += told
        os.write(1, b"." * told)


def write(store: Store, seed: int, operations: int, enough: Path) -> None:
    """Freeze, unfreeze, edit and supersede claims at random: that many operations, and on until `enough` is there."""
    chosen, done, number = random.Random(seed), 0, 0
    who = desk(store, f"writer{seed}", "team")
    with store.transactions.read() as connection:
        names = sorted(set(connection.execute(select(claim_standing.c.claim)).scalars()))
    while done < operations or not enough.exists():
        name, number = chosen.choice(names), number + 1
        kind = chosen.choice(("freeze", "unfreeze", "correct", "fork"))
        draft = Draft(kind=StoredKind.FACT, statement=f"Said {seed} {number}.", quotes=(("sheet.md", "Datasheet"),))
        try:
            if kind == "freeze":
                freeze(who, name)
            elif kind == "unfreeze":
                unfreeze(who, name)
            else:
                correct(who, name, draft, live=kind == "correct")
        except NotInState:
            continue
        done += 1


def read(store: Store, stop: Path) -> None:
    """Search until `stop` is there; whatever is found was frozen between two looks at the log, and nothing lacks.

    A byte on stdout for every search; exits with 1 at the first wrong one.
    """
    index, embedder = ClaimIndex(store), HashEmbedder()
    eligible = eligibility_of(desk(store, "reader").caller, as_of=AT[:10])
    while True:
        last = stop.exists()
        before, seen = frozen_now(store)
        hits = {
            (one.claim.id, one.claim.number)
            for one in frozen_claims(index, embedder, "said bottles sheet", 10_000, eligible=eligible)
        }
        since = frozenset(acts_after(store, seen))
        allowed = before | {(claim, number) for claim, number, act in since if act == "frozen"}
        needed = {name for name in before if name[0] not in {claim for claim, _, _ in since}}
        if not needed <= hits <= allowed:
            sys.exit(f"stale: {sorted(hits - allowed)} missing: {sorted(needed - hits)}")
        os.write(1, b".")
        if last:
            return


def frozen_now(store: Store) -> tuple[frozenset[Name], dict[str, int]]:
    """Return the frozen versions of one moment, and the number of each claim's last event by then."""
    with store.transactions.read() as connection:
        standing = claim_standing.c
        rows = connection.execute(select(standing.claim, standing.number).where(standing.state == "frozen"))
        frozen = frozenset((row.claim, row.number) for row in rows)
        event = claim_event.c
        last = connection.execute(select(event.claim, func.max(event.seq)).group_by(event.claim))
        return frozen, {name: seq for name, seq in last}


def acts_after(store: Store, seen: Mapping[str, int]) -> Iterator[tuple[str, int, str]]:
    """Yield the acts recorded since, as (claim, number, act)."""
    event = claim_event.c
    with store.transactions.read() as connection:
        for row in connection.execute(select(event.claim, event.number, event.act, event.seq)):
            if row.seq > seen.get(row.claim, 0):
                yield row.claim, row.number, row.act


def main(role: str, folder: Path, *more: str) -> None:
    """Run one role."""
    store = open_store(folder)
    os.write(1, b"!")
    if role == "review":
        review(store, more[0], int(more[1]), *map(int, more[2:]))
    elif role == "write":
        write(store, int(more[0]), int(more[1]), Path(more[2]))
    else:
        read(store, Path(more[0]))
