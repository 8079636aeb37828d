"""`aver runs`: list, show, hand over, replay and verify runs, and export the ledger's head; no model is used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import MOST_LISTED, command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, opened, today
from aver.errors import BadInput
from aver.values.forms import Form

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aver.app import App
    from aver.flows.replay import Replayed
    from aver.flows.run_checks import Problem
    from aver.values.governance import Caller
    from aver.values.recorded import Recorded, RunSummary

_ID = Annotated[str, typer.Argument(help="The id of a run.", metavar="ID")]
_CUT = 70
"""Characters of a question in the list."""


def add_to(app: typer.Typer) -> None:
    """Add the group with its seven commands."""
    group = typer.Typer(no_args_is_help=True, help="List, show, hand over, replay and verify runs.")
    app.add_typer(group, name="runs")
    command(group, "list", example="aver runs list --limit 5")(_list)
    command(group, "show", example="aver runs show run_0123456789abcdef0123456789abcdef")(_show)
    command(group, "handoff", example="aver runs handoff run_0123456789abcdef0123456789abcdef --json")(_handoff)
    command(group, "prompt", example="aver runs prompt run_0123456789abcdef0123456789abcdef --tokens 2000")(_prompt)
    command(group, "replay", example="aver runs replay run_0123456789abcdef0123456789abcdef")(_replay)
    command(group, "verify", example="aver runs verify --head heads.json")(_verify)
    command(group, "head", example="aver runs head --out heads.json")(_head)


def _list(
    *,
    limit: Annotated[int, typer.Option(help="How many, newest first.", min=1, max=MOST_LISTED)] = 20,
    outcome: Annotated[str | None, typer.Option(help="Only those that came to it: ESCALATE, CLARIFY ...")] = None,
    session: Session,
) -> None:
    """List the newest runs: yours, and as an auditor everybody's without the words.

    A search ends as abandoned: it is hung up on once its evidence is packed.
    """
    from aver.flows.showing_runs import outcome_kept, outcome_name, summary_json
    from aver.stages.harmless import one_line

    app, caller = opened(session)
    kept = None if outcome is None else outcome_kept(outcome)
    found = app.run_log.runs(caller, limit=limit, outcome=kept)
    if session.json:
        print_json({"runs": [summary_json(one) for one in found]})
        return
    rows = [
        (
            one.run,
            one.started_at,
            outcome_name(one) or one.state.value,
            one_line(str(one.question), limit=_CUT) if one.question else "-",
        )
        for one in found
    ]
    table(("id", "started at", "ended", "question"), rows)


def _show(identity: _ID, *, session: Session) -> None:
    """Show the steps and the answer of a run; words of documents you may not read now are withheld."""
    from aver.flows.showing_runs import run_json

    app, caller = opened(session)
    summary = app.run_log.summary(caller, identity)
    if summary.user != caller.user:
        _show_hashes(app, caller, summary, session)
        return
    recorded = app.run_log.events(caller, identity, readable=_readable(app, caller, identity))
    if session.json:
        print_json(run_json(summary, recorded))
    else:
        _print_run(identity, recorded)


def _show_hashes(app: App, caller: Caller, summary: RunSummary, session: Session) -> None:
    """Show an auditor kinds and hashes of somebody else's run."""
    from aver.flows.showing_runs import hashes_json

    lines = app.run_log.lines(caller, summary.run)
    said = (f"{e.seq:>3} {e.kind.lower():<10}{e.hash}" for e in lines)
    say(session, hashes_json(summary, lines), (f"run of {summary.user}: kinds and hashes only", *said))


def _print_run(run: str, recorded: Sequence[Recorded]) -> None:
    from rich.text import Text

    from aver.cli.output import out
    from aver.cli.show_answer import answer_view
    from aver.cli.show_steps import step_line
    from aver.flows.answering import folded
    from aver.values.events import Observed

    console = out()
    for one in recorded:
        if not isinstance(one.event, Observed):
            console.print(step_line(one), soft_wrap=True)
    console.print(Text())
    console.print(answer_view(run, folded(recorded)), soft_wrap=True)


def _handoff(identity: _ID, *, session: Session) -> None:
    """Show what a person gets who is to decide instead: question, parameters, evidence, drafts and what they failed.

    It holds words of documents that you may read; whom you pass it on to is yours to say. The reply comes back as a
    claim (`aver claims author --answers ID`) that the next question finds.
    """
    from aver.flows.answering import folded
    from aver.stages.handing_off import handoff_json, handoff_lines

    app, caller = opened(session)
    recorded = app.run_log.events(caller, identity, readable=_readable(app, caller, identity))
    package = handoff_json(identity, folded(recorded))
    say(session, package, handoff_lines(package))


