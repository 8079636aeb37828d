"""A browser is nobody until it signs in with a key, and nothing it is sent by somebody else counts (L7, L9)."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from aver.app import keys_of
from aver.service.identifying import unsafe_local
from aver.web.sessions import LASTS_SECONDS, Sessions
from tests.cli.asking_home import a_home
from tests.service.conftest import AT
from tests.web.conftest import Site, open_site
from tests.web.routes import page_routes


def test_signing_in_opens_the_pages_and_signing_out_closes_them(site: Site) -> None:
    visitor = site.browser()
    found = {visitor.get(path).headers["location"] for path in ("/", "/web", "/web/")}
    assert found == {"/web/ask"}
    asked_for = visitor.get("/web/documents?after=x")
    assert (asked_for.status_code, asked_for.headers["location"]) == (
        303,
        "/web/sign-in?to=%2Fweb%2Fdocuments%3Fafter%3Dx",
    )
    answer = visitor.sign_in(site.tokens["reader"], to="/web/documents?after=x")
    assert (answer.status_code, answer.headers["location"]) == (303, "/web/documents?after=x")
    assert visitor.get("/web/documents").status_code == 200
    assert visitor.post("/web/sign-out").headers["location"] == "/web/sign-in"
    assert visitor.get("/web/documents").status_code == 303


def test_the_cookie_is_for_pages_alone_and_says_nothing(site: Site) -> None:
    visitor = site.browser()
    cookie = visitor.sign_in(site.tokens["reader"]).headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/web/"))
    assert "Secure" not in cookie
    assert site.tokens["reader"] not in cookie
    elsewhere = visitor.get("/web/sign-in", headers={"Host": "aver.example", "Cookie": "aver_session=x"})
    assert elsewhere.headers["set-cookie"].endswith("; Secure")


def test_signing_in_gives_an_id_that_nobody_knew_before(site: Site) -> None:
    visitor = site.browser()
    before = visitor.get("/web/sign-in").headers["set-cookie"]
    after = visitor.post("/web/sign-in", {"key": site.tokens["reader"]}).headers["set-cookie"]
    assert before.partition(";")[0] != after.partition(";")[0]


@pytest.mark.parametrize("key", ["", "aver_0_0", "x" * 3_000, "aver_ü_x", "aver_\r\nX: y"])
def test_a_key_that_does_not_hold_opens_nothing(site: Site, key: str) -> None:
    visitor = site.browser()
    visitor.get("/web/sign-in")
    answer = visitor.post("/web/sign-in", {"key": key})
    assert answer.status_code == 401
    assert "No key like this holds" in answer.text
    assert visitor.get("/web/ask").status_code == 303


@pytest.mark.parametrize(
    "to", ["https://evil.example/", "//evil.example", "/web//evil.example", "/web/\\evil", "/v1/x"]
)
def test_signing_in_leads_nowhere_but_to_a_page(site: Site, to: str) -> None:
    visitor = site.browser()
    visitor.get("/web/sign-in")
    answer = visitor.post("/web/sign-in", {"key": site.tokens["reader"], "to": to})
    assert answer.headers["location"] == "/web/ask"


def test_a_key_that_is_revoked_ends_the_session_it_opened(own: Site) -> None:
    keys = keys_of(own.app)
    assert own["reader"].get("/web/documents").status_code == 200
    keys.revoke(next(one.id for one in keys.all() if one.note == "reader"), at=AT)
    assert own["reader"].get("/web/documents").status_code == 303


def test_a_session_ends_in_time_and_the_oldest_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    sessions = Sessions(lambda: clock[0])
    visit = sessions.open("token")
    assert sessions.token_of(visit.id) == "token"
    clock[0] = LASTS_SECONDS
    assert sessions.token_of(visit.id) is None
    monkeypatch.setattr("aver.web.sessions.MOST", 2)
    first, second, third = (sessions.open(name) for name in ("a", "b", "c"))
    assert [sessions.token_of(one.id) for one in (first, second, third)] == [None, "b", "c"]


def test_a_header_of_the_browser_s_own_opens_no_page_and_a_cookie_no_route_for_programs(site: Site) -> None:
    bearer = {"Authorization": f"Bearer {site.tokens['reader']}"}
    assert site.browser().get("/web/documents", headers=bearer).status_code == 303
    assert site["reader"].get("/v1/documents").status_code == 401
    assert site.browser().get("/v1/documents", headers=bearer).status_code == 200


def test_every_form_without_the_proof_of_its_session_is_refused(site: Site) -> None:
    visitor, other = site["hugo"], site["reader"]
    posts = [path for method, path in page_routes() if method == "POST"]
    assert len(posts) >= 8
    for path in [*posts, "/web/sign-in", "/web/sign-out"]:
        concrete = path.format(run_id="x", other_id="y", claim_id="z", number=1, document_id="d")
        for fields in ([], [("proof", "0" * 64)], [("proof", other.proof)], [("proof", "ü")]):
            assert visitor.bare(concrete, fields).status_code in (403, 401), (path, fields)
        foreign = visitor.bare(concrete, [("proof", visitor.proof)], headers={"Sec-Fetch-Site": "cross-site"})
        assert foreign.status_code == 403
    assert visitor.get("/web/ask").status_code == 200


def test_a_form_is_taken_below_the_pages_only_and_json_everywhere_else(site: Site) -> None:
    visitor = site["reader"]
    bearer = {"Authorization": f"Bearer {site.tokens['reader']}"}
    assert visitor.bare("/v1/ask", [("question", "x")], headers=bearer).status_code == 415
    sent = visitor.client.post("/web/ask", json={"question": "x", "proof": visitor.proof})
    assert sent.status_code == 415


def test_every_page_forbids_what_it_does_not_need(site: Site) -> None:
    visitor = site["reader"]
    for path in ("/", "/web/sign-in", "/web/ask", "/web/nothing", "/web/runs/run_0", "/web/static/nothing.js"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    for name, kind in (("aver.css", "text/css"), ("ask.js", "text/javascript")):
        found = visitor.get(f"/web/static/{name}")
        assert found.headers["content-type"].startswith(kind)
        assert found.headers["x-content-type-options"] == "nosniff"


def test_a_home_without_keys_needs_no_signing_in_and_its_forms_are_proven_all_the_same(tmp_path: Path) -> None:
    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path))
        site = open_site(folder, stack, lambda app: unsafe_local(app.settings.identity.mode, "default"))
        visitor = site.browser()
        assert visitor.get("/web/ask").status_code == 200
        assert visitor.bare("/web/ask", [("question", "x")]).status_code == 403
        assert visitor.post("/web/ask", {"question": "How long is the notice period?"}).status_code == 303
        assert TestClient(site.application, base_url="http://evil.example").get("/web/ask").url.path == "/web/sign-in"
