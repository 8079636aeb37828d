"""Through an issuer one signs in as whom it names, in the browser that began, once, and comes to a page (L7, L9)."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from aver.app import keys_of
from aver.errors import BadConfiguration
from aver.service.bearer_tokens import BearerTokens
from aver.service.identifying import by_key
from aver.service.issuer_keys import IssuerKeys
from aver.service.issuer_sign_in import BACK, LASTS_SECONDS, IssuerSignIn
from tests.service.issuer import Issuer
from tests.web.conftest import Browser, Site, a_shared_home, open_site

CLIENT = "aver-pages"
REDIRECT = f"http://127.0.0.1:8000{BACK}"
START = "/web/sign-in/issuer"


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with Issuer() as made:
        made.make("first")
        made.make("foreign", publish=False)
        yield made


@dataclass
class Through:
    """A service whose pages lead to an issuer, and the clock of its attempts."""

    site: Site
    issuer: Issuer
    clock: list[float]

    def begun(self, to: str = "/web/documents") -> tuple[Browser, str]:
        """Return a browser that set out, and where it was led."""
        visitor = self.site.browser()
        answer = visitor.get(START, params={"to": to})
        assert answer.status_code == 303, answer.text
        return visitor, answer.headers["location"]

    def come_back(self, visitor: Browser, sent: dict[str, str]) -> Any:
        return visitor.get(BACK, params=sent)


@pytest.fixture(scope="module")
def through(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Through]:
    settings = issuer.settings(client_id=CLIENT, redirect_uri=REDIRECT, fetch_seconds=5.0)
    keys, clock = IssuerKeys(settings), [0.0]
    attempts = IssuerSignIn(settings, keys, tenant="default", now=lambda: clock[0])
    signed = BearerTokens(settings, keys.of, tenant="default").caller_of
    with ExitStack() as stack:
        folder = stack.enter_context(a_shared_home(tmp_path_factory.mktemp("through")))
        site = open_site(folder, stack, lambda app: by_key(keys_of(app), signed=signed), attempts=attempts)
        yield Through(site, issuer, clock)


def test_who_signs_in_at_the_issuer_is_who_they_are_there_and_goes_on_to_the_page_they_wanted(through: Through) -> None:
    asked_for = through.site.browser().get("/web/sign-in?to=/web/documents").text
    assert f'href="{START}?to=%2Fweb%2Fdocuments"' in asked_for
    visitor, address = through.begun()
    answer = through.come_back(visitor, through.issuer.consented(address))
    assert answer.status_code == 200
    assert '<meta http-equiv="refresh" content="0;url=/web/documents">' in answer.text
    kinds = {cookie.partition("=")[0]: cookie for cookie in answer.headers.get_list("set-cookie")}
    assert "SameSite=Strict" in kinds["aver_session"]
    assert "Max-Age=0" in kinds["aver_sign_in"]
    shown = visitor.get("/web/documents")
    assert (shown.status_code, ">ann<" in shown.text) == (200, True)
    assert visitor.get("/web/jobs").status_code == 200
    assert visitor.get("/web/upload").status_code == 403


def test_the_issuer_learns_a_challenge_and_not_the_verifier_and_the_address_it_leads_to_is_the_one_of_the_settings(
    through: Through,
) -> None:
    visitor, address = through.begun(to="https://evil.example/")
    assert f"redirect_uri={REDIRECT.replace(':', '%3A').replace('/', '%2F')}" in address
    sent = through.issuer.consented(address)
    answer = through.come_back(visitor, {**sent, "redirect_uri": "https://evil.example/"})
    assert 'url=/web/ask">' in answer.text
    spent = through.issuer.granted[-1]
    assert len(spent["code_verifier"]) >= 43
    assert spent["code_verifier"] not in address
    assert (spent["client_id"], spent["redirect_uri"], spent["authorization"]) == (CLIENT, REDIRECT, "")


def test_a_way_back_that_another_browser_began_or_nobody_opens_nothing(through: Through) -> None:
    visitor, address = through.begun()
    sent = through.issuer.consented(address)
    other, _ = through.begun()
    for stranger in (other, through.site.browser()):
        assert through.come_back(stranger, sent).status_code == 400
        assert stranger.get("/web/documents").status_code == 303
    before = len(through.issuer.granted)
    for wrong in ({}, {"code": sent["code"]}, {"state": sent["state"]}, {**sent, "state": "x"}):
        visitor, address = through.begun()
        through.issuer.consented(address)
        assert through.come_back(visitor, wrong).status_code == 400
    assert len(through.issuer.granted) == before


def test_a_way_back_is_good_once_and_for_ten_minutes(through: Through) -> None:
    visitor, address = through.begun()
    sent = through.issuer.consented(address)
    assert through.come_back(visitor, sent).status_code == 200
    assert through.come_back(visitor, sent).status_code == 400
    late, address = through.begun()
    through.clock[0] += LASTS_SECONDS
    assert through.come_back(late, through.issuer.consented(address)).status_code == 400


@pytest.mark.parametrize(
    "given",
    [
        {"identity": {"nonce": "x"}},
        {"identity": {"nonce": None}},
        {"identity": {"aud": "another-client"}},
        {"identity": {"aud": [CLIENT, "another-client"]}},
        {"identity": {"azp": "another-client"}},
        {"identity": {"iss": "https://evil.example"}},
        {"identity": {"exp": 1}},
        {"key": "foreign"},
        {"raw": {"id_token": None}},
        {"raw": {"id_token": 7, "access_token": 7}},
        {"access": {"roles": ["visitor"]}, "identity": {"roles": ["visitor"]}},
        {"access": {"aud": "another-service"}},
        {"access": {"sub": "local"}},
    ],
    ids=str,
)
def test_tokens_that_are_not_for_this_attempt_client_and_service_open_nothing(
    through: Through, given: dict[str, Any]
) -> None:
    visitor, address = through.begun()
    answer = through.come_back(visitor, through.issuer.consented(address, **given))
    assert (answer.status_code, "opens nothing here" in answer.text) == (401, True)
    assert visitor.get("/web/documents").status_code == 303


def test_what_the_issuer_refuses_or_another_issuer_sends_is_told_without_its_words(through: Through) -> None:
    visitor, address = through.begun()
    state = through.issuer.consented(address)["state"]
    refused = through.come_back(visitor, {"state": state, "error": "access_denied", "error_description": "<b>no</b>"})
    assert (refused.status_code, "<b>no" in refused.text) == (400, False)
    for named, status in (("https://evil.example", 400), (through.issuer.url, 200)):
        visitor, address = through.begun()
        sent = through.issuer.consented(address)
        assert through.come_back(visitor, {**sent, "iss": named}).status_code == status


@pytest.mark.deep
def test_an_issuer_that_is_away_is_a_busy_page_and_holds_nobody_up(through: Through) -> None:
    visitor, address = through.begun()
    sent = through.issuer.consented(address)
    through.issuer.seconds = 10.0
    try:
        since = time.monotonic()
        assert through.come_back(visitor, sent).status_code == 401
        assert time.monotonic() - since < 8.0
    finally:
        through.issuer.seconds = 0.0
    assert through.site.browser().client.post(START).status_code == 405


def test_a_session_ends_with_its_token(through: Through) -> None:
    visitor, address = through.begun()
    soon = int(time.time()) - 58
    through.come_back(visitor, through.issuer.consented(address, access={"exp": soon}))
    first = visitor.get("/web/documents").status_code
    time.sleep(3.2)
    assert (first, visitor.get("/web/documents").status_code) == (200, 303)


def test_a_client_with_a_secret_proves_itself_by_it(issuer: Issuer) -> None:
    settings = issuer.settings(client_id=CLIENT, redirect_uri=REDIRECT, fetch_seconds=5.0)
    issuer.secret = "Basic " + base64.b64encode(b"aver-pages:s%2F%C3%A9+t").decode()
    try:
        for secret, opened in (("s/é t", True), ("", False), ("x", False)):
            attempts = IssuerSignIn(settings, IssuerKeys(settings), tenant="default", secret=secret)
            _, attempt = attempts.begun("/web/ask")
            code = issuer.consented(attempts.address(attempt))["code"]
            assert bool(attempts.tokens(attempt, code)) == opened
    finally:
        issuer.secret = ""


def test_an_access_token_that_says_nothing_here_leaves_the_id_token_where_the_settings_take_that(
    issuer: Issuer,
) -> None:
    settings = issuer.settings(client_id=CLIENT, redirect_uri=REDIRECT, audience=CLIENT)
    keys = IssuerKeys(settings)
    attempts = IssuerSignIn(settings, keys, tenant="default")
    _, attempt = attempts.begun("/web/ask")
    code = issuer.consented(attempts.address(attempt), raw={"access_token": "opaque"})["code"]
    access, identity = attempts.tokens(attempt, code)
    signed = BearerTokens(settings, keys.of, tenant="default")
    assert (access, signed.caller_of(access)) == ("opaque", None)
    caller = signed.caller_of(identity)
    assert caller is not None
    assert caller.user == "ann"


@pytest.mark.parametrize(
    "wrong",
    [
        {"redirect_uri": ""},
        {"redirect_uri": "https://aver.example/elsewhere"},
        {"redirect_uri": f"http://aver.example{BACK}"},
        {"scopes": "profile"},
        {"audience": ""},
    ],
)
def test_settings_under_which_nobody_could_come_back_are_refused(issuer: Issuer, wrong: dict[str, str]) -> None:
    settings = issuer.settings(**{"client_id": CLIENT, "redirect_uri": REDIRECT, **wrong})
    with pytest.raises(BadConfiguration):
        IssuerSignIn(settings, IssuerKeys(settings), tenant="default")
        BearerTokens(settings, IssuerKeys(settings).of, tenant="default")


def test_without_an_issuer_the_pages_know_no_way_there(site: Site) -> None:
    visitor = site.browser()
    assert START not in visitor.get("/web/sign-in").text
    for path in (START, BACK):
        assert re.match("/web/sign-in", visitor.get(path).headers["location"])
        assert "Nothing is here" in site["reader"].get(path).text
