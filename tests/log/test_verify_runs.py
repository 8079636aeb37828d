"""Verification: any altered byte is found and named, and so is whatever was cut, moved or recomputed."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadConfiguration, BadInput
from aver.flows.run_checks import Damage, Problem
from aver.flows.verify_runs import verify_all, verify_run
from aver.store.hash_chain import event_hash, genesis
from aver.store.ledger import export_heads, load_or_create_key, mac_of, stored_heads
from aver.store.payloads import erase
from aver.store.run_log import RunLog
from aver.store.run_tables import run_event, run_head, run_payload
from tests.depth import quickly
from tests.log.conftest import FreshLog
from tests.log.scenario import AT, DOCUMENT, delete_with_receipt, open_log, rows, run_once, tamper


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    return open_log(tmp_path)


def found(log: RunLog, head: Any = None) -> set[tuple[str, int | None, Damage]]:
    return {(problem.run, problem.event, problem.damage) for problem in verify_all(log, tenant="acme", head=head)}


def exported(log: RunLog) -> Any:
    with log.read() as connection:
        return json.loads(json.dumps(export_heads(connection, tenant="acme")))


def test_an_untouched_log_has_no_problem(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(3)]
    assert verify_all(log, tenant="acme", head=exported(log)) == ()
    assert all(verify_run(log, name, tenant="acme") == () for name in names)


def flipped(value: bytes, at: int, bit: int) -> bytes:
    place = at % len(value)
    return value[:place] + bytes([value[place] ^ (1 << bit)]) + value[place + 1 :]


@quickly(15)
@given(
    row=st.integers(0, 100),
    place=st.integers(0, 100_000),
    bit=st.integers(0, 7),
    column=st.sampled_from(["body", "hash"]),
)
def test_any_flipped_bit_of_any_event_is_found_and_named(
    fresh_log: FreshLog, row: int, place: int, bit: int, column: str
) -> None:
    log = fresh_log()
    run_once(log)
    run_once(log)
    stored = rows(log, run_event)
    target = stored[row % len(stored)]
    changed = flipped(getattr(target, column), place, bit)
    tamper(
        log, f"UPDATE run_event SET {column} = :value WHERE run = :run AND seq = :seq",
        value=changed, run=target.run, seq=target.seq,
    )  # fmt: skip
    problems = verify_all(log, tenant="acme")
    assert (target.run, target.seq, Damage.CHANGED_EVENT) in {(p.run, p.event, p.damage) for p in problems}
    assert {p.run for p in problems} == {target.run}
    chain = [p.event for p in problems if p.damage is Damage.CHANGED_EVENT]
    assert chain == [target.seq]


@quickly(15)
@given(
    row=st.integers(0, 100),
    place=st.integers(0, 100_000),
    bit=st.integers(0, 7),
    column=st.sampled_from(["salt", "text"]),
)
def test_any_flipped_bit_of_any_payload_is_found_and_named(
    fresh_log: FreshLog, row: int, place: int, bit: int, column: str
) -> None:
    log = fresh_log()
    run_once(log)
    stored = [payload for payload in rows(log, run_payload) if payload.text]
    target = stored[row % len(stored)]
    tamper(
        log, f"UPDATE run_payload SET {column} = :value WHERE commitment = :commitment",
        value=flipped(getattr(target, column), place, bit), commitment=target.commitment,
    )  # fmt: skip
    (problem,) = verify_all(log, tenant="acme")
    assert problem.damage is Damage.CHANGED_PAYLOAD
    assert target.commitment in problem.detail


@quickly(15)
@given(
    row=st.integers(0, 2),
    place=st.integers(0, 31),
    bit=st.integers(0, 7),
    column=st.sampled_from(["head_hash", "previous_mac", "mac"]),
)
def test_any_flipped_bit_of_the_ledger_is_found_and_named(
    fresh_log: FreshLog, row: int, place: int, bit: int, column: str
) -> None:
    log = fresh_log()
    names = [run_once(log)[0].run for _ in range(3)]
    target = rows(log, run_head)[row]
    tamper(
        log,
        f"UPDATE run_head SET {column} = :v WHERE n = :n",
        v=flipped(getattr(target, column), place, bit),
        n=target.n,
    )
    assert (names[row], None, Damage.CHANGED_LEDGER) in found(log)
    assert {name for name, _, _ in found(log)} == {names[row]}


@pytest.mark.parametrize(
    ("change", "damage"),
    [
        ("UPDATE run_event SET kind = 'Planned' WHERE seq = 5", Damage.CHANGED_EVENT),
        ("UPDATE run SET \"user\" = 'eve'", Damage.CHANGED_ROW),
        ("UPDATE run SET started_at = '2020-01-01T00:00:00Z'", Damage.CHANGED_EVENT),
        ("UPDATE run SET state = 'open'", Damage.CHANGED_ROW),
        ("UPDATE run SET outcome = 'Abstain'", Damage.CHANGED_ROW),
        ("UPDATE run SET events = events - 1", Damage.CHANGED_ROW),
        ("UPDATE run SET question = NULL", Damage.CHANGED_ROW),
        ("DELETE FROM run", Damage.CHANGED_ROW),
        ("UPDATE run_event SET body = 'null' WHERE seq = 3", Damage.CHANGED_EVENT),
        ("UPDATE run_payload SET document = 'doc_2' WHERE document IS NOT NULL", Damage.CHANGED_PAYLOAD),
        ("UPDATE run_payload SET salt = NULL", Damage.CHANGED_PAYLOAD),
        ("UPDATE run_payload SET receipt = 'rcp_1'", Damage.CHANGED_PAYLOAD),
        ("UPDATE run_payload SET salt = NULL, text = NULL", Damage.ERASED_WITHOUT_RECEIPT),
        ("UPDATE run_payload SET salt = NULL, text = NULL, receipt = 'rcp_1'", Damage.ERASED_WITHOUT_RECEIPT),
        ("DELETE FROM run_payload", Damage.MISSING_PAYLOAD),
        ("UPDATE run_payload SET commitment = 'x' || commitment", Damage.MISSING_PAYLOAD),
        ("DELETE FROM run_event", Damage.REMOVED_RUN),
        ("DELETE FROM run_head", Damage.TRUNCATED_LEDGER),
        ("UPDATE run_head SET events = events + 1", Damage.REMOVED_TAIL),
        ("UPDATE run_head SET events = events - 1", Damage.ADDED_EVENT),
        ("UPDATE run_head SET n = 2", Damage.CHANGED_LEDGER),
        ("UPDATE run_head SET run = 'run_x'", Damage.TRUNCATED_LEDGER),
        ("DELETE FROM run_event WHERE seq = (SELECT max(seq) FROM run_event)", Damage.REMOVED_TAIL),
    ],
)
def test_a_change_to_any_column_is_found_under_its_name(log: RunLog, change: str, damage: Damage) -> None:
    name = run_once(log)[0].run
    tamper(log, change)
    assert (name, damage) in {(run, kind) for run, _, kind in found(log)}


@pytest.mark.parametrize("seq", [1, 4, 8, 12])
def test_an_event_removed_from_the_middle_is_named(log: RunLog, seq: int) -> None:
    name = run_once(log)[0].run
    tamper(log, "DELETE FROM run_event WHERE seq = :seq", seq=seq)
    assert (name, seq, Damage.REMOVED_EVENT) in found(log)


@pytest.mark.parametrize("seq", [1, 4, 8, 12])
def test_renumbering_the_rest_does_not_hide_a_removed_event(log: RunLog, seq: int) -> None:
    name = run_once(log)[0].run
    tamper(log, "DELETE FROM run_event WHERE seq = :seq", seq=seq)
    for number in range(seq + 1, 14):
        tamper(log, "UPDATE run_event SET seq = :to WHERE seq = :seq", seq=number, to=number - 1)
    assert (name, seq, Damage.REMOVED_EVENT) in found(log)


def test_reordered_events_are_named(log: RunLog) -> None:
    name = run_once(log)[0].run
    for seq, to in ((5, 0), (6, 5), (0, 6)):
        tamper(log, "UPDATE run_event SET seq = :to WHERE seq = :seq", seq=seq, to=to)
    assert (name, 5, Damage.REORDERED_EVENTS) in found(log)


def test_bodies_swapped_under_their_hashes_are_named(log: RunLog) -> None:
    name = run_once(log)[0].run
    bodies = {row.seq: row.body for row in rows(log, run_event)}
    for seq, other in ((5, 6), (6, 5)):
        tamper(log, "UPDATE run_event SET body = :body WHERE seq = :seq", seq=seq, body=bodies[other])
    assert (name, 5, Damage.REORDERED_EVENTS) in found(log)


def recompute(log: RunLog, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """Rewrite a run as an attacker would who knows everything except the key; return the new head."""
    head = genesis(tenant="acme", run=name, user="ada", started_at=AT)
    for row in [row for row in rows(log, run_event) if row.run == name]:
        body = change(row.body)
        head = event_hash(head, body)
        tamper(
            log, "UPDATE run_event SET body = :body, hash = :hash WHERE run = :run AND seq = :seq",
            body=body, hash=head, run=name, seq=row.seq,
        )  # fmt: skip
    return head


def test_a_chain_recomputed_without_the_ledger_ends_in_another_head(log: RunLog) -> None:
    name = run_once(log)[0].run
    recompute(log, name, lambda body: body.replace(b'"Answered"', b'"Abstain"'))
    assert (name, 13, Damage.RECOMPUTED_CHAIN) in found(log)


def test_a_chain_and_its_ledger_row_recomputed_without_the_key_carry_a_wrong_mac(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(2)]
    head = recompute(log, names[0], lambda body: body.replace(b'"extraction":1', b'"extraction":0'))
    tamper(log, "UPDATE run_head SET head_hash = :head WHERE run = :run", head=head, run=names[0])
    with log.read() as connection:
        forged = mac_of(b"not the key", stored_heads(connection, tenant="acme")[0])
    tamper(log, "UPDATE run_head SET mac = :mac WHERE n = 1", mac=forged)
    tamper(log, "UPDATE run_head SET previous_mac = :mac WHERE n = 2", mac=forged)
    assert found(log) == {(name, None, Damage.CHANGED_LEDGER) for name in names}


def test_a_ledger_row_removed_from_the_middle_breaks_the_links(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(3)]
    tamper(log, "DELETE FROM run_head WHERE n = 2")
    assert found(log) == {(names[1], None, Damage.TRUNCATED_LEDGER), (names[2], None, Damage.CHANGED_LEDGER)}


def test_a_run_cut_off_the_end_with_its_ledger_row_is_found_with_the_exported_ledger(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(3)]
    copy = exported(log)
    for table in ("run", "run_event", "run_payload", "run_head"):
        tamper(log, f"DELETE FROM {table} WHERE run = :run", run=names[2])
    assert found(log) == set()
    assert found(log, copy) == {(names[2], None, Damage.TRUNCATED_LEDGER)}


def test_a_ledger_made_again_with_a_new_key_differs_from_the_exported_one(log: RunLog, tmp_path: Path) -> None:
    run_once(log)
    copy = exported(log)
    (tmp_path / "other").mkdir()
    other = open_log(tmp_path / "other", key=bytes(32))
    name = run_once(other)[0].run
    assert found(other) == set()
    assert [damage for _, _, damage in found(other, copy)] == [Damage.CHANGED_LEDGER]
    assert name not in copy["heads"][0]["run"]


def test_the_exported_ledger_may_be_older_than_the_log(log: RunLog) -> None:
    run_once(log)
    copy = exported(log)
    run_once(log)
    assert verify_all(log, tenant="acme", head=copy) == ()


@pytest.mark.parametrize(
    "head", [[], {}, {"format": "x"}, {"format": "aver.heads.1", "tenant": "acme", "heads": [{"n": 1}]},
             {"format": "aver.heads.1", "tenant": "other", "heads": []}]
)  # fmt: skip
def test_what_is_no_exported_ledger_of_this_tenant_is_refused(log: RunLog, head: Any) -> None:
    with pytest.raises(BadInput):
        verify_all(log, tenant="acme", head=head)


def test_an_erased_payload_verifies_under_its_receipt_only(log: RunLog) -> None:
    run_once(log)
    with log.write() as connection:
        delete_with_receipt(connection, "rcp_1")
        erase(connection, "acme", DOCUMENT, "rcp_1")
    assert verify_all(log, tenant="acme") == ()
    tamper(log, "UPDATE receipt SET document = 'doc_2'")
    assert {problem.damage for problem in verify_all(log, tenant="acme")} == {Damage.ERASED_WITHOUT_RECEIPT}


def test_a_problem_in_one_run_is_not_reported_for_another(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(2)]
    tamper(log, "UPDATE run_event SET body = '{}' WHERE run = :run AND seq = 4", run=names[0])
    assert verify_run(log, names[1], tenant="acme") == ()
    assert any(isinstance(problem, Problem) for problem in verify_run(log, names[0], tenant="acme"))


def test_the_key_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.key"
    key = load_or_create_key(path)
    assert (len(key), load_or_create_key(path)) == (32, key)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ledger.key").write_bytes(b"short")
    with pytest.raises(BadConfiguration):
        load_or_create_key(tmp_path / "ledger.key")
