"""`aver enrich` and `aver quick`, end to end (A6, A7, G1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture
def enriched(aver: Command, folder: Path) -> Command:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    return aver


def test_ingest_enriches_what_it_stored_and_says_so(aver: Command, folder: Path) -> None:
    aver("init")
    ran = aver("ingest", folder, "--jobs", "1", "--json")
    assert ran.json["enrichment"]["versions"] == 2
    again = aver("ingest", folder, "--jobs", "1")
    assert "nothing to enrich" in again.out


def test_enriching_reports_what_it_made_and_has_nothing_to_do_afterwards(aver: Command, folder: Path) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    ran = aver("enrich", "--json", "--again")
    assert ran.status == 0
    assert ran.json["versions"] == 2
    assert ran.json["counts"]["document_summary_extracted"] == ran.json["counts"]["without_prose"] == 1
    assert ran.json["failed"] == []
    assert aver("enrich").out.startswith("nothing to enrich")


def test_a_document_leans_towards_what_its_summary_says(enriched: Command) -> None:
    ran = enriched("quick", "Twenty-eight days a year", "--doc", "leave.md", "--json")
    assert ran.status == 0
    assert ran.json["quick_score"] > 0
    assert ran.json["negation"] == "no Twenty-eight days a year"
    shown = enriched("quick", "Twenty-eight days a year", "--doc", "leave.md").out
    assert "against  no Twenty-eight days a year" in shown


def test_a_question_that_asserts_nothing_scores_zero_and_says_so(enriched: Command) -> None:
    ran = enriched("quick", "What is the leave?", "--doc", "leave.md", "--json")
    assert (ran.json["quick_score"], ran.json["proposition"]) == (0.0, None)
    assert "asserts nothing" in enriched("quick", "What is the leave?", "--doc", "leave.md").out


def test_a_document_that_is_not_enriched_yet_is_pending(aver: Command, folder: Path, tmp_path: Path) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    from sqlalchemy import text

    from aver.store.engine import open_engine

    engine = open_engine(tmp_path / "home" / "aver.db")
    with engine.connect() as connection:
        connection.execute(text("DELETE FROM enrichment"))
        connection.connection.driver_connection.commit()  # type: ignore[union-attr]
    engine.dispose()
    ran = aver("quick", "Leave lasts a year", "--doc", "leave.md", "--json")
    assert (ran.status, ran.json["quick_score"], ran.json["reason"]) == (0, None, "stance_pending")


def test_a_document_that_may_not_be_read_is_not_found(enriched: Command) -> None:
    hidden = enriched("quick", "Leave lasts a year", "--doc", "leave.md", "--as", "eve")
    missing = enriched("quick", "Leave lasts a year", "--doc", "never.md", "--as", "eve")
    assert hidden.status == missing.status == 1
    assert hidden.err.replace("leave.md", "X") == missing.err.replace("never.md", "X")


def test_a_document_whose_prose_states_nothing_scores_zero_and_is_not_pending(enriched: Command) -> None:
    ran = enriched("quick", "Leave lasts a year", "--doc", "old.md", "--json")
    assert (ran.json["quick_score"], ran.json["reason"]) == (0.0, None)
