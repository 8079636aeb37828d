"""Locks on files that end with the process that holds them, however it ends: who is alive, without guessing.

A lease needs a clock and a patience; a process number is used again. An advisory lock (flock) belongs to the
open file, so the kernel lets go of it at kill -9, two openings in one process are told apart, and parser
children, which are started with every descriptor closed, hold none.
"""

from __future__ import annotations

import fcntl
import os
import weakref
from pathlib import Path


class FileLock:
    """A lock on the file at `path`, made if it isn't there; it is let go by `release`, or with the value."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._close = weakref.finalize(self, os.close, self._descriptor)

    def take_alone(self) -> bool:
        """Take the lock exclusively if nobody holds it; return whether it is taken."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def share(self) -> None:
        """Hold the lock together with others; waits while somebody holds it alone."""
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def release(self, *, for_good: bool = False) -> None:
        """Let go; more than once does nothing. `for_good` takes the file away too."""
        if for_good:
            self.path.unlink(missing_ok=True)
        self._close()


def is_held(path: Path) -> bool:
    """Return whether some process holds the lock at `path` at this moment."""
    if not path.exists():
        return False
    lock = FileLock(path)
    free = lock.take_alone()
    lock.release()
    return not free
