"""The shortest verbatim span that answers, without any language model (G5).

Every sentence, list item and table row of the selected packets is a candidate. A logistic model over
five signals orders them, a second one says how likely the best is the answer at all; both were fitted
by `training/fit_quotation.py` (docs/decisions/0006-quotation.md). What must accompany a quote is
quoted with it: the header row of a table, the exception that limits a rule (E6).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.announcing import announces, asks_about_a_text
from aver.stages.answer_type import matches_expected_type
from aver.stages.atoms.quantities import quantities_in
from aver.stages.called_before import called_before
from aver.stages.checks.exceptions_kept import limits_of
from aver.stages.citing import citation_of
from aver.stages.designations import designated
from aver.stages.framing import (
    ITEM,
    above_table,
    below_table,
    bounding_record,
    folded,
    frame_of,
    headings_of,
    leaned_on,
    only_leads,
    says_something,
    under_row,
)
from aver.stages.reading import called_in, heading_of, holds_span, reading_features
from aver.stages.relevance import Logistic, QuestionTerms, crosses, terms_of
from aver.stages.replacing import replacing_in
from aver.stages.sentences import split
from aver.stages.struck import is_struck
from aver.stages.table_rows import body_rows, header_rows
from aver.stages.wanted import is_question
from aver.values.answers import Claim, ClaimKind
from aver.values.chunks import ChunkKind
from aver.values.claims import CLAIMS
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

MAX_QUOTE = 400
"""Code points of one quote (definitions.md, "Scoring what is released")."""

MIN_QUOTE = 12

_STOPS = (".", "!", "?", "…", ";", "。")
_CLOSERS = "*_`\"'”’»)]} "
_LABEL = 80
"""Code points of a text without a stop that names another one, or is named by it."""

_FIELD = regex(r"\W*\w[\w /()-]{0,30}:\s+\S{1,20}(?:\s\S{1,12}){0,2}\.?$")
"""A field of a description: "Default: 60." """

LEAST = 1e-6
"""Probabilities have 6 decimals; no odds are divided by less."""

NOTHING_READ: Mapping[str, Reading] = MappingProxyType({})

Span = tuple[int, int]
Similarity = Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A quotable span of a packet's passage, canonical offsets."""

    packet: EvidencePacket
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words at the span."""
        base = self.packet.passage.start
        return self.packet.passage.text.text[self.start - base : self.end - base]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedUnit:
    """A unit with its signals and how it is ordered by them; `crossed` where by those for another language."""

    unit: Unit
    features: tuple[tuple[str, float], ...]
    score: float
    crossed: bool = False


def units_of(packet: EvidencePacket) -> tuple[Unit, ...]:
    """Return the quotable spans of a packet in order: table rows and the sentences over and under them, else sentences
    and list items."""
    return (*rows_of(packet), *sentences_of(packet))


def rows_of(packet: EvidencePacket) -> tuple[Unit, ...]:
    """Return the rows of the table that a packet holds, none of any other."""
    passage = packet.passage
    return _fitting(packet, body_rows(passage), least=1) if passage.kind is ChunkKind.TABLE else ()


def sentences_of(packet: EvidencePacket) -> tuple[Unit, ...]:
    """Return the sentences and list items of a packet, of a table those over and under it."""
    passage = packet.passage
    if passage.kind is ChunkKind.TABLE:
        return _fitting(packet, (*_said_above(passage), *_said_below(passage)), least=MIN_QUOTE)
    sentences = split(passage.text.text, start=passage.start)
    alone = sentences if passage.kind is ChunkKind.CODE else _with_labels(sentences, passage)
    answering = _with_what_they_answer(alone, passage)
    return _fitting(packet, (one for one in answering if not only_leads(passage, *one)), least=MIN_QUOTE)


def _fitting(packet: EvidencePacket, spans: Iterable[Span], *, least: int) -> tuple[Unit, ...]:
    """Return the spans of at least so many and at most `MAX_QUOTE` code points that aren't struck out."""
    text, base = packet.passage.text.text, packet.passage.start
    fit = ((start, end) for start, end in spans if least <= end - start <= MAX_QUOTE)
    return tuple(
        Unit(packet=packet, start=start, end=end) for start, end in fit if not is_struck(text, start - base, end - base)
    )


