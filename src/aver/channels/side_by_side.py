"""Every source at once, under one eligibility and one deadline; what fails or is late is in the result, never silent.

A source's hits carry as score the cosine of the question with the passage, which is what later stages weigh; their rank
is the source's own order. What was found is kept for a while by its id, so that it can be fetched, confirmed and cited
like any other evidence: for another caller or later on, and always before packaging (C6), the source is asked again
whether it still stands there and is eligible. A source that has died by then ends the run as failed, which is loud.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from dataclasses import dataclass

from aver.errors import AverError, DeadlineExceeded
from aver.ports import Source
from aver.values.evidence import ChannelResult, Hit, Passage, Reached
from aver.values.governance import Eligibility
from aver.values.graph import Way
from aver.values.inquiry import SubQuestion

PER_SOURCE = 8
"""Hits of one source for one sub-question: it complements the documents and shouldn't crowd them out."""

REMEMBERED = 2_000
"""Passages kept for fetching and confirming: those of some dozens of questions."""

FRESH = 30.0
"""Seconds within which what was found is fetched under the same eligibility without asking again."""

_PATIENCE = 5
"""Confirming may take this many deadlines: a failure there ends the run. So may a search of what people vouch for."""

VOUCHED_FOR = frozenset({"claims:frozen", "curated:answers"})
"""Sources that read the home itself: they are late only where the machine is busy, and what they hold decides."""

_WORKERS = 8

Cosine = Callable[[str, Sequence[str]], Sequence[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A passage, where it stands, and under which eligibility it was found when (`time.monotonic()`)."""

    source: Source
    passage: Passage
    eligible: Eligibility
    at: float


class SideBySide:
    """The sources of a home; `seconds` is the deadline of one search, `cosine` compares a question with texts."""

    def __init__(self, sources: Sequence[Source], *, seconds: float, cosine: Cosine) -> None:
        self.sources = tuple(sources)
        self.seconds = seconds
        self._cosine = cosine
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="source-worker")
        self._known: OrderedDict[str, _Found] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, eligible: Eligibility, part: SubQuestion) -> Callable[[], tuple[ChannelResult, ...]]:
        """Start asking every source that `part` concerns; the call returned waits for them until their deadlines.

        A question scoped to documents concerns none: what sources hold stands in no document of the store.
        """
        asked = part.text.text
        began = time.monotonic()
        concerned = [] if eligible.documents is not None else [s for s in self.sources if s.opens(eligible, asked)]
        deadlines = [began + self.seconds * (_PATIENCE if one.name in VOUCHED_FOR else 1) for one in concerned]
        started = [
            (one, until, self._pool.submit(one.search, eligible, asked, PER_SOURCE, until=until))
            for one, until in zip(concerned, deadlines, strict=True)
        ]

        def collect() -> tuple[ChannelResult, ...]:
            return tuple(
                self._result(source, part, future, eligible=eligible, until=until) for source, until, future in started
            )

        return collect

    def passages(self, eligible: Eligibility, chunks: Sequence[str]) -> tuple[Passage, ...]:
        """Return those of `chunks` that sources hold and `eligible` opens, in the order asked.

        Raises SourceFailed and DeadlineExceeded where a source has to be asked again and can't be read.
        """
        since = time.monotonic() - FRESH
        known = self._remembered(chunks, eligible)
        fresh = {one.passage.chunk for one in known if one.eligible == eligible and one.at >= since}
        held = fresh | self._held(eligible, [one for one in known if one.passage.chunk not in fresh])
        return tuple(one.passage for one in known if one.passage.chunk in held)

    def confirmed(self, eligible: Eligibility, chunks: Iterable[str]) -> frozenset[str]:
        """Return which of `chunks` stand in their source and are eligible at this moment (C6).

        Raises SourceFailed and DeadlineExceeded where a source can't be read any more.
        """
        return frozenset(self._held(eligible, self._remembered(chunks, eligible)))

    def readable(self, eligible: Eligibility, passages: Sequence[Passage]) -> frozenset[str]:
        """Return the documents of those recorded `passages` that stand in a source as they were, and are eligible.

        What can't be looked up is not readable.
        """
        until = time.monotonic() + _PATIENCE * self.seconds
        held: set[str] = set()
        for source in self.sources:
            with suppress(AverError):
                held |= source.held(eligible, passages, until=until)
        return frozenset(one.document for one in passages if one.chunk in held)

    def close(self) -> None:
        """Let the threads go; what still runs is bounded by its own deadline."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _result(
        self,
        source: Source,
        part: SubQuestion,
        future: Future[tuple[Passage | Reached, ...]],
        *,
        eligible: Eligibility,
        until: float,
    ) -> ChannelResult:
        failure: str | None = None
        found: tuple[Passage | Reached, ...] = ()
        try:
            found = future.result(timeout=max(0.0, until - time.monotonic()))
        except TookTooLong:
            future.cancel()
            failure = DeadlineExceeded.__name__
        except AverError as error:
            failure = type(error).__name__
        passages = tuple(one.passage if isinstance(one, Reached) else one for one in found)
        self._remember(source, passages, eligible)
        cosines = self._cosine(part.text.text, [one.text.text for one in passages]) if passages else ()
        hits = tuple(
            Hit(chunk=one.chunk, rank=rank, score=score)
            for rank, (one, score) in enumerate(zip(passages, cosines, strict=True), start=1)
        )
        ways = tuple(
            Way(chunk=one.passage.chunk, steps=one.way) for one in found if isinstance(one, Reached) and one.way
        )
        return ChannelResult(channel=source.name, sub_question=part.number, hits=hits, failure=failure, ways=ways)

    def _held(self, eligible: Eligibility, known: Sequence[_Found]) -> set[str]:
        until = time.monotonic() + _PATIENCE * self.seconds
        held: set[str] = set()
        for source in dict.fromkeys(one.source for one in known):
            mine = [one.passage for one in known if one.source is source]
            held |= source.held(eligible, mine, until=until)
        return held

    def _remember(self, source: Source, passages: Iterable[Passage], eligible: Eligibility) -> None:
        now = time.monotonic()
        with self._lock:
            for passage in passages:
                self._known[passage.chunk] = _Found(source=source, passage=passage, eligible=eligible, at=now)
                self._known.move_to_end(passage.chunk)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def _remembered(self, chunks: Iterable[str], eligible: Eligibility) -> list[_Found]:
        """Return what is known of `chunks`, within the documents that `eligible` is narrowed to."""
        with self._lock:
            known = [self._known[chunk] for chunk in chunks if chunk in self._known]
        scope = eligible.documents
        return [one for one in known if scope is None or one.passage.document in scope]
