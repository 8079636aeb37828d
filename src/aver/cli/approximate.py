"""`aver approximate`: build the table that `[store] unsafe_approximate` searches, or drop it."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.session import Session, settings_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "approximate", example="aver approximate")
    def approximate(
        *,
        remove: Annotated[bool, typer.Option("--drop", help="Remove the table instead.")] = False,
        session: Session,
    ) -> None:
        """Build the table of vectors under a graph that `unsafe_approximate` searches (PostgreSQL with pgvector).

        Ingesting and deleting keep it from then on, whether or not that setting is on. Writers wait meanwhile.
        """
        from aver.app import open_patient
        from aver.cli.output import say
        from aver.store.near_building import build, drop

        settings = settings_of(session)
        transactions, embedder = open_patient(settings.home, settings)
        with transactions.write() as connection:
            if remove:
                payload: dict[str, object] = {"dropped": drop(connection)}
                told = "Dropped." if payload["dropped"] else "There was no such table."
            else:
                count = build(connection, embedder.dimension)
                payload = {"vectors": count}
                told = f"{count} vectors lie under the graph; [store] unsafe_approximate may be on now."
        say(session, payload, (told,))
