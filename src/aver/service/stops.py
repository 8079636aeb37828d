"""Stopping a run that is under way: asked for by its caller, heeded between two of its steps, recorded as abandoned."""

from __future__ import annotations

import threading

from aver.errors import RunStopped
from aver.values.events import TERMINAL
from aver.values.recorded import Recorded


class Stops:
    """The runs at work in this service, and those of them that are to stop; safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work: set[str] = set()
        self._wanted: set[str] = set()

    def passed(self, step: Recorded) -> None:
        """Note a step of a run. Raises RunStopped where it is to be its last, which an end is anyway."""
        with self._lock:
            self._at_work.add(step.run)
            if step.run in self._wanted and not isinstance(step.event, TERMINAL):
                raise RunStopped("the run was stopped by its caller", hint="ask again")

    def ask(self, run: str) -> bool:
        """Have a run stop after the step in hand; False where it isn't at work here, or no more."""
        with self._lock:
            if run in self._at_work:
                self._wanted.add(run)
            return run in self._at_work

    def over(self, run: str) -> None:
        """Forget a run that has ended."""
        with self._lock:
            self._at_work.discard(run)
            self._wanted.discard(run)
