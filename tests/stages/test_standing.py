"""The document's verdict goes before the passage: lures are replaced, limits travel along, nothing is made up (G5)."""

from __future__ import annotations

import pytest

from aver.stages.asserting import asks_whether
from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.standing import stands, stood_behind
from aver.values.answers import Verdict
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance, StanceSpan
from tests.stages.evidence import packet, passage, quoting

LURE = "Pointers should be copied on every call."
VERDICT = "Copying was measured and costs more than it saves."
LIMIT = "This holds for short lists only."
TEXT = f"{LURE} {VERDICT} {LIMIT}"
SHOWN = packet(passage(TEXT))
START = SHOWN.passage.start


def span(words: str) -> StanceSpan:
    at = START + TEXT.index(words)
    return StanceSpan(start=at, end=at + len(words), strength=0.9)


def stance(
    held: DocumentStance,
    role: ArgumentativeRole,
    *,
    refuting: tuple[StanceSpan, ...] = (),
    qualifying: tuple[StanceSpan, ...] = (),
) -> Stance:
    return Stance(
        document=SHOWN.passage.document,
        document_stance=held,
        role=role,
        confidence=0.9,
        refuting=refuting,
        qualifying=qualifying,
    )


REJECTED = stance(
    DocumentStance.REJECTS, ArgumentativeRole.STEELMAN_REFUTED_LATER, refuting=(span(VERDICT), span(LIMIT))
)


def test_a_view_that_the_document_turns_down_gives_way_to_what_turns_it_down() -> None:
    said = stood_behind(quoting(SHOWN, LURE), REJECTED, [SHOWN])
    assert said.text.text == VERDICT
    assert [cited.quote.text for cited in said.citations] == [VERDICT, LIMIT]
    assert said.support == pytest.approx(0.9 * 0.9)


def test_the_document_own_refutation_is_kept_where_it_was_the_best_passage() -> None:
    own = stance(DocumentStance.REJECTS, ArgumentativeRole.AUTHOR_POSITION, refuting=(span(VERDICT), span(LIMIT)))
    said = stood_behind(quoting(SHOWN, VERDICT), own, [SHOWN])
    assert [cited.quote.text for cited in said.citations] == [VERDICT, LIMIT]
    assert said.text.text == VERDICT


def test_what_holds_with_a_limit_travels_with_its_limit() -> None:
    limited = stance(DocumentStance.NEUTRAL, ArgumentativeRole.QUALIFIED_CLAIM, qualifying=(span(LIMIT),))
    said = stood_behind(quoting(SHOWN, LURE), limited, [SHOWN])
    assert [cited.quote.text for cited in said.citations] == [LURE, LIMIT]


def test_a_verdict_that_no_packet_holds_is_not_quoted_and_the_lure_does_not_pass() -> None:
    claim = quoting(SHOWN, LURE)
    assert stood_behind(claim, REJECTED, []) == claim
    found = run_checks(
        [claim],
        [SHOWN],
        confirmed=frozenset({SHOWN.passage.chunk}),
        required=DETERMINISTIC,
        stances={claim.number: REJECTED},
    )
    assert [one.verdict for one in found if one.check == "document_stands_behind"] == [Verdict.FAIL]


@pytest.mark.parametrize("role", [ArgumentativeRole.STEELMAN_REFUTED_LATER, ArgumentativeRole.CITED_EXTERNAL_VIEW])
def test_a_view_that_is_only_reported_is_not_the_documents(role: ArgumentativeRole) -> None:
    assert not stands(quoting(SHOWN, LURE), stance(DocumentStance.NEUTRAL, role))


def test_the_verdict_itself_and_what_the_document_supports_stand() -> None:
    assert stands(stood_behind(quoting(SHOWN, LURE), REJECTED, [SHOWN]), REJECTED)
    supported = stance(DocumentStance.SUPPORTS, ArgumentativeRole.AUTHOR_POSITION)
    assert stands(quoting(SHOWN, LURE), supported)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Should pointers be copied?", True),
        ("Is copying pointers a cheap operation?", True),
        ("Sollen Zeiger kopiert werden?", True),
        ("Why should pointers be copied?", False),
        ("How long is the notice period?", False),
        ("Within how many days must a claim be sent?", False),
        ("What's the joining fee?", False),
        ("Bis zu welchem Alter gilt der Tarif?", False),
        ("Under 18, may I sign up?", True),
        ("Wie lange dauert die Kündigungsfrist?", False),
        ("", False),
    ],
)
def test_only_what_may_hold_or_not_is_asked_of_a_document(asked: str, expected: bool) -> None:
    assert asks_whether(asked) is expected
