"""What frozen claims and computed values become in an answer: packets, claims, walls, and questions back (J, I3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from aver.stages.checks import Question
from aver.stages.citing import citation_of
from aver.stages.gate import Wall
from aver.stages.packets import packed_behind
from aver.values.answers import Citation, Claim, ClaimKind
from aver.values.bearing import Bearing, Bears, CitedSpan
from aver.values.events import Recalled
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Inquiry, Missing, Plan, SubQuestion
from aver.values.sealed import Sealed, drawn_from

WALLS = frozenset({Bearing.FORBIDS, Bearing.REDIRECTS})
ANSWERING = frozenset({Bearing.ANSWERS, Bearing.REPLIES})
VOUCHED = 1.0
"""The support of a fact whose predicate holds for all that was asked, or that replies to it: a person froze it."""

_Cite = Callable[[CitedSpan], Citation]


def recalled(
    claims: Sequence[Bears], computed: Sequence[Claim], packets: Sequence[EvidencePacket], *, tenant: str
) -> Recalled:
    """Return the event with the packets that the claims stand in, behind those selected already.

    A claim that the pack can't read, such as one of another pack, is named and brings no packet.
    """
    held = {packet.passage.chunk for packet in packets if packet.selected}
    spans = (span for one in claims if one.bearing is not Bearing.UNREAD for span in (one.own, *one.cited))
    passages = {span.passage.chunk: span.passage for span in spans if span.passage.chunk not in held}
    rationale = "holds a frozen claim or what it rests on"
    added = packed_behind(tuple(passages.values()), len(packets), rationale=rationale, tenant=tenant)
    return Recalled(claims=tuple(claims), computed=tuple(computed), packets=added)


def with_vouched(
    drafted: Sequence[Claim], given: Recalled, packets: Sequence[EvidencePacket], required: Sequence[SubQuestion]
) -> tuple[Claim, ...]:
    """Return the claims that answer, numbered from 0: facts that hold instead of quotes, and what was computed.

    A pack reads the whole question, so both are for one that wasn't taken apart. Where there is nothing else, facts
    that wait for a parameter are what a question back rests on; they support no answer.
    """
    if len(required) != 1:
        return tuple(drafted)
    part, cite = required[0].number, _citing(packets)
    facts = [_claim(together, cite, part) for together in _answers(given)]
    if not facts and not drafted:
        facts = [
            replace(_claim((one,), cite, part), support=0.0) for one in given.claims if one.bearing is Bearing.WAITS
        ]
    computed = [replace(one, sub_question=part) for one in given.computed]
    return tuple(replace(one, number=number) for number, one in enumerate((*(facts or drafted), *computed)))


def question_of(inquiry: Inquiry, plan: Plan, given: Recalled, claims: Sequence[Claim]) -> Question:
    """Return what the checks hold `claims` against: the parts of the question, what a pack read, what was weighed."""
    asked, read = inquiry.question.text, None
    if inquiry.parameters is not None:
        known = inquiry.parameters.known
        read = {one.parameter: tuple(asked[start:end] for start, end in one.spans) for one in known}
    weighed = {one.own.passage.document: frozenset(one.weighed) for one in given.claims}
    replies = {one.own.passage.document for one in given.claims if one.bearing is Bearing.REPLIES}
    return Question(
        parts={part.number: part.text.text for part in plan.sub_questions},
        read=read,
        weighed={
            one.number: frozenset().union(*(weighed.get(cited.document, frozenset()) for cited in one.citations))
            for one in claims
        },
        replied=frozenset(one.number for one in claims if any(cited.document in replies for cited in one.citations)),
        as_of=plan.as_of,
    )


def walls(given: Recalled, packets: Sequence[EvidencePacket]) -> tuple[Wall, ...]:
    """Return the walls that stand against the inquiry, each with the words it rests on."""
    cite = _citing(packets)
    return tuple(
        Wall(citation=cite((*one.cited, one.own)[0]), variant=one.target)
        for one in given.claims
        if one.bearing in WALLS
    )


def forbidding(given: Recalled, packets: Sequence[EvidencePacket]) -> tuple[tuple[Sealed, Citation], ...]:
    """Return the constraints that stand against the inquiry: their statements, each with the words it rests on."""
    cite = _citing(packets)
    return tuple(
        (cite(one.own).quote, cite((*one.cited, one.own)[0])) for one in given.claims if one.bearing is Bearing.FORBIDS
    )


def experts(given: Recalled, inquiry: Inquiry) -> tuple[str, ...]:
    """Return the needs_expert claims that match, and the topics that the pack leaves to an expert."""
    topics = () if inquiry.parameters is None else inquiry.parameters.topics
    matching = (one.claim for one in given.claims if one.bearing is Bearing.NEEDS_EXPERT)
    return (*matching, *(f"topic:{name}" for name in topics))


def still_missing(plan: Plan, given: Recalled) -> tuple[Missing, ...]:
    """Return what is still to be asked back: what no answering fact settles, else what facts wait for.

    A fact whose predicate holds for every reading of a parameter settles it, whichever is meant; an expert's reply to
    this very question settles them all.
    """
    if len(plan.required) != 1:
        return plan.missing
    if any(one.bearing is Bearing.REPLIES for one in given.claims):
        return ()
    answers = [one for one in given.claims if one.bearing is Bearing.ANSWERS]
    settled = {name for one in answers for name in one.weighed}
    missing = tuple(one for one in plan.missing if one.parameter not in settled)
    if missing or answers:
        return missing
    waiting = (missing for one in given.claims if one.bearing is Bearing.WAITS for missing in one.missing)
    return tuple({one.parameter: one for one in waiting}.values())


def _citing(packets: Sequence[EvidencePacket]) -> _Cite:
    by_chunk = {packet.passage.chunk: packet for packet in packets}

    def cite(span: CitedSpan) -> Citation:
        return citation_of(by_chunk[span.passage.chunk], span.start, span.end)

    return cite


def _answers(given: Recalled) -> tuple[tuple[Bears, ...], ...]:
    """Return the facts that answer, those together that answer only together."""
    facts = {one.claim: one for one in given.claims if one.bearing in ANSWERING}
    groups = dict.fromkeys(tuple(sorted((one.claim, *one.beside))) for one in facts.values())
    return tuple(tuple(facts[name] for name in group) for group in groups if facts.keys() >= set(group))


def _claim(together: Sequence[Bears], cite: _Cite, part: int) -> Claim:
    own = [cite(one.own) for one in together]
    words = " ".join(one.quote.text for one in own)
    return Claim(
        number=0,
        text=Sealed(words, drawn_from(one.quote.document for one in own)),
        kind=ClaimKind.AUTHORED if any(one.authored for one in together) else ClaimKind.EXTRACTED,
        citations=(*own, *(cite(span) for one in together for span in one.cited)),
        sub_question=part,
        support=VOUCHED,
    )
