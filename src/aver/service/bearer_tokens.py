"""From a signed token to the caller it stands for, or to nobody, whatever is wrong with it (RFC 7519, RFC 8725).

In order: 1 its form, 2 the algorithm is one that is taken, 3 the issuer's key of that name fits it, 4 the
signature, 5 issuer, audience, expiry, not before, 6 the claims name a user, a tenant and a role. The names of the local
user are nobody's to claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jwt

from aver.errors import BadConfiguration, BadInput
from aver.oidc_settings import OidcSettings
from aver.stages.identity import LOCAL_USER, key_holder
from aver.values.governance import Caller, Role

_FAMILIES = {
    "RSA": ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    "P-256": ("ES256",),
    "P-384": ("ES384",),
    "P-521": ("ES512",),
    "Ed25519": ("EdDSA",),
}
"""The algorithms that fit a key, by its curve, or by its type where it has none (RFC 7518, RFC 8037)."""
_RSA_BITS = range(2048, 8193)

KeyOf = Callable[[str], Mapping[str, Any] | None]
"""The issuer's public key of that name, as a JWK, or None."""


class BearerTokens:
    """What takes tokens of one issuer; `tenant` is that of callers where no claim names theirs."""

    def __init__(self, settings: OidcSettings, key_of: KeyOf, *, tenant: str) -> None:
        """Raises BadConfiguration for settings under which nothing could be told apart."""
        if not settings.audience:
            raise BadConfiguration(
                "[service.oidc] has no audience", hint="name the audience of tokens for this service"
            )
        known = {one.value for one in Role}
        if not known.issuperset(role for _, role in settings.roles_by_value):
            raise BadConfiguration(
                f"[service.oidc] roles = {settings.roles!r} gives roles that aren't known",
                hint=f"give some of {', '.join(sorted(known))}",
            )
        self._settings = settings
        self._taken = settings.taken
        self._roles = settings.roles_by_value
        self._key_of = key_of
        self._tenant = tenant

    def caller_of(self, token: str) -> Caller | None:
        """Return whom `token` stands for now, None whatever is wrong with it."""
        try:
            claims = self._verified(token)
            return None if claims is None else self._caller(claims)
        except (jwt.PyJWTError, BadInput, ValueError, TypeError, OverflowError, RecursionError):
            return None

    def claims_of(self, token: str) -> Mapping[str, Any] | None:
        """Return what `token` claims, None whatever is wrong with it; nothing is said about who may come in."""
        try:
            return self._verified(token)
        except (jwt.PyJWTError, ValueError, TypeError, OverflowError, RecursionError):
            return None

    def _verified(self, token: str) -> dict[str, Any] | None:
        if not token.isascii() or token.count(".") != 2:
            return None
        header = jwt.get_unverified_header(token)
        algorithm, name = header.get("alg"), header.get("kid")
        if algorithm not in self._taken or not isinstance(name, str) or "crit" in header:
            return None
        key = self._key_of(name)
        if key is None or not fits(key, algorithm):
            return None
        public = jwt.PyJWK(dict(key), algorithm=algorithm)
        if key["kty"] == "RSA" and public.key.key_size not in _RSA_BITS:
            return None
        return jwt.decode(
            token,
            public,
            algorithms=[algorithm],
            audience=self._settings.audience,
            issuer=self._settings.issuer,
            leeway=self._settings.leeway_seconds,
            options={"require": ["exp", "iss", "aud"]},
        )

    def _caller(self, claims: Mapping[str, Any]) -> Caller | None:
        """Return the caller that verified claims describe. Raises BadInput for a name that can't be one."""
        settings = self._settings
        user = _name(_claim(claims, settings.user_claim))
        tenant = _name(_claim(claims, settings.tenant_claim)) if settings.tenant_claim else self._tenant
        values = _listed(_claim(claims, settings.roles_claim))
        roles = sorted({role for value, role in self._roles if value == "*" or value in values})
        if user in (None, LOCAL_USER) or tenant is None or not roles:
            return None
        named = map(_name, _listed(_claim(claims, settings.groups_claim)))
        groups = [name for name in named if name not in (None, LOCAL_USER)]
        return key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=settings.clearance)


def fits(key: Mapping[str, Any], algorithm: str) -> bool:
    """Whether an issuer's key is one for `algorithm`, by its kind and by what it says itself."""
    kind = key.get("crv") if key.get("kty") in ("EC", "OKP") else key.get("kty")
    fitting = _FAMILIES.get(kind, ()) if isinstance(kind, str) else ()
    return algorithm in fitting and key.get("alg", algorithm) == algorithm


def _claim(claims: Mapping[str, Any], name: str) -> Any:
    """Return the claim of that name, or of that path with dots, None where there is none."""
    if name in claims or not name:
        return claims.get(name)
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _name(claim: Any) -> str | None:
    """Return a claim that can be a name here; with a colon or at its edges it could pass for another's principal."""
    sound = isinstance(claim, str) and claim == claim.strip() and ":" not in claim and claim.isprintable()
    return claim if sound and claim else None


def _listed(claim: Any) -> list[str]:
    if isinstance(claim, str):
        return [claim]
    return [one for one in claim if isinstance(one, str)] if isinstance(claim, list) else []
