"""What extracts entities and relations from every version, as an enrichment that goes with the version (D3, A9)."""

from __future__ import annotations

from aver.flows.enrich import Enricher, Made
from aver.stages.graph.reading import graph_of
from aver.stages.planning.catalogue import NO_CATALOGUE, Catalogue
from aver.values.documents import Document
from aver.values.enrichment import EnrichmentKind, pack
from aver.values.graph import RelationKind
from aver.values.identity import tagged_hash

EXTRACTOR = "graph:1"
"""What reads a document; another one reads every document anew."""


def graph_producer(catalogue: Catalogue = NO_CATALOGUE) -> str:
    """Return the name of what extracts: its code, and the names in the catalogue if there are any."""
    if not catalogue.entities:
        return EXTRACTOR
    said = (part for one in catalogue.entities for part in (one.id, *one.names, ""))
    return f"{EXTRACTOR}+{tagged_hash('aver.catalogue.1', said)[:12]}"


def graph_enricher(catalogue: Catalogue = NO_CATALOGUE) -> Enricher:
    """Return what extracts entities and relations from every version; they are counted by kind."""

    def make(document: Document) -> Made:
        found = graph_of(document, catalogue)
        kinds = [one.kind for one in found.relations]
        counts = ((f"relations_{kind.value}", kinds.count(kind)) for kind in RelationKind if kind in kinds)
        return Made(payload=pack(found), counts=(*counts, ("relations_left_out", found.left_out)))

    return Enricher(kind=EnrichmentKind.GRAPH, producer=graph_producer(catalogue), make=make)
