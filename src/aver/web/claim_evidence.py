"""What a claim rests on, where it stands: in the version that it cites, and whether the newest one still says it."""

from __future__ import annotations

from dataclasses import dataclass

from aver.errors import NotFound
from aver.flows.claim_access import Desk as ClaimDesk
from aver.flows.documents import versions_of
from aver.service.desk import Desk
from aver.values.claims import Citation, StoredClaim
from aver.web.passages import Shown, around
from aver.web.places import Place, place
from aver.web.reaching import file_of

_AROUND = 400
"""Code points shown on either side of what is cited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEvidence:
    """A citation in its place, `shown` None where nothing is left to show.

    `still_said` tells whether the newest version says the quote, None where the cited version is the newest.
    """

    citation: Citation
    shown: Shown | None
    place: Place | None
    can_draw: bool
    still_said: bool | None


def evidence_of(desk: Desk, where: ClaimDesk, claim: StoredClaim) -> tuple[ClaimEvidence, ...]:
    """Return the evidence of every citation of a claim that the reviewer may know of."""
    return tuple(_evidence(desk, where, one) for one in claim.content.citations)


def _evidence(desk: Desk, where: ClaimDesk, citation: Citation) -> ClaimEvidence:
    try:
        versions = versions_of(where.store, where.caller, citation.document)
    except NotFound:
        versions = ()
    cited = next((one for one in versions if one.id == citation.version), None)
    if cited is None:
        return ClaimEvidence(citation=citation, shown=None, place=None, can_draw=False, still_said=None)
    document = where.store.document(cited)
    newest = versions[0]
    said = None if newest.id == cited.id else citation.quote in where.store.document(newest).text
    placed = place(document, (citation.start, citation.end))
    return ClaimEvidence(
        citation=citation,
        shown=around(document.text, (citation.start, citation.end), limit=_AROUND),
        place=placed,
        can_draw=placed.page is not None and file_of(desk, cited) is not None,
        still_said=said,
    )
