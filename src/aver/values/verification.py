"""Somebody else's answer, what it cites, and what verifying it shows (H1-H4).

A given citation may name anything from a source alone to offsets and a version; what it names and what holds
of it are kept apart: `levels` are the levels at which a citation was found to hold (definitions.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.answers import Citation, Finding
from aver.values.evidence import Freshness


class ClaimVerdict(StrEnum):
    """What verifying one claim comes to; only a supported one may be released."""

    SUPPORTED = "supported"
    OVERCLAIMED = "overclaimed"
    CONTRADICTED = "contradicted"
    NOT_ESTABLISHED = "not_established"


class Level(StrEnum):
    """How exactly a citation says where a claim stands (H3)."""

    DOCUMENT = "document"
    SECTION = "section"
    CHUNK = "chunk"
    SPAN = "span"
    CELL = "cell"
    VERSION = "version"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenCitation:
    """What an answer says about where a claim stands; `[start, end)` counts code points of the source's text.

    `source` is an id, a uri or the end of one, a title, or the place of the source in the list, from 1.
    """

    source: str
    quote: str | None = None
    start: int | None = None
    end: int | None = None
    section: str | None = None
    chunk: str | None = None
    cell: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenClaim:
    """One statement of the answer in its own words."""

    text: str
    citations: tuple[GivenCitation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenSource:
    """A source that came with the answer; `markdown` where tables and headings are to be read as such."""

    id: str
    text: str
    title: str = ""
    version: str = ""
    markdown: bool = False
    freshness: Freshness = Freshness.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """An answer to verify. `left_out` are parts of its prose that claim nothing: questions, headings, references."""

    claims: tuple[GivenClaim, ...]
    sources: tuple[GivenSource, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCitation:
    """A given citation beside the span it resolves to (None: to nothing readable) and the levels that hold.

    `needed` says whether the claim falls without it or it carries the claim alone (ALCE's citation precision).
    """

    given: GivenCitation
    resolved: Citation | None
    levels: frozenset[Level]
    needed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Excess:
    """Where a claim says more than its evidence: the axis, the claim's words, and the evidence's instead."""

    axis: str
    words: str
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedClaim:
    """One claim and everything that was found about it.

    `entailed` is the scorer's calibrated probability in [0, 1] for the evidence, None where it wasn't asked;
    `score` in [0, 1] orders claims by support. `evidence` is the minimal supporting set of a supported claim, else
    the nearest that was found. `elsewhere` supports a claim that its own citations don't; `against` are passages
    that speak against it. `weaker` is a wording that the evidence carries.
    """

    number: int
    text: str
    verdict: ClaimVerdict
    axis: str | None
    released: bool
    score: float
    entailed: float | None
    citations: tuple[CheckedCitation, ...]
    evidence: tuple[Citation, ...]
    findings: tuple[Finding, ...]
    excesses: tuple[Excess, ...] = ()
    weaker: str | None = None
    elsewhere: tuple[Citation, ...] = ()
    against: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What verifying an answer shows.

    `citation_recall` is the share of claims whose own citations support them, `citation_precision` the share of
    citations that their claim needs (Gao et al. 2023, ALCE); None where there is nothing to count. `scorer` names the
    entailment model, None where there was none: then only claims that nearly repeat a source are supported.
    """

    claims: tuple[VerifiedClaim, ...]
    left_out: tuple[str, ...]
    profile: str
    scorer: str | None
    citation_recall: float | None
    citation_precision: float | None
    unread: int = 0
