"""What the commands that ask share: the inquiry from its options, and the baseline's windows."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from aver.cli.session import today
from aver.values.inquiry import Mode

if TYPE_CHECKING:
    from aver.app import App
    from aver.values.governance import Caller
    from aver.values.inquiry import Inquiry


def inquiry_of(
    app: App,
    caller: Caller,
    question: str,
    *,
    mode: Mode = Mode.AUTO,
    document: str | None = None,
    as_of: str | None = None,
    k: int | None = None,
) -> Inquiry:
    """Return the inquiry; `document` is an id, a uri or the end of one. Raises BadInput and NotFound."""
    from aver.flows import inquiring

    wanted = inquiring.Wanted(question=question, mode=mode, document=document, as_of=as_of, k=k)
    return inquiring.inquiry_of(app.store, caller, wanted, usual_k=app.settings.retrieval.k, today=today())


def bring_windows_up_to_date(app: App, tenant: str) -> None:
    """Cut and embed the baseline's windows of documents that have none yet; progress goes to stderr."""
    from aver.flows.vanilla import bring_up_to_date

    with _progress("Baseline windows") as moved:
        bring_up_to_date(app.store, app.embedder, tenant, on_progress=moved)


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function of `(done, of)`; a bar appears with its first call, and only on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None, visible=False)

        def moved(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=True)

        yield moved
