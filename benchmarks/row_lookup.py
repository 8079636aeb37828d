"""How often a row that is looked up or named is the row that was asked for (`stages/row_lookup.py`, `row_named.py`).

    python benchmarks/row_lookup.py --data ../shared/data
    python benchmarks/row_lookup.py --home HOME

With `--data`: the development questions of WikiTableQuestions, each asked of its own table; most count, order or
compare and must not be looked up. Right is a row with a cell that is the one gold answer.

With `--home`: questions made from the tables of a home in three wordings, asked of all of it as search finds
it. Right is the very row. As many ask for a column of another document's table: they have no answer, and every row that
is looked up for one is wrong. `--questions FILE` asks labelled questions of that home instead; right is a row with a
gold span, or one that stands in it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from aver.app import App, asking_tools, open_app
from aver.config import read_settings
from aver.evals.questions import read_questions
from aver.flows.documents import documents
from aver.flows.searching import search
from aver.stages.identity import caller_of
from aver.stages.metrics import clopper_pearson
from aver.stages.packets import packet_of
from aver.stages.planning.words import content
from aver.stages.row_lookup import LOOKED_UP, row_and_support
from aver.store.versions import StoredVersion
from aver.values.chunks import ChunkKind
from aver.values.evidence import NOTHING, EvidencePacket, Freshness, Passage
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a compressed JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (json.loads(line) for line in file)


def table_packet(rows: list[list[str]]) -> EvidencePacket:
    """Return a table as a packet, its first row as header."""
    text, cells = "", []
    for row, values in enumerate(rows):
        text += "\n" if row else ""
        for column, value in enumerate(values):
            said = " ".join(value.split())
            text += " | " if column else ""
            cells.append((row, column, len(text), len(text) + len(said), row == 0))
            text += said
    passage = Passage(
        chunk="chk",
        document="doc",
        version="ver",
        uri="table",
        title=NOTHING,
        text=Sealed(text),
        start=0,
        end=len(text),
        kind=ChunkKind.TABLE,
        section_path=NOTHING,
        header=NOTHING,
        lead_in=NOTHING,
        page=None,
        table_number=1,
        rows=(0, len(rows)),
        table_cells=tuple(cells),
        freshness=Freshness.ACTIVE,
        successors=(),
        authority=0.5,
        origin_system="file",
        ingested_at="2026-01-01T00:00:00Z",
        valid_from=None,
        valid_until=None,
        content_hash="",
        tokens=0,
    )
    return packet_of(passage, rank=1, score=1.0, selected=True, sub_question=0, rationale="", tenant="t")


WORDINGS = ("What is the {column} of {row}?", "Which {column} does {row} have?", "{row} {column}")
QUESTIONS = 200
SEED = 20261121


@dataclass(frozen=True, slots=True)
class Cell:
    """A row's name, the whole row, and the header of one of its columns."""

    row: str
    whole: str
    column: str


Verdicts = list[tuple[float, str]]
"""For each row found how likely it was held to answer, and what is wrong with it, "" where it is right."""


def of_wtq(dev: Path) -> None:
    """Print how many questions are looked up and how many of those rows hold the answer."""
    tables = {one["table"]: table_packet(one["rows"]) for one in lines(dev / "wtq_dev_tables.jsonl.gz")}
    asked, verdicts = 0, []
    for one in lines(dev / "wtq_dev_questions.jsonl.gz"):
        asked += 1
        found = row_and_support(one["question"], [tables[one["table"]]])
        if found is None:
            continue
        row, support = found
        cells = {cell.strip().casefold() for cell in row.text.split(" | ")}
        right = len(one["answers"]) == 1 and one["answers"][0].strip().casefold() in cells
        verdicts.append((support, "" if right else f"{one['question']} -> {one['answers']}, not: {row.text}"))
    report(f"WikiTableQuestions, {asked} questions", verdicts)


