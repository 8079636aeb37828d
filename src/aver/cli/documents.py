"""`aver documents`: list, show, history, image and delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli import page_image
from aver.cli.options import command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, now, opened, today

if TYPE_CHECKING:
    from aver.store.deleting import Receipt

_ID = Annotated[str, typer.Argument(help="The id or uri of a document.", metavar="ID")]


def add_to(app: typer.Typer) -> None:
    """Add the group with its five commands."""
    group = typer.Typer(no_args_is_help=True, help="List, show, draw and delete documents.")
    app.add_typer(group, name="documents")
    command(group, "list", example="aver documents list --json")(_list)
    command(group, "show", example="aver documents show handbook/leave.md")(_show)
    command(group, "history", example="aver documents history handbook/leave.md")(_history)
    page_image.add_to(group)
    command(group, "delete", example="aver documents delete handbook/leave.md")(_delete)


def _list(*, session: Session) -> None:
    """List the documents you may read today."""
    from aver.flows.document_json import document_json
    from aver.flows.documents import documents

    app, caller = opened(session)
    found = documents(app.store, caller, today=today())
    if session.json:
        print_json({"documents": [document_json(one) for one in found]})
        return
    rows = [(one.document, one.uri, one.title, str(one.number), one.governance.status.value) for one in found]
    table(("id", "uri", "title", "version", "status"), rows)


def _show(identity: _ID, *, session: Session) -> None:
    """Show the newest version of a document that you may read, with its governance."""
    from aver.flows.document_json import document_json
    from aver.flows.documents import versions_of

    app, caller = opened(session)
    found = document_json(versions_of(app.store, caller, identity)[0])
    flat = {**found, **found["governance"]}
    say(session, found, (f"{name}: {_words(value)}" for name, value in flat.items() if name != "governance"))


def _history(identity: _ID, *, session: Session) -> None:
    """List the versions of a document that you may read, newest first."""
    from aver.flows.document_json import document_json
    from aver.flows.documents import versions_of

    app, caller = opened(session)
    found = versions_of(app.store, caller, identity)
    if session.json:
        print_json({"document_id": found[0].document, "versions": [document_json(one) for one in found]})
        return
    rows = [(str(one.number), one.id, one.ingested_at, one.content_hash[:16], one.title) for one in found]
    table(("version", "id", "ingested at", "content", "title"), rows)


def _delete(
    identity: Annotated[str | None, typer.Argument(help="The id or uri of a document.", metavar="[ID]")] = None,
    *,
    expired: Annotated[bool, typer.Option("--expired", help="Delete what was to be kept until before today.")] = False,
    session: Session,
) -> None:
    """Delete a document with everything derived from it, and print the receipt."""
    from aver.errors import BadInput
    from aver.flows.deletion import delete, delete_expired
    from aver.flows.document_json import receipt_json

    if (identity is None) is not expired:
        raise BadInput("name one document, or give --expired", hint="`aver documents list` shows what you may read")
    app, caller = opened(session)
    if identity is not None:
        receipt = delete(app.store, caller, identity, at=now())
        say(session, receipt_json(receipt), _told(receipt))
        return
    done = delete_expired(app.store, caller, today=today(), at=now())
    payload = {"receipts": [receipt_json(one) for one in done.receipts], "held": list(done.held)}
    lines = [line for one in done.receipts for line in _told(one)]
    lines += [f"Kept {uri}: it is under legal hold" for uri in done.held]
    say(session, payload, lines or ["Nothing is past its retention."])


def _told(receipt: Receipt) -> tuple[str, str]:
    removed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in receipt.removed if count)
    return f"Deleted {receipt.uri}: {removed}", f"Receipt: {receipt.id}"


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
