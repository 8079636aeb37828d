"""Several processes on one home: what one commits the next read of all others sees; locks end with their holder."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from aver.errors import BadInput, HomeBusy, StoreUnreachable
from aver.stages.analyser import term_keys
from aver.store import postgresql
from aver.store.row_security import EVERY_TENANT
from aver.store.schema import chunk
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.identity import baseline_tenant, document_id
from tests.store.adapters import OPTIONS, VARIABLE, Server, on_postgresql, on_server, once
from tests.store.corpus import eligibility, governed, new_version, open_store
from tests.store.crash_operations import open_home_store

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 30
HOLDER = """
import sys, time
from pathlib import Path
from tests.store.corpus import open_store
lock = open_store(Path(sys.argv[1])).transactions.lock("jobs/one.lock")
print(lock.take_alone(), flush=True)
time.sleep(600)
"""


def found(store: Store) -> list[str]:
    hits = store.search_lexical(set(term_keys("refund")), 10, eligible=eligibility("ann"))
    opened = store.passages([hit.chunk for hit in hits], eligible=eligibility("ann"))
    return [one.text.text for one in opened]


@pytest.mark.deep
def test_what_one_store_commits_the_next_read_of_another_sees(tmp_path: Path) -> None:
    writer, reader = open_store(tmp_path), open_store(tmp_path)
    document = document_id(tenant="t", uri="one.md")
    for number in range(ROUNDS):
        writer.add([new_version("one.md", [f"refund {number}"], governed("ann"))])
        assert found(reader) == [f"refund {number}"]
        known = writer.latest("t", "one.md")
        assert known is not None
        with writer.transactions.write() as connection:
            change_governance(connection, [known.key], governed("bob"))
        assert found(reader) == []
        with writer.transactions.write() as connection:
            change_governance(connection, [known.key], governed("ann"))
        assert found(reader) == [f"refund {number}"]
        writer.delete(document, tenant="t", actor="ann", at=f"2026-01-01T00:00:{number:02}Z", erase=lambda *_: 0)
        assert found(reader) == []
    writer.close()
    reader.close()


def test_what_is_not_committed_is_seen_by_nobody_and_undone_whole(tmp_path: Path) -> None:
    writer, reader = open_store(tmp_path), open_store(tmp_path)
    writer.add([new_version("one.md", ["refund"], governed("ann"))])
    known = writer.latest("t", "one.md")
    assert known is not None
    with pytest.raises(ZeroDivisionError), writer.transactions.write() as connection:
        change_governance(connection, [known.key], governed("bob"))
        assert found(reader) == ["refund"]
        _ = 1 / 0
    assert found(reader) == found(writer) == ["refund"]
    writer.close()
    reader.close()


def test_a_lock_has_one_holder_alone_or_many_that_share_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    one, two = (store.transactions.lock("in-use.lock") for _ in range(2))
    assert one.take_alone() and not two.take_alone()
    assert store.transactions.is_locked("in-use.lock") and not store.transactions.is_locked("other.lock")
    one.share()
    two.share()
    assert not one.take_alone()
    two.release()
    assert one.take_alone()
    one.release()
    one.release()
    assert not store.transactions.is_locked("in-use.lock")
    store.close()


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with subprocess.Popen([sys.executable, "-c", HOLDER, tmp_path], cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert store.transactions.is_locked("jobs/one.lock")
        holder.kill()
    lock = store.transactions.lock("jobs/one.lock")
    deadline = time.monotonic() + 30
    while not lock.take_alone() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert lock.take_alone()
    lock.release()
    store.close()


@pytest.fixture
def killable(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server(Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), *OPTIONS)
    server.start()
    monkeypatch.setenv(VARIABLE, server.url)
    yield server
    server.remove()


@once
def test_an_open_store_says_that_the_server_is_gone_and_goes_on_when_it_is_back(
    killable: Server, tmp_path: Path
) -> None:
    store = open_home_store(tmp_path)
    store.add([new_version("one.md", ["refund"], governed("ann"))])
    with pytest.raises(StoreUnreachable, match="nothing was stored"), store.transactions.write() as connection:
        killable.kill()
        change_governance(connection, [1], governed("bob"))
    with pytest.raises(StoreUnreachable, match="no connection"):
        found(store)
    killable.start()
    assert found(store) == ["refund"]
    store.close()


def test_a_writer_that_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(tmp_path)
    if on_postgresql():
        monkeypatch.setattr(postgresql, "_BEGIN_WRITE", postgresql._BEGIN_WRITE.replace("'60s'", "'100ms'"))
    with store.transactions.write(), store.transactions.engine.connect() as other:
        if not on_postgresql():
            other.exec_driver_sql("PRAGMA busy_timeout = 100")
            other.close()
        with pytest.raises(HomeBusy), store.transactions.write():
            pass
    store.close()


@on_server
def test_tenants_are_written_beside_each_other_and_nobody_beside_whoever_looks_past_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    monkeypatch.setattr(postgresql, "_BEGIN_WRITE", postgresql._BEGIN_WRITE.replace("'60s'", "'100ms'"))
    held = {"t": ("t", baseline_tenant("t"), EVERY_TENANT), EVERY_TENANT: ("t", "other", EVERY_TENANT)}
    for first, kept_out in held.items():
        with store.transactions.write(first):
            for second in kept_out:
                with pytest.raises(HomeBusy), store.transactions.write(second):
                    pass
            if first != EVERY_TENANT:
                store.add([new_version("one.md", ["refund"], governed("ann", tenant="other"))])
    store.close()


@pytest.mark.deep
@on_server
def test_tenants_that_write_at_the_same_time_come_to_what_each_alone_would(tmp_path: Path) -> None:
    tenants = [f"tenant{number}" for number in range(4)]
    (alone, beside) = (open_store(folder) for folder in (tmp_path, tmp_path / "beside"))

    def write(store: Store, tenant: str) -> None:
        for number in range(12):
            content = [f"refund of {tenant} number {number}", *(f"{place} annual" for place in range(number))]
            store.add([new_version(f"{number % 5}.md", content, governed("ann", tenant=tenant))])

    def seen(store: Store, tenant: str) -> list[tuple[str, str]]:
        who = eligibility("ann", tenant=tenant)
        hits = store.search_lexical(term_keys("refund annual number"), 99, eligible=who)
        return [(hit.chunk, hit.score.hex()) for hit in hits]

    for tenant in tenants:
        write(alone, tenant)
    with ThreadPoolExecutor(len(tenants)) as pool:
        list(pool.map(lambda tenant: write(beside, tenant), tenants))
    for tenant in tenants:
        assert seen(beside, tenant) == seen(alone, tenant) != []
    with beside.transactions.read() as connection:
        keys = connection.execute(select(chunk.c.key, chunk.c.tenant)).all()
    assert len({key for key, _ in keys}) == len(keys)
    alone.close()
    beside.close()


def test_a_text_that_one_database_cannot_hold_is_an_error_of_the_text(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    if on_postgresql():
        with pytest.raises(BadInput, match="NUL"):
            store.add([new_version("one.md", ["re\0fund"], governed("ann"))])
        assert found(store) == []
    else:
        store.add([new_version("one.md", ["re\0fund"], governed("ann"))])
    store.close()
