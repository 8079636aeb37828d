"""Tables as packets, from rows of words; the first row is the header."""

from __future__ import annotations

from dataclasses import replace

from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage


def table(rows: list[list[str]], *, title: str = "Datasheet", named: str = "chk_1", **more: object) -> EvidencePacket:
    """Return the packet of a table; `more` are fields of its passage."""
    text, cells = "", []
    for row, values in enumerate(rows):
        text += "\n" if row else ""
        for column, value in enumerate(values):
            text += " | " if column else ""
            cells.append((row, column, len(text), len(text) + len(value), row == 0 or column == 0))
            text += value
    said = {"text": Sealed(text), "start": 0, "end": len(text), "kind": ChunkKind.TABLE, "table_cells": tuple(cells)}
    return packet(replace(passage(), chunk=named, title=Sealed(title), **{**said, **more}))  # type: ignore[arg-type]
