"""A text that has been replaced supports only a claim that says so (C3), and so does a value (E6)."""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.amending import figures_in, may_change
from aver.stages.checks.asked_today import asks_of_the_past
from aver.stages.checks.cited import passage_of
from aver.stages.checks.profiles import Context, Packets, Question, finding
from aver.stages.notices import has_newer, noticed
from aver.stages.planning.words import content
from aver.stages.replacing import misstated, replacing_in
from aver.values.answers import Claim, ClaimKind, Finding, Verdict
from aver.values.evidence import Freshness

_SAYS_SO = regex(
    r"\b(?:supersed\w+|replaced|formerly|former|previous(?:ly)?|no\s+longer|outdated|obsolete|withdrawn|archived|until\s+\d{4}"
    r"|abgelöst\w*|ersetzt\w*|früher\w*|ehemal\w+|nicht\s+mehr|veraltet\w*|aufgehoben\w*|außer\s+kraft|archiviert\w*)\b",
    re.IGNORECASE,
)


def not_superseded(claim: Claim, packets: Packets, context: Context) -> Finding:
    """Doubt where a cited passage is superseded or archived and the claim doesn't say so; fail where a sentence of the
    evidence that it doesn't cite puts another value in the place of one that it quotes, or a correction calls wrong
    what is claimed, and where the evidence says of the quoted document that it was replaced, or holds a later edition,
    and it isn't asked about as such.
    """
    if not claim.citations and claim.kind is ClaimKind.COMPUTED:
        return finding(claim, "not_superseded", Verdict.PASS, "no passage is cited")
    passages = [passage_of(citation, packets) for citation in claim.citations]
    if not passages or None in passages:
        return finding(claim, "not_superseded", Verdict.NOT_RUN, "a citation doesn't resolve")
    old = sum(passage.freshness is not Freshness.ACTIVE for passage in passages if passage is not None)
    if not old and claim.kind is ClaimKind.QUOTE and _replaced(claim, packets):
        return finding(
            claim, "not_superseded", Verdict.FAIL, "another sentence of the evidence replaces a quoted value"
        )
    if not old and claim.kind is not ClaimKind.QUOTE and (_corrected(claim, packets) or _amended(claim, packets)):
        return finding(claim, "not_superseded", Verdict.FAIL, "a correction calls wrong what is claimed, or changes it")
    says_so = claim.kind is not ClaimKind.QUOTE and _SAYS_SO.search(claim.text.text) is not None
    if not old and not says_so and _called_replaced(claim, packets, context.asked):
        return finding(claim, "not_superseded", Verdict.FAIL, "another document says that the one cited was replaced")
    if not old and claim.kind is ClaimKind.QUOTE and _older_edition(claim, packets, context.asked):
        return finding(claim, "not_superseded", Verdict.FAIL, "the evidence holds a later edition of what is quoted")
    if not old:
        return finding(claim, "not_superseded", Verdict.PASS, "every cited passage is current")
    if says_so:
        return finding(claim, "not_superseded", Verdict.PASS, "the claim says that its source is no longer current")
    return finding(claim, "not_superseded", Verdict.DOUBT, f"{old} cited passages are no longer current")


def _replaced(claim: Claim, packets: Packets) -> bool:
    quoted = "\n".join((claim.text.text, *(citation.quote.text for citation in claim.citations)))
    at, own = claim.citations[0].start, passage_of(claim.citations[0], packets)
    return own is not None and any(
        True for packet in packets.values() for _ in replacing_in(packet.passage, quoted, own=own, at=at)
    )


def _older_edition(claim: Claim, packets: Packets, asked: Question) -> bool:
    """Whether an edition of a year is quoted that has a later one, and neither a year nor the past is asked about."""
    own, part = passage_of(claim.citations[0], packets), asked.parts.get(claim.sub_question, "")
    passages = (packet.passage for packet in packets.values())
    return own is not None and not asks_of_the_past(part) and has_newer(own, passages, as_of=asked.as_of)


def _corrected(claim: Claim, packets: Packets) -> bool:
    cited = {citation.document for citation in claim.citations}
    passages = (packet.passage for packet in packets.values() if packet.passage.document in cited)
    return any(misstated(claim.text.text, passage.text.text) for passage in passages)


def _amended(claim: Claim, packets: Packets) -> bool:
    """Whether a document that changes a cited one speaks of what is claimed, and the claim tells nothing of it."""
    said = claim.text.text
    return any(
        not _knows(said, other.text.text[start:end], f"{citation.quote.text}\n{own.title.text}\n{other.title.text}")
        for citation in claim.citations
        if (own := passage_of(citation, packets)) is not None
        for other in (packet.passage for packet in packets.values())
        if may_change(other, own)
        for start, end in replacing_in(other, said, own=own, at=citation.start)
    )


def _knows(said: str, change: str, before: str) -> bool:
    """Whether a claim tells something of a change that what was `before` doesn't: a figure, where that has new ones."""
    new, words = figures_in(change) - figures_in(before), content(change) - content(before)
    return not (new.isdisjoint(figures_in(said)) if new else words.isdisjoint(content(said)))


def _called_replaced(claim: Claim, packets: Packets, asked: Question) -> bool:
    own = passage_of(claim.citations[0], packets)
    part = asked.parts.get(claim.sub_question, "")
    passages = [packet.passage for packet in packets.values()]
    return own is not None and noticed(part, own, passages, as_of=asked.as_of)
