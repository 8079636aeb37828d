"""Deterministic checks: each asserts what its name says, and its verdict is final (H1, H5).

Every claim gets exactly one finding from every check. A check that cannot see what it has to compare says
`not_run`, which keeps a claim in just as a failure does. Nothing found means nothing released.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from aver.stages.checks.asked_values_stand_in_evidence import asked_values_stand_in_evidence
from aver.stages.checks.dates_stand_in_evidence import dates_stand_in_evidence
from aver.stages.checks.document_stands_behind import document_stands_behind
from aver.stages.checks.exceptions_kept import exceptions_kept
from aver.stages.checks.force_not_exceeded import force_not_exceeded
from aver.stages.checks.ids_resolve import ids_resolve
from aver.stages.checks.names_stand_in_evidence import names_stand_in_evidence
from aver.stages.checks.negations_kept import negations_kept
from aver.stages.checks.not_superseded import not_superseded
from aver.stages.checks.numbers_stand_in_evidence import numbers_stand_in_evidence
from aver.stages.checks.profiles import Check, Context, Profile, Question, finding
from aver.stages.checks.quotes_are_verbatim import quotes_are_verbatim
from aver.stages.checks.spans_lie_in_passage import spans_lie_in_passage
from aver.stages.checks.still_eligible import still_eligible
from aver.values.answers import Claim, Finding, Verdict
from aver.values.evidence import EvidencePacket
from aver.values.stance import Stance

NOT_JUDGED: Mapping[int, Stance] = MappingProxyType({})
NOT_EXAMINED: Mapping[int, float] = MappingProxyType({})
NOT_ASKED = Question()

CHECKS: Mapping[str, Check] = {
    "ids_resolve": ids_resolve,
    "spans_lie_in_passage": spans_lie_in_passage,
    "quotes_are_verbatim": quotes_are_verbatim,
    "still_eligible": still_eligible,
    "numbers_stand_in_evidence": numbers_stand_in_evidence,
    "dates_stand_in_evidence": dates_stand_in_evidence,
    "names_stand_in_evidence": names_stand_in_evidence,
    "negations_kept": negations_kept,
    "force_not_exceeded": force_not_exceeded,
    "not_superseded": not_superseded,
    "exceptions_kept": exceptions_kept,
    "document_stands_behind": document_stands_behind,
    "asked_values_stand_in_evidence": asked_values_stand_in_evidence,
}
"""Every check by its name, in the order in which findings are reported."""

DETERMINISTIC = Profile(name="deterministic", required=frozenset(CHECKS))
"""All of them: what quotation answers and every other answer have to pass."""

__all__ = ["CHECKS", "DETERMINISTIC", "Check", "Context", "Profile", "Question", "run_checks"]


def run_checks(
    claims: Sequence[Claim],
    packets: Sequence[EvidencePacket],
    *,
    confirmed: frozenset[str],
    required: Profile,
    stances: Mapping[int, Stance] = NOT_JUDGED,
    examined: Mapping[int, float] = NOT_EXAMINED,
    asked: Question = NOT_ASKED,
) -> tuple[Finding, ...]:
    """Return one finding per claim and check, in that order.

    `confirmed` are the chunk ids that the store re-confirmed just before packaging, `stances` where the quoted
    documents stand, by number of claim, as far as that has been judged, and `examined` how likely they go on to examine
    what is quoted, where that isn't settled. A check that `required` names but nobody has written is reported as
    `not_run`.
    """
    by_id = {packet.packet: packet for packet in packets}
    context = Context(confirmed=confirmed, stances=stances, examined=examined, asked=asked)
    unknown = sorted(required.required - CHECKS.keys())
    return tuple(
        found
        for claim in claims
        for found in (
            *(check(claim, by_id, context) for check in CHECKS.values()),
            *(finding(claim, name, Verdict.NOT_RUN, "there is no such check") for name in unknown),
        )
    )
