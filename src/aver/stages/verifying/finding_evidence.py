"""Find what carries a claim: the nearest units and their windows, read by the scorer, then judged in that order.

Sentences come first and windows of three after them, because an entailment model is surest of single sentences
(Laban et al. 2022, SummaC). What several units carry only together is joined, and what a supported claim does not
need is taken away again, one citation at a time (Gao et al. 2023, ALCE).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.dates import dates_in, without_dates
from aver.stages.atoms.quantities import quantities_in
from aver.stages.force.compare import Force
from aver.stages.planning.words import content
from aver.stages.verifying.ground import Ground, Span, around, nearest
from aver.stages.verifying.judging import AROUND, Judged, Scorer, judge
from aver.values.answers import Citation, ClaimKind

READ = 16
"""Units of a claim that the scorer reads."""
WINDOWS = 3
"""Of the nearest units, those that are also read with their neighbours."""
TRIED = 5
"""Candidates that every check looks at."""
JOINED = 3
"""Units that may carry a claim together."""
SPEAKS_AGAINST = 0.9
"""Probability of contradiction from which a near unit that isn't cited counts as speaking against the claim."""
NEAR = 0.6
"""Nearness that a unit must have to speak against a claim, or to be what it is held to: less, and it is about something
else."""


def best_evidence(
    number: int, text: str, ground: Ground, scorer: Scorer | None, *, within: frozenset[int] | None = None
) -> Judged:
    """Return the claim judged over the least evidence that supports it, else over the nearest there is.

    `within` restricts the search to some passages. Where there are no units the claim cites nothing.
    """
    ranked = nearest(text, ground, within=within)
    candidates = _candidates(text, ranked, ground, scorer)
    tried: list[Judged] = []
    for spans in dict.fromkeys(part for one in _tried(candidates, ground) for part in _under_one(one, ground)):
        one = judge(number, text, [ground.cite(span) for span in spans], ground, scorer)
        if one.supported:
            return _over_the_nearest(one, ranked, ground, scorer) or minimal(one, ground, scorer)
        tried.append(one)
    comparable = [one for one in tried if one.force is not None and one.force.comparable]
    if comparable:
        return min(comparable, key=lambda one: len(one.claim.citations))
    return tried[0] if tried else judge(number, text, (), ground, scorer)


def _over_the_nearest(
    supported: Judged, ranked: Sequence[tuple[float, Span]], ground: Ground, scorer: Scorer | None
) -> Judged | None:
    """Return the claim judged over the unit nearest to it, where it is near and the claim goes beyond it or against it.

    What seems to carry such a claim elsewhere is about something else. A quote carries itself, and figures are left to
    their own check: those of a near unit may well be of another thing.
    """
    claim = supported.claim
    most = ranked[0][0]
    first = [ground.cite(unit) for share, unit in ranked if share == most]
    if claim.kind is ClaimKind.QUOTE or most < NEAR or not set(first).isdisjoint(claim.citations):
        return None
    near = judge(claim.number, claim.text.text, first[:1], ground, scorer)
    return near if near.force is not None and _goes_beyond(near.force) else None


def _goes_beyond(force: Force) -> bool:
    return bool(force.contradictions) or any(one.axis is not Axis.NUMERIC for one in force.raises)


def minimal(judged: Judged, ground: Ground, scorer: Scorer | None) -> Judged:
    """Return a supported claim judged over a set of its citations of which none can be left out."""
    for citation in reversed(judged.claim.citations):
        rest = [one for one in judged.claim.citations if one != citation]
        if not rest:
            break
        without = judge(judged.claim.number, judged.claim.text.text, rest, ground, scorer)
        if without.supported:
            judged = without
    return judged


