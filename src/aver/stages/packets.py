"""Turn a fetched passage into an evidence packet, and a packet into the published JSON.

A packet is what the source calls the contract between retrieval and whatever writes the answer
(`aver/schemas/evidence_packet.schema.json`). Its identity is content: tenant, uri, version and chunk as
parents, span and text below them, so the same evidence has the same id in every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aver.stages.payloads import payload_flags
from aver.values.cell_names import in_sheet, moved
from aver.values.evidence import EvidencePacket, Passage
from aver.values.identity import make_id
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed


def packet_of(
    passage: Passage, *, rank: int, score: float, selected: bool, sub_question: int, rationale: str, tenant: str
) -> EvidencePacket:
    """Return `passage` as the packet of place `rank` (from 1), with its payload families reported."""
    return EvidencePacket(
        packet=make_id(
            "pkt",
            tenant,
            passage.uri,
            passage.version,
            passage.chunk,
            f"{passage.start}:{passage.end}",
            passage.text.text,
        ),
        rank=rank,
        score=score,
        selected=selected,
        passage=passage,
        tenant=tenant,
        sub_question=sub_question,
        rationale=rationale,
        payload_flags=payload_flags(_everything_shown(passage)),
    )


def packed_behind(
    passages: Sequence[Passage], before: int, *, rationale: str, tenant: str
) -> tuple[EvidencePacket, ...]:
    """Return passages that no search ranked as selected packets, behind the `before` packets there are."""
    return tuple(
        packet_of(passage, rank=rank, score=0.0, selected=True, sub_question=0, rationale=rationale, tenant=tenant)
        for rank, passage in enumerate(passages, start=before + 1)
    )


def joined(packets: Sequence[EvidencePacket], further: Sequence[EvidencePacket]) -> tuple[EvidencePacket, ...]:
    """Return `packets` with `further` ones behind them; one that is packed again stands only there."""
    again = {one.packet for one in further}
    return (*(one for one in packets if one.packet not in again), *further)


def cell_range(passage: Passage, *, start: int, end: int) -> Sealed | None:
    """Return the smallest rectangle of cells that `[start, end)` touches, or None outside a table.

    `Sheet!B3:C5` where the format names its cells, else `T2!R3C2:R3C4`: the second table of the document,
    rows and columns from 1, headers counted (definitions.md). A single cell is `Sheet!B3` or `T2!R3C2`.
    `start` and `end` are canonical offsets.
    """
    touched = [(row, column) for row, column, first, last, _ in passage.table_cells if first < end and last > start]
    if passage.table_number is None or not touched:
        return None
    rows, columns = [row for row, _ in touched], [column for _, column in touched]
    first = cell_address(passage, min(rows), min(columns))
    last = in_sheet(cell_address(passage, max(rows), max(columns)))
    return Sealed(first if in_sheet(first) == last else f"{first}:{last}", passage.document)


def cell_address(passage: Passage, row: int, column: int) -> str:
    """Return the full address of one cell of the passage's table, row and column from 0: `Sheet!B3` or `T2!R3C2`."""
    named = moved(passage.table_origin.text, rows=row, columns=column)
    return named or f"T{passage.table_number}!R{row + 1}C{column + 1}"


def to_wire(packet: EvidencePacket, plan_questions: Sequence[SubQuestion]) -> dict[str, Any]:
    """Return `packet` as plain JSON, valid against the packet schema; principals are never shown."""
    passage = packet.passage
    return {
        "evidence_packet_id": packet.packet,
        "corpus_object_id": passage.document,
        "chunk_id": passage.chunk,
        "content": _content(packet),
        "provenance": {
            "source_id": passage.document,
            "origin_system": passage.origin_system,
            "source_authority_score": passage.authority,
            "ingestion_timestamp": passage.ingested_at,
            "lineage_hash": passage.content_hash,
        },
        "governance": {"tenant_id": packet.tenant, "permission_status": "cleared"},
        "epistemic_metadata": _epistemic(packet),
        "citation_coordinates": _coordinates(passage),
        "retrieval_rationale": {
            "matched_subquery": _question(packet.sub_question, plan_questions),
            "relevance_rationale": packet.rationale,
            "rank": packet.rank,
            "score": packet.score,
            "selected": packet.selected,
        },
    }


def _everything_shown(passage: Passage) -> str:
    shown = (passage.title, passage.section_path, passage.header, passage.lead_in, passage.text, passage.qualifier)
    return "\n".join(part.text for part in shown)


def _question(number: int, plan_questions: Sequence[SubQuestion]) -> str:
    return next((str(question.text) for question in plan_questions if question.number == number), "")


def _content(packet: EvidencePacket) -> dict[str, Any]:
    passage = packet.passage
    return {
        "raw_text": str(passage.text),
        "structured_data": _structure(passage),
        "exact_matching_spans": [] if passage.text.erased else [_slice(passage, *span) for span in packet.exact_spans],
        "payload_flags": list(packet.payload_flags),
    }


def _structure(passage: Passage) -> dict[str, Any]:
    """Return what must accompany the text: headers, lead-in, qualifier and, for a table, its cells (from 1)."""
    cells = [
        {
            "row": row + 1,
            "column": column + 1,
            **_named(passage, row, column),
            "text": _slice(passage, start, end),
            "is_header": is_header,
        }
        for row, column, start, end, is_header in passage.table_cells
        if passage.start <= start <= end <= passage.end and not passage.text.erased
    ]
    texts = {"header": passage.header, "lead_in": passage.lead_in, "qualifier": passage.qualifier}
    structure: dict[str, Any] = {name: str(text) for name, text in texts.items() if str(text)}
    return {**structure, "cells": cells} if cells else structure


def _named(passage: Passage, row: int, column: int) -> dict[str, str]:
    return {"name": cell_address(passage, row, column)} if passage.table_origin.text else {}


def _slice(passage: Passage, start: int, end: int) -> str:
    return passage.text.text[max(start - passage.start, 0) : max(end - passage.start, 0)]


def _epistemic(packet: EvidencePacket) -> dict[str, Any]:
    return {
        "freshness_status": packet.passage.freshness.value,
        "conflict_indicators": {
            "has_contradiction": bool(packet.contradicted_by),
            "contradicted_by_ids": list(packet.contradicted_by),
        },
        "valid_from": packet.passage.valid_from,
        "valid_until": packet.passage.valid_until,
    }


def _coordinates(passage: Passage) -> dict[str, Any]:
    coordinates: dict[str, Any] = {
        "uri": passage.uri,
        "version_id": passage.version,
        "section_path": str(passage.section_path),
        "span": {"start": passage.start, "end": passage.end},
    }
    if passage.page is not None:
        coordinates["page_number"] = passage.page
    cells = cell_range(passage, start=passage.start, end=passage.end)
    if cells is not None:
        coordinates["table_cell_range"] = cells.text
    return coordinates
