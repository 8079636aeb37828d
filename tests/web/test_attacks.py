"""What somebody may not see looks, on every page, like what isn't there, to the byte (C5, L7, L9)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from aver.values.jobs import JobKind, JobStep
from aver.web import routes
from aver.web.pages import GROUPS
from tests.service.conftest import AT
from tests.web.conftest import Site
from tests.web.routes import page_routes
from tests.web.test_pages import asked, candidate

BONUS = "How much does the secret bonus pool hold for the hydrofoil team?"
ABSENT = {name: f"{name}_{'0' * 32}" for name in ("doc", "run", "clm", "job")}
Attack = tuple[str, str, dict[str, str]]
_SHAPES = (
    ("GET", "/web/documents/{doc}", {}),
    ("GET", "/web/documents/{doc}/page.png?start=0&end=9", {}),
    ("GET", "/web/runs/{run}", {}),
    ("GET", "/web/runs/{run}/replay", {}),
    ("POST", "/web/runs/{run}/feedback", {"verdict": "right"}),
    ("GET", "/web/compare/{run}/{run}", {}),
    ("POST", "/web/ask", {"question": "x", "document": "{doc}"}),
    ("POST", "/web/compare", {"question": "x", "document": "{doc}"}),
    ("GET", "/web/claims/{clm}", {}),
    ("GET", "/web/jobs/{job}", {}),
    ("GET", "/web/review/{clm}/1", {}),
    ("POST", "/web/review/{clm}/1/accept", {}),
    ("POST", "/web/review/{clm}/1/edit", {"statement": "x", "kind": "fact", "uri": "x", "quote": "x"}),
    ("POST", "/web/review/{clm}/1/reject", {"reason": "x"}),
    ("POST", "/web/review/{clm}/1/escalate", {"reason": "x"}),
)
"""A request for every page that names something."""
_NAMING_NOTHING = {
    ("GET", "/web/ask"),
    ("GET", "/web/compare"),
    ("GET", "/web/runs"),
    ("GET", "/web/documents"),
    ("GET", "/web/claims"),
    ("GET", "/web/review"),
    ("POST", "/web/review/next"),
    ("GET", "/web/evaluation"),
    ("GET", "/web/evaluation/*.svg"),
    ("GET", "/web/upload"),
    ("GET", "/web/jobs"),
}
"""Pages that name nothing: what they list is looked at below."""


def attacks(ids: dict[str, str]) -> list[Attack]:
    return [
        (method, path.format(**ids), {k: v.format(**ids) for k, v in fields.items()})
        for method, path, fields in _SHAPES
    ]


@pytest.fixture(scope="module")
def secrets(site: Site) -> dict[str, str]:
    """What only hugo may read: a document, a run about it and a claim that rests on it."""
    hugo = site["hugo"]
    address = asked(hugo, BONUS)
    shown = hugo.get(address).text
    assert "hydrofoil" in shown
    document = re.search(r"/web/documents/(doc_[0-9a-f]{32})", shown)
    assert document
    says = "The secret bonus pool holds 900 crowns for the hydrofoil team."
    claim = candidate(site, "The hydrofoil team shares 900 crowns.", "hr/bonus.md", says=says, who="hugo")[0]
    assert hugo.get(f"/web/claims/{claim}").status_code == 200
    job = site.app.jobs.begin(JobKind.ENRICH, {}, site.desk("hugo").caller, now=lambda: AT)
    job.end(JobStep.DONE)
    return {"doc": document[1], "run": address.rpartition("/")[2], "clm": claim, "job": job.id}


def test_every_page_that_names_something_is_attacked() -> None:
    shape = re.compile(r"\{[a-z_]+\}|(?<=/)1(?=/|$)")
    attacked = {(method, shape.sub("*", path.partition("?")[0])) for method, path, _ in _SHAPES}
    there = {(method, shape.sub("*", path)) for method, path in page_routes()}
    assert there == attacked | _NAMING_NOTHING


def test_every_file_of_pages_is_in_the_table() -> None:
    import pkgutil

    found = {one.name for one in pkgutil.iter_modules(routes.__path__)}
    assert found == {group.__name__.rpartition(".")[2] for group in GROUPS}


def test_whoever_may_see_it_is_not_stopped(site: Site, secrets: dict[str, str]) -> None:
    for method, path, _ in attacks(secrets):
        if method == "GET" and "/review/" not in path and "page.png" not in path:
            assert site["hugo"].get(path).status_code == 200, path


def said(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    return answer.status_code, answer.content, {k: v for k, v in answer.headers.items() if k != "date"}


@pytest.mark.parametrize("name", ["reader", "eve", "foreign", "auditor", "admin", "reviewer"])
def test_the_hidden_and_the_absent_look_alike_to_the_byte(site: Site, secrets: dict[str, str], name: str) -> None:
    visitor = site[name]
    for hidden, absent in zip(attacks(secrets), attacks(ABSENT), strict=True):
        seen, unseen = (
            said(visitor.get(path) if method == "GET" else visitor.post(path, fields))
            for method, path, fields in (hidden, absent)
        )
        if name == "auditor" and hidden[:2] == ("GET", f"/web/runs/{secrets['run']}"):
            assert (seen[0], unseen[0]) == (200, 404)
            assert b"hydrofoil" not in seen[1]
            continue
        assert seen == unseen, hidden
        assert seen[0] in (403, 404)


@pytest.mark.parametrize("name", ["reader", "eve", "foreign", "reviewer"])
def test_no_list_names_what_is_hidden(site: Site, secrets: dict[str, str], name: str) -> None:
    for _, path in sorted(_NAMING_NOTHING - {("POST", "/web/review/next")}):
        text = site[name].get(path).text
        assert not any(word in text for word in (*secrets.values(), "hydrofoil", "Bonus", "bonus.md")), path


def test_what_is_hidden_is_never_taken_for_review(site: Site, secrets: dict[str, str]) -> None:
    site["reviewer"].get("/web/review")
    assert secrets["clm"] not in site["reviewer"].post("/web/review/next").headers["location"]


def test_a_visitor_who_is_not_signed_in_sees_nothing_of_any_page(site: Site, secrets: dict[str, str]) -> None:
    visitor = site.browser()
    for method, path, fields in attacks(secrets):
        answer = visitor.get(path) if method == "GET" else visitor.post(path, fields)
        assert (answer.status_code, answer.content) == (303, b""), path
        assert answer.headers["location"].startswith("/web/sign-in?to=")
