"""Turn a document into atoms: the pieces that no chunk may cut.

A unit that fits is one atom. A unit that doesn't is taken apart along its own structure: a table by rows,
a list by items, a container by its children, code by lines, a paragraph by sentences. Markers and other
text between children stay with the child they introduce, so nothing a reader sees is lost. A strategy may
name kinds of blocks that are always taken apart: it then puts the smallest pieces together by its own rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from aver.ports import Tokenizer
from aver.stages import sentences
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.cuts import by_line, by_sentence, trimmed
from aver.stages.chunking.definitions import by_definition
from aver.stages.chunking.render import render_path
from aver.stages.chunking.rows import by_row, header_end
from aver.stages.chunking.ruler import Ruler, measure
from aver.stages.limiting import EXCEPTION, NOTE, remarks_on_a_table
from aver.stages.outline import Outline, chains, outline
from aver.values.chunks import ChunkKind
from aver.values.documents import Block, BlockKind, Document, Table

INTRODUCED = frozenset({BlockKind.LIST, BlockKind.TABLE, BlockKind.CODE, BlockKind.QUOTE})
CAPTIONED = frozenset({BlockKind.TABLE, BlockKind.FIGURE, BlockKind.CODE})
KEPT_TOGETHER = frozenset({BlockKind.LIST, BlockKind.LIST_ITEM})

PROSE = KEPT_TOGETHER | {BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.FOOTNOTE}
"""Taken apart, these end up as sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """A span that stays whole. `unit` and `section` are positions in `Document.blocks`.

    `leads`: belongs to what follows (a heading, a caption, a short introduction); `bound`: belongs to
    what precedes (an exception, a note); `part`: its unit had to be taken apart; `whole`: begins and
    ends where a sentence does.
    """

    start: int
    end: int
    unit: int
    section: int | None
    kind: ChunkKind = ChunkKind.PROSE
    heading: bool = False
    leads: bool = False
    bound: bool = False
    part: bool = False
    whole: bool = True
    lead_in: tuple[int, int] | None = None
    header: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    table_number: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything the cutting looks at: the document, its outline, its ruler and the room per section.

    Blocks of the kinds in `apart` are taken apart although they would fit.
    """

    document: Document
    outline: Outline
    ruler: Ruler
    options: ChunkOptions
    context_tokens: dict[int | None, int]
    apart: frozenset[BlockKind] = frozenset()

    def room(self, section: int | None, *beside: tuple[int, int] | None) -> int:
        """Return how many word pieces a quotable text may have: the cap less what is shown with it.

        Context, lead-in and header take at most half of the cap between them.
        """
        taken = self.context_tokens[section] + sum(self.ruler.size(*span) for span in beside if span is not None)
        return max(self.options.max_tokens - taken, self.options.max_tokens // 2)


def plan(
    document: Document, tokenizer: Tokenizer, options: ChunkOptions, *, apart: frozenset[BlockKind] = frozenset()
) -> Plan:
    """Measure the document and its section paths, one batch each."""
    tree, refs = outline(document), chains(document)
    sections = list(dict.fromkeys(section for _, section in tree.units))
    paths = [render_path(document.title, () if section is None else refs[section]) for section in sections]
    counts = dict(zip(sections, tokenizer.count(paths), strict=True)) if paths else {}
    return Plan(document, tree, measure(document, tokenizer), options, counts, apart)


def atoms(of: Plan) -> Iterator[Atom]:
    """Yield the atoms of all units in document order, free of barriers and of white space at their ends."""
    units, blocks = of.outline.units, of.document.blocks
    heading_start: int | None = None
    below_table = False
    for number, (unit, section) in enumerate(units):
        block = blocks[unit]
        before, after = _neighbour(of, number, -1), _neighbour(of, number, 1)
        below_table = before is not None and (before.kind is BlockKind.TABLE or (below_table and _is_note(of, before)))
        if block.kind is BlockKind.HEADING:
            heading_start = block.start if heading_start is None else heading_start
        beside = None if heading_start is None else (heading_start, block.start)
        captioned = block.kind is BlockKind.TABLE and before is not None and before.kind is BlockKind.CAPTION
        template = Atom(
            start=block.start,
            end=block.end,
            unit=unit,
            section=section,
            heading=block.kind is BlockKind.HEADING,
            leads=_leads(of, block, before, after),
            bound=before is not None and _bound(of.document, block, before, after, below_table=below_table),
            lead_in=None if before is None else _lead_in(of, block, before),
            header=(before.start, before.end) if captioned and before is not None else None,
        )
        yield from _clean(of, template, _take_apart(of, template, beside))
        heading_start = heading_start if block.kind is BlockKind.HEADING else None


def _neighbour(of: Plan, number: int, step: int) -> Block | None:
    """Return the unit `step` away from unit `number` if it stands under the same parent."""
    units, blocks, other = of.outline.units, of.document.blocks, number + step
    if not 0 <= other < len(units) or blocks[units[other][0]].parent != blocks[units[number][0]].parent:
        return None
    return blocks[units[other][0]]


def _clean(of: Plan, template: Atom, found: Iterator[Atom]) -> Iterator[Atom]:
    """Drop barriers and outer white space; mark what belongs to the atom before it."""
    text, number = of.document.text, 0
    for atom in found:
        for span in of.outline.free(atom.start, atom.end):
            start, end = trimmed(text, *span)
            if start == end:
                continue
            exception = atom.kind is ChunkKind.PROSE and not atom.heading and EXCEPTION.match(text, start) is not None
            bound = (template.bound and number == 0) or (exception and number > 0)
            yield replace(
                atom, start=start, end=end, bound=bound, part=atom.part or (start, end) != (atom.start, atom.end)
            )
            number += 1


def _take_apart(of: Plan, unit: Atom, beside: tuple[int, int] | None) -> Iterator[Atom]:
    """Yield the atoms of one unit; an explicit stack, because nesting is the document's choice."""
    stack = [(unit.unit, unit)]
    while stack:
        position, atom = stack.pop()
        block, below = of.document.blocks[position], of.outline.children[position]
        room = of.room(atom.section, atom.lead_in, beside)
        fits = of.ruler.size(atom.start, atom.end) <= room and not of.outline.blocked(atom.start, atom.end)
        fits = fits and block.kind not in of.apart
        if block.kind is BlockKind.TABLE and block.table is not None:
            yield from _table(of, atom, block.table, beside)
        elif (fits and (block.kind in KEPT_TOGETHER or position not in of.outline.holds_table)) or atom.heading:
            yield replace(atom, kind=ChunkKind.CODE if block.kind is BlockKind.CODE else ChunkKind.PROSE)
        elif below:
            stack.extend(reversed(list(_children(of, atom, below))))
        else:
            yield from _pieces(of, atom, block, room)


