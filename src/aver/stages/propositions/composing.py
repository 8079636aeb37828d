"""Make statements that stand alone of one sentence: import its subject, its condition, what it refers to.

Nothing is worded anew. A statement is spans of the source put one after the other, so that it may read
stiffly but can't say what isn't written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.propositions.clauses import Clause, Sentence, take_apart
from aver.stages.propositions.lexicon import words
from aver.stages.propositions.references import antecedent, pronoun
from aver.values.documents import StructuralRef
from aver.values.propositions import Proposition

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a sentence stands.

    `opening` is the sentence before it where that opens the block, `context` the sentences up to it that make
    it understood, `introduction` the line that leads a list in, `section` the heading path.
    """

    opening: Span | None
    context: Span | None
    introduction: Span | None
    section: tuple[StructuralRef, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What a clause says it of: `rest` is the clause without the pronoun that `subject` stands in for."""

    subject: Span | None
    rest: Span


def compose(text: str, span: Span, setting: Setting) -> tuple[Proposition, ...]:
    """Return one statement per main clause of the sentence `span`; none where a pronoun can't be resolved."""
    parts = take_apart(text, *span)
    known = _known(text, parts.clauses, setting.opening)
    if len(parts.clauses) > 1 and all(one is not None for one in known):
        return tuple(
            _of_clause(text, parts, number, one, setting) for number, one in enumerate(known) if one is not None
        )
    return _of_sentence(text, span, parts, setting)


def _known(text: str, clauses: Sequence[Clause], opening: Span | None) -> list[_Known | None]:
    """Return for each clause what it is said of, None where it begins with a pronoun that can't be told."""
    found: list[_Known | None] = []
    subject: Span | None = None
    for number, clause in enumerate(clauses):
        rest = clause.start, clause.end
        word = None if clause.shared else pronoun(text, *rest)
        if clause.shared:
            found.append(None if subject is None or found[-1] is None else _Known(subject, rest))
        elif word is None:
            subject = clause.subject
            found.append(_Known(None, rest))
        else:
            earlier = opening if number == 0 else (clauses[number - 1].start, clauses[number - 1].end)
            shared = number > 0 and clauses[number - 1].shared
            subject = None if earlier is None or shared else antecedent(text, word, clause.end, earlier)
            found.append(None if subject is None else _Known(subject, _after(text, word.end, clause.end)))
    return found


def _of_clause(text: str, parts: Sentence, number: int, known: _Known, setting: Setting) -> Proposition:
    """Return the statement of one of several clauses with the condition and exception it stands under."""
    clause = parts.clauses[number]
    qualifiers = tuple(span for span in (parts.condition, parts.qualifier) if span is not None)
    spans = [setting.introduction, parts.condition, known.subject, known.rest, parts.qualifier]
    return _proposition(text, (clause.start, clause.end), spans, setting, subject=known.subject, qualifiers=qualifiers)


def _of_sentence(text: str, span: Span, parts: Sentence, setting: Setting) -> tuple[Proposition, ...]:
    """Return the statement of a sentence that stays whole, its pronoun replaced or the sentence before imported."""
    qualifiers = tuple(span for span in (parts.condition, parts.qualifier) if span is not None)
    begin = parts.clauses[0].start
    word = pronoun(text, begin, span[1])
    if parts.condition is not None and setting.context is not None and word is None:
        first = [one for one, _ in zip(words(text, *parts.condition), range(2), strict=False)]
        word = pronoun(text, first[1].start, span[1]) if len(first) > 1 else None
        begin = span[0]
    spans: list[Span | None] = [setting.introduction, span]
    if word is None or (setting.context is None and word.low == "sie"):
        return (_proposition(text, span, spans, setting, qualifiers=qualifiers),)
    opening = setting.opening if begin == parts.clauses[0].start else None
    subject = None if opening is None else antecedent(text, word, span[1], opening)
    if subject is not None:
        opened = (span[0], begin) if begin > span[0] else None
        spans = [setting.introduction, opened, subject, _after(text, word.end, span[1])]
        return (_proposition(text, span, spans, setting, subject=subject, qualifiers=qualifiers),)
    if setting.context is None and setting.introduction is None:
        return ()
    spans = [setting.introduction, setting.context, span]
    return (_proposition(text, span, spans, setting, context=setting.context, qualifiers=qualifiers),)


def _proposition(
    text: str,
    span: Span,
    spans: Sequence[Span | None],
    setting: Setting,
    *,
    subject: Span | None = None,
    context: Span | None = None,
    qualifiers: tuple[Span, ...] = (),
) -> Proposition:
    sources = _joined(text, [one for one in spans if one is not None])
    return Proposition(
        start=span[0],
        end=span[1],
        statement=" ".join(word for start, end in sources for word in text[start:end].split() if word != ">"),
        sources=sources,
        subject=subject,
        context=context or setting.introduction,
        qualifiers=qualifiers,
        section=setting.section,
    )


def _joined(text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return `spans` with neighbours put together that only white space parts in the text."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and joined[-1][1] <= start and not text[joined[-1][1] : start].strip():
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(joined)


def _after(text: str, place: int, end: int) -> Span:
    """Return what follows `place` without leading space."""
    rest = text[place:end]
    return place + len(rest) - len(rest.lstrip()), end