def _said_above(passage: Passage) -> Iterator[Span]:
    """Yield the sentences over a table: a page may have no other prose, and not all of it leads into the table."""
    first, last = above_table(passage) or (0, 0)
    for start, end in split(passage.text.text[: last - first], start=first):
        if says_something(passage.text.text[start - first : end - first]):
            yield start, end


def _said_below(passage: Passage) -> Iterator[Span]:
    """Yield the sentences under a table that say how it is to be read."""
    for first, last in below_table(passage):
        yield from split(passage.text.text[first - passage.start : last - passage.start], start=first)


def _with_labels(spans: Sequence[Span], passage: Passage) -> Iterator[Span]:
    """Yield `spans`, with what they say nothing without: a text that no stop ends as one with those beside it
    ("Summer", "9 to 17", "Winter"), since no mark says which names which; what a colon leads to with what leads there;
    the field of a description ("Default: 60.") with its paragraph. Headings and items stand for themselves.
    """
    text, base = passage.text.text, passage.start
    headings = headings_of(passage)
    apart = {span for span in spans if _stands_for_itself(span, passage, headings)}
    runs: list[list[Span]] = []
    for span in spans:
        if runs and apart.isdisjoint((runs[-1][-1], span)) and _goes_on(text, runs[-1][-1], span, base):
            runs[-1].append(span)
        else:
            runs.append([span])
    joined = [(run[0][0], run[-1][1]) for run in runs]
    for paragraph in _by_paragraph(joined, text, base):
        whole = paragraph[0][0], paragraph[-1][1]
        described = apart.isdisjoint(paragraph) and any(_FIELD.match(text, a - base, b - base) for a, b in paragraph)
        yield from [whole] if described and whole[1] - whole[0] <= MAX_QUOTE else paragraph


def _stands_for_itself(span: Span, passage: Passage, headings: frozenset[str]) -> bool:
    """Whether a span is a heading, code, or an item of a list."""
    text, start, end = passage.text.text, span[0] - passage.start, span[1] - passage.start
    line = text[text.rfind("\n", 0, start) + 1 : end]
    marked = ITEM.match(line) is not None or line.startswith(("#", "```", "    "))
    return (
        marked
        or folded(text[start:end]) in headings
        or any(first <= span[0] < last for first, last, _, _ in passage.items)
    )


def _goes_on(text: str, above: Span, below: Span, base: int) -> bool:
    """Whether what ends `above` says nothing without `below`, or the other way round."""
    first, then = (text[start - base : end - base].rstrip(_CLOSERS) for start, end in (above, below))
    if first.endswith(":"):
        return below[1] - above[0] <= MAX_QUOTE
    short = max(len(first), len(then)) <= _LABEL
    return short and not (first.endswith(_STOPS) or then.endswith((*_STOPS, ":")))


def _by_paragraph(spans: Sequence[Span], text: str, base: int) -> Iterator[list[Span]]:
    paragraph: list[Span] = []
    for span in spans:
        if paragraph and "\n\n" in text[paragraph[-1][1] - base : span[0] - base]:
            yield paragraph
            paragraph = []
        paragraph.append(span)
    if paragraph:
        yield paragraph


def _with_what_they_answer(spans: Iterable[tuple[int, int]], passage: Passage) -> Iterator[tuple[int, int]]:
    """Yield `spans`, a short answer ("No.") from where the question begins that it stands behind to the end of the
    sentence after it, where its paragraph goes on: "No. Children do not pay; adults pay 12 euros." """
    text, base = passage.text.text, passage.start
    found = list(spans)
    for place, (start, end) in enumerate(found):
        asking = found[place - 1] if place else None
        if asking is None or end - start >= MIN_QUOTE or not is_question(text[asking[0] - base : asking[1] - base]):
            yield start, end
            continue
        after = found[place + 1 : place + 2]
        last = after[0][1] if after and "\n" not in text[end - base : after[0][0] - base] else end
        yield asking[0], last if last - asking[0] <= MAX_QUOTE else end


