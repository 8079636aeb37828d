"""Documents that contradict each other, that give orders, that hold tables: Aver beside what people would use instead.

No corpus is searched here. Every case brings its own documents, so a figure shows what is made of a document that has
been found: its values, its cells, and (`benchmarks.further_orders`, `benchmarks.further_planted`) orders to a machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.conflicts import Outcome, matches, packets_of, values_of
from benchmarks.further import Measured, Measures, Way
from benchmarks.further_orders import marked
from benchmarks.further_planted import planted_in_articles, planted_in_contexts
from benchmarks.pdf_tables import Relations, answer_of, bare, f1, relations, truth_of
from benchmarks.surgery_sources import read
from liteparse import LiteParse

from aver.evals.measures import Measure, mean, share
from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.parsers.pdf.source import read_source
from aver.parsers.pdf.words import Word
from aver.stages.conflicts import conflicts_in, statements_in, wanted_of
from aver.values.pairs import Reading

UNSEEN = 125
"""The first row of RAMDocs that wasn't looked at while the rules for conflicts were written."""

ANSWERABLE = 0.5
"""What a reading must reach for `conflicts_in` to take its span."""

Row: TypeAlias = Mapping[str, Any]

ABOUT_RAMDOCS = (
    "All 250 questions, each with the documents that were found for it: right for one of the things it may mean, "
    "misinformation or noise. A question with one right value and no wrong one is *served* by that value alone; every "
    "other is contested and served only by a list with all right values and at least one more, so a system that shows "
    "one value can't serve it. *Wrong value in silence* is one value alone that isn't right, a *stray* value one that "
    "is neither right nor the known wrong one. Aver's rules were written with the first 125 rows in view; the others "
    "stand apart. *Values known* are told which strings to look for, right ones first, which no real system is: in the "
    "nearest document by the built-in encoder, or the one that most documents hold. *Read* takes what the built-in "
    "reader answers: from the nearest document, from the one it is surest of, or from all of them, every value listed."
)
ABOUT_TABLES = (
    "All 67 documents. Scored are neighbourhoods of filled cells, to the right and below, pooled over a document, so "
    "that finding the table counts too (Göbel et al. 2012); means are over documents. *liteparse* is the layout "
    "library that Aver's tables start from, as it comes; how Aver repairs them was tuned on this set. *Words, lines "
    "and gaps* cuts lines where a gap is wider than they are high, and two such lines are a table: the least to do."
)


def ramdocs(shared: Path, place: Path) -> Measured:
    """Questions with the documents found for them, which may disagree."""
    del place
    rows, reader, encode = list(read(shared, "ramdocs_dev")), BuiltinReader(), BuiltinEmbedder().encode

    @cache
    def reading(question: str, text: str) -> Reading:
        return reader.read(question, [text])[0]

    def nearest(row: Row) -> str:
        vectors = encode([row["question"], *_texts(row)])
        return _texts(row)[int((vectors[1:] @ vectors[0]).argmax())]

    def read_in(row: Row, texts: Sequence[str]) -> list[str]:
        """Return what the reader answers from each text that answers, the surest first."""
        pairs = sorted(((reading(row["question"], text), text) for text in texts), key=lambda one: -one[0].margin)
        return [text[one.start : one.end] for one, text in pairs if one.start is not None]

    ways: dict[str, Callable[[Row], Sequence[str]]] = {
        "Aver": lambda row: values_shown(row, [reading(row["question"], text) for text in _texts(row)]),
        "Aver without its reader": lambda row: values_of(row["question"], packets_of(dict(row))),
        "nearest document, values known": lambda row: most_stated(row, [nearest(row)]),
        "most documents, values known": lambda row: most_stated(row, _texts(row)),
        "nearest document, read": lambda row: read_in(row, [nearest(row)]),
        "surest of all documents, read": lambda row: read_in(row, _texts(row))[:1],
        "every value read": lambda row: _distinct(read_in(row, _texts(row))),
    }
    scored = [
        Way(name=name, figures=shown_values(rows, [judged(row, way(row)) for row in rows]), ours=name == "Aver")
        for name, way in ways.items()
    ]
    return Measured(title="RAMDocs: documents that disagree", about=ABOUT_RAMDOCS, ways=tuple(scored))


def values_shown(row: Row, readings: Sequence[Reading]) -> tuple[str, ...]:
    """Return what `benchmarks.conflicts.values_of` returns where a reader read the documents, as it does in a run."""
    question, packets = row["question"], packets_of(dict(row))
    heard = {packet.passage.chunk: one for packet, one in zip(packets, readings, strict=True)}
    found = conflicts_in(question, packets, readings=heard)
    if found:
        return tuple(side.value.text for side in found[0].sides)
    spans = {
        chunk: (one.start, one.end)
        for chunk, one in heard.items()
        if one.answerable >= ANSWERABLE and one.start is not None and one.end is not None
    }
    wanted = wanted_of(question)
    return tuple(one.value for one in statements_in(packets, wanted, spans)[:1]) if wanted else ()


