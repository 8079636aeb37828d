"""Does this evidence carry this claim? Every deterministic check and the scorer must say yes (H1, H2, H5).

Four ways lead past the last check: the claim is a whole unit of the evidence, it nearly repeats the evidence word for
word, it gives one cell of a table by its row and column, or the scorer's calibrated probability reaches `ENTAILED`, and
`IN_CONTEXT` with what stands around the evidence. None of them clears a deterministic failure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import language_of
from aver.stages.checks import DETERMINISTIC, Profile, run_checks
from aver.stages.checks.cited import evidence_of, names_around
from aver.stages.checks.numbers_stand_in_evidence import without_named
from aver.stages.checks.profiles import finding
from aver.stages.force.compare import Force, compare
from aver.stages.verifying.cell_told import told_by_names
from aver.stages.verifying.examining import Examined, goes_on_to_examine
from aver.stages.verifying.ground import Ground, in_context, stems_of
from aver.stages.verifying.misreading import misplaced, misread
from aver.stages.verifying.repeating import keeps_choices
from aver.values.answers import Citation, Claim, ClaimKind, Finding, Verdict
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed
from aver.values.stance import Stance
from aver.values.verification import ClaimVerdict

Entail: TypeAlias = Callable[[str, Sequence[str]], tuple[Entailed, ...]]
"""A claim and texts of evidence to one judgement each (`aver.ports.Entailment.judge`)."""


EVIDENCE_ENTAILS = "evidence_entails"
LEVELS_MET = "citation_levels_met"
REQUIRED = Profile(name="verifying", required=DETERMINISTIC.required | {EVIDENCE_ENTAILS, LEVELS_MET})
"""What a claim needs before it is released: every deterministic check, the scorer, the profile's citation level."""

ENTAILED = 0.6
"""The probability asked for unless a caller is stricter; one for all sets (docs/verifying.md)."""
IN_CONTEXT = 0.5
"""What evidence has to reach, too, when it is read with what stands around it: the sentence that seems to carry a claim
may be about something else, or be limited by the next (docs/verifying.md)."""
AROUND = 3
"""Units of the same passage on either side that are what stands around it."""
TURNED = 0.5
"""Probability of contradiction from which the scorer counts as saying no."""
COVERED, CLOSE = 0.95, 0.6
"""Share of repeated words and closeness from which a claim repeats its evidence, unless the scorer sees a contradiction
(`aver.stages.force.compare`). Of such pairs without a raise 57 of 62 were entailed (VitaminC and MNLI development)."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Who is asked what evidence entails, the probability from which that counts as a yes, and who is asked what a text
    goes on to examine."""

    entail: Entail
    at_least: float = ENTAILED
    examined: Examined | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is found about a claim over one set of citations; `entailed` is None where the scorer wasn't asked."""

    claim: Claim
    findings: tuple[Finding, ...]
    force: Force | None
    entailed: Entailed | None

    @property
    def failed(self) -> frozenset[str]:
        """The names of the checks that keep the claim in."""
        return frozenset(f.check for f in self.findings if f.verdict in (Verdict.FAIL, Verdict.NOT_RUN))

    @property
    def supported(self) -> bool:
        """Whether every check has found on the claim and none keeps it in."""
        return bool(self.findings) and not self.failed

    @property
    def score(self) -> float:
        """Support in [0, 1]: code decides the half, likeness and scorer the place in it; halved if withheld."""
        likeness = 0.0 if self.force is None else blended(self.force, self.entailed)
        doubts = sum(f.verdict is Verdict.DOUBT for f in self.findings)
        return max(0.0, round(likeness * (1.0 if self.supported else 0.5) - 0.01 * doubts, 6))


def blended(force: Force, entailed: Entailed | None) -> float:
    """Return support in [0, 1]: where code saw no excess the scorer's word counts as much as likeness does."""
    if entailed is None or force.support <= 0.5:
        return force.support
    return 0.5 * (force.support + 0.5 + 0.5 * entailed.entailed)


def judge(
    number: int,
    text: str,
    citations: Sequence[Citation],
    ground: Ground,
    scorer: Scorer | None,
    *,
    stances: Mapping[int, Stance] | None = None,
) -> Judged:
    """Return what the checks and the scorer say of a claim that cites `citations`; none, and nothing is supported."""
    kind = ClaimKind.QUOTE if _is_whole_quote(text, citations, ground) else ClaimKind.EXTRACTED
    claim = Claim(number=number, text=Sealed(text), kind=kind, citations=tuple(citations))
    chunks = frozenset(packet.passage.chunk for packet in ground.packets)
    findings = run_checks([claim], ground.packets, confirmed=chunks, required=DETERMINISTIC, stances=stances or {})
    packets = {packet.packet: packet for packet in ground.packets}
    evidence = evidence_of(claim, packets)
    if evidence is None:
        missing = finding(claim, EVIDENCE_ENTAILS, Verdict.NOT_RUN, "there is no cited text to read")
        return Judged(claim=claim, findings=(*findings, missing), force=None, entailed=None)
    force = compare(without_named(text, names_around(claim, packets)), evidence)
    entailed = None if scorer is None or kind is ClaimKind.QUOTE else scorer.entail(text, [evidence])[0]
    least = 1.0 if scorer is None else scorer.at_least
    english = "de" not in (language_of(text), language_of(evidence))
    around = partial(_around, text, evidence, citations, ground, scorer)
    repeats = _repeats(force, text, evidence)
    said = _said(claim, force, entailed, around, least, english=english, repeats=repeats)
    goes_beyond = bool(force.raises or force.contradictions)
    if said.verdict is not Verdict.PASS and not goes_beyond and (how := told_by_names(text, ground.places(citations))):
        said = finding(claim, EVIDENCE_ENTAILS, Verdict.PASS, how)
    if said.verdict is Verdict.PASS and (why := _told_otherwise(claim, evidence, findings, ground)):
        said = finding(claim, EVIDENCE_ENTAILS, Verdict.FAIL, why)
    if said.verdict is Verdict.PASS and scorer is not None and goes_on_to_examine(claim, ground, scorer.examined):
        said = finding(
            claim, EVIDENCE_ENTAILS, Verdict.FAIL, "its source goes on to examine this, and the result isn't judged"
        )
    return Judged(claim=claim, findings=(*findings, said), force=force, entailed=entailed)


