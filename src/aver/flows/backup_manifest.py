"""What a backup says of itself: whose home it is, when and by what it was made, and the SHA-256 of each file.

A backup is one ZIP archive: `manifest.json`, and below `home/` exactly the files that it names. Nothing in an archive
is believed before it was checked against this, and this is checked against the rules below.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

from aver.channels.curated import VERIFIED
from aver.config import FILE
from aver.errors import BadBackup, FromLaterVersion
from aver.patterns import regex
from aver.store.copying import NEIGHBOURS
from aver.store.home import DATABASE
from aver.store.jobs import LOCKS
from aver.store.presence import NAME, SERVED

FORMAT = "aver.backup"
VERSION = 1
MANIFEST = "manifest.json"
INSIDE = "home/"
MOST_BYTES = 16_000_000
"""A longer manifest is refused: it names some 100,000 files."""
_MOST_PART, _MOST_PATH = 255, 1_024
_ODD = regex(r"[\x00-\x1f\x7f\\\ud800-\udfff]")
_HEX = regex(r"[0-9a-f]{64}")
_HOME_ID = regex(r"[0-9a-f]{32}")
_OF_PROCESSES = frozenset({NAME, SERVED, f"{VERIFIED}.new", *(DATABASE + end for end in NEIGHBOURS)})
_BELOW = (f"{LOCKS}/", f".{FILE}.")
_HINT = "take another copy of it, or an earlier backup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file of a home: its path in it with `/`, its size in bytes and its SHA-256 (64 hex digits)."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds. `made_at` is ISO 8601 in UTC, `aver` the version that made it.

    `signer` is the fingerprint of the key that signs the home's runs, None where there was none yet. The key itself is
    no part of a backup. `left_out` names what could not be taken along: links, sockets, names that no archive may hold.
    """

    aver: str
    made_at: str
    home_id: str
    signer: str | None
    files: tuple[Member, ...]
    left_out: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """Bytes of all files together."""
        return sum(one.bytes for one in self.files)


def belongs(path: str) -> bool:
    """Return whether a file of a home with that path is part of its state, and no lock, journal or draft."""
    return path not in _OF_PROCESSES and not path.startswith(_BELOW)


def is_plain(path: str) -> bool:
    """Return whether `path` names a file below a folder and nothing else, on every system."""
    if _ODD.search(path) or len(path.encode()) > _MOST_PATH:
        return False
    return all(part not in ("", ".", "..") and len(part.encode()) <= _MOST_PART for part in path.split("/"))


def written(manifest: Manifest) -> bytes:
    """Return the manifest as it stands in the archive."""
    return json.dumps({"format": FORMAT, "version": VERSION, **asdict(manifest)}, indent=1).encode()


def manifest_of(data: bytes) -> Manifest:
    """Return what a manifest says. Raises FromLaterVersion, and BadBackup for anything that `written` doesn't write."""
    try:
        said: dict[str, Any] = json.loads(data)
        named, version = said.pop("format"), said.pop("version")
    except (ValueError, RecursionError, KeyError, AttributeError, TypeError) as error:
        raise refused("its manifest can't be read") from error
    if named != FORMAT or type(version) is not int or version < 1:
        raise refused("its manifest is not one of Aver's")
    if version > VERSION:
        raise FromLaterVersion(
            f"the backup has format {version}, this version of Aver reads up to {VERSION}",
            hint="restore it with the version that made it, or a later one",
        )
    try:
        files = tuple(_member(one) for one in said.pop("files"))
        left_out = tuple(_text(one) for one in said.pop("left_out"))
        signer = None if said["signer"] is None else _text(said["signer"])
        known = {name: _text(said.pop(name)) for name in ("aver", "made_at", "home_id")}
        del said["signer"]
    except (KeyError, TypeError, AttributeError) as error:
        raise refused("its manifest lacks something, or says it in another form") from error
    if said or not _HOME_ID.fullmatch(known["home_id"]) or (signer is not None and not _HEX.fullmatch(signer)):
        raise refused("its manifest says what no manifest says")
    _check_paths([one.path for one in files])
    return Manifest(**known, signer=signer, files=files, left_out=left_out)


def refused(why: str) -> BadBackup:
    """Return the error for an archive that isn't taken."""
    return BadBackup(f"this is no whole backup of a home: {why}", hint=_HINT)


def _member(said: dict[str, Any]) -> Member:
    member = Member(path=_text(said["path"]), bytes=said["bytes"], sha256=_text(said["sha256"]))
    if len(said) != 3 or type(member.bytes) is not int or member.bytes < 0 or not _HEX.fullmatch(member.sha256):
        raise refused("its manifest describes a file in another form")
    return member


def _text(said: object) -> str:
    if not isinstance(said, str):
        raise TypeError(type(said).__name__)
    return said


def _check_paths(paths: list[str]) -> None:
    """Raise BadBackup unless all of `paths` can be files side by side below one folder, one of them the database."""
    folders = {path[: match.start()] for path in paths for match in re.finditer("/", path)}
    for path in paths:
        if not is_plain(path) or not belongs(path):
            raise refused(f"it holds {path!r}, which is no place in a home")
    if len(set(paths)) != len(paths) or folders.intersection(paths):
        raise refused("two of its files have one place")
    if DATABASE not in paths:
        raise refused(f"it holds no {DATABASE}")
