"""`aver eval`: measure answers against labelled questions; one file per command."""

from __future__ import annotations

import typer

from aver.cli.eval_calibrate import eval_calibrate
from aver.cli.eval_cases import eval_cases
from aver.cli.eval_compare import eval_compare
from aver.cli.eval_judge import eval_agreement, eval_judge
from aver.cli.eval_rank import eval_rank
from aver.cli.eval_report import eval_report
from aver.cli.eval_run import eval_run
from aver.cli.eval_surgery import eval_surgery
from aver.cli.options import command


def add_to(app: typer.Typer) -> None:
    """Add the group with its commands."""
    group = typer.Typer(no_args_is_help=True, help="Measure answers against labelled questions.")
    app.add_typer(group, name="eval")
    command(group, "run", example="aver eval run questions.jsonl --out rows.jsonl")(eval_run)
    command(group, "report", example="aver eval report rows.jsonl --html page.html")(eval_report)
    command(group, "compare", example="aver eval compare a.jsonl b.jsonl")(eval_compare)
    command(group, "surgery", example="aver eval surgery labelled.jsonl --documents docs --out operated")(eval_surgery)
    command(group, "calibrate", example="aver eval calibrate rows.jsonl --max-wrong 0.01")(eval_calibrate)
    command(group, "rank", example="aver eval rank cases.jsonl")(eval_rank)
    command(group, "cases", example="aver eval cases --out cases.jsonl")(eval_cases)
    command(group, "judge", example="aver eval judge rows.jsonl --out judgments.jsonl")(eval_judge)
    command(group, "agreement", example="aver eval agreement judgments.jsonl --labels labels.jsonl")(eval_agreement)
