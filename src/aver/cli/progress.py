"""Progress on stderr: a bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from aver.flows.enrich import EnrichProgress
    from aver.flows.ingest_outcomes import Progress

_Step = TypeVar("_Step", "Progress", "EnrichProgress")

PLAIN_EVERY = 10.0
"""Seconds between two plain lines."""


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """Give a function that shows the progress it is called with."""
    if sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        yield _plain("documents", described)


@contextmanager
def shown_enrichment() -> Iterator[Callable[[EnrichProgress], None]]:
    """Give a function that shows how many documents are enriched."""
    if not sys.stderr.isatty():
        yield _plain("documents enriched", lambda progress: f"{_left(progress)} left")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("Enriching"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("enrich", total=None)
        yield lambda progress: bar.update(task, completed=progress.done, total=progress.total)


@contextmanager
def shown_bytes(verb: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many bytes are done of how many: a bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(verb), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(verb, total=None)
        yield lambda done, total: bar.update(task, total=total, completed=done)


def described(progress: Progress) -> str:
    """Return documents and chunks per second, the time left, and failures if there are any."""
    seconds = max(progress.seconds, 1e-9)
    failed = f", {progress.failed} failed" if progress.failed else ""
    rates = f"{progress.done / seconds:.1f} documents/s, {progress.chunks / seconds:.0f} chunks/s"
    return f"{rates}, {_left(progress)} left{failed}"


def _left(progress: Progress | EnrichProgress) -> str:
    return _clock((progress.total - progress.done) * progress.seconds / max(progress.done, 1))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(file=sys.stderr)
    columns = (TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[said]}"))
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("ingest", total=None, said="")

        def show(progress: Progress) -> None:
            bar.update(task, total=progress.total, completed=progress.done, said=described(progress))

        yield show


def _plain(what: str, said: Callable[[_Step], str]) -> Callable[[_Step], None]:
    """Return what writes a line now and then: how many of `what` are done, and what `said` makes of the rest."""
    last = 0.0

    def show(progress: _Step) -> None:
        nonlocal last
        if progress.seconds - last >= PLAIN_EVERY:
            last = progress.seconds
            sys.stderr.write(f"{progress.done} of {progress.total} {what}, {said(progress)}\n")

    return show
