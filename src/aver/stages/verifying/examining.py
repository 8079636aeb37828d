"""Whether the source of a claim goes on to examine what the claim rests on (G2, H1): then it doesn't speak for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from aver.stages.examining import AFTER, EXAMINED
from aver.stages.planning.words import content
from aver.stages.sentences import split
from aver.stages.verifying.ground import Ground
from aver.values.answers import Claim
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage

Examined: TypeAlias = Callable[[str, Sequence[tuple[str, str]]], tuple[float, ...]]
"""A claim and quotes with what follows them to one probability each (`aver.ports.Examination.examined`)."""

APART = 200
"""Code points between two passages of a document from which the second doesn't go on where the first ended."""


def goes_on_to_examine(claim: Claim, ground: Ground, examined: Examined | None) -> bool:
    """Whether a source goes on to examine the sentence of what is cited of its prose that is most like the claim."""
    passages = {packet.packet: packet.passage for packet in ground.packets}
    cited = [(passages[one.packet], one.start, one.end) for one in claim.citations if one.packet in passages]
    sentences = [
        (own, own.start + first, own.start + last)
        for own, start, end in cited
        if own.kind is ChunkKind.PROSE
        for first, last in split(own.text.text)
        if own.start + first < end and start < own.start + last
    ]
    if examined is None or not sentences:
        return False
    wanted = content(claim.text.text)
    own, start, end = max(sentences, key=lambda one: len(content(_within(*one)) & wanted))
    [sure] = examined(claim.text.text, [(_within(own, start, end), _after(own, end, ground))])
    return sure >= EXAMINED


def _within(own: Passage, start: int, end: int) -> str:
    """Return the text at a span of a passage, whitespace single."""
    return " ".join(own.text.text[start - own.start : end - own.start].split())


def _after(own: Passage, end: int, ground: Ground) -> str:
    """Return what follows in a passage, and in those that go on where it ends."""
    parts, at = [own.text.text[end - own.start :]], own.end
    of_document = (one.passage for one in ground.packets if one.passage.document == own.document)
    for later in sorted(of_document, key=lambda one: one.start):
        if at <= later.start < at + APART:
            parts.append(later.text.text)
            at = later.end
    return " ".join(" ".join(parts)[:AFTER].split())
