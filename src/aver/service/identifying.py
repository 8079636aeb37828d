"""Who asks a service: the caller of a key or a signed token, or without either the local user, on loopback only.

All fail closed: a key that isn't found, expired or was revoked is nobody, and nobody gets no further.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

from aver.errors import BadInput
from aver.flows.tools import utc_now
from aver.service.door import Identify
from aver.stages.identity import caller_of
from aver.store.keys import PREFIX, KeyStore
from aver.values.governance import Caller

LOOPBACK_NAME = "localhost"


def by_key(keys: KeyStore, *, signed: Callable[[str], Caller | None] | None = None) -> Identify:
    """Return what finds the caller of a token, asked anew for every request.

    `signed` finds that of a token which isn't a key of ours; without it such a token is nobody's.
    """

    def identify(token: str | None, _host: str) -> Caller | None:
        if token is None:
            return None
        if not token.startswith(f"{PREFIX}_"):
            return None if signed is None else signed(token)
        key = keys.of_token(token, at=utc_now())
        return None if key is None else key.caller

    return identify


def unsafe_local(mode: str, tenant: str) -> Identify:
    """Return what takes everybody for the local user of a home in that identity mode.

    A page in a browser can point a name of its own at loopback, so a request must have named loopback. Raises
    NotAllowed where the mode isn't local.
    """
    local = caller_of(mode, tenant=tenant)

    def identify(_token: str | None, host: str) -> Caller | None:
        return local if is_loopback(_without_port(host)) else None

    return identify


def is_loopback(host: str) -> bool:
    """Whether `host` names this machine's loopback."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == LOOPBACK_NAME


def loopback_only(host: str) -> None:
    """Raise BadInput unless `host` is this machine's loopback."""
    if not is_loopback(host):
        raise BadInput(
            f"--unsafe-local on {host!r} would let anybody in who reaches this machine",
            hint="leave --host out, or leave --unsafe-local out and make keys with `aver keys create`",
        )


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
