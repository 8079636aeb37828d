"""What the service counts about itself: true, for the right eyes, and without a word of anybody (M6)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from aver.service.desk import Bounds
from tests.service.conftest import HOLDERS, Served
from tests.service.test_ingesting import over, upload

QUESTION = "How long is the notice period of employees?"


def counted(served: Served) -> dict[tuple[str, ...], float]:
    """Return every sample by its name and the values of its labels."""
    answer = served["auditor"].get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_answers_stages_jobs_refusals_and_judgements_are_counted(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    run = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()["run_id"]
    streamed = served["reader"].post("/v1/ask", json={"question": QUESTION}, headers={"Accept": "text/event-stream"})
    assert streamed.status_code == 200
    served["reader"].post("/v1/ask", json={"question": "Who invented the steam engine?"})
    served["reader"].post("/v1/feedback", json={"run_id": run, "correct": False})
    served["nobody"].get("/v1/documents")
    over(served, upload(served).json()["id"])
    found = counted(served)
    assert found["aver_answers_total", "ANSWER"] == 2
    assert sum(value for (name, *_), value in found.items() if name == "aver_answers_total") == 3
    assert found["aver_claims_total", "yes"] >= 2
    assert found["aver_stage_seconds_count", "retrieved"] == 3
    assert found["aver_feedback_total", "no"] == 1
    assert found["aver_jobs_total", "done"] == 1
    assert found["aver_ingested_documents_total", "added"] == 1
    assert found["aver_requests_total", "ask", "200"] == 3
    assert found["aver_requests_total", "none", "401"] == 1
    assert found["aver_wait_seconds_count",] >= 5
    assert found["aver_requests_in_hand",] == 1
    assert found["aver_jobs_in_hand",] == 0
    assert found["aver_findings_total", "quotes_are_verbatim", "pass"] >= 2
    assert found["aver_cited_total", "active"] >= 2
    assert found["aver_cited_authority_count",] == found["aver_packets_total", "yes"] >= 2
    assert found["aver_confirmed_total", "no"] == 0 < found["aver_confirmed_total", "yes"]
    assert found["aver_reader_gain_count",] == 2
    assert found["aver_cache_lookups_total", "index", "yes"] > found["aver_cache_lookups_total", "index", "no"] > 0
    assert found["aver_cache_lookups_total", "eligible_rows", "yes"] > 0


def test_the_example_dashboard_shows_every_counter_and_asks_for_none_that_is_not_there(served: Served) -> None:
    board = json.loads((Path(__file__).resolve().parents[2] / "docs" / "dashboard.json").read_text(encoding="utf-8"))
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    text = served["auditor"].get("/metrics").text
    there = {one.name for one in text_string_to_metric_families(text) if not one.name.endswith("_created")}
    named = {re.sub("_(total|bucket|sum|count)$", "", one) for one in re.findall(r"aver_[a-z_]+", asked)}
    assert named == there


def test_counters_name_no_tenant_user_or_document(served: Served) -> None:
    served["hugo"].post("/v1/ask", json={"question": "How much is the bonus pool?"})
    said = served["auditor"].get("/metrics").text
    names = {tenant for tenant, *_ in HOLDERS.values()} | {user for _, user, *_ in HOLDERS.values()}
    assert not any(f'"{name}"' in said for name in names)
    assert "bonus" not in said


def test_counters_are_for_the_home_s_own_tenant(served: Served) -> None:
    assert served["admin"].get("/metrics").status_code == 200
    assert served["foreign"].get("/metrics").status_code == 403
