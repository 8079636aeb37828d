"""`aver eval calibrate`: find the thresholds that keep a promised share of wrong answers, and write them down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.eval_summary import labels_of
from aver.cli.output import say
from aver.cli.session import Session, caller_of, now, opened, settings_of

if TYPE_CHECKING:
    from aver.evals.calibrate import Priced
    from aver.stages.calibration import Promise


def eval_calibrate(
    rows: Annotated[
        list[Path] | None,
        typer.Argument(
            help="What `eval run --out` wrote; without it, callers' feedback is taken.", metavar="ROWS.jsonl..."
        ),
    ] = None,
    *,
    questions: Annotated[
        list[Path] | None,
        typer.Option(help="Their labels, a file for each of rows, in order; else those beside them."),
    ] = None,
    max_wrong: Annotated[float, typer.Option(help="The promised share of wrong answers.")] = 0.01,
    confidence: Annotated[float, typer.Option(help="How sure the promise is to be.")] = 0.95,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Change no setting.")] = False,
    session: Session,
) -> None:
    """Pick the tenant's thresholds by exact bounds over a fixed ladder, and write them to aver.toml with the evidence.

    Refused where the labelled answers are too few for the promise (299 without an error for 1 %, 99 for 3 %) or wrong
    too often. Thresholds never fall below 0.60, and 0.85 for computed values.
    """
    from aver.errors import CalibrationRefused
    from aver.evals.calibrate import priced_json, priced_lines
    from aver.flows.calibrate import settings_of as calibrated_settings
    from aver.flows.tenant_sections import write_section
    from aver.stages.calibration import Promise

    promise = Promise(max_wrong=max_wrong, confidence=confidence)
    found = _of_rows(rows, questions or [], promise) if rows else _of_feedback(session, promise)
    if found.found.thresholds is None:
        raise CalibrationRefused(
            f"no threshold keeps {max_wrong:.2%} wrong at {confidence:.0%}: {found.evidence}",
            hint="label more answers, or promise less; nothing was changed",
        )
    payload, lines = priced_json(found), priced_lines(found)
    if not dry_run:
        settings = settings_of(session)
        tenant = caller_of(session, settings).tenant
        path = write_section(settings.home, tenant, calibrated_settings(found.found, at=now(), evidence=found.evidence))
        payload |= {"written_to": str(path), "tenant": tenant}
        lines = (*lines, f"written to {path} for tenant {tenant}")
    say(session, payload, lines)


def _of_rows(rows: list[Path], questions: list[Path], promise: Promise) -> Priced:
    from aver.evals.calibrate import priced
    from aver.evals.rows import read_rows
    from aver.evals.score import score

    if questions and len(rows) != len(questions):
        raise typer.BadParameter("give as many --questions as there are files of rows")
    given = tuple(row for path in rows for row in read_rows(path))
    labels = zip(rows, questions or (None,) * len(rows), strict=True)
    asked = tuple(question for path, file in labels for question in labels_of(path, file))
    return priced(score(given, asked), promise)


def _of_feedback(session: Session, promise: Promise) -> Priced:
    from aver.evals.calibrate import priced_feedback
    from aver.flows.thresholds import in_force
    from aver.store.feedback import FeedbackLog

    app, caller = opened(session)
    log = FeedbackLog(write=app.run_log.write, read=app.run_log.read)
    now_in_force = in_force(app.settings, log, caller.tenant)
    return priced_feedback(log.verdicts(caller.tenant), promise, thresholds=now_in_force)
