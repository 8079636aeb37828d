"""`aver answers`: which curated answers are in service, and vouching for one again after its sources changed."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, opened, today


def add_to(app: typer.Typer) -> None:
    """Add the group with its two commands."""
    group = typer.Typer(no_args_is_help=True, help="List and verify curated answers.")
    app.add_typer(group, name="answers")
    command(group, "list", example="aver answers list")(_list)
    command(group, "verify", example="aver answers verify refund-window")(_verify)


def _list(*, session: Session) -> None:
    """List the curated answers whose sources you may read; stale ones wait to be verified and are not served."""
    from aver.flows.curated import standings

    app, caller = opened(session)
    found = standings(app.settings, app.store, caller, today=today())
    if session.json:
        plain = [
            {
                "id": one.answer.id,
                "service": one.service.value,
                "questions": list(one.answer.questions),
                "sources": [uri for uri, _ in one.answer.sources],
            }
            for one in found
        ]
        print_json({"answers": plain})
        return
    table(("id", "service", "question"), [(o.answer.id, o.service.value, o.answer.questions[0]) for o in found])


def _verify(
    identity: Annotated[str, typer.Argument(help="The id of an answer.", metavar="ID")], *, session: Session
) -> None:
    """Vouch for an answer: it is served while its sources stay as they are now. Every quote must stand in them."""
    from aver.flows.curated import verify_answer

    app, caller = opened(session)
    verify_answer(app.settings, app.store, caller, identity, today=today())
    say(session, {"id": identity, "service": "served"}, (f"{identity} is in service",))
