"""Pages and tools go out by the same door as routes: what they show is recorded too (M7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from aver.store.views import View, ViewLog
from tests.mcp_server.conftest import Offered
from tests.mcp_server.conftest import offered as offered
from tests.web.conftest import Site, a_shared_home, open_site

QUESTION = "How long is the notice period of employees?"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A service with pages of its own."""
    with ExitStack() as stack:
        yield open_site(stack.enter_context(a_shared_home(tmp_path)), stack)


def views(where: Site | Offered) -> tuple[View, ...]:
    log = where.app.run_log
    return ViewLog(write=log.write, read=log.read, key=log.key).views("default", limit=100)


def test_pages_that_show_a_document_or_an_answer_are_recorded(site: Site) -> None:
    reader = site["reader"]
    reader.get("/web/documents")
    document = views(site)[0].shown[0].document
    assert views(site)[0].operation == "documents_page"
    assert reader.get(f"/web/documents/{document}").status_code == 200
    assert (views(site)[0].operation, views(site)[0].shown[0].document) == ("document_page", document)
    reader.get("/web/ask")
    run = reader.post("/web/ask", {"question": QUESTION, "mode": "quote"}).headers["location"]
    before = len(views(site))
    assert "four weeks" in reader.get(run).text
    assert len(views(site)) > before
    assert views(site)[0].operation == "run_page"


def test_tools_that_show_something_are_recorded(offered: Offered) -> None:
    before = len(views(offered))
    assert "four weeks" in str(offered.found("reader", "ask", question=QUESTION))
    found = views(offered)
    assert len(found) > before
    assert (found[0].operation, found[0].user) == ("/mcp", "local")
