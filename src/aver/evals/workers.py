"""Asking the questions of a run in several processes, with the rows of the run that asks one after the other.

Each process opens the home for itself and is handed one blind question at a time over a pipe, so the parent knows what
each is at. Rows leave in input order. A process that ends before its row is there ends the run with an error: what was
written holds whole rows of the first questions, and `--resume` goes on behind them. A killed parent closes the pipes,
and with them its processes.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TypeAlias

from aver.errors import WorkerDied
from aver.evals.questions import Blind, Question, blind
from aver.evals.rows import Row
from aver.evals.run import Answered, Asked, Step, asked, silent

Start: TypeAlias = Callable[[], Callable[[Blind], Answered]]
"""Run once in each process, so it has to be one that can be pickled; gives what answers there."""

AHEAD = 8
"""Questions per process that may be answered before the row of the slowest one is there; a kill loses no more."""

_NEW = get_context("spawn")
"""A fork would copy locks that the encoder's threads hold."""


def run_in_processes(
    questions: Sequence[Question], start: Start, *, jobs: int, progress: Callable[[Step], None] = silent
) -> Iterator[Row]:
    """Yield one row per question in input order, as `aver.evals.run.run` does, asked in `jobs` processes.

    `progress` is called after every row. Raises WorkerDied, naming the question, where a process ends early.
    """
    found: dict[int, Asked] = {}
    at: dict[Connection, int] = {}
    failed = given = 0
    with _processes(start, min(jobs, len(questions))) as free:
        for number in range(len(questions)):
            while number not in found:
                while free and given < min(len(questions), number + AHEAD * jobs):
                    worker = free.pop()
                    at[worker] = given
                    _ask(worker, questions[given])
                    given += 1
                for worker in _ready(at):
                    place = at.pop(worker)
                    found[place] = _received(worker, questions[place])
                    free.append(worker)
            one = found.pop(number)
            failed += one.failed
            yield one.row
            progress(Step(done=number + 1, total=len(questions), failed=failed, outcome=one.outcome))


@contextmanager
def _processes(start: Start, count: int) -> Iterator[list[Connection]]:
    """Yield a pipe to each of `count` new processes; all have ended when the context is left."""
    workers, pipes = [], []
    try:
        for _ in range(count):
            ours, theirs = _NEW.Pipe()
            pipes.append(ours)
            worker = _NEW.Process(target=_work, args=(theirs, start), daemon=True)
            worker.start()
            workers.append(worker)
            theirs.close()
        yield list(pipes)
    finally:
        for pipe in pipes:
            pipe.close()
        for worker in workers:
            worker.terminate()
            worker.join()


def _work(pipe: Connection, start: Start) -> None:
    """Answer what comes over the pipe until it is closed; an interrupt is for the parent to act on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer = start()
    with suppress(EOFError):
        while True:
            pipe.send(asked(pipe.recv(), answer))


def _ask(worker: Connection, question: Question) -> None:
    try:
        worker.send(blind(question))
    except OSError as error:
        raise _died(question) from error


def _ready(at: dict[Connection, int]) -> list[Connection]:
    return [one for one in wait(list(at)) if isinstance(one, Connection)]


def _received(worker: Connection, question: Question) -> Asked:
    try:
        given: Asked = worker.recv()
    except (EOFError, OSError) as error:
        raise _died(question) from error
    return given


def _died(question: Question) -> WorkerDied:
    return WorkerDied(
        f"the process that answered question `{question.id}` ended before its row was there",
        hint="the rows before it are kept: go on with --resume, with fewer --jobs where memory ran out",
    )
