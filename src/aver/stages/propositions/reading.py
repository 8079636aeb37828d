"""Read the prose of a document sentence by sentence and say what each one states, and why some state nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from aver.stages import sentences
from aver.stages.limiting import EXCEPTION
from aver.stages.propositions.composing import Setting, compose
from aver.stages.propositions.grounding import grounded
from aver.stages.propositions.lexicon import finite
from aver.stages.prose import CLOSERS, Stretch, stretches
from aver.values.documents import Document
from aver.values.propositions import Dropped, DropReason, Proposition, Propositions

PROPOSER = "propositions:1"
"""Names what makes propositions; it changes whenever the same document would give others."""

FEWEST_WORDS = 4
"""Without a verb from the lexicon a sentence is taken for a statement if it has as many words and a full stop."""

LONGEST_CONTEXT = 3
"""Sentences that are imported at most to say what a pronoun means."""

Span = tuple[int, int]


def propositions(document: Document, span: Span | None = None) -> Propositions:
    """Return the statements of the prose of `document`, or of that part of it which lies in `span`, in order.

    Read are paragraphs, list items, quotes, footnotes and captions; headings, code, tables, furniture and
    reference lists are not. A sentence gives one statement per main clause. No model is asked.
    """
    found: list[Proposition] = []
    dropped: list[Dropped] = []
    for passage in stretches(document):
        if span is None or (span[0] <= passage.span[0] and passage.span[1] <= span[1]):
            _read(document, passage, found, dropped)
    kept = keep_grounded(document.text, found)
    lost = sorted((*dropped, *kept.dropped), key=lambda one: (one.start, one.end))
    return Propositions(found=kept.found, dropped=tuple(lost))


def keep_grounded(text: str, candidates: Iterable[Proposition]) -> Propositions:
    """Return the candidates, whoever composed them, whose every word stands in their sources; count the others."""
    found: list[Proposition] = []
    dropped: list[Dropped] = []
    for one in candidates:
        own = any(start < one.end and one.start < end for start, end in one.sources)
        if own and grounded(text, one.statement, one.sources):
            found.append(one)
        else:
            dropped.append(Dropped(start=one.start, end=one.end, reason=DropReason.UNGROUNDED))
    return Propositions(found=tuple(sorted(found, key=lambda one: (one.start, one.end))), dropped=tuple(dropped))


def _read(document: Document, passage: Stretch, found: list[Proposition], dropped: list[Dropped]) -> None:
    """Add what the sentences of one passage state, and those that state nothing."""
    text, first = document.text, len(found)
    spans = sentences.split(text[slice(*passage.span)], start=passage.span[0], language=passage.language)
    context: list[int] = []
    for number, span in enumerate(spans):
        before = spans[number - 1] if number else None
        if before is not None and EXCEPTION.match(text, span[0]):
            _limit(found, first, before, span)
        if not states(text, span, led_in=passage.introduction is not None):
            dropped.append(Dropped(start=span[0], end=span[1], reason=DropReason.NOT_A_STATEMENT))
            context.append(number)
            continue
        opening = context[-1] if context else 0
        near = before is not None and number - opening <= LONGEST_CONTEXT
        setting = Setting(
            opening=before if number == 1 else None,
            context=(spans[opening][0], spans[number - 1][1]) if near else None,
            introduction=passage.introduction,
            section=passage.section,
        )
        made = compose(text, span, setting)
        found += made
        if not made:
            dropped.append(Dropped(start=span[0], end=span[1], reason=DropReason.UNRESOLVED))
        context.append(opening if any(one.subject or one.context for one in made) else number)


def _limit(found: list[Proposition], first: int, limited: Span, exception: Span) -> None:
    """Name `exception` as a qualifier of every statement that came from the sentence `limited`."""
    for number in range(first, len(found)):
        if limited[0] <= found[number].start and found[number].end <= limited[1]:
            found[number] = replace(found[number], qualifiers=(*found[number].qualifiers, exception))


def states(text: str, span: Span, *, led_in: bool) -> bool:
    """Say whether a sentence states something: no question, no introduction, no bare label."""
    ending = text[span[0] : span[1]].rstrip(CLOSERS)
    if not any(sign.isalpha() for sign in ending) or ending.endswith(("?", ":")):
        return False
    if led_in or finite(text, *span) is not None:
        return True
    return ending.endswith((".", "!", ";", "。")) and len(ending.split()) >= FEWEST_WORDS
