"""One row per question: what was released, the packets it stood on, and how long it took.

Writing keeps the contract's fields in the contract's order (interface.md, "`aver eval run`") and drops
everything else a packet may carry. Reading checks exactly the fields that scoring looks at and folds them into
`Released`, so nothing downstream meets an unchecked dict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from aver.evals.foreign import Record, read_lines
from aver.stages.gate import PROSE, TABLE

HINT = "a row is {id, result, packets, latency_ms}; result is the object `aver ask --json` prints"

PACKET_FIELDS = ("rank", "score", "uri", "document_id", "section_path", "span", "text")

RELEASED = frozenset({"ANSWER", "PARTIAL", "REDIRECT", "CONFLICT"})
OUTCOMES = RELEASED | {"CLARIFY", "ABSTAIN", "ESCALATE"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of ROWS.jsonl; `result` is the whole ask object as it was given, `latency_ms` >= 0."""

    id: str
    result: Mapping[str, Any]
    packets: tuple[Mapping[str, Any], ...]
    latency_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """One citation of a released claim, as far as scoring looks at it."""

    quote: str
    uri: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """What scoring looks at in a result; `claim_verdicts` holds the finding verdicts of each claim.

    `confidence` is the answer confidence in [0, 1]; `form` the form of evidence whose threshold applies (`table` where
    a cell is cited, else `prose`); `tokens` the sum of the counts the result reports.
    """

    outcome: str
    confidence: float
    cited: tuple[Cited, ...]
    claim_verdicts: tuple[tuple[str, ...], ...]
    stance: str | None
    refuting: tuple[str, ...]
    degraded: tuple[str, ...]
    tokens: int
    form: str = PROSE
    reasons: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the outcome released something."""
        return self.outcome in RELEASED


def released(row: Row) -> Released:
    """Return the scored part of a row. Raises BadInput naming row and field where a field has the wrong shape."""
    result = Record(place=f"row `{row.id}`, `result`", fields=row.result, hint=HINT)
    decision, stance = result.record("decision"), result.record("stance")
    outcome = decision.text("outcome")
    if outcome not in OUTCOMES:
        raise decision.fault("outcome", f"is `{outcome}`, not one of {', '.join(sorted(OUTCOMES))}")
    claims = result.record("answer").records("claims")
    cells = any(c.optional_text("table_cell_range") for claim in claims for c in claim.records("citations"))
    return Released(
        outcome=outcome,
        confidence=decision.record("confidence").number("answer", 0.0),
        cited=tuple(_cited(citation) for claim in claims for citation in claim.records("citations")),
        claim_verdicts=tuple(tuple(f.text("verdict") for f in claim.records("findings")) for claim in claims),
        stance=stance.optional_text("document_stance_on_query"),
        refuting=tuple(citation.optional_text("quote") or "" for citation in stance.records("refuting")),
        degraded=tuple(item.text("stage") for item in result.records("degraded")),
        tokens=sum(value for value in result.record("tokens").fields.values() if type(value) is int),
        form=TABLE if cells else PROSE,
        reasons=decision.texts("reasons"),
    )


def _cited(citation: Record) -> Cited:
    return Cited(quote=citation.optional_text("quote") or "", uri=citation.optional_text("uri") or "")


def packet_texts(packets: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the texts of the packets the gate let through (`selected` is not false), in the order of the row."""
    return tuple(packet["text"] for packet in packets if packet.get("selected") is not False)


def packet_fields(packet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a packet with the contract's fields only; raises KeyError where one is missing."""
    kept = {field: packet[field] for field in PACKET_FIELDS}
    return kept | {"selected": False} if packet.get("selected") is False else kept


def row_line(row: Row) -> str:
    """Return the row as one line of JSON without a line end, ASCII so that every string survives.

    Raises TypeError or ValueError for a value JSON has no form for, NaN included.
    """
    fields = {"id": row.id, "result": row.result, "packets": list(row.packets), "latency_ms": row.latency_ms}
    return json.dumps(fields, allow_nan=False)


def write_rows(rows: Iterable[Row], out: TextIO) -> tuple[Row, ...]:
    """Write each row as it comes, so that an interrupted run keeps what it has; return them all."""
    written = []
    for row in rows:
        out.write(row_line(row) + "\n")
        out.flush()
        written.append(row)
    return tuple(written)


def read_rows(path: Path) -> tuple[Row, ...]:
    """Return the rows of a JSON Lines file in file order. Raises BadInput naming line and field."""
    return tuple(_row(record) for record in read_lines(path, hint=HINT))


def _row(record: Record) -> Row:
    result = record.record("result")
    if not result.fields:
        raise record.fault("result", "is missing or empty")
    packets = record.records("packets")
    for packet in packets:
        if packet.optional_text("text") is None:
            raise packet.fault("text", "is missing")
    row = Row(
        id=record.text("id"),
        result=result.fields,
        packets=tuple(packet.fields for packet in packets),
        latency_ms=record.number("latency_ms", 0.0),
    )
    released(row)
    return row
