"""`aver tenants`: which server each tenant lives on, moving one to another, and one logical database over several."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, written_settings

_TENANT = Annotated[str, typer.Argument(help="The tenant.", metavar="TENANT")]
_URL = "postgresql://db2.example/aver"


def add_to(app: typer.Typer) -> None:
    """Add the group with its commands."""
    group = typer.Typer(no_args_is_help=True, help="Say which server a tenant lives on, and move one.")
    app.add_typer(group, name="tenants")
    command(group, "list", example="aver tenants list")(_list)
    command(group, "place", example=f"aver tenants place acme --at {_URL}")(_place)
    command(group, "move", example=f"aver tenants move acme --to {_URL}")(_move)
    shards = "postgresql://db1.example/aver --over postgresql://db2.example/aver"
    command(group, "spread", example=f"aver tenants spread --over {shards}")(_spread)


def _list(*, session: Session) -> None:
    """List the tenants of the directory and where they live; "left" names a server that isn't cleared yet."""
    from aver.flows.moving_tenants import directory_of

    found = directory_of(written_settings(session)).all()
    if session.json:
        print_json({"tenants": [{"tenant": one.tenant, "url": one.url, "left": one.left_url} for one in found]})
        return
    table(("tenant", "server", "left"), [(one.tenant, one.url, one.left_url) for one in found])


def _place(
    name: _TENANT, *, at: Annotated[str, typer.Option("--at", help="The PostgreSQL of a home.")], session: Session
) -> None:
    """Let a new tenant live on a server, with what it has there; from then on the directory decides for that server."""
    from aver.flows.moving_tenants import place

    found = place(written_settings(session), name, at)
    say(session, {"tenant": found.tenant, "url": found.url}, (f"{found.tenant} lives on {found.url}.",))


def _move(
    name: _TENANT, *, to: Annotated[str, typer.Option("--to", help="The PostgreSQL of a home.")], session: Session
) -> None:
    """Move a tenant to another server, verified before it counts; questions are answered meanwhile, changes refused.

    The role has to own the tables on both servers. Cut short, the same command goes on.
    """
    from aver.flows.moving_tenants import move_tenant

    moved = move_tenant(written_settings(session), name, to)
    rows = sum(one.rows for one in moved.tables)
    payload = {"tenant": moved.tenant, "url": to, "rows": rows, "runs": moved.runs}
    payload["tables"] = [
        {"table": one.table, "rows": one.rows, "sha256": one.digest} for one in moved.tables if one.rows
    ]
    say(session, payload, (f"{moved.tenant} lives on {to}: {rows} rows compared, {moved.runs} runs verified.",))


def _spread(
    *,
    over: Annotated[list[str], typer.Option("--over", help="An empty PostgreSQL database; repeat.")],
    session: Session,
) -> None:
    """Make the database at [store] url one logical database over several servers; then `aver init`.

    After a server moved: the same again with its new url in the old place. After Aver was upgraded: the same again,
    while nobody is at work; cut short, it goes on. The role has to be a superuser there.
    """
    from aver.flows.spreading import spread

    shards = spread(written_settings(session), over)
    named = [{"server": one.options.get("host", ""), "schema": one.schema} for one in shards]
    say(
        session, {"shards": named}, (f"Tenants are spread over {len(shards)} servers; make the home with `aver init`.",)
    )
