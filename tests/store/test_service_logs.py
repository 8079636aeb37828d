"""What a service keeps beside its documents, on both stores: who was shown what, and what was done once (M7, L2)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from aver.errors import KeyTaken
from aver.store.once import OnceLog
from aver.store.views import Shown, ViewLog, view_row
from aver.values.governance import Caller
from tests.store.corpus import open_tables

ANN = Caller(user="ann", tenant="t", principals=frozenset({"user:ann"}))
BOB = Caller(user="bob", tenant="t", principals=frozenset({"user:bob"}))
AT = "2026-05-01T10:00:00Z"
KEY = bytes(range(32))


def shown(name: str) -> list[Shown]:
    return [Shown(document=f"doc_{name}", version=f"ver_{name}", content_hash=f"{name}{name}")]


def log_of(folder: Path) -> ViewLog:
    transactions = open_tables(folder)
    return ViewLog(write=transactions.write, read=transactions.read, key=KEY)


def add(log: ViewLog, caller: Caller, name: str) -> int:
    with log.write() as connection:
        return log.append(connection, caller, "ask", shown(name), at=AT)


def test_rows_are_numbered_signed_and_found(tmp_path: Path) -> None:
    log = log_of(tmp_path)
    assert [add(log, caller, name) for caller, name in ((ANN, "a"), (BOB, "b"), (ANN, "c"))] == [1, 2, 3]
    assert [one.n for one in log.views("t", limit=2)] == [3, 2]
    assert [one.n for one in log.views("t", limit=9, before=3, user="ann")] == [1]
    assert [one.shown for one in log.views("t", limit=9, document="doc_b")] == [tuple(shown("b"))]
    assert log.views("other", limit=9) == log.views("t", limit=9, document="doc_%") == ()
    assert (log.check("t").rows, log.check("t").damaged_at, log.check("other").rows) == (3, None, 0)
    another = ViewLog(write=log.write, read=log.read, key=bytes(32))
    assert another.check("t").damaged_at == 1
    with pytest.raises(DBAPIError), log.write() as connection:
        connection.execute(view_row.update().values(user="nobody"))


def test_two_processes_add_to_one_chain(tmp_path: Path) -> None:
    logs = [log_of(tmp_path), log_of(tmp_path)]
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda number: add(logs[number % 2], ANN, str(number)), range(20)))
    assert sorted(made) == list(range(1, 21))
    assert logs[0].check("t").damaged_at is None


def test_of_two_who_send_a_request_with_one_key_one_makes_it(tmp_path: Path) -> None:
    logs = [OnceLog(write=open_tables(tmp_path).write) for _ in range(2)]

    def begun(log: OnceLog) -> bool:
        try:
            return log.begin(ANN, "key", "request", at=AT) is None
        except KeyTaken:
            return False

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begun, logs)) == [False, True]
    logs[0].complete(ANN, "key", {"id": "x"})
    assert logs[1].begin(ANN, "key", "request", at=AT) == {"id": "x"}
    assert logs[1].begin(BOB, "key", "request", at=AT) is None
    with pytest.raises(KeyTaken):
        logs[1].begin(ANN, "key", "another", at=AT)
