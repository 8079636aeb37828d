"""The small home of two tenants with its pages, and browsers without scripts that sign in with a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from aver.app import App, keys_of, open_app
from aver.config import read_settings
from aver.flows.claim_access import Desk as ClaimDesk
from aver.service.application import service
from aver.service.door import Identify
from aver.service.identifying import by_key
from aver.stages.identity import key_holder
from aver.web.pages import with_pages
from tests.cli.asking_home import a_home, aver
from tests.parsers.test_pdf import line, make_pdf
from tests.service.conftest import AT, HOLDERS

RANGE = "The range of the sensor is 300 mm on white paper."
"""What the datasheet of `with_a_datasheet` says."""
ADDRESS = "http://127.0.0.1:8000"
PEOPLE = {
    **HOLDERS,
    "reviewer": ("default", "rita", ["local"], ["reader", "reviewer"], 1),
    "colleague": ("default", "carl", ["local"], ["reader", "reviewer"], 1),
}
"""Tenant, user, groups, roles and clearance of each key; `local` as a group or a user reads what isn't restricted."""
_PROOF = re.compile(r'name="proof" value="([0-9a-f]{64})"')


@dataclass
class Browser:
    """One visitor: a client that follows nothing by itself and sends forms with the proof of the page it saw."""

    client: TestClient
    seen: str = ""

    def get(self, path: str, **rest: Any) -> Response:
        answer = self.client.get(path, follow_redirects=False, **rest)
        self.seen = answer.text if "proof" in answer.text else self.seen
        return answer

    def post(self, path: str, fields: Any = (), **rest: Any) -> Response:
        """Send a form as the page last seen would."""
        pairs = [*(fields.items() if isinstance(fields, dict) else fields), ("proof", self.proof)]
        return self.bare(path, pairs, **rest)

    def bare(self, path: str, pairs: Any, headers: dict[str, str] | None = None) -> Response:
        from urllib.parse import urlencode

        kind = {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        return self.client.post(path, content=urlencode(list(pairs)), headers=kind, follow_redirects=False)

    @property
    def proof(self) -> str:
        found = _PROOF.search(self.seen)
        return found[1] if found else ""

    def sign_in(self, token: str, to: str = "/web/ask") -> Response:
        self.get(f"/web/sign-in?to={to}")
        answer = self.post("/web/sign-in", {"key": token, "to": to})
        self.get("/web/ask")
        return answer


@dataclass
class Site:
    """The open home with its pages, the token of each name, and browsers, one for each name."""

    app: App
    folder: Path
    application: FastAPI
    stack: ExitStack
    tokens: dict[str, str]
    browsers: dict[str, Browser] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Browser:
        if name not in self.browsers:
            self.browsers[name] = self.browser()
            self.browsers[name].sign_in(self.tokens[name])
        return self.browsers[name]

    def browser(self) -> Browser:
        """Return a browser that nobody signed in with; it shares the service, not the cookies."""
        return Browser(TestClient(self.application, base_url=ADDRESS))

    def desk(self, name: str, at: str = AT) -> ClaimDesk:
        """Return where somebody decides on claims."""
        tenant, user, groups, roles, clearance = PEOPLE[name]
        holder = key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=clearance)
        return ClaimDesk(store=self.app.store, caller=holder, at=at)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Everybody of a module shares one service."""
    with ExitStack() as stack:
        folder = stack.enter_context(a_shared_home(tmp_path_factory.mktemp("site")))
        assert aver("ingest", str(folder / "docs" / "odd"), "--tenant", "other", "--readers", "user:local").status == 0
        yield open_site(folder, stack)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    """A service of one's own, for tests that change what is in it."""
    with ExitStack() as stack:
        yield open_site(stack.enter_context(a_shared_home(tmp_path)), stack)


@contextmanager
def a_shared_home(folder: Path) -> Iterator[Path]:
    """Make the small home, its unrestricted documents open to the group `local` too."""
    with a_home(folder):
        readers = ("--meta", str(folder / "meta.toml"), "--readers", "user:local,group:local")
        assert aver("ingest", str(folder / "docs"), *readers).status == 0
        yield folder


def with_a_datasheet(folder: Path) -> Path:
    """Ingest a PDF of one page into the home under `folder`, and return where it lies."""
    file = folder / "sheets" / "sensor.pdf"
    file.parent.mkdir()
    lines = (line(72, 700, "Sensor S1", size=18), line(72, 660, RANGE), line(72, 640, "Clean it with water."))
    file.write_bytes(make_pdf(b"\n".join(lines)))
    assert aver("ingest", str(file.parent), "--readers", "user:local,group:local").status == 0
    return file


def open_site(folder: Path, stack: ExitStack, identify: Callable[[App], Identify] | None = None, **more: Any) -> Site:
    """Serve the home under `folder` with its pages; the service runs as long as `stack` is open."""
    home = folder / "home"
    app = open_app(home, read_settings(home, {"XDG_CONFIG_HOME": str(folder / "config")}))
    keys = keys_of(app)
    knows = by_key(keys) if identify is None else identify(app)
    application = with_pages(service(app, knows), knows, **more)
    stack.enter_context(TestClient(application))
    tokens = {}
    for name, (tenant, user, groups, roles, clearance) in PEOPLE.items():
        caller = key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=clearance)
        tokens[name] = keys.create(caller, note=name, at=AT)[1]
    return Site(app, folder, application, stack, tokens)
