"""Lifelines as bytes for the enrichment table, and back: a JSON head, then the vectors, compressed."""

from __future__ import annotations

import json
import zlib

from aver.errors import AverError
from aver.values.stance import Lifelines, Mention, SectionScope

FORMAT = 1
MOST_BYTES = 256 * 1024 * 1024
"""What a payload may grow to when it is read; a document of a million sentences is refused."""


class LifelinesUnreadable(AverError):
    """A stored payload is no lifelines of this format."""


def to_bytes(lifelines: Lifelines) -> bytes:
    """Return `lifelines` as bytes; equal values give equal bytes."""
    head = {
        "format": FORMAT,
        "producer": lifelines.producer,
        "status": lifelines.status,
        "dimension": lifelines.dimension,
        "sections": [[one.start, one.end, list(one.titles), one.part] for one in lifelines.sections],
        "mentions": [
            [one.start, one.end, one.section, one.thread, one.about, sorted(one.signals)] for one in lifelines.mentions
        ],
    }
    plain = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    return zlib.compress(len(plain).to_bytes(8, "big") + plain + lifelines.vectors, 6)


def from_bytes(payload: bytes) -> Lifelines:
    """Return the lifelines that `to_bytes` wrote; raises LifelinesUnreadable."""
    try:
        opened = zlib.decompressobj()
        plain = opened.decompress(payload, MOST_BYTES)
        size = int.from_bytes(plain[:8], "big")
        head = json.loads(plain[8 : 8 + size])
        if opened.unconsumed_tail or not opened.eof or head["format"] != FORMAT:
            raise ValueError("not this format")
        found = _read(head, plain[8 + size :])
    except (zlib.error, ValueError, KeyError, TypeError, UnicodeDecodeError) as problem:
        raise LifelinesUnreadable(
            "stored lifelines cannot be read", hint="enrich the document again; `aver doctor` names it"
        ) from problem
    return found


def _read(head: dict[str, object], vectors: bytes) -> Lifelines:
    sections, mentions = head["sections"], head["mentions"]
    producer, status, dimension = head["producer"], head["status"], head["dimension"]
    if not (isinstance(sections, list) and isinstance(mentions, list) and isinstance(dimension, int)):
        raise ValueError("wrong shapes")
    if not (isinstance(producer, str) and isinstance(status, str)):
        raise ValueError("wrong names")
    if len(vectors) != (len(mentions) + len(sections)) * dimension:
        raise ValueError("vectors are missing")
    return Lifelines(
        producer=producer,
        status=status,
        dimension=dimension,
        sections=tuple(
            SectionScope(start=start, end=end, titles=tuple(titles), part=part) for start, end, titles, part in sections
        ),
        mentions=tuple(
            Mention(start=start, end=end, section=section, thread=thread, about=about, signals=frozenset(signals))
            for start, end, section, thread, about, signals in mentions
        ),
        vectors=vectors,
    )
