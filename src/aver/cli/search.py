"""`aver search`: the evidence for a question, without an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.ask import AsOf, Document, Packets
from aver.cli.options import command
from aver.cli.session import Session, opened


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "search", example="aver search 'notice period' -k 4 --explain")
    def search(
        query: Annotated[str, typer.Argument(help="What to look for.", metavar="QUERY")],
        *,
        doc: Document = None,
        as_of: AsOf = None,
        k: Packets = None,
        explain: Annotated[
            bool, typer.Option("--explain", help="Show ranks and scores by channel, and why others went.")
        ] = False,
        session: Session,
    ) -> None:
        """Print evidence packets: verbatim passages with where they stand, best first."""
        from aver.app import asking_tools
        from aver.cli.asking import inquiry_of
        from aver.cli.output import out, print_json
        from aver.cli.show_search import explanation, search_view
        from aver.flows.searching import search as searched

        app, caller = opened(session)
        inquiry = inquiry_of(app, caller, query, document=doc, as_of=as_of, k=k)
        found = searched(app.run_log, inquiry, caller, asking_tools(app, tenant=caller.tenant))
        if session.json:
            print_json(found.as_json(query) | ({"candidates": explanation(found)} if explain else {}))
        else:
            out().print(search_view(found, explain=explain))
