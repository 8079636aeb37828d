"""Propose claims from stored documents: what a caller may read, read with a domain pack, put before reviewers (J1).

Each document is one transaction, and what was proposed before isn't proposed again, so a run that was cut off is
repeated safely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aver.errors import NotFound
from aver.flows.claim_access import Desk
from aver.flows.claims import propose
from aver.flows.documents import documents
from aver.flows.ingest_outcomes import Summary
from aver.stages.claim_quotes import cited
from aver.stages.extraction import MINIMUM, Candidate, candidates_in
from aver.store.jobs import JobWriter
from aver.store.versions import StoredVersion
from aver.values.claims import ClaimContent, StoredClaim
from aver.values.jobs import JobKind, Tally
from aver.values.packs import Pack


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What a document gave: the claims `proposed`, how many were `known`, and the pages too `short` to have any."""

    uri: str
    proposed: tuple[StoredClaim, ...]
    known: int
    short: tuple[str, ...]


def extract(
    desk: Desk,
    pack: Pack,
    *,
    names: Sequence[str] = (),
    minimum: int = MINIMUM,
    job: JobWriter | None = None,
) -> tuple[Extracted, ...]:
    """Return what each document gives that the caller reads today: those of `names` (id or uri), else all.

    Pages of fewer than `minimum` code points give nothing. The `job` is moved on, stops this when it shall, and isn't
    done before people have decided. Raises NotFound for a name that isn't there for the caller.
    """
    found: list[Extracted] = []
    versions = _named(desk, names)
    for version in versions:
        if job is not None and job.shall_stop():
            job.stopped = True
            break
        found.append(_extracted(desk, version, pack, minimum, None if job is None else job.id))
        if job is not None and job.kind is JobKind.EXTRACT:
            job.moved(Tally(done=len(found), total=len(versions)))
    return tuple(found)


def extract_ingested(desk: Desk, pack: Pack, summary: Summary, job: JobWriter) -> tuple[Extracted, ...]:
    """Return what the documents of an ingest give, as a part of its job; those its caller may not read are left out."""
    readable = {one.uri for one in documents(desk.store, desk.caller, today=desk.at[:10])}
    names = [one.uri for one in summary.stored if one.uri in readable]
    return extract(desk, pack, names=names, job=job) if names else ()


def _named(desk: Desk, names: Sequence[str]) -> tuple[StoredVersion, ...]:
    there = documents(desk.store, desk.caller, today=desk.at[:10])
    if not names:
        return there
    by_name = {name: one for one in there for name in (one.document, one.uri)}
    for name in names:
        if name not in by_name:
            raise NotFound(f"no document {name!r}", hint="`aver documents list` shows what you may read")
    return tuple({by_name[name].document: by_name[name] for name in names}.values())


def _extracted(desk: Desk, version: StoredVersion, pack: Pack, minimum: int, job: str | None) -> Extracted:
    document = desk.store.document(version)
    found = candidates_in(document, pack, about=_about(version.uri, pack), minimum=minimum)
    contents = [_content(one, version, document.text) for one in found.candidates]
    made = propose(desk, contents, doubts=[one.doubt for one in found.candidates], job=job)
    return Extracted(uri=version.uri, proposed=made, known=len(contents) - len(made), short=found.short)


def _about(uri: str, pack: Pack) -> tuple[str, ...]:
    """Return the products that the pack says a document is about, without their variants."""
    mine = {one.name for one in pack.products if one.described_in(uri)}
    return tuple(one.name for one in pack.products if one.name in mine and one.family not in mine)


def _content(candidate: Candidate, version: StoredVersion, text: str) -> ClaimContent:
    quotes = (
        cited(text, document=version.document, uri=version.uri, version=version.id, span=span)
        for span in candidate.spans
    )
    return ClaimContent(
        kind=candidate.kind,
        statement=candidate.statement,
        citations=tuple(quotes),
        when=candidate.when,
        forbids=candidate.forbids,
        target=candidate.target,
        confidence=candidate.confidence,
    )