def _children(of: Plan, atom: Atom, below: tuple[int, ...]) -> Iterator[tuple[int, Atom]]:
    """Yield one atom per child; each takes the text between it and the child before, the last the rest."""
    blocks, start = of.document.blocks, atom.start
    for number, child in enumerate(below):
        end = atom.end if number == len(below) - 1 else blocks[child].end
        lead_in = _lead_in(of, blocks[child], blocks[below[number - 1]]) if number else None
        yield child, replace(atom, start=start, end=end, part=True, lead_in=lead_in or atom.lead_in)
        start = end


def _pieces(of: Plan, atom: Atom, block: Block, room: int) -> Iterator[Atom]:
    """Yield the sentences of prose, or the lines of code."""
    text, span, code = of.document.text, (atom.start, atom.end), block.kind is BlockKind.CODE
    if code and BlockKind.CODE in of.apart:
        for piece in by_definition(text, span, of.ruler, room):
            lead_in = piece.signature or atom.lead_in
            yield replace(atom, start=piece.start, end=piece.end, part=True, kind=ChunkKind.CODE, lead_in=lead_in)
        return
    language = block.language or of.document.language
    found = by_line(text, span, of.ruler, room) if code else by_sentence(text, span, of.ruler, room, language)
    for start, end in found:
        ends = text[start:end].rstrip("\"'”’»)]*_`")[-1:] in set(".!?…:;。")
        kind = ChunkKind.CODE if code else ChunkKind.PROSE
        yield replace(atom, start=start, end=end, part=True, whole=ends and not code, kind=kind)


