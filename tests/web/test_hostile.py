"""Words of documents, people and models are words: no page changes its shape whatever they are (F3, L7)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

import aver.web
from aver.stages.claim_diff import diff
from aver.stages.harmless import harmless
from aver.stages.transcript import Degraded
from aver.values.answers import (
    Answered,
    Citation,
    Claim,
    ClaimKind,
    Clarification,
    Confidence,
    Finding,
    Reason,
    Verdict,
)
from aver.values.claims import (
    Act,
    ClaimContent,
    ClaimEvent,
    ClaimState,
    Origin,
    ReviewItem,
    StoredClaim,
    StoredKind,
    Why,
)
from aver.values.claims import Citation as ClaimCitation
from aver.values.governance import Caller, Role
from aver.values.inquiry import Inquiry, Known, Missing, Mode, Parameters
from aver.values.jobs import Job, JobEvent, JobKind, JobState, JobStep, Tally
from aver.values.recorded import RunState, RunSummary
from aver.values.sealed import Sealed
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance
from aver.web.answers import AnswerView, Cite, Disagreement, Held, Statement
from aver.web.asked import again, chosen
from aver.web.claim_evidence import ClaimEvidence
from aver.web.passages import GridCell, Piece, Shown
from aver.web.places import Heading, Place, Window
from aver.web.reaching import Reachable
from aver.web.rendering import environment
from aver.web.sessions import Visit
from aver.web.signing import inside

TEMPLATES = Path(aver.web.__file__).parent / "templates"
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</textarea></title></style><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "&lt;b&gt;&#x3c;",
    "<!-- --><![CDATA[",
    "\x00\x1b[2J\u202egnp.exe\u2028",
    "../../../v1/keys?x=1#y",
)
HOSTILE = st.one_of(st.sampled_from(NASTY), st.text(min_size=1, max_size=60)).map(lambda text: f"w{text}w")


def cite(word: str, *, table: bool = False) -> Cite:
    citation = Citation(
        packet=word,
        document=word,
        version=word,
        chunk=word,
        uri=word,
        title=Sealed(word),
        section_path=Sealed(word),
        start=1,
        end=2,
        quote=Sealed(word),
        page=3,
        cell_range=Sealed(word),
    )
    cells = tuple(GridCell(text=word, is_header=head, is_marked=not head) for head in (True, False))
    pieces = (Piece(text=word, is_marked=False), Piece(text=word, is_marked=True))
    shown = Shown(rows=(cells, cells)) if table else Shown(pieces=pieces, cut_before=True, cut_after=True)
    return Cite(citation=citation, quotes=(word, word), place=word, shown=shown, state=word, limit=word, under=word)


def view_of(word: str, mode: Mode = Mode.AUTO) -> AnswerView:
    found = tuple(Finding(claim=1, check=word, verdict=one, reason=word) for one in Verdict)
    claim = Claim(number=1, text=Sealed(word), kind=ClaimKind.QUOTE, citations=())
    statement = Statement(
        opening=word, claim=claim, said=word, cites=(cite(word), cite(word, table=True)), findings=found
    )
    stance = Stance(
        document=word,
        document_stance=DocumentStance.REJECTS,
        role=ArgumentativeRole.STEELMAN_REFUTED_LATER,
        confidence=0.9,
    )
    known = (Known(parameter=word, value=Sealed(word)),)
    read = Parameters(pack=word, known=known, open=(Missing(parameter="p", question=word),), unread=(Sealed(word),))
    asked = (
        Clarification(parameter="p", question=word, choices=(Sealed(word),)),
        Clarification(parameter=word, question=word, choices=(Sealed(word),)),
        Clarification(parameter=word, question=word, choices=()),
    )
    return AnswerView(
        run=word,
        inquiry=Inquiry(question=Sealed(word), mode=mode, document=word, as_of=word, parameters=read),
        decision=Answered(
            confidence=Confidence(extraction=1.0, grounding=0.9, answer=0.8), reasons=(Reason.STANCE_PENDING,)
        ),
        outcome="ANSWER",
        why=word,
        statements=(statement,),
        gaps=(word,),
        stances=(Held(claim=1, stance=stance, deciding=(cite(word),)),),
        disagreements=(Disagreement(about=word, sides=((word, word, cite(word)),)),),
        questions=asked,
        redirect=(word, cite(word)),
        rules=((word, cite(word)),),
        withheld=(statement,),
        old=(cite(word),),
        degraded=(Degraded(stage=word, reason=word),),
        reachable=Reachable(documents=frozenset({word}), drawable=frozenset({word})),
    )


def claim_of(word: str, number: int = 1) -> StoredClaim:
    quote = ClaimCitation(document=word, uri=word, version=word, start=0, end=1, quote=word, context=word, offset=0)
    content = ClaimContent(
        kind=StoredKind.FACT,
        statement=word,
        citations=(quote,),
        when=word,
        forbids=word,
        target=word,
        confidence=0.5,
    )
    return StoredClaim(
        tenant="t",
        id=word,
        number=number,
        content=content,
        origin=Origin.EXTRACTED,
        author=word,
        at=word,
        supersedes=None,
        own=None,
        state=ClaimState.CANDIDATE,
        reviewer=word,
        changed_at=word,
        receipt="",
    )


def document_values(word: str) -> dict[str, Any]:
    governance = dict.fromkeys(("valid_from", "valid_until", "status", "classification", "origin_system"), word)
    named = ("document_id", "version_id", "uri", "title", "media_type", "ingested_at")
    version = {**dict.fromkeys(named, word), "version": 2, "warnings": 1, "governance": governance}
    shown = Shown(pieces=(Piece(text=word, is_marked=True),), cut_before=True)
    cells = ((GridCell(text=word, is_header=False, is_marked=True),),)
    return {
        "version": version,
        "versions": [version],
        "outline": (Heading(title=word, level=1, start=0), Heading(title=None, level=2, start=3)),
        "window": Window(shown=shown, start=0, end=1, earlier=0, later=1),
        "length": 1,
        "place": Place(start=0, end=1, rows=cells, page=1, label=word),
        "pages": 1,
        "can_draw": True,
    }


def pages_of(word: str) -> dict[str, dict[str, Any]]:
    """Return, for every template that is a page, values in which every text is `word`."""
    summary = RunSummary(
        run=word,
        tenant=word,
        user=word,
        started_at=word,
        state=RunState.DECIDED,
        outcome=word,
        events=1,
        question=Sealed(word),
    )
    step = {"seq": 1, "kind": word, "hash": word, "said": word, "milliseconds": 1}
    item = ReviewItem(
        key=1,
        claim=word,
        number=1,
        why=Why.CANDIDATE,
        changed=0,
        queued_at=word,
        leased_by=word,
        leased_until="9999",
        escalated_by=(word,),
    )
    claim = claim_of(word)
    before = replace(claim.content, statement=f"other {word}", when="", target="x y")
    event = ClaimEvent(seq=1, number=1, act=Act.PROPOSED, actor=word, at=word, about=0, reason=word)
    evidence = ClaimEvidence(
        citation=claim.content.citations[0],
        shown=cite(word).shown,
        place=Place(start=0, end=1, rows=(), page=1, label=word),
        can_draw=True,
        still_said=False,
    )
    problem = SimpleNamespace(damage=SimpleNamespace(value=word), event=1, detail=word)
    job = Job(
        id=word,
        tenant=word,
        user=word,
        kind=JobKind.INGEST,
        state=JobState.RUNNING,
        arguments=(("uri", word),),
        begun_at=word,
        changed_at=word,
        attempts=1,
        tally=Tally(done=1, total=2, failed=1),
        detail=word,
    )
    moved = JobEvent(seq=1, at=word, step=JobStep.BEGUN, tally=Tally(), detail=word)
    listed = SimpleNamespace(claim=claim, in_service=False)
    document = document_values(word)
    answered = {"again": again, "chosen": chosen}
    files, question = (("paths", [word, word]),), (("question", word),)
    return {
        "sign-in.html": {"to": word, "refused": True, "issuer": word},
        "signed-in.html": {"to": inside(f"/web/documents?after={word}")},
        "not-signed-in.html": {},
        "problem.html": {"title": word, "told": [word]},
        "ask.html": {"packs": [word], "document": word, "recent": [summary], "longest": 9},
        "compare.html": {
            "sides": [view_of(word, Mode.VANILLA), view_of(word)],
            "question": word,
            "longest": 9,
            **answered,
        },
        "run.html": {"view": view_of(word), "summary": summary, "steps": [step], "heard": False, **answered},
        "hashes.html": {"summary": summary, "run": {"outcome": word, "state": word, "events": [step]}},
        "replay.html": {"run": word, "problems": [problem], "replayed": None},
        "runs.html": {"runs": [(summary, word)], "shown": 1},
        "documents.html": {"documents": [document["version"]], "next": word},
        "document.html": document,
        "claims.html": {"claims": [listed]},
        "upload.html": {"kinds": [word], "levels": [word], "known": [word], "most": 1_000_000},
        "jobs.html": {"jobs": [job, *(replace(job, arguments=one) for one in (files, question))]},
        "job.html": {"job": job, "goes_on": True, "events": [moved], "document": word, "run": word},
        "evaluation.html": {"found": SimpleNamespace(tables=((word, ((word,), (word,))),))},
        "claim.html": {"id": word, "versions": [(claim, diff(before, claim.content))], "events": [event]},
        "review.html": {"items": [SimpleNamespace(item=item, claim=claim)], "shown": 1},
        "item.html": {
            "claim": claim,
            "item": item,
            "at": "0",
            "before": claim,
            "after": claim,
            "left": 1,
            "evidence": (evidence,),
        },
    }


def rendered(template: str, word: str) -> str:
    visit = Visit(id="v", proof="0" * 64, is_signed_in=True)
    caller = Caller(user=word, tenant=word, principals=frozenset({word}), roles=frozenset(Role))
    shared = {
        "visit": visit,
        "caller": caller,
        "here": "/web/ask",
        "may_review": True,
        "may_audit": True,
        "may_add": True,
    }
    return environment().get_template(template).render(**shared, **pages_of(word)[template])


def shape(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return every element of a page with the names of its attributes, in document order."""
    root = LexborHTMLParser(page).root
    assert root is not None
    return [(one.tag, tuple(sorted(one.attributes))) for one in root.traverse(include_text=False) if one.tag != "-text"]


