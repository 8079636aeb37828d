"""What /openapi.json says is so: examples, answers, and no input that is met with a fault of the service (L2)."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode

from aver.service.desk import Bounds
from aver.service.examples import SUBMISSION, all_examples
from tests.service.conftest import Served
from tests.service.rows import READER, ROWS
from tests.service.test_claims import candidate
from tests.service.test_ingesting import folder_of, over, upload

DONE = {"200", "201", "202"}
EXAMPLES = 15
LEAST = {GenerationMode.POSITIVE: 40, GenerationMode.NEGATIVE: 36}
"""Operations that can be asked so: health and what takes nothing but an id have no wrong inputs."""

QUESTION = "How long is the notice period of employees?"


@pytest.mark.deep
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_input_that_the_description_allows_or_forbids_is_answered_as_described(
    own: Callable[[Bounds], Served], mode: GenerationMode
) -> None:
    served = own(Bounds())
    schema = schemathesis.openapi.from_dict(served["nobody"].get("/openapi.json").json())
    tried = 0
    for found in schema.get_all_operations():

        @given(case=found.ok().as_strategy(generation_mode=mode))
        @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
        def answered_as_described(case: schemathesis.Case) -> None:
            answer = served[allowed(case.method, case.operation.path)].request(**request_of(case))
            holds_what_is_described(case.operation.definition.raw["responses"], answer)

        with suppress(Unsatisfiable):
            answered_as_described()
            tried += 1
    assert tried >= LEAST[mode]


def allowed(method: str, path: str) -> str:
    """Return who may do that: hugo, who reads and administers, or the auditor."""
    (roles,) = [row.roles for row in ROWS if (row.method, row.path) == (method, path)] or [READER]
    return "hugo" if roles & {"reader", "admin"} else "auditor"


def holds_what_is_described(responses: dict[str, Any], answer: Response) -> None:
    """Fail for a fault of the service, an answer that isn't described, and a body of another form."""
    assert answer.status_code < 500, answer.text
    kind = answer.headers["content-type"].partition(";")[0]
    assert (kind == "application/problem+json") == (answer.status_code >= 400)
    if answer.status_code != 405:
        body = responses[str(answer.status_code)]["content"][kind]["schema"]
        Draft202012Validator(body).validate(answer.text if kind.startswith("text/") else answer.json())


def request_of(case: schemathesis.Case) -> dict[str, Any]:
    """Return a generated case as the client takes it: without an identity of its own making, cookies and files."""
    sent = case.as_transport_kwargs(base_url="http://testserver")
    headers = {name: value for name, value in sent["headers"].items() if name.lower() != "authorization"}
    rest = {name: sent[name] for name in ("params", "json") if sent.get(name) is not None}
    content = {"content": sent["data"]} if isinstance(sent.get("data"), str | bytes) else {}
    return {"method": sent["method"], "path": sent["url"], "headers": headers, **rest, **content}


def answers(served: Served) -> dict[str, Any]:
    """Return a real answer of every operation under the name of its example."""
    reader = served["reader"]
    listed = reader.get("/v1/documents", params={"limit": 1}).json()
    found = reader.post("/v1/retrieve", json={"query": QUESTION}).json()
    answer = reader.post("/v1/ask", json={"question": QUESTION}).json()
    chunk = found["packets"][0]["chunk_id"]
    return {
        "documents": listed,
        "document": reader.get(f"/v1/documents/{listed['documents'][0]['document_id']}").json(),
        "retrieved": found,
        "chunk": reader.get(f"/v1/chunks/{chunk}").json(),
        "answer": answer,
        "validated": reader.post("/v1/validate", json={"chunk_id": chunk, "query": QUESTION}).json(),
        "quick": reader.post("/v1/validate/quick", json={"query": "Notice is free", "document": "notice.md"}).json(),
        "verified": reader.post("/v1/verify", json=SUBMISSION).json(),
        "run": reader.get(f"/v1/runs/{answer['run_id']}").json(),
        "replayed": reader.get(f"/v1/runs/{answer['run_id']}/replay").json(),
        "run_stopped": reader.post(f"/v1/runs/{answer['run_id']}/stop").json(),
        "feedback": reader.post("/v1/feedback", json={"run_id": answer["run_id"], "correct": True}).json(),
        "completion": reader.post(
            "/v1/chat/completions", json={"model": "aver", "messages": [{"role": "user", "content": QUESTION}]}
        ).json(),
        "models": reader.get("/v1/models").json(),
        "views": served["auditor"].get("/v1/audit/views", params={"limit": 1}).json(),
        "views_checked": served["auditor"].get("/v1/audit/check").json(),
        **jobs_of(served),
        **claims_of(served),
        "health": reader.get("/healthz").json(),
        "readiness": reader.get("/readyz").json(),
    }


def jobs_of(served: Served) -> dict[str, Any]:
    """Return real answers about jobs."""
    folder, hugo = folder_of(served), served["hugo"]
    upload_begun = upload(served).json()
    begun = hugo.post("/v1/ingest", json={"path": str(folder), "readers": ["user:hugo"]}).json()
    over(served, begun["id"])
    shown = over(served, upload_begun["id"])
    listed = hugo.get("/v1/jobs", params={"limit": 1}).json()
    notice = served["reader"].get("/v1/documents").json()["documents"][0]["document_id"]
    question = served["reader"].post(f"/v1/documents/{notice}/ask", json={"question": QUESTION}).json()
    return {"upload": upload_begun, "job": begun, "job_shown": shown, "jobs": listed, "question": question}


def claims_of(served: Served) -> dict[str, Any]:
    """Return real answers about claims and their review."""
    ann = served["reviewer"]
    name = candidate(served)
    queue = ann.get("/v1/review").json()
    taken = ann.post("/v1/review/next", json={}).json()
    claim = ann.post(f"/v1/review/{name}/edit", json={"statement": "Employees give four weeks of notice."}).json()
    return {
        "review_queue": queue,
        "review_taken": taken,
        "claim": claim,
        "claims": ann.get("/v1/claims", params={"limit": 1}).json(),
        "claim_history": ann.get(f"/v1/claims/{name}/history").json(),
        "claim_diff": ann.get(f"/v1/claims/{name}/diff").json(),
        "claim_retired": ann.post(f"/v1/claims/{name}/retire", json={}).json(),
    }


def test_every_example_has_the_form_of_a_real_answer(served: Served) -> None:
    real = answers(served)
    listed = real["documents"]["documents"][0]["document_id"]
    real["receipt"] = served["admin"].delete(f"/v1/documents/{listed}").json()
    assert all_examples().keys() == real.keys()
    for name, example in all_examples().items():
        assert example.keys() == real[name].keys(), name


def test_every_operation_is_described_with_an_example_and_its_problems(served: Served) -> None:
    paths = served["nobody"].get("/openapi.json").json()["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            (done,) = DONE & operation["responses"].keys()
            kinds = operation["responses"][done]["content"]
            assert any(kind.get("example") for kind in kinds.values()), path
            assert operation["summary"] and operation["description"], path
            if path.startswith("/v1"):
                assert operation["security"] == [{"key": []}]
                assert {"401", "403", "404", "413", "422", "429", "503"} <= operation["responses"].keys()


def test_the_page_on_the_service_names_every_route_and_status(served: Served) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text(encoding="utf-8")
    for path, operations in served["nobody"].get("/openapi.json").json()["paths"].items():
        assert re.sub(r"\{\w+\}", "{id}", path) in page
        for operation in operations.values():
            described = set(operation["responses"]) - DONE - {"400", "408"}
            assert described <= set(re.findall(r"\b[45]\d\d\b", page))
