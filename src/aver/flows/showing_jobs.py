"""Jobs as the JSON that every edge shows."""

from __future__ import annotations

from typing import Any

from aver.values.jobs import Job, JobEvent, Tally


def job_json(job: Job) -> dict[str, Any]:
    """Return one job with what it was asked for, but for the copy that an upload is read from and who asked."""
    asked = {name: value for name, value in job.arguments if value is not None and name != "caller"}
    if "uri" in asked:
        del asked["paths"]
    return {
        "id": job.id,
        "kind": job.kind.value,
        "state": job.state.value,
        "begun_at": job.begun_at,
        "changed_at": job.changed_at,
        "attempts": job.attempts,
        **counts_json(job.tally),
        "detail": job.detail,
        "arguments": asked,
    }


def job_event_json(event: JobEvent) -> dict[str, Any]:
    """Return one step of a job."""
    step = {"seq": event.seq, "at": event.at, "step": event.step.value}
    return {**step, **counts_json(event.tally), "detail": event.detail}


def counts_json(tally: Tally) -> dict[str, int]:
    """Return how far a job is."""
    return {"done": tally.done, "total": tally.total, "failed": tally.failed}
