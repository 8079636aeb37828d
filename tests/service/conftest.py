"""A small home of two tenants, served in this process to holders of keys."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from aver.app import App, keys_of, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.service.application import service
from aver.service.desk import Bounds, Desk
from aver.service.identifying import by_key
from aver.stages.identity import key_holder
from tests.cli.asking_home import a_home

AT = "2026-05-01T12:00:00Z"


@dataclass
class As:
    """The one client, as the holder of a token: every request goes through the same event loop."""

    client: TestClient
    token: str | None

    def request(self, method: str, path: str, headers: dict[str, str] | None = None, **rest: Any) -> Response:
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.client.request(method, path, headers={**own, **(headers or {})}, **rest)

    def get(self, path: str, **rest: Any) -> Response:
        return self.request("GET", path, **rest)

    def post(self, path: str, **rest: Any) -> Response:
        return self.request("POST", path, **rest)

    def put(self, path: str, **rest: Any) -> Response:
        return self.request("PUT", path, **rest)

    def delete(self, path: str, **rest: Any) -> Response:
        return self.request("DELETE", path, **rest)


@dataclass
class Served:
    """The open home, the application, its client, and the token that each name holds."""

    app: App
    folder: Path
    application: FastAPI
    client: TestClient
    tokens: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> As:
        return As(self.client, self.tokens.get(name))

    @property
    def in_hand(self) -> int:
        desk: Desk = self.application.state.desk
        return desk._in_hand


HOLDERS = {
    "reader": ("default", "local", [], ["reader"], 1),
    "hugo": ("default", "hugo", ["hr"], ["reader", "admin"], 2),
    "eve": ("default", "eve", [], ["reader"], 3),
    "foreign": ("other", "local", ["hr", "local"], ["reader", "auditor", "admin"], 3),
    "auditor": ("default", "olga", [], ["auditor"], 1),
    "admin": ("default", "local", [], ["admin"], 1),
    "reviewer": ("default", "local", [], ["reviewer"], 1),
    "rita": ("default", "rita", ["hr"], ["reviewer"], 2),
}
"""Tenant, user, groups, roles and clearance of each key. `eve` may read nothing, `foreign` nothing of the tenant."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Everybody who only looks shares one service; it is closed when its client is."""
    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path_factory.mktemp("served")))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert run(["ingest", str(folder / "docs" / "odd"), "--tenant", "other", "--readers", "user:local"]) == 0
        yield open_service(folder, stack)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Callable[[Bounds], Served]]:
    """Return what makes a service of one's own, for tests that change or overload it."""
    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path))
        yield lambda bounds: open_service(folder, stack, bounds)


def open_service(folder: Path, stack: ExitStack, bounds: Bounds | None = None, **more: Any) -> Served:
    """Serve the home under `folder`; every client belongs to `stack`."""
    home = folder / "home"
    roots = f"default={folder / 'more'}, other={folder / 'others'}"
    environment = {"XDG_CONFIG_HOME": str(folder / "config"), "AVER_SERVICE_INGEST_ROOTS": roots}
    app = open_app(home, read_settings(home, environment))
    keys = keys_of(app)
    application = service(app, by_key(keys), bounds=bounds, **more)
    served = Served(app, folder, application, stack.enter_context(TestClient(application)))
    for name, (tenant, user, groups, roles, clearance) in HOLDERS.items():
        caller = key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=clearance)
        served.tokens[name] = keys.create(caller, note=name, at=AT)[1]
    return served
