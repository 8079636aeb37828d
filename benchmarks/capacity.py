"""What a corpus of some size needs: bytes, memory, servers, CPU a question and money, from what was measured.

    python -m benchmarks.capacity --core-hour 0.04 --gigabyte-month 0.10

Nothing is run: each constant below names the command that measured it, and the table is arithmetic on them. Prices are
examples of yours to replace. A scan is linear in the eligible chunks of one tenant, so `--tenant` says how many
chunks the largest tenant has; the rest of the corpus costs bytes and no time of a question.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

STORED = 5_630
"""Bytes a chunk in PostgreSQL, of 556 characters in the mean: 2,450 of enrichment, 1,680 of index, 760 of places and
ids, 740 of text (`benchmarks.store_size`, 1,146 chunks)."""
RESIDENT = 1_632
"""Bytes a chunk in an asking process with every tenant open: 816 MB at 500,000 (`benchmarks.index`)."""
INGEST = 0.0369
"""Core seconds to read, embed, store and enrich a chunk, with the start of the command (`benchmarks.store_size`)."""
SCAN = ((100_000, 3.2), (500_000, 7.5))
"""CPU ms of a question's two channels at 42 % eligible, by chunks of the tenant (`benchmarks.index`)."""
DRIVER = 1.4
"""CPU ms that PostgreSQL adds to that, whatever the size: 5.78 for 4.37 (`benchmarks.postgres`)."""
READ = 377
"""Core ms of the reader over a question's best passages, whatever the size (docs/measurements.md)."""
OVER = 0.6
"""Share of a server's memory and cores that is planned with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Examples: money for a core for an hour, and for a gigabyte of disk for a month; memory comes with cores."""

    core_hour: float
    gigabyte_month: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server as planned with: its memory in GB and its cores."""

    memory: int = 128
    cores: int = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What `chunks` in all, of which the largest tenant has `tenant`, come to.

    `servers` is None where one process can't hold the vectors of that tenant.
    """

    chunks: int
    tenant: int
    disk: float
    memory: float
    servers: int | None
    ingest_core_hours: float
    scan_ms: float
    question: float
    per_million: float


def scan_ms(chunks: int) -> float:
    """Return CPU ms of a question's two channels over a tenant of `chunks`, on the line through what was measured."""
    (few, least), (many, most) = SCAN
    slope = (most - least) / (many - few)
    return least + slope * (chunks - few) + DRIVER


def need(chunks: int, tenant: int, *, server: Server, prices: Prices) -> Need:
    """Return what a corpus needs; `per_million` is money to bring in a million chunks and to keep them for a month."""
    keep = STORED * prices.gigabyte_month / 1e9
    memory, planned = chunks * RESIDENT / 1e9, server.memory * OVER
    return Need(
        chunks=chunks,
        tenant=tenant,
        disk=chunks * STORED / 1e9,
        memory=memory,
        servers=None if tenant * RESIDENT / 1e9 > planned else max(1, -int(-memory // planned)),
        ingest_core_hours=chunks * INGEST / 3_600,
        scan_ms=scan_ms(tenant),
        question=(scan_ms(tenant) + READ) / 3.6e6 * prices.core_hour,
        per_million=1e6 * (INGEST / 3_600 * prices.core_hour + keep),
    )


def lines(prices: Prices, *, server: Server, tenant: int) -> Iterator[str]:
    """Yield the table of docs/scale.md: tenants of at most `tenant` chunks, then one tenant that has everything."""
    heads = ("chunks", "largest tenant", "disk, GB", "memory, GB", "servers", "ingest, core hours")
    yield f"| {' | '.join((*heads, 'scan, CPU ms', 'questions a core second'))} |"
    yield "|---|---|---|---|---|---|---|---|"
    for power in range(6, 11):
        for largest in dict.fromkeys((min(tenant, 10**power), 10**power)):
            one = need(10**power, largest, server=server, prices=prices)
            servers = "none holds it" if one.servers is None else f"{one.servers:,}"
            yield (
                f"| 10^{power} | {one.tenant:,} | {one.disk:,.0f} | {one.memory:,.1f} | {servers} "
                f"| {one.ingest_core_hours:,.0f} | {one.scan_ms:,.0f} | {1_000 / (one.scan_ms + READ):.2g} |"
            )
    small = need(10**6, min(tenant, 10**6), server=server, prices=prices)
    yield ""
    yield (
        f"At {prices.core_hour} a core hour and {prices.gigabyte_month} a gigabyte-month: {small.question * 1e6:.2f} "
        f"for a million questions of a tenant of {small.tenant:,}; {small.per_million:.2f} to bring in a million "
        f"chunks and keep them for a month."
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core-hour", type=float, default=0.04)
    parser.add_argument("--gigabyte-month", type=float, default=0.10)
    parser.add_argument("--tenant", type=int, default=1_000_000)
    given = parser.parse_args()
    prices = Prices(core_hour=given.core_hour, gigabyte_month=given.gigabyte_month)
    print("\n".join(lines(prices, server=Server(), tenant=given.tenant)))


if __name__ == "__main__":
    main()
