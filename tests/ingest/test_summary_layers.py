"""What a deliberation is shown of a document are its stored summaries, under the caller's eligibility (A3, A6, G3)."""

from __future__ import annotations

from dataclasses import replace

from aver.flows.enrich import EnrichTools, enrich
from aver.flows.enrichers import enrichers_of, summaries_producer
from aver.flows.summary_layers import summary_layers
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.values.deliberation import LocalSummary, MacroSummary
from aver.values.identity import document_id
from tests.ingest.folders import DEFAULTS, Home

MINE = eligibility_of(caller_of("local", tenant="default"), as_of="2026-06-01")
PLAN = (
    "---\nstatus: Rejected\n---\n\nThe pumps in both halls are old.\n\n"
    "# Plan\n\nThis document proposes new pumps.\n\n# Rejected ideas\n\nThe idea of two pumps was rejected.\n"
)


def test_every_layer_comes_with_its_title_and_the_document_with_its_standing(home: Home) -> None:
    home.write({"plan.md": PLAN, "hidden.md": PLAN})
    home.ingest(home.folder / "plan.md")
    home.ingest(home.folder / "hidden.md", defaults=replace(DEFAULTS, readers=frozenset({"user:bob"})))
    enrich(EnrichTools(store=home.store, now=lambda: "2026-01-02"), enrichers_of(home.embedder), tenant="default")
    read = summary_layers(home.store, producer=summaries_producer(home.embedder.encoder_id))
    asked = tuple(document_id(tenant="default", uri=uri) for uri in ("hidden.md", "plan.md", "missing.md"))
    layers = read(MINE, asked)
    macro = {one.id: one for one in layers if isinstance(one, MacroSummary)}
    local = {one.id: one for one in layers if isinstance(one, LocalSummary)}
    assert list(macro) == ["d2", "d2c1", "d2c2", "d2c3"]
    assert list(local) == ["d2s1", "d2s2", "d2s3"]
    assert macro["d2"].text.text.startswith("status: Rejected. ")
    assert [one.title and one.title.text for one in macro.values()] == [None, None, "Plan", "Rejected ideas"]
    assert macro["d2c3"].text.text == "Rejected: The idea of two pumps was rejected."
    assert {one.document for one in layers} == {asked[1]}
