"""One address over several servers: a request gets to the server its tenant lives on, also while that moves (M3)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from aver.app import open_app, open_keys
from aver.cli.serve import application_of
from aver.config import Settings, read_settings
from aver.errors import TenantElsewhere
from aver.flows import moving_tenants
from aver.flows.moving_tenants import located, move_tenant, place
from aver.stages.identity import key_holder
from aver.store.directory import Directory
from aver.store.home import create_home, open_current
from aver.store.jobs import JobLog
from aver.store.signing import signing_key
from aver.testing import HashEmbedder
from aver.values.governance import Caller
from aver.values.jobs import JobKind, Tally
from tests.cli.asking_home import SURE
from tests.cli.test_tenants import a_directory, made_url
from tests.service.conftest import AT, As
from tests.store.adapters import POSTGRESQL, on
from tests.web.conftest import ADDRESS, Browser

pytestmark = pytest.mark.deep

QUESTION = "When does the canteen of the annex open?"
BINARY = {"Content-Type": "application/octet-stream"}
HOURS = {"acme": "seven", "bolt": "nine"}


@dataclass
class Site:
    """Two servers with a home each, a directory, and one service over them."""

    one: str
    two: str
    settings: Settings
    client: TestClient

    def __getitem__(self, token: str) -> As:
        return As(self.client, token)

    def key(self, tenant: str, url: str, user: str = "ann") -> str:
        holder = key_holder(tenant=tenant, user=user, groups=["staff"], roles=["reader", "admin"], clearance=1)
        keys = open_keys(self.settings.home, url=url)
        return keys.create(holder, note=tenant, at=AT)[1]

    def held(self, table: str, url: str) -> set[str]:
        """Return the tenants of which a server has rows in a table."""
        with psycopg.connect(url) as connection:
            return {tenant for (tenant,) in connection.execute(f"SELECT DISTINCT tenant FROM {table}").fetchall()}

    def uploaded(self, token: str, tenant: str) -> dict[str, Any]:
        """Upload the tenant's document and return the job that it came to."""
        text = f"# Canteen\n\nThe canteen of the annex opens at {HOURS[tenant]} in the morning.\n"
        params = {"name": "canteen.md", "readers": "group:staff"}
        begun = self[token].post("/v1/documents", params=params, content=text.encode(), headers=BINARY)
        assert begun.status_code == 202, begun.text
        for _ in range(200):
            job: dict[str, Any] = self[token].get(f"/v1/jobs/{begun.json()['id']}").json()
            if job["state"] not in ("running", "interrupted"):
                return job
            time.sleep(0.05)
        raise AssertionError("the job never ended")

    def asked(self, token: str) -> Response:
        return self[token].post("/v1/ask", json={"question": QUESTION})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Acme, whose operators serve, lives on the first server; bolt on the second."""
    tmp_path = tmp_path_factory.mktemp("servers")
    with on(POSTGRESQL), ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        patch.setattr("aver.app.DEFAULT", SURE)
        patch.setattr("aver.app.WITHOUT_READER", SURE)
        one, two = (made_url(tmp_path / name) for name in ("one", "two"))
        directory = stack.enter_context(a_directory(one))
        given = {"STORE_DIRECTORY": directory, "IDENTITY_MODE": "token", "IDENTITY_TENANT": "acme"}
        given["LEDGER_KEY"] = str(tmp_path / "signing.key")
        settings = read_settings(tmp_path / "home", {f"AVER_{name}": value for name, value in given.items()})
        for url in (one, two):
            home = create_home(settings.home, encoder=HashEmbedder.encoder_id, url=url)
            signing_key(home, tmp_path / "signing.key", shared=True)
        place(settings, "acme", one)
        place(settings, "bolt", two)
        app = open_app(settings.home, located(settings))
        application = application_of(app, directory=directory, unsafe=False)
        client = stack.enter_context(TestClient(application, base_url=ADDRESS))
        yield Site(one, two, settings, client)


def answer(response: Response) -> str:
    """Return what was quoted."""
    assert response.status_code == 200, response.text
    return str(response.json()["answer"])


def test_each_tenant_is_served_by_its_own_server_and_nothing_of_it_reaches_the_other(site: Site) -> None:
    ann, ben = site.key("acme", site.one), site.key("bolt", site.two)
    assert site.uploaded(ann, "acme")["state"] == site.uploaded(ben, "bolt")["state"] == "done"
    assert "seven" in answer(site.asked(ann)) and "nine" in answer(site.asked(ben))
    for table in ("job", "version", "run", "document_view"):
        assert (site.held(table, site.one), site.held(table, site.two)) == ({"acme"}, {"bolt"})
    for token in (None, "nonsense", ann[:-1] + "x", ben[:-1] + "x"):
        assert As(site.client, token).get("/v1/documents").status_code == 401
    assert site.client.get("/readyz").status_code == 200
    counted = site[ann].get("/metrics").text
    assert 'aver_requests_total{operation="ask",status="200"} 2.0' in counted
    assert site[ben].get("/metrics").status_code == 403


def test_a_server_that_is_away_or_comes_later_takes_no_other_tenant_along(site: Site, tmp_path: Path) -> None:
    ann = site.key("acme", site.one)
    directory = Directory(site.settings.store.directory)
    assert directory.place("gone", home="nowhere", url="postgresql://aver@/postgres?host=/nowhere")
    later = made_url(tmp_path / "later")
    made = create_home(site.settings.home, encoder=HashEmbedder.encoder_id, url=later)
    signing_key(made, Path(site.settings.ledger.key), shared=True)
    place(site.settings, "late", later)
    assert site[site.key("late", later)].get("/v1/documents").status_code == 200
    assert site[ann].get("/v1/documents").status_code == 200
    assert site[f"{ann}x"].get("/v1/documents").status_code == 503


def test_the_pages_open_for_keys_of_every_server(site: Site) -> None:
    browser = Browser(site.client)
    assert browser.sign_in("nonsense").status_code == 401
    assert browser.sign_in(site.key("bolt", site.two)).status_code == 303
    assert browser.get("/web/documents").status_code == 200


def test_a_tenant_that_moves_is_asked_to_try_again_and_never_answered_wrongly(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = site.key("acme", site.one), site.key("bolt", site.two)
    site.uploaded(ann, "acme")
    site.uploaded(ben, "bolt")
    before = answer(site.asked(ben))
    owner = Caller(user="ann", tenant="bolt", principals=frozenset())
    cut_off = JobLog(transactions=open_current(site.settings.home, url=site.two)).begin(
        JobKind.INGEST, {}, owner, now=lambda: AT
    )
    brought, moving, go_on = moving_tenants._brought, threading.Event(), threading.Event()

    def slowly(*words: Any) -> Any:
        made = brought(*words)
        moving.set()
        go_on.wait(30)
        return made

    monkeypatch.setattr(moving_tenants, "_brought", slowly)
    mover = threading.Thread(target=move_tenant, args=(site.settings, "bolt", site.one))
    mover.start()
    moving.wait(30)
    refused = site.asked(ben)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    assert "moving to another server" in refused.json()["detail"]
    assert site[ben].get("/v1/jobs").status_code == 200
    assert "seven" in answer(site.asked(ann))
    go_on.set()
    statuses = []
    while mover.is_alive():
        found = site.asked(ben)
        statuses.append(found.status_code)
        assert found.status_code == 503 or answer(found) == before
    mover.join()
    assert set(statuses) <= {200, 503}
    assert answer(site.asked(ben)) == before
    assert site.held("version", site.two) == set() and site.held("version", site.one) == {"acme", "bolt"}
    assert "seven" in answer(site.asked(ann))
    with pytest.raises(TenantElsewhere):
        cut_off.moved(Tally(done=1))
    assert site[ben].get(f"/v1/jobs/{cut_off.id}").json()["state"] == "interrupted"
    there = JobLog(transactions=open_current(site.settings.home, url=site.one))
    assert there.resume(owner, cut_off.id, now=lambda: AT)[1].id == cut_off.id
