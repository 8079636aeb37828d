"""The pages in Chromium: by keyboard, without scripts, with a connection that breaks, and what axe-core finds (L7)."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
import uvicorn
from fastapi import FastAPI

from aver.app import keys_of
from aver.flows.review import queue, reject
from aver.service.application import service
from aver.service.bearer_tokens import BearerTokens
from aver.service.identifying import by_key
from aver.service.issuer_keys import IssuerKeys
from aver.service.issuer_sign_in import BACK, IssuerSignIn
from aver.service.serving import address_of, listening
from aver.web.pages import with_pages
from tests.service.issuer import Issuer
from tests.web.conftest import RANGE, Site, a_shared_home, open_site, with_a_datasheet
from tests.web.test_evaluation import evaluate
from tests.web.test_pages import QUESTION, SAYS, candidate

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

pytestmark = pytest.mark.browser
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE_MS = 30_000
SHEET = "What is the range of the sensor on white paper?"

MARKED_ROWS = """() => {
  const picture = document.querySelector("img.page"), canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, 0, 0);
  const bytes = brush.getImageData(0, 0, canvas.width, canvas.height).data, rows = [];
  for (let i = 0; i < bytes.length; i += 4) {
    if (bytes[i] > 240 && bytes[i + 2] < 140) rows.push(Math.floor(i / 4 / canvas.width) / canvas.height);
  }
  return [Math.min(...rows), Math.max(...rows)];
}"""
"""The first and last row of a picture that are yellow, as shares of its height."""


@dataclass
class Stage:
    """A served home, a browser, and what its pages complained about."""

    site: Site
    url: str
    chromium: playwright.Browser
    complaints: list[str] = field(default_factory=list)

    def page(self, name: str | None = "reviewer", **context: object) -> playwright.Page:
        """Return a page of a context of its own, signed in as somebody."""
        page = self.chromium.new_context(**context).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if name is not None:
            page.goto(f"{self.url}/")
            page.fill("#key", self.site.tokens[name])
            page.click("main button")
            page.wait_for_url("**/web/ask")
        return page


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """One service on loopback and one Chromium for all tests of the module."""
    executable = os.environ.get("AVER_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        pytest.skip("there is no Chromium here")
    with ExitStack() as stack:
        folder = stack.enter_context(a_shared_home(tmp_path_factory.mktemp("stage")))
        with_a_datasheet(folder)
        evaluate(folder)
        site = open_site(folder, stack)
        url = stack.enter_context(_served(site.application, listening("127.0.0.1", 0)))
        driver = stack.enter_context(playwright.sync_playwright())
        chromium = driver.chromium.launch(executable_path=executable, args=FLAGS)
        stack.callback(chromium.close)
        yield Stage(site, url, chromium)


class _served:  # noqa: N801  (a context manager, used like a function)
    """Serve an application on a socket of loopback, on a thread of its own."""

    def __init__(self, application: FastAPI, bound: socket.socket) -> None:
        self._socket = bound
        self._server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        return address_of(self._socket)

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()


@pytest.fixture
def quiet(stage: Stage) -> Iterator[Stage]:
    """The stage, of whose pages none may complain: a policy that is broken and a script that fails both do."""
    stage.complaints.clear()
    yield stage
    assert stage.complaints == []


def ask(page: playwright.Page, question: str) -> None:
    page.goto(page.url.partition("/web/")[0] + "/web/ask")
    page.fill("#question", question)
    page.press("#question", "Enter")
    page.wait_for_url("**/web/runs/*")


def serious(page: playwright.Page) -> list[str]:
    """Return what axe-core finds, all that it calls more than minor."""
    found = axe.Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] != "minor"]


def test_a_wrong_key_is_said_to_be_wrong_and_a_right_one_opens_by_keyboard_alone(stage: Stage) -> None:
    page = stage.page(None)
    page.goto(f"{stage.url}/web/documents")
    assert page.evaluate("document.activeElement.id") == "key"
    page.keyboard.type("aver_0_0")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    page.fill("#key", stage.site.tokens["reader"])
    page.keyboard.press("Enter")
    page.wait_for_url("**/web/documents")
    page.click("text=Sign out")
    page.wait_for_url("**/web/sign-in")
    page.goto(f"{stage.url}/web/documents")
    assert "/web/sign-in" in page.url


def test_an_issuer_of_another_site_leads_back_to_the_page_that_was_wanted(quiet: Stage) -> None:
    with ExitStack() as stack:
        issuer = stack.enter_context(Issuer(host="localhost"))
        issuer.make("first")
        bound = listening("127.0.0.1", 0)
        settings = issuer.settings(client_id="pages", redirect_uri=f"{address_of(bound)}{BACK}")
        keys = IssuerKeys(settings)
        signed = BearerTokens(settings, keys.of, tenant="default").caller_of
        identify = by_key(keys_of(quiet.site.app), signed=signed)
        attempts = IssuerSignIn(settings, keys, tenant="default")
        application = with_pages(service(quiet.site.app, identify), identify, attempts=attempts)
        url = stack.enter_context(_served(application, bound))
        page = quiet.page(None)
        page.goto(f"{url}/web/documents")
        page.click("text=Sign in through localhost")
        page.wait_for_url("**/web/documents")
        assert "ann" in page.text_content(".who")
        assert serious(page) == []
        assert {one["name"] for one in page.context.cookies(f"{url}{BACK}")} == {"aver_session"}


def test_the_steps_are_watched_and_the_evidence_opens_at_a_key(quiet: Stage) -> None:
    page = quiet.page()
    page.add_init_script(
        "new MutationObserver(() => { const all = document.querySelectorAll('[data-steps] .step');"
        "if (all.length) sessionStorage.seen = [...all].map((one) => one.textContent).join(' '); })"
        ".observe(document, {childList: true, subtree: true});"
    )
    ask(page, QUESTION)
    seen = page.evaluate("sessionStorage.seen")
    assert seen.startswith("asked planned resolved retrieved")
    assert page.inner_text("blockquote") == SAYS
    assert page.inner_text(".evidence mark") == SAYS
    page.focus(".evidence summary")
    page.keyboard.press("Enter")
    assert not page.is_visible(".evidence mark")
    page.keyboard.press("Enter")
    assert page.is_visible(".evidence mark")


def test_the_page_of_a_pdf_is_shown_with_the_words_that_are_cited(quiet: Stage) -> None:
    page = quiet.page()
    ask(page, SHEET)
    assert page.inner_text("blockquote") == RANGE
    picture = page.locator("img.page").first
    picture.scroll_into_view_if_needed()
    page.evaluate("document.querySelector('img.page').decode()")
    marked = page.evaluate(MARKED_ROWS)
    assert 0.15 < marked[0] < marked[1] < 0.2
    page.click("text=See page 1")
    page.wait_for_selector("#marked img.page")


def test_asking_works_without_scripts(quiet: Stage) -> None:
    page = quiet.page(java_script_enabled=False)
    page.fill("#question", QUESTION)
    page.click("main button.main")
    page.wait_for_url("**/web/runs/*")
    assert page.inner_text("blockquote") == SAYS


def test_a_stream_that_breaks_is_taken_up_again_without_loss_or_repetition(stage: Stage) -> None:
    page = stage.page()
    sent: list[str | None] = []

    def broken(route: playwright.Route) -> None:
        sent.append(route.request.headers.get("last-event-id"))
        answer = route.fetch()
        frames = answer.text().split("\n\n")
        route.fulfill(response=answer, body="\n\n".join(frames[:4]) + "\n\n" if len(sent) == 1 else answer.text())

    page.route("**/web/ask", lambda route: broken(route) if route.request.method == "POST" else route.continue_())
    page.route("**/web/runs/*", lambda route: route.fulfill(status=204))
    page.fill("#question", QUESTION)
    page.press("#question", "Enter")
    page.wait_for_selector("[data-steps] .step:text-is('decided')")
    steps = page.locator("[data-steps] .step").all_inner_texts()
    assert len(steps) == len(set(steps)) == 10
    assert sent[0] is None
    assert (sent[1] or "").startswith("run_")


@pytest.mark.deep
def test_a_service_that_is_gone_is_said_to_be(stage: Stage) -> None:
    page = stage.page()
    page.route("**/web/ask", lambda route: route.abort())
    page.fill("#question", QUESTION)
    page.press("#question", "Enter")
    page.wait_for_selector("text=The service can't be reached")
    assert page.is_enabled("main button.main")


def test_the_queue_is_worked_down_by_keys_alone(quiet: Stage) -> None:
    where = quiet.site.desk("reviewer")
    for one in queue(where):
        reject(where, one.claim.id, reason="of another test")
    names = [candidate(quiet.site, f"Four weeks, said {n}.", who="reviewer")[0] for n in ("once", "twice", "thrice")]
    page = quiet.page()
    page.goto(f"{quiet.url}/web/review")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/web/review/{names[0]}/1")
    assert page.inner_text(".seen mark") == SAYS
    page.keyboard.press("a")
    page.wait_for_url(f"**/web/review/{names[1]}/1")
    page.keyboard.press("r")
    page.keyboard.type("just a test")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/web/review/{names[2]}/1")
    page.keyboard.press("e")
    page.keyboard.press("Control+a")
    page.keyboard.type("Four weeks.")
    page.click("text=Freeze this wording")
    page.wait_for_url("**/web/review")
    page.goto(f"{quiet.url}/web/claims/{names[2]}")
    assert page.inner_text("h1") == "Four weeks."


VISITS: dict[str, Callable[[playwright.Page], None]] = {
    "ask": lambda page: page.click("text=Narrow it down"),
    "answer": lambda page: ask(page, QUESTION),
    "page": lambda page: ask(page, SHEET),
    "no answer": lambda page: ask(page, "Which kayak needs a hydrofoil in May?"),
    "replay": lambda page: (ask(page, QUESTION), page.goto(f"{page.url}/replay")),
    "compare": lambda page: compared(page),
    "runs": lambda page: page.goto(at(page, "runs")),
    "documents": lambda page: page.goto(at(page, "documents")),
    "document": lambda page: (page.goto(at(page, "documents")), page.click("text=Notice periods")),
    "claims": lambda page: page.goto(at(page, "claims")),
    "review": lambda page: page.goto(at(page, "review")),
    "item": lambda page: (page.goto(at(page, "review")), page.click("[data-list] a")),
    "history": lambda page: (page.goto(at(page, "claims")), page.click("[data-list] a")),
    "wrong": lambda page: page.goto(at(page, "runs/run_0/replay")),
}


def at(page: playwright.Page, path: str) -> str:
    return f"{page.url.partition('/web/')[0]}/web/{path}"


def compared(page: playwright.Page) -> None:
    page.goto(at(page, "compare"))
    page.fill("#question", QUESTION)
    page.click("main button.main")
    page.wait_for_url("**/web/compare/*/*")


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page_and_none_is_wider_than_a_phone(stage: Stage, scheme: str) -> None:
    candidate(stage.site, f"Four weeks in {scheme}.", who="reviewer")
    page = stage.page(color_scheme=scheme, viewport={"width": 360, "height": 740})
    for name, visit in VISITS.items():
        visit(page)
        page.wait_for_load_state("load")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert serious(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        page.goto(at(page, "ask"))


@pytest.mark.deep
def test_the_charts_of_an_evaluation_are_drawn_under_the_policy_of_pages(quiet: Stage) -> None:
    page = quiet.page("admin")
    quiet.complaints.clear()
    page.goto(f"{quiet.url}/web/evaluation")
    for picture in page.locator("img.chart").all():
        assert picture.evaluate("async (one) => { await one.decode(); return one.naturalWidth; }") == 640
    assert serious(page) == []


@pytest.mark.deep
def test_a_file_is_sent_and_its_job_watched_until_the_document_is_there(quiet: Stage) -> None:
    page = quiet.page("admin")
    quiet.complaints.clear()
    page.goto(f"{quiet.url}/web/upload")
    assert serious(page) == []
    file = {"name": "canteen.md", "mimeType": "text/markdown", "buffer": b"# Canteen\n\nAt seven.\n"}
    page.set_input_files("#file", file)
    page.fill("#readers", "user:local, group:local")
    page.keyboard.press("Enter")
    page.wait_for_url("**/web/jobs/*")
    page.wait_for_selector("text=See the document")
    assert serious(page) == []
    page.goto(f"{quiet.url}/web/upload")
    page.set_input_files("#file", file)
    page.fill("#readers", "nobody at all")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-told] >> text=That can't be done as it was asked")
    quiet.complaints.clear()
