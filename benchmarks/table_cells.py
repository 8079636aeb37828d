"""Whether the right table cell, with its row and column headers, is in the evidence and can be cited as a cell.

For every development question of kind `table`: among the selected packets there must be a cell in a row that touches a
gold span, the cell must hold the answer (or one of its parts, where the answer is a list), its citation must carry a
cell range, the first cell of its row must stand in the packet, and the header of its column in the packet or in the
header text that travels with it. Needs a home with the corpora:

    aver ingest ../shared/corpora
    python benchmarks/table_cells.py ../shared
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from aver.app import asking_tools, open_app
from aver.config import home_folder, read_settings
from aver.evals.matching import fold, holds_answer
from aver.evals.questions import Question, read_questions
from aver.flows.documents import documents
from aver.flows.searching import search
from aver.stages.identity import caller_of
from aver.stages.metrics import clopper_pearson
from aver.stages.quotation import citation_of
from aver.values.evidence import EvidencePacket, Passage
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed

Cell = tuple[int, int, int, int, bool]


def citable(question: Question, packets: Sequence[EvidencePacket]) -> str | None:
    """Return the range of a right cell that comes with its row and column headers, None without one.

    A cell that holds the whole answer goes before one that holds a part, and a later column before an earlier one:
    the name of a row may read like the answer.
    """
    whole = question.answer or ""
    for said in (whole, *(part.strip() for part in whole.split(","))):
        for packet in packets:
            passage = packet.passage
            cells = reversed(passage.table_cells) if passage.uri.endswith(question.doc or "\0") else ()
            for cell in cells:
                if said and _is_right(passage, cell, question, said) and _has_headers(passage, cell):
                    found = citation_of(packet, cell[2], cell[3]).cell_range
                    if found is not None:
                        return found.text
    return None


def _is_right(passage: Passage, cell: Cell, question: Question, said: str) -> bool:
    if cell[4] or not passage.start <= cell[2] < cell[3] <= passage.end:
        return False
    row = [_text(passage, other) for other in passage.table_cells if other[0] == cell[0] and _text(passage, other)]
    spans = [fold(span.replace("|", " ")) for span in question.gold_spans]
    named = any(all(_bare(part) in _bare(span) for part in row) or _bare(span) in _bare("".join(row)) for span in spans)
    return named and holds_answer(_text(passage, cell), said)


def _bare(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def _has_headers(passage: Passage, cell: Cell) -> bool:
    """Say whether the row's first cell and the column's header travel with the cell (E6)."""
    row = any(other[0] == cell[0] and other[1] == 0 and _text(passage, other) for other in passage.table_cells)
    heads = [other for other in passage.table_cells if other[4] and other[1] == cell[1]]
    inside = any(_text(passage, head) for head in heads)
    return row and (inside or (bool(heads) and bool(passage.header.text)))


def _text(passage: Passage, cell: Cell) -> str:
    inside = passage.start <= cell[2] <= cell[3] <= passage.end
    return passage.text.text[cell[2] - passage.start : cell[3] - passage.start] if inside else ""


def main() -> None:
    """Print each question with the cell found, and the share with its exact 95 % interval."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("shared", type=Path)
    options.add_argument("--home", type=Path)
    chosen = options.parse_args()
    settings = read_settings(home_folder(chosen.home, os.environ), os.environ)
    app = open_app(settings.home, settings)
    local = settings.identity
    caller = caller_of(local.mode, tenant=local.tenant, user=None, groups=[], clearance=None)
    named = {one.uri.rpartition("/")[2] for one in documents(app.store, caller, today=date.today().isoformat())}
    questions = [q for q in read_questions(chosen.shared / "questions/dev.jsonl") if q.kind == "table"]
    missing = sorted({q.doc or "" for q in questions if (q.doc or "").rpartition("/")[2] not in named})
    if missing:
        raise SystemExit(
            f"the home {settings.home} lacks {len(missing)} documents, {missing[0]} among them: ingest first"
        )
    hits = 0
    for question in questions:
        inquiry = Inquiry(question=Sealed(question.question), k=settings.retrieval.k)
        packets = search(app.run_log, inquiry, caller, asking_tools(app)).packets
        cell = citable(question, [packet for packet in packets if packet.selected])
        hits += cell is not None
        print(f"{question.id}\t{cell or 'not found'}")
    low, high = clopper_pearson(hits, len(questions))
    print(
        f"questions {len(questions)}  right cell with headers {hits}  "
        f"share {hits / len(questions):.3f} [{low:.2f}, {high:.2f}]"
    )


if __name__ == "__main__":
    main()
