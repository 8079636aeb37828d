"""Ingest: files to searchable versions, each of them all or nothing (A9, A10, A12).

Reader threads parse (each in a child process) and chunk; this thread embeds batches across documents,
which keeps every core of the encoder busy; one writer thread commits the batch before. Every queue is
bounded, so memory does not grow with the folder. What is committed stays: an interrupted or killed
ingest goes on where it was, because an unchanged file costs a hash and a look-up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from aver.flows.ingest_outcomes import Failed, Outcome, Progress, Skipped, Stored, Summary
from aver.flows.ingest_prepare import Prepared, Reader, Recipe, Regoverned, prepare
from aver.flows.ingest_store import Item, store_batch
from aver.flows.ingest_walk import Entry, Found, walk
from aver.index.vectors import to_fixed
from aver.stages.metadata import unused
from aver.store.store import Store

BATCH_DOCUMENTS = 256
"""Most documents committed together, whatever their size."""

Given = TypeVar("Given")
Made = TypeVar("Made")
Encode = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestTools:
    """The outside of an ingest: a reader, `encode` (texts to unit rows), `supports` (a name), `now` (ISO, UTC).

    `stop` is asked after every document whether the rest shall be left for another time.
    """

    reader: Reader
    encode: Encode
    supports: Callable[[str], bool]
    now: Callable[[], str]
    jobs: int = 1
    batch_chunks: int = 128
    stop: Callable[[], bool] = lambda: False


def ingest(
    paths: Sequence[Path],
    recipe: Recipe,
    *,
    tools: IngestTools,
    on_progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Ingest files and folders and account for each entry.

    Raises BadInput when a path is not there and HomeBusy when the store stays locked; a file that can't
    be read is a `Failed` in the summary. On KeyboardInterrupt, or once `tools.stop` says so, the batch being
    committed is finished and the summary of what was done comes back with `interrupted`.
    """

    def entries() -> Iterator[Entry]:
        return walk(
            paths, supports=tools.supports, metadata=recipe.metadata_files, folder_metadata=recipe.folder_metadata
        )

    return ingest_entries(entries, recipe, tools=tools, on_progress=on_progress)


def ingest_entries(
    entries: Callable[[], Iterator[Entry]],
    recipe: Recipe,
    *,
    tools: IngestTools,
    on_progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Ingest what a connector lists: `entries` gives the same list each time it is called.

    A `Found` brings the governance that its source knows (readers, above all) as `rules`.
    """
    began = perf_counter()
    total = sum(1 for _ in entries())
    outcomes: list[Outcome] = []
    chunks = failed = 0
    interrupted = False
    work = _Work(recipe=recipe, tools=tools)
    try:
        with closing(work.outcomes(entries())) as made:
            for outcome in made:
                outcomes.append(outcome)
                failed += isinstance(outcome, Failed)
                chunks += outcome.chunks if isinstance(outcome, Stored) else 0
                done, seconds = len(outcomes), perf_counter() - began
                if on_progress is not None:
                    on_progress(
                        Progress(done=done, total=max(total, done), chunks=chunks, failed=failed, seconds=seconds)
                    )
                if tools.stop():
                    interrupted = True
                    break
    except KeyboardInterrupt:
        interrupted = True
    outcomes.extend(work.rest())
    return _summary(outcomes, recipe, began=began, interrupted=interrupted, store=tools.reader.store)


def _summary(outcomes: list[Outcome], recipe: Recipe, *, began: float, interrupted: bool, store: Store) -> Summary:
    files = [one.uri for one in outcomes if not isinstance(one, Skipped)]
    if any(isinstance(one, Stored) and one.erased for one in outcomes):
        store.transactions.wipe_journal()
    return Summary(
        outcomes=tuple(sorted(outcomes, key=lambda one: one.uri)),
        seconds=perf_counter() - began,
        interrupted=interrupted,
        unused_rules=() if interrupted else unused(recipe.rules, files),
    )


@dataclass(slots=True, kw_only=True)
class _Work:
    """One ingest under way: the batch being filled, the batch being committed, and outcomes not yet told."""

    recipe: Recipe
    tools: IngestTools
    batch: list[Prepared | Regoverned] = field(default_factory=list)
    committing: Future[tuple[Outcome, ...]] | None = None
    ready: deque[Outcome] = field(default_factory=deque)

    def outcomes(self, entries: Iterable[Entry]) -> Generator[Outcome]:
        """Yield what became of each entry, in the order it became it."""
        readers = ThreadPoolExecutor(self.tools.jobs, "ingest-reader")
        writer = ThreadPoolExecutor(1, "ingest-writer")
        try:
            for made in _unordered(readers, self._made, entries, ahead=2 * self.tools.jobs + 2):
                if isinstance(made, Stored | Failed | Skipped):
                    self.ready.append(made)
                else:
                    self.batch.append(made)
                    if self._is_full():
                        self._flush(writer)
                yield from self._told()
            self._flush(writer)
            self._settle()
            yield from self._told()
        finally:
            readers.shutdown(cancel_futures=True)
            writer.shutdown()

    def rest(self) -> tuple[Outcome, ...]:
        """Wait for the batch being committed and return every outcome that wasn't told yet."""
        self._settle()
        return tuple(self._told())

    def _told(self) -> Iterator[Outcome]:
        while self.ready:
            yield self.ready.popleft()

    def _made(self, entry: Entry) -> Prepared | Regoverned | Outcome:
        return prepare(entry, self.recipe, self.tools.reader) if isinstance(entry, Found) else entry

    def _is_full(self) -> bool:
        waiting = sum(len(one.chunks) for one in self.batch if isinstance(one, Prepared))
        return waiting >= self.tools.batch_chunks or len(self.batch) >= BATCH_DOCUMENTS

    def _flush(self, writer: ThreadPoolExecutor) -> None:
        """Embed the batch while the one before is committed, then hand it to the writer."""
        batch, self.batch = self.batch, []
        if not batch:
            return
        texts = [text for one in batch if isinstance(one, Prepared) for text in one.texts]
        vectors = to_fixed(self.tools.encode(texts)) if texts else np.zeros((0, 1), np.int16)
        items = tuple(_with_vectors(batch, vectors, at=self.tools.now()))
        self._settle()
        self.committing = writer.submit(store_batch, items, self.tools.reader.store)

    def _settle(self) -> None:
        """Wait for the batch being committed; its outcomes can be told then, each of them once."""
        if self.committing is not None:
            committing, self.committing = self.committing, None
            self.ready.extend(committing.result())


def _with_vectors(batch: Iterable[Prepared | Regoverned], vectors: NDArray[np.int16], *, at: str) -> Iterator[Item]:
    """Yield what to store of a batch, given the vectors of all its chunks in order."""
    start = 0
    for one in batch:
        if isinstance(one, Prepared):
            end = start + len(one.chunks)
            yield one.with_vectors(vectors[start:end], at=at)
            start = end
        else:
            yield one


def _unordered(
    pool: ThreadPoolExecutor, function: Callable[[Given], Made], items: Iterable[Given], *, ahead: int
) -> Iterator[Made]:
    """Yield the results of `function` as they come, with at most `ahead` items under way or waiting."""
    waiting: set[Future[Made]] = set()
    for item in items:
        waiting.add(pool.submit(function, item))
        while len(waiting) >= ahead:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)
