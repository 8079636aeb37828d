"""Signing in through an issuer: the authorization code flow of OpenID Connect, with PKCE (RFC 6749, RFC 7636).

A browser is led to the issuer with secrets of one attempt: `state` ties the way back to the browser that began, `nonce`
the ID token to the attempt, the verifier the code to this service. The attempt ends with the first way back, and the
address that the issuer leads to stands in the settings, never in a request.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from aver.errors import AverError, BadConfiguration
from aver.oidc_settings import OidcSettings
from aver.service.bearer_tokens import BearerTokens
from aver.service.issuer_keys import IssuerKeys, discovered, is_sound, place_in, read_json

BACK = "/web/sign-in/back"
LASTS_SECONDS = 600
"""An attempt that takes longer has to begin anew."""
MOST = 10_000
"""Attempts under way; beyond these the oldest is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One browser on its way to the issuer and back; `to` is the page it wanted."""

    to: str
    state: str
    nonce: str
    verifier: str
    ends_at: float


class IssuerSignIn:
    """The attempts under way; begun and ended on the event loop alone, so nothing is locked. `now` counts seconds."""

    def __init__(
        self,
        settings: OidcSettings,
        keys: IssuerKeys,
        *,
        tenant: str,
        secret: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises BadConfiguration for settings under which nobody could come back."""
        if urlsplit(settings.redirect_uri).path != BACK or not is_sound(settings.redirect_uri):
            raise BadConfiguration(
                f"[service.oidc] redirect_uri = {settings.redirect_uri!r} doesn't lead back",
                hint=f"write https://HOST{BACK}, and tell the issuer the same",
            )
        if "openid" not in settings.scopes.split():
            raise BadConfiguration("[service.oidc] scopes has no openid", hint='write scopes = "openid"')
        self._settings = settings
        self._tokens = BearerTokens(replace(settings, audience=settings.client_id), keys.of, tenant=tenant)
        self._secret = secret
        self._now = now
        self._open: dict[str, Attempt] = {}
        self._asking = threading.Lock()
        self._said: tuple[float, Mapping[str, Any]] | None = None

    @property
    def issuer(self) -> str:
        """The name of the issuer's host."""
        return urlsplit(self._settings.issuer).hostname or ""

    def is_from(self, said: str) -> bool:
        """Whether an answer that names its issuer, which it need not, names this one (RFC 9207)."""
        return said in ("", self._settings.issuer)

    def begun(self, to: str) -> tuple[str, Attempt]:
        """Return a new attempt to get to the page `to`, and what its browser alone shall know it by."""
        while len(self._open) >= MOST:
            del self._open[next(iter(self._open))]
        secret = secrets.token_urlsafe
        attempt = Attempt(
            to=to, state=secret(32), nonce=secret(32), verifier=secret(48), ends_at=self._now() + LASTS_SECONDS
        )
        name = secret(32)
        self._open[name] = attempt
        return name, attempt

    def ended(self, name: str, state: str) -> Attempt | None:
        """Return the attempt that its browser knows by `name`, once, and only for its own `state`."""
        attempt = self._open.pop(name, None)
        if attempt is None or attempt.ends_at <= self._now():
            return None
        return attempt if hmac.compare_digest(attempt.state.encode(), state.encode()) else None

    def address(self, attempt: Attempt) -> str:
        """Return where the browser is sent to. Blocks; raises AverError and ValueError where the issuer is away."""
        place = self._place("authorization_endpoint")
        challenge = hashlib.sha256(attempt.verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._settings.redirect_uri,
            "scope": self._settings.scopes,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{place}{'&' if urlsplit(place).query else '?'}{urlencode(asked)}"

    def tokens(self, attempt: Attempt, code: str) -> tuple[str, ...]:
        """Return the tokens that a code stands for, the access token first; none where anything is wrong. Blocks.

        The ID token has to be signed by the issuer for this client and made for this attempt (OpenID Connect Core,
        section 3.1.3.7); whether one of them opens this service is decided as for any other token.
        """
        try:
            said = self._exchanged(attempt, code)
        except (AverError, ValueError, RecursionError):
            return ()
        identity = said.get("id_token")
        claims = self._tokens.claims_of(identity) if isinstance(identity, str) else None
        if claims is None or not self._is_meant(claims, attempt):
            return ()
        found = (said.get("access_token"), identity)
        return tuple(one for one in found if isinstance(one, str) and one.isascii())

    def _place(self, name: str) -> str:
        """Return an address of the issuer, which is asked for them once in `cache_seconds`."""
        with self._asking:
            if self._said is None or self._now() - self._said[0] > self._settings.cache_seconds:
                self._said = self._now(), discovered(self._settings)
            return place_in(self._said[1], name, self._settings)

    def _exchanged(self, attempt: Attempt, code: str) -> Mapping[str, Any]:
        settings = self._settings
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": settings.redirect_uri,
            "client_id": settings.client_id,
            "code_verifier": attempt.verifier,
        }
        return read_json(
            self._place("token_endpoint"), settings, posted=urlencode(form).encode(), headers=self._proof()
        )

    def _proof(self) -> dict[str, str]:
        """Return what proves that this service is the client: RFC 6749, section 2.3.1; nothing for a public one."""
        if not self._secret:
            return {}
        pair = f"{quote_plus(self._settings.client_id)}:{quote_plus(self._secret)}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}

    def _is_meant(self, claims: Mapping[str, Any], attempt: Attempt) -> bool:
        nonce, audience = claims.get("nonce"), claims.get("aud")
        several = isinstance(audience, list) and len(audience) > 1
        party = claims.get("azp", None if several else self._settings.client_id)
        known = isinstance(nonce, str) and hmac.compare_digest(nonce.encode(), attempt.nonce.encode())
        return known and party == self._settings.client_id
