"""A look into a ZIP package before any library opens it: bombs, tricks and damage end here with a typed error.

Every member is inflated once and counted while it inflates, because the sizes a package declares are the attacker's
words; python-docx and calamine hang or abort on what this refuses (measured). Nothing is ever written to disk.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from aver.errors import EncryptedDocument, TooLarge, UnreadableDocument
from aver.parsers.limits import Limits

MAX_MEMBERS = 10_000
MAX_INFLATED = 400_000_000
MAX_XML = 120_000_000
MAX_RATIO = 300
_SMALL = 2_000_000
_CHUNK = 1 << 18
_DOCTYPES = tuple("<!DOCTYPE".encode(codec) for codec in ("utf-8", "utf-16-le", "utf-16-be"))
_OVERLAP = 32
_BROKEN = (zipfile.BadZipFile, zlib.error, ValueError, RuntimeError, EOFError, OSError, struct.error)

_OFFICE = "application/vnd.openxmlformats-officedocument"
DOCX = f"{_OFFICE}.wordprocessingml.document"
XLSX = f"{_OFFICE}.spreadsheetml.sheet"
PPTX = f"{_OFFICE}.presentationml.presentation"
_MAIN_PARTS = {
    b"wordprocessingml.document.main+xml": DOCX,
    b"spreadsheetml.sheet.main+xml": XLSX,
    b"sheet.macroEnabled.main+xml": XLSX,
    b"presentationml.presentation.main+xml": PPTX,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package that passed the guard; `members` are its names in order."""

    archive: zipfile.ZipFile
    members: tuple[str, ...]

    def read(self, member: str) -> bytes:
        """Return the content of one member, b"" where there is none of that name."""
        return self.archive.read(member) if member in self.members else b""


def guarded(data: bytes, *, name: str, limits: Limits) -> Package:
    """Open a package after inflating all of it once.

    Raises EncryptedDocument, TooLarge (members, inflated size, ratio, entity definitions) and UnreadableDocument
    (damaged, truncated, names that climb out of the package or stand there twice); each names the file.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except _BROKEN as problem:
        raise _damaged(name) from problem
    if len(infos) > MAX_MEMBERS:
        raise _bomb(f"{name}: {len(infos)} members, more than {MAX_MEMBERS}")
    _check_names([info.filename for info in infos], name)
    total, most = 0, min(MAX_INFLATED, limits.max_memory // 4)
    for info in infos:
        if info.flag_bits & 0x1:
            raise encrypted(name)
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _damaged(name)
        ceiling = min(most - total, MAX_XML) if _is_xml(info.filename) else most - total
        total += _inflated(archive, info, ceiling, name)
    if total > _SMALL and total > MAX_RATIO * len(data):
        raise _bomb(f"{name}: inflates {total // len(data)} times")
    return Package(archive=archive, members=tuple(info.filename for info in infos))


def office_type(data: bytes) -> str | None:
    """Return the media type of an office package by its content types, None for any other archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("[Content_Types].xml") as part:
            types = part.read(_SMALL)
    except (KeyError, *_BROKEN):
        return None
    return next((media_type for mark, media_type in _MAIN_PARTS.items() if mark in types), None)


def is_encrypted_office(data: bytes) -> bool:
    """Return whether an OLE container holds an office package under a password."""
    return "EncryptedPackage".encode("utf-16-le") in data


def encrypted(name: str) -> EncryptedDocument:
    """Return the error for a file that needs a password."""
    return EncryptedDocument(f"{name}: the file needs a password", hint="Save it without a password.")


def _check_names(members: list[str], name: str) -> None:
    if len(set(members)) != len(members):
        raise UnreadableDocument(f"{name}: two members of one name", hint="The package looks hostile; save it again.")
    for member in members:
        parts = member.replace("\\", "/").split("/")
        if ".." in parts or member.startswith(("/", "\\")) or ":" in parts[0] or "\x00" in member:
            raise UnreadableDocument(
                f"{name}: a member's name points outside the package", hint="The package looks hostile; save it again."
            )


def _inflated(archive: zipfile.ZipFile, info: zipfile.ZipInfo, ceiling: int, name: str) -> int:
    """Inflate one member piece by piece; return its size."""
    size = 0
    last = b""
    xml = _is_xml(info.filename)
    for piece in _pieces(archive, info, name):
        size += len(piece)
        if size > ceiling:
            raise _bomb(f"{name}: {info.filename} inflates to more than {ceiling} bytes")
        if xml and any(mark in last + piece for mark in _DOCTYPES):
            raise _bomb(f"{name}: {info.filename} defines a document type, which office files never do")
        last = piece[-_OVERLAP:]
    return size


def _pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Iterator[bytes]:
    try:
        with archive.open(info) as member:
            while piece := member.read(_CHUNK):
                yield piece
    except (
        zipfile.BadZipFile,
        zlib.error,
        ValueError,
        RuntimeError,
        NotImplementedError,
        EOFError,
        OSError,
    ) as problem:
        raise _damaged(name) from problem


def _is_xml(member: str) -> bool:
    return member.lower().endswith((".xml", ".rels", ".vml"))


def _bomb(message: str) -> TooLarge:
    return TooLarge(message, hint="The file looks hostile; save it again, or split it.")


def _damaged(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name}: the package is damaged or truncated", hint="Fetch or save the file again.")
