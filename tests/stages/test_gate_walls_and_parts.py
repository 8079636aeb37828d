"""Two promises of the gate over any input: a wall is never outvoted, and a part that is covered can leave alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks import CHECKS, DETERMINISTIC
from aver.stages.confidence import confidence_of, coverage, deciding
from aver.stages.gate import PROSE, TABLE, GateInput, Thresholds, Wall, decide, evidence_form, released
from aver.stages.wire import outcome_of
from aver.values.answers import Abstain, Claim, ClaimKind, Confidence, Finding, Partial, Reason, Redirect, Verdict
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import TEXT, citation, claim, packet, quoting

SHOWN = packet()
CITED = citation(SHOWN, TEXT)
UNIT = st.floats(0, 1)
SUPPORT = 0.95


def passed(claims: list[Claim], failing: frozenset[int] = frozenset()) -> tuple[Finding, ...]:
    return tuple(
        Finding(
            claim=one.number,
            check=check,
            verdict=Verdict.FAIL if one.number in failing else Verdict.PASS,
            reason="",
        )
        for one in claims
        for check in CHECKS
    )


def asked(parts: int, answered: int, *, support: float = SUPPORT, failing: frozenset[int] = frozenset()) -> GateInput:
    """A question of `parts` parts, the first `answered` of them quoted, confidences by their definition."""
    questions = (
        SubQuestion(number=0, text=Sealed("all of it")),
        *(SubQuestion(number=n, text=Sealed(f"part {n}")) for n in range(1, parts + 1)),
    )
    claims = [quoting(SHOWN, TEXT, number=n, sub_question=n, support=support) for n in range(1, answered + 1)]
    findings = passed(claims, failing)
    survivors = deciding(claims, findings, DETERMINISTIC)
    return GateInput(
        claims=tuple(claims),
        findings=findings,
        required=DETERMINISTIC,
        questions=questions,
        confidence=confidence_of(survivors, findings, covered=coverage(survivors, questions).share),
        any_evidence=True,
    )


findings_of_anything = st.builds(
    Finding,
    claim=st.integers(0, 4),
    check=st.sampled_from(sorted(CHECKS)),
    verdict=st.sampled_from(Verdict),
    reason=st.just(""),
)
claims_of_anything = st.builds(
    lambda number, kind, support, part, cited: claim(
        TEXT, *((CITED,) if cited else ()), kind=kind, number=number, support=support, sub_question=part
    ),
    st.integers(0, 4),
    st.sampled_from(ClaimKind),
    UNIT,
    st.integers(0, 3),
    st.booleans(),
)


@given(
    claims=st.lists(claims_of_anything, max_size=12),
    findings=st.lists(findings_of_anything, max_size=40),
    confidence=st.builds(Confidence, extraction=UNIT, grounding=UNIT, answer=UNIT),
    variants=st.lists(st.booleans(), min_size=1, max_size=4),
    everything_passes=st.booleans(),
    conflicts=st.booleans(),
    threshold=UNIT,
)
def test_no_set_of_positives_of_any_kind_or_size_outvotes_a_wall(
    claims: list[Claim],
    findings: list[Finding],
    confidence: Confidence,
    variants: list[bool],
    everything_passes: bool,
    conflicts: bool,
    threshold: float,
) -> None:
    walls = tuple(Wall(citation=CITED, variant=Sealed("there") if has else None) for has in variants)
    walled = GateInput(
        claims=tuple(claims),
        findings=passed(claims) if everything_passes else tuple(findings),
        required=DETERMINISTIC,
        questions=(SubQuestion(number=0, text=Sealed("all")),),
        confidence=confidence,
        any_evidence=True,
        walls=walls,
        conflicts=(("pkt_1", "pkt_2"),) if conflicts else (),
        thresholds=Thresholds(release=threshold, groups=((PROSE, threshold),)),
    )
    decision = decide(walled)
    assert isinstance(decision, Redirect if all(variants) else Abstain)
    assert decision.reasons[0] is Reason.WALL
    assert released(decision, walled.claims, walled.findings, required=DETERMINISTIC) == ()


@pytest.mark.parametrize(
    ("parts", "answered", "outcome"),
    [(1, 1, "ANSWER"), (2, 1, "ESCALATE"), (2, 2, "ANSWER"), (3, 1, "ESCALATE"), (3, 2, "PARTIAL"), (5, 4, "PARTIAL")],
)
def test_a_question_covered_for_three_fifths_or_more_is_answered_in_part(
    parts: int, answered: int, outcome: str
) -> None:
    assert outcome_of(decide(asked(parts, answered))) == outcome


@given(parts=st.integers(1, 8), data=st.data(), support=UNIT)
def test_partial_is_reached_exactly_where_support_times_coverage_keeps_the_floor(
    parts: int, data: st.DataObject, support: float
) -> None:
    answered = data.draw(st.integers(1, parts))
    decision = decide(asked(parts, answered, support=support))
    share = 1 - (parts - answered) / parts
    expected = "ESCALATE" if support * share < 0.6 else "ANSWER" if answered == parts else "PARTIAL"
    assert outcome_of(decision) == expected


def test_a_partial_answer_drops_the_claim_that_failed_and_names_its_part() -> None:
    given = asked(3, 3, failing=frozenset({2}))
    decision = decide(given)
    assert isinstance(decision, Partial)
    assert decision.gaps == (2,)
    left = released(decision, given.claims, given.findings, required=DETERMINISTIC)
    assert [one.number for one in left] == [1, 3]


def test_a_refusal_for_want_of_coverage_says_so_besides_the_low_confidence() -> None:
    assert decide(asked(2, 1)).reasons == (Reason.LOW_CONFIDENCE, Reason.INSUFFICIENT)
    assert decide(asked(1, 1, support=0.3)).reasons == (Reason.LOW_CONFIDENCE,)


def test_cells_and_prose_have_thresholds_of_their_own_and_neither_falls_below_the_floor() -> None:
    prose = quoting(SHOWN, TEXT)
    cells = claim(TEXT, replace(CITED, cell_range="T1!R2C1:R2C2"), kind=ClaimKind.QUOTE)
    assert (evidence_form([prose]), evidence_form([prose, cells]), evidence_form([])) == (PROSE, TABLE, PROSE)
    strict = Thresholds(release=0.8, groups=((TABLE, 0.97), (PROSE, 0.1)))
    base = asked(1, 1)
    with_cells = replace(base, claims=(replace(cells, number=1, sub_question=1),))
    assert outcome_of(decide(replace(base, thresholds=strict))) == "ANSWER"
    assert outcome_of(decide(replace(with_cells, thresholds=strict))) == "ESCALATE"
    assert strict.for_group(PROSE) == 0.6
    assert strict.for_group("another") == 0.8


def test_a_closed_group_releases_nothing_however_sure() -> None:
    sure = replace(asked(1, 1), confidence=Confidence(extraction=1.0, grounding=1.0, answer=1.0))
    assert outcome_of(decide(sure)) == "ANSWER"
    assert outcome_of(decide(replace(sure, thresholds=Thresholds(groups=((PROSE, 1.0),))))) == "ESCALATE"
