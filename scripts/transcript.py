"""Run the demonstration and keep what it shows: a picture in docs/demo.svg and a block of text in README.md.

    python scripts/transcript.py            # write both
    python scripts/transcript.py --check    # fail where README.md shows something else

Nothing in it depends on the day or the folder. Scores may differ in the last digit between kinds of CPU, and with them
which of two equally bad sentences the baseline passes off. So `--check` compares everything but those digits, of the
baseline's panel only how it was judged.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import re
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from aver.demo.run import demonstrate

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
PICTURE = ROOT / "docs" / "demo.svg"
BEGIN, END = "<!-- demo:begin -->", "<!-- demo:end -->"
WIDTH = 110

_CONFIDENCE = re.compile(r"\d\.\d\d")
_TWO_PANELS = re.compile(r"^(?P<baseline>[│╭╰].{52}[│╮╯]| {54}) (?=[│╭╰])")
_JUDGED = re.compile(r"[✓✗–] .*\w")
_FETCHED_FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
_FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def recorded() -> Console:
    """Return a console that has shown the demonstration, run in a folder of its own."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        os.chdir(folder)
        demonstrate(Path(".aver"), console)
        os.chdir(ROOT)
    return console


def block_of(text: str) -> str:
    """Return the README block: markers around what `make demo` prints."""
    lines = "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))
    return f"{BEGIN}\n```text\n$ make demo\n{lines}\n```\n{END}"


def replaced(readme: str, block: str) -> str:
    """Return the README with `block` between its markers. Raises ValueError where they are missing."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md needs the lines {BEGIN} and {END}")
    return f"{before}{block}{after}"


def same(one: str, other: str) -> bool:
    """Whether two blocks show the same but for the digits of confidences and what the baseline quotes."""
    return _told(one) == _told(other)


def _told(block: str) -> tuple[list[str], list[str]]:
    """Return how the baseline was judged, and the lines of everything else, frames and blank lines left out."""
    lines = _CONFIDENCE.sub("0.00", block).splitlines()
    beside = [(line, _TWO_PANELS.match(line)) for line in lines]
    judged = [found for _, panels in beside if panels for found in _JUDGED.findall(panels["baseline"])]
    rest = [(line[panels.end() :] if panels else line).strip("│╭╮╰╯─ ") for line, panels in beside]
    return judged, [line for line in rest if line]


def main() -> int:
    """Write or check, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where README.md differs")
    check = parser.parse_args().check
    console = recorded()
    readme = README.read_text(encoding="utf-8")
    wanted = replaced(readme, block_of(console.export_text(clear=False)))
    if check:
        if not same(readme, wanted):
            sys.stdout.writelines(difflib.unified_diff(readme.splitlines(True), wanted.splitlines(True), "README.md"))
            print("README.md does not show what the demonstration shows; run scripts/transcript.py")
        return int(not same(readme, wanted))
    README.write_text(wanted, encoding="utf-8")
    svg = console.export_svg(title="make demo", unique_id="aver-demo")
    PICTURE.write_text(_FETCHED_FONT.sub("", svg).replace("Fira Code, monospace", _FONTS), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
