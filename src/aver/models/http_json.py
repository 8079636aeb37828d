"""JSON asked of a model server over HTTP: bounded in time, in bytes and in attempts, with one typed error.

A server may send anything: HTML with status 200, half an object, a body without end. Nothing it says is quoted in an
error, no redirect is followed (a key would go with it), and what isn't a JSON object is a failure. The client comes
with the extra `aver[chat]`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from aver.errors import MissingExtra, ModelFailed

ATTEMPTS = 3
"""Requests made at most for one question to a server."""
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a server is and who speaks for whom: `section` of the configuration stands in errors instead of the url.

    `seconds` bound one `post`, pauses and further attempts included; `pause` is waited before the second attempt and
    twice that before the third.
    """

    base_url: str
    model: str
    section: str
    api_key: str = ""
    seconds: float = 30.0
    pause: float = 0.5


class Connection:
    """An open client of one server; may be used from many threads while its context lasts."""

    def __init__(self, address: Address, library: ModuleType, client: Any) -> None:
        self._address, self._library, self._client = address, library, client

    def post(self, path: str, body: Mapping[str, Any], *, most: int) -> dict[str, Any]:
        """Return the JSON object that the server answers with, of at most `most` bytes. Raises ModelFailed."""
        deadline = time.monotonic() + self._address.seconds
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._object(self._bytes(path, body, most, deadline))
            except _Busy as busy:
                pause = self._address.pause * attempt
                if attempt == ATTEMPTS or time.monotonic() + pause > deadline:
                    raise self.failure(f"{busy} ({attempt} attempts)", hint="start it, or wait and ask again") from busy
                time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def failure(self, what: str, *, hint: str) -> ModelFailed:
        """Return the error that says `what` went wrong with this server."""
        return ModelFailed(f"[{self._address.section}] the server of {self._address.model} {what}", hint=hint)

    def _bytes(self, path: str, body: Mapping[str, Any], most: int, deadline: float) -> bytes:
        try:
            left = max(0.01, deadline - time.monotonic())
            with self._client.stream("POST", path, json=body, timeout=left) as response:
                if response.status_code in _AGAIN:
                    raise _Busy(f"answers with status {response.status_code}")
                if response.status_code != 200:
                    raise self.failure(
                        f"refuses with status {response.status_code}", hint="check model name, address, key and length"
                    )
                return self._bounded(response.iter_bytes(), most, deadline)
        except (self._library.HTTPError, self._library.InvalidURL, OSError) as error:
            raise _Busy(f"cannot be reached: {type(error).__name__}") from error

    def _bounded(self, chunks: Iterator[bytes], most: int, deadline: float) -> bytes:
        found = bytearray()
        for chunk in chunks:
            found += chunk
            if len(found) > most:
                raise self.failure(f"sends more than {most} bytes", hint="check that the address is that of the model")
            if time.monotonic() > deadline:
                raise self.failure("takes too long", hint="raise seconds, or lower batch")
        return bytes(found)

    def _object(self, body: bytes) -> dict[str, Any]:
        try:
            found = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise self.failure("sends no JSON", hint="check that the address is that of the model") from error
        if not isinstance(found, dict):
            raise self.failure("sends JSON of another form", hint="check that the address is that of the model")
        return found


class _Busy(Exception):
    """What may go well at another attempt."""


@contextmanager
def connected(address: Address) -> Iterator[Connection]:
    """Give a connection that is closed at the end. Raises MissingExtra."""
    library = client_library(address.section)
    headers = {"authorization": f"Bearer {address.api_key}"} if address.api_key else {}
    with library.Client(base_url=address.base_url, headers=headers, follow_redirects=False) as client:
        yield Connection(address, library, client)


def client_library(section: str) -> ModuleType:
    """Return the HTTP library. Raises MissingExtra."""
    try:
        import httpx2
    except ImportError as error:
        raise MissingExtra(
            f"[{section}] names a model server but its client is not installed", hint="pip install 'aver[chat]'"
        ) from error
    return httpx2
