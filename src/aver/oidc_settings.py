"""Whose tokens a service takes beside its own keys, as the section [service.oidc] says it."""

from __future__ import annotations

from dataclasses import dataclass

from aver.errors import BadConfiguration
from aver.setting import setting

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Those with a public key. A shared secret (HS...) and none are never taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OidcSettings:
    """An issuer of OpenID Connect or of JWT access tokens (RFC 9068), and what its claims mean here.

    Nothing is taken until `issuer` and `audience` are set, and pages lead to it once `client_id` is set too. A claim is
    named as it stands in the token, or by a path with dots.
    """

    issuer: str = setting("", "The issuer, such as https://login.example.org/realms/acme; empty: keys of aver alone")
    audience: str = setting("", "The audience that tokens for this service name")
    jwks_url: str = setting("", "Where the issuer's keys are; empty: as the issuer's discovery document says")
    algorithms: str = setting("RS256, ES256", "Signatures that are taken, with commas")
    user_claim: str = setting("sub", "Claim that names the user")
    groups_claim: str = setting("groups", "Claim that lists the groups; empty: none")
    tenant_claim: str = setting("", "Claim that names the tenant; empty: all are of the home's tenant")
    roles_claim: str = setting("roles", "Claim that lists what `roles` maps")
    roles: str = setting(
        "", "Roles by value of that claim, such as aver-staff=reader, aver-ops=admin; * is everybody; empty: nobody"
    )
    clearance: int = setting(1, "Clearance of its users: 0 public to 3 restricted", least=0, most=3)
    leeway_seconds: int = setting(60, "How far its clock may be off", least=0, most=300)
    cache_seconds: int = setting(3_600, "How long its keys are believed without asking again", least=10, most=86_400)
    refetch_seconds: int = setting(60, "Least time between two requests for its keys", least=1, most=3_600)
    fetch_seconds: float = setting(5.0, "Time in which it has to answer", least=0.1, most=60)
    client_id: str = setting("", "The pages as the issuer knows them, for signing in through it; empty: keys alone")
    client_secret_variable: str = setting("", "Environment variable with their secret; empty: a public client")
    redirect_uri: str = setting("", "Where the issuer leads back to: https://HOST/web/sign-in/back")
    scopes: str = setting("openid", "What the pages ask the issuer for, with blanks; openid has to be among them")

    @property
    def taken(self) -> frozenset[str]:
        """The algorithms that are taken. Raises BadConfiguration."""
        named = frozenset(one.strip() for one in self.algorithms.split(",") if one.strip())
        if not named or not named.issubset(ALGORITHMS):
            raise BadConfiguration(
                f"[service.oidc] algorithms = {self.algorithms!r} is not allowed",
                hint=f"name some of {', '.join(ALGORITHMS)}",
            )
        return named

    @property
    def roles_by_value(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a value of the roles claim and the role that it gives. Raises BadConfiguration."""
        pairs = [one.rpartition("=") for one in self.roles.split(",") if one.strip()]
        if not all(value.strip() and role.strip() for value, _, role in pairs):
            raise BadConfiguration(
                f"[service.oidc] roles = {self.roles!r} is no list of VALUE=ROLE", hint="write aver-staff=reader"
            )
        return tuple((value.strip(), role.strip()) for value, _, role in pairs)
