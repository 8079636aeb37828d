"""Every page that a page or a message of the program sends its reader to is there (N2)."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "packages", "training")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
_LINK = re.compile(r"\]\((?P<file>[^)#\s:]*)(?:#(?P<heading>[^)\s]+))?\)")
_NAMED = re.compile(r"\bdocs/[\w/-]+\.md\b")
_MARKS = str.maketrans("", "", string.punctuation.replace("-", "").replace("_", ""))


def links_of(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield the file and the heading, "" for none, of each link to a file of the repository."""
    for found in _LINK.finditer(page.read_text(encoding="utf-8")):
        yield (page.parent / found["file"] if found["file"] else page), found["heading"] or ""


def headings_of(page: Path) -> set[str]:
    """Return the anchors that a forge gives the headings of `page`."""
    lines = page.read_text(encoding="utf-8").splitlines()
    titles = (line.lstrip("#").strip() for line in lines if re.match(r"#{1,6} ", line))
    return {title.casefold().translate(_MARKS).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    lost = [file for file, _ in links_of(page) if not file.exists()]
    astray = [(file, name) for file, name in links_of(page) if name and file.exists() and name not in headings_of(file)]
    assert (lost, astray) == ([], [])


def test_every_page_that_the_program_names_is_there() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "packages").rglob("*.py")]
    named = {name for source in sources for name in _NAMED.findall(source.read_text(encoding="utf-8"))}
    assert named and [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Two (B3) words\n[here](#two-b3-words) [there](gone.md#x) [away](https://example.org)")
    assert list(links_of(page)) == [(page, "two-b3-words"), (tmp_path / "gone.md", "x")]
    assert headings_of(page) == {"two-b3-words"}
