"""A document that is sent from a page is taken as REST takes it: same roles and limits, a job of one's own (A9, L7)."""

from __future__ import annotations

import re
import time

from httpx2 import Response

from tests.web.conftest import Browser, Site
from tests.web.test_pages import words

TEXT = "# Canteen\n\nThe canteen opens at seven.\n"


def sent(visitor: Browser, *, proof: str | None = None, readers: str = "user:local", **headers: str) -> Response:
    kind = {"Content-Type": "application/octet-stream", "X-Proof": visitor.proof if proof is None else proof}
    address = f"/web/send?name=canteen.md&readers={readers}"
    return visitor.client.post(address, content=TEXT.encode(), headers={**kind, **headers}, follow_redirects=False)


def ended(visitor: Browser, address: str) -> str:
    """Return the page of a job once it has ended."""
    for _ in range(600):
        page = visitor.get(address).text
        if "http-equiv" not in page:
            return page
        time.sleep(0.05)
    raise AssertionError("the job goes on and on")


def test_a_document_is_sent_read_and_shown(own: Site) -> None:
    visitor = own["admin"]
    form = visitor.get("/web/upload").text
    assert "data-upload" in form
    taken = sent(visitor)
    assert taken.status_code == 202, taken.text
    page = ended(visitor, f"/web/jobs/{taken.json()['id']}")
    assert words(page, "h1") == ["ingest upload://local/canteen.md"]
    there = re.search(r'href="(/web/documents/doc_[0-9a-f]{32})"', page)
    assert there
    assert "The canteen opens at seven." in own["reader"].get(there[1]).text
    assert taken.json()["id"] in visitor.get("/web/jobs").text


def test_nobody_sends_without_the_role_or_the_proof_of_their_own_session(own: Site) -> None:
    assert own["reader"].get("/web/upload").status_code == 403
    assert sent(own["reader"]).status_code == 403
    admin = own["admin"]
    assert sent(admin, proof="").status_code == 403
    assert sent(admin, proof=own["reader"].proof).status_code == 403
    assert sent(admin, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert sent(own.browser()).status_code in (303, 403)
    assert own.app.jobs.jobs(own.desk("admin").caller)[0].kind.value == "ingest"
    assert "upload://" not in admin.get("/web/jobs").text


def test_what_is_sent_wrongly_is_explained(own: Site) -> None:
    visitor = own["admin"]
    assert sent(visitor, readers="nobody%20at%20all").status_code == 422
    kind = {"Content-Type": "application/octet-stream", "X-Proof": visitor.proof}
    unknown = visitor.client.post("/web/send?name=x.exe", content=b"x", headers=kind)
    assert unknown.status_code in (415, 422)
    assert words(unknown.text, "h1")
