"""`aver compare`: the same question to ordinary retrieval and to the verified way, side by side."""

from __future__ import annotations

import sys

import typer

from aver.cli.ask import AsOf, Document, Question
from aver.cli.options import command
from aver.cli.session import Session, opened
from aver.values.inquiry import Mode


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "compare", example="aver compare 'What is the refund window on annual plans?'")
    def compare(question: Question, *, doc: Document = None, as_of: AsOf = None, session: Session) -> None:
        """Ask vanilla retrieval-augmented generation and Aver, and mark the sentence each of them rests on."""
        from rich.console import Console

        from aver.app import asking_tools
        from aver.cli.asking import bring_windows_up_to_date, inquiry_of
        from aver.cli.output import print_json
        from aver.cli.show_sides import Side, sides_view
        from aver.flows.answering import answer

        app, caller = opened(session)
        modes = (Mode.VANILLA, Mode.AUTO)
        inquiries = [inquiry_of(app, caller, question, mode=mode, document=doc, as_of=as_of) for mode in modes]
        bring_windows_up_to_date(app, caller.tenant)
        tools = asking_tools(app, tenant=caller.tenant)
        vanilla, verified = (answer(app.run_log, inquiry, caller, tools) for inquiry in inquiries)
        if session.json:
            print_json({"vanilla": vanilla.as_json(), "verified": verified.as_json()})
            return
        console = Console(file=sys.stdout)
        sides = (
            Side(heading="vanilla", events=vanilla.events, verified=False, remarks=((f"run {vanilla.run}", "dim"),)),
            Side(heading="verified", events=verified.events, verified=True, remarks=((f"run {verified.run}", "dim"),)),
        )
        console.print(sides_view(sides, width=console.width))
