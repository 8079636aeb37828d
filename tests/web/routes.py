"""The table of pages, as the groups of routes have it."""

from __future__ import annotations

from fastapi.routing import APIRoute

from aver.web.pages import GROUPS


def page_routes() -> list[tuple[str, str]]:
    """Return `(method, path)` of every page, those of signing in and out left out."""
    found = [one for group in GROUPS for one in group.router.routes if isinstance(one, APIRoute)]
    return [(method, f"/web{one.path}") for one in found for method in sorted(one.methods)]
