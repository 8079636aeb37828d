"""Weak labels from the structure of real documents: what their titles and status say about their sections.

A sentence under "Rejected ideas" is taken as turned down, one under "Specification" of an accepted
document as its position, one of a rejected proposal's specification as turned down with it; a plain
sentence that ends a section of rejected ideas is a reason that the author stands by. Half of the
examples are then shown without titles and status, so that the words must tell. Documents that any
development question names are left out.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.stance.lifelines import Encode, lifelines_of
from aver.stages.stance.relating import Related, relate
from aver.stages.stance.signals import POSITION
from aver.values.documents import Document
from aver.values.stance import Lifelines, SectionScope

LONGEST = 16_000
"""Bytes of a document that is used; longer ones cost more to encode than they teach."""

EACH = 6
"""Examples of one label and document at most."""

KEPT_WORDS = 0.6
"""Share of the words of a sentence that make a question of it; nobody asks in the document's exact words."""


@dataclass(frozen=True, slots=True)
class Weak:
    """One weakly labelled passage with its relations to a question made of it."""

    document: str
    stance: str
    role: str
    case: Related


def unasked(folder: Path, questions: Path) -> list[Path]:
    """Return the documents of `folder` that no question names, in order."""
    named: set[str] = set()
    for line in questions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        named |= {Path(doc).name for doc in (row.get("doc"), *(row.get("docs") or ())) if doc}
    return [path for path in sorted(folder.glob("*.rst")) if path.name not in named and path.stat().st_size < LONGEST]


def weak_examples(paths: list[Path], encode: Encode, *, seed: int) -> Iterator[Weak]:
    """Yield the examples of the documents, titles and status hidden in every second one."""
    for path in paths:
        document = parse(path.read_bytes(), name=path.name, limits=Limits())
        lines = lifelines_of(document, encode, encoder="training")
        draw = random.Random(f"{seed}/{path.name}")
        chosen: dict[str, list[tuple[int, str, str]]] = {}
        for place, scope in enumerate(lines.sections):
            label = _label(scope, lines.status)
            members = [n for n, one in enumerate(lines.mentions) if one.section == place]
            if label is None or len(members) < 2:
                continue
            opening = members[:2] if label[0] != "SUPPORTS" else members
            chosen.setdefault("/".join(label), []).extend((n, *label) for n in opening)
            if label[0] == "REJECTS" and scope.part == "turned_down" and len(members) > 2:
                kept = [n for n in members[-2:] if n > opening[-1] and not _tentative(lines, n)]
                chosen.setdefault("reason", []).extend((n, "SUPPORTS", "AUTHOR_POSITION") for n in kept)
        for found in chosen.values():
            for number, stance, role in draw.sample(found, min(EACH, len(found))):
                yield _example(document, lines, (number, stance, role), encode, draw, path.name)


def _label(scope: SectionScope, status: str) -> tuple[str, str] | None:
    if not scope.titles:
        return None
    if scope.part == "turned_down":
        return "REJECTS", "STEELMAN_REFUTED_LATER"
    if scope.part == "open":
        return "NEUTRAL", "STEELMAN_REFUTED_LATER"
    if scope.part == "own" and status == "own":
        return "SUPPORTS", "AUTHOR_POSITION"
    if scope.part == "own" and status == "turned_down":
        return "REJECTS", "STEELMAN_REFUTED_LATER"
    return None


def _example(
    document: Document,
    lines: Lifelines,
    labelled: tuple[int, str, str],
    encode: Encode,
    draw: random.Random,
    name: str,
) -> Weak:
    number, stance, role = labelled
    one = lines.mentions[number]
    shown = stripped(lines) if draw.random() < 0.5 and (lines.status != "turned_down" or _has_verdict(lines)) else lines
    words = re.findall(r"[\w'`.-]+", document.text[one.start : one.end])
    question = " ".join(word for word in words if draw.random() < KEPT_WORDS) or words[0]
    titles = lines.sections[one.section].titles
    if stance == "REJECTS" and len(titles) > 1 and draw.random() < 0.5:
        question = titles[-1]
    case = relate(question, [(one.start, one.end)], shown, document.text, encode)
    assert case is not None
    return Weak(name, stance, role, case)


def _tentative(lines: Lifelines, number: int) -> bool:
    """Say whether a sentence only considers or reports something: it gives no reason of the author's own."""
    names = ("hypothetical", "considered", "attributed", "question")
    return any(POSITION[name] in lines.mentions[number].signals for name in names)


def _has_verdict(lines: Lifelines) -> bool:
    return any(scope.part == "verdict" for scope in lines.sections)


def stripped(lines: Lifelines) -> Lifelines:
    """Return the lifelines as they are where titles and status are masked."""
    scopes = tuple(replace(scope, titles=(), part="") for scope in lines.sections)
    kept = len(lines.mentions) * lines.dimension
    vectors = lines.vectors[:kept] + bytes(len(lines.vectors) - kept)
    return replace(lines, status="", sections=scopes, vectors=vectors)
