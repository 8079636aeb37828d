"""A document as it is sent: kept in a file piece by piece, so that no upload lies in memory."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from aver.errors import BadInput
from aver.flows.jobs.ingest_asked import UPLOAD
from aver.patterns import regex
from aver.service.desk import Bounds

MEDIA_TYPE = "application/octet-stream"
PIECE = 1_000_000
"""Bytes that are written at once."""
_BAD = regex(r"(^|/)(\.{0,2})(/|$)|[\\\x00-\x1f\x7f]")


def upload_uri(user: str, name: str) -> str:
    """Return the uri of what `user` uploads as `name`: in a space of their own, so that nobody overwrites another's.

    Raises BadInput unless `name` is a relative path without empty or dotted parts.
    """
    if _BAD.search(name) or not name.isprintable():
        raise BadInput("this is not the name of a document", hint="give a name such as leave/notice.pdf")
    return f"{UPLOAD}://{quote(user, safe='')}/{name}"


async def kept(request: Request, folder: Path, bounds: Bounds) -> Path:
    """Return a new file in `folder` with the body of the request.

    Raises HTTPException where it is too large, too slow, of another kind or broken off.
    """
    headers = request.headers
    if headers.get("content-type", "").partition(";")[0].strip().lower() != MEDIA_TYPE:
        raise _refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    said = headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > bounds.upload_bytes:
        raise _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    await asyncio.to_thread(folder.mkdir, mode=0o700, exist_ok=True)
    path = folder / secrets.token_hex(16)
    try:
        async with asyncio.timeout(bounds.upload_seconds):
            await _written(request.stream(), path, most=bounds.upload_bytes)
    except BaseException as error:
        await asyncio.to_thread(path.unlink, missing_ok=True)
        if isinstance(error, TimeoutError):
            raise _refused(HTTPStatus.REQUEST_TIMEOUT) from error
        if isinstance(error, ClientDisconnect):
            raise _refused(HTTPStatus.BAD_REQUEST) from error
        raise
    return path


async def _written(parts: AsyncIterator[bytes], path: Path, *, most: int) -> None:
    size, held = 0, bytearray()
    with path.open("xb") as file:
        async for part in parts:
            size += len(part)
            if size > most:
                raise _refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            held += part
            if len(held) >= PIECE:
                await asyncio.to_thread(file.write, bytes(held))
                held.clear()
        await asyncio.to_thread(file.write, bytes(held))


def _refused(status: HTTPStatus) -> HTTPException:
    return HTTPException(status.value, headers={"Connection": "close"})
