"""`aver feedback`: say whether an answer was right."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, opened


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    command(app, "feedback", example="aver feedback run_0123456789abcdef0123456789abcdef --wrong --note 'old rate'")(
        _feedback
    )


def _feedback(
    run: Annotated[str, typer.Argument(help="The id of a run of yours.", metavar="RUN_ID")],
    *,
    correct: Annotated[bool | None, typer.Option("--correct/--wrong", help="What the answer was.")] = None,
    note: Annotated[str, typer.Option(help="What was wrong, or anything worth knowing.")] = "",
    session: Session,
) -> None:
    """Record whether an answer was right, for evaluation and calibration.

    Wrong answers that come more often than promised set off the tenant's drift alarm: its thresholds tighten at once,
    and stay so until it is calibrated again.
    """
    from aver.flows.feedback import give_feedback
    from aver.flows.thresholds import calibration_of

    if correct is None:
        raise typer.BadParameter("say --correct or --wrong")
    app, caller = opened(session)
    heard = give_feedback(
        app.run_log,
        caller,
        run,
        correct=correct,
        note=note,
        at=now(),
        calibration=calibration_of(app.settings, caller.tenant),
    )
    lines = [f"{run}: {'correct' if correct else 'wrong'}, thank you"]
    if heard.alarmed:
        lines.append(
            f"Drift alarm: answers are wrong more often than promised. From now on an answer needs a confidence of "
            f"{heard.thresholds.release:.2f}; calibrate again with `aver eval calibrate`."
        )
    say(session, heard.as_json(), lines)
