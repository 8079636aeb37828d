"""Evidence for somebody else's answer from a home, under the caller's eligibility and in the log.

What a claim cites is read where the caller may read it; a hidden document and one that isn't there look alike. What
cites nothing is searched for like a question, each search a run of its own, so that who was shown what can be read
back (M7). Nothing that was found for one claim is kept from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from aver.errors import BadInput, NotFound
from aver.flows.ask import AskTools
from aver.flows.documents import documents
from aver.flows.scope import document_named
from aver.flows.searching import search
from aver.flows.standing import stances_of
from aver.flows.verify import Standard, verify
from aver.ports import Embedder, Entailment, StanceReader
from aver.stages.eligibility import eligibility_of
from aver.store.run_log import RunLog
from aver.store.store import Store
from aver.values.answers import Citation
from aver.values.evidence import Passage
from aver.values.governance import Caller, Eligibility
from aver.values.identity import is_chunk_id, is_document_id
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from aver.values.stance import Stance
from aver.values.verification import GivenCitation, GivenClaim, Submission, Verification

LONGEST_QUERY = 400
"""Code points of a claim that are searched for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """An open home as one caller sees it on one day; `k` passages are read for each claim and source."""

    store: Store
    log: RunLog
    tools: AskTools
    caller: Caller
    eligible: Eligibility
    today: str
    k: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeEvidence:
    """The submission with its sources as document ids, the passages to verify it on, and the runs of the searches."""

    submission: Submission
    passages: tuple[Passage, ...]
    runs: tuple[str, ...]


def home_of(store: Store, log: RunLog, tools: AskTools, caller: Caller, *, today: str) -> Home:
    """Return the home as `caller` sees it `today` (ISO date)."""
    eligible = eligibility_of(caller, as_of=today)
    return Home(store=store, log=log, tools=tools, caller=caller, eligible=eligible, today=today)


def uris_in(home: Home) -> frozenset[str]:
    """Return the uris that prose may cite in brackets: those of documents the caller may read."""
    return frozenset(one.uri for one in documents(home.store, home.caller, today=home.today))


def verify_in_home(
    submission: Submission,
    home: Home,
    *,
    embedder: Embedder,
    entailment: Entailment | None,
    reader: StanceReader | None = None,
    standard: Standard,
) -> tuple[Verification, tuple[str, ...]]:
    """Return what the claims come to against what the caller may read, and the runs of the searches for them."""
    held = evidence_in_home(submission, home)

    def stance(claim: str, one: Citation) -> Stance | None:
        place = (one.document, one.start, one.end)
        found = stances_of(
            home.eligible,
            Sealed(claim),
            [place],
            store=home.store,
            embedder=embedder,
            entailment=entailment,
            reader=reader,
        )
        return found[0]

    found = verify(
        held.submission,
        held.passages,
        entailment=entailment,
        standard=standard,
        tenant=home.caller.tenant,
        numbered=False,
        stances=stance,
    )
    return found, held.runs


def evidence_in_home(submission: Submission, home: Home) -> HomeEvidence:
    """Return what the caller may read that bears on the claims of `submission`, confirmed at the end (C6)."""
    quick = replace(home, tools=replace(home.tools, read=None))
    passages: dict[str, Passage] = {}
    runs: list[str] = []
    claims = tuple(_located(claim, quick) for claim in submission.claims)
    for claim in claims:
        for run, found in _of_claim(claim, quick):
            runs += [run] if run else []
            passages.update((one.chunk, one) for one in found)
    kept = home.store.confirmed(tuple(passages), eligible=home.eligible)
    return HomeEvidence(
        submission=replace(submission, claims=claims),
        passages=tuple(one for chunk, one in passages.items() if chunk in kept),
        runs=tuple(runs),
    )


def _located(claim: GivenClaim, home: Home) -> GivenClaim:
    return replace(claim, citations=tuple(_named(one, home) for one in claim.citations))


def _named(given: GivenCitation, home: Home) -> GivenCitation:
    """Return the citation with the id of its document, unchanged where the caller can read none of that name."""
    try:
        document = document_named(home.store, home.caller, given.source, today=home.today).document
    except (NotFound, BadInput):
        return given
    return replace(given, source=document)


def _of_claim(claim: GivenClaim, home: Home) -> Iterator[tuple[str, tuple[Passage, ...]]]:
    """Yield the passages of every citation, or those that a search for the claim finds, each with its run."""
    for given in claim.citations:
        if held := _holding(given, home):
            yield "", held
        elif is_document_id(given.source):
            yield _searched(given.quote or claim.text, home, document=given.source)
    if not claim.citations:
        yield _searched(claim.text, home, document=None)


def _holding(given: GivenCitation, home: Home) -> tuple[Passage, ...]:
    """Return the passage that a chunk id or a version and offsets name, none where the caller can't read it."""
    chunk = given.chunk
    if chunk is None and given.version is not None and given.start is not None and given.end is not None:
        span = (given.start, given.end)
        chunk = home.store.chunks_holding(given.version, [span], eligible=home.eligible)[0]
    if chunk is None or not is_chunk_id(chunk):
        return ()
    return home.tools.fetch(home.eligible, (chunk,))


def _searched(text: str, home: Home, *, document: str | None) -> tuple[str, tuple[Passage, ...]]:
    inquiry = Inquiry(question=Sealed(text[:LONGEST_QUERY]), document=document, k=home.k)
    found = search(home.log, inquiry, home.caller, home.tools)
    return found.run, tuple(packet.passage for packet in found.packets[: home.k])
