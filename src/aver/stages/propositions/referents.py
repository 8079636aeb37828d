"""What a chat model may add to propositions: a name, copied from the text, in place of a word that points back (A7).

The rules leave two kinds of sentences behind: those dropped because nothing says what "it" means, and those that
drag the sentences before them along. A model is asked about these alone. It composes nothing: every piece must stand
in the source, nothing of the sentence but the pointing word may be missing, and only the rules say where one clause
ends and the next begins. Whatever fails that is dropped and counted like any other ungrounded statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from aver.stages import sentences
from aver.stages.injection.escaping import element, escape
from aver.stages.propositions import lexicon as lex
from aver.stages.propositions.clauses import LONGEST_SUBJECT, take_apart
from aver.stages.propositions.reading import keep_grounded
from aver.stages.prose import CLOSERS, stretches
from aver.values.documents import Document, StructuralRef
from aver.values.propositions import Dropped, DropReason, Proposition, Propositions
from aver.values.sealed import Sealed

PROMPT = "referent.v1"
BEFORE = 4
"""Sentences before the asked one that are shown, of the same section."""

POINTING = lex.PERSONAL | lex.DEMONSTRATIVE
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsettled:
    """A sentence whose opening points back, the sentences shown before it, and its heading path."""

    span: Span
    before: Span
    section: tuple[StructuralRef, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One statement about a passage as pieces of the source, in order."""

    passage: int
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferentReply:
    """What the model says about the passages of one call."""

    statements: tuple[Settled, ...]


@cache
def instructions() -> str:
    """Return the instructions of the call."""
    return files(__name__.rpartition(".")[0]).joinpath("prompts", f"{PROMPT}.md").read_text("utf-8")


def unsettled(document: Document, made: Propositions) -> tuple[Unsettled, ...]:
    """Return the sentences that the rules dropped as unresolved or kept only with the sentences before them."""
    text = document.text
    wanted = {(one.start, one.end) for one in made.dropped if one.reason is DropReason.UNRESOLVED}
    wanted |= {
        (one.start, one.end)
        for one in made.found
        if one.context is not None and not text[slice(*one.context)].rstrip(CLOSERS + " \n").endswith(":")
    }
    found: list[Unsettled] = []
    earlier: list[Span] = []
    section: tuple[StructuralRef, ...] | None = None
    for passage in stretches(document) if wanted else ():
        if passage.section != section:
            section, earlier = passage.section, []
        for span in sentences.split(text[slice(*passage.span)], start=passage.span[0], language=passage.language):
            shown = earlier[-BEFORE:]
            if span in wanted and shown and shown[0][0] < span[0]:
                found.append(Unsettled(span=span, before=(shown[0][0], span[0]), section=passage.section))
            earlier.append(span)
    return tuple(found)


def shown(text: str, asked: Sequence[Unsettled]) -> tuple[Sealed, ...]:
    """Return what the model is sent of these sentences, numbered from 1, escaped."""
    return tuple(
        Sealed(
            element(
                "passage",
                element("before", escape(text[slice(*one.before)]))
                + element("sentence", escape(text[slice(*one.span)])),
                (("number", number),),
            )
        )
        for number, one in enumerate(asked, start=1)
    )


def candidate(text: str, asked: Unsettled, pieces: Sequence[str]) -> Proposition | None:
    """Return the statement that `pieces` make, None unless each stands in its place in the source.

    Own pieces hold, in order, every word of one clause with its condition and qualifier, or of the whole sentence,
    but for pointing words; an imported piece stands exactly where one of those stood, or a left-out subject.
    """
    parts = take_apart(text, *asked.span)
    around = [one for one in (parts.condition, parts.qualifier) if one is not None]
    ways: list[tuple[Span, list[Span], bool]] = [(asked.span, [asked.span], False)]
    if len(parts.clauses) > 1:
        ways += [((one.start, one.end), sorted([*around, (one.start, one.end)]), one.shared) for one in parts.clauses]
    for span, own, shared in ways:
        laid = _laid(text, [word for one in own for word in lex.words(text, *one)], asked.before, pieces, shared)
        if laid is not None:
            sources, names = laid
            return Proposition(
                start=span[0],
                end=span[1],
                statement=" ".join(word for start, end in sources for word in text[start:end].split()),
                sources=sources,
                subject=names[0] if names else None,
                qualifiers=tuple(around),
                section=asked.section,
            )
    return None


