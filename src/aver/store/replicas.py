"""Questions may read from replicas of the server, and never an older state than was acknowledged when they asked.

A replica replays what the server did, later. Every change that a question must see at once (a version, its readers, a
deletion, a claim's state) raises a clock of its tenant in the same transaction. So a reader asks the server for the two
clocks, one row each, and begins at a replica; where the snapshot there shows clocks as late as those, it holds every
such change, since what was committed before is replayed before. Otherwise the question reads at the server, at once:
nobody waits for a replica. Without the server nothing is read (docs/decisions/0018-replicas.md).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection

from aver.errors import AverError, BadConfiguration, StoreUnreachable
from aver.store.cache_hits import CacheHits
from aver.store.engine import Transactions, fetched
from aver.store.postgresql import open_postgresql
from aver.store.row_security import EVERY_TENANT
from aver.store.shards import Shards

REST_SECONDS = 10
"""A replica that doesn't answer, or is none of this server's, is left alone for so long."""
PATIENCE_SECONDS = 2
"""A replica that says nothing is given up after so long."""
_IMPATIENT = {"connect_timeout": PATIENCE_SECONDS, "tcp_user_timeout": PATIENCE_SECONDS * 1_000}

_CLOCKS = (
    "SELECT pg_is_in_recovery(), coalesce((SELECT sequence FROM tenant WHERE name = ?), 0), "
    "coalesce((SELECT sequence FROM claim_clock WHERE tenant = ?), 0)"
)
_LINEAGE = "SELECT system_identifier::text, value, {} FROM pg_control_system(), home WHERE name = 'id'"
_OF_SERVER = _LINEAGE.format("('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int")
_OF_REPLICA = _LINEAGE.format("(SELECT min_recovery_end_timeline FROM pg_control_recovery())")
_KNOWN = "aver_lineage"
_LOG = logging.getLogger("aver.store")

Lineage = tuple[object, ...]
"""Which cluster, which home in it, and which timeline: two servers that share them differ by replay alone."""


class Replicas:
    """The replicas at `urls` of the server behind `primary`; how often they served is told to `hits`."""

    def __init__(self, primary: Transactions, urls: Sequence[str], hits: CacheHits) -> None:
        if isinstance(primary.places, Shards):
            raise BadConfiguration(
                "a logical database has no replicas to read from", hint="leave replicas in [store] empty"
            )
        self._primary = primary
        self._hits = hits
        self._replicas = [_Replica(url) for url in urls]
        self._turn = count()

    @contextmanager
    def read(self, tenant: str = EVERY_TENANT) -> Iterator[Connection]:
        """Begin a snapshot about `tenant` that holds all that was acknowledged before; on a replica where one does.

        Raises StoreUnreachable without the server, and where a replica breaks off what was begun there.
        """
        with self._primary.read(tenant) as connection:
            lineage, (_, *clocks) = _lineage(connection, _OF_SERVER), _clocks(connection, tenant)
        with ExitStack() as stack:
            found = self._begun(stack, tenant, lineage, clocks) if clocks[0] else None
            self._hits.note("replicas", hits=found is not None, misses=found is None)
            yield stack.enter_context(self._primary.read(tenant)) if found is None else found

    def close(self) -> None:
        """Close every connection to a replica."""
        for replica in self._replicas:
            replica.transactions.engine.dispose()

    def _begun(self, stack: ExitStack, tenant: str, lineage: Lineage, clocks: Sequence[int]) -> Connection | None:
        """Begin at the next replica in turn that will do, None where none does."""
        first = next(self._turn)
        for place in range(len(self._replicas)):
            replica = self._replicas[(first + place) % len(self._replicas)]
            found = replica.begun(stack, tenant, lineage, clocks)
            if found is not None:
                return found
        return None


class _Replica:
    """One replica, and until when it is left alone."""

    def __init__(self, url: str) -> None:
        said = conninfo_to_dict(url)
        unsaid = {name: value for name, value in _IMPATIENT.items() if name not in said}
        self.transactions = Transactions(open_postgresql(make_conninfo(url, **unsaid)))
        self._where = f"{said.get('host', '')}:{said.get('port', '')}"
        self._rests_until = 0.0

    def begun(self, stack: ExitStack, tenant: str, lineage: Lineage, clocks: Sequence[int]) -> Connection | None:
        """Begin a snapshot that ends with `stack`; None where it would be of another lineage or show older clocks."""
        if time.monotonic() < self._rests_until:
            return None
        try:
            with ExitStack() as attempt:
                connection = attempt.enter_context(self.transactions.read(tenant))
                replays, *shown = _clocks(connection, tenant)
                if not replays or _lineage(connection, _OF_REPLICA) != lineage:
                    connection.invalidate()
                    raise StoreUnreachable("it doesn't replay this server's log", hint="make it anew: docs/servers.md")
                if all(here >= there for here, there in zip(shown, clocks, strict=True)):
                    stack.enter_context(attempt.pop_all())
                    return connection
        except (AverError, psycopg.Error) as error:
            self._rest(str(error))
        return None

    def _rest(self, why: str) -> None:
        self._rests_until = time.monotonic() + REST_SECONDS
        _LOG.warning("the replica at %s is left alone for %d s: %s", self._where, REST_SECONDS, why)


def _lineage(connection: Connection, statement: str) -> Lineage:
    """Return what a connection leads to, asked once: a server that takes over is connected to anew."""
    known = connection.info.get(_KNOWN)
    if known is None:
        known = connection.info[_KNOWN] = tuple(fetched(connection, statement, ())[0])
    return known


def _clocks(connection: Connection, tenant: str) -> tuple[int, ...]:
    """Return whether the server replays another's log, and the clocks of the tenant's index and of its claims."""
    return tuple(fetched(connection, _CLOCKS, (tenant, tenant))[0])
