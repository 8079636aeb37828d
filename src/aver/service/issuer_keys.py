"""The public keys of one configured issuer: fetched from it alone, bounded, believed for a while, asked again rarely.

No token says where keys are: `jku`, `x5u` and `jwk` in its header are never read. One thread asks at a time and for a
bounded while, whatever the issuer does meanwhile; the others go on with the keys that are known.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from aver.channels.reaching import url_content
from aver.errors import AverError, BadConfiguration, SourceFailed
from aver.oidc_settings import OidcSettings
from aver.service.identifying import is_loopback

MOST_BYTES = 262_144
MOST_KEYS = 100
_DISCOVERY = "/.well-known/openid-configuration"
_LOG = logging.getLogger("aver.service")
_HINT = "check [service.oidc] issuer"
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NONE: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


class IssuerKeys:
    """What is known of an issuer's keys; `clock` counts seconds."""

    def __init__(self, settings: OidcSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises BadConfiguration for an address that isn't https, or http on this machine's loopback."""
        for url in (settings.issuer, settings.jwks_url or settings.issuer):
            if not is_sound(url):
                raise BadConfiguration(
                    f"[service.oidc] {url!r} is no address to take keys from", hint="give an https address"
                )
        self._settings = settings
        self._clock = clock
        self._keys = _NONE
        self._fetched_at: float | None = None
        self._asked_at: float | None = None
        self._asking = threading.Lock()

    def of(self, name: str) -> Mapping[str, Any] | None:
        """Return the key of that name (`kid`) as the issuer publishes it, None where it isn't known.

        An unknown name has the issuer asked once more, but never twice within `refetch_seconds`; so have keys that are
        past the half of `cache_seconds`. Keys older than that are believed no more.
        """
        if self._is_due(name) and self._asking.acquire(blocking=False):
            try:
                if self._is_due(name):
                    self._ask()
            finally:
                self._asking.release()
        return self._keys.get(name) if self._age() <= self._settings.cache_seconds else None

    def warm(self) -> bool:
        """Ask for the keys before anybody needs them; return whether there are any."""
        self.of("")
        return bool(self._keys)

    def _age(self) -> float:
        return float("inf") if self._fetched_at is None else self._clock() - self._fetched_at

    def _is_due(self, name: str) -> bool:
        rested = self._asked_at is None or self._clock() - self._asked_at >= self._settings.refetch_seconds
        return rested and (name not in self._keys or self._age() > self._settings.cache_seconds / 2)

    def _ask(self) -> None:
        """Ask on a thread of its own, which is left behind where the issuer stalls."""
        self._asked_at = self._clock()
        found: list[Mapping[str, Mapping[str, Any]]] = []
        thread = threading.Thread(target=lambda: self._fetch(found), name="service-issuer-keys", daemon=True)
        thread.start()
        thread.join(self._settings.fetch_seconds)
        if found:
            self._keys, self._fetched_at = found[0], self._clock()
        else:
            _LOG.warning(
                "the issuer's keys can't be had; those known are believed for %s s in all", self._settings.cache_seconds
            )

    def _fetch(self, found: list[Mapping[str, Mapping[str, Any]]]) -> None:
        try:
            found.append(keys_in(read_json(self._place(), self._settings)))
        except (AverError, ValueError, RecursionError) as error:
            _LOG.warning("the issuer's keys can't be read: %s", type(error).__name__)

    def _place(self) -> str:
        """Return where the keys are. Raises SourceFailed for a document that names another issuer or a bare address."""
        return self._settings.jwks_url or place_in(discovered(self._settings), "jwks_uri", self._settings)


def discovered(settings: OidcSettings) -> Mapping[str, Any]:
    """Return what the issuer's discovery document says. Raises SourceFailed and others where it isn't its own."""
    said = read_json(settings.issuer.rstrip("/") + _DISCOVERY, settings)
    if said.get("issuer") != settings.issuer:
        raise SourceFailed("the issuer's document isn't its own", hint=_HINT)
    return said


def place_in(said: Mapping[str, Any], name: str, settings: OidcSettings) -> str:
    """Return the address of that name in a discovery document. Raises SourceFailed for none that may be asked."""
    place = said.get(name)
    if not isinstance(place, str) or not is_sound(place, like=settings.issuer):
        raise SourceFailed(f"the issuer's document has no sound {name}", hint=_HINT)
    return place


def keys_in(said: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the named public keys for signatures in a JWK set (RFC 7517); what else it holds is left out."""
    keys = said.get("keys")
    if not isinstance(keys, list) or len(keys) > MOST_KEYS:
        raise ValueError("no set of keys")
    found: dict[str, Mapping[str, Any]] = {}
    for key in keys:
        if isinstance(key, dict) and _is_for_signatures(key):
            found.setdefault(key["kid"], key)
    return MappingProxyType(found)


def _is_for_signatures(key: Mapping[str, Any]) -> bool:
    named = isinstance(key.get("kid"), str) and key["kid"] != ""
    public = key.get("kty") in ("RSA", "EC", "OKP") and "d" not in key
    return named and public and key.get("use", "sig") == "sig"


def read_json(
    url: str, settings: OidcSettings, *, posted: bytes | None = None, headers: Mapping[str, str] = _NOTHING
) -> dict[str, Any]:
    """Return the JSON object at an address of the issuer, in answer to a GET or to a form.

    Raises SourceFailed, DeadlineExceeded, TooLarge and ValueError.
    """
    form = {} if posted is None else {"Content-Type": "application/x-www-form-urlencoded"}
    content = url_content(
        url,
        headers={"Accept": "application/json", **form, **headers},
        posted=posted,
        until=time.monotonic() + settings.fetch_seconds,
        most=MOST_BYTES,
    )
    said = json.loads(content)
    if not isinstance(said, dict):
        raise ValueError("no JSON object")
    return said


def is_sound(url: str, *, like: str = "") -> bool:
    """Whether keys may be taken from `url`: https, or http on loopback where the issuer itself, `like`, is there."""
    try:
        place = urlsplit(url)
        host, _ = place.hostname or "", place.port
    except ValueError:
        return False
    if place.scheme == "https":
        return bool(host) and not place.username
    return place.scheme == "http" and is_loopback(host) and (not like or urlsplit(like).scheme == "http")
