"""The gate against a second, table-driven reading of definitions.md, over every combination of conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks import CHECKS, DETERMINISTIC, Profile
from aver.stages.confidence import NONE, confidence_of, coverage, deciding
from aver.stages.gate import ORDER, GateInput, Thresholds, Wall, decide, released, superseded_only
from aver.stages.wire import outcome_of
from aver.values.answers import (
    Abstain,
    Claim,
    ClaimKind,
    Clarification,
    Confidence,
    Escalate,
    Finding,
    Reason,
    Redirect,
    Verdict,
)
from aver.values.evidence import Freshness
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import TEXT, citation, claim, packet, passage, quoting

SHOWN = packet()
CITED = citation(SHOWN, TEXT)
QUESTIONS = tuple(SubQuestion(number=n, text=Sealed(f"part {n}")) for n in (1, 2))
QUESTION_BACK = Clarification(parameter="country", question="Which country?", choices=(Sealed("Austria"),))


class Case(NamedTuple):
    wall: bool
    variant: bool
    expert: bool
    evidence: bool
    superseded: bool
    survivor: bool
    ambiguous: bool
    conflict: bool
    uncited: bool
    below_computed: bool
    below_release: bool
    gap: bool
    degraded: bool


def findings_for(of: Claim, verdict: Verdict = Verdict.PASS) -> tuple[Finding, ...]:
    return tuple(Finding(claim=of.number, check=check, verdict=verdict, reason="") for check in CHECKS)


def given_case(case: Case) -> GateInput:
    kind = ClaimKind.COMPUTED if case.uncited else ClaimKind.QUOTE
    cited = () if case.uncited else (CITED,)
    claims = [claim(TEXT, *cited, kind=kind, number=1, sub_question=1)]
    claims += [] if case.gap else [claim(TEXT, CITED, kind=ClaimKind.QUOTE, number=2, sub_question=2)]
    verdict = Verdict.PASS if case.survivor else Verdict.FAIL
    answer = 0.5 if case.below_release else 0.7 if case.below_computed else 0.9
    return GateInput(
        claims=tuple(claims),
        findings=tuple(found for each in claims for found in findings_for(each, verdict)),
        required=DETERMINISTIC,
        questions=QUESTIONS,
        confidence=Confidence(extraction=1.0, grounding=0.9, answer=answer),
        any_evidence=case.evidence,
        walls=(Wall(citation=CITED, variant=Sealed("the other policy") if case.variant else None),)
        if case.wall
        else (),
        experts=("clm_1",) if case.expert else (),
        ambiguities=(QUESTION_BACK,) if case.ambiguous else (),
        conflicts=(("pkt_1", "pkt_2"), ("pkt_2", "pkt_3")) if case.conflict else (),
        superseded_only=case.superseded,
        degraded=("dense",) if case.degraded else (),
    )


def oracle(case: Case) -> tuple[str, list[Reason]]:
    table = [
        (case.wall and case.variant, "REDIRECT", Reason.WALL),
        (case.wall, "ABSTAIN", Reason.WALL),
        (case.expert, "ESCALATE", Reason.NEEDS_EXPERT),
        (not case.evidence, "ABSTAIN", Reason.NO_EVIDENCE),
        (case.superseded, "ABSTAIN", Reason.SUPERSEDED),
        (not case.survivor, "ABSTAIN", Reason.INSUFFICIENT),
        (case.ambiguous, "CLARIFY", Reason.AMBIGUOUS),
        (case.conflict, "CONFLICT", Reason.CONFLICT),
        (case.uncited and (case.below_computed or case.below_release), "ESCALATE", Reason.COMPUTED),
        (case.below_release, "ESCALATE", Reason.LOW_CONFIDENCE),
        (case.gap, "PARTIAL", Reason.INSUFFICIENT),
        (True, "ANSWER", None),
    ]
    outcome, reason = next((outcome, reason) for holds, outcome, reason in table if holds)
    also = [Reason.INSUFFICIENT] if reason is Reason.LOW_CONFIDENCE and case.gap else []
    return outcome, [*([reason] if reason else []), *also, *([Reason.DEGRADED] if case.degraded else [])]


def every_case() -> Iterator[Case]:
    return (Case(*bits) for bits in product((False, True), repeat=len(Case._fields)))


ANSWERABLE = Case(*(field in ("evidence", "survivor") for field in Case._fields))


def test_every_combination_of_conditions_is_decided_in_the_written_order() -> None:
    for case in every_case():
        decision = decide(given_case(case))
        assert (outcome_of(decision), list(decision.reasons)) == oracle(case), case


def test_only_an_answer_a_partial_answer_and_a_conflict_release_claims() -> None:
    for case in every_case():
        given = given_case(case)
        decision = decide(given)
        left = released(decision, given.claims, given.findings, required=given.required)
        assert bool(left) == (outcome_of(decision) in {"ANSWER", "PARTIAL", "CONFLICT"}), case


def test_the_order_has_nine_steps_numbered_in_the_code() -> None:
    assert [step.__doc__.split(".")[0] for step in ORDER if step.__doc__] == [str(n) for n in range(1, 10)]


@given(st.integers(0, 8), st.floats(0, 1), st.booleans())
def test_no_number_of_positives_outvotes_a_wall(more: int, answer: float, variant: bool) -> None:
    walled = given_case(ANSWERABLE._replace(wall=True, variant=variant))
    extra = tuple(quoting(SHOWN, TEXT, number=10 + n) for n in range(more))
    richer = replace(
        walled,
        claims=(*walled.claims, *extra),
        findings=(*walled.findings, *(found for each in extra for found in findings_for(each))),
        confidence=Confidence(extraction=1.0, grounding=1.0, answer=answer),
    )
    assert isinstance(decide(richer), Redirect if variant else Abstain)
    assert not released(decide(richer), richer.claims, richer.findings, required=richer.required)


def test_one_wall_without_a_variant_is_enough_to_say_nothing() -> None:
    redirecting = given_case(ANSWERABLE._replace(wall=True, variant=True))
    both = replace(redirecting, walls=(*redirecting.walls, Wall(citation=CITED)))
    assert isinstance(decide(both), Abstain)


@pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.NOT_RUN])
@given(check=st.sampled_from(sorted(CHECKS)), second=st.booleans())
def test_one_failed_or_missing_required_check_keeps_its_claim_in(verdict: Verdict, check: str, second: bool) -> None:
    given = given_case(ANSWERABLE)
    number = 2 if second else 1
    spoilt = tuple(replace(f, verdict=verdict) if (f.claim, f.check) == (number, check) else f for f in given.findings)
    absent = tuple(f for f in given.findings if (f.claim, f.check) != (number, check))
    contradicted = (*given.findings, Finding(claim=number, check=check, verdict=verdict, reason=""))
    for findings in (spoilt, absent, contradicted):
        assert [c.number for c in deciding(given.claims, findings, DETERMINISTIC)] == [3 - number]
        assert outcome_of(decide(replace(given, findings=findings))) == "PARTIAL"


def test_a_doubt_does_not_keep_a_claim_in() -> None:
    given = given_case(ANSWERABLE)
    doubted = tuple(replace(f, verdict=Verdict.DOUBT) for f in given.findings)
    assert deciding(given.claims, doubted, DETERMINISTIC) == given.claims


def test_nothing_checked_or_nothing_required_means_nothing_released() -> None:
    given = given_case(ANSWERABLE)
    assert outcome_of(decide(replace(given, findings=()))) == "ABSTAIN"
    assert outcome_of(decide(replace(given, required=Profile(name="none", required=frozenset())))) == "ABSTAIN"


@pytest.mark.parametrize("answer", [float("nan"), -1.0, 0.0, 0.5999999])
def test_a_confidence_below_the_floor_or_no_number_at_all_escalates(answer: float) -> None:
    given = replace(given_case(ANSWERABLE), confidence=Confidence(extraction=1.0, grounding=1.0, answer=answer))
    assert isinstance(decide(given), Escalate)


def test_thresholds_can_be_raised_but_never_lowered_below_the_floors() -> None:
    given = given_case(ANSWERABLE._replace(below_computed=True))
    assert outcome_of(decide(replace(given, thresholds=Thresholds(release=0.8)))) == "ESCALATE"
    low = given_case(ANSWERABLE._replace(below_release=True))
    assert outcome_of(decide(replace(low, thresholds=Thresholds(release=0.1, computed=0.1)))) == "ESCALATE"


def test_evidence_is_superseded_only_when_no_cited_passage_is_current() -> None:
    old = packet(passage(freshness=Freshness.SUPERSEDED, uri="old.md"))
    assert superseded_only([quoting(old, TEXT)], [old, SHOWN])
    assert not superseded_only([quoting(old, TEXT), quoting(SHOWN, TEXT)], [old, SHOWN])
    assert not superseded_only([], [old])


def test_confidences_follow_their_definitions() -> None:
    quote = quoting(SHOWN, TEXT, number=1)
    inferred = claim("It takes two weeks.", CITED, number=2, support=0.8)
    found = (*findings_for(quote), *findings_for(inferred))
    assert confidence_of([quote], found, covered=1.0) == Confidence(extraction=1.0, grounding=0.9, answer=0.9)
    assert confidence_of([quote, inferred], found, covered=0.5) == Confidence(extraction=0.8, grounding=0.4, answer=0.4)
    assert confidence_of([inferred], found, covered=1.0).answer == pytest.approx(0.8 * 0.9)
    assert confidence_of([quote], found, covered=1.0, calibrated=0.7).answer == 0.7
    assert confidence_of([], found, covered=1.0) == NONE


def test_a_failed_check_leaves_no_grounding_and_so_no_answer() -> None:
    quote = quoting(SHOWN, TEXT, number=1)
    failed = (*findings_for(quote), Finding(claim=1, check="force", verdict=Verdict.FAIL, reason=""))
    assert confidence_of([quote], failed, covered=1.0) == Confidence(extraction=1.0, grounding=0.0, answer=0.0)


def test_words_cut_out_of_a_quote_are_verbatim_only_at_word_boundaries() -> None:
    whole, cut = claim("14 days", CITED, number=1), claim("14 day", CITED, number=1)
    found = findings_for(whole)
    assert confidence_of([whole], found, covered=1.0).extraction == 1.0
    assert confidence_of([cut], found, covered=1.0).extraction == 0.9


@given(st.lists(st.floats(allow_nan=True), min_size=1, max_size=5), st.floats(), st.none() | st.floats())
def test_confidences_stay_in_range_and_the_answer_never_exceeds_the_others(
    supports: list[float], covered: float, calibrated: float | None
) -> None:
    claims = [claim("Anything.", CITED, number=n, support=support) for n, support in enumerate(supports)]
    said = confidence_of(claims, (), covered=covered, calibrated=calibrated)
    assert 0 <= said.answer <= min(said.extraction, said.grounding) <= 1


def test_the_original_question_is_covered_once_all_its_required_parts_are() -> None:
    original = SubQuestion(number=0, text=Sealed("both"))
    first, second = (claim(TEXT, CITED, number=n, sub_question=n) for n in (1, 2))
    assert coverage([first, second], (original, *QUESTIONS)).gaps == ()
    assert coverage([first], (original, *QUESTIONS)).gaps == (2,)
    assert coverage([first], (original, *QUESTIONS)).share == coverage([first], QUESTIONS).share == 0.5
    assert coverage([first], (original,)).gaps == (0,)


@pytest.mark.parametrize("pending", [True, False])
def test_an_answer_says_when_nobody_has_settled_what_the_document_holds(pending: bool) -> None:
    quoted = quoting(SHOWN, TEXT)
    given = GateInput(
        claims=(quoted,),
        findings=findings_for(quoted),
        required=DETERMINISTIC,
        questions=(SubQuestion(number=0, text=Sealed("all")),),
        confidence=Confidence(extraction=1.0, grounding=0.9, answer=0.9),
        any_evidence=True,
        stance_pending=pending,
    )
    assert (Reason.STANCE_PENDING in decide(given).reasons) == pending
