"""Who was shown which version is recorded before it is sent, signed row over row, and read by auditors alone (M7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aver.errors import HomeBusy
from aver.service.desk import Bounds
from tests.service.conftest import Served
from tests.service.test_claims import CLAIM
from tests.service.test_ingesting import over, upload

QUESTION = "How long is the notice period of employees?"


def views(served: Served, who: str = "auditor", **only: Any) -> list[dict[str, Any]]:
    answer = served[who].get("/v1/audit/views", params={"limit": 500, **only})
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["views"]
    return found


def last(served: Served) -> tuple[str, str, list[str]]:
    """Return user, operation and content hashes of the newest row."""
    row = views(served)[0]
    return row["user"], row["operation"], [one["content_hash"] for one in row["documents"]]


def test_whatever_shows_something_of_a_document_is_recorded_with_its_hash(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    reader, listed = served["reader"], served["reader"].get("/v1/documents").json()["documents"]
    hashes = {one["uri"]: one["content_hash"] for one in listed}
    assert last(served) == ("local", "list_documents", sorted_hashes(served, hashes.values()))
    notice = hashes["leave/notice.md"]
    run = reader.post("/v1/ask", json={"question": QUESTION, "document": "notice.md"}).json()
    assert last(served) == ("local", "ask", [notice])
    packet = reader.post("/v1/retrieve", json={"query": QUESTION, "document": "notice.md"}).json()["packets"][0]
    assert last(served) == ("local", "retrieve", [notice])
    asked = {"question": QUESTION, "document": "notice.md"}
    reader.post("/v1/ask", json=asked, headers={"Accept": "text/event-stream"})
    chat = {"model": "aver", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}
    reader.post("/v1/chat/completions", json=chat)
    assert last(served) == ("local", "complete", [notice])
    for path, operation in (
        (f"/v1/documents/{packet['corpus_object_id']}", "show_document"),
        (f"/v1/chunks/{packet['chunk_id']}", "show_chunk"),
        (f"/v1/runs/{run['run_id']}", "show_run"),
        (f"/v1/runs/{run['run_id']}/replay", "replay_run"),
    ):
        assert reader.get(path).status_code == 200
        assert last(served) == ("local", operation, [notice])
    reader.post("/v1/validate", json={"chunk_id": packet["chunk_id"], "query": "x"})
    assert last(served) == ("local", "validate_chunk", [notice])
    reader.post("/v1/validate/quick", json={"document": "notice.md", "query": "Notice is free"})
    assert last(served) == ("local", "score_quickly", [notice])
    served["reviewer"].post("/v1/claims", json=CLAIM | {"readers": ["user:local"]})
    assert last(served) == ("local", "author_claim", [notice])
    reader.get("/v1/claims")
    assert last(served) == ("local", "list_claims", [notice])
    assert [one["operation"] for one in views(served)].count("ask") == 2


def sorted_hashes(served: Served, hashes: Any) -> list[str]:
    """Return hashes in the order of their versions' ids, which is that of a row."""
    found = [one for one in served["reader"].get("/v1/documents").json()["documents"] if one["content_hash"] in hashes]
    return [one["content_hash"] for one in sorted(found, key=lambda one: str(one["version_id"]))]


def test_nothing_is_recorded_of_what_nobody_was_shown(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    hidden = served["hugo"].post("/v1/retrieve", json={"query": "bonus pool"}).json()["packets"][0]
    before = views(served)
    for name in ("reader", "eve", "foreign"):
        served[name].get(f"/v1/documents/{hidden['corpus_object_id']}")
        served[name].post("/v1/ask", json={"question": f"What is {hidden['corpus_object_id']}?", "mode": "quote"})
    mine = [one for one in views(served) if one["n"] > before[0]["n"]]
    assert hidden["corpus_object_id"] not in str(mine)
    assert served["auditor"].get(f"/v1/runs/{hidden['evidence_packet_id']}").status_code == 404
    assert len(views(served)) == len(before) + len(mine)


def test_rows_are_found_by_user_and_document_and_by_page_and_outlive_the_document(
    own: Callable[[Bounds], Served],
) -> None:
    served = own(Bounds())
    packet = served["hugo"].post("/v1/retrieve", json={"query": "bonus pool"}).json()["packets"][0]
    for _ in range(2):
        served["reader"].get("/v1/documents")
    assert {one["user"] for one in views(served, user="hugo")} == {"hugo"}
    served["hugo"].delete(f"/v1/documents/{packet['corpus_object_id']}")
    (row,) = views(served, document=packet["corpus_object_id"])
    assert views(served, document=row["documents"][0]["content_hash"]) == [row]
    assert views(served, document="%") == views(served, document="hash_" + "0" * 32) == []
    found: list[Any] = []
    after: Any = None
    while True:
        params = {"limit": 1} | ({} if after is None else {"after": after})
        page = served["auditor"].get("/v1/audit/views", params=params).json()
        found, after = found + page["views"], page["next"]
        if after is None:
            break
    assert found == views(served)


def test_a_record_that_was_changed_or_cut_is_noticed(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    for _ in range(3):
        served["reader"].get("/v1/documents")
    check = served["auditor"].get("/v1/audit/check").json()
    assert (check["rows"], check["intact"], check["damaged_at"], len(check["head"])) == (3, True, None, 64)
    transactions = served.app.store.transactions
    with pytest.raises(Exception, match="append-only"), transactions.write() as connection:
        connection.exec_driver_sql("UPDATE document_view SET user = 'nobody'")
    with transactions.write() as connection:
        for name in ("document_view_refuses_update", "document_view_refuses_delete"):
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.exec_driver_sql("DELETE FROM document_view WHERE n = 3")
    cut = served["auditor"].get("/v1/audit/check").json()
    assert (cut["rows"], cut["intact"], cut["head"] != check["head"]) == (2, True, True)
    with transactions.write() as connection:
        connection.exec_driver_sql("UPDATE document_view SET user = 'nobody' WHERE n = 1")
    assert served["auditor"].get("/v1/audit/check").json()["damaged_at"] == 1


def test_an_auditor_sees_the_record_of_their_own_tenant_alone(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    over(served, upload(served, who="foreign", readers=["user:local"]).json()["id"], who="foreign")
    served["reader"].get("/v1/documents")
    served["foreign"].get("/v1/documents")
    mine, theirs = views(served), views(served, "foreign")
    assert ([one["n"] for one in mine], [one["n"] for one in theirs]) == ([1], [1])
    assert mine[0]["documents"] != theirs[0]["documents"]
    for name in ("reader", "admin", "reviewer"):
        assert served[name].get("/v1/audit/views").status_code == 403


def test_what_can_not_be_recorded_is_not_sent(own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch) -> None:
    served = own(Bounds())

    def full(*_words: Any, **_named: Any) -> int:
        raise HomeBusy("the disk is full", hint="free some space")

    monkeypatch.setattr("aver.service.desk.record_views", full)
    answer = served["reader"].get("/v1/documents")
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "notice" not in answer.text
