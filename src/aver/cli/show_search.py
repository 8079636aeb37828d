"""Evidence packets on a terminal, and the account of every candidate behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from aver.cli.terminal_text import shown
from aver.flows.searching import Searched
from aver.stages.citing import place_of
from aver.stages.harmless import harmless, one_line
from aver.values.evidence import Candidate, EvidencePacket, Freshness, Hit

_EXCERPT = 600
"""Characters of a packet shown to people; --json has all of it."""


def search_view(found: Searched, *, explain: bool) -> RenderableType:
    """Return the packets, the cut ones after the others and named so, and with `explain` every candidate."""
    selected = [packet for packet in found.packets if packet.selected]
    cut = len(found.packets) - len(selected)
    parts: list[RenderableType] = [part for packet in selected for part in _packet(packet)]
    if not selected:
        parts.append(Text("No evidence that you may read reaches the relevance threshold."))
    if cut and not explain:
        parts.append(Text(f"{cut} more were not selected; --explain says why.", style="dim"))
    failed = [result for result in found.channels if result.failure is not None]
    parts += [shown(f"did not work: {result.channel}: {result.failure}", "red") for result in failed]
    if explain:
        parts.append(_candidates(found))
    return Group(*parts, Text(f"run {found.run}", style="dim"))


def explanation(found: Searched) -> list[dict[str, Any]]:
    """Return every candidate with its place, its relevance, its rank and score in each channel, and its fate."""
    hits = _hits(found)
    rows: list[dict[str, Any]] = []
    for candidate in found.candidates:
        passage = found.passages.get(candidate.chunk)
        rows.append(
            {
                "chunk_id": candidate.chunk,
                "uri": passage.uri if passage else None,
                "section_path": str(passage.section_path) if passage else None,
                "channels": [
                    {"channel": channel, "sub_question": part, "rank": hit.rank, "score": hit.score}
                    | ({"within": list(within)} if within else {})
                    for (chunk, channel, part, within), hit in hits.items()
                    if chunk == candidate.chunk
                ],
                "score": candidate.score,
                "relevance": candidate.relevance,
                "selected": candidate.selected,
                "reason": candidate.reason,
            }
        )
    return rows


_Vote = tuple[str, str, int, tuple[str, ...]]
"""Chunk, channel, number of the sub-question, and the documents that it names where only those were searched."""


def _hits(found: Searched) -> Mapping[_Vote, Hit]:
    return {(hit.chunk, one.channel, one.sub_question, one.within): hit for one in found.channels for hit in one.hits}


def _packet(packet: EvidencePacket) -> list[Text]:
    passage = packet.passage
    state = "" if passage.freshness is Freshness.ACTIVE else f" [{passage.freshness.value}]"
    text = harmless(str(passage.text))
    flags = [shown(f"reported: {', '.join(packet.payload_flags)}", "red")] if packet.payload_flags else []
    return [
        Text.assemble(
            (f"{packet.rank}. ", "bold"),
            (harmless(place_of(passage)), "bold"),
            (f"{state}  relevance {packet.score:.2f}", "dim"),
        ),
        shown(f"   {passage.uri} [{passage.start}:{passage.end}]", "dim"),
        Text(text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"),
        *flags,
        Text(),
    ]


def _candidates(found: Searched) -> Table:
    channels = sorted({result.channel for result in found.channels})
    table = Table("#", "where", *channels, "relevance", "score", "what became of it", box=box.SIMPLE_HEAD)
    hits = _hits(found)
    for number, candidate in enumerate(found.candidates, start=1):
        by_channel = [_ranked(candidate, channel, hits) for channel in channels]
        table.add_row(
            str(number),
            _where(found, candidate),
            *by_channel,
            f"{candidate.relevance:.3f}",
            f"{candidate.score:.3f}",
            candidate.reason,
            style="" if candidate.selected else "dim",
        )
    return table


def _where(found: Searched, candidate: Candidate) -> Text:
    passage = found.passages.get(candidate.chunk)
    if passage is None:
        return Text(candidate.chunk)
    section = str(passage.section_path).rsplit(" > ", 1)[-1]
    return Text(one_line(" · ".join(part for part in (passage.uri, section) if part), limit=60))


def _ranked(candidate: Candidate, channel: str, hits: Mapping[_Vote, Hit]) -> str:
    found = [hit for (chunk, name, *_), hit in hits.items() if (chunk, name) == (candidate.chunk, channel)]
    return " ".join(f"{hit.rank} ({hit.score:.2f})" for hit in found) or "-"
