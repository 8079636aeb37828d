"""Check a claim and citation pair with the checks that answers go through, nothing else.

The cited span becomes the whole passage of one packet and the claim an extracted one that cites it.
"""

from __future__ import annotations

from aver.evals.laundering import BlindPair, Checked, PairVerdict
from aver.ports import Entailment
from aver.stages.atoms.axes import Axis
from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.force.compare import Force, compare
from aver.stages.packets import packet_of
from aver.stages.verifying.judging import blended
from aver.values.answers import Citation, Claim, ClaimKind, Verdict
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.sealed import Sealed


def check_pair(seen: BlindPair, *, title: str = "", entailment: Entailment | None = None) -> Checked:
    """Return what every deterministic check says of one pair, the cited span taken as the whole evidence.

    A raise is `overclaimed` on its axis, and so are a number (`numeric`) or a date (`temporal`) that the span
    does not hold; a turned polarity is `contradicted`; a foreign name, or too little in common to compare, is
    `not_established`. `entailment` moves the score of what no check turned down, never a verdict. `title` names the
    document that the span stands in: names, and only names, may come from there, as they may in an answer.
    """
    claim, packet = _as_answer(seen, title)
    found = run_checks([claim], [packet], confirmed=frozenset({packet.passage.chunk}), required=DETERMINISTIC)
    failed = {finding.check for finding in found if finding.verdict in (Verdict.FAIL, Verdict.NOT_RUN)}
    doubted = sum(finding.verdict is Verdict.DOUBT for finding in found)
    force = compare(seen.claim, seen.cited_span)
    entailed = None if entailment is None else entailment.judge(seen.claim, [seen.cited_span])[0]
    score = round(blended(force, entailed) * (0.5 if failed and force.support > 0.5 else 1.0) - 0.01 * doubted, 6)
    verdict, axis = _verdict(failed, force)
    return Checked(verdict=verdict, axis=axis, score=max(0.0, score))


def _verdict(failed: set[str], force: Force) -> tuple[PairVerdict, str | None]:
    if force.axis is not None:
        return "overclaimed", force.axis
    if force.contradictions:
        return "contradicted", None
    if "numbers_stand_in_evidence" in failed:
        return "overclaimed", Axis.NUMERIC
    if "dates_stand_in_evidence" in failed:
        return "overclaimed", Axis.TEMPORAL
    return ("not_established", None) if failed or not force.comparable else ("supported", None)


def _as_answer(seen: BlindPair, title: str) -> tuple[Claim, EvidencePacket]:
    """Return the claim citing the span, and the packet that holds nothing but the span."""
    nothing = Sealed("")
    passage = Passage(
        chunk="span",
        document="document",
        version="version",
        uri=seen.doc or "",
        title=Sealed(title),
        text=Sealed(seen.cited_span),
        start=0,
        end=len(seen.cited_span),
        kind=ChunkKind.PROSE,
        section_path=nothing,
        header=nothing,
        lead_in=nothing,
        page=None,
        table_number=None,
        rows=None,
        table_cells=(),
        freshness=Freshness.ACTIVE,
        successors=(),
        authority=0.0,
        origin_system="evaluation",
        ingested_at="",
        valid_from=None,
        valid_until=None,
        content_hash="",
        tokens=0,
    )
    packet = packet_of(passage, rank=1, score=1.0, selected=True, sub_question=0, rationale="cited", tenant="")
    citation = Citation(
        packet=packet.packet,
        document=passage.document,
        version=passage.version,
        chunk=passage.chunk,
        uri=passage.uri,
        title=nothing,
        section_path=nothing,
        start=0,
        end=passage.end,
        quote=passage.text,
    )
    return Claim(number=0, text=Sealed(seen.claim), kind=ClaimKind.EXTRACTED, citations=(citation,)), packet
