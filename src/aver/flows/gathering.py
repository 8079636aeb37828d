"""From a plan to packets and quotations: every part of the question searched, ranked and quoted for itself (B4, E3).

The original always votes. What it was taken apart into is searched beside it, each part is ranked by its own words,
and the parts take turns at the packets, so that an easy one crowds out no other. A question that stays whole
goes through exactly one ranking, as if there were no parts at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from aver.flows.factual import Factual, facts_among
from aver.stages.asked_thing import surer
from aver.stages.by_words import found_by_words
from aver.stages.checks.asked_name import named_after_it
from aver.stages.checks.asked_today import yet_to_hold
from aver.stages.conflicts import sides_quoted
from aver.stages.framing import speaks_of_it
from aver.stages.learning import in_learned_order
from aver.stages.packets import packet_of
from aver.stages.payloads import orders
from aver.stages.planning import expanded, named_rows
from aver.stages.planning.naming import ROW
from aver.stages.planning.rewriting import worth_spelling_out
from aver.stages.planning.validity import as_it_stood
from aver.stages.planning.votes import searched_parts, shares, taking_turns, votes_for
from aver.stages.quotation import QuotedUnit, Unit, quoted_claim, rank_units, support_features
from aver.stages.reading import read_text, readable
from aver.stages.relevance import QuestionTerms, question_terms
from aver.stages.reranking import reranked
from aver.stages.selection import Scored, rescored, retargeted, score_candidates
from aver.stages.told_there import raised
from aver.stages.tuning import Tuning
from aver.values.answers import Claim
from aver.values.conflicts import ConflictPacket
from aver.values.evidence import ChannelResult, EvidencePacket, Freshness, Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import Plan, SubQuestion
from aver.values.pairs import Reading
from aver.values.sealed import Sealed


class GatherTools(Protocol):
    """The effects that gathering evidence needs; `aver.flows.ask.AskTools` says what each does."""

    @property
    def search(self) -> Callable[[Eligibility, SubQuestion, int], tuple[ChannelResult, ...]]: ...
    @property
    def weights(self) -> Callable[[Eligibility, Sealed], tuple[float, ...]]: ...
    @property
    def fetch(self) -> Callable[[Eligibility, tuple[str, ...]], tuple[Passage, ...]]: ...
    @property
    def succeed(self) -> Callable[[Eligibility, tuple[str, ...]], tuple[tuple[str, str], ...]]: ...
    @property
    def refer(self) -> Callable[[Eligibility, Sealed], tuple[str, ...]] | None: ...
    @property
    def similarity(self) -> Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]: ...
    @property
    def read(self) -> Callable[[Sealed, tuple[Sealed, ...]], tuple[Reading, ...]] | None: ...
    @property
    def factual(self) -> Factual | None: ...
    @property
    def tuning(self) -> Tuning: ...


Scorer = Callable[[Sequence[ChannelResult], Eligibility], tuple[Scored, ...]]

MOST_NAMED = 12
"""Documents that a part of the question or the best passage names that are searched: more are a list, not a way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One part of the question, its terms over the eligible chunks, and its candidates, best first."""

    part: SubQuestion
    terms: QuestionTerms
    scored: tuple[Scored, ...]

    @property
    def read(self) -> bool:
        """Whether a reader saw any of them."""
        return any(one.reading is not None for one in self.scored)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """One part of the question, every unit that could answer it, best first, and what is found by its words alone.

    `factual` is at most how likely the best of them answers. `found`, the answer to the very question or the row it
    names, comes with how likely it answers; `found_first` says that it goes before the best unit, whatever that is.
    """

    part: SubQuestion
    units: tuple[QuotedUnit, ...]
    read: bool = False
    factual: float = 1.0
    found: tuple[Unit, float] | None = None
    found_first: bool = False


def searched(plan: Plan, eligibility: Eligibility, tools: GatherTools) -> tuple[Plan, tuple[ChannelResult, ...]]:
    """Return what every sub-question finds, and the plan with the wordings that the evidence found adds (B5).

    A definition, or the row that a name means, is looked for only among passages fetched under this eligibility.
    """
    results = _search(plan.sub_questions, eligibility, tools, tools.tuning.per_channel)
    results = (*results, *_search_named(searched_parts(plan), eligibility, tools))
    rows_found = any(one.hits and one.channel.startswith(ROW) for one in results)
    if not rows_found and not worth_spelling_out(plan.sub_questions[0].text.text):
        return plan, results
    fused = tools.tuning.blend.fused(votes_for(plan.sub_questions[0], results, plan))
    best = tuple(one.chunk for one in fused[: tools.tuning.depth])
    passages = tools.fetch(eligibility, best) if best else ()
    evidence = [(passage.document, passage.text.text) for passage in passages]
    grown = expanded(plan, evidence, named_rows(passages))
    known = {part.number for part in plan.sub_questions}
    added = tuple(part for part in grown.sub_questions if part.number not in known)
    return grown, (*results, *_search(added, eligibility, tools, tools.tuning.per_channel))


def _search(
    parts: Sequence[SubQuestion], eligibility: Eligibility, tools: GatherTools, k: int
) -> tuple[ChannelResult, ...]:
    return tuple(result for part in parts for result in tools.search(eligibility, part, k))


def _search_named(
    parts: Sequence[SubQuestion], eligibility: Eligibility, tools: GatherTools
) -> tuple[ChannelResult, ...]:
    """Return what each of `parts` finds in the documents that it names itself, by file name or title (D3).

    These vote beside what is found everywhere: "PEP 704 says ..." resembles many passages, few of them in PEP 704.
    """
    if tools.refer is None or eligibility.documents is not None:
        return ()
    found: list[ChannelResult] = []
    for part in parts:
        named = tools.refer(eligibility, part.text)[:MOST_NAMED]
        if named:
            narrowed = replace(eligibility, documents=frozenset(named))
            results = _search((part,), narrowed, tools, tools.tuning.per_channel)
            found += [replace(result, within=named) for result in results]
    return tuple(found)


def ranked(
    plan: Plan, results: Sequence[ChannelResult], eligibility: Eligibility, tools: GatherTools, *, today: str
) -> tuple[Ranked, ...]:
    """Return the candidates of every part and of the original, in the order in which they take turns."""
    return tuple(
        _ranked(part, plan, results, eligibility=eligibility, tools=tools, today=today) for part in searched_parts(plan)
    )


def _ranked(
    part: SubQuestion,
    plan: Plan,
    results: Sequence[ChannelResult],
    *,
    eligibility: Eligibility,
    tools: GatherTools,
    today: str,
) -> Ranked:
    terms = question_terms(part.text.text, weights_of(part.text, eligibility, tools))
    scored = _scorer(part, plan, terms, tools, today=today)
    first = scored(votes_for(part, results, plan), eligibility)
    return Ranked(part=part, terms=terms, scored=_follow_supersession(first, part, plan, eligibility, tools, scored))


def weights_of(asked: Sealed, eligibility: Eligibility, tools: GatherTools) -> tuple[float, ...]:
    """Return how rare each word of `asked` is among all that may be read.

    That holds for a question to one document too, in which hardly any word is rare: it would be answered less surely
    than the same question to everything.
    """
    return tools.weights(replace(eligibility, documents=None), asked)


def _scorer(part: SubQuestion, plan: Plan, terms: QuestionTerms, tools: GatherTools, *, today: str) -> Scorer:
    """Return what scores the candidates that channels vote for and an eligibility opens, best first, for a part."""

    def scored(voting: Sequence[ChannelResult], eligible: Eligibility) -> tuple[Scored, ...]:
        found = _score(voting, plan, part=part, terms=terms, eligible=eligible, tools=tools)
        if tools.tuning.learned is not None:
            found = in_learned_order(
                found, tools.tuning.learned, first=tools.tuning.depth, k=tools.tuning.blend.k, as_of=plan.as_of
            )
        found = reranked(found, tools.tuning.rerankers, as_of=plan.as_of)
        return tuple(replace(one, passage=as_it_stood(one.passage, as_of=plan.as_of, today=today)) for one in found)

    return scored


def _score(
    voting: Sequence[ChannelResult],
    plan: Plan,
    *,
    part: SubQuestion,
    terms: QuestionTerms,
    eligible: Eligibility,
    tools: GatherTools,
) -> tuple[Scored, ...]:
    """Fuse the channels, fetch the best candidates, score them and read the best of those."""
    blend = tools.tuning.blend
    fused = blend.fused(voting, shares(plan))[: tools.tuning.fetched]
    fetched = tools.fetch(eligible, tuple(one.chunk for one in fused)) if fused else ()
    scored = score_candidates(fused, {passage.chunk: passage for passage in fetched}, terms, blend)
    if tools.read is None or not blend.read or not scored:
        return scored
    best = readable(part.text.text, [one.passage for one in scored[: blend.read]], blend.languages)
    if not best:
        return scored
    readings = tools.read(
        part.text, tuple(Sealed(read_text(passage, part.text.text), passage.document) for passage in best)
    )
    return rescored(scored, dict(zip((passage.chunk for passage in best), readings, strict=True)), blend)


def _follow_supersession(
    scored: tuple[Scored, ...],
    part: SubQuestion,
    plan: Plan,
    eligibility: Eligibility,
    tools: GatherTools,
    again: Scorer,
) -> tuple[Scored, ...]:
    """Ask the readable successors of superseded candidates the same question, and put them first (C3)."""
    uris = tuple(dict.fromkeys(one.passage.uri for one in scored if one.passage.freshness is not Freshness.ACTIVE))
    successors = dict(tools.succeed(eligibility, uris)) if uris else {}
    wanted = frozenset(successors.values())
    if eligibility.documents is not None or not wanted:
        return scored
    narrowed = replace(eligibility, documents=wanted)
    voting = [one for one in plan.sub_questions if one.number == part.number or (not part.number and not one.required)]
    return retargeted(scored, successors, again(_search(voting, narrowed, tools, tools.tuning.fetched), narrowed))


def in_turn(lists: Sequence[Ranked]) -> tuple[tuple[Scored, ...], Mapping[str, int]]:
    """Return the candidates of all parts as they take turns, and by chunk the number of the part it came for."""
    turns = taking_turns([(one.part.number, one.scored) for one in lists])
    came_for: dict[str, int] = {}
    first: list[Scored] = []
    for scored, number in turns:
        if scored.fused.chunk not in came_for:
            came_for[scored.fused.chunk] = number
            first.append(scored)
    return tuple(first), came_for


def scored_within(
    narrowed: Eligibility, sought: SubQuestion, one: Ranked, plan: Plan, tools: GatherTools, *, today: str
) -> tuple[Scored, ...]:
    """Return what `sought` finds in the documents of `narrowed`, scored for the part of `one`, best first."""
    results = _search((sought,), narrowed, tools, tools.tuning.fetched)
    return _scorer(one.part, plan, one.terms, tools, today=today)(results, narrowed)


def packed(
    chosen: Sequence[tuple[Scored, bool]], confirmed: frozenset[str], *, tenant: str, came_for: Mapping[str, int]
) -> tuple[EvidencePacket, ...]:
    """Return packets of what is still eligible, each with the part of the question it came for."""
    kept = [(one, selected) for one, selected in chosen if one.fused.chunk in confirmed]
    return tuple(
        packet_of(
            one.passage,
            rank=rank,
            score=one.relevance,
            selected=selected,
            sub_question=came_for.get(one.fused.chunk, 0),
            rationale=_rationale(one),
            tenant=tenant,
        )
        for rank, (one, selected) in enumerate(kept, start=1)
    )


def _rationale(one: Scored) -> str:
    ranks = ", ".join(f"{channel} rank {place}" for channel, _, place in one.fused.ranks)
    return f"{one.led_by}: {ranks}" if one.led_by else ranks


def quotable(
    lists: Sequence[Ranked], packets: Sequence[EvidencePacket], plan: Plan, tools: GatherTools
) -> tuple[Quoted, ...]:
    """Return, for every part that must be covered, the units of the packets that could answer it."""
    required = {part.number for part in plan.required}
    return tuple(
        _quotable(one, packets, plan, tools)
        for one in sorted(lists, key=lambda ranked: ranked.part.number)
        if one.part.number in required
    )


def _quotable(ranked: Ranked, packets: Sequence[EvidencePacket], plan: Plan, tools: GatherTools) -> Quoted:
    """Return what could answer a part; what its words find goes before a quote about something else."""
    asked = ranked.part.text.text
    units, factual = facts_among(_units(ranked, packets, tools), ranked.part, tools.factual)
    best = units[0].unit.text if units else ""
    return Quoted(
        part=ranked.part,
        units=units,
        read=ranked.read,
        factual=factual,
        found=found_by_words(asked, packets, plan),
        found_first=_is_about_else(best, asked, as_of=plan.as_of),
    )


def _is_about_else(quote: str, asked: str, *, as_of: str) -> bool:
    """Whether a quote is about "it", about what will be or about what is only named after the thing asked about."""
    return speaks_of_it(quote) or yet_to_hold(asked, quote, as_of=as_of) or named_after_it(asked, quote)


def _units(ranked: Ranked, packets: Sequence[EvidencePacket], tools: GatherTools) -> tuple[QuotedUnit, ...]:
    """Rank the units by how a part sees the packets: what another part found and this one didn't bears on nothing.

    A sentence that orders a machine about is none.
    """
    relevance = {one.fused.chunk: one.relevance for one in ranked.scored}
    units = rank_units(
        [replace(packet, score=relevance.get(packet.passage.chunk, 0.0)) for packet in packets],
        asked=ranked.part.text,
        question=ranked.terms,
        similarity=tools.similarity,
        order=tools.tuning.quoting(read=ranked.read).order,
        crossed=tools.tuning.quoting(read=ranked.read, crossed=True).order,
        readings={one.fused.chunk: one.reading for one in ranked.scored if one.reading is not None},
    )
    return tuple(one for one in units if not orders(one.unit.text, ranked.part.text.text))


def drafted(
    quoted: Sequence[Quoted],
    conflicts: Sequence[ConflictPacket],
    packets: Sequence[EvidencePacket],
    tuning: Tuning,
) -> tuple[Claim, ...]:
    """Return the claims of every part, numbered from 0: all sides where the evidence disagrees, else one quote."""
    disputed = {conflict.sub_question for conflict in conflicts}
    claims = (
        *sides_quoted(conflicts, packets),
        *quotations([one for one in quoted if one.part.number not in disputed], packets, tuning),
    )
    return tuple(replace(claim, number=number) for number, claim in enumerate(claims))


def quotations(quoted: Sequence[Quoted], packets: Sequence[EvidencePacket], tuning: Tuning) -> tuple[Claim, ...]:
    """Return one claim per part, numbered from 0; a part without a likely answer has none where another has one.

    What is quoted below the release threshold would only be withheld with everything else; left out, it is a gap
    that the gate can name.
    """
    drafts = [(one.part, *best_of(one, tuning, alone=len(quoted) == 1)) for one in quoted if one.units]
    sure = [draft for draft in drafts if draft[2] >= tuning.thresholds.release]
    return tuple(
        replace(
            quoted_claim(unit, support=support, asked=part.text.text, sub_question=part.number, beside=packets),
            number=number,
        )
        for number, (part, unit, support) in enumerate(sure or drafts)
    )


def best_of(one: Quoted, tuning: Tuning, *, alone: bool) -> tuple[Unit, float]:
    """Return what answers a part best and how likely it does: what its words find, unless a quote is likelier and
    nothing is against that. Only where a thing is asked for `alone` is a quote of it surer."""
    quoting, asked = tuning.quoting(read=one.read, crossed=one.units[0].crossed), one.part.text.text
    likely = quoting.support.probability(support_features(one.units))
    support = min(one.factual, raised(likely, asked, [found.unit.text for found in one.units]))
    if one.found is not None and (support < one.found[1] or one.found_first):
        return one.found
    by = quoting.looking_up if alone else 0.0
    return one.units[0].unit, min(one.factual, max(support, surer(likely, asked, one.units[0].unit, by)))
