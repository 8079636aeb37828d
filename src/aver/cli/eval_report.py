"""`aver eval report`: the summary of rows written before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.eval_summary import Questions, print_summary
from aver.cli.session import Session


def eval_report(
    rows: Annotated[Path, typer.Argument(help="What `eval run --out` wrote.", metavar="ROWS.jsonl")],
    *,
    questions: Questions,
    session: Session,
) -> None:
    """Print the summary of rows written before."""
    from aver.evals.questions import read_questions
    from aver.evals.rows import read_rows

    print_summary(session, read_rows(rows), read_questions(questions))