def of_questions(app: App, caller: Caller, file: Path) -> None:
    """Print the same for labelled questions: right is a row that holds a gold span or stands in one."""
    asked, verdicts = 0, []
    for one in read_questions(file):
        asked += 1
        found = looked_up(app, caller, one.question)
        if found is None:
            continue
        row, support = found
        gold = [" ".join(span.strip("| ").split()) for span in one.gold_spans]
        right = any(row in span or span in row for span in gold)
        verdicts.append((support, "" if right else f"{one.question} -> {one.answer}, not: {row}"))
    report(f"{file.name}, {asked} questions", verdicts)


def of_home(app: App, caller: Caller) -> None:
    """Print the same for questions made from the tables of a home, with and without an answer."""
    read = documents(app.store, caller, today=date.today().isoformat())
    by_document = {one.uri: list(cells_of(app, one)) for one in read}
    known = {uri: cells for uri, cells in by_document.items() if cells}
    chance = random.Random(SEED)
    verdicts, misled = [], []
    for _ in range(QUESTIONS):
        uri, other = chance.sample(sorted(known), 2)
        cell, strange = chance.choice(known[uri]), chance.choice(known[other])
        wording = chance.choice(WORDINGS)
        question = wording.format(row=cell.row, column=cell.column)
        found = looked_up(app, caller, question)
        if found is not None:
            right = found[0] == cell.whole
            verdicts.append((found[1], "" if right else f"{question} -> {cell.whole}, not: {found[0]}"))
        question = wording.format(row=cell.row, column=strange.column)
        found = looked_up(app, caller, question)
        if found is not None:
            misled.append((found[1], f"{question} -> {found[0]}"))
    report(f"{len(known)} documents with tables, {QUESTIONS} questions with an answer", verdicts)
    report(f"{QUESTIONS} questions without one (each row looked up is wrong)", misled)


def cells_of(app: App, version: StoredVersion) -> Iterator[Cell]:
    """Yield what can be asked of a document's tables: rows with a name of their own, columns with a header."""
    document = app.store.document(version)
    for block in document.blocks:
        if block.table is None:
            continue
        grid = {(one.row, one.column): one for one in block.table.cells}
        said = {place: " ".join(document.text[one.start : one.end].split()) for place, one in grid.items()}
        names = [name for (row, column), name in said.items() if column == 0 and row > 0]
        for (row, column), value in said.items():
            name, header = said.get((row, 0), ""), said.get((0, column), "")
            if not (column and row and value and content(name) and content(header)) or names.count(name) > 1:
                continue
            if grid[row, column].is_header or not grid.get((0, column), grid[row, column]).is_header:
                continue
            line = [one for (other, _), one in grid.items() if other == row]
            whole = document.text[min(one.start for one in line) : max(one.end for one in line)]
            yield Cell(row=name, whole=" ".join(whole.split()), column=header)


def looked_up(app: App, caller: Caller, question: str) -> tuple[str, float] | None:
    """Return the row that is looked up for a question among all that search finds and its support, None for none."""
    found = search(app.run_log, Inquiry(question=Sealed(question)), caller, asking_tools(app))
    row = row_and_support(question, found.packets)
    return None if row is None else (" ".join(row[0].text.split()), row[1])


def report(of: str, verdicts: Verdicts) -> None:
    """Print how many rows each rule found and the share of right ones with its exact 95 % interval."""
    for rule, mine in (("looked up", True), ("named", False)):
        faults = [fault for support, fault in verdicts if (support == LOOKED_UP) is mine]
        right = faults.count("")
        low, high = clopper_pearson(right, len(faults)) if faults else (0.0, 1.0)
        print(f"{of}: {len(faults)} {rule}, {right} right [{low:.3f}, {high:.3f}]")
        for fault in filter(None, faults):
            print(f"  {fault}")


def main() -> None:
    """Measure on what was named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--questions", type=Path)
    chosen = parser.parse_args()
    if chosen.data:
        of_wtq(chosen.data / "dev")
    if chosen.home:
        app = open_app(chosen.home, read_settings(chosen.home, os.environ))
        caller = caller_of(app.settings.identity.mode, tenant=app.settings.identity.tenant)
        if chosen.questions:
            of_questions(app, caller, chosen.questions)
        else:
            of_home(app, caller)


if __name__ == "__main__":
    main()
