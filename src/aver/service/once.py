"""A request with an `Idempotency-Key` is done once: sent again, it is answered with what it made the first time.

What was made is read again under what the caller may read now. Kept are ids and counts, and what was asked as a hash
under the ledger key, which the store doesn't hold, so that nobody can try questions on it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from fastapi import Header, Request

from aver.flows.tools import utc_now
from aver.service.desk import Desk
from aver.store.once import OnceLog
from aver.values.governance import Caller

IdempotencyKey: TypeAlias = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[\x21-\x7e]+$",
        description="Makes this request safe to send again for a day; one key for each request.",
        examples=["3f1c2d7e-8a51-4c0e-9f0f-5f3b8f6f2a10"],
    ),
]
Made: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """A request that has a key, and the hash of what it asks for."""

    key: str
    request: bytes


def once_of(key: str | None, request: Request, content: bytes | str) -> Once | None:
    """Return the request as its key stands for it, None without one; `content` is its body or a hash of that."""
    if key is None:
        return None
    said = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    asked = f"{request.method} {request.url.path}?{request.url.query}\n".encode() + said
    return Once(key=key, request=hashlib.sha256(asked).digest())


def done_once(
    desk: Desk,
    caller: Caller,
    once: Once | None,
    make: Callable[[], Made],
    *,
    keep: Callable[[Made], Mapping[str, Any]] = dict,
    again: Callable[[Made], Made] = dict,
) -> Made:
    """Return what `make` makes, or made the first time.

    `keep` tells what of it is kept, which holds no text of documents, and `again` makes the answer from that. Raises
    KeyTaken.
    """
    if once is None:
        return make()
    log = OnceLog(write=desk.app.run_log.write)
    request = hmac.new(desk.app.run_log.key, once.request, hashlib.sha256).hexdigest()
    known = log.begin(caller, once.key, request, at=utc_now())
    if known is not None:
        return again(known)
    try:
        made = make()
    except BaseException:
        log.forget(caller, once.key)
        raise
    log.complete(caller, once.key, keep(made))
    return made