def speaking_against(judged: Judged, ground: Ground, scorer: Scorer | None) -> tuple[Citation, ...]:
    """Return the near units outside its evidence that contradict a claim, as far as the scorer can tell, and those of
    other documents that give another value for all its words."""
    claim = judged.claim
    text, documents = claim.text.text, {one.document for one in claim.citations}
    cited = [(one.version, one.start, one.end) for one in claim.citations]
    ranked = [(share, ground.cite(unit)) for share, unit in nearest(text, ground)[:READ]]
    others = [(share, one) for share, one in ranked if not _touches(one, cited)]
    near = [one for share, one in others if share >= NEAR]
    said = scorer.entail(text, [one.quote.text for one in near]) if near and scorer is not None else ()
    contradicted = {one for one, how in zip(near, said, strict=False) if how.contradicted >= SPEAKS_AGAINST}
    return tuple(
        one
        for _, one in others
        if one in contradicted or (one.document not in documents and _of_another_value(text, one.quote.text))
    )


def _of_another_value(claim: str, other: str) -> bool:
    """Whether `other` has every word of a claim but its dates or amounts, and others of these alone."""
    left, rest = without_dates(claim), without_dates(other)
    values = (
        (_days(claim), _days(other)),
        ({one.literal for one in quantities_in(left)}, {one.literal for one in quantities_in(rest)}),
    )
    told = [(own, its) for own, its in values if own]
    words = {word for word in content(left) if not word[0].isdigit()}
    return bool(words and told) and words <= content(other) and all(its and own.isdisjoint(its) for own, its in told)


def _days(text: str) -> frozenset[object]:
    return frozenset(one.readings or one.literal for one in dates_in(text))


def _touches(citation: Citation, cited: Sequence[tuple[str, int, int]]) -> bool:
    return any(citation.version == v and citation.start < end and start < citation.end for v, start, end in cited)


def _candidates(
    text: str, ranked: Sequence[tuple[float, Span]], ground: Ground, scorer: Scorer | None
) -> list[tuple[Span, ...]]:
    """Return single units and windows of the nearest, the likeliest first."""
    near = ranked[:READ]
    sets: list[tuple[float, tuple[Span, ...]]] = [(share, (unit,)) for share, unit in near]
    sets += [(share, window) for share, unit in near[:WINDOWS] if len(window := around(unit, ground)) > 1]
    said = [0.0] * len(sets)
    if scorer is not None and sets:
        texts = ["\n".join(map(ground.words, spans)) for _, spans in sets]
        said = [how.entailed for how in scorer.entail(text, texts)]
    order = sorted(range(len(sets)), key=lambda place: (-(sets[place][0] + said[place]), place))
    return [sets[place][1] for place in order]


def _tried(candidates: Sequence[tuple[Span, ...]], ground: Ground) -> Iterator[tuple[Span, ...]]:
    """Yield the best candidates alone, then the best ones joined to the first, then the first where it stands: who is
    spoken of, and when, is often said a few sentences before."""
    if not candidates:
        return
    yield from candidates[:TRIED]
    seen = set(candidates[:TRIED])
    joined = candidates[0]
    for more in candidates[1 : JOINED + 1]:
        pair = tuple(sorted({*candidates[0], *more}, key=_place))
        if len(pair) <= JOINED and pair not in seen:
            seen.add(pair)
            yield pair
        joined = tuple(sorted({*joined, *more}, key=_place))
    if len(joined) <= JOINED and joined not in seen:
        seen.add(joined)
        yield joined
    wide = around(candidates[0][0], ground, reach=AROUND)
    if wide not in seen:
        yield wide


def _under_one(spans: tuple[Span, ...], ground: Ground) -> Iterator[tuple[Span, ...]]:
    """Yield `spans` by what they stand under, without what leads into a list or heads rows where items or rows do.

    Each brings its own lead-in and labels as evidence. Another's beside it would say of pencils what is said of pens.
    """
    rest = tuple(one for one in spans if not ground.leads(one))
    frames = {one: frozenset(ground.frame(one)) for one in rest}
    known = dict.fromkeys(frame for frame in frames.values() if frame)
    if not known:
        yield spans
    for frame in known:
        if not any(frame < other for other in known):
            yield tuple(one for one in rest if frames[one] <= frame)


def _place(span: Span) -> tuple[int, int]:
    return span.passage, span.start
