"""A progress bar on stderr for `run`, so that stdout stays one JSON object."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aver.evals.run import Step


@contextmanager
def shown(total: int, *, console: Console | None = None) -> Iterator[Callable[[Step], None]]:
    """Yield the callable that `run` takes as `progress`; it draws on `console`, stderr where None is given."""
    columns = (
        TextColumn("questions"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console or Console(stderr=True)) as bar:
        task = bar.add_task("", total=total)

        def moved(step: Step) -> None:
            bar.update(task, completed=step.done, description=f"{step.failed} failed")

        yield moved