def elsewhere(page: str) -> list[str]:
    """Return the addresses in a page that lead out of the pages."""
    found = LexborHTMLParser(page).css("[href], [src], [action], [formaction]")
    addresses = [one.attributes.get(name) for one in found for name in ("href", "src", "action", "formaction")]
    return [one for one in addresses if one and not one.startswith(("/web/", "#main"))]


@pytest.mark.parametrize("template", sorted(pages_of("w")))
@given(word=HOSTILE)
def test_no_word_changes_the_shape_of_a_page_or_where_it_leads(template: str, word: str) -> None:
    page = rendered(template, word)
    assert shape(page) == shape(rendered(template, "word"))
    assert elsewhere(page) == []


@given(word=HOSTILE)
def test_what_is_marked_is_what_the_document_says(word: str) -> None:
    page = LexborHTMLParser(rendered("document.html", word))
    shown = [one.text() for one in page.css("article mark")]
    assert shown
    assert all(" ".join(one.split()) == " ".join(harmless(word).split()) for one in shown)


def test_every_template_is_tried_or_is_a_part_of_one() -> None:
    parts = {"base.html", "question.html", "evidence.html", "answer.html"}
    assert {one.name for one in TEMPLATES.glob("*.html")} == {*pages_of("w"), *parts}


def test_no_template_has_a_way_around_escaping_or_runs_anything_inline() -> None:
    around = re.compile(r"\|\s*safe|Markup|autoescape|tojson|urlize|xmlattr|<script(?! type=\"module\" src=)|<style")
    for file in TEMPLATES.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not around.search(text), file.name
        assert not re.search(r"\s(?:style|on[a-z]+)\s*=\s*[\"']", text), file.name
        assert not re.search(r"\s[a-z-]+=\{\{", text), f"{file.name}: an attribute without quotes"
    for file in TEMPLATES.parent.glob("static/*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(", file.read_text()
        )
