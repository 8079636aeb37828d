"""Write docs/configuration.md from the settings as the code knows them.

    python scripts/configuration.py            # write it
    python scripts/configuration.py --check    # write nothing; exit 1 where it says something else

Every key, type, default, range, variable and meaning is read off the dataclasses of `aver.config`.
"""

from __future__ import annotations

import argparse
import difflib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from aver.config import BESIDE_SETTINGS, BY_TENANT, FILE, allowed_words, sections, variable_of

PAGE = Path(__file__).resolve().parents[1] / "docs" / "configuration.md"
_KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}
_HEAD = f"""# Configuration

Made from the code by `python scripts/configuration.py`; `make lint` fails where it differs. Don't edit it.

`{FILE}` in the home sets what is below; `aver init` writes it with every setting at its default, as a comment. A
variable wins over the file, and what neither sets has its default. A key, section or value that isn't here is an error
that names the place and what is allowed. Changes hold for the next command, and for a service when it is started anew.

| variable | meaning |
|---|---|
"""


def page() -> str:
    """Return the page."""
    beside = {**BESIDE_SETTINGS, "XDG_CONFIG_HOME": "Its folder `aver` keeps the keys that sign runs; else ~/.config"}
    parts = [_HEAD + "\n".join(f"| `{name}` | {about} |" for name, about in beside.items())]
    parts += [_section(f"[{name}]", kind, name) for name, kind in sections().items()]
    parts += [_section(f"[{name}.TENANT]", kind, None) for name, kind in BY_TENANT.items()]
    return "\n\n".join(parts) + "\n"


def _section(heading: str, kind: type[Any], section: str | None) -> str:
    rows = "\n".join(_rows(kind, section))
    variable = "" if section is None else " variable |"
    rule = "" if section is None else "---|"
    about = inspect.getdoc(kind)
    return f"## {heading}\n\n{about}\n\n| key | kind | default |{variable} meaning |\n|---|---|---|{rule}---|\n{rows}"


def _rows(kind: type[Any], section: str | None) -> Iterator[str]:
    for one in fields(kind):
        variable = "" if section is None else f" `{variable_of(section, one.name)}` |"
        yield f"| `{one.name}` | {_kind(one)} | `{_shown(one.default)}` |{variable} {_cell(one.metadata['about'])} |"


def _kind(one: Field[Any]) -> str:
    return _cell(_KINDS[type(one.default)] + allowed_words(one))


def _shown(default: object) -> str:
    return f'"{default}"' if isinstance(default, str) else str(default)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write or check, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the page differs")
    wanted = page()
    if not parser.parse_args().check:
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    there = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    names = (str(PAGE), "what the code says")
    sys.stderr.writelines(difflib.unified_diff(there.splitlines(True), wanted.splitlines(True), *names, n=0))
    if there != wanted:
        sys.stderr.write("docs/configuration.md is out of date: python scripts/configuration.py\n")
    return int(there != wanted)


if __name__ == "__main__":
    sys.exit(main())
