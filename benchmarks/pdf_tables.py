"""Adjacency-relation F1 of the PDF tables on the ICDAR 2013 set.

Score of Göbel et al., "A methodology for evaluating algorithms for table understanding in PDF documents" (2012):
a relation joins a filled cell to its nearest filled neighbour to the right or below; cells are compared by their
text without spaces, tables are pooled over the document, so that detection counts too. Prints micro F1 (relations
pooled over all documents), macro F1 (mean over documents) and, with --each, one line per document.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.values.documents import Document

Placed: TypeAlias = tuple[int, int, int, int, str]
Relations: TypeAlias = Counter[tuple[str, str, str]]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "dev" / "icdar2013"


def relations(cells: Iterable[Placed]) -> Relations:
    """Return the relations of one table; a cell is (row, column, last row, last column, text)."""
    at: dict[tuple[int, int], Placed] = {}
    for cell in cells:
        if cell[4]:
            for row in range(cell[0], cell[2] + 1):
                for column in range(cell[1], cell[3] + 1):
                    at[row, column] = cell
    if not at:
        return Counter()
    last_row, last_column = max(r for r, _ in at), max(c for _, c in at)
    found: set[tuple[Placed, Placed, str]] = set()
    for (row, column), cell in at.items():
        right = next((n for c in range(column + 1, last_column + 1) if (n := at.get((row, c)))), None)
        below = next((n for r in range(row + 1, last_row + 1) if (n := at.get((r, column)))), None)
        found |= {
            (cell, other, side) for other, side in ((right, "right"), (below, "below")) if other and other != cell
        }
    return Counter((a[4], b[4], side) for a, b, side in found)


def bare(text: str) -> str:
    """Return the text without spaces and with one kind of dash and quote."""
    table = str.maketrans(
        {"–": "-", "—": "-", "−": "-", "‐": "-", "\u00ad": "-", "’": "'", "‘": "'", "“": '"', "”": '"'}
    )
    return "".join(text.split()).translate(table)


def truth_of(content: str) -> Relations:
    """Return the pooled relations of one structure file."""
    total: Relations = Counter()
    body = (
        content.replace("<content/>", "<content></content>").replace("<document", "<div").replace("</document", "</div")
    )
    for name in ("table", "region", "cell", "content"):
        body = body.replace(f"<{name}", f"<x-{name}").replace(f"</{name}", f"</x-{name}")
    for table in LexborHTMLParser(body).css("x-table"):
        for region in table.css("x-region"):
            total += relations(_truth_cell(cell) for cell in region.css("x-cell"))
    return total


def _truth_cell(cell: object) -> Placed:
    attributes = {key: value or "" for key, value in cell.attributes.items()}  # type: ignore[attr-defined]
    row, column = int(attributes["start-row"]), int(attributes["start-col"])
    last_row = int(attributes.get("end-row") or row)
    last_column = int(attributes.get("end-col") or attributes.get("col-end") or column)
    content = cell.css_first("x-content")  # type: ignore[attr-defined]
    return row, column, last_row, last_column, bare(content.text() if content is not None else "")


def answer_of(document: Document) -> Relations:
    """Return the pooled relations of a parsed document."""
    total: Relations = Counter()
    for block in document.blocks:
        if block.table is not None:
            total += relations(
                (
                    c.row,
                    c.column,
                    c.row + c.row_span - 1,
                    c.column + c.column_span - 1,
                    bare(document.text[c.start : c.end]),
                )
                for c in block.table.cells
            )
    return total


def f1(right: int, answered: int, true: int) -> float:
    """Return 2 * right / (answered + true), 1.0 for nothing at all."""
    return 2 * right / (answered + true) if answered + true else 1.0


def main() -> None:
    """Score every document and print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=DATA)
    options.add_argument("--each", action="store_true", help="print one line per document")
    chosen = options.parse_args()
    with gzip.open(chosen.data / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        truths = {r["pdf"]: r["content"] for r in map(json.loads, lines) if r["kind"] == "structure"}
    pooled, scores, pages, started = [0, 0, 0], [], 0, time.perf_counter()
    for name, content in sorted(truths.items()):
        path = chosen.data / name
        if not path.is_file():
            continue
        document = parse_pdf(path.read_bytes(), limits=Limits())
        truth, answer = truth_of(content), answer_of(document)
        counts = (truth & answer).total(), answer.total(), truth.total()
        pooled = [a + b for a, b in zip(pooled, counts, strict=True)]
        scores.append(f1(*counts))
        pages += len(document.pages)
        if chosen.each:
            print(f"{name}\t{scores[-1]:.3f}\tright {counts[0]}\tanswered {counts[1]}\ttrue {counts[2]}")
    seconds = time.perf_counter() - started
    print(f"documents {len(scores)}  micro F1 {f1(*pooled):.3f}  macro F1 {sum(scores) / len(scores):.3f}")
    print(f"precision {pooled[0] / pooled[1]:.3f}  recall {pooled[0] / pooled[2]:.3f}  {pages / seconds:.0f} pages/s")


if __name__ == "__main__":
    main()
