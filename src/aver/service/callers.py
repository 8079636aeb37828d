"""What a route is handed: the desk, and a caller whose roles grant the operation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, Request

from aver.errors import NotAllowed
from aver.service.desk import Desk
from aver.values.governance import Caller, Role


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _allowed(*roles: Role) -> Callable[[Request], Awaitable[Caller]]:
    """Return what hands over the caller if one of `roles` is theirs. It looks at nothing else, least at what is asked.

    Raises NotAllowed.
    """

    async def caller(request: Request) -> Caller:
        found: Caller = request.state.caller
        if found.roles.isdisjoint(roles):
            wanted = " or ".join(role.value for role in roles)
            raise NotAllowed(f"the role {wanted} is needed", hint="use a key that has it")
        return found

    return caller


AtDesk: TypeAlias = Annotated[Desk, Depends(_desk)]
Reader: TypeAlias = Annotated[Caller, Depends(_allowed(Role.READER))]
ReaderOrAuditor: TypeAlias = Annotated[Caller, Depends(_allowed(Role.READER, Role.AUDITOR))]
ReaderOrAdmin: TypeAlias = Annotated[Caller, Depends(_allowed(Role.READER, Role.ADMIN))]
AuditorOrAdmin: TypeAlias = Annotated[Caller, Depends(_allowed(Role.AUDITOR, Role.ADMIN))]
Auditor: TypeAlias = Annotated[Caller, Depends(_allowed(Role.AUDITOR))]
Admin: TypeAlias = Annotated[Caller, Depends(_allowed(Role.ADMIN))]
Reviewer: TypeAlias = Annotated[Caller, Depends(_allowed(Role.REVIEWER, Role.ADMIN))]
ReaderOrReviewer: TypeAlias = Annotated[Caller, Depends(_allowed(Role.READER, Role.REVIEWER, Role.ADMIN))]
