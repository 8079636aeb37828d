"""`aver validate`: what a chunk is doing in its document, and what the document holds in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import command
from aver.cli.session import Session, opened, today

if TYPE_CHECKING:
    pass


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "validate", example="aver validate chk_3f2a 'Guests may park for free'")
    def validate(
        chunk: Annotated[str, typer.Argument(help="The id of a chunk, from `aver search --json`.", metavar="CHUNK_ID")],
        query: Annotated[str, typer.Argument(help="A question or proposition.", metavar="QUERY")],
        *,
        session: Session,
    ) -> None:
        """Judge a chunk in the light of its document: its role, the document's stance, and who refutes it."""
        from aver.cli.output import say
        from aver.flows.validate import validate as validated
        from aver.flows.validate import validated_json
        from aver.stages.eligibility import eligibility_of

        app, caller = opened(session)
        eligible = eligibility_of(caller, as_of=today())
        found = validated(app.store, app.gauge, chunk, query, eligible=eligible, reader=app.insight.stance)
        payload = validated_json(found, query)
        say(session, payload, lines_of(payload))


def lines_of(payload: dict[str, Any]) -> list[str]:
    """Return the verdict as lines for a person."""
    if payload["reason"]:
        return [f"no verdict: stance_pending; `aver enrich` reads {payload['uri']} as a whole"]
    said = f"{payload['document_stance_on_query']}, {payload['argumentative_role']}"
    lines = [f"{said} (confidence {payload['confidence']:.2f})  {payload['uri']}"]
    for name in ("refuting", "qualifying"):
        for one in payload[name]:
            where = f" ({one['section_path']})" if one["section_path"] else ""
            lines.append(f"  {name}: “{' '.join(one['quote'].split())}”{where}")
    return lines
