"""What a form sends, taken only from a page of ours.

A form carries a proof that was made for its browser's session. Another site can neither read it nor guess it, so what
it sends in a visitor's name is refused, as is whatever a browser says comes from another site.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Annotated, TypeAlias
from urllib.parse import parse_qsl

from fastapi import Depends, Request

from aver.errors import BadInput, NotAllowed
from aver.web.sessions import Visit

PROOF = "proof"
"""The name of the field that carries it."""
MOST_FIELDS = 200
_HERE = frozenset({"same-origin", "none", ""})


class Form(dict[str, tuple[str, ...]]):
    """The fields of a form, each with its values as they were sent."""

    def one(self, name: str) -> str:
        """Return the first value of a field without the blanks around it, empty where there is none."""
        return next(iter(self.get(name, ())), "").strip()


def form_of(body: bytes) -> Form:
    """Return the fields of an `application/x-www-form-urlencoded` body. Raises BadInput."""
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadInput("the form can't be read", hint="send the page's own form") from error
    found = Form()
    for name, value in pairs:
        found[name] = (*found.get(name, ()), value.replace("\r\n", "\n"))
    return found


def refuse_foreign(form: Mapping[str, tuple[str, ...]], visit: Visit, *, site: str) -> None:
    """Raise NotAllowed unless the form carries the visit's proof; `site` is its `Sec-Fetch-Site` header."""
    sent = next(iter(form.get(PROOF, ())), "")
    if site not in _HERE or not hmac.compare_digest(sent.encode(), visit.proof.encode()):
        raise NotAllowed("the form doesn't come from a page of this session", hint="load the page again")


async def _posted(request: Request) -> Form:
    form = form_of(await request.body())
    refuse_foreign(form, request.state.visit, site=request.headers.get("sec-fetch-site", ""))
    return form


async def proven(request: Request) -> None:
    """Refuse every request that could change something and isn't proven; for a whole router, so no page forgets."""
    if request.method not in ("GET", "HEAD"):
        await _posted(request)


Posted: TypeAlias = Annotated[Form, Depends(_posted)]
