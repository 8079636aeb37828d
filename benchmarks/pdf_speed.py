"""Pages of text PDFs per CPU second of a parser process, and the most memory one such process needs.

Each file is read in a fresh process, as a worker of the pool reads it. CPU seconds rather than wall time, so that other
work on the machine doesn't count: two workers on two free cores read twice as many pages in a second.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "data" / "fixtures"
NAMES = (
    "debian__debmake-doc.de.pdf",
    "py-pdf__GeoTopo-komprimiert.pdf",
    "allenai__2020.acl-main.447.pdf",
    "allenai__2023.eacl-main.121.pdf",
    "jsvine__federal-register-2020-17221.pdf",
    "tabulapdf__eu-004.pdf",
)
READ = """
import resource, sys, time
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
data = open(sys.argv[1], "rb").read()
parse(b"Some warm words.", name="warm.txt", limits=Limits())
begun = time.process_time()
document = parse(data, name="a.pdf", limits=Limits())
print(len(document.pages), time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def main() -> None:
    """Print pages per CPU second and memory per file, and over all files."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pdf", nargs="*", type=Path)
    pages = seconds = most = 0.0
    for path in options.parse_args().pdf or [FIXTURES / name for name in NAMES]:
        done = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
        count, spent, memory = map(float, done.stdout.split())
        pages, seconds, most = pages + count, seconds + spent, max(most, memory)
        print(f"{path.name}\t{count:.0f} pages\t{count / spent:.1f} pages per CPU second\t{memory / 1e6:.0f} MB")
    print(f"pages {pages:.0f}  per CPU second {pages / seconds:.1f}  most memory {most / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
