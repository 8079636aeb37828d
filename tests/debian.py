"""Several PostgreSQL servers of Debian's packages, which have what the wheel leaves out: postgres_fdw."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest

from aver.demo.server import Server

OPTIONS = ("fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=32MB")


@cache
def programs() -> Path | None:
    """Return the folder of the programs of the newest version installed, None where there is none."""
    found = [Path(name) for name in Path("/usr/lib/postgresql").glob("*") if (name / "lib/postgres_fdw.so").is_file()]
    return max(found, key=lambda name: int(name.name)) / "bin" if found else None


class DebianServer(Server):
    """A server of Debian's PostgreSQL; its files are those of another one, where that is given."""

    def __init__(self, like: Server | None = None) -> None:
        self._like = like
        super().__init__(Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), *OPTIONS)

    def program(self, name: str) -> str:
        """Return the path of one of PostgreSQL's programs."""
        return str((programs() or Path()) / name)

    def _fill(self) -> None:
        if self._like is None:
            super()._fill()
            return
        shutil.copytree(self._like.folder / "data", self.folder / "data")
        for path in ((self.folder / "data"), *(self.folder / "data").rglob("*")):
            os.chown(path, self._as.get("user", -1), self._as.get("group", -1))
        (self.folder / "data").chmod(0o700)


@contextmanager
def servers(count: int) -> Iterator[tuple[DebianServer, ...]]:
    """Yield that many servers of their own; skips, counted, where Debian's PostgreSQL isn't installed."""
    if programs() is None:
        pytest.skip("one database over several servers takes postgres_fdw: apt-get install postgresql")
    with ExitStack() as stack:
        made = [DebianServer()]
        made += [DebianServer(made[0]) for _ in range(count - 1)]
        for one in made:
            stack.callback(one.remove)
            one.start()
        yield tuple(made)
