"""`aver claims`: list, show, author, freeze, unfreeze, retire, history, diff, extract and vouch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli import extract, vouch
from aver.cli.claim_words import EXAMPLE, ID, NUMBER, REASON, Said, said_options, told
from aver.cli.options import command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, now, opened
from aver.values.claims import ClaimState
from aver.values.governance import Classification, Governance

if TYPE_CHECKING:
    from aver.app import App
    from aver.flows.claim_access import Desk


def add_to(app: typer.Typer) -> None:
    """Add the group with its ten commands."""
    group = typer.Typer(no_args_is_help=True, help="Claims that people stand behind.")
    app.add_typer(group, name="claims")
    command(group, "list", example="aver claims list --state frozen")(_list)
    command(group, "show", example=f"aver claims show {EXAMPLE}")(_show)
    command(
        group,
        "author",
        example="aver claims author 'Glass needs variant CG.' --cites sheet.pdf --quote 'use the CG for clear glass'",
        grouped={"said": said_options, "governed": _governed},
    )(_author)
    command(group, "freeze", example=f"aver claims freeze {EXAMPLE}")(_freeze)
    command(group, "unfreeze", example=f"aver claims unfreeze {EXAMPLE} --reason 'wrong unit'")(_unfreeze)
    command(group, "retire", example=f"aver claims retire {EXAMPLE}")(_retire)
    command(group, "history", example=f"aver claims history {EXAMPLE}")(_history)
    command(group, "diff", example=f"aver claims diff {EXAMPLE}")(_diff)
    extract.add_to(group)
    vouch.add_to(group)


def desk_of(session: Session) -> tuple[App, Desk]:
    """Return the open home and the caller at their desk."""
    from aver.flows.claim_access import Desk

    app, caller = opened(session)
    return app, Desk(store=app.store, caller=caller, at=now())


def _list(
    *,
    state: Annotated[list[ClaimState] | None, typer.Option(help="Only those in this state; may be repeated.")] = None,
    session: Session,
) -> None:
    """List the versions of claims you may know of; those in service can be found by the next question."""
    from aver.flows.claims import listed
    from aver.flows.showing_claims import listed_json
    from aver.store.claim_index import ClaimIndex

    app, desk = desk_of(session)
    found = [listed_json(one) for one in listed(desk, ClaimIndex(app.store), states=frozenset(state or ClaimState))]
    if session.json:
        print_json({"claims": found})
        return
    rows = [
        (one["claim_id"], str(one["version"]), one["kind"], one["state"], _service(one), one["statement"])
        for one in found
    ]
    table(("id", "version", "kind", "state", "in service", "statement"), rows)


def _service(one: dict[str, object]) -> str:
    return "yes" if one["in_service"] else "no"


def _show(identity: ID, *, version: NUMBER = None, session: Session) -> None:
    """Show a version of a claim, by default the newest that is not over, with what it cites."""
    from aver.flows.claim_access import one_of
    from aver.flows.claims import history

    _, desk = desk_of(session)
    told(session, one_of(history(desk, identity)[0], version))


@dataclass(frozen=True, slots=True, kw_only=True)
class Governed:
    """Who may know of an authored claim, as given."""

    readers: str | None
    classification: str

    def of(self, desk: Desk) -> Governance:
        """Return the governance of the author's words; without readers they are the author's alone."""
        from aver.errors import BadInput
        from aver.stages.metadata import readers_of

        if self.classification.upper() not in Classification.__members__:
            hint = "public, internal, confidential or restricted"
            raise BadInput(f"{self.classification!r} is no classification", hint=hint)
        alone = frozenset({f"user:{desk.caller.user}"})
        return Governance(
            tenant=desk.tenant,
            readers=alone if self.readers is None else readers_of(self.readers, "--readers"),
            classification=Classification[self.classification.upper()],
            origin_system="claims",
        )


def _governed(
    *,
    readers: Annotated[str | None, typer.Option(help="Who may know of it, with commas; else you alone.")] = None,
    classification: Annotated[str, typer.Option(help="public, internal, confidential or restricted.")] = "internal",
) -> Governed:
    return Governed(readers=readers, classification=classification)


def _author(
    statement: Annotated[str, typer.Argument(help="What is claimed, in one sentence.")],
    *,
    said: Said,
    governed: Governed,
    corrects: Annotated[str | None, typer.Option(help="Id of a claim that this is a new version of.")] = None,
    answers: Annotated[str, typer.Option(help="Id of a run that was escalated to you, which this answers.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Let it wait for review.")] = False,
    session: Session,
) -> None:
    """Write a claim, or with --corrects a new version of one; reviewers' claims are live at once unless --draft.

    What it cites limits who may know of it further. A new version keeps the readers of the claim it corrects, and what
    isn't given stays as it was.
    """
    from aver.flows.claim_access import may_decide, one_of
    from aver.flows.claims import asked_in, author, correct, history

    app, desk = desk_of(session)
    live = may_decide(desk.caller) and not draft
    if corrects is not None:
        words = said.of(one_of(history(desk, corrects)[0], None), statement)
        told(session, correct(desk, corrects, words, live=live))
        return
    reply_to = asked_in(app.run_log, desk.tenant, answers)
    own = governed.of(desk)
    told(session, author(desk, said.new(statement), own=own, live=live, answers=answers, reply_to=reply_to))


def _freeze(identity: ID, *, version: NUMBER = None, reason: REASON = "", session: Session) -> None:
    """Make a version live in the next question of every process; what it cites must say so today."""
    from aver.flows.claims import freeze

    told(session, freeze(desk_of(session)[1], identity, number=version, reason=reason))


def _unfreeze(identity: ID, *, reason: REASON = "", session: Session) -> None:
    """Take the live version of a claim out of service, from the next question of every process on."""
    from aver.flows.claims import unfreeze

    told(session, unfreeze(desk_of(session)[1], identity, reason=reason))


def _retire(
    identity: ID,
    *,
    reason: REASON = "",
    erase: Annotated[bool, typer.Option("--erase", help="Erase what its author said too, here and in runs.")] = False,
    session: Session,
) -> None:
    """End every version of a claim for good; they stay readable unless its author or a reviewer erases them."""
    from aver.flows.claims import retire
    from aver.flows.document_json import receipt_json
    from aver.flows.erasing_claims import erase_authored
    from aver.flows.showing_claims import claim_json

    if erase:
        receipt = erase_authored(desk_of(session)[1], identity)
        say(session, receipt_json(receipt), (f"{identity}: erased", f"Receipt: {receipt.id}"))
        return
    done = [claim_json(one) for one in retire(desk_of(session)[1], identity, reason=reason)]
    numbers = ", ".join(str(one["version"]) for one in done)
    say(session, {"claim_id": identity, "retired": done}, (f"{identity}: retired version {numbers}",))


def _history(identity: ID, *, session: Session) -> None:
    """Show every version of a claim and who did what to it, when and why."""
    from aver.flows.claims import history
    from aver.flows.showing_claims import claim_json, event_json

    versions, events = history(desk_of(session)[1], identity)
    shown = [claim_json(one) for one in versions]
    acts = [event_json(one) for one in events]
    lines = [f"version {one['version']}: {one['state']}: {one['statement'] or 'erased'}" for one in shown]
    lines += [f"{o['at']}  version {o['version']} {o['act']} by {o['actor']}  {o['reason']}".rstrip() for o in acts]
    say(session, {"claim_id": identity, "versions": shown, "events": acts}, lines)


def _diff(
    identity: ID,
    *,
    before: Annotated[int | None, typer.Option("--from", help="A version by its number.", min=1)] = None,
    after: Annotated[int | None, typer.Option("--to", help="A version by its number; else the newest.", min=1)] = None,
    session: Session,
) -> None:
    """Show what a version changed, by default the newest against the one that it corrects."""
    from aver.flows.claims import compared
    from aver.flows.showing_claims import diff_json

    old, new, fields = compared(desk_of(session)[1], identity, before=before, after=after)
    shown = [diff_json(one) for one in fields]
    lines = [f"version {old.number} to version {new.number}"]
    for one in shown:
        marked = " ".join(words if mark == " " else f"[{mark}{words}]" for mark, words in one["words"])
        lines.append(f"{one['field']}: {marked}")
    say(session, {"claim_id": identity, "from": old.number, "to": new.number, "fields": shown}, lines)
