"""Headings of PDFs against the document's own outline, with the outline in use and with it stripped.

Stripping writes the pages into a new file, so that neither our code nor the layout engine can see outline or tags. A
heading is right when an outline entry of the same page has the same title (numbers and punctuation aside) and was not
yet matched; precision counts every heading outside front matter and furniture, named by the outline or not. The level
is right when it equals the entry's, shifted by the document's commonest difference.
"""

from __future__ import annotations

import argparse
import io
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.parsers.pdf.source import Entry, read_source
from aver.parsers.pdf.titles import same_title
from aver.values.documents import BlockKind, Document

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "data" / "fixtures"
NAMES = (
    "debian__debmake-doc.de.pdf",
    "debian__debmake-doc.en.pdf",
    "py-pdf__GeoTopo-komprimiert.pdf",
    "py-pdf__pdflatex-outline.pdf",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Entries of the outline, headings found, headings that are entries, and those at the right level."""

    entries: int
    found: int
    right: int
    level: int

    @property
    def recall(self) -> float:
        """Right headings per entry."""
        return self.right / max(self.entries, 1)

    @property
    def precision(self) -> float:
        """Right headings per heading found."""
        return self.right / max(self.found, 1)


def stripped(data: bytes) -> bytes:
    """Return the same pages without outline, tags, names and properties."""
    out = io.BytesIO()
    with pdfium.PdfDocument(data) as source, pdfium.PdfDocument.new() as bare:
        bare.import_pages(source)
        bare.save(out)
    return out.getvalue()


def headings(document: Document) -> list[tuple[str, int, int]]:
    """Return title, page and level of every heading."""
    return [
        (" ".join(document.text[block.start : block.end].split()), block.regions[0].page, block.level or 1)
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]


def compared(outline: tuple[Entry, ...], found: list[tuple[str, int, int]]) -> Counts:
    """Match headings with entries of their page, each once, in order."""
    open_entries = list(outline)
    steps: list[int] = []
    for title, page, level in found:
        entry = next((e for e in open_entries if e.page == page and same_title(e.title, title)), None)
        if entry is not None:
            open_entries.remove(entry)
            steps.append(level - entry.level)
    level = Counter(steps).most_common(1)[0][1] if steps else 0
    return Counts(entries=len(outline), found=len(found), right=len(steps), level=level)


def main() -> None:
    """Print recall, precision and level accuracy per document and their means, with and without the outline."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pdf", nargs="*", type=Path, help="PDFs with an outline; default: the fixtures that have one")
    chosen = options.parse_args()
    paths = chosen.pdf or [FIXTURES / name for name in NAMES]
    for way in ("outline in use", "outline stripped"):
        rows: list[Counts] = []
        for path in paths:
            data = path.read_bytes()
            outline = read_source(data, limits=Limits()).outline
            read = stripped(data) if way == "outline stripped" else data
            rows.append(compared(outline, headings(parse_pdf(read, limits=Limits()))))
            print(f"{way}\t{path.name}\t{_shown(rows[-1])}")
        total = Counts(**{name: sum(getattr(r, name) for r in rows) for name in Counts.__dataclass_fields__})
        recall, precision = (
            sum(values) / len(rows) for values in zip(*((r.recall, r.precision) for r in rows), strict=True)
        )
        print(f"{way}\tpooled\t{_shown(total)}\tmean recall {recall:.3f} precision {precision:.3f}")


def _shown(row: Counts) -> str:
    level = row.level / max(row.right, 1)
    return (
        f"entries {row.entries} headings {row.found} recall {row.recall:.3f} "
        f"precision {row.precision:.3f} level {level:.3f}"
    )


if __name__ == "__main__":
    main()
