"""`aver claims extract`: propose claims from stored documents, read with a domain pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, opened

if TYPE_CHECKING:
    from aver.flows.extracting import Extracted

_NAMES = Annotated[list[str] | None, typer.Argument(help="Ids or uris; else all you may read.", metavar="DOCUMENT...")]
_PACK = Annotated[str, typer.Option("--pack", help="The domain pack to read with.")]
_LEAST = Annotated[
    int | None, typer.Option("--min-length", help="Characters that a page has at least; else 80.", min=0)
]


def add_to(claims: typer.Typer) -> None:
    """Add the command to the group `aver claims`."""
    command(claims, "extract", example="aver claims extract datasheets/ns-r200-en.pdf --pack sensors")(_extract)


def _extract(names: _NAMES = None, *, pack: _PACK, min_length: _LEAST = None, session: Session) -> None:
    """Propose what documents say as claims that wait for review; what was proposed before is left out."""
    from aver.flows.claim_access import Desk
    from aver.flows.extracting import extract
    from aver.flows.packs import pack_named
    from aver.stages.extraction import MINIMUM

    app, caller = opened(session)
    read_with = pack_named(pack, home=app.settings.home)
    desk = Desk(store=app.store, caller=caller, at=now())
    found = extract(desk, read_with, names=names or (), minimum=MINIMUM if min_length is None else min_length)
    app.store.close()
    say(session, {"documents": [_plain(one) for one in found]}, _lines(found))


def _plain(one: Extracted) -> dict[str, Any]:
    return {
        "uri": one.uri,
        "proposed": [claim.id for claim in one.proposed],
        "kinds": _kinds(one),
        "known": one.known,
        "short_pages": list(one.short),
    }


def _kinds(one: Extracted) -> dict[str, int]:
    return dict(sorted(Counter(claim.content.kind.value for claim in one.proposed).items()))


def _lines(found: tuple[Extracted, ...]) -> Iterator[str]:
    for one in found:
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in _kinds(one).items())
        known = f"; {one.known} proposed before" if one.known else ""
        yield f"{one.uri}: {kinds or 'nothing new'}{known}"
        if one.short:
            yield f"  too short to propose anything: {', '.join(one.short)}"
    total = sum(len(one.proposed) for one in found)
    yield f"{total} claims wait for review; `aver review next` takes the first." if total else "Nothing new to review."
