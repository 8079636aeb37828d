"""Who is in a home: every process that opens it to work shares one lock for as long as it lives.

Whoever finds that lock free is alone, so whatever says that it is still under way was left by a crash.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aver.errors import HomeBusy, ShardAway
from aver.store.engine import Lock, Transactions
from aver.store.jobs import LOCKS
from aver.store.locks import FileLock, is_held
from aver.store.run_log import RunLog

NAME = "in-use.lock"
SERVED = "served.lock"
"""Held by every process that serves the home to others."""
_LOG = logging.getLogger("aver.store")


def enter(transactions: Transactions, run_log: RunLog) -> Lock:
    """Join those who work in the home, and return the lock that says so; it lasts as long as the value.

    Alone, first close the runs that a killed process left open, each with its terminal event, Abandoned, and take away
    the locks of jobs that it left. Those of a logical database wait until all its servers answer.
    """
    lock = transactions.lock(NAME)
    if lock.take_alone():
        try:
            run_log.close_unfinished()
        except ShardAway as error:
            _LOG.warning("runs that a killed process left stay open: %s", error)
        transactions.forget_locks(LOCKS)
    lock.share()
    return lock


@contextmanager
def alone(transactions: Transactions) -> Iterator[None]:
    """Let nobody else work in the home meanwhile. Raises HomeBusy where somebody does."""
    lock = transactions.lock(NAME)
    if not lock.take_alone():
        lock.release()
        raise HomeBusy("somebody works in this home", hint="stop the service and wait for other `aver` commands")
    try:
        yield
    finally:
        lock.release()


def serve_home(home: Path) -> FileLock:
    """Say that the home is served from now on, and return the lock that says so; it lasts as long as the value."""
    lock = FileLock(home / SERVED)
    lock.share()
    return lock


def is_served(home: Path) -> bool:
    """Return whether a service runs on the home: then nobody names themselves (definitions.md, "Identity")."""
    return is_held(home / SERVED)
