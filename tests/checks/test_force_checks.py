"""The checks of force and polarity: total, one finding each, quotes untouched, silent about a document's words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks import CHECKS, DETERMINISTIC, run_checks
from aver.values.answers import Claim, ClaimKind, Verdict
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed
from tests.stages.evidence import citation, claim, packet, passage, passages, quoting

PASS, DOUBT, FAIL, NOT_RUN = Verdict.PASS, Verdict.DOUBT, Verdict.FAIL, Verdict.NOT_RUN
NEW = ("negations_kept", "force_not_exceeded")


def verdicts(said: Claim, *packets: EvidencePacket) -> dict[str, Verdict]:
    found = run_checks([said], packets, confirmed=frozenset({"chk_1"}), required=DETERMINISTIC)
    return {one.check: one.verdict for one in found}


def extracted(text: str, evidence: str, kind: ClaimKind = ClaimKind.EXTRACTED) -> tuple[Claim, EvidencePacket]:
    shown = packet(passage(evidence, title=Sealed(""), section_path=Sealed("")))
    return claim(text, citation(shown, evidence), kind=kind), shown


@pytest.mark.parametrize(
    ("said", "evidence", "force", "polarity"),
    [
        ("The fee may rise.", "The fee may rise.", PASS, PASS),
        ("The fee will rise.", "The fee may rise.", FAIL, PASS),
        ("The fee may not rise.", "The fee will rise.", PASS, FAIL),
        ("Bees like blue.", "The council met in spring.", DOUBT, DOUBT),
    ],
)
def test_force_and_polarity_are_checked_apart(said: str, evidence: str, force: Verdict, polarity: Verdict) -> None:
    found = verdicts(*extracted(said, evidence))
    assert (found["force_not_exceeded"], found["negations_kept"]) == (force, polarity)


@given(passages(), st.data())
def test_a_verbatim_quote_of_any_passage_passes_both(drawn: Any, data: st.DataObject) -> None:
    text = drawn.text.text
    shown = packet(drawn)
    found = verdicts(quoting(shown, text), shown)
    assert [found[name] for name in NEW] == [PASS, PASS]


@given(passages(), st.text(max_size=100), st.sampled_from(ClaimKind))
def test_every_check_gives_one_finding_on_any_claim_over_any_passage(drawn: Any, said: str, kind: ClaimKind) -> None:
    shown = packet(drawn)
    found = run_checks(
        [claim(said, citation(shown, drawn.text.text), kind=kind)],
        [shown],
        confirmed=frozenset(),
        required=DETERMINISTIC,
    )
    assert [one.check for one in found] == list(CHECKS)


def test_a_citation_that_does_not_resolve_is_not_run_and_a_computed_value_without_one_passes() -> None:
    said, _ = extracted("The fee may rise.", "The fee may rise.")
    assert [verdicts(said)[name] for name in NEW] == [NOT_RUN, NOT_RUN]
    computed = claim("The total is 28 days.", kind=ClaimKind.COMPUTED)
    assert [verdicts(computed)[name] for name in NEW] == [PASS, PASS]


def test_a_computed_claim_is_doubted_and_not_failed_for_its_force() -> None:
    found = verdicts(*extracted("The fee is 12 euros.", "The fee is about 12 euros.", ClaimKind.COMPUTED))
    assert found["force_not_exceeded"] is DOUBT


def test_the_finding_names_the_axis_and_the_place_and_none_of_the_words() -> None:
    said, shown = extracted("Zanzibar always pays doubloons.", "Zanzibar sometimes pays doubloons.")
    found = run_checks([said], [shown], confirmed=frozenset({"chk_1"}), required=DETERMINISTIC)
    reason = next(one.reason for one in found if one.check == "force_not_exceeded")
    assert reason == "scope raised at characters 9-15 of the claim"
