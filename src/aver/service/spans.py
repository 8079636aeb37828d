"""A run as spans of OpenTelemetry: one for the run, one for each of its steps, and no word of anybody in them (M6).

Steps are timed as they are committed, and told once the run has ended: a step lasts from the one before. What ran on a
model carries the attributes of OpenTelemetry's conventions for generative AI
(https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.util.types import AttributeValue

from aver import __version__
from aver.flows.answering import Answered
from aver.stages.transcript import transcript_of
from aver.stages.wire import outcome_of
from aver.values.events import Challenged, Event, Proposed, Synthesised
from aver.values.inquiry import Inquiry
from aver.values.recorded import Recorded


@dataclass(slots=True)
class Watched:
    """The steps of one run as they come: when each was committed (nanoseconds since 1970), and what it was."""

    began: int = field(default_factory=time.time_ns)
    thread: str = field(default_factory=lambda: threading.current_thread().name)
    steps: list[tuple[int, Event]] = field(default_factory=list)

    def saw(self, recorded: Recorded) -> None:
        """Note a step."""
        self.steps.append((time.time_ns(), recorded.event))


class Spans:
    """Where the spans of a service go; `provider` decides that."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("aver", __version__)

    def watching(self, inquiry: Inquiry, run: Callable[[Callable[[Recorded], None]], Answered]) -> Answered:
        """Return what `run` answers, its steps told as spans; one that fails has told nothing but that."""
        watched = Watched()
        whole = self._tracer.start_span("aver.run", start_time=watched.began)
        whole.set_attributes({"aver.mode": inquiry.mode.value, "thread.name": watched.thread})
        try:
            found = run(watched.saw)
        except BaseException as error:
            whole.set_status(trace.StatusCode.ERROR, type(error).__name__)
            whole.end()
            raise
        self._tell(whole, watched, found)
        return found

    def close(self) -> None:
        """Send what wasn't sent yet."""
        self._provider.shutdown()

    def _tell(self, whole: trace.Span, watched: Watched, found: Answered) -> None:
        context = trace.set_span_in_context(whole)
        since = watched.began
        for at, event in watched.steps:
            name = f"aver.{type(event).__name__.lower()}"
            step = self._tracer.start_span(name, context=context, start_time=since, attributes=_attributes(event))
            step.end(at)
            since = at
        decision = transcript_of(found.events).decision
        whole.set_attribute("aver.run_id", found.run)
        whole.set_attribute("aver.outcome", "NONE" if decision is None else outcome_of(decision))
        whole.end(since)


def spans_to(endpoint: str) -> Spans:
    """Return what sends spans to an OTLP endpoint over HTTP, such as http://127.0.0.1:4318/v1/traces."""
    provider = TracerProvider(resource=Resource.create({"service.name": "aver", "service.version": __version__}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint)))
    return Spans(provider)


def _attributes(event: Event) -> dict[str, AttributeValue]:
    if not isinstance(event, Proposed | Challenged | Synthesised):
        return {}
    said: dict[str, AttributeValue] = {"evidence_access": event.evidence_access.value}
    if event.usage.total:
        said |= {
            "gen_ai.operation.name": "chat",
            "gen_ai.response.model": event.by,
            "gen_ai.usage.input_tokens": event.usage.prompt,
            "gen_ai.usage.output_tokens": event.usage.completion,
        }
    return said
