"""How an ingest is told: every file in JSON; counts, failures and warnings for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aver.flows.ingest_outcomes import Summary

SHOWN = 20
"""Failures, and documents with warnings, that are listed for people; --json has all of them."""


def payload_of(summary: Summary, *, home: Path, job: str) -> dict[str, Any]:
    """Return the summary as plain JSON."""
    return {
        "home": str(home),
        "job": job,
        "counts": summary.counts(),
        "chunks": summary.chunks,
        "seconds": round(summary.seconds, 3),
        "interrupted": summary.interrupted,
        "documents": [
            {
                "uri": one.uri,
                "document_id": one.document,
                "result": one.change.value,
                "chunks": one.chunks,
                **({} if one.erased is None else {"receipt_id": one.erased}),
                "warnings": [{"code": w.code, "detail": w.detail, "page": w.page} for w in one.warnings],
            }
            for one in summary.stored
        ],
        "failed": [
            {
                "uri": one.uri,
                "error": type(one.error).__name__,
                "message": one.error.message,
                "hint": one.error.hint,
            }
            for one in summary.failed
        ],
        "skipped": [{"uri": one.uri, "reason": one.reason} for one in summary.skipped],
        "unused_rules": [{"rule": one.number, "glob": one.glob} for one in summary.unused_rules],
    }


def lines_of(summary: Summary, *, job: str) -> Iterator[str]:
    """Yield the lines for people."""
    counts = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in summary.counts().items() if count)
    yield f"{counts or 'nothing to ingest'}; {summary.chunks} chunks in {summary.seconds:.1f} s"
    for one in summary.failed[:SHOWN]:
        yield f"  failed   {one.error.message} ({one.error.hint})"
    for stored in [one for one in summary.stored if one.warnings][:SHOWN]:
        yield f"  warning  {stored.uri}: {'; '.join(f'{w.code}: {w.detail}' for w in stored.warnings[:3])}"
    for stored in [one for one in summary.stored if one.erased][:SHOWN]:
        yield f"  redacted {stored.uri}: what was stored before is deleted, receipt {stored.erased}"
    for skipped in summary.skipped[:SHOWN]:
        yield f"  skipped  {skipped.uri}: {skipped.reason}"
    for rule in summary.unused_rules:
        yield f"  warning  rule {rule.number} of the metadata matches no file: {rule.glob}"
    if len(summary.failed) > SHOWN or len(summary.skipped) > SHOWN:
        yield "  ... --json lists all of them"
    if summary.interrupted:
        yield f"Interrupted. What is stored is complete; the same command, or `aver jobs resume {job}`, goes on."
    elif not summary.stored:
        yield "No document was stored."
