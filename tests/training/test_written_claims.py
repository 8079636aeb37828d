"""The written claims: whole, apart from those that measure, and each with evidence that stands in its source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from aver_training.data import read_rows
from aver_training.gathered import claims_of
from aver_training.written_claims import CLAIMS, SOURCE, cut_from, flat, with_evidence, written_lines
from stance_real import asked_about

from aver.evals.laundering import read_pairs

LEARNED = sorted(CLAIMS.glob("*.jsonl"))
UNSEEN = sorted((CLAIMS / "unseen").glob("*.jsonl"))


def line(**changes: Any) -> dict[str, Any]:
    claims = [{"text": "It took ten days.", "label": "entail", "kind": "paraphrase"}]
    return {"id": "x-001", "claims": claims} | changes


def test_every_evidence_has_claims_that_follow_and_claims_that_do_not() -> None:
    found = written_lines((*LEARNED, *UNSEEN))
    assert len({one["id"] for one in found}) == len(found) > 800
    for one in found:
        labels = Counter(claim["label"] for claim in one["claims"])
        assert set(labels) <= {"entail", "neutral", "contradict"} and 0 < labels["entail"] < labels.total(), one["id"]
        assert len({claim["text"] for claim in one["claims"]}) == len(one["claims"]), one["id"]


def test_no_evidence_that_measures_is_learned_from() -> None:
    learned, unseen = (
        {flat(one["evidence"]) for one in written_lines(files) if "evidence" in one} for files in (LEARNED, UNSEEN)
    )
    assert learned and unseen and not learned & unseen


@pytest.mark.deep
def test_evidence_of_real_documents_stands_there_and_no_development_set_names_them(shared: Path) -> None:
    rows = read_rows(shared / "data/train/rerank.jsonl.gz")
    cited = [one for one in written_lines((*LEARNED, *UNSEEN)) if "source" in one]
    assert len(cited) > 200 and all(one.claim.premise for one in with_evidence(cited, rows, shared / "data"))
    measured = asked_about(shared / "questions/dev.jsonl") | {
        one.seen.doc for one in read_pairs(shared / "questions/dev-laundering.jsonl")
    }
    assert not {one["source"] for one in cited} & measured


@pytest.mark.deep
def test_they_are_learned_from_beside_the_public_ones(shared: Path) -> None:
    sources = Counter(claim.source for claim in claims_of(shared / "data"))
    assert sources[SOURCE] > 3000 and len(sources) > 5


def test_written_evidence_needs_no_documents(tmp_path: Path) -> None:
    (found,) = with_evidence([line(evidence="It took ten days in all.")], [], tmp_path)
    assert found.kind == "paraphrase" and found.claim.premise == "It took ten days in all."


def test_cited_evidence_is_cut_from_a_passage_of_its_source_alone(tmp_path: Path) -> None:
    rows = [
        {"source": "squad", "label": 1, "passage": "It took long in all."},
        {"source": "medquad", "label": 1, "passage": "Well.\nIt took  ten days in all. And more."},
    ]
    (found,) = with_evidence([line(source="medquad", begins="It took", ends="in all.")], rows, tmp_path)
    assert found.claim.premise == "It took ten days in all."


def test_evidence_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="x-001: its evidence doesn't stand in medquad"):
        cut_from(["Other text."], line(source="medquad", begins="It took", ends="in all."))
