"""`aver eval run`: ask labelled questions blind, and measure what was released."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.ask import Packets
from aver.cli.eval_summary import print_summary
from aver.cli.session import Session, opened, today
from aver.errors import NotBuiltYet
from aver.values.inquiry import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aver.app import App
    from aver.evals.questions import Blind, Question
    from aver.evals.rows import Row
    from aver.evals.run import Answered
    from aver.values.governance import Caller


class EvalMode(StrEnum):
    """The modes that can be measured."""

    QUOTE = "quote"
    VANILLA = "vanilla"


def eval_run(  # noqa: PLR0913  (as many options as the contract names)
    questions: Annotated[Path | None, typer.Argument(help="One JSON object a line.", metavar="QUESTIONS.jsonl")] = None,
    *,
    out_file: Annotated[Path | None, typer.Option("--out", help="Write a row per question.")] = None,
    mode: Annotated[EvalMode, typer.Option(help="vanilla measures the baseline.")] = EvalMode.QUOTE,
    k: Packets = None,
    limit: Annotated[int | None, typer.Option(help="Ask the first questions only.", min=1)] = None,
    ablate: Annotated[list[str] | None, typer.Option(help="Not built yet: switch a stage off.")] = None,
    laundering: Annotated[Path | None, typer.Option(help="Not built yet: score claim and citation pairs.")] = None,
    session: Session,
) -> None:
    """Ask every question, blind to its labels, and print the summary; wrong answers among released ones first."""
    from aver.evals.questions import read_questions

    _refuse("--ablate", given=bool(ablate))
    _refuse("--laundering", given=laundering is not None)
    if questions is None:
        raise typer.BadParameter("name a file of questions")
    asked = read_questions(questions)[:limit]
    app, caller = opened(session)
    rows = _rows(asked, _engine(app, caller, Mode(mode.value), k), out_file)
    print_summary(session, rows, asked)


def _rows(questions: Sequence[Question], answer: Callable[[Blind], Answered], out_file: Path | None) -> tuple[Row, ...]:
    """Ask the questions; each row is written as it comes, so an interrupted run keeps what it has."""
    from aver.cli.output import err
    from aver.evals.progress import shown
    from aver.evals.rows import write_rows
    from aver.evals.run import run

    with shown(len(questions), console=err()) as moved:
        rows = run(questions, answer, progress=moved)
        if out_file is None:
            return tuple(rows)
        with out_file.open("w", encoding="utf-8") as file:
            return write_rows(rows, file)


def _engine(app: App, caller: Caller, mode: Mode, k: int | None) -> Callable[[Blind], Answered]:
    from aver.app import asking_tools
    from aver.cli.asking import VANILLA_K, bring_windows_up_to_date
    from aver.evals.engine import engine
    from aver.flows.scope import document_named

    vanilla = mode is Mode.VANILLA
    if vanilla:
        bring_windows_up_to_date(app, caller.tenant)
    return engine(
        app.run_log,
        caller,
        asking_tools(app, tenant=caller.tenant),
        mode=mode,
        k=k or (VANILLA_K if vanilla else app.settings.retrieval.k),
        document=lambda path: document_named(app.store, caller, path, today=today()).document,
    )


def _refuse(what: str, *, given: bool) -> None:
    if given:
        raise NotBuiltYet(f"`aver eval {what}` is not built yet", hint="`aver eval --help` shows what there is")
