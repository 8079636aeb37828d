"""What reviewers decided about claims, as labelled questions beside those that verdicts on answers make.

A fact that a person let stand is asked by its own words, of the document it cites: the cited words are gold, and the
document must not be taken to reject it. What was turned down, taken out of service or corrected has no label of its
own, as in `aver.evals.cases`: its quote is kept as a lure with the reviewer's reason until a person adds kind and gold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aver.evals.questions import DOCUMENT_SCOPE
from aver.flows.claims import Listed
from aver.values.claims import Act, ClaimEvent, ClaimState, StoredClaim, StoredKind

AGAINST = frozenset({Act.REJECTED, Act.UNFROZEN, Act.SUPERSEDED})
"""Acts with which a person says that a version should not stand as it is."""


def review_records(found: Iterable[Listed], events: Mapping[str, Sequence[ClaimEvent]]) -> tuple[dict[str, Any], ...]:
    """Return one record per decided version of a fact; `events` are those of each claim, oldest first.

    A frozen version counts while it is in service: one whose source has changed is a question for reviewers again.
    """
    facts = [one for one in found if one.claim.content.kind is StoredKind.FACT and one.claim.content.citations]
    standing = [one.claim for one in facts if one.claim.state is ClaimState.FROZEN and one.in_service]
    said = {one.id: one.content.statement for one in standing}
    accepted = (_asked(one) | _gold(one) for one in standing)
    against = (
        _asked(one.claim) | _turned_down(one.claim, last, said.get(one.claim.id, ""))
        for one in facts
        if one.claim.state is not ClaimState.FROZEN and (last := _last(one.claim, events)) is not None
    )
    return (*accepted, *against)


def _asked(claim: StoredClaim) -> dict[str, Any]:
    """Return the statement as a question, in whatever language it is, of its document where it cites one alone."""
    statement = claim.content.statement.strip()
    record: dict[str, Any] = {"id": f"{claim.id}.{claim.number}", "question": statement.rstrip(".!") + "?"}
    record |= {"claim": statement, "doc": claim.content.citations[0].uri}
    alone = len({one.uri for one in claim.content.citations}) == 1
    return record | ({"scope": DOCUMENT_SCOPE} if alone else {})


def _gold(claim: StoredClaim) -> dict[str, Any]:
    quotes = list(dict.fromkeys(one.quote for one in claim.content.citations))
    return {"kind": "control", "gold_spans": quotes, "expected_stance": "SUPPORTS", "expected_decision": "ANSWER"}


def _last(claim: StoredClaim, events: Mapping[str, Sequence[ClaimEvent]]) -> ClaimEvent | None:
    """Return the last thing that was done to a version, if it was done against it."""
    done = [one for one in events.get(claim.id, ()) if one.number == claim.number]
    return done[-1] if done and done[-1].act in AGAINST else None


def _turned_down(claim: StoredClaim, last: ClaimEvent, now_said: str) -> dict[str, Any]:
    corrected = now_said if last.act is Act.SUPERSEDED else ""
    notes = " / ".join(part for part in (last.act.value, last.reason, corrected) if part)
    return {"lure_span": claim.content.citations[0].quote, "notes": notes}
