"""`aver eval`: ask labelled questions blind, and measure what was released."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.ask import Packets
from aver.cli.options import command
from aver.cli.output import out, print_json
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


_Questions = Annotated[Path, typer.Option("--questions", help="The labelled questions.", metavar="QUESTIONS.jsonl")]


def add_to(app: typer.Typer) -> None:
    """Add the group with its commands."""
    group = typer.Typer(no_args_is_help=True, help="Measure answers against labelled questions.")
    app.add_typer(group, name="eval")
    command(group, "run", example="aver eval run questions.jsonl --out rows.jsonl")(_run)
    command(group, "report", example="aver eval report rows.jsonl --questions questions.jsonl")(_report)
    command(group, "compare", example="aver eval compare a.jsonl b.jsonl --questions questions.jsonl")(_compare)
    command(group, "calibrate", example="aver eval calibrate --max-wrong 0.01")(_calibrate)


def _run(  # noqa: PLR0913  (as many options as the contract names)
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
    _print_summary(session, rows, asked)


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
        asking_tools(app),
        mode=mode,
        k=k or (VANILLA_K if vanilla else app.settings.retrieval.k),
        document=lambda path: document_named(app.store, caller, path, today=today()).document,
    )


def _print_summary(session: Session, rows: Sequence[Row], questions: Sequence[Question]) -> None:
    from aver.evals.report import summary_text
    from aver.evals.score import score
    from aver.evals.summary import summarise, summary_json

    summary = summarise(score(rows, questions))
    if session.json:
        print_json(summary_json(summary))
    else:
        out().print(summary_text(summary), markup=False, highlight=False, soft_wrap=True)


def _report(
    rows: Annotated[Path, typer.Argument(help="What `eval run --out` wrote.", metavar="ROWS.jsonl")],
    *,
    questions: _Questions,
    session: Session,
) -> None:
    """Print the summary of rows written before."""
    from aver.evals.questions import read_questions
    from aver.evals.rows import read_rows

    _print_summary(session, read_rows(rows), read_questions(questions))


def _compare(
    first: Annotated[Path, typer.Argument(help="Rows of the one run.", metavar="A.jsonl")],
    second: Annotated[Path, typer.Argument(help="Rows of the other.", metavar="B.jsonl")],
    *,
    questions: _Questions,
    session: Session,
) -> None:
    """Compare two runs over the same questions, question by question."""
    from aver.evals.questions import read_questions
    from aver.evals.report import compare, comparison_json, comparison_text
    from aver.evals.rows import read_rows

    differences = compare(read_rows(first), read_rows(second), read_questions(questions))
    if session.json:
        print_json(comparison_json(differences))
    else:
        text = comparison_text(differences) if differences else "No question has labels: there is nothing to compare."
        out().print(text, markup=False, highlight=False, soft_wrap=True)


def _calibrate(
    *,
    max_wrong: Annotated[float | None, typer.Option(help="The promised share of wrong answers.")] = None,
    session: Session,
) -> None:
    """Not built yet: find the threshold that keeps a promised share of wrong answers."""
    del max_wrong, session
    _refuse("calibrate", given=True)


def _refuse(what: str, *, given: bool) -> None:
    if given:
        raise NotBuiltYet(f"`aver eval {what}` is not built yet", hint="`aver eval --help` shows what there is")
