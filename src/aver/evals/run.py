"""Ask every question of a set, blind, and lose none.

`run` is a generator: a row leaves as soon as its question is answered. A question whose answering raises becomes an
ABSTAIN row marked `degraded`, so an outage shows in the figures instead of shortening the list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aver.errors import AverError
from aver.evals.questions import Blind, Question, blind
from aver.evals.rows import Row, packet_fields, released, row_line

FAILED_STAGE = "eval"
"""The `degraded` stage of a row whose question could not be answered at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What answering one question gave.

    `result` is the whole ask object, `packets` those handed to answering (the gate's cut ones with `selected: False`)
    in the contract's fields, `latency_ms` the wall time in milliseconds.
    """

    result: Mapping[str, Any]
    packets: Sequence[Mapping[str, Any]]
    latency_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How far a run has come after one question; `failed` counts the questions whose answering raised."""

    done: int
    total: int
    failed: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The row of one question, its outcome, and whether answering raised."""

    row: Row
    outcome: str
    failed: bool


def silent(step: Step) -> None:
    """Show no progress."""
    del step


def run(
    questions: Sequence[Question],
    answer: Callable[[Blind], Answered],
    *,
    progress: Callable[[Step], None] = silent,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Row]:
    """Yield one row per question in input order; `answer` sees nothing but the blind half.

    `progress` is called after every row; `clock` gives seconds and times only questions that fail.
    """
    failed = 0
    for done, question in enumerate(questions, 1):
        one = asked(blind(question), answer, clock=clock)
        failed += one.failed
        yield one.row
        progress(Step(done=done, total=len(questions), failed=failed, outcome=one.outcome))


def asked(
    question: Blind, answer: Callable[[Blind], Answered], *, clock: Callable[[], float] = time.perf_counter
) -> Asked:
    """Return the row of one question, whatever answering it does; only an interrupt gets out."""
    started = clock()
    try:
        row = _row(question.id, answer(question))
        return Asked(row=row, outcome=_usable(row), failed=False)
    except Exception as error:
        row = failed_row(question, error, latency_ms=(clock() - started) * 1000)
        return Asked(row=row, outcome="ABSTAIN", failed=True)


def _row(id: str, answered: Answered) -> Row:
    packets = tuple(packet_fields(packet) for packet in answered.packets)
    return Row(id=id, result=answered.result, packets=packets, latency_ms=round(answered.latency_ms, 3))


def _usable(row: Row) -> str:
    """Return the outcome of a row that can be written and scored; what it raises makes the question a failed one."""
    row_line(row)
    return released(row).outcome


def failed_row(question: Blind, error: Exception, *, latency_ms: float) -> Row:
    """Return the row of a question whose answering raised: ABSTAIN, degraded, in the shape of an ask object."""
    message = error.message if isinstance(error, AverError) else str(error)
    result = {
        "run_id": None,
        "question": question.question,
        "caller": None,
        "decision": {
            "outcome": "ABSTAIN",
            "reasons": ["degraded"],
            "confidence": {"extraction": 0.0, "grounding": 0.0, "answer": 0.0},
        },
        "answer": None,
        "stance": None,
        "stances": [],
        "conflicts": [],
        "clarify": [],
        "redirect": None,
        "degraded": [{"stage": FAILED_STAGE, "reason": f"{type(error).__name__}: {message}"}],
        "timings_ms": {},
        "tokens": {},
    }
    return Row(id=question.id, result=result, packets=(), latency_ms=round(latency_ms, 3))
