"""The few files that pages load: read once, named by their content, so that a browser may keep them for good."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from starlette.responses import Response

ROOT = "/web/static/"
_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_FOR_GOOD = "public, max-age=31536000, immutable"


@cache
def assets() -> Mapping[str, bytes]:
    """Return the files by name."""
    folder = files("aver.web") / "static"
    return {one.name: one.read_bytes() for one in folder.iterdir() if _suffix(one.name) in _KINDS}


@cache
def address_of(name: str) -> str:
    """Return where pages load a file from; it changes when the file does."""
    return f"{ROOT}{name}?{hashlib.sha256(assets()[name]).hexdigest()[:12]}"


def asset(name: str) -> Response | None:
    """Return the file called `name`, None where there is none."""
    found = assets().get(name)
    if found is None:
        return None
    return Response(found, headers={"Content-Type": _KINDS[_suffix(name)], "Cache-Control": _FOR_GOOD})


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]
