"""Questions read from replicas, and never an older state than was acknowledged before they were asked (M3, J3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from aver.demo.server import Server
from aver.errors import BadConfiguration, StoreUnreachable
from aver.flows.claims import freeze, unfreeze
from aver.stages.analyser import term_keys
from aver.store import replicas
from aver.store.claim_index import ClaimIndex
from aver.store.engine import PLACES, Transactions
from aver.store.schema import version
from aver.store.shards import Shards
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.identity import document_id
from tests.claims.desks import RATE, desk, governed, live, write
from tests.replicas import Replica, a_home, replicated, store_at, url_at
from tests.store.adapters import APPLICATION, let_in, on_server
from tests.store.corpus import DIMENSION, eligibility

NOTE = "note.md"
TEAM = eligibility("team")


@dataclass
class World:
    """A home on a server with a replica: who writes there, who asks, and what an answer has to show."""

    primary: Server
    replica: Replica
    schema: str
    writer: Store
    reader: Store
    claim: str
    claims: ClaimIndex
    note: str = ""
    open: bool = True
    frozen: bool = True
    count: int = 0
    used: int = field(default=0)

    def written(self) -> None:
        self.count += 1
        self.note, self.open = f"The bottle policy is number {self.count}.", True
        write(self.writer, NOTE, [self.note])

    def deleted(self) -> None:
        if self.note:
            self.count += 1
            name = document_id(tenant="t", uri=NOTE)
            at = f"2026-01-01T00:00:00.{self.count:06}Z"
            self.writer.delete(name, tenant="t", actor="ann", at=at, erase=lambda *_: 0)
            self.note = ""

    def hidden(self) -> None:
        self._governed("nobody")

    def shown(self) -> None:
        self._governed("team")

    def _governed(self, readers: str) -> None:
        with self.writer.transactions.write("t") as connection:
            mine = select(version.c.key).where(version.c.tenant == "t", version.c.uri == NOTE)
            keys = connection.execute(mine).scalars().all()
            if keys:
                change_governance(connection, keys, governed(readers))
        self.open = readers == "team"

    def unfrozen(self) -> None:
        if self.frozen:
            unfreeze(desk(self.writer), self.claim, reason="wrong")
            self.frozen = False

    def refrozen(self) -> None:
        if not self.frozen:
            freeze(desk(self.writer), self.claim)
            self.frozen = True

    def asked(self) -> None:
        """Ask as a question does; whatever was acknowledged shows."""
        hits = self.reader.search_lexical(term_keys("bottle policy number"), 9, eligible=TEAM)
        texts = [one.text.text for one in self.reader.passages([hit.chunk for hit in hits], eligible=TEAM)]
        assert [text for text in texts if text != RATE] == ([self.note] if self.note and self.open else [])
        assert [one.id for one in self.claims.serving(TEAM)] == ([self.claim] if self.frozen else [])

    def by_replica(self) -> int:
        """Return how many reads the replica has served since this was last asked."""
        now = self.reader.hits.counts().get("replicas", (0, 0))[0]
        now, self.used = now - self.used, now
        return now

    def again(self) -> None:
        """Let everything be as at first."""
        self.replica.resume()
        self.refrozen()
        self.written()
        self.replica.resume()


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with replicated() as (primary, replica):
        schema = a_home(primary)
        writer, reader = store_at(primary, schema), store_at(primary, schema, replica)
        write(writer, "sheet.md", ["Datasheet", RATE])
        (claim,) = live(desk(writer), RATE)
        made = World(primary, replica, schema, writer, reader, claim, ClaimIndex(reader))
        yield made
        reader.close()
        writer.close()


CHANGES = ("written", "deleted", "hidden", "shown", "unfrozen", "refrozen")
STEPS = (*CHANGES, "pause", "resume", "asked", "asked")


def play(world: World, steps: list[str]) -> None:
    world.again()
    for step in steps:
        getattr(world.replica if step in {"pause", "resume"} else world, step)()
    world.asked()


@on_server
def test_what_has_not_changed_is_read_from_the_replica_however_far_it_is_behind_otherwise(world: World) -> None:
    world.again()
    world.by_replica()
    world.asked()
    assert world.by_replica() == 3
    world.replica.pause()
    write(world.writer, "others.md", ["a policy"], governed("team", tenant="other"))
    world.asked()
    assert world.by_replica() == 3
    world.written()
    world.asked()
    assert world.by_replica() == 0
    world.replica.resume()
    world.asked()
    assert world.by_replica() == 3


@on_server
@given(st.lists(st.sampled_from(STEPS), max_size=12))
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture], deadline=None)
def test_no_interleaving_of_changes_pauses_and_questions_shows_an_older_state(world: World, steps: list[str]) -> None:
    play(world, steps)


@on_server
@pytest.mark.parametrize("change", ["written", "deleted", "hidden", "unfrozen"])
def test_without_the_comparison_of_clocks_each_kind_of_change_would_show_late(
    world: World, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ["asked", "pause", change, "asked"]
    play(world, steps)
    world.again()
    clocks = replicas._clocks
    monkeypatch.setattr(replicas, "_clocks", lambda *asked: (clocks(*asked)[0], 1, 1))
    with pytest.raises(AssertionError):
        play(world, steps)


@on_server
def test_searches_at_once_share_one_snapshot_of_one_server(world: World) -> None:
    world.again()
    terms = term_keys("bottle policy number")
    with world.reader.at_once():
        before = world.reader.search_lexical(terms, 9, eligible=TEAM)
        world.by_replica()
        world.deleted()
        assert world.reader.search_lexical(terms, 9, eligible=TEAM) == before != ()
    world.asked()


@on_server
def test_the_role_of_the_application_reads_there_what_is_its_own(world: World) -> None:
    let_in(url_at(world.primary, world.schema))
    world.again()
    write(world.writer, "other.md", ["bottle policy"], governed("team", tenant="other"))
    world.replica.resume()
    reader = store_at(world.primary, world.schema, world.replica, role=APPLICATION)
    assert sorted(reader.uris(eligible=TEAM)) == [NOTE, "sheet.md"]
    assert "other.md" in reader.uris(eligible=eligibility("team", tenant="other"))
    assert reader.hits.counts()["replicas"] == (2, 0)
    reader.close()


@on_server
def test_a_server_of_another_lineage_is_left_alone(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.again()
    elsewhere = a_home(world.primary)
    world.replica.resume()
    for server, schema in ((world.primary, world.schema), (world.replica, elsewhere)):
        asking = store_at(world.primary, world.schema).transactions
        reader = Store(asking, dimension=DIMENSION, replicas=[url_at(server, schema)])
        assert len(reader.documents(eligible=TEAM)) == 2
        assert reader.hits.counts()["replicas"] == (0, 1)
        reader.close()
    assert caplog.text.count("is left alone for 10 s: it doesn't replay this server's log") == 2


@on_server
def test_what_lies_on_several_servers_has_no_replicas(world: World) -> None:
    spread = world.writer.transactions.engine.execution_options(**{PLACES: Shards(guarded=False, places=None)})
    with pytest.raises(BadConfiguration, match="logical database"):
        Store(Transactions(spread), dimension=DIMENSION, replicas=[world.replica.url])


@on_server
def test_a_replica_that_is_gone_costs_no_answer_and_one_that_breaks_off_is_a_typed_error(world: World) -> None:
    world.again()
    reader = store_at(world.primary, world.schema, world.replica)
    with pytest.raises(StoreUnreachable, match="broke"), reader.at_once():
        reader.search_lexical(term_keys("bottle"), 9, eligible=TEAM)
        assert reader.hits.counts()["replicas"] == (1, 0)
        world.replica.kill()
        reader.search_lexical(term_keys("policy"), 9, eligible=TEAM)
    assert len(reader.documents(eligible=TEAM)) == 2
    assert reader.hits.counts()["replicas"] == (1, 1)
    reader.close()
    world.replica.start()
    world.replica.resume()
    world.reader.close()


@on_server
def test_after_a_takeover_those_of_the_old_server_are_not_asked(world: World) -> None:
    world.again()
    heir = Replica(world.primary)
    try:
        heir.start()
        heir.resume()
        reader = store_at(heir, world.schema, world.replica)
        promoted = store_at(world.primary, world.schema, heir)
        assert len(promoted.documents(eligible=TEAM)) == 2
        assert promoted.hits.counts()["replicas"] == (1, 0)
        heir.promote()
        own = store_at(heir, world.schema)
        write(own, "after.md", ["of the heir"])
        write(world.writer, "lost.md", ["lost with the old server"])
        world.replica.resume()
        for store, there in ((reader, "after.md"), (promoted, "lost.md")):
            assert there in store.uris(eligible=TEAM)
            assert store.hits.counts()["replicas"][0] == (store is promoted)
            store.close()
        own.close()
    finally:
        heir.remove()


@on_server
def test_without_the_server_nothing_is_answered_from_its_replica(world: World) -> None:
    world.again()
    world.primary.kill()
    with pytest.raises(StoreUnreachable):
        world.reader.documents(eligible=TEAM)
    world.primary.start()
    world.reader.documents(eligible=TEAM)
