"""What callers may have done at a desk, as the plain JSON that every edge answers: REST and MCP alike.

Each function is synchronous, runs on a worker's thread, and reads nothing but what its caller may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aver.app import asking_tools, sources_of
from aver.errors import BadInput
from aver.flows import claim_access
from aver.flows.answering import folded
from aver.flows.claims import history
from aver.flows.claims import listed as listed_claims
from aver.flows.document_json import document_json
from aver.flows.documents import documents, versions_of
from aver.flows.inquiring import Wanted, gone_on, inquiry_of
from aver.flows.packs import pack_named, with_values
from aver.flows.quick import quick, quick_json
from aver.flows.scope import document_named
from aver.flows.searching import search
from aver.flows.showing_claims import claim_json, event_json, listed_json
from aver.flows.showing_runs import readable_now, replay_checked, replayed_json
from aver.flows.tools import utc_now
from aver.flows.validate import validate, validated_json
from aver.flows.verify import Standard, verify
from aver.flows.verify_home import home_of, uris_in, verify_in_home
from aver.flows.verify_input import submission_of
from aver.flows.verify_sources import passages_of_texts
from aver.service.clock import today
from aver.service.desk import Desk
from aver.stages.eligibility import eligibility_of
from aver.stages.verifying.wire import verification_json
from aver.stages.wire import ask_json
from aver.store.claim_index import ClaimIndex
from aver.values.claims import ClaimState
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode


def inquiry(desk: Desk, caller: Caller, wanted: Wanted) -> Inquiry:
    """Return what is asked, as the home's settings complete it and its pack reads it. Raises BadInput and NotFound."""
    asked = inquiry_of(desk.app.store, caller, wanted, usual_k=desk.app.settings.retrieval.k, today=today())
    if wanted.conversation is not None:
        asked = gone_on(asked, desk.app.run_log, caller, wanted.conversation)
    if wanted.pack is not None:
        pack = pack_named(wanted.pack, home=desk.app.settings.home)
        return with_values(asked, pack, wanted.parameters, gauge=desk.app.gauge)
    if wanted.parameters:
        raise BadInput("parameters without a pack", hint="name the pack that has them")
    return asked


def retrieved(desk: Desk, caller: Caller, wanted: Wanted) -> dict[str, Any]:
    """Return the evidence for a question, recorded as a run: what `aver search --json` prints."""
    asked = inquiry(desk, caller, wanted)
    return search(desk.app.run_log, asked, caller, desk.tools_for(caller, Mode.QUOTE)).as_json(wanted.question)


def asked(desk: Desk, caller: Caller, wanted: Wanted) -> dict[str, Any]:
    """Return the answer or why there is none, recorded as a run: what `aver ask --json` prints."""
    question = inquiry(desk, caller, wanted)
    return desk.answer(question, caller, desk.tools_for(caller, wanted.mode)).as_json()


def recorded_answer(desk: Desk, caller: Caller, run: str) -> dict[str, Any]:
    """Return the answer of the caller's own run as its record says; words that may not be read now are withheld."""
    events = desk.app.run_log.events(caller, run, readable=readable(desk, caller, run))
    return ask_json(run, folded(events), timings_ms={})


def validated(desk: Desk, caller: Caller, *, chunk: str, query: str) -> dict[str, Any]:
    """Return the role of a chunk and the stance of its document: what `aver validate --json` prints."""
    eligible = eligibility_of(caller, as_of=today())
    found = validate(desk.app.store, desk.app.gauge, chunk, query, eligible=eligible, reader=desk.app.insight.stance)
    return validated_json(found, query)


def scored(desk: Desk, caller: Caller, *, document: str, query: str) -> dict[str, Any]:
    """Return how a document leans on a query: what `aver quick --json` prints."""
    version = document_named(desk.app.store, caller, document, today=today())
    eligible = eligibility_of(caller, as_of=today())
    found = quick(desk.app.store, desk.app.embedder, query, [version.document], eligible=eligible)
    return quick_json(found, query, version)


def verified(desk: Desk, caller: Caller, given: Mapping[str, Any], standard: Standard) -> dict[str, Any]:
    """Return what each claim of an answer comes to: what `aver verify --json` prints.

    Without sources of its own it is held against what the caller may read here, each search recorded as a run.
    """
    submission = submission_of(given)
    if submission.sources:
        passages = passages_of_texts(submission.sources)
        found = verify(submission, passages, entailment=desk.entailment, standard=standard)
        return verification_json(found) | {"unread": [], "run_ids": []}
    app = desk.app
    home = home_of(app.store, app.run_log, asking_tools(app, tenant=caller.tenant), caller, today=today())
    submission = submission_of(given, known=uris_in(home))
    found, runs = verify_in_home(
        submission,
        home,
        embedder=app.gauge,
        entailment=desk.entailment,
        reader=app.insight.stance,
        standard=standard,
    )
    return verification_json(found) | {"unread": [], "run_ids": list(runs)}


def listed(desk: Desk, caller: Caller, *, limit: int, after: str) -> dict[str, Any]:
    """Return a page of the documents that the caller may read today, by uri; `next` is null on the last one."""
    found = [one for one in documents(desk.app.store, caller, today=today()) if one.uri > after]
    shown = found[:limit]
    return {
        "documents": [document_json(one) for one in shown],
        "next": shown[-1].uri if len(found) > limit else None,
    }


def document(desk: Desk, caller: Caller, name: str) -> dict[str, Any]:
    """Return the newest version of a document that the caller may read: what `aver documents show --json` prints."""
    return document_json(versions_of(desk.app.store, caller, name)[0])


def claims_listed(
    desk: Desk, caller: Caller, *, states: frozenset[ClaimState], limit: int, after: str
) -> dict[str, Any]:
    """Return the claims the caller may know of, `limit` of them by id, each with every version in one of `states`.

    Versions are what `aver claims list --json` prints; `next` is null on the last page.
    """
    found = listed_claims(at_desk(desk, caller), ClaimIndex(desk.app.store), states=states)
    names = sorted({one.claim.id for one in found if one.claim.id > after})
    shown = names[:limit]
    return {
        "claims": [listed_json(one) for one in found if one.claim.id in frozenset(shown)],
        "next": shown[-1] if len(names) > limit else None,
    }


def claim(desk: Desk, caller: Caller, name: str) -> dict[str, Any]:
    """Return every version of a claim and what was done to it: what `aver claims history --json` prints."""
    versions, events = history(at_desk(desk, caller), name)
    return {
        "claim_id": name,
        "versions": [claim_json(one) for one in versions],
        "events": [event_json(one) for one in events],
    }


def at_desk(desk: Desk, caller: Caller) -> claim_access.Desk:
    """Return where a caller decides on claims, at this moment."""
    return claim_access.Desk(store=desk.app.store, caller=caller, at=utc_now())


def replayed(desk: Desk, caller: Caller, run: str) -> dict[str, Any]:
    """Return the caller's own run replayed without any model: what `aver runs replay --json` prints."""
    found = replay_checked(desk.app.run_log, caller, run, readable=lambda: readable(desk, caller, run))
    return replayed_json(run, found)


def readable(desk: Desk, caller: Caller, run: str) -> Callable[[str], bool]:
    """Return which documents of a run the caller may read now."""
    app = desk.app
    return readable_now(app.store, app.run_log, sources_of(app), caller, run, today=today())
