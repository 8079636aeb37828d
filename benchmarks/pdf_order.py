"""Whether pages in columns are read in the order in which a person reads them.

The regions below were set by eye on the rendered pages: running text only, in reading order, without page furniture,
figures and footnotes. Every line in them with twelve letters or more that stands once on its page is looked up in the
canonical text; a pair of consecutive lines is right when the second stands after the first. A line that cannot be
found makes its pairs wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import pairwise
from pathlib import Path

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.parsers.pdf.lines import lines_of
from aver.parsers.pdf.source import SourcePage, read_source
from aver.parsers.pdf.words import Box

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "data" / "fixtures"
LETTERS = 12

ACL, EACL = "allenai__2020.acl-main.447.pdf", "allenai__2023.eacl-main.121.pdf"
REGISTER, MULTI = "jsvine__federal-register-2020-17221.pdf", "py-pdf__multicolumn.pdf"
PAGES: tuple[tuple[str, int, tuple[Box, ...]], ...] = (
    (ACL, 1, ((60, 65, 535, 90), (60, 220, 297, 720), (300, 433, 535, 710))),
    (ACL, 3, ((60, 60, 297, 709), (300, 60, 535, 740))),
    (ACL, 9, ((60, 60, 297, 741), (300, 60, 537, 775))),
    (EACL, 1, ((60, 70, 535, 108), (60, 210, 297, 730), (300, 210, 537, 775))),
    (EACL, 4, ((60, 60, 297, 722), (300, 60, 537, 708))),
    (REGISTER, 1, ((42, 118, 214, 745), (219, 118, 393, 745), (397, 118, 570, 745))),
    (REGISTER, 2, ((42, 54, 214, 384), (219, 54, 393, 430), (397, 54, 570, 535))),
    (MULTI, 1, ((65, 240, 304, 680), (306, 240, 545, 680))),
)


def lines_in_order(page: SourcePage, regions: tuple[Box, ...]) -> list[str]:
    """Return the longer lines of the regions, region by region, top to bottom, each only once on the page."""
    found = [
        " ".join(line.text.split())
        for region in regions
        for line in lines_of(word for word in page.words if _inside(word.centre, region))
    ]
    seen = Counter(found)
    return [line for line in found if sum(c.isalpha() for c in line) >= LETTERS and seen[line] == 1]


def _inside(point: tuple[float, float], region: Box) -> bool:
    return region[0] <= point[0] <= region[2] and region[1] <= point[1] <= region[3]


def score(path: Path, number: int, regions: tuple[Box, ...]) -> tuple[int, int, list[str]]:
    """Return how many pairs of lines stand in order, how many there are, and the lines that begin a wrong pair."""
    data = path.read_bytes()
    lines = lines_in_order(read_source(data, limits=Limits()).pages[number - 1], regions)
    document = parse_pdf(data, limits=Limits())
    page = document.pages[number - 1]
    text = " ".join(document.text[page.start : page.end].split())
    wrong = [a for a, b in pairwise(lines) if not 0 <= text.find(a) < text.find(b)]
    return len(lines) - 1 - len(wrong), len(lines) - 1, wrong


def main() -> None:
    """Score every page and print the share of pairs in order."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fixtures", type=Path, default=FIXTURES)
    options.add_argument("--each", action="store_true", help="print the lines that begin a wrong pair")
    chosen = options.parse_args()
    right = pairs = 0
    for name, number, regions in PAGES:
        good, count, wrong = score(chosen.fixtures / name, number, regions)
        right, pairs = right + good, pairs + count
        print(f"{name} page {number}\t{good} of {count}")
        if chosen.each:
            print("".join(f"    {line}\n" for line in wrong), end="")
    print(f"pages {len(PAGES)}  pairs {pairs}  in order {right / pairs:.4f}")


if __name__ == "__main__":
    main()
