"""An answer, its sources, and a scorer whose every word is written down here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aver.flows.verify import USUAL, Standard, verify
from aver.flows.verify_sources import passages_of_texts
from aver.values.pairs import Entailed
from aver.values.verification import GivenCitation, GivenClaim, GivenSource, Submission, Verification, VerifiedClaim

HANDBOOK = (
    "# Refunds\n\nRefunds usually take 14 days. This does not apply to gift cards.\n\n"
    "# Visits\n\nThe garden is open to visitors from Monday to Friday. Dogs stay outside.\n\n"
    "# Fees\n\n| Item | Fee |\n|---|---|\n| Card | 3 EUR |\n| Cash | 5 EUR |\n"
)
SOURCES = (
    GivenSource(id="handbook.md", text=HANDBOOK, title="Handbook", version="v7", markdown=True),
    GivenSource(id="leave.txt", text="Managers give three months of notice. Employees give four weeks of notice."),
)
YES = Entailed(entailed=0.97, neutral=0.02, contradicted=0.01)
NO = Entailed(entailed=0.05, neutral=0.9, contradicted=0.05)
AGAINST = Entailed(entailed=0.02, neutral=0.03, contradicted=0.95)


@dataclass(frozen=True)
class Scripted:
    """A scorer that says `said[claim, evidence]` where that is written, else `otherwise`."""

    otherwise: Entailed = NO
    said: Mapping[tuple[str, str], Entailed] = field(default_factory=dict)

    @property
    def entailment_id(self) -> str:
        return "scripted"

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        return tuple(self.said.get((claim, text), self.otherwise) for text in evidence)


def verified(
    *claims: str | GivenClaim,
    scorer: Scripted | None = None,
    sources: Sequence[GivenSource] = SOURCES,
    standard: Standard = USUAL,
) -> Verification:
    """Return the verification of `claims` against `sources`."""
    given = tuple(GivenClaim(text=one) if isinstance(one, str) else one for one in claims)
    return verify(Submission(claims=given), passages_of_texts(sources), entailment=scorer, standard=standard)


def one(claim: str | GivenClaim, *, scorer: Scripted | None = None, standard: Standard = USUAL) -> VerifiedClaim:
    """Return one verified claim."""
    return verified(claim, scorer=scorer, standard=standard).claims[0]


def citing(text: str, source: str = "handbook.md", **named: str | int) -> GivenClaim:
    """Return a claim with one citation."""
    return GivenClaim(text=text, citations=(GivenCitation(source=source, **named),))  # type: ignore[arg-type]


def failed(claim: VerifiedClaim) -> set[str]:
    """Return the names of the checks that keep a claim in."""
    return {found.check for found in claim.findings if found.verdict.value in ("fail", "not_run")}