def _told_otherwise(claim: Claim, evidence: str, findings: Sequence[Finding], ground: Ground) -> str:
    """Return why evidence that a scorer takes to carry a claim doesn't by where it stands, "" where nothing says so."""
    text, citations = claim.text.text, claim.citations
    if ground.under_another(citations, stems_of(text) - stems_of(evidence)):
        return "a part of it stands under another lead-in or label"
    if ground.says_another(citations, text):
        return "the evidence is somebody else's words, quoted there"
    if any(one.check == "not_superseded" and one.verdict is Verdict.DOUBT for one in findings):
        return "its source is no longer current, and it doesn't say so"
    reading = misplaced if claim.kind is ClaimKind.QUOTE else misread
    return reading(text, ground.places(citations))


def _repeats(force: Force, text: str, evidence: str) -> bool:
    """Say whether a claim has nearly all words of its evidence, and none of those left out is one that decides."""
    return force.repeated >= COVERED and force.closeness >= CLOSE and keeps_choices(text, evidence)


def _around(
    text: str, evidence: str, citations: Sequence[Citation], ground: Ground, scorer: Scorer | None
) -> float | None:
    """Return the probability of the claim by the evidence where it stands; None where nothing stands around it.

    What must accompany the evidence (headers, lead-in) does so here too.
    """
    lines = in_context(citations, ground, reach=AROUND)
    context = "\n".join((lines, *(line for line in evidence.splitlines() if line not in lines)))
    if scorer is None or context.split() == evidence.split():
        return None
    return scorer.entail(text, [context])[0].entailed


def _said(
    claim: Claim,
    force: Force,
    entailed: Entailed | None,
    around: Callable[[], float | None],
    least: float,
    *,
    english: bool,
    repeats: bool,
) -> Finding:
    def found(verdict: Verdict, reason: str) -> Finding:
        return finding(claim, EVIDENCE_ENTAILS, verdict, reason)

    if claim.kind is ClaimKind.QUOTE:
        return found(Verdict.PASS, "the claim is a quote")
    turned = english and entailed is not None and entailed.contradicted >= TURNED
    if repeats and not turned and not force.raises and not force.contradictions:
        return found(Verdict.PASS, "the claim nearly repeats the evidence")
    if entailed is None:
        return found(Verdict.NOT_RUN, "there is no scorer, and the claim doesn't repeat the evidence")
    if not english:
        return found(Verdict.NOT_RUN, "the scorer reads English, and the claim doesn't repeat the evidence")
    if entailed.entailed >= least:
        there = around()
        if there is not None and there < min(IN_CONTEXT, least):
            alone = f"entailed with probability {entailed.entailed:.2f} by itself"
            return found(Verdict.FAIL, f"{alone}, {there:.2f} only with what stands around it")
        return found(Verdict.PASS, f"entailed with probability {entailed.entailed:.2f}")
    if turned:
        return found(Verdict.FAIL, f"contradicted with probability {entailed.contradicted:.2f}")
    return found(Verdict.FAIL, f"entailed with probability {entailed.entailed:.2f} only")


def verdict_of(judged: Judged) -> tuple[ClaimVerdict, str | None]:
    """Return what the findings come to, and the axis of an overclaim.

    A raise is an overclaim on its axis, and so are a number (`numeric`) or a date (`temporal`) that the evidence does
    not hold; a turned polarity is a contradiction, and so is what the scorer takes for one.
    """
    if judged.supported:
        return ClaimVerdict.SUPPORTED, None
    failed, force = judged.failed, judged.force
    if force is not None and force.axis is not None:
        return ClaimVerdict.OVERCLAIMED, force.axis
    if force is not None and force.contradictions:
        return ClaimVerdict.CONTRADICTED, None
    if "numbers_stand_in_evidence" in failed and force is not None:
        return ClaimVerdict.OVERCLAIMED, Axis.NUMERIC
    if "dates_stand_in_evidence" in failed and force is not None:
        return ClaimVerdict.OVERCLAIMED, Axis.TEMPORAL
    turned = judged.entailed is not None and judged.entailed.contradicted >= TURNED
    return (ClaimVerdict.CONTRADICTED if turned else ClaimVerdict.NOT_ESTABLISHED), None


def _is_whole_quote(text: str, citations: Sequence[Citation], ground: Ground) -> bool:
    """Whether the claim is a cited span of whole sentences or rows: a part of one can say the opposite of it."""
    words = text.split()
    return bool(words) and any(words == one.quote.text.split() and ground.whole(one) for one in citations)
