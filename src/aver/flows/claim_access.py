"""Who may know of a claim, and where its citations stand for whoever vouches for it.

A claim is known to those who may read everything that any of its versions cites, and its author's words under their
own governance; with neither, to nobody. Who vouches for a version vouches for what they read themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, select

from aver.errors import BadInput, NotAllowed, NotFound
from aver.flows.documents import may_read
from aver.stages.claim_quotes import cited, find_quote
from aver.stages.eligibility import eligibility_of
from aver.store import schema
from aver.store.claim_sources import anchors_of, is_current, put_anchor
from aver.store.claims import sources_of, versions_of_claim
from aver.store.store import Store
from aver.store.versions import StoredVersion, version_is, versions_where
from aver.values.claims import Citation, ClaimState, StoredClaim
from aver.values.governance import Caller, Governance, Role

_BATCH = 300
_HINT = "`aver claims list` shows what you may read"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Where a person decides: the store, who they are, and the moment (ISO 8601, UTC)."""

    store: Store
    caller: Caller
    at: str

    @property
    def tenant(self) -> str:
        """The tenant of the caller, whose claims alone are in reach."""
        return self.caller.tenant


def may_decide(caller: Caller) -> bool:
    """Return whether the caller's roles let them decide on claims."""
    return bool(caller.roles & {Role.REVIEWER, Role.ADMIN})


def reviewer_only(caller: Caller) -> None:
    """Raise NotAllowed for a caller without the role of a reviewer."""
    if not may_decide(caller):
        raise NotAllowed("deciding on claims takes a reviewer", hint="ask somebody with the role reviewer")


def readable(connection: Connection, caller: Caller, versions: Iterable[StoredClaim]) -> tuple[StoredClaim, ...]:
    """Return those of `versions` whose claim the caller may know of, in their order."""
    found = tuple(one for one in versions if one.tenant == caller.tenant)
    sources = sources_of(connection, caller.tenant, sorted({one.id for one in found}))
    cited_ids = sorted(frozenset[str]().union(*sources.values()))
    open_ = frozenset(
        one.id for one in _versions_of(connection, caller.tenant, cited_ids) if may_read(one.governance, caller)
    )
    return tuple(
        one
        for one in found
        if sources[one.id] <= open_ and (may_read(one.own, caller) if one.own is not None else bool(sources[one.id]))
    )


def known(connection: Connection, caller: Caller, name: str) -> tuple[StoredClaim, ...]:
    """Return every version of a claim the caller may know of, oldest first; raises NotFound, the same for others'."""
    found = readable(connection, caller, versions_of_claim(connection, caller.tenant, name))
    if not found:
        raise NotFound(f"no claim {name!r}", hint=_HINT)
    return found


def one_of(versions: Sequence[StoredClaim], number: int | None) -> StoredClaim:
    """Return the version with that number, or the newest that is neither rejected nor retired. Raises NotFound."""
    over = {ClaimState.REJECTED, ClaimState.RETIRED}
    fitting = [one for one in versions if (one.number == number if number else one.state not in over)]
    if not fitting and number:
        raise NotFound(f"{versions[0].id} has no version {number}", hint="`aver claims history` lists them")
    return fitting[-1] if fitting else versions[-1]


def sources_now(connection: Connection, desk: Desk) -> dict[str, tuple[int, Governance]]:
    """Return by document id the key and governance of the version that the caller reads today."""
    columns = desk.store.columns(connection, desk.tenant)
    mask = columns.eligible(eligibility_of(desk.caller, as_of=desk.at[:10]))
    rows = (columns.rows[position] for position in np.flatnonzero(mask).tolist())
    return {row.document: (row.key, row.governance) for row in rows}


def citations_from(connection: Connection, desk: Desk, quotes: Iterable[tuple[str, str]]) -> tuple[Citation, ...]:
    """Return citations of `(uri, quote)` in the versions that the caller reads today.

    Raises NotFound for a document that isn't there for them and BadInput where it doesn't say the quote.
    """
    now = {key for key, _ in sources_now(connection, desk).values()}
    made: list[Citation] = []
    for uri, quote in quotes:
        version = schema.version.c
        wanted = select(version.key, version.id, version.document, version.text)
        rows = connection.execute(wanted.where(version.tenant == desk.tenant, version.uri == uri))
        row = next((one for one in rows if one.key in now), None)
        if row is None:
            raise NotFound(f"no document {uri!r}", hint="`aver documents list` shows what you may read")
        span = find_quote(row.text, quote)
        if span is None:
            raise BadInput(f"{uri} doesn't say “{quote}”", hint="quote the document word for word")
        made.append(cited(row.text, document=row.document, uri=uri, version=row.id, span=span))
    return tuple(made)


def vouch(connection: Connection, desk: Desk, version: StoredClaim) -> None:
    """Anchor every citation in the version of its document that the caller reads today: they say that it holds.

    Raises BadInput where one isn't open to them any more, or no longer says the quote.
    """
    now = sources_now(connection, desk)
    for place, citation in enumerate(version.content.citations):
        if citation.document not in now:
            raise BadInput(f"{citation.uri} is not there today", hint="edit the claim to cite what is, or reject it")
        key, governance = now[citation.document]
        text = connection.execute(select(schema.version.c.text).where(version_is(desk.tenant, key))).scalar_one()
        start, end = anchors_of(connection, version, key).get(place, (citation.start, citation.end))
        if text[start:end] != citation.quote:
            start = text.find(citation.quote)
        if start < 0:
            raise BadInput(
                f"{citation.uri} no longer says “{citation.quote}”",
                hint="edit the claim to cite what it says, or reject it",
            )
        span = (start, start + len(citation.quote))
        put_anchor(connection, version, place, key, span=span, although_superseded=not is_current(governance))


def as_open(connection: Connection, base: StoredClaim, citations: Sequence[Citation]) -> None:
    """Raise BadInput where a correction cites what somebody who knows the claim may not read.

    Else a claim would vanish from people to whom nothing visible happened.
    """
    ids = sorted({one.version for one in (*base.content.citations, *citations)})
    rules = {one.id: one.governance for one in _versions_of(connection, base.tenant, ids)}
    there = [rules[one.version] for one in base.content.citations if one.version in rules]
    there += [] if base.own is None else [base.own]
    for one in citations:
        if not any(_as_wide(rules[one.version], known_) for known_ in there):
            raise BadInput(
                f"{one.uri} is not open to all who know this claim",
                hint="author a claim of its own with that source, and retire this one",
            )


def _as_wide(new: Governance, old: Governance) -> bool:
    """Whether whoever may read what `old` governs may read what `new` governs."""
    pairs = ((new.jurisdictions, old.jurisdictions), (new.products, old.products), (new.tiers, old.tiers))
    limits = all(not wide or (narrow and wide >= narrow) for wide, narrow in pairs)
    return new.readers >= old.readers and new.classification <= old.classification and limits


def _versions_of(connection: Connection, tenant: str, ids: Sequence[str]) -> Iterable[StoredVersion]:
    version = schema.version.c
    for start in range(0, len(ids), _BATCH):
        some = version.id.in_(ids[start : start + _BATCH])
        yield from versions_where(connection, version.tenant == tenant, some)
