"""Claims and their review over REST: who may, what becomes of it, and what the next question finds (J2-J5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aver.flows.claim_access import Desk
from aver.flows.claims import propose
from aver.flows.tools import utc_now
from aver.service.desk import Bounds
from aver.stages.claim_quotes import cited
from aver.stages.identity import key_holder
from aver.store.versions import latest
from aver.values.claims import ClaimContent, StoredKind
from tests.service.conftest import Served

NOTICE = "The notice period of employees is four weeks."
CLAIM = {
    "statement": "Employees leave after four weeks of notice.",
    "quotes": [{"uri": "leave/notice.md", "quote": NOTICE}],
}


def candidate(served: Served, quote: str = NOTICE, uri: str = "leave/notice.md") -> str:
    """Propose what extraction would, and return the name of the claim."""
    caller = key_holder(tenant="default", user="local", groups=["hr"], roles=["reviewer"], clearance=3)
    store = served.app.store
    with store.transactions.read() as connection:
        version = latest(connection, "default", uri)
    assert version is not None
    text = store.document(version).text
    start = text.index(quote)
    citation = cited(text, document=version.document, uri=uri, version=version.id, span=(start, start + len(quote)))
    content = ClaimContent(kind=StoredKind.FACT, statement=quote, citations=(citation,), confidence=0.9)
    return propose(Desk(store=store, caller=caller, at=utc_now()), [content])[0].id


def test_a_reviewer_writes_shows_corrects_compares_and_retires_a_claim(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    ann = served["reviewer"]
    made = ann.post("/v1/claims", json={**CLAIM, "readers": ["user:local"]})
    claim = made.json()
    name = claim["claim_id"]
    assert (made.status_code, made.headers["location"]) == (201, f"/v1/claims/{name}")
    assert (claim["state"], claim["author"], claim["citations"][0]["quote"]) == ("frozen", "local", NOTICE)
    assert served["reader"].get(f"/v1/claims/{name}").json() == claim
    (listed,) = served["reader"].get("/v1/claims", params={"state": "frozen"}).json()["claims"]
    assert listed == claim | {"in_service": True}
    changed = ann.post(f"/v1/claims/{name}/versions", json={"statement": "Employees leave after 4 weeks."})
    assert (changed.status_code, changed.json()["version"], changed.json()["supersedes"]) == (201, 2, 1)
    assert changed.json()["citations"][0]["quote"] == NOTICE
    diff = ann.get(f"/v1/claims/{name}/diff").json()
    assert (diff["from"], diff["to"], [one["field"] for one in diff["fields"]]) == (1, 2, ["statement"])
    assert ann.get(f"/v1/claims/{name}/diff", params={"from": 2, "to": 1}).json()["from"] == 2
    assert ann.post(f"/v1/claims/{name}/unfreeze", json={"reason": "checked again"}).json()["state"] == "unfrozen"
    assert served["reader"].get("/v1/claims", params={"state": "frozen"}).json()["claims"] == []
    assert ann.post(f"/v1/claims/{name}/freeze", json={}).json()["state"] == "frozen"
    assert [one["version"] for one in ann.post(f"/v1/claims/{name}/retire", json={}).json()["retired"]] == [2]
    again = ann.post(f"/v1/claims/{name}/retire", json={})
    assert (again.status_code, again.headers["content-type"]) == (409, "application/problem+json")
    history = served["reader"].get(f"/v1/claims/{name}/history").json()
    assert [one["act"] for one in history["events"]][-2:] == ["frozen", "retired"]


def test_the_queue_is_taken_decided_on_and_held_for_whoever_took_it(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    quotes = ("The secret bonus pool holds 900 crowns", "The secret bonus pool", "the hydrofoil team")
    first, second, third = (candidate(served, quote, "hr/bonus.md") for quote in quotes)
    mine, theirs = served["rita"], served["hugo"]
    queue = mine.get("/v1/review", params={"limit": 1}).json()
    assert ([one["claim"]["claim_id"] for one in queue["items"]], queue["next"].split(":")[:2]) == (
        [first],
        [first, "1"],
    )
    (taken,) = mine.post("/v1/review/next", json={}).json()["items"]
    assert (taken["claim"]["claim_id"], taken["held_by"]) == (first, "rita")
    held = theirs.post(f"/v1/review/{first}/accept", json={})
    assert (held.status_code, first in held.text) == (409, False)
    assert mine.post(f"/v1/review/{first}/escalate", json={"reason": "ask the lawyers"}).json()["state"] == "in_review"
    assert theirs.post(f"/v1/review/{first}/accept", json={"reason": "so it is"}).json()["state"] == "frozen"
    gone = theirs.post(f"/v1/review/{first}/accept", json={})
    assert (gone.status_code, gone.json()["title"]) == (409, "Conflict")
    edited = mine.post(f"/v1/review/{second}/edit", json={"statement": "There is a secret pool."}).json()
    assert (edited["state"], edited["version"]) == ("frozen", 2)
    assert mine.post(f"/v1/review/{third}/reject", json={"reason": "says nothing"}).json()["state"] == "rejected"
    assert mine.get("/v1/review").json() == {"items": [], "next": None}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/claims", {"statement": "x", "quotes": [{"uri": "leave/notice.md", "quote": "nine years"}]}),
        ("/v1/claims", {"statement": ""}),
        ("/v1/claims", {"statement": "x", "kind": "rumour"}),
        ("/v1/claims", {"statement": "x", "readers": ["everybody"]}),
        ("/v1/review/{clm}/reject", {"reason": ""}),
        ("/v1/review/next", {"count": 0}),
    ],
)
def test_what_makes_no_claim_is_refused(served: Served, path: str, body: dict[str, Any]) -> None:
    answer = served["reviewer"].post(path.format(clm="clm_" + "0" * 32), json=body)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


def test_what_a_reviewer_may_not_read_can_be_neither_quoted_nor_found_out(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    quote = "The secret bonus pool holds 900 crowns for the hydrofoil team."
    hidden = {"statement": "x", "quotes": [{"uri": "hr/bonus.md", "quote": quote}]}
    absent = {"statement": "x", "quotes": [{"uri": "hr/nothing.md", "quote": quote}]}
    answers = [served["reviewer"].post("/v1/claims", json=body) for body in (hidden, absent)]
    assert {(one.status_code, one.content) for one in answers} == {(404, answers[0].content)}
    name = candidate(served, quote, "hr/bonus.md")
    for path in (f"/v1/claims/{name}", f"/v1/claims/{name}/history", "/v1/claims", "/v1/review"):
        assert "hydrofoil" not in served["reviewer"].get(path).text
    assert served["reviewer"].get("/v1/review").json()["items"] == []


def test_the_queue_is_listed_by_page_though_it_is_worked_on_meanwhile(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    names = [candidate(served, one) for one in ("The notice period", "of employees", "is four weeks", NOTICE)]
    rita = candidate(served, "The secret bonus pool", "hr/bonus.md")
    ann, found, after = served["reviewer"], [], ""
    while after is not None:
        page = ann.get("/v1/review", params={"limit": 1, "after": after}).json()
        found += [one["claim"]["claim_id"] for one in page["items"]]
        after = page["next"]
        decided = ann.post(f"/v1/review/{found[-1]}/reject", json={"reason": "too short"})
        assert decided.status_code == 200
    assert found == names
    (item,) = served["rita"].get("/v1/review").json()["items"]
    hidden, absent = (
        ann.get("/v1/review", params={"after": f"{name}:1:{item['queued_at']}"}) for name in (rita, "clm_" + "0" * 32)
    )
    assert (hidden.status_code, hidden.content) == (404, absent.content)
    for place in ("x", rita, f"{names[0]}:1:yesterday", f"{names[0]}:x:{item['queued_at']}"):
        assert ann.get("/v1/review", params={"after": place}).status_code == 404


def test_claims_are_listed_by_page(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    for number in range(3):
        made = {"statement": f"Rule {number} holds.", "readers": ["user:local"]}
        assert served["reviewer"].post("/v1/claims", json=made).status_code == 201
    whole = served["reader"].get("/v1/claims").json()
    found: list[Any] = []
    after: str | None = ""
    while after is not None:
        page = served["reader"].get("/v1/claims", params={"limit": 1, "after": after}).json()
        found += page["claims"]
        after = page["next"]
    assert (len(found), found, whole["next"]) == (3, whole["claims"], None)
