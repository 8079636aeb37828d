"""The baseline that ordinary retrieval-augmented generation is: fixed windows, top-k dense, no gates (G6).

It yields the same events, so both answers to a question can be laid side by side, but checks nothing
and always answers: whatever span of its windows the reader likes best. It knows readers, but nothing of
status, validity or succession. Its windows live under a tenant of their own in the same store, so that
readers, deletion and non-interference hold for them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from aver.flows.ask import AskTools
from aver.index.vectors import to_fixed
from aver.ports import Embedder, Tokenizer
from aver.stages.analyser import term_vector
from aver.stages.chunking import CHUNKERS, ChunkOptions
from aver.stages.eligibility import POLICY_VERSION, eligibility_of
from aver.stages.fusion import Fused, reciprocal_rank
from aver.stages.packets import packet_of
from aver.stages.planning import plan_of
from aver.stages.quotation import NOTHING_READ, quoted_claim, rank_units
from aver.stages.relevance import QuestionTerms, question_terms
from aver.store.store import Store
from aver.store.versions import StoredVersion
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.answers import Answered, Confidence
from aver.values.documents import Document
from aver.values.events import Asked, Checked, Decided, Drafted, Event, Packed, Planned, Resolved, Retrieved, Selected
from aver.values.evidence import Candidate, ChannelResult, EvidencePacket
from aver.values.governance import Caller, Eligibility, Governance
from aver.values.identity import baseline_tenant
from aver.values.inquiry import Inquiry
from aver.values.pairs import Reading

STRATEGY = "fixed"
_TOP = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What a baseline answers from: the chunks it was given, best first, and what a reader saw in them, if one did."""

    channels: tuple[ChannelResult, ...]
    best: tuple[Fused, ...]
    readings: Mapping[str, Reading] = field(default_factory=lambda: NOTHING_READ)


Choose: TypeAlias = Callable[[Sequence[ChannelResult], Inquiry, Eligibility, AskTools], Chosen]
"""Which of the chunks found are answered from; `aver.evals.baselines` has other ways than the nearest."""


def nearest(found: Sequence[ChannelResult], inquiry: Inquiry, eligible: Eligibility, tools: AskTools) -> Chosen:
    """Choose the `k` chunks whose vectors are nearest to the question's."""
    del eligible, tools
    dense = tuple(result for result in found if result.channel == "dense")
    return Chosen(channels=dense, best=reciprocal_rank(dense)[: inquiry.k])


def ask_vanilla(
    inquiry: Inquiry,
    caller: Caller,
    tools: AskTools,
    *,
    choose: Choose = nearest,
    over: Callable[[str], str] = baseline_tenant,
) -> Iterator[Event]:
    """Yield the events of one run of the baseline; `over` names the tenant whose chunks it searches, its windows."""
    at = tools.now()
    yield Asked(inquiry=inquiry, caller=caller, at=at, code_version=tools.code_version, policy_version=POLICY_VERSION)
    plan = plan_of(inquiry, today=at[:10])
    yield Planned(plan=plan)
    documents = None if inquiry.document is None else (inquiry.document,)
    eligible = replace(eligibility_of(caller, as_of=plan.as_of, documents=documents), tenant=over(caller.tenant))
    yield Resolved(eligibility=eligible)
    chosen = choose(tools.search(eligible, plan.sub_questions[0], _TOP), inquiry, eligible, tools)
    yield Retrieved(channels=chosen.channels)
    yield Selected(
        candidates=tuple(
            Candidate(chunk=one.chunk, score=one.score, relevance=0.0, ranks=one.ranks, selected=True, reason="top k")
            for one in chosen.best
        )
    )
    passages = tools.fetch(eligible, tuple(one.chunk for one in chosen.best))
    packets = tuple(
        packet_of(passage, rank=rank, score=0.0, selected=True, sub_question=0, rationale="top k", tenant=caller.tenant)
        for rank, passage in enumerate(passages, start=1)
    )
    yield Packed(packets=packets)
    terms = question_terms(inquiry.question.text, tools.weights(eligible, inquiry.question))
    yield from _answer(inquiry, packets, terms, tools, chosen.readings)


def _answer(
    inquiry: Inquiry,
    packets: Sequence[EvidencePacket],
    terms: QuestionTerms,
    tools: AskTools,
    readings: Mapping[str, Reading],
) -> Iterator[Event]:
    """Quote the span the reader likes best, checked by nobody."""
    ranked = rank_units(
        packets,
        asked=inquiry.question,
        question=terms,
        similarity=tools.similarity,
        order=tools.tuning.quoting(read=bool(readings)).order,
        crossed=tools.tuning.quoting(read=bool(readings), crossed=True).order,
        readings=readings,
    )
    claims = (quoted_claim(ranked[0].unit, support=0.0),) if ranked else ()
    yield Drafted(voice="vanilla", claims=claims)
    yield Checked(findings=())
    unknown = Confidence(extraction=0.0, grounding=0.0, answer=0.0)
    yield Decided(decision=Answered(confidence=unknown), released=claims)


def bring_up_to_date(
    store: Store, embedder: Embedder, tenant: str, *, on_progress: Callable[[int, int], None] | None = None
) -> int:
    """Build the windows of versions that have none yet, under the same readers; return how many versions.

    `on_progress` is told `(done, to do)` after each version.
    """
    known = {version.uri: version for version in store.newest(baseline_tenant(tenant))}
    missing = [
        version
        for version in store.newest(tenant)
        if (seen := known.get(version.uri)) is None
        or (seen.content_hash, seen.governance) != (version.content_hash, _who_may_read(version.governance))
    ]
    for done, version in enumerate(missing, start=1):
        document = store.document(version)
        store.add([_windows(version, document, embedder)])
        if on_progress is not None:
            on_progress(done, len(missing))
    return len(missing)


def _who_may_read(governance: Governance) -> Governance:
    """Return what ordinary retrieval knows of a governance: readers, and nothing of status, scope or validity."""
    return Governance(
        tenant=baseline_tenant(governance.tenant),
        readers=governance.readers,
        classification=governance.classification,
        authority=governance.authority,
        origin_system=governance.origin_system,
        redacted=governance.redacted,
    )


def _windows(version: StoredVersion, document: Document, embedder: Embedder) -> NewVersion:
    tokenizer = Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets)
    chunks = CHUNKERS[STRATEGY](document, tokenizer, ChunkOptions())
    texts = [document.text[chunk.start : chunk.end] for chunk in chunks]
    vectors = to_fixed(embedder.encode(texts)) if texts else ()
    indexed: list[IndexedChunk] = []
    for chunk, text, vector in zip(chunks, texts, vectors, strict=True):
        terms, frequencies, length = term_vector(text)
        indexed.append(IndexedChunk(chunk=chunk, terms=terms, frequencies=frequencies, length=length, vector=vector))
    return NewVersion(
        uri=version.uri,
        content_hash=version.content_hash,
        pipeline=f"{version.pipeline} {STRATEGY}",
        strategy=STRATEGY,
        ingested_at=version.ingested_at,
        document=document,
        governance=_who_may_read(version.governance),
        chunks=tuple(indexed),
    )
