"""`aver documents image`: the cited place is marked on its page, on the bytes that were ingested and no others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import aver as package
from aver.testing import HashEmbedder
from tests.cli.asking_home import aver

SHEET = Path(package.__file__).parent / "demo/corpus/datasheets/ns-r200-en.pdf"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("image")
    (made / "docs").mkdir()
    shutil.copy(SHEET, made / "docs/sheet.pdf")
    (made / "docs/notes.md").write_text("# Notes\n\nNothing to draw.\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(made / "config"))
        patch.setenv("AVER_HOME", str(made / "home"))
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        assert aver("init").status == 0
        assert aver("ingest", str(made / "docs")).status == 0
        yield made


def draw(folder: Path, *words: str, file: str = "docs/sheet.pdf", name: str = "sheet.pdf"):  # type: ignore[no-untyped-def]
    return aver("documents", "image", name, "--file", str(folder / file), "--out", str(folder / "page.png"), *words)


def test_the_span_of_a_citation_is_marked_on_its_page(folder: Path) -> None:
    (found, *_) = aver("search", "Throughput per hour", "--json").json["packets"]
    place = found["citation_coordinates"]
    span = f"{place['span']['start']}:{place['span']['end']}"
    said = draw(folder, "--span", span, "--json")
    assert said.status == 0, said.err
    assert said.json["page"] == place["page_number"] and said.json["regions"]
    marked = (folder / "page.png").read_bytes()
    assert draw(folder, "--page", str(place["page_number"])).status == 0
    plain = (folder / "page.png").read_bytes()
    assert marked.startswith(b"\x89PNG") and plain.startswith(b"\x89PNG") and marked != plain


def test_other_bytes_than_those_ingested_are_not_drawn_on(folder: Path) -> None:
    (folder / "changed.pdf").write_bytes(SHEET.read_bytes() + b"\n")
    said = draw(folder, "--page", "1", file="changed.pdf")
    assert said.status == 1 and "made from these bytes" in said.err


def test_a_page_that_is_not_there_and_a_file_without_pages_are_said_so(folder: Path) -> None:
    assert "has no page 99" in draw(folder, "--page", "99").err
    assert "Only pages of PDFs" in draw(folder, file="docs/notes.md", name="notes.md").err
    assert "START:END" in draw(folder, "--span", "9:3").err


def test_a_document_of_somebody_else_is_not_found(folder: Path) -> None:
    said = draw(folder, "--page", "1", "--as", "eve")
    assert said.status == 1 and "no document" in said.err
