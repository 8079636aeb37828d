"""`aver eval cases`: what `aver feedback` and reviewers of claims said, as labelled questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.output import say
from aver.cli.session import Session, now, opened, today

if TYPE_CHECKING:
    from aver.app import App
    from aver.stages.transcript import Transcript
    from aver.values.governance import Caller


def eval_cases(
    out_file: Annotated[
        Path, typer.Option("--out", help="Write a question per verdict or decision.", metavar="QUESTIONS.jsonl")
    ],
    *,
    session: Session,
) -> None:
    """Turn verdicts of `aver feedback` and decisions of `aver review` into questions for `eval run`, `eval calibrate`.

    Only the caller's own runs count, and only what the caller may still read. An answer that was right gives its quotes
    as gold, and so does a claim that was accepted; what was wrong or turned down is written without a kind, to be
    labelled by a person.
    """
    from aver.evals.cases import cases_of
    from aver.store.feedback import FeedbackLog

    app, caller = opened(session)
    verdicts = FeedbackLog(write=app.run_log.write, read=app.run_log.read).verdicts(caller.tenant)
    cases = cases_of(verdicts, lambda run: _read(app, caller, run))
    records = (*cases.records, *_reviewed(app, caller))
    out_file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    labelled, reviewed = sum("kind" in record for record in records), len(records) - len(cases.records)
    told = {"cases": len(records), "labelled": labelled, "reviewed": reviewed, "left_out": cases.left_out}
    lines = [f"{len(records)} cases, {labelled} of them labelled, {reviewed} from reviews of claims, in {out_file}"]
    if cases.left_out:
        lines.append(f"{cases.left_out} verdicts left out: on runs or documents that you may not read")
    say(session, told | {"out": str(out_file)}, lines)


def _reviewed(app: App, caller: Caller) -> tuple[dict[str, Any], ...]:
    """Return what was decided about the claims that the caller may know of."""
    from aver.evals.review_cases import review_records
    from aver.flows.claim_access import Desk
    from aver.flows.claims import history, listed

    desk = Desk(store=app.store, caller=caller, at=now())
    found = listed(desk, app.claims)
    return review_records(found, {name: history(desk, name)[1] for name in {one.claim.id for one in found}})


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
