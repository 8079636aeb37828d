"""A labelled passage as numbers, and the made documents turned into such."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stance_documents import Example

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.stance.lifelines import lifelines_of
from aver.stages.stance.relating import Related, relate
from aver.values.documents import Document
from aver.values.stance import Lifelines

Floats = NDArray[np.float64]

PLAIN = ("real", "written")
"""Kinds of examples that are labels as they stand."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A labelled passage with its relations; the last three mark the mentions that refute, limit and uphold.

    `group` names what must not stand on both sides of a split: a real document, a case of a made one. `says` is what
    the passage answers to a question of yes or no, "" where it isn't labelled.
    """

    group: str
    kind: str
    question: str
    text: str
    case: Related
    stance: str
    role: str
    refuting: Floats
    qualifying: Floats
    upholding: Floats
    says: str = ""


class Remembered:
    """An encoder that encodes every text once and keeps the vectors in a file."""

    def __init__(self, path: Path) -> None:
        self.path, self.embedder = path, BuiltinEmbedder(workers=1)
        self.known: dict[str, NDArray[np.float32]] = pickle.loads(path.read_bytes()) if path.is_file() else {}

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            self.known.update(zip(new, self.embedder.encode(new), strict=True))
        return np.stack([self.known[text] for text in texts])

    def keep(self) -> None:
        """Write what was encoded."""
        self.path.write_bytes(pickle.dumps(self.known))


def made(found: Sequence[Example], encode: Callable[[Sequence[str]], NDArray[np.float32]]) -> Iterator[Prepared]:
    """Yield made examples as numbers; documents are parsed as at ingest."""
    seen: dict[str, tuple[Document, Lifelines]] = {}
    for one in found:
        if one.text not in seen:
            document = parse(one.text.encode(), name="made.md", limits=Limits())
            seen[one.text] = document, lifelines_of(document, encode, encoder="training")
        document, lines = seen[one.text]
        start = document.text.index(one.passage)
        case = relate(one.question, [(start, start + len(one.passage))], lines, document.text, encode)
        assert case is not None
        upholding = _marked(document, lines, one.upholding)
        yield Prepared(
            group=one.case,
            kind=f"made: {one.plan}",
            question=one.question,
            text=document.text,
            case=case,
            stance=one.stance,
            role=one.role,
            refuting=_marked(document, lines, one.refuting),
            qualifying=_marked(document, lines, one.qualifying),
            upholding=np.maximum(upholding, case.inside) if one.stance == "SUPPORTS" else upholding,
        )


def _marked(document: Document, lines: Lifelines, sentences: Sequence[str]) -> Floats:
    """Return 1 for every mention that lies in one of the sentences."""
    spans = [match.span() for one in sentences for match in re.finditer(re.escape(one), document.text)]
    return np.array(
        [float(any(start <= one.start and one.end <= end for start, end in spans)) for one in lines.mentions]
    )
