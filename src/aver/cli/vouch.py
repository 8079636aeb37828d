"""`aver claims vouch`: stand behind the claims that a domain pack brings along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, opened

if TYPE_CHECKING:
    from aver.values.claims import StoredClaim

_PACK = Annotated[str, typer.Option("--pack", help="The domain pack whose claims they are.")]
_READERS = Annotated[str | None, typer.Option(help="Who may know of them, with commas; else you alone.")]


def add_to(claims: typer.Typer) -> None:
    """Add the command to the group `aver claims`."""
    command(claims, "vouch", example="aver claims vouch --pack sensors")(_vouch)


def _vouch(*, pack: _PACK, readers: _READERS = None, session: Session) -> None:
    """Write the claims that a domain pack brings in your name: a reviewer's are live at once, others' wait for review.

    What was written before is left out, so it may be run again.
    """
    from aver.flows.claim_access import Desk
    from aver.flows.pack_claims import pack_claims, vouch
    from aver.flows.packs import pack_folder, pack_named
    from aver.stages.metadata import readers_of
    from aver.values.governance import Governance

    app, caller = opened(session)
    home = app.settings.home
    drafts = pack_claims(pack_folder(pack, home=home), pack_named(pack, home=home))
    alone = frozenset({f"user:{caller.user}"})
    own = Governance(
        tenant=caller.tenant,
        readers=alone if readers is None else readers_of(readers, "--readers"),
        origin_system="claims",
    )
    written = vouch(Desk(store=app.store, caller=caller, at=now()), drafts, own=own)
    app.store.close()
    states = dict(sorted(Counter(one.state.value for one in written).items()))
    say(session, {"pack": pack, "brings": len(drafts), "written": states}, _lines(pack, drafts, written, states))


def _lines(pack: str, drafts: Sequence[object], written: Sequence[StoredClaim], states: Mapping[str, int]) -> list[str]:
    counts = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in states.items())
    before = len(drafts) - len(written)
    return [f"{pack}: {counts or 'nothing new'}" + (f"; {before} written before" if before else "")]
