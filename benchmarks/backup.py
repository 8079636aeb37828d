"""A backup and a restore against zipping the folder, which nobody could trust while the home is in use.

    python benchmarks/backup.py --megabytes 250

Half of the home is words, half is random bytes, as texts and vectors are. CPU is that of this process; how long writers
waited is wall time, the longest of all backups. No time is asserted: the table shows ratios.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from aver.config import Settings, read_settings
from aver.flows.backup import back_up
from aver.flows.backup_restore import restore
from aver.store.engine import Transactions
from aver.store.home import create_home

AT = "2026-11-22T00:00:00Z"
ROW = 1_000
"""Bytes of words, and as many of noise, in one row."""


def make(home: Path, megabytes: int) -> Settings:
    """Make a home of about that size."""
    chosen, words = random.Random(1), [f"word{number}" for number in range(20_000)]
    transactions = create_home(home, encoder="none")
    with transactions.write() as connection:
        connection.exec_driver_sql("CREATE TABLE filler (id INTEGER PRIMARY KEY, words TEXT, noise BLOB)")
        for number in range(megabytes * 500):
            row = (number, " ".join(chosen.choices(words, k=ROW // 9))[:ROW], chosen.randbytes(ROW))
            connection.exec_driver_sql("INSERT INTO filler VALUES (?, ?, ?)", row)
    transactions.wipe_journal()
    transactions.engine.dispose()
    return read_settings(home, {"XDG_CONFIG_HOME": str(home.parent)})


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of `work`."""
    began = time.process_time()
    work()
    return time.process_time() - began


def zipped(home: Path, archive: Path) -> None:
    """Zip the database as it lies there."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.write(home / "aver.db", "aver.db")


@contextmanager
def held() -> Iterator[list[float]]:
    """Give a list of the milliseconds for which a write transaction was held inside."""
    took: list[float] = []
    known = Transactions.write

    @contextmanager
    def write(self: Transactions) -> Iterator[Connection]:
        with known(self) as connection:
            began = time.perf_counter()
            yield connection
            took.append((time.perf_counter() - began) * 1_000)

    Transactions.write = write  # type: ignore[method-assign]
    try:
        yield took
    finally:
        Transactions.write = known  # type: ignore[method-assign]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=250)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = make(folder / "home", given.megabytes)
        best = [float("inf")] * 3
        with held() as took:
            for number in range(given.rounds):
                archive = folder / f"{number}.zip"
                works: tuple[Callable[[], object], ...] = (
                    lambda number=number: zipped(settings.home, folder / f"{number}.plain"),
                    lambda archive=archive: back_up(settings, archive, at=AT),
                    lambda archive=archive, number=number: restore(archive, folder / f"again{number}", {}),
                )
                best = [min(known, cpu(work)) for known, work in zip(best, works, strict=True)]
        size, packed = ((path.stat().st_size / 1e6) for path in (settings.home / "aver.db", folder / "0.zip"))
    print(f"home {size:.0f} MB, archive {packed:.0f} MB, writers waited {max(took[::2]):.1f} ms at most")
    for what, seconds in zip(("zip of the folder", "aver backup", "aver restore"), best, strict=True):
        print(f"{what:18} {seconds:6.2f} s CPU {size / seconds:7.0f} MB/s  {seconds / best[0]:.2f} x")


if __name__ == "__main__":
    main()
