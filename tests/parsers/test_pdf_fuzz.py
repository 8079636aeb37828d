"""Damaged PDFs give a document or a typed error, never another exception; PDFium itself runs in a child with limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.depth import the_rest_deep

MUTATE = """
import random, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))
from aver.errors import AverError
from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf

original = open(sys.argv[1], "rb").read()
parsed = refused = 0
for seed in range(int(sys.argv[2])):
    chance = random.Random(seed)
    data = bytearray(original)
    for _ in range(chance.choice((1, 4, 30))):
        place = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[place] = chance.randrange(256)
            case 1:
                del data[place : place + chance.randrange(1, 200)]
            case 2:
                data[place:place] = data[place : place + chance.randrange(1, 200)]
            case _:
                data[place : place + 4] = b"9999"
    try:
        document = parse_pdf(bytes(data), limits=Limits())
    except AverError as error:
        assert error.hint
        refused += 1
    else:
        for block in document.blocks:
            assert 0 <= block.start < block.end <= len(document.text)
        parsed += 1
print(parsed, refused)
"""


@pytest.mark.parametrize(
    "name",
    the_rest_deep(["tabulapdf__us-005.pdf", "docling-project__code_and_formula.pdf", "py-pdf__pdflatex-outline.pdf"]),
)
def test_a_damaged_pdf_is_parsed_or_refused_with_a_typed_error(shared: Path, name: str) -> None:
    path = shared / "data" / "fixtures" / name
    done = subprocess.run(
        [sys.executable, "-c", MUTATE, str(path), "60"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    parsed, refused = map(int, done.stdout.split())
    assert parsed + refused == 60 and parsed > 0
