"""Copying a home into one archive while it is in use: one moment for everything in it that changes together.

Documents, index, log, ledger, jobs and keys are one SQLite file, so one snapshot of it is one moment. The only files
that its rows point to are uploads; they are opened while nobody may write, and an open file outlives its name. Writers
wait for that, not for the copying. Settings, packs and declared sources are files that nothing points to and that are
replaced whole; each is copied as it stands.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from sqlalchemy.exc import DatabaseError

from aver import __version__
from aver.config import Settings, ledger_key_path
from aver.errors import BadInput, HomeBusy, StoreDamaged
from aver.flows.backup_manifest import INSIDE, MANIFEST, MOST_BYTES, Manifest, Member, belongs, is_plain, written
from aver.flows.backup_uploads import awaited
from aver.flows.jobs.ingest_asked import UPLOADS
from aver.store.copying import NEIGHBOURS, copy_snapshot, copy_sqlite, is_sqlite, refuse_damage
from aver.store.doctor import open_unchecked
from aver.store.home import DATABASE, facts
from aver.store.signing import fingerprint

PIECE = 1 << 20
"""Bytes that are read at once."""
Moved = Callable[[int, int], None]
"""What is told how many bytes are done, of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One moment of a home: its id, its database copied into a file, and its uploads, open."""

    home_id: str
    database: Path
    uploads: tuple[tuple[str, BinaryIO], ...]


@dataclass(slots=True)
class _Packing:
    """The archive as it grows, and what the manifest will say of it; `total` bytes are to come, as far as is known."""

    packed: zipfile.ZipFile
    moved: Moved
    total: int
    done: int = 0
    members: list[Member] = field(default_factory=list)

    def add(self, path: str, file: BinaryIO) -> None:
        """Pack what `file` holds as `path`. Raises HomeBusy where it is changed meanwhile."""
        before, digest, size = os.fstat(file.fileno()), hashlib.sha256(), 0
        with self.packed.open(INSIDE + path, "w", force_zip64=True) as into:
            while piece := file.read(PIECE):
                digest.update(piece)
                size += len(piece)
                into.write(piece)
                self.done += len(piece)
                self.moved(self.done, max(self.done, self.total))
        after = os.fstat(file.fileno())
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            raise _changed(path)
        self.members.append(Member(path=path, bytes=size, sha256=digest.hexdigest()))


def back_up(settings: Settings, archive: Path, *, at: str, on_progress: Moved = lambda *_: None) -> Manifest:
    """Write a backup of the home in a folder that `settings` are of to the new file `archive`, readable by its owner.

    `at` is the moment (ISO 8601, UTC). Other processes may ask, ingest and serve meanwhile. There is a whole archive in
    the end or none. Raises BadInput, HomeMissing, HomeBusy and StoreDamaged.
    """
    _refuse(settings, archive)
    with ExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix=f".{archive.name}.", dir=archive.parent)))
        cut = _cut(settings.home, folder, held)
        draft = folder / archive.name
        draft.touch(mode=0o600)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            others, left_out = _others(settings.home)
            known = [path for path in (cut.database, *(settings.home / one for one in others)) if path.exists()]
            packing = _Packing(packed, on_progress, sum(path.stat().st_size for path in known))
            _pack(packing, settings.home, cut, others)
            manifest = Manifest(
                aver=__version__,
                made_at=at,
                home_id=cut.home_id,
                signer=_signer(settings, cut.home_id),
                files=tuple(packing.members),
                left_out=left_out,
            )
            packed.writestr(MANIFEST, _fitting(written(manifest)))
        synced(draft)
        draft.replace(archive)
        synced(archive.parent)
    return manifest


def refuse_postgresql(settings: Settings) -> None:
    """Raise BadInput for a home whose tables lie in PostgreSQL: an archive without them would only look like one."""
    if settings.store.url:
        raise BadInput(
            "the tables of this home lie in PostgreSQL, whose own tools copy and restore them",
            hint="pg_dump --format=custom and pg_restore; docs/deploy.md says which files go with them",
        )


def synced(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refuse(settings: Settings, archive: Path) -> None:
    refuse_postgresql(settings)
    if archive.exists():
        raise BadInput(f"{archive} is there already", hint="name a new file; a backup replaces none")
    if not archive.parent.is_dir():
        raise BadInput(f"there is no folder {archive.parent}", hint="make it, or name another place")
    if archive.resolve().is_relative_to(settings.home.resolve()):
        raise BadInput(f"{archive} lies in the home itself", hint="name a place outside it, best on another disk")


def _cut(home: Path, folder: Path, held: ExitStack) -> Cut:
    """Copy the database as of one moment, and open what it points to as of the same."""
    transactions = open_unchecked(home)
    try:
        with ExitStack() as snapshot:
            with transactions.write():
                reading = snapshot.enter_context(transactions.read())
                known = facts(reading)
                there = [path for path in (home / UPLOADS / name for name in awaited(reading)) if path.is_file()]
                uploads = tuple((path.name, held.enter_context(path.open("rb"))) for path in there)
            copy_snapshot(reading, folder / DATABASE)
    except DatabaseError as error:
        raise StoreDamaged(f"{home / DATABASE} can't be read: {error.orig}", hint="`aver doctor` says more") from error
    finally:
        transactions.engine.dispose()
    refuse_damage(folder / DATABASE)
    if known is None:
        raise StoreDamaged("the home was never finished", hint="run `aver init` again")
    return Cut(home_id=known.id, database=folder / DATABASE, uploads=uploads)


def _pack(packing: _Packing, home: Path, cut: Cut, others: tuple[str, ...]) -> None:
    with cut.database.open("rb") as file:
        packing.add(DATABASE, file)
    for name, upload in cut.uploads:
        packing.add(f"{UPLOADS}/{name}", upload)
    copy = cut.database.with_name("source.db")
    for path in others:
        try:
            source = home / path
            if is_sqlite(source):
                copy_sqlite(source, copy)
                source = copy
            with source.open("rb") as file:
                packing.add(path, file)
        except FileNotFoundError as error:
            raise _changed(path) from error
        copy.unlink(missing_ok=True)


def _others(home: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths of files that the database doesn't point to, and of what can't be packed, both sorted."""
    kept, left_out = [], []
    for root, folders, files in os.walk(home, onerror=_unreadable):
        for here in (Path(root) / name for name in (*files, *folders)):
            path = here.relative_to(home).as_posix()
            if path == DATABASE or path.startswith(f"{UPLOADS}/") or not belongs(path) or _is_journal(here):
                continue
            if here.is_symlink() or not (here.is_dir() or (here.is_file() and is_plain(path))):
                left_out.append(ascii(path)[1:-1])
            elif here.is_file():
                kept.append(path)
    return tuple(sorted(kept)), tuple(sorted(left_out))


def _unreadable(error: OSError) -> None:
    raise error


def _is_journal(path: Path) -> bool:
    """Return whether a file belongs to a SQLite file beside it, whose copy has what it holds."""
    for end in NEIGHBOURS:
        beside = path.with_name(path.name.removesuffix(end))
        if path.name.endswith(end) and beside.is_file() and is_sqlite(beside):
            return True
    return False


def _fitting(manifest: bytes) -> bytes:
    """Return a manifest that a restore will read. Raises BadInput."""
    if len(manifest) > MOST_BYTES:
        raise BadInput("the home holds more files than a backup can name", hint="move what isn't Aver's out of it")
    return manifest


def _signer(settings: Settings, home_id: str) -> str | None:
    path = ledger_key_path(settings, home_id)
    return fingerprint(path.read_bytes()) if path.is_file() else None


def _changed(path: str) -> HomeBusy:
    return HomeBusy(f"{path} was changed while it was copied", hint="run the backup again")
