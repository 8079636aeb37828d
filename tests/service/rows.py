"""One row for every operation: who may do it, and what a request for something of somebody else's looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

READER, REVIEWER, AUDITOR, ADMIN = (frozenset({one}) for one in ("reader", "reviewer", "auditor", "admin"))
_DECIDES, _KNOWS = REVIEWER | ADMIN, READER | REVIEWER | ADMIN
Ids = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Row:
    """An operation, written as the OpenAPI writes it.

    `body`, `params` and `headers` may hold `{doc}`, `{chk}`, `{run}`, `{job}` and the like, as `path` does. `names`
    says that something is named, so that hidden and absent have to be told nothing apart; `shown_to` are roles that see
    something of what isn't theirs. With `own_tenant` it is for the home's own tenant alone.
    """

    method: str
    path: str
    roles: frozenset[str]
    body: Any = None
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    names: bool = True
    shown_to: frozenset[str] = frozenset()
    own_tenant: bool = False

    def request(self, ids: Ids) -> dict[str, Any]:
        """Return the request that names `ids`."""
        rest: dict[str, Any] = {} if self.body is None else {"json": _filled(self.body, ids)}
        if self.content is not None:
            rest["content"] = self.content
        path = self.path
        for parameter, kind in _KINDS.items():
            path = path.replace(f"{{{parameter}}}", ids[kind])
        return {"method": self.method, "path": path, "params": _filled(dict(self.params), ids), **rest} | (
            {"headers": dict(self.headers)} if self.headers else {}
        )


_KINDS = {"document_id": "doc", "chunk_id": "chk", "run_id": "run", "job_id": "job", "claim_id": "clm"}


def _filled(value: Any, ids: Ids) -> Any:
    if isinstance(value, str):
        return value.format(**ids) if "{" in value else value
    if isinstance(value, list):
        return [_filled(one, ids) for one in value]
    return {name: _filled(one, ids) for name, one in value.items()} if isinstance(value, dict) else value


ROWS = (
    Row(method="GET", path="/v1/documents", roles=READER, names=False),
    Row(method="GET", path="/v1/documents/{document_id}", roles=READER),
    Row(method="DELETE", path="/v1/documents/{document_id}", roles=ADMIN),
    Row(method="POST", path="/v1/documents/{document_id}/ask", roles=READER, body={"question": "x"}),
    Row(
        method="POST",
        path="/v1/documents",
        roles=ADMIN,
        params={"name": "{doc}.md", "readers": "user:nobody"},
        headers={"Content-Type": "application/octet-stream"},
        content=b"# Nothing\n\nNothing at all.\n",
        names=False,
    ),
    Row(method="POST", path="/v1/ingest", roles=ADMIN, body={"path": "{dir}"}),
    Row(method="GET", path="/v1/chunks/{chunk_id}", roles=READER),
    Row(method="GET", path="/v1/jobs", roles=READER | ADMIN, params={"after": "{job}"}),
    Row(method="GET", path="/v1/jobs/{job_id}", roles=READER | ADMIN),
    Row(method="GET", path="/v1/jobs/{job_id}/stream", roles=READER | ADMIN),
    Row(method="DELETE", path="/v1/jobs/{job_id}", roles=READER | ADMIN),
    Row(method="GET", path="/v1/claims", roles=_KNOWS, names=False),
    Row(
        method="POST",
        path="/v1/claims",
        roles=_DECIDES,
        body={"statement": "So it is.", "quotes": [{"uri": "{uri}", "quote": "x"}]},
    ),
    Row(method="GET", path="/v1/claims/{claim_id}", roles=_KNOWS),
    Row(method="GET", path="/v1/claims/{claim_id}/history", roles=_KNOWS),
    Row(method="GET", path="/v1/claims/{claim_id}/diff", roles=_KNOWS, params={"from": "1", "to": "1"}),
    Row(method="POST", path="/v1/claims/{claim_id}/versions", roles=_DECIDES, body={"statement": "It is."}),
    Row(method="POST", path="/v1/claims/{claim_id}/freeze", roles=_DECIDES, body={}),
    Row(method="POST", path="/v1/claims/{claim_id}/unfreeze", roles=_DECIDES, body={}),
    Row(method="POST", path="/v1/claims/{claim_id}/retire", roles=_DECIDES, body={}),
    Row(method="GET", path="/v1/review", roles=_DECIDES, params={"after": "{clm}:1:2026-05-01T12:00:00Z"}),
    Row(method="POST", path="/v1/review/next", roles=_DECIDES, body={}, names=False),
    Row(method="POST", path="/v1/review/{claim_id}/accept", roles=_DECIDES, body={}),
    Row(method="POST", path="/v1/review/{claim_id}/edit", roles=_DECIDES, body={}),
    Row(method="POST", path="/v1/review/{claim_id}/reject", roles=_DECIDES, body={"reason": "x"}),
    Row(method="POST", path="/v1/review/{claim_id}/escalate", roles=_DECIDES, body={"reason": "x"}),
    Row(
        method="POST",
        path="/v1/chat/completions",
        roles=READER,
        body={"model": "aver-vanilla", "messages": [{"role": "user", "content": "How much is the bonus pool?"}]},
        names=False,
    ),
    Row(method="GET", path="/metrics", roles=AUDITOR | ADMIN, names=False, own_tenant=True),
    Row(method="GET", path="/v1/audit/views", roles=AUDITOR, params={"document": "{doc}"}, names=False),
    Row(method="GET", path="/v1/audit/check", roles=AUDITOR, names=False),
    Row(method="GET", path="/v1/models", roles=READER, names=False),
    Row(method="GET", path="/v1/runs/{run_id}", roles=READER | AUDITOR, shown_to=AUDITOR),
    Row(method="GET", path="/v1/runs/{run_id}/replay", roles=READER),
    Row(method="POST", path="/v1/runs/{run_id}/stop", roles=READER),
    Row(method="POST", path="/v1/feedback", roles=READER, body={"run_id": "{run}", "correct": True}),
    Row(method="POST", path="/v1/validate", roles=READER, body={"chunk_id": "{chk}", "query": "x"}),
    Row(method="POST", path="/v1/validate/quick", roles=READER, body={"document": "{doc}", "query": "x"}),
    Row(method="POST", path="/v1/verify", roles=READER, body={"claims": ["Nothing is so."]}, names=False),
    Row(method="POST", path="/v1/retrieve", roles=READER, body={"document": "{doc}", "query": "x"}),
    Row(method="POST", path="/v1/ask", roles=READER, body={"document": "{doc}", "question": "x"}),
)
