"""Making office files for tests, and damaging them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from document_checks import assert_wellformed

from aver.errors import AverError
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import Document


def members_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def edited(data: bytes, member: str, edit: Callable[[bytes], bytes]) -> bytes:
    """The package with one member rewritten."""
    members = members_of(data)
    return packed({**members, member: edit(members.get(member, b""))})


def survives(data: bytes, name: str) -> Document | None:
    """A well-formed document, or None for a typed error that names the file; anything else fails the test."""
    try:
        document = parse(data, name=name, limits=Limits(max_characters=2_000_000))
    except AverError as refused:
        assert name in refused.message
        return None
    assert_wellformed(document)
    return document


def mutated(data: bytes, member: str, cuts: list[tuple[float, float, bytes]]) -> bytes:
    """The package with pieces of one member replaced: each cut gives a place and a length as shares of the whole."""

    def edit(content: bytes) -> bytes:
        for place, share, piece in cuts:
            start = int(place * len(content))
            content = content[:start] + piece + content[start + int(share * 40) :]
        return content

    return edited(data, member, edit)
