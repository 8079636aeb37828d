"""Labelled passages of whole documents: what each document holds on a question, read by hand.

`stance_cases/real.jsonl` has one line per question: the document below `../shared/corpora`, the passage as a span
of its text, the stance towards what the passage says, the passage's role, and the spans that turn it down or limit it;
`says`, where the question is one of yes or no, is what the passage by itself answers. No document that a development
question names is among them; `labelled` refuses one. `stance_cases/written.jsonl` has the same of
`stance_cases/documents`, which were written for it: other genres, and verdicts that no heading gives away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stance_prepared import Prepared

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.stance.lifelines import Encode, lifelines_of
from aver.stages.stance.relating import relate
from aver.values.documents import Document
from aver.values.stance import Lifelines

CASES = Path(__file__).parent / "stance_cases"


@dataclass(frozen=True, slots=True)
class Label:
    """One line of the file."""

    doc: str
    start: int
    end: int
    question: str
    stance: str
    role: str
    refuting: tuple[tuple[int, int], ...]
    says: str


def labels(name: str) -> tuple[Label, ...]:
    """Return every line of the file of that name."""
    rows = [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return tuple(
        Label(
            doc=row["doc"],
            start=row["start"],
            end=row["end"],
            question=row["question"],
            stance=row["stance"],
            role=row["role"],
            refuting=tuple((start, end) for start, end in row["refuting"]),
            says=row.get("says", ""),
        )
        for row in rows
    )


def labelled(shared: Path, encode: Encode) -> Iterator[Prepared]:
    """Yield every label as numbers, as it stands and with titles and status hidden, and some off the topic.

    Raises ValueError where a development question names one of the documents.
    """
    if clash := asked_about(shared / "questions" / "dev.jsonl") & {one.doc for one in labels("real")}:
        raise ValueError(f"development questions name {sorted(clash)}")
    yield from _labelled("real", shared / "corpora", encode)
    yield from _labelled("written", CASES / "documents", encode)


def _labelled(name: str, documents: Path, encode: Encode) -> Iterator[Prepared]:
    found = labels(name)
    read: dict[str, tuple[Document, Lifelines]] = {}
    for number, one in enumerate(found):
        if one.doc not in read:
            path = documents / one.doc
            document = parse(path.read_bytes(), name=path.name, limits=Limits())
            read[one.doc] = document, lifelines_of(document, encode, encoder="training")
        document, lines = read[one.doc]
        yield _prepared(one, document, lines, encode, kind=name)
        if (one.stance == "SUPPORTS" or one.refuting) and number % MASKED_EACH == 0:
            yield _prepared(one, document, stripped(lines), encode, kind=f"{name}, masked")
        other = found[(number * 7 + 101) % len(found)]
        if number % OFF_TOPIC_EACH == 0 and other.doc != one.doc:
            stray = replace(one, question=other.question, stance="OFF_TOPIC", role="UNCLEAR", refuting=(), says="")
            yield _prepared(stray, document, lines, encode, kind=f"{name}, off topic")


OFF_TOPIC_EACH, MASKED_EACH = 4, 3
"""One label in so many is also asked somebody else's question, or judged with titles and status hidden."""


def asked_about(questions: Path) -> set[str]:
    """Return the documents that a question names."""
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    return {doc for row in rows for doc in (row.get("doc"), *(row.get("docs") or ())) if doc}


def stripped(lines: Lifelines) -> Lifelines:
    """Return the lifelines as they are where titles and status are masked."""
    scopes = tuple(replace(scope, titles=(), part="") for scope in lines.sections)
    kept = len(lines.mentions) * lines.dimension
    vectors = lines.vectors[:kept] + bytes(len(lines.vectors) - kept)
    return replace(lines, status="", sections=scopes, vectors=vectors)


def _prepared(one: Label, document: Document, lines: Lifelines, encode: Encode, *, kind: str) -> Prepared:
    case = relate(one.question, [(one.start, one.end)], lines, document.text, encode)
    assert case is not None
    marked = _marked(lines, one.refuting)
    limits = one.stance in ("MIXED", "NEUTRAL")
    return Prepared(
        group=one.doc,
        kind=kind,
        question=one.question,
        text=document.text,
        case=case,
        stance=one.stance,
        role=one.role,
        refuting=np.zeros_like(marked) if limits else marked,
        qualifying=marked if limits else np.zeros_like(marked),
        upholding=case.inside.astype(np.float64) * (one.stance == "SUPPORTS"),
        says=one.says,
    )


def _marked(lines: Lifelines, spans: tuple[tuple[int, int], ...]) -> NDArray[np.float64]:
    """Return 1 for every mention that lies in one of the spans."""
    return np.array(
        [float(any(start <= one.start and one.end <= end for start, end in spans)) for one in lines.mentions]
    )
