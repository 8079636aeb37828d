"""Bringing a home back from a backup: verified beside its place, then put there by one renaming.

Nothing of an archive is believed: 1 its manifest is read, 2 its files are exactly those that the manifest names, 3
each has the size and SHA-256 that stand there, 4 the settings are settings, 5 the database is whole, of that home, and
not of a later version, 6 the key that signs its runs is here. Only then does anything at the home's place change.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy.exc import DatabaseError

from aver.config import Settings, ledger_key_path, read_settings
from aver.errors import BadConfiguration, BadInput, HomeBusy, StoreDamaged
from aver.flows.backup import PIECE, Moved, refuse_postgresql, synced
from aver.flows.backup_manifest import INSIDE, MANIFEST, MOST_BYTES, Manifest, Member, manifest_of, refused
from aver.flows.backup_uploads import move
from aver.store.copying import refuse_damage
from aver.store.doctor import open_unchecked
from aver.store.home import DATABASE, facts
from aver.store.ledger import load_or_create_key
from aver.store.locks import FileLock
from aver.store.migrate import is_behind
from aver.store.presence import NAME
from aver.store.signing import fingerprint

_BROKEN = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError, OSError, ArithmeticError, struct.error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was brought back to the folder `home`. `set_aside` is where the home that was there before is now.

    `key` is the file of the key that signs its runs; `key_fits` says whether it is there and is that key, None where
    the home had none yet.
    """

    home: Path
    manifest: Manifest
    key: Path
    key_fits: bool | None
    set_aside: Path | None


def restore(
    archive: Path,
    home: Path,
    environment: Mapping[str, str],
    *,
    replacing: bool = False,
    unsafe_without_key: bool = False,
    on_progress: Moved = lambda *_: None,
) -> Restored:
    """Bring the home in `archive` back to the folder `home`, all of it or nothing.

    A folder that isn't empty is refused unless `replacing`, which sets it aside, whole. Without the key that signs the
    home's runs they can't be verified, and the next run would be signed with another: refused too, unless
    `unsafe_without_key`. Raises BadBackup, FromLaterVersion, BadInput, BadConfiguration and HomeBusy.
    """
    place = home.resolve()
    with _opened(archive) as packed:
        manifest = manifest_of(_manifest_bytes(packed))
        _refuse_other_members(packed, manifest)
        _refuse_occupied(place, replacing=replacing)
        place.parent.mkdir(parents=True, exist_ok=True)
        _refuse_too_large(manifest, place.parent)
        beside = Path(mkdtemp(prefix=f".{place.name}.restoring-", dir=place.parent))
        try:
            done = 0
            for member in manifest.files:
                for size in _extracted(packed, member, beside):
                    done += size
                    on_progress(done, manifest.bytes)
            key = _examined(beside, manifest, replace(_settings(beside, environment), home=place))
            fits = _key_fits(manifest, key, beside=beside, place=place)
            if fits is False and not unsafe_without_key:
                raise _keyless(key)
            _settle(beside, place)
            if fits is False:
                _sign_anew(key, beside=beside, place=place)
            set_aside = _put(beside, place, replacing=replacing)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
    return Restored(home=place, manifest=manifest, key=key, key_fits=fits, set_aside=set_aside)


@contextmanager
def _opened(archive: Path) -> Iterator[zipfile.ZipFile]:
    try:
        file = archive.open("rb")
    except OSError as error:
        raise BadInput(f"{archive}: {error.strerror}", hint="name a file that `aver backup` wrote") from error
    with file:
        try:
            packed = zipfile.ZipFile(file)
        except _BROKEN as error:
            raise refused("it is no archive, or the end of it is missing") from error
        with packed:
            yield packed


def _manifest_bytes(packed: zipfile.ZipFile) -> bytes:
    found = b""
    for piece in _pieces(packed, MANIFEST):
        found += piece
        if len(found) > MOST_BYTES:
            raise refused("its manifest is too long")
    return found


