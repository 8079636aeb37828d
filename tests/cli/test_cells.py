"""A cell of a workbook keeps the name its sheet gives it, from the file to the citation of an answer (A2, H3)."""

from __future__ import annotations

import contextlib
import io
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import xlsxwriter

from aver.testing import HashEmbedder
from tests.cli.asking_home import SURE, aver

ROWS = [["Service level", "Reply in hours"], ["Silver mountain railway", 48], ["Golden mountain railway", 12]]
QUESTION = "Reply in hours of the golden mountain railway"


def workbook() -> bytes:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    sheet = book.add_worksheet("Service plans")
    for row, cells in enumerate(ROWS):
        for column, value in enumerate(cells):
            sheet.write(row + 3, column + 1, value)
    book.close()
    return buffer.getvalue()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("cells")
    (folder / "docs").mkdir()
    (folder / "docs" / "plans.xlsx").write_bytes(workbook())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("AVER_HOME", str(folder / "home"))
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        patch.setattr("aver.app.DEFAULT", SURE)
        patch.setattr("aver.app.WITHOUT_READER", SURE)
        assert aver("init").status == 0
        assert aver("ingest", str(folder / "docs")).status == 0
        yield folder


def test_a_packet_names_its_rectangle_and_every_cell_in_it(home: Path) -> None:
    (found,) = aver("search", QUESTION, "--json").json["packets"]
    assert found["citation_coordinates"]["table_cell_range"] == "'Service plans'!B4:C6"
    cells = {cell["name"]: cell["text"] for cell in found["content"]["structured_data"]["cells"]}
    assert cells["'Service plans'!C6"] == "12" and cells["'Service plans'!C4"] == "Reply in hours"


def test_an_answer_cites_the_row_and_its_header_by_their_names_in_the_sheet(home: Path) -> None:
    said = aver("ask", QUESTION, "--json")
    (claim,) = said.json["answer"]["claims"]
    cited = {citation["table_cell_range"]: citation["quote"] for citation in claim["citations"]}
    assert cited == {
        "'Service plans'!B6:C6": "Golden mountain railway | 12",
        "'Service plans'!B4:C4": "Service level | Reply in hours",
    }
    assert all("cell" in citation["levels"] for citation in claim["citations"])
    assert "'Service plans'!B6:C6" in aver("ask", QUESTION).out


def test_a_deleted_workbook_takes_the_names_of_its_sheets_along(home: Path) -> None:
    said = aver("ask", QUESTION, "--json").json
    assert said["answer"] is not None
    assert aver("documents", "delete", "plans.xlsx").status == 0
    shown = aver("runs", "show", said["run_id"], "--json")
    assert shown.status == 0 and "Service plans" not in shown.out
    with contextlib.closing(sqlite3.connect(home / "home" / "aver.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stored = b"".join(path.read_bytes() for path in (home / "home").rglob("*") if path.is_file())
    assert b"Service plans" not in stored
