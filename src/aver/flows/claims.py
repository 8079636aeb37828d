"""Claims as people handle them: proposed, authored, frozen, unfrozen, retired, and looked at (J1, J3-J5).

Every change is one transaction with its event, and shows in the next search of every process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, select

from aver.errors import BadInput, NotInState
from aver.flows.claim_access import (
    Desk,
    as_open,
    citations_from,
    known,
    one_of,
    readable,
    reviewer_only,
    vouch,
)
from aver.flows.claim_queue import close_items, readable_changes, refuse_if_held
from aver.stages.claim_diff import FieldDiff, diff
from aver.stages.claim_states import verified_content
from aver.stages.eligibility import eligibility_of
from aver.stages.replies import question_digest
from aver.store import schema
from aver.store.claim_index import ClaimIndex
from aver.store.claim_jobs import link
from aver.store.claim_sources import anchor_elsewhere
from aver.store.claim_tables import claim_standing, claim_version
from aver.store.claims import act, add_version, claims_where, events_of
from aver.store.run_log import RunLog
from aver.values.claims import Act, ClaimContent, ClaimEvent, ClaimState, Origin, StoredClaim, StoredKind
from aver.values.governance import Governance
from aver.values.identity import make_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a person writes: fields as in `ClaimContent`; `quotes` are `(uri, the words it rests on)`."""

    kind: StoredKind
    statement: str
    quotes: tuple[tuple[str, str], ...] = ()
    when: str = ""
    forbids: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A version, and whether the next search by this caller can find it."""

    claim: StoredClaim
    in_service: bool


def propose(
    desk: Desk, contents: Sequence[ClaimContent], *, doubts: Sequence[str] = (), job: str | None = None
) -> tuple[StoredClaim, ...]:
    """Store extracted claims as candidates that wait for review; those proposed before are left out (J1).

    The same words of the same document for the same statement are the same claim, so a run that was cut off is
    repeated safely. `doubts` says of each what a reviewer has to settle, "" for nothing; the `job` waits until all of
    them are decided. Raises BadInput for a citation that its version doesn't say.
    """
    made: list[StoredClaim] = []
    names: list[str] = []
    with desk.store.transactions.write(desk.tenant) as connection:
        for content, doubt in zip(contents, doubts or [""] * len(contents), strict=True):
            _check(connection, desk.tenant, verified_content(content))
            names.append(name := _claim_id(desk.tenant, content))
            if _exists(connection, desk.tenant, name):
                continue
            made.append(_first(desk, name, content, origin=Origin.EXTRACTED, own=None))
            add_version(connection, made[-1], reason=doubt)
        if job is not None:
            link(connection, desk.tenant, job, names)
    return tuple(made)


def author(
    desk: Desk, draft: Draft, *, own: Governance, live: bool = True, answers: str = "", reply_to: str = ""
) -> StoredClaim:
    """Store what an expert says, cited by author, governed by `own` and by what it cites (J5).

    `live` freezes it at once, which takes a reviewer; else it waits in the queue. A reply to what was escalated names
    the run that it `answers`, and the digest of its question, `reply_to`.
    """
    origin = Origin.ESCALATION_REPLY if answers else Origin.AUTHORED
    with desk.store.transactions.write(desk.tenant) as connection:
        content = replace(_content(connection, desk, draft), reply_to=reply_to)
        name = _claim_id(desk.tenant, content, desk.caller.user, desk.at)
        if _exists(connection, desk.tenant, name):
            raise BadInput(f"{name} says just that already", hint="`aver claims show` shows it")
        new = _first(desk, name, content, origin=origin, own=own)
        add_version(connection, new, reason=f"answers {answers}" if answers else "")
        return freeze_in(connection, desk, new, (new,), reason="authored") if live else new


def asked_in(log: RunLog, tenant: str, run: str) -> str:
    """Return the digest of the question of a run, for `reply_to`: "" where there is none that could be asked again."""
    asked = log.asked(tenant, run) if run else None
    return "" if asked is None else question_digest(asked.inquiry, asked.caller.principals)


def correct(desk: Desk, name: str, draft: Draft, *, number: int | None = None, live: bool = True) -> StoredClaim:
    """Add a version that corrects another, by default the newest; what is live stays so until it is frozen (J4)."""
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        return correct_in(connection, desk, versions, one_of(versions, number), draft, live=live)


def correct_in(
    connection: Connection,
    desk: Desk,
    versions: Sequence[StoredClaim],
    base: StoredClaim,
    draft: Draft,
    *,
    live: bool,
    reason: str = "",
) -> StoredClaim:
    """Do what `correct` does inside a transaction."""
    content = replace(_content(connection, desk, draft), reply_to=base.content.reply_to)
    as_open(connection, base, content.citations)
    if not content.citations and base.own is None:
        raise BadInput("a correction of what was extracted has to cite something", hint="quote its source")
    number = max(one.number for one in versions) + 1
    new = StoredClaim(
        tenant=base.tenant,
        id=base.id,
        number=number,
        content=content,
        origin=Origin.EDITED,
        author=desk.caller.user,
        at=desk.at,
        supersedes=base.number,
        own=base.own,
        state=ClaimState.CANDIDATE,
        reviewer=desk.caller.user,
        changed_at=desk.at,
        receipt="",
    )
    add_version(connection, new, reason=reason)
    return freeze_in(connection, desk, new, (*versions, new), reason=reason) if live else new


def freeze(desk: Desk, name: str, *, number: int | None = None, reason: str = "") -> StoredClaim:
    """Make a version live: whoever freezes it says that what it cites holds today (J2).

    Raises NotFound, NotAllowed, NotInState, ClaimHeld, and BadInput where a source no longer says what is quoted.
    """
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        return freeze_in(connection, desk, one_of(versions, number), versions, reason=reason)


def freeze_in(
    connection: Connection, desk: Desk, version: StoredClaim, versions: Sequence[StoredClaim], *, reason: str
) -> StoredClaim:
    """Do what `freeze` does inside a transaction; `versions` are all of the claim."""
    reviewer_only(desk.caller)
    refuse_if_held(connection, desk, version)
    live = next((one for one in versions if one.state is ClaimState.FROZEN and one.number != version.number), None)
    if live is not None and live.number not in _corrected(version, versions):
        raise NotInState(
            f"version {version.number} doesn't correct version {live.number}, which is live",
            hint="compare them with `aver claims diff`, then unfreeze the live one or write a correction of it",
        )
    if version.state is ClaimState.CANDIDATE:
        version = act(connection, version, Act.TAKEN, actor=desk.caller.user, at=desk.at)
    vouch(connection, desk, version)
    if live is not None:
        told = f"by version {version.number}"
        act(connection, live, Act.SUPERSEDED, actor=desk.caller.user, at=desk.at, reason=told)
    frozen = act(connection, version, Act.FROZEN, actor=desk.caller.user, at=desk.at, reason=reason)
    close_items(connection, desk, version)
    anchor_elsewhere(connection, frozen, at=desk.at)
    return frozen


def _corrected(version: StoredClaim, versions: Sequence[StoredClaim]) -> frozenset[int]:
    """Return the numbers of the versions that `version` corrects, those that it corrects through others too."""
    before = {one.number: one.supersedes for one in (*versions, version)}
    found: set[int] = set()
    number = version.supersedes
    while number is not None:
        found.add(number)
        number = before[number]
    return frozenset(found)


def unfreeze(desk: Desk, name: str, *, reason: str = "") -> StoredClaim:
    """Take the live version of a claim out of service. Raises NotInState where none is live."""
    reviewer_only(desk.caller)
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        live = next((one for one in versions if one.state is ClaimState.FROZEN), one_of(versions, None))
        refuse_if_held(connection, desk, live)
        done = act(connection, live, Act.UNFROZEN, actor=desk.caller.user, at=desk.at, reason=reason)
        close_items(connection, desk, live)
        return done


def retire(desk: Desk, name: str, *, reason: str = "") -> tuple[StoredClaim, ...]:
    """End every version of a claim that hasn't ended; nothing of it is live again. Raises NotInState."""
    reviewer_only(desk.caller)
    with desk.store.transactions.write(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        left = [one for one in versions if one.state is not ClaimState.RETIRED]
        for one in left:
            refuse_if_held(connection, desk, one)
        if not left:
            raise NotInState(f"{name} is retired already", hint="author a claim anew")
        who = desk.caller.user
        return tuple(act(connection, one, Act.RETIRED, actor=who, at=desk.at, reason=reason) for one in left)


def listed(
    desk: Desk, index: ClaimIndex, *, states: frozenset[ClaimState] = frozenset(ClaimState)
) -> tuple[Listed, ...]:
    """Return the versions in one of `states` that the caller may know of, by claim and number."""
    with desk.store.transactions.read(desk.tenant) as connection:
        wanted = claim_standing.c.state.in_([one.value for one in states])
        found = claims_where(connection, claim_version.c.tenant == desk.tenant, wanted)
        mine = readable(connection, desk.caller, found)
        serving = index.serving_in(connection, eligibility_of(desk.caller, as_of=desk.at[:10]))
    return tuple(Listed(claim=one, in_service=(one.id, one.number) in serving) for one in mine)


def history(desk: Desk, name: str) -> tuple[tuple[StoredClaim, ...], tuple[ClaimEvent, ...]]:
    """Return every version of a claim and what was done to it, numbered among what the caller may know of.

    Raises NotFound.
    """
    with desk.store.transactions.read(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
        events = events_of(connection, desk.tenant, name)
        open_ = readable_changes(connection, desk, (one.about for one in events))
    mine = [replace(one, about=0) for one in events if one.about in open_]
    return versions, tuple(replace(one, seq=seq) for seq, one in enumerate(mine, 1))


def compared(
    desk: Desk, name: str, *, before: int | None = None, after: int | None = None
) -> tuple[StoredClaim, StoredClaim, tuple[FieldDiff, ...]]:
    """Return two versions and what differs; by default the newest, and the one that it corrects. Raises NotFound."""
    with desk.store.transactions.read(desk.tenant) as connection:
        versions = known(connection, desk.caller, name)
    new = one_of(versions, after) if after else versions[-1]
    if before is None and new.supersedes is None:
        raise BadInput(f"version {new.number} corrects no other", hint="name two versions")
    old = one_of(versions, before or new.supersedes)
    return old, new, diff(old.content, new.content)


def _content(connection: Connection, desk: Desk, draft: Draft) -> ClaimContent:
    return verified_content(
        ClaimContent(
            kind=draft.kind,
            statement=draft.statement.strip(),
            citations=citations_from(connection, desk, draft.quotes),
            when=draft.when,
            forbids=draft.forbids,
            target=draft.target,
        )
    )


def _claim_id(tenant: str, content: ClaimContent, *more: str) -> str:
    pairs = (part for one in content.citations for part in (one.document, one.quote))
    said = (content.kind.value, content.statement, content.when, content.forbids, content.target)
    return make_id("clm", tenant, *said, *pairs, *more)


def _first(desk: Desk, name: str, content: ClaimContent, *, origin: Origin, own: Governance | None) -> StoredClaim:
    return StoredClaim(
        tenant=desk.tenant,
        id=name,
        number=1,
        content=content,
        origin=origin,
        author=desk.caller.user,
        at=desk.at,
        supersedes=None,
        own=own,
        state=ClaimState.CANDIDATE,
        reviewer=desk.caller.user,
        changed_at=desk.at,
        receipt="",
    )


def _exists(connection: Connection, tenant: str, name: str) -> bool:
    one = claim_version.c
    return connection.execute(select(one.number).where(one.tenant == tenant, one.claim == name)).first() is not None


def _check(connection: Connection, tenant: str, content: ClaimContent) -> None:
    """Raise BadInput unless the version of every citation says what it quotes."""
    if not content.citations:
        raise BadInput("an extracted claim needs a citation", hint="give the span it was read from")
    for one in content.citations:
        version = schema.version.c
        same = (version.tenant == tenant, version.id == one.version, version.document == one.document)
        text = connection.execute(select(version.text).where(*same)).scalar_one_or_none()
        if text is None or text[one.start : one.end] != one.quote or not one.quote:
            raise BadInput(f"{one.uri} doesn't say “{one.quote}” there", hint="make citations with claim_quotes.cited")
