"""From what is said about a caller to the one context everything is decided with (C1).

Identity options only shape principals on an embedded home in local mode; there is no name that opens
more than its own readers do, and roles never grant documents (definitions.md, "Identity").
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.errors import BadInput, NotAllowed
from aver.values.governance import Caller, Classification, Role

LOCAL_MODE = "local"
LOCAL_USER = "local"
LOCAL_READER = "user:local"


def caller_of(
    mode: str,
    *,
    tenant: str,
    user: str | None = None,
    groups: Sequence[str] = (),
    clearance: int | None = None,
) -> Caller:
    """Return the caller of a local command.

    Without `user` this is the local user, who holds `user:local` and `group:local`; a named user holds
    `user:NAME` and nothing of the local user's. `groups` add one `group:NAME` each. `clearance` is a
    classification from 0 (public) to 3 (restricted), 1 (internal) by default. In local mode whoever
    owns the folder may perform every operation. Raises NotAllowed in any other mode, and BadInput.
    """
    if mode != LOCAL_MODE:
        raise NotAllowed(
            f"this home has identity.mode = {mode!r}; naming a caller works in local mode only",
            hint='ask its service with a token, or set mode = "local" in aver.toml of a home that is not served',
        )
    level = _level(clearance)
    who = LOCAL_USER if user is None else _name(user, "user", "--as")
    own = [f"user:{who}"] if user is not None else [LOCAL_READER, f"group:{LOCAL_USER}"]
    return Caller(
        user=who,
        tenant=_name(tenant, "tenant", "--tenant"),
        principals=frozenset((*own, *(f"group:{_name(group, 'group', '--groups')}" for group in groups))),
        roles=frozenset(Role),
        clearance=level,
    )


def key_holder(*, tenant: str, user: str, groups: Sequence[str], roles: Sequence[str], clearance: int | None) -> Caller:
    """Return the caller that an API key stands for: `user:NAME`, a `group:NAME` each, the roles named, nothing else.

    Raises BadInput.
    """
    known = {one.value for one in Role}
    if not roles or not known.issuperset(roles):
        raise BadInput(f"the roles {', '.join(roles)!r} are not known", hint=f"name some of {', '.join(sorted(known))}")
    level = _level(clearance)
    name = _name(user, "user", "--as")
    return Caller(
        user=name,
        tenant=_name(tenant, "tenant", "--tenant"),
        principals=frozenset({f"user:{name}", *(f"group:{_name(group, 'group', '--groups')}" for group in groups)}),
        roles=frozenset(Role(role) for role in roles),
        clearance=level,
    )


def default_readers(mode: str) -> frozenset[str]:
    """Return who reads a document that nobody named readers for: the local user in local mode, else nobody."""
    return frozenset({LOCAL_READER}) if mode == LOCAL_MODE else frozenset()


def _level(clearance: int | None) -> int:
    level = int(Classification.INTERNAL) if clearance is None else clearance
    if level not in {int(one) for one in Classification}:
        raise BadInput(f"--clearance {level} is not a classification", hint="choose 0, 1, 2 or 3")
    return level


def _name(written: str, kind: str, option: str) -> str:
    """Return the bare name; `user:ann` and `ann` are the same after `--as`."""
    name = written.strip().removeprefix(f"{kind}:")
    if not name or ":" in name or not name.isprintable():
        raise BadInput(f"{option} {written!r} is not a name", hint=f"give a plain name, like {option} ann")
    return name
