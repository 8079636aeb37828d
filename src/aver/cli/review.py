"""`aver review`: the queue of claims that wait for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from aver.cli import review_keys, review_page
from aver.cli.claim_words import EXAMPLE, ID, NUMBER, REASON, Said, claim_lines, said_options, told
from aver.cli.claims import desk_of
from aver.cli.options import MOST_LISTED, command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session

_WHY = Annotated[str, typer.Option("--reason", help="Why, in a few words.")]


def add_to(app: typer.Typer) -> None:
    """Add the group with its eight commands."""
    group = typer.Typer(no_args_is_help=True, help="Work through claims that wait for a person.")
    app.add_typer(group, name="review")
    command(group, "list", example="aver review list")(_list)
    review_keys.add_to(group)
    command(group, "next", example="aver review next --count 5")(_next)
    command(group, "accept", example=f"aver review accept {EXAMPLE}")(_accept)
    review_page.add_to(group)
    edited = f"aver review edit {EXAMPLE} --statement 'At most 40 bottles a second.'"
    command(group, "edit", example=edited, grouped={"said": said_options})(_edit)
    command(group, "reject", example=f"aver review reject {EXAMPLE} --reason 'not what the page says'")(_reject)
    command(group, "escalate", example=f"aver review escalate {EXAMPLE} --reason 'needs the optics team'")(_escalate)


def _list(
    *,
    limit: Annotated[int, typer.Option(help="How many, oldest first.", min=1, max=MOST_LISTED)] = 50,
    session: Session,
) -> None:
    """List what waits for a person: candidates, and live claims whose source changed."""
    from aver.flows.review import queue
    from aver.flows.showing_claims import waiting_json

    found = [waiting_json(one) for one in queue(desk_of(session)[1], limit=limit)]
    if session.json:
        print_json({"items": found})
        return
    rows = [
        (one["claim"]["claim_id"], one["why"], one["held_by"] or "-", one["claim"]["kind"], one["claim"]["statement"])
        for one in found
    ]
    table(("id", "why", "held by", "kind", "statement"), rows)


def _next(
    *,
    count: Annotated[int, typer.Option(help="How many to take.", min=1)] = 1,
    minutes: Annotated[int, typer.Option(help="How long nobody else gets them.", min=1)] = 15,
    session: Session,
) -> None:
    """Take the next items, which nobody else gets meanwhile; those you hold already come first."""
    from aver.flows.review import take
    from aver.flows.showing_claims import waiting_json

    found = [waiting_json(one) for one in take(desk_of(session)[1], count=count, minutes=minutes)]
    lines = [line for one in found for line in _lines(one)]
    say(session, {"items": found}, lines or ["Nothing waits."])


def _lines(item: dict[str, Any]) -> Iterator[str]:
    yield from claim_lines(item["claim"])
    if item["remark"]:
        yield f"  to settle: {item['remark']}"
    yield f"  yours until {item['held_until']}"


def _accept(
    identities: Annotated[list[str], typer.Argument(help="Ids of claims.", metavar="CLAIM_ID...")],
    *,
    version: NUMBER = None,
    reason: REASON = "",
    session: Session,
) -> None:
    """Freeze candidates, or say that live claims still hold; each must stand in its source as it is today."""
    from aver.flows.review import accept
    from aver.flows.showing_claims import accepted_json

    done = accept(desk_of(session)[1], identities, number=version, reason=reason)
    if len(done) == 1 and done[0].error is not None:
        raise done[0].error
    shown = [accepted_json(one) for one in done]
    lines = [f"{one.name}: {one.claim.state.value if one.claim else str(one.error)}" for one in done]
    say(session, {"accepted": shown}, lines)
    if any(one.error for one in done):
        raise typer.Exit(1)


def _edit(
    identity: ID,
    *,
    statement: Annotated[str | None, typer.Option(help="What it should say.")] = None,
    said: Said,
    version: NUMBER = None,
    reason: REASON = "",
    session: Session,
) -> None:
    """Freeze a corrected version in place of the one that waits; what isn't given stays as it was."""
    from aver.flows.claim_access import one_of
    from aver.flows.claims import history
    from aver.flows.review import edit

    _, desk = desk_of(session)
    base = one_of(history(desk, identity)[0], version)
    told(session, edit(desk, identity, said.of(base, statement), number=base.number, reason=reason))


def _reject(identity: ID, *, reason: _WHY, version: NUMBER = None, session: Session) -> None:
    """Turn a candidate down, or take out of service a live claim that no longer holds."""
    from aver.flows.review import reject

    told(session, reject(desk_of(session)[1], identity, reason=reason, number=version))


def _escalate(identity: ID, *, reason: _WHY, version: NUMBER = None, session: Session) -> None:
    """Leave an item to another reviewer, before the rest of the queue."""
    from aver.flows.review import escalate

    told(session, escalate(desk_of(session)[1], identity, reason=reason, number=version))