def _pieces(packed: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Yield what a member holds. Raises BadBackup for one that is missing, damaged, encrypted or packed otherwise."""
    try:
        info = packed.getinfo(name)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise refused("it is packed in another way")
        with packed.open(info) as file:
            while piece := file.read(PIECE):
                yield piece
    except KeyError as error:
        raise refused(f"it has no {name}") from error
    except _BROKEN as error:
        raise refused(f"{name} is damaged") from error


def _refuse_other_members(packed: zipfile.ZipFile, manifest: Manifest) -> None:
    if sorted(packed.namelist()) != sorted([MANIFEST, *(INSIDE + one.path for one in manifest.files)]):
        raise refused("it holds other files than its manifest names")


def _refuse_occupied(place: Path, *, replacing: bool) -> None:
    if not place.exists():
        return
    if not place.is_dir():
        raise BadInput(f"{place} is no folder", hint="name another place with --home")
    if any(place.iterdir()) and not replacing:
        raise BadInput(
            f"{place} is not empty", hint="name another place with --home, or set what is there aside with --replace"
        )


def _refuse_too_large(manifest: Manifest, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if manifest.bytes > free:
        raise BadInput(
            f"the home takes {manifest.bytes:,} bytes, {folder} has room for {free:,}", hint="make room first"
        )


def _extracted(packed: zipfile.ZipFile, member: Member, folder: Path) -> Iterator[int]:
    """Write one file below `folder`, readable by its owner, and yield the bytes of each piece.

    Raises BadBackup unless it is what the manifest says.
    """
    target = folder / member.path
    digest, size = hashlib.sha256(), 0
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        for piece in _pieces(packed, INSIDE + member.path):
            digest.update(piece)
            size += len(piece)
            if size > member.bytes:
                break
            file.write(piece)
            yield len(piece)
        file.flush()
        os.fsync(file.fileno())
    if (size, digest.hexdigest()) != (member.bytes, member.sha256):
        raise refused(f"{member.path} is not what its manifest says")


def _settings(beside: Path, environment: Mapping[str, str]) -> Settings:
    try:
        settings = read_settings(beside, environment)
    except BadConfiguration as error:
        said = error.message.replace(f"{beside}/", "")
        raise BadConfiguration(f"the settings in the backup: {said}", hint=error.hint) from error
    refuse_postgresql(settings)
    return settings


def _examined(beside: Path, manifest: Manifest, settings: Settings) -> Path:
    """Return where the key is that signs the runs of the home. Raises BadBackup and FromLaterVersion."""
    try:
        refuse_damage(beside / DATABASE)
        transactions = open_unchecked(beside)
    except StoreDamaged as error:
        raise refused(error.message) from error
    try:
        is_behind(transactions.engine)
        with transactions.read() as connection:
            known = facts(connection)
    except (DatabaseError, TypeError) as error:
        raise refused("its database is no home's") from error
    finally:
        transactions.engine.dispose()
    if known is None or known.id != manifest.home_id:
        raise refused("its database is that of another home")
    return ledger_key_path(settings, known.id)


def _key_fits(manifest: Manifest, key: Path, *, beside: Path, place: Path) -> bool | None:
    if manifest.signer is None:
        return None
    file = beside / key.relative_to(place) if key.is_relative_to(place) else key
    return file.is_file() and fingerprint(file.read_bytes()) == manifest.signer


def _sign_anew(key: Path, *, beside: Path, place: Path) -> None:
    """Make the key that signs from now on, where there is none."""
    file = beside / key.relative_to(place) if key.is_relative_to(place) else key
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    load_or_create_key(file)


def _keyless(key: Path) -> BadInput:
    return BadInput(
        f"the key that signs this home's runs is not at {key}",
        hint="copy it there from where you keep it; if it is lost for good, --unsafe-without-key signs with a new one, "
        "and `aver runs verify` will call every earlier run altered",
    )


def _settle(beside: Path, place: Path) -> None:
    """Let jobs find their uploads at the home's place, and have every name on the disk."""
    transactions = open_unchecked(beside)
    try:
        with transactions.write() as connection:
            move(connection, place)
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        raise refused("a job in its database can't be read") from error
    finally:
        transactions.engine.dispose()
    for folder in (beside, *(path for path in beside.rglob("*") if path.is_dir())):
        synced(folder)


def _put(beside: Path, place: Path, *, replacing: bool) -> Path | None:
    """Rename the home to its place; return where what was there is now. Raises HomeBusy and BadInput."""
    lock = FileLock(place / NAME) if (place / DATABASE).exists() else None
    try:
        if lock is not None and not lock.take_alone():
            raise HomeBusy(f"other processes work in {place}", hint="stop the service and every `aver` command first")
        set_aside = _set_aside(place) if replacing and place.exists() and any(place.iterdir()) else None
        try:
            beside.replace(place)
        except OSError as error:
            if set_aside is not None:
                set_aside.replace(place)
            raise _immovable(place) from error
    finally:
        if lock is not None:
            lock.release()
    synced(place.parent)
    return set_aside


def _set_aside(place: Path) -> Path:
    aside = Path(mkdtemp(prefix=f"{place.name}.replaced-", dir=place.parent))
    try:
        return place.replace(aside)
    except OSError as error:
        aside.rmdir()
        raise _immovable(place) from error


def _immovable(place: Path) -> BadInput:
    return BadInput(
        f"{place} can't be renamed", hint="let the home be a folder inside a volume, not the place where one is mounted"
    )