def unit_features(
    unit: Unit,
    before: Unit | None,
    *,
    question: QuestionTerms,
    cosine: float,
    asked: str,
    readings: Mapping[str, Reading],
) -> tuple[tuple[str, float], ...]:
    """Return the signals of one unit, by name, each in [0, 1]; `before` is the unit it follows in its passage.

    `cosine` compares the question with the unit as `in_context` shows it; `readings` are by chunk id.
    """
    passage = unit.packet.passage
    own = terms_of(unit.text)
    called = called_in(asked, passage)
    around = terms_of(called, passage.title.text, passage.section_path.text, passage.header.text, passage.lead_in.text)
    run_in = frozenset() if before is None else terms_of(before.text)
    return (
        ("context_coverage", question.covered(own | around)),
        ("run_in_coverage", question.covered(own | run_in)),
        ("cosine", max(0.0, cosine)),
        ("relevance", unit.packet.score),
        ("expected_type", matches_expected_type(asked, unit.text)),
        ("holds_span", holds_span(passage, unit.start, unit.end, readings, asked=asked)),
        *reading_features(readings.get(passage.chunk)).items(),
    )


def in_context(unit: Unit, asked: str) -> str:
    """Return the unit as its meaning is compared with `asked`: heading, header rows of its table, its own words."""
    passage = unit.packet.passage
    base = passage.start
    headers = [passage.text.text[start - base : end - base] for start, end in header_rows(passage)]
    parts = (heading_of(passage, asked), *(headers or [passage.header.text]))
    return "\n".join(part for part in (*parts, unit.text) if part)


def rank_units(
    packets: Sequence[EvidencePacket],
    *,
    asked: Sealed,
    question: QuestionTerms,
    similarity: Similarity,
    order: Logistic,
    crossed: Logistic | None = None,
    readings: Mapping[str, Reading] = NOTHING_READ,
) -> tuple[QuotedUnit, ...]:
    """Return every quotable unit of the selected packets, best first; current text goes before superseded.

    Units in another language than the question are ordered by `crossed`, where there is one. `readings` says by chunk
    id what a reader saw in the passages, where one is at hand. A sentence that only announces what a text holds is no
    answer, unless a text is what is asked about; one that asks never is. A row goes last where another of its table
    bears the designation asked about or begins with a figure that is asked ("up to 12 m"), and a heading where the
    reader doesn't point at it.
    """
    about_texts = asks_about_a_text(asked.text)
    across = {one.passage.chunk for one in packets if crossed is not None and crosses(question, one.passage)}
    units = [
        (unit, before)
        for packet in packets
        if packet.selected
        for unit, before in _with_the_one_before(units_of(packet))
        if (about_texts or not announces(unit.text)) and not is_question(unit.text)
    ]
    named = designated(asked.text)
    figures = [one.literal for one in quantities_in(asked.text) if not one.written]
    figured = {unit.packet.passage.chunk for unit, _ in units if _row_is_for(unit, figures)}
    bearing = frozenset(one.passage.chunk for one in packets if named and _bears(one.passage, named))
    texts = tuple(Sealed(in_context(unit, asked.text), unit.packet.passage.document) for unit, _ in units)
    cosines = similarity(asked, texts) if texts else ()
    ranked: list[QuotedUnit] = []
    for (unit, before), cosine in zip(units, cosines, strict=True):
        features = unit_features(unit, before, question=question, cosine=cosine, asked=asked.text, readings=readings)
        foreign = unit.packet.passage.chunk in across
        model = crossed if crossed is not None and foreign else order
        chunk = unit.packet.passage.chunk
        is_sibling = (chunk in bearing and not named <= designated(unit.text)) or (
            chunk in figured and not _row_is_for(unit, figures)
        )
        only_names = _is_heading(unit) and not dict(features)["holds_span"]
        score = 0.0 if is_sibling or only_names else model.probability(dict(features))
        ranked.append(QuotedUnit(unit=unit, features=features, score=score, crossed=foreign))
    return tuple(sorted(ranked, key=best_first))


def _is_heading(unit: Unit) -> bool:
    """Whether a unit is the title or a heading that it stands under, and tells nothing itself."""
    return folded(unit.text) in headings_of(unit.packet.passage)


