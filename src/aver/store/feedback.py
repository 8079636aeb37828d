"""Feedback on released answers per tenant, append-only, and the drift alarms it has set off.

A row keeps what the answer promised when it was released, so that the sequential test can be folded again from the
table alone. Of several rows about one run the first counts for the test, the last for calibration.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    Table,
    func,
    insert,
    select,
)

from aver.stages.drift import Watched, watched_all
from aver.store.engine import Way
from aver.store.metadata import METADATA, Key, Text

feedback = Table(
    "feedback",
    METADATA,
    Column("number", Key, primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("run", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("correct", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("form", Text, nullable=False),
    Column("promised", Float, nullable=False),
    Column("calibration", Text, nullable=False),
    Index("feedback_by_tenant", "tenant", "calibration", "number"),
)
"""One verdict on one run; `promised` is the chance of a wrong answer that its release implied, 0 where none was
released. `calibration` names the thresholds in force, "" for none."""

drift_alarm = Table(
    "drift_alarm",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("calibration", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("run", Text, nullable=False),
)
"""The alarms in force, numbered from 1: each tightens the thresholds of that calibration once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a caller said about a run of theirs; fields as in the table."""

    tenant: str
    run: str
    user: str
    at: str
    correct: bool
    note: str
    outcome: str
    confidence: float
    form: str
    promised: float
    calibration: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackLog:
    """The two tables over two ways to a connection: a write transaction and a read snapshot."""

    write: Way
    read: Way

    def add(self, verdict: Verdict) -> int:
        """Store a verdict and the alarms it sets off, in one transaction; return how many alarms are in force."""
        with self.write(verdict.tenant) as connection:
            row = {name: getattr(verdict, name) for name in Verdict.__slots__}
            connection.execute(insert(feedback).values(row))
            watch = watched_all(_watched(connection, verdict.tenant, verdict.calibration))
            known = _alarms(connection, verdict.tenant, verdict.calibration)
            place = {"tenant": verdict.tenant, "calibration": verdict.calibration, "at": verdict.at, "run": verdict.run}
            new = [place | {"number": number} for number in range(known + 1, watch.alarms + 1)]
            if new:
                connection.execute(insert(drift_alarm), new)
            return max(known, watch.alarms)

    def alarms(self, tenant: str, calibration: str) -> int:
        """Return how many alarms tighten the thresholds of a tenant's calibration."""
        with self.read(tenant) as connection:
            return _alarms(connection, tenant, calibration)

    def verdicts(self, tenant: str) -> tuple[Verdict, ...]:
        """Return the last verdict on each run of the tenant, in the order given."""
        columns = [feedback.c[name] for name in Verdict.__slots__]
        last = select(func.max(feedback.c.number)).where(feedback.c.tenant == tenant).group_by(feedback.c.run)
        there = (feedback.c.tenant == tenant, feedback.c.number.in_(last))
        with self.read(tenant) as connection:
            rows = connection.execute(select(*columns).where(*there).order_by(feedback.c.number))
            return tuple(Verdict(**row._mapping) for row in rows)


def _alarms(connection: Connection, tenant: str, calibration: str) -> int:
    mine = (drift_alarm.c.tenant == tenant, drift_alarm.c.calibration == calibration)
    return connection.execute(select(func.count()).select_from(drift_alarm).where(*mine)).scalar_one()


def _watched(connection: Connection, tenant: str, calibration: str) -> list[Watched]:
    """Return the first verdict on each released run under one calibration, in the order given."""
    mine = (feedback.c.tenant == tenant, feedback.c.calibration == calibration, feedback.c.promised > 0)
    first = select(func.min(feedback.c.number)).where(*mine).group_by(feedback.c.run)
    there = (feedback.c.tenant == tenant, feedback.c.number.in_(first))
    wanted = select(feedback.c.correct, feedback.c.promised).where(*there).order_by(feedback.c.number)
    rows = connection.execute(wanted)
    return [Watched(wrong=not correct, promised=promised) for correct, promised in rows]
