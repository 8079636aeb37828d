"""Two answers to one question side by side, the sentence each of them rests on marked where it stands.

The sentence is shown inside the text around it, between » and « where there is no colour, so a reader sees what a
quotation was taken from. A side that released nothing says why, and what it looked at without releasing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from aver.cli.show_answer import confidence_line, outcome_line
from aver.cli.terminal_text import shown
from aver.stages.citing import place_of
from aver.stages.framing import led_in_elsewhere
from aver.stages.harmless import harmless, one_line
from aver.stages.render import render
from aver.stages.transcript import Transcript, transcript_of
from aver.values.answers import Citation, Verdict
from aver.values.events import Event
from aver.values.evidence import Passage

NARROW = 100
"""Columns of a terminal below which the sides are stacked."""

AROUND = 140
"""Characters shown before and after the sentence."""

MARKED = "bold #000000 on #ffd75f"
WITHHELD = "underline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One answer: its heading, its events, and remarks to print below it, each with a style."""

    heading: str
    events: tuple[Event, ...]
    verified: bool
    remarks: tuple[tuple[str, str], ...] = ()


def sides_view(sides: Sequence[Side], *, width: int) -> RenderableType:
    """Return the sides next to each other, or below each other in a terminal narrower than `NARROW`."""
    panels = [_panel(side) for side in sides]
    if width < NARROW:
        return Group(*panels)
    grid = Table.grid(expand=True, padding=(0, 1))
    for _ in panels:
        grid.add_column(ratio=1)
    grid.add_row(*panels)
    return grid


def _panel(side: Side) -> Panel:
    transcript = transcript_of(side.events)
    body = _released(transcript, side) if transcript.released else _withheld(transcript, side)
    remarks = [Text(), *(shown(text, style) for text, style in side.remarks)] if side.remarks else []
    title = Text(f" {side.heading} ", style="bold")
    return Panel(Group(*body, *remarks), title=title, title_align="left", box=box.ROUNDED, expand=True)


def _released(transcript: Transcript, side: Side) -> list[Text]:
    """Return what was released; the baseline has checked nothing, so its confidences are not shown."""
    citations = [citation for claim in transcript.released for citation in claim.citations]
    lines = [outcome_line(transcript.decision), Text()]
    for citation in citations[:1]:
        lines += [*_cited(transcript, citation, MARKED)]
    for citation in citations[1:]:
        lines += [Text(), shown(f"with it: “{citation.quote}”"), _source(citation)]
    lines += _framed(transcript, citations)
    checked = _tally(transcript) if side.verified else "nothing was checked"
    return [
        *lines,
        Text(),
        Text(checked, style="dim"),
        *([confidence_line(transcript.decision)] if side.verified else []),
    ]


def _framed(transcript: Transcript, citations: Sequence[Citation]) -> list[Text]:
    """Return what leads into the first quote and what limits it, where that stands outside of its passage."""
    packet = transcript.packet(citations[0].packet) if citations else None
    if packet is None:
        return []
    limit = packet.passage.qualifier
    told = {
        "under": led_in_elsewhere(packet.passage, citations[0].start),
        "limited by": "" if limit.erased else limit.text,
    }
    return [line for name, text in told.items() if text for line in (Text(), shown(f"{name}: “{_folded(text)}”"))]


def _tally(transcript: Transcript) -> str:
    """Return how many checks passed, and which of them are in doubt: no failure and no silence is ever released."""
    passed = sum(found.verdict is Verdict.PASS for found in transcript.findings)
    doubted = [found.check for found in transcript.findings if found.verdict is Verdict.DOUBT]
    doubts = f", in doubt: {', '.join(dict.fromkeys(doubted))}" if doubted else ""
    return f"{passed} of {len(transcript.findings)} checks passed{doubts}"


def _withheld(transcript: Transcript, side: Side) -> list[Text]:
    """Return why nothing was released, and what was looked at."""
    lines = [outcome_line(transcript.decision), Text(), shown(render(side.events))]
    for found in transcript.findings:
        if found.verdict is Verdict.FAIL:
            lines.append(shown(f"failed: {found.check}: {found.reason}", "red"))
    drafted = [citation for claim in transcript.drafted for citation in claim.citations][:1]
    for citation in drafted:
        lines += [Text(), Text("Looked at, not released:", style="dim"), *_cited(transcript, citation, WITHHELD)]
    return [*lines, Text(), confidence_line(transcript.decision)]


def _cited(transcript: Transcript, citation: Citation, style: str) -> list[Text]:
    packet = transcript.packet(citation.packet)
    marked = _in_place(packet.passage, citation, style) if packet else shown(str(citation.quote), style)
    return [marked, _source(citation)]


def _in_place(passage: Passage, citation: Citation, style: str) -> Text:
    """Return the quotation inside the text around it; erased or withheld text shows only what stands for it."""
    if passage.text.erased is not None:
        return shown(str(citation.quote), style)
    text, start, end = passage.text.text, citation.start - passage.start, citation.end - passage.start
    before, after = text[:start], text[end:]
    lead = one_line(before[::-1], limit=AROUND)[::-1]
    rest = one_line(after, limit=AROUND)
    return Text.assemble(
        (f"{lead} " if lead else "", "dim"),
        (f"»{_folded(text[start:end])}«", style),
        (f" {rest}" if rest else "", "dim"),
    )


def _folded(quote: str) -> str:
    """Return a quotation with its line breaks as blanks, unless they part the rows of a table."""
    return harmless(quote) if "|" in quote else one_line(quote, limit=len(quote))


def _source(citation: Citation) -> Text:
    return shown(f"— {place_of(citation)} ({citation.uri})", "dim")