def _table(of: Plan, atom: Atom, table: Table, beside: tuple[int, int] | None) -> Iterator[Atom]:
    """Yield the parts of a table, whole where it fits, each later one with its caption and header rows."""
    text = of.document.text
    end = header_end(text, table, (atom.start, atom.end))
    header = None if end is None else (atom.start if atom.header is None else atom.header[0], end)

    def fits(start: int, stop: int, first: bool) -> bool:
        room = of.room(atom.section, atom.lead_in, beside if first else header)
        return of.ruler.size(start, stop) <= room and not of.outline.blocked(start, stop)

    parts = by_row(text, table, (atom.start, atom.end), fits=fits, apart=BlockKind.TABLE in of.apart)
    for number, part in enumerate(parts):
        yield replace(
            atom,
            start=part.start,
            end=part.end,
            kind=ChunkKind.TABLE,
            part=atom.part or len(parts) > 1,
            header=header if number else None,
            rows=part.rows,
            table_number=table.number,
        )


def _leads(of: Plan, block: Block, before: Block | None, after: Block | None) -> bool:
    """Say whether a unit belongs to the one after it: a heading, a caption above, a short introduction."""
    if block.kind is BlockKind.HEADING:
        return True
    if after is None:
        return False
    if block.kind is BlockKind.CAPTION:
        return after.kind in CAPTIONED and (before is None or before.kind not in CAPTIONED)
    short = of.ruler.size(block.start, block.end) <= of.options.overlap_tokens
    return block.kind is BlockKind.PARAGRAPH and after.kind in INTRODUCED and short


def _is_note(of: Plan, block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and NOTE.match(of.document.text, block.start) is not None


def _bound(document: Document, block: Block, before: Block, after: Block | None, *, below_table: bool) -> bool:
    """Say whether a unit belongs to the one before it: an exception, a table's note, a caption below.

    `below_table`: nothing stands between it and a table but the table's notes.
    """
    if before.kind is BlockKind.HEADING:
        return False
    if block.kind is BlockKind.FOOTNOTE:
        return before.kind in (BlockKind.TABLE, BlockKind.FOOTNOTE, BlockKind.CAPTION)
    if block.kind is BlockKind.CAPTION:
        return before.kind in CAPTIONED
    if below_table and block.kind is BlockKind.PARAGRAPH:
        text = document.text[block.start : block.end]
        introduces = after is not None and after.kind in INTRODUCED
        if NOTE.match(text) or (before.kind is BlockKind.TABLE and not introduces and remarks_on_a_table(text)):
            return True
    return block.kind is not BlockKind.CODE and EXCEPTION.match(document.text, block.start) is not None


def _lead_in(of: Plan, block: Block, before: Block) -> tuple[int, int] | None:
    """Return the end of the paragraph before a list, table, code, quotation or exception, whole sentences only."""
    exception = EXCEPTION.match(of.document.text, block.start) is not None
    if before.kind is not BlockKind.PARAGRAPH or not (block.kind in INTRODUCED or exception):
        return None
    if of.outline.blocked(before.start, block.start):
        return None
    found = sentences.split(
        of.document.text[before.start : before.end],
        start=before.start,
        language=before.language or of.document.language,
    )
    end, chosen = found[-1][1] if found else before.end, None
    for start, _ in reversed(found):
        limit = of.options.overlap_tokens if chosen else of.options.max_tokens // 3
        if of.ruler.size(start, end) > limit:
            break
        chosen = start, end
    return chosen
