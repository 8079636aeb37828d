"""What people labelled is among what the order of passages is fitted on, and changes it."""

from __future__ import annotations

import json
from pathlib import Path

import fit_quotation
import pytest
from labelled_cases import labelled
from quotation_fit import fit_relevance
from quotation_runs import Run

from aver.stages.relevance import Logistic
from aver.testing import HashEmbedder

SITES = ("Nimes", "Turin", "Ghent", "Cadiz", "Bergen", "Gdansk")
SUPPLY = {site: f"The reservoir of {site} feeds {number + 3} fountains." for number, site in enumerate(SITES)}


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Path]:
    """A file of cases and the folder of their documents."""
    documents = tmp_path / "docs"
    documents.mkdir()
    for site, sentence in SUPPLY.items():
        words = f"# {site}\n\nA town with fountains.\n\n{sentence}\n\nIt is old.\n"
        (documents / f"{site}.md").write_text(words, encoding="utf-8")
    cases = [
        {
            "id": site,
            "question": f"How many fountains?  {site}",
            "kind": "fact",
            "doc": f"{site}.md",
            "gold_spans": [said],
        }
        for site, said in SUPPLY.items()
    ]
    cases += [
        {"id": "u", "question": "Who built the harbour?", "kind": "unanswerable"},
        {"id": "wrong", "question": "Which one?", "doc": "Nimes.md", "lure_span": "It is old."},
        {"id": "gone", "question": "Which town?", "kind": "fact", "doc": "Nimes.md", "gold_spans": ["No such words."]},
    ]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    return tmp_path / "cases.jsonl", documents


def test_only_what_a_person_labelled_and_what_stands_in_a_passage_is_a_case(written: tuple[Path, Path]) -> None:
    cases, pages = labelled(*written)
    assert len(cases) == len(SITES) + 1 and {case.part for case in cases} == {"fit"}
    assert cases[0].answers == ((SUPPLY["Nimes"], 0, len(SUPPLY["Nimes"])),) and cases[0].document == "cases/Nimes.md"
    assert cases[-1].answers == () and len(pages) == len(SITES)
    assert pages["cases/Nimes.md"][1] == ("# Nimes", "A town with fountains.", SUPPLY["Nimes"], "It is old.")


def test_labelled_cases_change_the_order_that_is_fitted(
    written: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = {"source": "squad1.1", "licence_clear": True, "title": "Mole", "answers": [{"text": "1820", "start": 22}]}
    record |= {"question": "When was the mole built?", "context": "The mole was built in 1820. It is of granite."}
    records = [record | {"title": f"Mole {n}", "question": f"When was mole {n} built?"} for n in range(12)]
    monkeypatch.setattr(fit_quotation, "read_jsonl", lambda path: records if path.name.startswith("qa") else [])
    monkeypatch.setattr(fit_quotation, "LIMITS", {"squad": 100, "squad unanswerable": 100})

    def fitted(*own: object) -> tuple[Logistic, list[Run]]:
        work = tmp_path / f"work{len(own)}"
        runs = fit_quotation.training_runs(tmp_path, work, HashEmbedder(), *own)  # type: ignore[arg-type]
        return fit_relevance([run for run in runs if run.case.part == "fit"], 60), runs

    without, fewer = fitted()
    with_cases, more = fitted(labelled(*written))
    assert len(more) == len(fewer) + len(SITES) + 1
    assert with_cases != without
