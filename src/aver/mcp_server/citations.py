"""What was decided and what is cited, found in the JSON of each operation, so that every tool result carries both.

A tool that decides nothing says so: its outcome is null. A citation always has the document, its version, and words
that stand there verbatim at a span.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]
_OPTIONAL = ("packet_id", "chunk_id", "title", "page", "section_path", "table_cell_range", "levels", "author")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The decision as `ask` shows it, None where nothing was decided; reasons of one's own; citations in order."""

    decision: Json | None = None
    reasons: tuple[str, ...] = ()
    citations: tuple[Json, ...] = ()

    def decision_json(self) -> dict[str, Any]:
        """Return the decision as every tool result shows it."""
        if self.decision is None:
            return {"outcome": None, "reasons": list(self.reasons), "confidence": None}
        return dict(self.decision)

    def citations_json(self) -> list[dict[str, Any]]:
        """Return each citation once, with the members that it has."""
        made: dict[tuple[object, ...], Json] = {}
        for one in self.citations:
            made.setdefault((one["version_id"], one["span"]["start"], one["span"]["end"]), one)
        return [_slim(one) for one in made.values()]


def in_answer(payload: Json) -> Found:
    """Return the decision of an answer, and what its claims, redirect, conflicts and stance cite."""
    decision = payload.get("decision")
    answer, redirect, stance = (payload.get(name) for name in ("answer", "redirect", "stance"))
    cited = [one for claim in (answer or {}).get("claims", []) for one in claim["citations"]]
    cited += [redirect["citation"]] if redirect else []
    cited += [side for conflict in payload.get("conflicts", []) for side in conflict["sides"]]
    cited += stance["refuting"] if stance else []
    return Found(decision=decision, citations=tuple(cited))


def cited_by_packets(payload: Json) -> Found:
    """Return the passages of a search."""
    cited = tuple(_of_packet(one) for one in payload["packets"])
    return Found(reasons=() if cited else ("no_evidence",), citations=cited)


def cited_by_stance(payload: Json) -> Found:
    """Return the passages that refute or qualify the one that was judged."""
    whose = {name: payload[name] for name in ("document_id", "version_id", "uri")}
    cited = tuple({**one, **whose} for name in ("refuting", "qualifying") for one in payload[name])
    return Found(reasons=() if payload["reason"] is None else (payload["reason"],), citations=cited)


def cited_by_verdicts(payload: Json) -> Found:
    """Return the evidence for and against each claim of a verified answer."""
    names = ("evidence", "against")
    return Found(citations=tuple(one for claim in payload["claims"] for name in names for one in claim[name]))


def cited_by_claims(payload: Json) -> Found:
    """Return what the claims, or the versions of one, rest on."""
    versions: Sequence[Json] = payload["claims"] if "claims" in payload else payload["versions"]
    cited = (one for version in versions for one in version["citations"])
    return Found(citations=tuple({**one, "span": _span(one["span"])} for one in cited))


def _span(pair: Iterable[int]) -> dict[str, int]:
    start, end = pair
    return {"start": start, "end": end}


def _of_packet(packet: Json) -> Json:
    place = packet["citation_coordinates"]
    return {
        "packet_id": packet["evidence_packet_id"],
        "chunk_id": packet["chunk_id"],
        "document_id": packet["corpus_object_id"],
        "uri": place["uri"],
        "version_id": place["version_id"],
        "page": place.get("page_number"),
        "section_path": place["section_path"],
        "span": place["span"],
        "quote": packet["content"]["raw_text"],
        "table_cell_range": place.get("table_cell_range"),
    }


def _slim(one: Json) -> dict[str, Any]:
    kept = {name: one[name] for name in ("document_id", "uri", "version_id", "span", "quote")}
    return kept | {name: one[name] for name in _OPTIONAL if one.get(name) not in (None, "", [])}
