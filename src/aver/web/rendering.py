"""Templates become pages: every word is escaped, control and direction marks are made visible, nothing runs inline.

There is no way around in a template: no word of a document is ever marked safe (tests/web/test_hostile.py).
"""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from aver.stages.harmless import harmless, one_line
from aver.values.governance import Caller, Role
from aver.web import wording
from aver.web.assets import address_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing but what this service sends, nothing inline, in no frame."""
_HEADERS = {"Content-Security-Policy": POLICY}


def page(request: Request, template: str, *, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> HTMLResponse:
    """Return a page; `values` are what its template names, and one that it names and isn't given is a fault."""
    caller: Caller | None = getattr(request.state, "caller", None)
    shared = {
        "visit": request.state.visit,
        "caller": caller,
        "here": request.url.path,
        "may_review": _has(caller, Role.REVIEWER, Role.ADMIN),
        "may_audit": _has(caller, Role.AUDITOR, Role.ADMIN),
        "may_add": _has(caller, Role.ADMIN),
    }
    body = environment().get_template(template).render(**shared, **values)
    return HTMLResponse(body, status_code=status, headers=_HEADERS)


@cache
def environment() -> Environment:
    """Return the one environment of all templates."""
    made = Environment(
        loader=PackageLoader("aver.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(asset=address_of, words=wording)
    made.filters.update(line=_line, part=_part, percent=_percent)
    return made


def _has(caller: Caller | None, *roles: Role) -> bool:
    return caller is not None and not caller.roles.isdisjoint(roles)


def _shown(value: object) -> object:
    """Make what stands in a page harmless; markup is that of templates alone, whose parts came through here."""
    if value is None or isinstance(value, Markup):
        return "" if value is None else value
    return harmless(str(value))


def _line(text: object, limit: int = 120) -> str:
    return one_line(str(text), limit=limit)


def _part(text: object) -> str:
    """Return text as one part of an address."""
    return quote(str(text), safe="")


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
