"""Put atoms together: first what must not be parted, then small neighbours up to the target size.

A *bundle* is a heading with what it heads, an introduction with its list, a rule with its exception: it
is formed up to the hard cap. Neighbouring bundles are then packed for as long as the strategy's `Joins`
says so, by default within one section up to the target. Where the parts of one paragraph or list meet a
chunk's end, whole sentences or items are repeated in the next chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from aver.stages.chunking.atoms import Atom, Plan
from aver.values.chunks import ChunkKind
from aver.values.documents import BlockKind

NO_OVERLAP = frozenset({BlockKind.TABLE, BlockKind.CODE, BlockKind.HEADING})


CRUMB = 5
"""A bundle smaller than the target divided by this may go past the target rather than stand alone."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Consecutive atoms of one chunk in the making; they are never empty."""

    atoms: tuple[Atom, ...]

    @property
    def start(self) -> int:
        """Where the first atom starts."""
        return self.atoms[0].start

    @property
    def end(self) -> int:
        """Where the last atom ends."""
        return self.atoms[-1].end

    @property
    def section(self) -> int | None:
        """The section of the content: of the last atom, since headings stand in front."""
        return self.atoms[-1].section

    @property
    def kind(self) -> ChunkKind:
        """TABLE as soon as a table is in it, CODE if nothing but headings is beside the code."""
        kinds = {atom.kind for atom in self.atoms if not atom.heading}
        if ChunkKind.TABLE in kinds:
            return ChunkKind.TABLE
        return ChunkKind.CODE if kinds == {ChunkKind.CODE} else ChunkKind.PROSE

    @property
    def content(self) -> Atom:
        """The first atom that isn't a heading, or the first of all."""
        return next((atom for atom in self.atoms if not atom.heading), self.atoms[0])

    @property
    def lead_in(self) -> tuple[int, int] | None:
        """The introduction of the content where it isn't in the bundle itself."""
        span = self.content.lead_in
        return None if span is None or span[0] >= self.start else span

    @property
    def header(self) -> tuple[int, int] | None:
        """The header rows of the content where they aren't in the bundle itself."""
        span = next((atom.header for atom in self.atoms if atom.header is not None), None)
        return None if span is None or span[0] >= self.start else span

    def __add__(self, other: Bundle) -> Bundle:
        """Return both, one after the other."""
        return Bundle(self.atoms + other.atoms)


def bundles(of: Plan, atoms: Iterable[Atom]) -> Iterator[Bundle]:
    """Yield the runs of atoms that must not be parted, as long as they fit under the cap together."""
    current: Bundle | None = None
    for atom in atoms:
        alone = Bundle((atom,))
        if current is not None and _belong(of, current.atoms[-1], atom) and _fit(of, current + alone):
            current = current + alone
            continue
        if current is not None:
            yield current
        current = alone
    if current is not None:
        yield current


Joins: TypeAlias = Callable[[Plan, Bundle, Bundle], bool]
"""Whether a strategy wants the second bundle in the chunk of the first; it is asked only where both fit."""


def within_target(of: Plan, current: Bundle, bundle: Bundle) -> bool:
    """Join the parts of one unit, and neighbours of one section up to the target; crumbs may go past it."""
    if not same_section(current, bundle) or ChunkKind.TABLE in (current.kind, bundle.kind):
        return False
    both, target = current + bundle, of.options.target_tokens
    split = current.atoms[-1].unit == bundle.atoms[0].unit
    crumb = of.ruler.size(bundle.start, bundle.end) * CRUMB <= target and not bundle.atoms[-1].leads
    return split or crumb or of.ruler.size(both.start, both.end) <= target


def up_to(size: int) -> Joins:
    """Return the rule that joins neighbours of one section, or rows of one table, up to `size` word pieces."""

    def joins(of: Plan, current: Bundle, bundle: Bundle) -> bool:
        alike = same_section(current, bundle) and same_table(current, bundle)
        return alike and of.ruler.size(current.start, bundle.end) <= size

    return joins


def same_section(current: Bundle, bundle: Bundle) -> bool:
    """Say whether `bundle` goes on in the section of `current` without a new heading."""
    return current.section == bundle.atoms[0].section and not bundle.atoms[0].heading


def same_table(current: Bundle, bundle: Bundle) -> bool:
    """Say whether both are rows of one table, or neither holds a table."""
    tables = {atom.table_number for atom in (current + bundle).atoms if atom.kind is ChunkKind.TABLE}
    return not tables or (current.kind is bundle.kind is ChunkKind.TABLE and len(tables) == 1)


def pack(of: Plan, found: Iterable[Bundle], *, joins: Joins = within_target, overlap: bool = True) -> Iterator[Bundle]:
    """Yield the atoms of each chunk: neighbouring bundles that join, `overlap` where a unit is split."""
    current: Bundle | None = None
    for bundle in found:
        if current is None:
            current = bundle
        elif _packable(of, current, bundle) and joins(of, current, bundle):
            current = current + bundle
        else:
            yield current
            tail = _overlap(of, current, bundle) if overlap else None
            current = bundle if tail is None else tail + bundle
    if current is not None:
        yield current


def _belong(of: Plan, before: Atom, atom: Atom) -> bool:
    """Say whether `atom` must stay with the atom directly before it."""
    if of.outline.blocked(before.end, atom.start):
        return False
    if before.heading:
        return _within(of, atom.section, before.section)
    return before.section == atom.section and not atom.heading and (before.leads or atom.bound)


def _within(of: Plan, section: int | None, outer: int | None) -> bool:
    while section is not None and section != outer:
        section = of.document.blocks[section].parent
    return section == outer


def _fit(of: Plan, bundle: Bundle) -> bool:
    room = of.room(bundle.section, bundle.lead_in, bundle.header)
    return of.ruler.size(bundle.start, bundle.end) <= room


def _packable(of: Plan, current: Bundle, bundle: Bundle) -> bool:
    """Say whether two bundles may share a chunk: nothing excluded between them, one role, under the cap."""
    if of.outline.blocked(current.end, bundle.start):
        return False
    if of.document.blocks[current.atoms[-1].unit].role != of.document.blocks[bundle.atoms[0].unit].role:
        return False
    return _fit(of, current + bundle)


def _overlap(of: Plan, current: Bundle, bundle: Bundle) -> Bundle | None:
    """Return the atoms at the end of `current` that are repeated before `bundle`, None for none."""
    first, last = bundle.atoms[0], current.atoms[-1]
    kind = of.document.blocks[last.unit].kind
    if first.unit != last.unit or kind in NO_OVERLAP or of.outline.blocked(last.end, first.start):
        return None
    if ChunkKind.TABLE in (current.kind, bundle.kind):
        return None
    chosen = 0
    for count in range(1, len(current.atoms)):
        atom = current.atoms[-count]
        tokens = of.ruler.size(atom.start, bundle.start)
        if atom.unit != last.unit or tokens > of.options.overlap_tokens:
            break
        previous = current.atoms[-count - 1]
        if previous.whole and atom.kind is ChunkKind.PROSE and _fit(of, Bundle((atom,)) + bundle):
            chosen = count
    return Bundle(current.atoms[-chosen:]) if chosen else None