def with_referents(
    text: str, made: Propositions, replies: Mapping[Unsettled, Iterable[Proposition | None]]
) -> Propositions:
    """Return what the rules made with what a model settled in its place; candidates that are None are counted.

    What the rules made of a sentence stays unless the model's statements cover all of it.
    """
    found, dropped = list(made.found), list(made.dropped)
    for asked, candidates in replies.items():
        settled: list[Proposition] = []
        for one in candidates:
            kept = None if one is None else keep_grounded(text, [one])
            if kept is not None and kept.found:
                settled += [each for each in kept.found if each not in settled]
            else:
                dropped.append(Dropped(start=asked.span[0], end=asked.span[1], reason=DropReason.UNGROUNDED))
        if not settled:
            continue
        if _covers(text, settled, asked.span):
            found = [one for one in found if (one.start, one.end) != asked.span]
        found += settled
        unresolved = Dropped(start=asked.span[0], end=asked.span[1], reason=DropReason.UNRESOLVED)
        dropped = [one for one in dropped if one != unresolved]
    return Propositions(
        found=tuple(sorted(found, key=lambda one: (one.start, one.end))),
        dropped=tuple(sorted(dropped, key=lambda one: (one.start, one.end))),
    )


def _laid(
    text: str, own: Sequence[lex.Word], before: Span, pieces: Sequence[str], shared: bool
) -> tuple[tuple[Span, ...], tuple[Span, ...]] | None:
    """Return the spans of `pieces` and which of them are imported; None where one has no place."""
    spans: list[Span] = []
    names: list[Span] = []
    place, pending = 0, False
    for piece in pieces:
        run = _run(text, own, piece.split(), place)
        if run is None:
            name = None if pending else _name(text, before, piece)
            if name is None:
                return None
            names.append(name)
            spans.append(name)
            pending = True
            continue
        if not _may_go(own[place : run[0]], named=pending, shared=shared and place == 0):
            return None
        spans += _spans(text, own[run[0] : run[1]])
        place, pending = run[1], False
    if pending or place < len(own) or not names:
        return None
    return tuple(spans), tuple(names)


def _run(text: str, own: Sequence[lex.Word], wanted: Sequence[str], place: int) -> tuple[int, int] | None:
    """Return where `wanted` stands among the own words: at `place`, or after one pointing word."""
    words = [text[one.start : one.end] for one in own]
    for begin in (place, place + 1):
        if wanted and words[begin : begin + len(wanted)] == list(wanted):
            return begin, begin + len(wanted)
    return None


def _may_go(left: Sequence[lex.Word], *, named: bool, shared: bool) -> bool:
    """Whether these words may be missing: one pointing word where a name stands; a name stands nowhere else."""
    if left:
        return named and len(left) == 1 and left[0].low in POINTING
    return not named or shared


def _name(text: str, before: Span, piece: str) -> Span | None:
    """Return the last place of `piece` in the text before the sentence, None where it is no plain name."""
    wanted, words = piece.split(), list(lex.words(text, *before))
    if not 0 < len(wanted) <= LONGEST_SUBJECT:
        return None
    for begin in range(len(words) - len(wanted), -1, -1):
        run = words[begin : begin + len(wanted)]
        if all(text[one.start : one.end] == word for one, word in zip(run, wanted, strict=True)):
            verbs = any(one.low in lex.FINITE | lex.NEGATIONS | POINTING for one in run)
            return None if verbs else (run[0].start, run[-1].end)
    return None


def _spans(text: str, run: Sequence[lex.Word]) -> list[Span]:
    """Return the stretches that hold a run of words, put together where only white space parts them."""
    found: list[Span] = []
    for word in run:
        if found and not text[found[-1][1] : word.start].strip():
            found[-1] = found[-1][0], word.end
        else:
            found.append((word.start, word.end))
    return found


def _covers(text: str, settled: Sequence[Proposition], span: Span) -> bool:
    clauses = {(one.start, one.end) for one in take_apart(text, *span).clauses}
    return span in {(one.start, one.end) for one in settled} or clauses <= {(one.start, one.end) for one in settled}
