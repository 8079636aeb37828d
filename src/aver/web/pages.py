"""The pages of a service: their routes behind its door, and the porch in front of it."""

from __future__ import annotations

from fastapi import APIRouter, Depends, FastAPI

from aver.service.door import PAGES, Identify
from aver.service.issuer_sign_in import IssuerSignIn
from aver.web.porch import Porch
from aver.web.posted import proven
from aver.web.routes import asking, claims, comparing, documents, evaluation, ingesting, review, runs

GROUPS = (asking, comparing, runs, documents, claims, review, evaluation, ingesting)


def with_pages(application: FastAPI, identify: Identify, *, attempts: IssuerSignIn | None = None) -> FastAPI:
    """Return the application of `aver.service.application.service` with its pages, for the callers it knows.

    With `attempts` they can sign in through an issuer, beside keys.
    """
    add_pages(application)
    application.add_middleware(Porch, desk=application.state.desk, identify=identify, attempts=attempts)
    return application


def add_pages(application: FastAPI) -> None:
    """Add the routes of the pages, for a porch that stands further out."""
    router = APIRouter(prefix=PAGES.rstrip("/"), dependencies=[Depends(proven)], include_in_schema=False)
    for group in GROUPS:
        router.include_router(group.router)
    application.include_router(router)