def _row_is_for(unit: Unit, figures: Sequence[str]) -> bool:
    """Whether a unit is a row of a table whose first cell holds one of `figures`."""
    cells = (one for one in unit.packet.passage.table_cells if unit.start <= one[2] < one[3] <= unit.end)
    first = min(cells, key=lambda one: one[1], default=None)
    if first is None or not figures:
        return False
    base = unit.packet.passage.start
    name = unit.packet.passage.text.text[first[2] - base : first[3] - base]
    return any(re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(one)}(?![.,]?\d)", name) for one in figures)


def _bears(passage: Passage, named: frozenset[tuple[str, str]]) -> bool:
    """Whether a row of a table bears every designation of `named`."""
    if passage.kind is not ChunkKind.TABLE:
        return False
    base = passage.start
    rows = (passage.text.text[start - base : end - base] for start, end in body_rows(passage))
    return any(named <= designated(row) for row in rows)


def _with_the_one_before(units: Sequence[Unit]) -> list[tuple[Unit, Unit | None]]:
    return list(zip(units, (None, *units), strict=False))


def best_first(one: QuotedUnit) -> tuple[bool, float, str, int]:
    """Return the key by which units are sorted: current text before superseded, then by score."""
    passage = one.unit.packet.passage
    return passage.freshness is not Freshness.ACTIVE, -one.score, passage.chunk, one.unit.start


def support_features(ranked: Sequence[QuotedUnit]) -> dict[str, float]:
    """Return the signals that say whether the best unit answers: its own, and its share of all units' odds."""
    odds = [one.score / max(1.0 - one.score, LEAST) for one in ranked]
    return {**dict(ranked[0].features), "share": odds[0] / max(sum(odds), LEAST)}


def quoted_claim(
    unit: Unit, *, support: float, asked: str = "", sub_question: int = 0, beside: Iterable[EvidencePacket] = ()
) -> Claim:
    """Return the claim that quotes `unit` with what must accompany it: its limits, the sentence before it that names
    what is `asked` about, and from the packets `beside` it the sentences that replace a value which it states."""
    passage = unit.packet.passage
    spans = [
        (unit.start, unit.end),
        *called_before(asked, passage, unit.start, unit.end),
        *accompanying(unit),
    ]
    citations = tuple(citation_of(unit.packet, start, end) for start, end in dict.fromkeys(spans))
    quote = Claim(
        number=0,
        text=Sealed(unit.text, passage.document),
        kind=ClaimKind.AUTHORED if passage.uri.startswith(CLAIMS) else ClaimKind.QUOTE,
        citations=citations,
        sub_question=sub_question,
        support=support,
    )
    return with_changes(quote, passage, beside)


def with_changes(claim: Claim, own: Passage, packets: Iterable[EvidencePacket]) -> Claim:
    """Return `claim`, which quotes `own`, with the sentences of `packets` cited that replace a value it states."""
    changes = (
        citation_of(packet, packet.passage.start + start, packet.passage.start + end)
        for packet in packets
        for start, end in changes_in(packet.passage, claim, own)
    )
    return replace(claim, citations=tuple(dict.fromkeys((*claim.citations, *changes))))


def changes_in(other: Passage, claim: Claim, own: Passage) -> Iterator[Span]:
    """Return where in the text of `other` sentences stand that replace a value which `claim` quotes from `own`."""
    quoted = "\n".join(citation.quote.text for citation in claim.citations)
    return replacing_in(other, quoted, own=own, at=claim.citations[0].start)


def accompanying(unit: Unit) -> tuple[tuple[int, int], ...]:
    """Return the spans a quote of `unit` must not travel without: for whom it holds, what leads into its list or stands
    over and under its table, header rows, exceptions, notes."""
    passage = unit.packet.passage
    over = above_table(passage)
    is_above = over is not None and unit.end <= over[1]
    is_below = any(first <= unit.start < last for first, last in below_table(passage))
    frame = () if is_above or is_below else frame_of(passage, unit.start)
    limits = limits_of(passage, unit.start, unit.end)
    leaned = leaned_on(passage, unit.start, unit.end)
    bounds = bounding_record(passage, unit.start)
    spans = (*frame, *leaned, *(() if is_above else under_row(passage)), *bounds, *limits)
    apart = (one for one in spans if one[0] < one[1] and not unit.start <= one[0] < unit.end)
    return tuple(dict.fromkeys(one for one in apart if not one[0] <= unit.start < unit.end <= one[1]))