def most_stated(row: Row, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the one of the row's right and wrong values that most of the texts hold, the first on a tie."""
    known = (*row["gold_answers"], *row["wrong_answers"])
    counts = {value: sum(matches(value, text) and len(value) < len(text) for text in texts) for value in known}
    best = max(counts, key=lambda value: counts[value])
    return (best,) if counts[best] else ()


def judged(row: Row, listed: Sequence[str]) -> Outcome:
    """Return what listing those values comes to, as `benchmarks.conflicts` scores it."""
    gold = row["gold_answers"]
    right = [[matches(value, one) for value in listed] for one in gold]
    contested, answered = len(gold) > 1 or bool(row["wrong_answers"]), len(listed) == 1
    return Outcome(
        listed=tuple(listed),
        gold=len(gold),
        contested=contested,
        served=all(map(any, right)) and (len(listed) > 1 if contested else answered),
        silent_wrong=answered and not any(map(any, right)),
    )


def shown_values(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> tuple[Measure, ...]:
    """Return the figures of a way of listing values."""
    return (
        share("served", (one.served for one in outcomes)),
        share("served, contested", (one.served for one in outcomes if one.contested)),
        share("served, rows not looked at", (one.served for one in outcomes[UNSEEN:])),
        share("wrong value in silence", (one.silent_wrong for one in outcomes)),
        share("nothing said", (not one.listed for one in outcomes)),
        mean("values listed per right value", [len(one.listed) / one.gold for one in outcomes]),
        mean("stray values listed", [_stray(row, one.listed) for row, one in zip(rows, outcomes, strict=True)]),
    )


def _stray(row: Row, listed: Sequence[str]) -> int:
    known = (*row["gold_answers"], *row["wrong_answers"])
    return sum(not any(matches(value, one) for one in known) for value in listed)


def _texts(row: Row) -> list[str]:
    return [one["text"] for one in row["documents"]]


def _distinct(values: Iterable[str]) -> list[str]:
    kept: list[str] = []
    for value in values:
        if not any(matches(value, one) for one in kept):
            kept.append(value)
    return kept


def tables(shared: Path, place: Path) -> Measured:
    """The tables of government documents in PDF."""
    del place
    folder = shared / "data" / "dev" / "icdar2013"
    truths = {row["pdf"]: row["content"] for row in read(shared, "icdar2013/truth") if row["kind"] == "structure"}
    files = {name: folder / name for name in sorted(truths) if (folder / name).is_file()}
    ways: dict[str, Callable[[bytes], Relations]] = {
        "Aver": lambda data: answer_of(parse_pdf(data, limits=Limits())),
        "liteparse": by_layout,
        "words, lines and gaps": by_gaps,
    }
    true = [truth_of(truths[name]) for name in files]
    scored = []
    for name, way in ways.items():
        given = [way(path.read_bytes()) for path in files.values()]
        scored.append(Way(name=name, figures=shown_relations(given, true), ours=name == "Aver"))
    return Measured(title="ICDAR 2013: tables in PDFs", about=ABOUT_TABLES, ways=tuple(scored))


def shown_relations(given: Sequence[Relations], true: Sequence[Relations]) -> tuple[Measure, ...]:
    """Return the figures of a way of finding tables, document by document."""
    counts = [((one & two).total(), one.total(), two.total()) for one, two in zip(given, true, strict=True)]
    return (
        mean("F1", [f1(*one) for one in counts]),
        mean("precision", [right / answered for right, answered, _ in counts if answered]),
        mean("recall", [right / wanted for right, _, wanted in counts if wanted]),
        share("no table found", (not answered for _, answered, _ in counts)),
    )


def by_layout(data: bytes) -> Relations:
    """Return the relations of the tables that liteparse finds."""
    total: Relations = Counter()
    engine = LiteParse(ocr_enabled=False, extract_blocks=True, num_workers=1, quiet=True)
    for block in (block for page in engine.parse(data).pages for block in page.blocks or ()):
        if block.kind == "table":
            rows = ([block.header] if block.header else []) + list(block.rows or [])
            total += _relations([[cell.text for cell in row] for row in rows])
    return total


def by_gaps(data: bytes) -> Relations:
    """Return the relations of runs of two lines or more that wide gaps cut into cells."""
    total: Relations = Counter()
    for page in read_source(data, limits=Limits()).pages:
        rows = [_cells(line) for line in _lines(page.words)]
        for is_cut, run in groupby(rows, lambda row: len(row) > 1):
            table = list(run)
            total += _relations(table) if is_cut and len(table) > 1 else Counter()
    return total


def _lines(words: Iterable[Word]) -> Iterator[list[Word]]:
    """Yield the words whose middles lie within half a height of the line's first word, from the top."""
    line: list[Word] = []
    for word in sorted(words, key=lambda one: one.centre[1]):
        if line and word.centre[1] - line[0].centre[1] > line[0].height / 2:
            yield line
            line = []
        line.append(word)
    if line:
        yield line


def _cells(line: Sequence[Word]) -> list[str]:
    cells: list[str] = []
    edge = 0.0
    for word in sorted(line, key=lambda one: one.x0):
        if cells and word.x0 - edge <= word.height:
            cells[-1] += f" {word.text}"
        else:
            cells.append(word.text)
        edge = word.x1
    return cells


def _relations(rows: Sequence[Sequence[str]]) -> Relations:
    return relations(
        (row, column, row, column, bare(text)) for row, cells in enumerate(rows) for column, text in enumerate(cells)
    )


MEASURES: Measures = {
    "ramdocs": ramdocs,
    "orders_marked": marked,
    "orders_in_contexts": planted_in_contexts,
    "orders_in_articles": planted_in_articles,
    "icdar_tables": tables,
}
