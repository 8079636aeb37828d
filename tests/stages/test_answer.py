"""Prose and JSON folded from a run's events."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import pytest

from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.render import render
from aver.stages.wire import OUTCOMES, ask_json, outcome_of, packets_json
from aver.values.answers import (
    Abstain,
    Answered,
    Claim,
    ClaimKind,
    Clarification,
    Clarify,
    Confidence,
    Conflicting,
    Decision,
    Escalate,
    Finding,
    Partial,
    Reason,
    Redirect,
    Verdict,
)
from aver.values.events import (
    Abandoned,
    Asked,
    Checked,
    Decided,
    Drafted,
    Event,
    Failed,
    Observed,
    Packed,
    Planned,
    Resolved,
    Retrieved,
    Selected,
)
from aver.values.evidence import ChannelResult, EvidencePacket, Freshness
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, Plan, SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import TEXT, citation, claim, packet, passage, quoting

SURE = Confidence(extraction=1.0, grounding=0.9, answer=0.9)
SHOWN = packet()
QUOTE = quoting(SHOWN, "Refunds take 14 days.")
PARTS = (SubQuestion(number=1, text=Sealed("How long?")), SubQuestion(number=2, text=Sealed("Who pays?")))
QUESTION_BACK = Clarification(
    parameter="country", question="Which country?", choices=(Sealed("Austria"), Sealed("Malta"))
)
DECISIONS: tuple[Decision, ...] = (
    Answered(confidence=SURE),
    Partial(confidence=SURE, reasons=(Reason.INSUFFICIENT,), gaps=(2,)),
    Clarify(confidence=SURE, reasons=(Reason.AMBIGUOUS,), questions=(QUESTION_BACK,)),
    Redirect(
        confidence=SURE, reasons=(Reason.WALL,), variant=Sealed("the gift card rules"), citation=QUOTE.citations[0]
    ),
    Conflicting(confidence=SURE, reasons=(Reason.CONFLICT,), packets=(SHOWN.packet,)),
    Abstain(confidence=SURE, reasons=(Reason.INSUFFICIENT,)),
    Escalate(confidence=SURE, reasons=(Reason.LOW_CONFIDENCE,)),
)


def run(
    ending: Event | Decision,
    *,
    packets: tuple[EvidencePacket, ...] = (SHOWN,),
    claims: tuple[Claim, ...] = (QUOTE,),
    findings: tuple[Finding, ...] | None = None,
) -> tuple[Event, ...]:
    """Return the events of a run that ends as given; claims are released with the outcomes that release."""
    confirmed = frozenset(p.passage.chunk for p in packets)
    checked = run_checks(claims, packets, confirmed=confirmed, required=DETERMINISTIC) if findings is None else findings
    if not isinstance(ending, (Abandoned, Failed)):
        assert isinstance(ending, (Answered, Partial, Clarify, Redirect, Conflicting, Abstain, Escalate))
        ending = Decided(
            decision=ending, released=claims if isinstance(ending, (Answered, Partial, Conflicting)) else ()
        )
    caller = Caller(user="ada", tenant="acme", principals=frozenset({"group:b", "group:a"}))
    reach = Eligibility(
        tenant="acme", principals=caller.principals, clearance=1, as_of="2026-01-01", policy_version="1"
    )
    failed = ChannelResult(channel="dense", sub_question=0, hits=(), failure="WeightsMissing")
    return (
        Observed(effect="clock", request=None, result="2026-01-01T00:00:00Z"),
        Asked(
            inquiry=Inquiry(question=Sealed("How long do refunds take?")),
            caller=caller,
            at="2026-01-01T00:00:00Z",
            code_version="1",
            policy_version="1",
        ),
        Planned(plan=Plan(sub_questions=PARTS, as_of="2026-01-01")),
        Resolved(eligibility=reach),
        Retrieved(channels=(failed, replace(failed, sub_question=1))),
        Selected(candidates=()),
        Packed(packets=packets),
        Drafted(voice="quotation", claims=claims),
        Checked(findings=checked),
        ending,
    )


def test_the_ask_object_has_exactly_the_published_shape() -> None:
    shown = ask_json("run_1", run(DECISIONS[0]), timings_ms={"retrieve": 1.5})
    assert json.loads(json.dumps(shown)) == shown
    assert list(shown) == [
        *("run_id", "question", "caller", "decision", "answer", "stance", "stances", "conflicts", "clarify"),
        *("redirect", "degraded", "timings_ms", "tokens"),
    ]
    assert shown["question"] == "How long do refunds take?"
    assert shown["caller"]["principals"] == ["group:a", "group:b"]
    assert shown["decision"] == {
        "outcome": "ANSWER",
        "reasons": [],
        "confidence": {"extraction": 1.0, "grounding": 0.9, "answer": 0.9},
    }
    assert shown["degraded"] == [{"stage": "retrieve:dense", "reason": "WeightsMissing"}]
    assert (shown["stance"], shown["stances"], shown["timings_ms"]) == (None, [], {"retrieve": 1.5})


def test_a_cited_quote_equals_the_text_at_its_span() -> None:
    shown = ask_json("run_1", run(DECISIONS[0]), timings_ms={})
    (said,) = shown["answer"]["claims"]
    (cited,) = said["citations"]
    assert set(cited) == {
        *("packet_id", "document_id", "uri", "version_id", "title", "page", "section_path", "span", "quote"),
        *("table_cell_range", "levels"),
    }
    span = cited["span"]
    assert TEXT[span["start"] - 100 : span["end"] - 100] == cited["quote"] == said["text"]
    assert {f["check"]: f["verdict"] for f in said["findings"]}["quotes_are_verbatim"] == "pass"


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_outcome_has_its_published_name_and_only_releasing_ones_an_answer(decision: Decision) -> None:
    shown = ask_json("run_1", run(decision), timings_ms={})
    outcome = shown["decision"]["outcome"]
    assert outcome == outcome_of(decision)
    assert (shown["answer"] is not None) == (outcome in {"ANSWER", "PARTIAL", "CONFLICT"})
    assert bool(shown["clarify"]) == (outcome == "CLARIFY")
    assert bool(shown["redirect"]) == (outcome == "REDIRECT")
    assert bool(shown["conflicts"]) == (outcome == "CONFLICT")


def test_the_seven_outcomes_are_all_there() -> None:
    names = {"ANSWER", "PARTIAL", "CLARIFY", "REDIRECT", "CONFLICT", "ABSTAIN", "ESCALATE"}
    assert {outcome_of(decision) for decision in DECISIONS} == names


@pytest.mark.parametrize("ending", [Failed(error="ValueError", stage="rerank"), Abandoned(after="rerank")])
def test_a_run_without_a_decision_releases_nothing_and_says_where_it_ended(ending: Event) -> None:
    shown = ask_json("run_1", run(ending), timings_ms={})
    assert shown["decision"]["outcome"] == "ABSTAIN"
    assert shown["decision"]["reasons"] == ["degraded"]
    assert shown["answer"] is None
    assert shown["degraded"][-1]["stage"] == "rerank"
    assert render(run(ending)).startswith("No answer")


def test_packets_are_listed_in_order_with_those_that_a_gate_cut() -> None:
    cut = packet(passage("other", chunk="chk_2"), rank=2, selected=False)
    rows = packets_json(run(DECISIONS[0], packets=(SHOWN, cut)))
    keys = {"rank", "score", "uri", "document_id", "section_path", "span", "text", "selected"}
    assert [set(row) for row in rows] == [keys, keys]
    assert [(row["rank"], row["selected"]) for row in rows] == [(1, True), (2, False)]


def test_prose_is_the_quote_with_its_source_line() -> None:
    text = "“Refunds take 14 days.”\n  — Refund policy, Refunds > Time, page 3"
    assert render(run(DECISIONS[0])) == text
    assert ask_json("run_1", run(DECISIONS[0]), timings_ms={})["answer"]["text"] == text


def test_a_sentence_that_answers_two_parts_is_said_once() -> None:
    twice = (QUOTE, replace(QUOTE, number=1, sub_question=1))
    assert render(run(DECISIONS[0], claims=twice)) == render(run(DECISIONS[0]))


def test_an_inferred_claim_is_said_first_and_a_computed_one_says_so() -> None:
    inferred = claim("Two weeks.", QUOTE.citations[0])
    computed = claim("28 days in all.", kind=ClaimKind.COMPUTED, number=1)
    text = render(run(DECISIONS[0], claims=(inferred, computed)))
    assert text.startswith("Two weeks.\n“Refunds take 14 days.”")
    assert text.endswith("28 days in all. (computed, no source)")


def test_superseded_evidence_is_said_to_be_superseded_and_a_qualifier_follows_its_rule() -> None:
    old = packet(passage(freshness=Freshness.SUPERSEDED, qualifier=Sealed("Not in Austria.", "doc_1")))
    text = render(run(DECISIONS[0], packets=(old,), claims=(quoting(old, TEXT),)))
    assert "[superseded: this text has been replaced]" in text
    assert text.endswith("Limited by: “Not in Austria.”")


def test_quotes_are_said_as_they_stand_under_what_leads_in_from_elsewhere_and_limited_once() -> None:
    text = "- floods\n- wear, if old"
    cut = packet(passage(text, lead_in=Sealed("Not covered:", "doc_1"), qualifier=Sealed("In Austria.", "doc_1")))
    both = quoting(cut, "wear"), quoting(cut, "floods")
    claims = (replace(both[0], citations=(*both[0].citations, *both[1].citations)),)
    lines = render(run(DECISIONS[0], packets=(cut,), claims=claims)).splitlines()
    assert lines[0] == "  Under: “Not covered:”"
    assert [one for one in lines if one.startswith("“")] == ["“floods”", "“wear”"]
    assert [one for one in lines if "Limited" in one] == lines[-1:] == ["  Limited by: “In Austria.”"]


def test_a_partial_answer_names_its_gap() -> None:
    assert render(run(DECISIONS[1])).endswith("Not answered: Who pays?")


def test_a_question_back_offers_its_choices() -> None:
    assert render(run(DECISIONS[2])) == "Which country? (Austria, Malta)"


def test_a_redirect_names_the_variant_and_shows_the_wall() -> None:
    text = render(run(DECISIONS[3]))
    assert text.startswith("This does not apply here; see the gift card rules.")
    assert "“Refunds take 14 days.”" in text


def test_a_conflict_shows_both_sides() -> None:
    other = packet(passage("Refunds take 30 days.", chunk="chk_2", title=Sealed("Handbook", "doc_1")))
    decision = Conflicting(confidence=SURE, reasons=(Reason.CONFLICT,), packets=(SHOWN.packet, other.packet))
    events = run(decision, packets=(SHOWN, other))
    text = render(events)
    assert "Refunds take 14 days." in text and "Refunds take 30 days." in text and "Handbook" in text
    sides = ask_json("run_1", events, timings_ms={})["conflicts"][0]["sides"]
    assert [side["packet_id"] for side in sides] == [SHOWN.packet, other.packet]


def test_an_abstention_says_which_check_failed_and_nothing_of_the_claim() -> None:
    failed = (Finding(claim=0, check="quotes_are_verbatim", verdict=Verdict.FAIL, reason="1 quotes differ"),)
    text = render(run(DECISIONS[5], findings=failed))
    assert "a quotation differs from its source" in text
    assert "14 days" not in text


def test_when_only_a_replaced_text_is_left_its_words_are_shown_as_what_it_said() -> None:
    old = packet(passage(freshness=Freshness.SUPERSEDED))
    decision = Abstain(confidence=SURE, reasons=(Reason.SUPERSEDED,))
    events = run(decision, packets=(old,), claims=(quoting(old, TEXT),))
    assert f"The old text said:\n“{TEXT}”" in render(events)
    assert ask_json("run_1", events, timings_ms={})["answer"] is None


def test_erased_text_is_rendered_as_its_receipt() -> None:
    gone = replace(QUOTE.citations[0], quote=Sealed("", "doc_1", erased="rcp_1"))
    events = run(DECISIONS[0], claims=(replace(QUOTE, citations=(gone,)),))
    assert "[payload erased, receipt rcp_1]" in render(events)


def test_a_citation_of_a_table_cell_names_the_cell() -> None:
    cited = replace(citation(SHOWN, "14 days"), cell_range=Sealed("T2!R3C2", "doc_1"))
    text = render(run(DECISIONS[0], claims=(claim("14 days", cited),)))
    assert text.endswith("page 3, T2!R3C2")


def test_every_reason_has_words_of_its_own() -> None:
    texts = {render(run(Escalate(confidence=SURE, reasons=(reason,)))) for reason in Reason}
    assert len(texts) == len(Reason)


def test_every_decision_has_a_published_name_of_its_own() -> None:
    assert set(OUTCOMES) == set(get_args(Decision))
    assert len(set(OUTCOMES.values())) == len(OUTCOMES)
