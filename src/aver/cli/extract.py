"""`aver claims extract`: propose claims from stored documents, read with a domain pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, opened
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.app import App
    from aver.flows.extracting import Extracted
    from aver.store.jobs import JobWriter
    from aver.values.governance import Caller

_NAMES = Annotated[list[str] | None, typer.Argument(help="Ids or uris; else all you may read.", metavar="DOCUMENT...")]
_PACK = Annotated[str, typer.Option("--pack", help="The domain pack to read with.")]
_LEAST = Annotated[
    int | None, typer.Option("--min-length", help="Characters that a page has at least; else 80.", min=0)
]


def add_to(claims: typer.Typer) -> None:
    """Add the command to the group `aver claims`."""
    command(claims, "extract", example="aver claims extract datasheets/ns-r200-en.pdf --pack sensors")(_extract)


def _extract(names: _NAMES = None, *, pack: _PACK, min_length: _LEAST = None, session: Session) -> None:
    """Propose what documents say as claims that wait for review; what was proposed before is left out.

    The job is done when people have decided on all of them.
    """
    asked = {"names": names or [], "pack": pack, "min_length": min_length}
    extract_asked(session, asked, lambda app, caller: app.jobs.begin(JobKind.EXTRACT, asked, caller, now=now))


def extract_asked(session: Session, asked: Mapping[str, Any], taken: Callable[[App, Caller], JobWriter]) -> None:
    """Extract what was asked under the job that `taken` gives, and tell what became of it."""
    from aver.app import under
    from aver.flows.claim_access import Desk
    from aver.flows.extracting import extract
    from aver.flows.jobs.working import worked_on
    from aver.flows.packs import pack_named
    from aver.stages.extraction import MINIMUM

    app, caller = opened(session)
    pack = pack_named(asked["pack"], home=app.settings.home)
    minimum = MINIMUM if asked["min_length"] is None else asked["min_length"]
    with worked_on(taken(app, caller)) as job:
        desk = Desk(store=under(app, job).store, caller=caller, at=now())
        found = extract(desk, pack, names=asked["names"], minimum=minimum, job=job)
    state = app.jobs.job(caller, job.id).state
    app.store.close()
    say(session, {**payload_of(found), "job": job.id, "state": state.value}, lines_of(found))
    if job.stopped:
        raise typer.Exit(1)


def payload_of(found: tuple[Extracted, ...]) -> dict[str, Any]:
    """Return what was proposed as plain JSON."""
    return {"documents": [_plain(one) for one in found]}


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


def lines_of(found: tuple[Extracted, ...]) -> Iterator[str]:
    """Yield the lines for people."""
    for one in found:
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in _kinds(one).items())
        known = f"; {one.known} proposed before" if one.known else ""
        yield f"{one.uri}: {kinds or 'nothing new'}{known}"
        if one.short:
            yield f"  too short to propose anything: {', '.join(one.short)}"
    total = sum(len(one.proposed) for one in found)
    yield f"{total} claims wait for review; `aver review work` shows them." if total else "Nothing new to review."
