"""`aver quick`: how a document leans on a query, from its summary, in milliseconds."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.session import Session, opened, today


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "quick", example="aver quick 'Guests may park for free' --doc handbook.md")
    def quick(
        query: Annotated[str, typer.Argument(help="A proposition or a yes/no question.", metavar="QUERY")],
        *,
        doc: Annotated[str, typer.Option("--doc", help="A document: id, uri, or the end of its uri.")],
        session: Session,
    ) -> None:
        """Score how a document leans on a query, from -1 (away) to 1 (towards). A first look, never a verdict."""
        from aver.cli.output import say
        from aver.flows.quick import quick as scored
        from aver.flows.quick import quick_json
        from aver.flows.scope import document_named
        from aver.stages.eligibility import eligibility_of

        app, caller = opened(session)
        version = document_named(app.store, caller, doc, today=today())
        eligible = eligibility_of(caller, as_of=today())
        found = scored(app.store, app.embedder, query, [version.document], eligible=eligible)
        payload = quick_json(found, query, version)
        score = payload["quick_score"]
        said = "no score: stance_pending; `aver enrich` makes its summary" if score is None else f"{score:+.3f}"
        say(session, payload, (f"{said}  {version.uri}", *_read_as(found.proposition, found.negation)))


def _read_as(proposition: str | None, negation: str | None) -> tuple[str, ...]:
    """Return how the query was read, so that nobody takes the score for that of another statement."""
    if proposition is None:
        return ("The query asserts nothing that a document could hold or reject, so its score is 0.",)
    return (f"  for      {proposition}", *((f"  against  {negation}",) if negation else ()))
