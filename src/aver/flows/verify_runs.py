"""Re-deriving every hash of the log and naming what differs; no model, no index, nothing is changed.

The checks, in order: 1 the ledger's signatures and links, 2 the ledger against a copy kept elsewhere,
then for each run what `aver.flows.run_checks` lists.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from sqlalchemy import Connection, func, select

from aver.errors import StoreDamaged
from aver.flows.run_checks import Damage, Problem, StoredRun, run_problems
from aver.store.ledger import NO_MAC, Head, mac_of, read_heads, stored_heads
from aver.store.payloads import stored_payloads
from aver.store.run_log import RunLog, stored_events
from aver.store.run_tables import run as run_table
from aver.store.run_tables import run_event, run_head, run_payload
from aver.store.schema import receipt as receipts


def verify_run(log: RunLog, run: str, *, tenant: str) -> tuple[Problem, ...]:
    """Check one run, and the whole ledger that vouches for it; empty means nothing is wrong."""
    with log.read(tenant) as connection:
        heads = stored_heads(connection, tenant=tenant)
        loaded = _load(connection, tenant, run, heads, _receipts(connection, tenant))
    return (*_ledger_problems(log.key, heads), *run_problems(loaded))


def verify_all(log: RunLog, *, tenant: str, head: Any = None) -> tuple[Problem, ...]:
    """Check every run of a tenant, and with `head` (an exported ledger) that none of its rows is gone.

    Raises BadInput when `head` is not an exported ledger of this tenant.
    """
    kept = read_heads(head, tenant=tenant) if head is not None else ()
    with log.read(tenant) as connection:
        heads = stored_heads(connection, tenant=tenant)
        known = _receipts(connection, tenant)
        problems = [*_ledger_problems(log.key, heads), *_against_copy(heads, kept)]
        for run in _names(connection, tenant):
            problems.extend(run_problems(_load(connection, tenant, run, heads, known)))
    return tuple(problems)


def verified_runs(connection: Connection, key: bytes, tenants: Sequence[str]) -> int:
    """Return how many runs these tenants have; raises StoreDamaged as `aver runs verify` would tell of one."""
    log = RunLog(write=lambda _="": nullcontext(connection), read=lambda _="": nullcontext(connection), key=key)
    for tenant in tenants:
        for problem in verify_all(log, tenant=tenant):
            raise StoreDamaged(
                f"run {problem.run}: {problem.detail}", hint="nothing was moved; `aver runs verify` says more"
            )
    count = select(func.count()).select_from(run_table).where(run_table.c.tenant.in_(tenants))
    return connection.execute(count).scalar_one()


def _names(connection: Connection, tenant: str) -> list[str]:
    found: set[str] = set()
    for table in (run_table, run_event, run_payload, run_head):
        found.update(connection.scalars(select(table.c.run).where(table.c.tenant == tenant).distinct()))
    return sorted(found)


def _receipts(connection: Connection, tenant: str) -> frozenset[tuple[str, str]]:
    rows = connection.execute(select(receipts.c.id, receipts.c.document).where(receipts.c.tenant == tenant))
    return frozenset((row.id, row.document) for row in rows)


def _load(
    connection: Connection, tenant: str, run: str, heads: tuple[Head, ...], known: frozenset[tuple[str, str]]
) -> StoredRun:
    where = (run_table.c.tenant == tenant, run_table.c.run == run)
    return StoredRun(
        tenant=tenant,
        name=run,
        row=connection.execute(select(run_table).where(*where)).one_or_none(),
        events=stored_events(connection, tenant=tenant, name=run),
        payloads=stored_payloads(connection, tenant=tenant, run=run),
        head=next((head for head in heads if head.run == run), None),
        receipts=known,
    )


def _ledger_problems(key: bytes, heads: tuple[Head, ...]) -> Iterator[Problem]:
    """1: every row is signed, numbered without a gap and linked to the one before."""
    previous, linked = NO_MAC, True
    for n, head in enumerate(heads, start=1):
        signed = hmac.compare_digest(mac_of(key, head), head.mac)
        if not signed:
            yield Problem(run=head.run, event=None, damage=Damage.CHANGED_LEDGER, detail=f"row {head.n}: wrong MAC")
        elif linked and (head.previous_mac != previous or head.n != n):
            yield Problem(run=head.run, event=None, damage=Damage.CHANGED_LEDGER, detail=f"row {head.n}: broken link")
        previous, linked = head.mac, signed


def _against_copy(heads: tuple[Head, ...], kept: tuple[tuple[int, str, str], ...]) -> Iterator[Problem]:
    """2: what the copy holds is still there."""
    present = {head.n: head for head in heads}
    for n, run, mac in kept:
        head = present.get(n)
        if head is None:
            detail = f"row {n} of the exported ledger is gone"
            yield Problem(run=run, event=None, damage=Damage.TRUNCATED_LEDGER, detail=detail)
        elif (head.run, head.mac.hex()) != (run, mac):
            detail = f"row {n} differs from the exported ledger"
            yield Problem(run=run, event=None, damage=Damage.CHANGED_LEDGER, detail=detail)
