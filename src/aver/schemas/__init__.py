"""Published JSON Schemas (2020-12): what crosses the border and must not drift."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def evidence_packet_schema() -> dict[str, Any]:
    """Return the schema of one evidence packet as shown to callers."""
    text = files(__name__).joinpath("evidence_packet.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
