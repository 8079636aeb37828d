"""Committing before anyone sees: the events of a run go through the log on their way to the consumer.

A run always ends in a terminal event. If the consumer goes away or the process is interrupted, the run
is abandoned; if a stage raises, it has failed. What was observed on the way to an event comes before it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from contextlib import closing
from types import TracebackType

from aver.flows.journal import Journal
from aver.store.run_log import RunWriter
from aver.values.events import TERMINAL, Abandoned, Event, Failed
from aver.values.recorded import Recorded

_EFFECTS = Journal.__module__


def record(writer: RunWriter, events: Iterable[Event], journal: Journal) -> Generator[Recorded, None, None]:
    """Append every event of `events` to the run of `writer` and yield it once it is committed.

    The observations in `journal` are drained before each event. Whatever a stage raises is raised again
    after the run is closed as failed.
    """
    begun = time.monotonic_ns()
    last = "nothing"
    try:
        with closing(batches(events, journal)) as stream:
            for batch in stream:
                recorded = writer.append(batch, milliseconds=_milliseconds_since(begun))
                last = type(batch[-1]).__name__
                yield from recorded
    except (GeneratorExit, KeyboardInterrupt):
        if not writer.closed:
            writer.append((*journal.drain(), Abandoned(after=last)), milliseconds=_milliseconds_since(begun))
        raise
    except Exception as error:
        if not writer.closed:
            yield from writer.append((failure(error),), milliseconds=_milliseconds_since(begun))
        raise


def batches(events: Iterable[Event], journal: Journal) -> Generator[tuple[Event, ...], None, None]:
    """Yield what belongs in one commit: the observations that led to an event, then the event.

    A stage that raises yields its observations and `Failed` first. Nothing follows a terminal event; a
    run that stops without one is abandoned after its last event.
    """
    last = "nothing"
    try:
        for event in events:
            yield (*journal.drain(), event)
            last = type(event).__name__
            if isinstance(event, TERMINAL):
                return
    except Exception as error:
        yield (*journal.drain(), failure(error))
        raise
    finally:
        if isinstance(events, Generator):
            events.close()
    yield (*journal.drain(), Abandoned(after=last))


def failure(error: Exception) -> Failed:
    """Return the terminal event for `error`: its type and the innermost module of Aver it went through.

    What lies inside an effect doesn't count, so that a replayed failure names the same stage.
    """
    return Failed(error=type(error).__name__, stage=_innermost(error.__traceback__))


def _innermost(traceback: TracebackType | None) -> str:
    stage = "unknown"
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        if module == _EFFECTS:
            return stage
        if module.startswith("aver.") and module != __name__:
            stage = module
        traceback = traceback.tb_next
    return stage


def _milliseconds_since(begun: int) -> int:
    return (time.monotonic_ns() - begun) // 1_000_000
