"""What a service counts about itself, for Prometheus: no tenant, no user, no id and no word stands in any label (M6).

https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from aver.flows.answering import Answered
from aver.flows.ingest_outcomes import Summary
from aver.service.quality import Quality
from aver.stages.transcript import transcript_of
from aver.stages.wire import outcome_of
from aver.values.events import Challenged, Proposed, Synthesised

CONTENT_TYPE = CONTENT_TYPE_LATEST
Caches: TypeAlias = Callable[[], Mapping[str, tuple[int, int]]]
"""Hits and misses by the name of a cache."""
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class _Lookups(Collector):
    """What caches counted themselves, as one counter."""

    def __init__(self, caches: Caches) -> None:
        self._caches = caches

    def collect(self) -> Iterator[Metric]:
        """Yield the counter as it stands."""
        found = CounterMetricFamily(
            "aver_cache_lookups", "Look-ups by cache and whether it had what was wanted", labels=("cache", "hit")
        )
        for cache, (hits, misses) in self._caches().items():
            found.add_metric((cache, "yes"), hits)
            found.add_metric((cache, "no"), misses)
        yield found


class Measures:
    """The counters of one service, in a registry of its own."""

    def __init__(self, gauges: Mapping[str, tuple[str, Callable[[], float]]], *, caches: Caches) -> None:
        """Begin at nothing; `gauges`, what each is about and its value, and `caches` are read when somebody looks."""
        self._registry = CollectorRegistry()
        self._registry.register(_Lookups(caches))
        self._quality = Quality(self._registry)
        self._requests = self._counter("aver_requests", "Requests by operation and status", "operation", "status")
        self._seconds = self._histogram("aver_request_seconds", "From the door to the end of the answer", "operation")
        self._waits = self._histogram("aver_wait_seconds", "Time work waited for a worker")
        self._outcomes = self._counter("aver_answers", "Questions by outcome", "outcome")
        self._reasons = self._counter("aver_answer_reasons", "Reasons of outcomes", "reason")
        self._stages = self._histogram("aver_stage_seconds", "Time of each step of a run", "stage")
        self._failures = self._counter("aver_degraded", "Parts of a run that failed", "stage")
        self._claims = self._counter("aver_claims", "Claims of answers by whether they were released", "released")
        self._tokens = self._counter("aver_chat_tokens", "Tokens of the chat model", "direction")
        self._documents = self._counter("aver_ingested_documents", "Documents by what became of them", "result")
        self._jobs = self._counter("aver_jobs", "Jobs by how they ended", "state")
        self._feedback = self._counter("aver_feedback", "Answers that callers judged", "correct")
        for name, (about, value) in gauges.items():
            Gauge(name, about, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def requested(self, operation: str, status: int, seconds: float) -> None:
        """Count a request; `operation` is the name of what answered it, "none" where the door did."""
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def waited(self, seconds: float) -> None:
        """Note how long something waited for a worker."""
        self._waits.observe(seconds)

    def answered(self, run: Answered) -> str:
        """Count what a run came to, and return its outcome, NONE where it has none."""
        found = transcript_of(run.events)
        self._quality.observed(run, found)
        outcome = "NONE" if found.decision is None else outcome_of(found.decision)
        self._outcomes.labels(outcome).inc()
        for reason in () if found.decision is None else found.decision.reasons:
            self._reasons.labels(reason.value).inc()
        for part in found.degraded:
            self._failures.labels(part.stage).inc()
        for stage, milliseconds in run.timings_ms.items():
            self._stages.labels(stage).observe(milliseconds / 1000)
        self._claims.labels("yes").inc(len(found.released))
        self._claims.labels("no").inc(max(0, len(found.drafted) - len(found.released)))
        for event in run.events:
            if isinstance(event, Proposed | Challenged | Synthesised):
                self._tokens.labels("prompt").inc(event.usage.prompt)
                self._tokens.labels("completion").inc(event.usage.completion)
        return outcome

    def ingested(self, summary: Summary) -> None:
        """Count what became of the documents of a job."""
        for result, count in summary.counts().items():
            self._documents.labels(result).inc(count)

    def ended(self, state: str) -> None:
        """Count a job that is over or was left."""
        self._jobs.labels(state).inc()

    def judged(self, *, correct: bool) -> None:
        """Count what a caller said of an answer."""
        self._feedback.labels("yes" if correct else "no").inc()

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self._registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(name, about, labels, registry=self._registry, buckets=_SECONDS)
