"""`aver eval cases`: what `aver feedback` gathered, as labelled questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.output import say
from aver.cli.session import Session, opened, today

if TYPE_CHECKING:
    from aver.app import App
    from aver.stages.transcript import Transcript
    from aver.values.governance import Caller


def eval_cases(
    out_file: Annotated[Path, typer.Option("--out", help="Write a question per verdict.", metavar="QUESTIONS.jsonl")],
    *,
    session: Session,
) -> None:
    """Turn verdicts given with `aver feedback` into questions for `eval run` and `eval calibrate`.

    Only runs of the caller count, and only those whose documents the caller may still read. An answer that was right
    gives its quotes as gold; one that was wrong is written without a kind, to be labelled by a person.
    """
    from aver.evals.cases import cases_of
    from aver.store.feedback import FeedbackLog

    app, caller = opened(session)
    verdicts = FeedbackLog(write=app.run_log.write, read=app.run_log.read).verdicts(caller.tenant)
    cases = cases_of(verdicts, lambda run: _read(app, caller, run))
    out_file.write_text("".join(json.dumps(record) + "\n" for record in cases.records), encoding="utf-8")
    told = {"cases": len(cases.records), "labelled": cases.labelled, "left_out": cases.left_out, "out": str(out_file)}
    lines = [f"{len(cases.records)} cases, {cases.labelled} of them labelled, in {out_file}"]
    if cases.left_out:
        lines.append(f"{cases.left_out} verdicts left out: on runs or documents that you may not read")
    say(session, told, lines)


def _read(app: App, caller: Caller, run: str) -> Transcript | None:
    """Return what a run came to, None for somebody else's and for one that cites what is closed to the caller now."""
    from aver.app import sources_of
    from aver.errors import NotAllowed, NotFound
    from aver.flows.answering import folded
    from aver.flows.showing_runs import readable_now
    from aver.stages.transcript import transcript_of

    try:
        recorded = app.run_log.events(caller, run)
    except (NotAllowed, NotFound):
        return None
    transcript = transcript_of(folded(recorded))
    readable = readable_now(app.store, app.run_log, sources_of(app), caller, run, today=today())
    cited = {citation.document for claim in transcript.released for citation in claim.citations}
    return transcript if all(map(readable, cited)) else None
