"""The written claims: whole, and apart from those that measure what was learned."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from aver_training.data import Claim
from aver_training.gathered import claims_of
from aver_training.written_claims import CLAIMS, SOURCE, written_claims

LEARNED = sorted(CLAIMS.glob("*.jsonl"))
UNSEEN = sorted((CLAIMS / "unseen").glob("*.jsonl"))


def by_group(files: list[Path]) -> dict[str, list[Claim]]:
    found = defaultdict(list)
    for one in written_claims(files):
        found[one.claim.group].append(one.claim)
    return found


def test_every_evidence_has_claims_that_follow_and_claims_that_do_not() -> None:
    found = by_group([*LEARNED, *UNSEEN])
    assert len(found) > 150
    for group, claims in found.items():
        labels = Counter(claim.label for claim in claims)
        assert set(labels) <= {"entail", "neutral", "contradict"} and 0 < labels["entail"] < labels.total(), group
        assert len({claim.hypothesis for claim in claims}) == len(claims), group
        assert len({claim.premise for claim in claims}) == 1, f"{group} stands for two evidences"


def test_no_evidence_that_measures_is_learned_from() -> None:
    learned, unseen = ({claims[0].premise for claims in by_group(files).values()} for files in (LEARNED, UNSEEN))
    assert learned and unseen and not learned & unseen


def test_they_are_learned_from_beside_the_public_ones(shared: Path) -> None:
    sources = Counter(claim.source for claim in claims_of(shared / "data"))
    assert sources[SOURCE] > 500 and len(sources) > 5
