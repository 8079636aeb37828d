"""`python -m aver.demo`: what `make demo` runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from aver.cli.output import print_error
from aver.demo.run import demonstrate
from aver.demo.server import running
from aver.errors import AverError


def main() -> int:
    """Run the demonstration and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m aver.demo", description=demonstrate.__doc__)
    parser.add_argument("--home", type=Path, default=Path(".aver"), help="the home to use or make (./.aver)")
    parser.add_argument("--store", choices=("folder", "postgres"), default="folder", help="where its tables lie")
    asked = parser.parse_args()
    console = Console(file=sys.stdout)
    try:
        if asked.store == "folder":
            demonstrate(asked.home, console)
        else:
            with running() as url:
                demonstrate(asked.home, console, url=url)
    except AverError as error:
        print_error(error, as_json=False)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
