"""What the commands of `aver eval` share: the file of labels, and the summary of a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.output import out, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aver.cli.session import Session
    from aver.evals.manifest import Manifest
    from aver.evals.questions import Question
    from aver.evals.rows import Row

Questions = Annotated[
    Path | None,
    typer.Option("--questions", help="The labels, unless those beside the rows.", metavar="QUESTIONS.jsonl"),
]


def labels_of(rows: Path, questions: Path | None) -> tuple[Question, ...]:
    """Return the questions of the file that is named, or of the one that `eval run` left beside the rows."""
    from aver.evals.kept import questions_path
    from aver.evals.questions import read_questions

    beside = questions_path(rows)
    if questions is None and not beside.exists():
        raise typer.BadParameter(f"no questions lie beside {rows}: name them with --questions")
    return read_questions(questions or beside)


def print_summary(
    session: Session, rows: Sequence[Row], questions: Sequence[Question], manifest: Manifest | None = None
) -> None:
    """Print every figure of a run, as JSON with its manifest where --json is given."""
    from dataclasses import asdict

    from aver.evals.report import summary_text
    from aver.evals.score import score
    from aver.evals.summary import summarise, summary_json

    summary = summarise(score(rows, questions))
    if session.json:
        print_json(summary_json(summary) | ({} if manifest is None else {"run_of": asdict(manifest)}))
    else:
        out().print(summary_text(summary), markup=False, highlight=False, soft_wrap=True)
