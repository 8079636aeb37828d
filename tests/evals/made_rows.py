"""Small questions and rows for the evaluation tests."""

from __future__ import annotations

from typing import Any

from aver.evals.questions import Question
from aver.evals.rows import Row

GOLD = "Checking for truthiness was considered and this idea is rejected."
LURE = "This approach is attractive, as it requires fewer changes to the language."


def result(
    outcome: str = "ANSWER",
    *quotes: str,
    stance: str | None = None,
    refuting: tuple[str, ...] = (),
    uri: str = "corpus/doc.md",
    confidence: float = 0.9,
    verdicts: tuple[str, ...] = ("pass",),
    degraded: tuple[str, ...] = (),
) -> dict[str, Any]:
    """An ask object with one claim per quote."""
    findings = [{"check": "quotes_are_verbatim", "verdict": verdict, "reason": ""} for verdict in verdicts]
    claims = [{"text": q, "citations": [{"quote": q, "uri": uri}], "findings": findings} for q in quotes]
    shown = {"document_stance_on_query": stance, "refuting": [{"quote": q} for q in refuting]}
    return {
        "decision": {"outcome": outcome, "reasons": [], "confidence": {"answer": confidence}},
        "answer": {"text": " ".join(quotes), "claims": claims} if quotes else None,
        "stance": shown if stance or refuting else None,
        "degraded": [{"stage": stage, "reason": "out"} for stage in degraded],
    }


def packet(text: str, rank: int = 1, *, selected: bool = True) -> dict[str, Any]:
    """A packet as a row carries it."""
    fields: dict[str, Any] = {
        "rank": rank,
        "score": 1.0 / rank,
        "uri": "corpus/doc.md",
        "document_id": "doc_1",
        "section_path": "A > B",
        "span": {"start": 0, "end": len(text)},
        "text": text,
    }
    return fields if selected else fields | {"selected": False}


def row(id: str, given: dict[str, Any], *packets: dict[str, Any], latency_ms: float = 10.0) -> Row:
    """A row of a run."""
    return Row(id=id, result=given, packets=packets, latency_ms=latency_ms)


def fact(id: str = "f1", **fields: Any) -> Question:
    """A fact question about `GOLD`."""
    return Question(**({"id": id, "question": "Why?", "kind": "fact", "doc": "doc.md", "gold_spans": (GOLD,)} | fields))
