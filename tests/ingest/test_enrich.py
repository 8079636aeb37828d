"""Enrichment is made once, goes on where it stopped, and one document that fails stops no other (A6, A7, A9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from sqlalchemy import func, select

from aver.flows.deletion import delete
from aver.flows.documents import versions_of
from aver.flows.enrich import Enricher, EnrichProgress, EnrichReport, EnrichTools, Made, enrich
from aver.flows.enrichers import (
    document_vectors,
    pending,
    propositions_enricher,
    propositions_of,
    summaries_enricher,
    summaries_of,
    summaries_producer,
)
from aver.index.vectors import to_fixed
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.store import schema
from aver.store.doctor import examine
from aver.values.documents import Document
from aver.values.enrichment import EnrichmentKind
from aver.values.governance import Eligibility
from aver.values.identity import document_id
from aver.values.summaries import worded
from tests.ingest.folders import DEFAULTS, Home

LOCAL = caller_of("local", tenant="default")
MINE = eligibility_of(LOCAL, as_of="2026-06-01")
NOTES = {f"{number}.md": f"# Note {number}\n\nThe sensor {number} must stay below nine bar.\n" for number in range(5)}
PRODUCER = summaries_producer("hash-words-384:1")


def ids(*uris: str) -> list[str]:
    return [document_id(tenant="default", uri=uri) for uri in uris]


def two(home: Home) -> tuple[Enricher, Enricher]:
    """Two kinds are enough to tell kinds apart; so every version has two rows."""
    return summaries_enricher(home.embedder), propositions_enricher()


def run(home: Home, enrichers: Sequence[Enricher] | None = None, **more: object) -> EnrichReport:
    tools = EnrichTools(store=home.store, now=lambda: "2026-01-02T00:00:00Z", jobs=2)
    chosen = two(home) if enrichers is None else enrichers
    return enrich(tools, chosen, tenant="default", **more)  # type: ignore[arg-type]


def rows(home: Home) -> int:
    with home.transactions.read() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.enrichment)).scalar_one())


def test_every_version_is_enriched_once_and_what_was_made_is_read_back(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    report = run(home)
    assert (report.versions, report.failed, report.changed, report.interrupted) == (5, (), 0, False)
    assert dict(report.counts)["document_summary_extracted"] == 5
    found = summaries_of(home.store, ids("3.md", "missing.md"), eligible=MINE, producer=PRODUCER)
    assert [one.document for one in found] == ids("3.md")
    summaries = found[0].summaries
    assert summaries is not None
    assert worded(summaries.document) == "The sensor 3 must stay below nine bar."
    stated = propositions_of(home.store, ids("3.md"), eligible=MINE)
    assert [one.statement for one in stated[0].propositions.found] == ["The sensor 3 must stay below nine bar."]
    encoded = home.embedder.encoded
    assert run(home).versions == 0
    assert home.embedder.encoded == encoded


def test_the_stored_vector_is_that_of_the_summary_and_is_read_without_text(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    run(home)
    found = document_vectors(home.store, ids("3.md"), eligible=MINE, producer=PRODUCER)
    meant = to_fixed(home.embedder.encode(["The sensor 3 must stay below nine bar."]))[0]
    assert np.array_equal(found[ids("3.md")[0]], meant)


def test_what_a_caller_may_not_read_is_pending_for_them_like_what_is_not_there(home: Home) -> None:
    home.write(NOTES)
    home.ingest(defaults=replace(DEFAULTS, readers=frozenset({"user:bob"})))
    run(home)
    asked = ids("3.md", "missing.md")

    def waiting(eligible: Eligibility) -> frozenset[str]:
        return pending(home.store, asked, eligible=eligible, kind=EnrichmentKind.SUMMARIES, producer=PRODUCER)

    assert waiting(MINE) == frozenset(asked)
    assert summaries_of(home.store, asked, eligible=MINE, producer=PRODUCER) == ()
    bob = eligibility_of(caller_of("local", tenant="default", user="bob"), as_of="2026-06-01")
    assert waiting(bob) == frozenset(ids("missing.md"))


def broken(enricher: Enricher, uri_text: str, error: type[BaseException] = ValueError) -> Enricher:
    def make(document: Document) -> Made:
        if uri_text in document.text:
            raise error("no")
        return enricher.make(document)

    return replace(enricher, make=make)


def test_a_document_that_fails_is_reported_and_the_others_go_on(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    summaries, propositions = two(home)
    report = run(home, [broken(summaries, "sensor 2"), propositions])
    assert [(one.uri, one.kind) for one in report.failed] == [("2.md", EnrichmentKind.SUMMARIES)]
    assert "2.md" in report.failed[0].error.message
    assert report.versions == 5
    assert len(propositions_of(home.store, ids(*NOTES), eligible=MINE)) == 5
    assert run(home).versions == 1


def test_an_interrupted_run_keeps_what_it_stored_and_the_next_goes_on(home: Home) -> None:
    home.write(NOTES)
    home.ingest()

    def press(_: EnrichProgress) -> None:
        raise KeyboardInterrupt

    assert run(home, on_progress=press).interrupted
    kept = rows(home) // 2
    assert 0 < kept < 5
    assert run(home).versions == 5 - kept
    assert rows(home) == 10


def test_a_run_that_is_asked_to_stop_does(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    report = run(home, shall_stop=lambda: True)
    assert report.interrupted
    assert report.versions < 5
    kept = rows(home) // 2
    assert run(home).versions == 5 - kept


def test_another_producer_s_work_is_done_again_and_so_is_all_of_it_on_demand(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    run(home)
    renamed = [replace(one, producer=one.producer + "+") for one in two(home)]
    assert run(home, renamed).versions == 5
    assert run(home, renamed, again=True).versions == 5
    assert rows(home) == 10


def test_a_version_deleted_while_it_is_worked_on_leaves_nothing_behind(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    summaries, _ = two(home)

    def make(document: Document) -> Made:
        if "sensor 2" in document.text:
            delete(home.store, LOCAL, "2.md", at="2026-02-01T00:00:00Z")
        return summaries.make(document)

    report = run(home, [replace(summaries, make=make)])
    assert (report.versions, report.changed, report.failed) == (4, 1, ())
    assert rows(home) == 4
    assert examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384).problems == ()


def test_a_document_without_prose_is_done_and_has_no_summary(home: Home) -> None:
    home.write({"a.py": "x = 1\n"})
    home.ingest()
    assert dict(run(home).counts)["without_prose"] == 1
    found = summaries_of(home.store, ids("a.py"), eligible=MINE, producer=PRODUCER)
    assert [one.summaries for one in found] == [None]
    assert document_vectors(home.store, ids("a.py"), eligible=MINE, producer=PRODUCER) == {}
    assert run(home).versions == 0


def test_a_changed_file_is_enriched_anew_and_its_new_version_is_read(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    run(home)
    home.write({"3.md": "# Note 3\n\nThe sensor 3 may rise to twelve bar.\n"})
    home.ingest()
    assert summaries_of(home.store, ids("3.md"), eligible=MINE, producer=PRODUCER) == ()
    assert run(home).versions == 1
    found = summaries_of(home.store, ids("3.md"), eligible=MINE, producer=PRODUCER)
    assert found[0].summaries is not None
    assert worded(found[0].summaries.document) == "The sensor 3 may rise to twelve bar."


def test_what_was_made_of_a_file_is_there_again_when_the_file_is(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    run(home)
    (before,) = versions_of(home.store, LOCAL, "3.md")
    home.write({"3.md": "# Note 3\n\nSomething else stands here for a day.\n"})
    home.ingest()
    home.write({"3.md": NOTES["3.md"]})
    assert home.ingest().counts()["reinstated"] == 1
    (found,) = summaries_of(home.store, ids("3.md"), eligible=MINE, producer=PRODUCER)
    assert (found.version, found.summaries is not None) == (before.id, True)
    newest, _ = versions_of(home.store, LOCAL, "3.md")
    assert (newest.id, newest.ingested_at) == (before.id, before.ingested_at)


def test_progress_tells_how_many_of_how_many_are_done(home: Home) -> None:
    home.write(NOTES)
    home.ingest()
    seen: list[tuple[int, int]] = []
    run(home, on_progress=lambda progress: seen.append((progress.done, progress.total)))
    assert seen == [(done, 5) for done in range(1, 6)]
