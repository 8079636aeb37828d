"""Enrich: what is made of each version once it is searchable, one version at a time (A6, A7, A9).

A version needs work when it has nothing by the present producer, so a run costs a look-up where all is done,
goes on where an interrupted one stopped, and makes everything anew when a producer changes. One document
that fails is reported and stops nobody else's. Nothing is stored of a version that changed meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

from sqlalchemy.exc import NoResultFound

from aver.errors import AverError, HomeBusy, StoreUnreachable, UnreadableDocument
from aver.store.enrichments import save_enrichment, versions_lacking
from aver.store.store import Store
from aver.store.versions import document_of
from aver.values.documents import Document
from aver.values.enrichment import EnrichmentKind, Unenriched

_AHEAD = 2
"""Versions per worker that are under way or waiting, so that memory does not grow with the corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What was made of one document: packed payload, vector rows (int16, little-endian), and counts to report.

    `producer` names who made it where that is not the enricher: the next run takes it for missing and tries again.
    """

    payload: bytes
    vectors: bytes = b""
    counts: tuple[tuple[str, int], ...] = ()
    producer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enricher:
    """Makes one kind of enrichment; `producer` names everything that its output depends on beside the document."""

    kind: EnrichmentKind
    producer: str
    make: Callable[[Document], Made]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichTools:
    """The outside of a run: the store, `now` (ISO 8601, UTC), and how many versions are worked on at once."""

    store: Store
    now: Callable[[], str]
    jobs: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichFailed:
    """A document that one kind could not be made of."""

    uri: str
    kind: EnrichmentKind
    error: AverError


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichProgress:
    """Versions done of those that need work, failures among them, seconds since the start."""

    done: int
    total: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichReport:
    """What a run did: versions enriched, those that changed meanwhile, failures, and the enrichers' counts."""

    versions: int
    changed: int
    failed: tuple[EnrichFailed, ...]
    counts: tuple[tuple[str, int], ...]
    seconds: float
    interrupted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    version: Unenriched
    enrichers: tuple[Enricher, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    stored: bool
    failed: tuple[EnrichFailed, ...]
    counts: tuple[tuple[str, int], ...]


def enrich(
    tools: EnrichTools,
    enrichers: Sequence[Enricher],
    *,
    tenant: str,
    again: bool = False,
    on_progress: Callable[[EnrichProgress], None] | None = None,
    shall_stop: Callable[[], bool] = lambda: False,
) -> EnrichReport:
    """Make of every version of `tenant` what it lacks; `again` makes everything anew.

    For writers: it looks past readers. Raises HomeBusy when the store stays locked; after `shall_stop`, asked
    after each version, or KeyboardInterrupt what is stored stays and the report says `interrupted`.
    """
    began = perf_counter()
    work = _work_list(tools.store, enrichers, tenant, again=again)
    done: list[_Done] = []
    interrupted = False
    try:
        with closing(_results(tools, work)) as results:
            for one in results:
                done.append(one)
                if len(done) < len(work) and shall_stop():
                    interrupted = True
                    break
                if on_progress is not None:
                    failed = sum(bool(each.failed) for each in done)
                    seconds = perf_counter() - began
                    on_progress(EnrichProgress(done=len(done), total=len(work), failed=failed, seconds=seconds))
    except KeyboardInterrupt:
        interrupted = True
    counts: Counter[str] = Counter()
    for one in done:
        counts.update(dict(one.counts))
    failures = (failure for one in done for failure in one.failed)
    return EnrichReport(
        versions=sum(one.stored for one in done),
        changed=sum(not one.stored and not one.failed for one in done),
        failed=tuple(sorted(failures, key=lambda one: (one.uri, one.kind))),
        counts=tuple(sorted(counts.items())),
        seconds=perf_counter() - began,
        interrupted=interrupted,
    )


def _work_list(store: Store, enrichers: Sequence[Enricher], tenant: str, *, again: bool) -> tuple[_Work, ...]:
    """Return every version that lacks something with what makes it, by key."""
    versions: dict[int, Unenriched] = {}
    wanted: dict[int, list[Enricher]] = {}
    with store.transactions.read(tenant) as connection:
        for enricher in enrichers:
            present = "" if again else enricher.producer
            for version in versions_lacking(connection, tenant, enricher.kind, present):
                versions[version.key] = version
                wanted.setdefault(version.key, []).append(enricher)
    return tuple(_Work(version=versions[key], enrichers=tuple(wanted[key])) for key in sorted(versions))


def _results(tools: EnrichTools, work: Sequence[_Work]) -> Generator[_Done]:
    """Yield what became of each version, in the order it became it, from named threads."""
    pool = ThreadPoolExecutor(tools.jobs, "enrich-worker")
    waiting: set[Future[_Done]] = set()
    try:
        for one in work:
            waiting.add(pool.submit(_enriched, tools, one))
            while len(waiting) >= tools.jobs * _AHEAD:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
    finally:
        pool.shutdown(cancel_futures=True)


def _enriched(tools: EnrichTools, work: _Work) -> _Done:
    """Make and store in one transaction what one version lacks; each kind succeeds or fails by itself."""
    with tools.store.transactions.read(work.version.tenant) as connection:
        try:
            document = document_of(connection, work.version.tenant, work.version.key)
        except NoResultFound:
            return _Done(stored=False, failed=(), counts=())
    made: list[tuple[Enricher, Made]] = []
    failed: list[EnrichFailed] = []
    for enricher in work.enrichers:
        try:
            made.append((enricher, enricher.make(document)))
        except Exception as error:
            failed.append(EnrichFailed(uri=work.version.uri, kind=enricher.kind, error=_told(work, enricher, error)))
    stored = bool(made) and _saved(tools.store, work.version, made, tools.now())
    counts: Counter[str] = Counter()
    for _, one in made if stored else ():
        counts.update(dict(one.counts))
    return _Done(stored=stored, failed=tuple(failed), counts=tuple(counts.items()))


def _told(work: _Work, enricher: Enricher, error: Exception) -> AverError:
    if isinstance(error, HomeBusy | StoreUnreachable):
        raise error
    if isinstance(error, AverError):
        return error
    fault = UnreadableDocument(
        f"{work.version.uri}: its {enricher.kind.value} could not be made: {type(error).__name__}: {error}",
        hint="please report the file; it shows a fault in Aver",
    )
    fault.__cause__ = error
    return fault


def _saved(store: Store, version: Unenriched, made: Sequence[tuple[Enricher, Made]], at: str) -> bool:
    with store.transactions.write(version.tenant) as connection:
        return all(
            save_enrichment(
                connection,
                version,
                kind=enricher.kind,
                producer=one.producer or enricher.producer,
                payload=one.payload,
                vectors=one.vectors,
                at=at,
            )
            for enricher, one in made
        )
