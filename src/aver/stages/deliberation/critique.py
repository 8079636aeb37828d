"""Challenges from the macro view alone: by a model's words, by entailment, or by words and polarity.

A challenge rests on a sentence of a document or chapter summary. Without any model the signal is weak (the
sentence and the position share most of their words and differ in polarity), so it only asks for a
qualification, except where the summary itself marks the sentence as rejected; an entailment model may say
that a summary contradicts a position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from aver.patterns import regex
from aver.stages.deliberation.replies import CritiqueReply
from aver.stages.relevance import terms_of
from aver.stages.sentences import split
from aver.values.answers import Claim
from aver.values.deliberation import Challenge, ChallengeKind, MacroSummary, MacroView, Position
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed, drawn_from

Judge = Callable[[Sealed, tuple[Sealed, ...]], tuple[Entailed, ...]]

CONTRADICTED = 0.7
"""A summary contradicts a position from this probability: at most 5 % false alarms on VitaminC, MNLI and ConjNLI."""

SHARED = 0.6
"""The share of a position's content words that a sentence must hold to be about the same thing."""

NO_CLAIM = -1
"""Stands for the number of a claim that there isn't."""

_NEGATION = regex(
    r"\b(?:not|no|never|none|neither|nor|cannot|without|reject\w*"
    r"|nicht|kein\w*|nie|niemals|weder|ohne|abgelehnt\w*|verworfen\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_CONTENT = regex(r"\w{4,}")

REJECTED = "Rejected:"
"""How a summary marks what the document turns down (`aver.values.summaries.worded`)."""

BY_MARK = Sealed("the summary marks it as rejected")
BY_ENTAILMENT = Sealed("the summary contradicts it")
BY_POLARITY = Sealed("the summary says it with the opposite polarity")


def positions_of(claims: Iterable[Claim]) -> tuple[Position, ...]:
    """Return the claims as a critic hears them: words without quotes."""
    return tuple(
        Position(
            claim=claim.number,
            text=claim.text,
            documents=tuple(dict.fromkeys(one.document for one in claim.citations if one.document)),
        )
        for claim in claims
    )


def macro_challenges(positions: Sequence[Position], view: MacroView, judge: Judge | None) -> tuple[Challenge, ...]:
    """Return at most one challenge per position and summary of its documents, numbered from 0."""
    found = [
        challenge
        for position in positions
        for summary in view.summaries
        if summary.document in position.documents
        for challenge in _against(position, summary, judge)
    ]
    return tuple(_numbered(found))


def challenges_of(
    reply: CritiqueReply, positions: Sequence[Position], view: MacroView, *, source: str | None
) -> tuple[Challenge, ...]:
    """Return what a model challenged, numbered from 0.

    A challenge names no summary (`""`) where its quote stands in none of those of the position's documents,
    and no claim (`NO_CLAIM`) where there is no such position.
    """
    documents = {position.claim: position.documents for position in positions}
    found = []
    for one in reply.challenges:
        summary = view.summary(one.summary)
        stands = summary is not None and bool(one.quote.strip()) and one.quote in summary.text.text
        own = summary is not None and summary.document in documents.get(one.claim, ())
        found.append(
            Challenge(
                number=0,
                claim=one.claim if one.claim in documents else NO_CLAIM,
                kind=one.kind,
                summary=summary.id if summary is not None and stands and own else "",
                quote=Sealed(one.quote, drawn_from((source, summary.document if summary else None))),
                reason=Sealed(one.reason, source),
            )
        )
    return tuple(_numbered(found))


def _numbered(found: Sequence[Challenge]) -> list[Challenge]:
    return [
        Challenge(number=number, claim=c.claim, kind=c.kind, summary=c.summary, quote=c.quote, reason=c.reason)
        for number, c in enumerate(found)
    ]


def _against(position: Position, summary: MacroSummary, judge: Judge | None) -> list[Challenge]:
    sentences = _sentences(summary)
    if not sentences:
        return []
    if judge is None:
        words = next((one for one in sentences if _opposed(position.text.text, one.text)), None)
        return [] if words is None else [_by_words(position, summary, words)]
    judged = judge(position.text, sentences)
    said, words = max(zip(judged, sentences, strict=True), key=lambda pair: pair[0].contradicted)
    if said.contradicted <= CONTRADICTED:
        return []
    return [_challenge(position, summary, ChallengeKind.CONTRADICTED, words, BY_ENTAILMENT)]


def _by_words(position: Position, summary: MacroSummary, words: Sealed) -> Challenge:
    if words.text.startswith(REJECTED):
        return _challenge(position, summary, ChallengeKind.CONTRADICTED, words, BY_MARK)
    return _challenge(position, summary, ChallengeKind.QUALIFIED, words, BY_POLARITY)


def _challenge(
    position: Position, summary: MacroSummary, kind: ChallengeKind, words: Sealed, reason: Sealed
) -> Challenge:
    return Challenge(number=0, claim=position.claim, kind=kind, summary=summary.id, quote=words, reason=reason)


def _sentences(summary: MacroSummary) -> tuple[Sealed, ...]:
    text = summary.text.text
    return tuple(Sealed(text[start:end], summary.document) for start, end in split(text) if start < end)


def _opposed(position: str, sentence: str) -> bool:
    """Whether the sentence holds most content words of the position, and one of the two is negated."""
    wanted, held = (terms_of(*_CONTENT.findall(_NEGATION.sub(" ", text))) for text in (position, sentence))
    if not wanted or len(wanted & held) < SHARED * len(wanted):
        return False
    return len(_NEGATION.findall(position)) % 2 != len(_NEGATION.findall(sentence)) % 2
