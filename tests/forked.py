"""Processes to be killed, forked from one that has imported all they need.

A new interpreter spends two seconds of CPU on imports before the first statement that a kill could meet; a fork spends
none. What a process says on standard output is read as from `subprocess.Popen`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(
    ["tests.ingest.kill_worker", "tests.claims.claim_worker", "tests.store.crash_worker", "tests.ingest.folders"]
)


class Forked:
    """A process that runs `task(*words)` in `environment` (this one's where none is given), its errors unheard."""

    def __init__(self, task: Callable[..., None], *words: Any, environment: Mapping[str, str] | None = None) -> None:
        heard, said = _FORKS.Pipe(duplex=False)
        given = dict(os.environ if environment is None else environment)
        self._process = _FORKS.Process(target=_run, args=(said, given, task, words))
        self._process.start()
        said.close()
        self.stdout = os.fdopen(os.dup(heard.fileno()), "rb")
        heard.close()

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.communicate()

    @property
    def returncode(self) -> int | None:
        """The exit status, the negative number of the signal that ended it, None while it runs."""
        return self.poll()

    def poll(self) -> int | None:
        """Return what `returncode` is now."""
        return self._process.exitcode

    def kill(self) -> None:
        """End it without warning; nothing happens where it has ended."""
        self._process.kill()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._process.join()

    def communicate(self) -> bytes:
        """Return what it says to its end, and wait for that."""
        rest = b"" if self.stdout.closed else self.stdout.read()
        self.stdout.close()
        self.wait()
        return rest


def _run(said: Connection, environment: Mapping[str, str], task: Callable[..., None], words: tuple[Any, ...]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(said.fileno(), 1)
    said.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    try:
        task(*words)
    finally:
        sys.stdout.flush()
