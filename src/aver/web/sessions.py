"""Who a browser is: a cookie that means nothing by itself, and what it stands for, kept here and nowhere else.

The token that somebody signed in with never leaves this process again. It is handed to the door in every request, so a
key that is revoked ends the session that it opened. Sessions end with the process.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from aver.patterns import regex
from aver.service.door import PAGES
from aver.service.identifying import is_loopback

COOKIE = "aver_session"
LASTS_SECONDS = 12 * 3600
"""A session ends this long after it was opened, whatever it is used for."""
MOST = 10_000
"""Sessions that are open at once; beyond these the oldest ends."""
_ID = regex(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One browser as a request shows it: its id, what its forms must carry, and whether it signed in."""

    id: str
    proof: str
    is_signed_in: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    token: str
    ends_at: float


def kept(visit: Visit, host: str) -> str:
    """Return the cookie of a visit: for pages only, unseen by scripts, sent from no other site.

    On any `host` but this machine's own it travels over TLS alone, so pages are of no use over plain HTTP there.
    """
    secure = "" if is_here(host) else "; Secure"
    return f"{COOKIE}={visit.id}; Path={PAGES}; Max-Age={LASTS_SECONDS}; HttpOnly; SameSite=Strict{secure}"


def is_here(host: str) -> bool:
    """Whether a Host header names this machine's own loopback."""
    name, _, port = host.rpartition(":")
    return is_loopback((name if port.isdecimal() else host).strip("[]"))


class Sessions:
    """The open sessions; used on the event loop alone, so nothing is locked. `now` counts seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._secret = secrets.token_bytes(32)
        self._open: dict[str, _Session] = {}

    def visit(self, cookie: str | None) -> Visit:
        """Return the visit of a cookie, a new one where it has none of ours."""
        identity = cookie if cookie is not None and _ID.fullmatch(cookie) else secrets.token_urlsafe(32)
        return Visit(id=identity, proof=self._proof(identity), is_signed_in=self.token_of(identity) is not None)

    def token_of(self, identity: str) -> str | None:
        """Return the token behind a visit, None where it hasn't signed in or its time is over."""
        found = self._open.get(identity)
        if found is not None and found.ends_at <= self._now():
            del self._open[identity]
            return None
        return None if found is None else found.token

    def open(self, token: str) -> Visit:
        """Return a visit with an id of its own, so that none that was known before becomes somebody's."""
        while len(self._open) >= MOST:
            del self._open[next(iter(self._open))]
        identity = secrets.token_urlsafe(32)
        self._open[identity] = _Session(token=token, ends_at=self._now() + LASTS_SECONDS)
        return self.visit(identity)

    def close(self, identity: str) -> None:
        """Forget what a visit stands for."""
        self._open.pop(identity, None)

    def _proof(self, identity: str) -> str:
        return hmac.new(self._secret, identity.encode(), hashlib.sha256).hexdigest()
