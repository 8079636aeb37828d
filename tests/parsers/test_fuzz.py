"""Fuzzing every parser in its child process for 50 seconds each in the deep profile (11 minutes), else 5.

Whole files, made here and taken from the fixtures where those are at hand, are damaged at random: bytes changed, cut,
repeated, moved and replaced by what the format finds meaningful; in packages, inside one member. Whatever comes out is
a well-formed document or a typed error that names the file. A fault of our own code ("the parser failed") fails the
test with the seed that finds it again.
"""

from __future__ import annotations

import io
import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import docx
import pptx
import pytest
import xlsxwriter
from document_checks import assert_wellformed
from hostile_files import WORDS, page, pdf
from office_files import edited, members_of
from tests.depth import deep

from aver.errors import UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.sandbox import ParserPool

pytestmark = pytest.mark.deep

SECONDS = deep(50) if os.environ.get("AVER_TEST_PROFILE") == "deep" else 5
FIXTURES = Path(__file__).resolve().parents[3] / "shared" / "data" / "fixtures"
LARGEST = 400_000
PACKAGES = frozenset({"docx", "xlsx", "pptx"})
TOKENS = {
    "pdf": "endobj|stream|endstream|/Kids[3 0 R]|/Length -1|<<|>>|[|999999999|/Type/Page|(|)|0 0 R|Do|Tj|BT|q",
    "office": "<w:p>|</w:p>|<w:tbl>|<a:tc>|<c>|</row>|-1|999999999|&#0;|<!--|]]>|rId1|A1:XFD9|<w:vMerge/>",
    "html": "<table>|<tr>|<td rowspan=9>|</table>|<ul>|<li>|<p>|</div>|<!--|-->|&#0;|&nbsp;|<h1>|<pre>|<svg>",
    "md": "# |> |- |1. |```|---|| a | b ||\n|---|---|\n|[^1]: |<div>|\n\n|    |**|_|{% x %}",
    "rst": "====|::|.. |.. list-table::|+--+|=== ===|:f: |* |\n|\n\n|   |``|__ |>>> ",
    "csv": '"|,|;|\t|\n|""|sep=;|-1|1e999',
    "json": '{|}|[|]|,|:|"|null|1e999|\\ud800|-|true',
    "eml": "From: |\n\n|--b|Content-Type: |multipart/mixed; boundary=b|message/rfc822|base64|=?utf-8?q?|;|charset=x",
    "code": 'def f():|class A:|{|}|(|)|/*|*/|\'|"""|\n    |\t|#ifdef|//',
}


def made() -> dict[str, bytes]:
    """One small whole file of each format."""
    word, book, deck = docx.Document(), io.BytesIO(), pptx.Presentation()
    word.add_heading("Leave", 1)
    word.add_paragraph("Employees have thirty days.", style="List Bullet")
    word.add_table(2, 2).cell(0, 0).text = "Days"
    with xlsxwriter.Workbook(book, {"in_memory": True}) as opened:
        sheet = opened.add_worksheet("Sales")
        for place, value in enumerate(("Region", "2025", "North", 1.5)):
            sheet.write(place // 2, place % 2, value)
        sheet.merge_range(4, 0, 4, 1, "Source: own")
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Goals", "First\nSecond"
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    return {
        "pdf": pdf(*page(WORDS)),
        "docx": _saved(word),
        "xlsx": book.getvalue(),
        "pptx": _saved(deck),
        "html": b"<h1>Leave</h1><p>Thirty days.</p><table><tr><th>a<td>1</table><ul><li>x<li>y</ul>",
        "md": f"---\ntitle: Leave\n---\n\n# Leave\n\n- one\n  - two\n\n{table}\n```py\nx = 1\n```\n".encode(),
        "rst": b"Leave\n=====\n\n:a: b\n\n* one\n\n=== ===\n a   b\n=== ===\n 1   2\n=== ===\n\n.. code::\n\n   x\n",
        "csv": b'Name;Days\n"Meyer; A.";30\nSchulz;28\n',
        "json": json.dumps({"leave": [{"days": 30, "who": "all"}, {"days": 28}]}, indent=1).encode(),
        "eml": b'From: a@b.c\nSubject: x\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n\nHello\n--b\n'
        b"Content-Disposition: attachment; filename=a.csv\n\na;b\n1;2\n--b--\n",
        "txt": "Größe und Länge.\n\n1. Erstens\n\nTITLE\n\nMore text.\n".encode(),
        "py": b'"""Doc."""\n\nclass A:\n    def f(self):\n        return (1, "x")\n',
        "js": b"export function f(a) { return { b: [a, '}'] } }\nclass C { m() {} }\n",
    }


def _saved(made_by: object) -> bytes:
    out = io.BytesIO()
    made_by.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def samples(suffix: str) -> list[bytes]:
    """What is damaged: the file made above and the fixtures of this format that are small enough."""
    found = sorted(FIXTURES.glob(f"*.{suffix}")) if FIXTURES.is_dir() else []
    return [made()[suffix], *(path.read_bytes() for path in found if path.stat().st_size <= LARGEST)]


def damaged(data: bytes, chance: random.Random, suffix: str) -> bytes:
    """The file with one to twenty wounds; in a package they are all in one member."""
    if suffix not in PACKAGES or chance.random() < 0.2:
        return _wounded(data, chance, suffix if suffix in TOKENS else "code")
    try:
        members = sorted(members_of(data))
    except Exception:
        return data
    member = chance.choice([name for name in members if name.endswith((".xml", ".rels"))])
    return edited(data, member, lambda content: _wounded(content, chance, "office"))


def _wounded(data: bytes, chance: random.Random, tokens: str) -> bytes:
    body, known = bytearray(data), TOKENS.get(tokens, TOKENS["code"]).split("|")
    for _ in range(chance.choice((1, 1, 3, 20))):
        at, size = chance.randrange(len(body) + 1), chance.randrange(1, 60)
        match chance.randrange(6):
            case 0:
                body[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del body[at : at + size]
            case 2:
                body[at:at] = body[at : at + size] * chance.choice((1, 2, 300))
            case 3:
                body[at : at + chance.choice((0, 3))] = chance.choice(known).encode()
            case 4:
                body[at:at] = chance.choice(known).encode() * chance.choice((2, 40, 3_000))
            case _:
                other = chance.randrange(len(body) + 1)
                body[at:at] = body[other : other + size]
    return bytes(body)


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(workers=1, limits=Limits(max_seconds=20.0, max_memory=1_000_000_000)) as opened:
        yield opened


@pytest.mark.parametrize("suffix", sorted(made()))
def test_damaged_files_give_a_wellformed_document_or_a_typed_error(pool: ParserPool, suffix: str) -> None:
    whole, name = samples(suffix), f"damaged.{suffix}"
    until, seed = time.monotonic() + SECONDS, 0
    while time.monotonic() < until or seed < 3:
        chance = random.Random(f"{suffix} {seed}")
        data = damaged(chance.choice(whole), chance, suffix)
        try:
            document = pool.parse(data, name=name)
        except UnreadableDocument as refused:
            assert name in refused.message and "the parser failed" not in refused.message, (seed, refused.message)
        else:
            if suffix != "pdf":
                assert_wellformed(document)
        seed += 1
