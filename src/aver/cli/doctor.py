"""`aver doctor`: verify a home, and rebuild its index from the text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.options import command
from aver.cli.session import Session, settings_of

if TYPE_CHECKING:
    from aver.store.problems import Problem

SHOWN = 5
"""Problems of one kind that are listed for people; --json has all of them."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "doctor", example="aver doctor --deep")
    def doctor(
        *,
        deep: Annotated[bool, typer.Option("--deep", help="Derive every posting again, not a sample.")] = False,
        rebuild: Annotated[bool, typer.Option("--rebuild", help="First make the index anew from the text.")] = False,
        session: Session,
    ) -> None:
        """Verify the store: file, links, index against text. Exit status 1 when something is wrong."""
        from aver.app import open_patient
        from aver.cli.output import say
        from aver.models.opening import models_in_use, remarks
        from aver.store.doctor import examine
        from aver.store.rebuilding import rebuild as rebuilt

        settings = settings_of(session)
        transactions, embedder = open_patient(settings.home, settings)
        chunks = rebuilt(transactions, encode=embedder.encode, encoder=embedder.encoder_id) if rebuild else None
        report = examine(transactions, encoder=embedder.encoder_id, dimension=embedder.dimension, deep=deep)
        models = models_in_use(settings, embedder=embedder, environment=os.environ)
        unknown = tuple(remarks(settings))
        payload = {
            "home": str(settings.home),
            "models": dict(models),
            "unknown_of_models": list(unknown),
            "rebuilt_chunks": chunks,
            "checked": dict(report.checked),
            "problems": [{"kind": p.kind.value, "where": p.where, "detail": p.detail} for p in report.problems],
        }
        checked = ", ".join(f"{count} {name}" for name, count in report.checked)
        say(
            session,
            payload,
            (
                *(() if chunks is None else (f"Rebuilt the index of {chunks} chunks.",)),
                *(f"{job}: {identity}" for job, identity in models),
                *unknown,
                *lines_of(report.problems),
                f"{len(report.problems) or 'No'} problem{'' if len(report.problems) == 1 else 's'} in {checked}.",
                *(("`aver doctor --rebuild` makes the index anew from the text.",) if report.problems else ()),
            ),
        )
        if report.problems:
            raise typer.Exit(1)


def lines_of(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield the first problems of each kind, and how many more there are."""
    for kind, same in groupby(sorted(problems, key=lambda problem: problem.kind.value), key=lambda p: p.kind.value):
        found = tuple(same)
        yield from (f"{kind}: {problem.where}: {problem.detail}" for problem in found[:SHOWN])
        if len(found) > SHOWN:
            yield f"{kind}: {len(found) - SHOWN} more; --json lists all of them"