def _prompt(
    identity: _ID,
    *,
    form: Annotated[Form, typer.Option(help="How it is laid out.")] = Form.BRIEF,
    tokens: Annotated[int | None, typer.Option(help="Bound for the evidence of a brief or of sources.", min=1)] = None,
    session: Session,
) -> None:
    """Print what a run found or said as escaped XML for the prompt of a model of your own.

    Evidence is data there, never an instruction; what your model makes of it `aver verify` checks. Words of documents
    that you may not read now are withheld.
    """
    from aver.flows.answering import folded
    from aver.stages.injection.forms import in_form
    from aver.stages.transcript import transcript_of

    app, caller = opened(session)
    recorded = app.run_log.events(caller, identity, readable=_readable(app, caller, identity))
    written = in_form(form, transcript_of(folded(recorded)), budget=tokens)
    say(session, {"run_id": identity, "form": form.value, "prompt": written}, (written,))


def _replay(identity: _ID, *, session: Session) -> None:
    """Run a recorded run again on its record alone, and compare every byte.

    Exit status 0 when it comes out identical, ends at another code version, or its words were erased
    with a receipt; 1 when the log itself is damaged or the same code says something else.
    """
    from aver.flows.showing_runs import replay_checked, replayed_json

    app, caller = opened(session)
    replayed = replay_checked(app.run_log, caller, identity, readable=lambda: _readable(app, caller, identity))
    if isinstance(replayed, tuple):
        say(session, replayed_json(identity, replayed), _named(replayed))
        raise typer.Exit(1)
    lines = (f"{identity}: {replayed.verdict}", *_decided(replayed))
    say(session, replayed_json(identity, replayed), lines)
    if replayed.executed and not replayed.identical and _same_version(replayed):
        raise typer.Exit(1)


def _same_version(replayed: Replayed) -> bool:
    return replayed.code_version_recorded == replayed.code_version_now


def _decided(replayed: Replayed) -> tuple[str, ...]:
    from aver.cli.show_answer import confidence_line, outcome_line

    decision = replayed.folded.decision
    return (outcome_line(decision).plain, confidence_line(decision).plain)


def _verify(
    identity: Annotated[str | None, typer.Argument(help="One run; else all.", metavar="[ID]")] = None,
    *,
    head: Annotated[Path | None, typer.Option(help="A ledger exported before: finds what was cut off.")] = None,
    session: Session,
) -> None:
    """Derive every hash of the log again and name what differs. Exit status 1 when anything does."""
    from aver.flows.showing_runs import problems_json
    from aver.flows.verify_runs import verify_all, verify_run

    if identity is not None and head is not None:
        raise typer.BadParameter("--head is about every run: leave the id out")
    app, caller = opened(session)
    if identity is not None:
        app.run_log.summary(caller, identity)
        problems = verify_run(app.run_log, identity, tenant=caller.tenant)
    else:
        problems = verify_all(app.run_log, tenant=caller.tenant, head=None if head is None else _exported(head))
    what = identity or "every run"
    say(
        session,
        {"run_id": identity, "sound": not problems, "problems": problems_json(problems)},
        _named(problems) if problems else (f"{what}: nothing was changed, removed or added",),
    )
    if problems:
        raise typer.Exit(1)


def _head(
    *,
    out: Annotated[Path | None, typer.Option(help="Write it to this file, to be kept elsewhere.")] = None,
    session: Session,
) -> None:
    """Export the ledger's head: keep it where nobody who can write the home can, for `verify --head`."""
    from aver.store.ledger import export_heads

    app, caller = opened(session)
    with app.run_log.read(caller.tenant) as connection:
        exported = export_heads(connection, tenant=caller.tenant)
    if out is None:
        print_json(exported)
        return
    out.write_text(json.dumps(exported, indent=1) + "\n", encoding="utf-8")
    runs = len(exported["heads"])
    say(session, {"file": str(out), "runs": runs}, (f"{runs} finished runs vouched for in {out}",))


def _exported(path: Path) -> Any:
    hint = "give the file that `aver runs head --out` wrote"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} can't be read: {error.strerror}", hint=hint) from error
    except ValueError as error:
        raise BadInput(f"{path} is not JSON", hint=hint) from error


def _readable(app: App, caller: Caller, run: str) -> Callable[[str], bool]:
    from aver.app import sources_of
    from aver.flows.showing_runs import readable_now

    return readable_now(app.store, app.run_log, sources_of(app), caller, run, today=today())


def _named(problems: Sequence[Problem]) -> tuple[str, ...]:
    return tuple(
        f"{p.run}{f' event {p.event}' if p.event is not None else ''}: {p.damage.value}: {p.detail}" for p in problems
    )
