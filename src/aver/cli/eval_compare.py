"""`aver eval compare`: two runs over the same questions, question by question."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.eval_summary import Questions, labels_of
from aver.cli.output import out, print_json
from aver.cli.session import Session


def eval_compare(
    first: Annotated[Path, typer.Argument(help="Rows of the one run.", metavar="A.jsonl")],
    second: Annotated[Path, typer.Argument(help="Rows of the other.", metavar="B.jsonl")],
    *,
    questions: Questions = None,
    session: Session,
) -> None:
    """Compare two runs over the same questions, question by question."""
    from aver.evals.report import compare, comparison_json, comparison_text
    from aver.evals.rows import read_rows

    differences = compare(read_rows(first), read_rows(second), labels_of(first, questions))
    if session.json:
        print_json(comparison_json(differences))
    else:
        text = comparison_text(differences) if differences else "No question has labels: there is nothing to compare."
        out().print(text, markup=False, highlight=False, soft_wrap=True)
