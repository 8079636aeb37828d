"""Every quote equals the canonical text at its offsets, code point for code point."""

from __future__ import annotations

from aver.stages.checks.cited import passage_of, slice_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "quotes_are_verbatim"


def quotes_are_verbatim(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where a quote differs from the text, or a quoting claim says anything but its quotes.

    Not run where a citation doesn't resolve, leaves its passage, or text has been erased.
    """
    if not claim.citations and claim.kind is ClaimKind.COMPUTED:
        return finding(claim, _NAME, Verdict.PASS, "nothing is quoted")
    passages = [passage_of(citation, packets) for citation in claim.citations]
    cited = [
        None if passage is None or citation.quote.erased else slice_of(citation, passage)
        for citation, passage in zip(claim.citations, passages, strict=True)
    ]
    if not cited or None in cited:
        return finding(claim, _NAME, Verdict.NOT_RUN, "a cited text can't be read")
    altered = sum(citation.quote.text != text for citation, text in zip(claim.citations, cited, strict=True))
    if altered:
        return finding(claim, _NAME, Verdict.FAIL, f"{altered} quotes differ from the text at their offsets")
    if claim.kind is ClaimKind.QUOTE and not _says_only(claim, [text for text in cited if text is not None]):
        return finding(claim, _NAME, Verdict.FAIL, "the claim says something else than its quotes")
    return finding(claim, _NAME, Verdict.PASS, f"{len(cited)} quotes equal the text at their offsets")


def _says_only(claim: Claim, cited: list[str]) -> bool:
    """Whether the claim's words, spacing aside, are one of its quotes or all of them in order."""
    words = claim.text.text.split()
    return any(words == text.split() for text in cited) or words == " ".join(cited).split()
