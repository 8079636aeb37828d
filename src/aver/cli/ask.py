"""`aver ask`: answer a question from the home, or say why not."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.options import command
from aver.cli.session import Session, opened
from aver.errors import BadInput
from aver.values.inquiry import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from aver.app import App
    from aver.flows.ask import AskTools
    from aver.values.governance import Caller
    from aver.values.inquiry import Inquiry
    from aver.values.recorded import Recorded


class AskMode(StrEnum):
    """The modes of the contract."""

    AUTO = "auto"
    QUOTE = "quote"
    DELIBERATE = "deliberate"
    VANILLA = "vanilla"


Question = Annotated[str, typer.Argument(help="The question.", metavar="QUESTION")]
Document = Annotated[str | None, typer.Option("--doc", help="Ask one document: its id, uri, or the end of its uri.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="Judge validity at this date (2026-03-31); else today.")]
Conversation = Annotated[str | None, typer.Option(metavar="RUN_ID", help="Go on from a run of yours: refer to it.")]
Pack = Annotated[str | None, typer.Option("--pack", help="Read the question's parameters with this domain pack.")]
Param = Annotated[list[str] | None, typer.Option("--param", help="State a parameter of the pack: material=pet.")]
Packets = Annotated[int | None, typer.Option("-k", help="Packets handed to answering.", min=1, max=200)]


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "ask", example="aver ask 'How long is the notice period?' --doc handbook/leave.md")
    def ask(  # noqa: PLR0913  (as many options as the contract names)
        question: Question,
        *,
        doc: Document = None,
        mode: Annotated[
            AskMode,
            typer.Option(
                help="deliberate debates the answer first; vanilla is ordinary retrieval-augmented generation."
            ),
        ] = AskMode.AUTO,
        as_of: AsOf = None,
        k: Packets = None,
        events: Annotated[bool, typer.Option("--events", help="Print each step once it is committed.")] = False,
        conversation: Conversation = None,
        pack: Pack = None,
        param: Param = None,
        session: Session,
    ) -> None:
        """Answer a question, with the words it rests on, or say why there is no answer."""
        from aver.cli.asking import inquiry_of

        app, caller = opened(session)
        inquiry = inquiry_of(app, caller, question, mode=Mode(mode.value), document=doc, as_of=as_of, k=k)
        if conversation is not None:
            from aver.flows.inquiring import gone_on

            inquiry = gone_on(inquiry, app.run_log, caller, conversation)
        inquiry = _with_pack(inquiry, pack, param or [], app)
        _ask(session, app, caller, inquiry, events=events)


def _with_pack(inquiry: Inquiry, name: str | None, given: list[str], app: App) -> Inquiry:
    """Return `inquiry` read with the pack called `name`; where none is named nothing may be given for one."""
    if name is None:
        if given:
            raise BadInput("--param without --pack", hint="aver ask --pack sensors --param material=pet '...'")
        return inquiry
    from aver.flows.packs import pack_named, with_pack

    return with_pack(inquiry, pack_named(name, home=app.settings.home), given, gauge=app.gauge)


def _ask(session: Session, app: App, caller: Caller, inquiry: Inquiry, *, events: bool) -> None:
    from aver.app import asking_tools, debating_tools
    from aver.cli.asking import bring_windows_up_to_date
    from aver.cli.output import out, print_json
    from aver.cli.show_answer import answer_view
    from aver.flows.answering import answer
    from aver.model_settings import ChatSettings

    mode = inquiry.mode
    if mode is Mode.VANILLA:
        bring_windows_up_to_date(app, caller.tenant)
    if mode is Mode.DELIBERATE or (mode is Mode.AUTO and app.settings.models_chat != ChatSettings()):
        tools: AskTools = debating_tools(app, os.environ, tenant=caller.tenant)
    else:
        tools = asking_tools(app, tenant=caller.tenant)
    answered = answer(app.run_log, inquiry, caller, tools, on_event=printed(session) if events else _unseen)
    if session.json:
        print_json(answered.as_json())
    else:
        out().print(answer_view(answered.run, answered.events), soft_wrap=True)


def printed(session: Session) -> Callable[[Recorded], None]:
    """Return what prints a step: on stdout, or on stderr where stdout is to hold one JSON object."""
    from aver.cli.output import err, out
    from aver.cli.show_steps import step_line

    console = err() if session.json else out()

    def show(recorded: Recorded) -> None:
        console.print(step_line(recorded), soft_wrap=True)

    return show


def _unseen(_: Recorded) -> None:
    return None
