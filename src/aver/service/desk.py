"""Where requests become work: one open home, a bounded number of named threads, models that all requests share.

Everything below is synchronous (SQLite, ONNX); nothing of it runs on the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property, partial
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from aver.app import App, asking_tools, open_entailment
from aver.flows.answering import Answered, answer
from aver.flows.ask import AskTools
from aver.flows.deliberating import deliberating_tools
from aver.flows.serving_again import with_earlier_answers
from aver.flows.tools import utc_now
from aver.flows.vanilla import bring_up_to_date
from aver.flows.viewing import record_views
from aver.model_settings import ChatSettings
from aver.models.chat import budget_from, chat_from
from aver.ports import Chat, Entailment
from aver.service.ingesting import Ingesting
from aver.service.job_line import JobLine
from aver.service.measures import Measures
from aver.service.stops import Stops
from aver.service_settings import ServiceSettings
from aver.store.cache_hits import added
from aver.store.views import ViewLog
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.values.jobs import JobKind
from aver.values.recorded import Recorded

if TYPE_CHECKING:
    from aver.service.spans import Spans

Result = TypeVar("Result")


_LOG = logging.getLogger("aver.service")
Bounds: TypeAlias = ServiceSettings
"""What the service takes on at once; more is turned away."""
QUESTIONS_AT_ONCE = 2
"""Questions asked as jobs that are worked on at once, beside the requests."""


class Desk:
    """An open home at work for a service; `environment` holds the variables that name keys of models."""

    def __init__(
        self,
        app: App,
        environment: Mapping[str, str],
        bounds: Bounds,
        *,
        spans: Spans | None = None,
        beside: Desk | None = None,
    ) -> None:
        """With `beside`, another home's desk in the same service, both share its models and measures."""
        self.app = app
        self._all: list[Desk] = [self] if beside is None else beside._all
        if beside is not None:
            self._all.append(self)
        self.bounds = bounds
        self._environment = environment
        self._spans = spans
        self._pool = ThreadPoolExecutor(bounds.workers, thread_name_prefix="service-worker")
        self._door = ThreadPoolExecutor(2, thread_name_prefix="service-door")
        self._recorder = ThreadPoolExecutor(1, thread_name_prefix="service-recorder")
        self.views = ViewLog(write=app.run_log.write, read=app.run_log.read, key=app.run_log.key)
        self.measures: Measures = self._measures() if beside is None else beside.measures
        self.ingesting = Ingesting(app, environment, most=bounds.jobs_waiting, measures=self.measures)
        self.questions = JobLine(
            app.jobs,
            JobKind.ASK,
            most=bounds.jobs_waiting,
            threads=QUESTIONS_AT_ONCE,
            name="question-worker",
            measures=self.measures,
        )
        self.stops = Stops()
        self._building = threading.Lock()
        self._opening: threading.Lock = threading.Lock() if beside is None else beside._opening
        self._in_hand = 0
        self._by_tenant: Counter[str] = Counter()

    def _measures(self) -> Measures:
        """Begin to count for all homes of the service."""
        return Measures(
            {
                "aver_requests_in_hand": (
                    "Requests worked on or waiting",
                    lambda: sum(one._in_hand for one in self._all),
                ),
                "aver_jobs_in_hand": (
                    "Jobs under way or waiting",
                    lambda: sum(one.ingesting.in_hand + one.questions.in_hand for one in self._all),
                ),
            },
            caches=lambda: added(one.app.store.hits.counts() for one in self._all),
        )

    async def work(self, task: Callable[[], Result]) -> Result:
        """Return what `task` does, on a worker's thread."""
        since = time.perf_counter()

        def worked() -> Result:
            self.measures.waited(time.perf_counter() - since)
            return task()

        return await asyncio.get_running_loop().run_in_executor(self._pool, worked)

    async def look(self, task: Callable[[], Result]) -> Result:
        """Return what a look-up of a moment does, beside the workers: who asks, whether the service is ready."""
        return await asyncio.get_running_loop().run_in_executor(self._door, task)

    async def witness(self, caller: Caller, operation: str, names: frozenset[str]) -> None:
        """Record that `caller` is about to be shown what is named so, one after the other on a thread of its own."""
        record = partial(record_views, self.views, caller, operation, names, at=utc_now())
        await asyncio.get_running_loop().run_in_executor(self._recorder, record)

    @property
    def is_full(self) -> bool:
        """Whether the next request is turned away, whoever sends it."""
        return self._in_hand >= self.bounds.in_hand

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Count one request as in hand. Counting happens on the event loop alone, so nothing has to be locked."""
        self._in_hand += 1
        try:
            yield
        finally:
            self._in_hand -= 1

    @contextmanager
    def taken_for(self, tenant: str) -> Iterator[HTTPStatus | None]:
        """Count one request of `tenant`, or yield why it isn't taken."""
        if self._by_tenant[tenant] >= self.bounds.per_tenant:
            yield HTTPStatus.TOO_MANY_REQUESTS
            return
        self._by_tenant[tenant] += 1
        try:
            yield None
        finally:
            self._by_tenant[tenant] -= 1
            if not self._by_tenant[tenant]:
                del self._by_tenant[tenant]

    def answer(
        self,
        inquiry: Inquiry,
        caller: Caller,
        tools: AskTools,
        *,
        on_event: Callable[[Recorded], None] = lambda _: None,
    ) -> Answered:
        """Run an inquiry to its end and count what it came to; every answer of a service comes from here.

        Raises RunStopped where its caller asked for that.
        """

        def run(watch: Callable[[Recorded], None]) -> Answered:
            name = ""

            def told(recorded: Recorded) -> None:
                nonlocal name
                name = recorded.run
                watch(recorded)
                on_event(recorded)
                self.stops.passed(recorded)

            try:
                return answer(self.app.run_log, inquiry, caller, tools, on_event=told)
            finally:
                self.stops.over(name)

        found = run(lambda _: None) if self._spans is None else self._spans.watching(inquiry, run)
        outcome = self.measures.answered(found)
        _LOG.info("%s came to %s in %.0f ms", found.run, outcome, sum(found.timings_ms.values()))
        return found

    def tools_for(self, caller: Caller, mode: Mode) -> AskTools:
        """Return the effects of answering in `mode`; the baseline's windows are made where they are missing."""
        asking = asking_tools(self.app, tenant=caller.tenant)
        if mode is Mode.VANILLA:
            with self._building:
                bring_up_to_date(self.app.store, self.app.embedder, caller.tenant)
        has_chat = self.app.settings.models_chat != ChatSettings()
        if mode is not Mode.DELIBERATE and not (mode is Mode.AUTO and has_chat):
            return asking
        with self._opening:
            chat, entailment = self._all[0]._chat, self.entailment
        budget = budget_from(self.app.settings.models_chat)
        tools = deliberating_tools(
            asking, self.app.store, self.app.embedder, chat=chat, entailment=entailment, budget=budget
        )
        return with_earlier_answers(tools, self.app.run_log, self.app.claims)

    @cached_property
    def entailment(self) -> Entailment | None:
        """The scorer that all requests share."""
        if self._all[0] is not self:
            return self._all[0].entailment
        return open_entailment(self.app.settings)

    @cached_property
    def _chat(self) -> Chat | None:
        """The chat model that all requests share, so that its queue bounds them together."""
        return chat_from(self.app.settings.models_chat, self._environment)

    def close(self) -> None:
        """Finish what is being worked on, then let go of the home."""
        self.ingesting.close()
        self.questions.close()
        for pool in (self._pool, self._recorder, self._door):
            pool.shutdown(wait=True, cancel_futures=True)
        if self._spans is not None and self._all[0] is self:
            self._spans.close()
        self.app.store.close()
        self.app.presence.release()
