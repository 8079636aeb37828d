"""Bold paragraphs head what follows them, whatever the format (A2, E6)."""

from __future__ import annotations

import io

import docx
import pytest
from document_checks import assert_wellformed, of_kind

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document

LABEL, ITEM = "What we do not cover", "Jewellery left in a car."


def read(data: bytes, name: str) -> Document:
    document = parse(data, name=name, limits=Limits())
    assert_wellformed(document)
    return document


def as_docx(paragraphs: list[tuple[str, bool]]) -> bytes:
    """Return a Word document of paragraphs, in bold or not."""
    made = docx.Document()
    for text, bold in paragraphs:
        made.add_paragraph().add_run(text).bold = bold
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cover.md", f"**{LABEL}**\n\n{ITEM}\n".encode()),
        ("cover.md", f"# Cover\n\n__{LABEL}__\n\n{ITEM}\n".encode()),
        ("cover.html", f"<p><b>{LABEL}</b></p><p>{ITEM}</p>".encode()),
        ("cover.html", f"<div> <strong>{LABEL}</strong> </div><ul><li>{ITEM}</li></ul>".encode()),
        ("cover.docx", as_docx([(LABEL, True), (ITEM, False)])),
    ],
)
def test_what_is_in_bold_alone_heads_what_follows(name: str, data: bytes) -> None:
    document = read(data, name)
    assert of_kind(document, BlockKind.HEADING)[-1] == LABEL
    sections = [block for block in document.blocks if block.kind is BlockKind.SECTION]
    headed = document.text[sections[-1].start : sections[-1].end]
    assert LABEL in headed
    assert headed.endswith(ITEM)


@pytest.mark.parametrize(
    "text",
    [
        f"**{LABEL}** and more\n\n{ITEM}\n",
        f"**{LABEL}.**\n\n{ITEM}\n",
        f"**{LABEL}**\n{ITEM}\n",
        f"{ITEM}\n\n**{LABEL}**\n",
        f"**{LABEL}**\n\n# Cover\n\n{ITEM}\n",
        f"**{LABEL}**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        f"**{LABEL}:**\n\n- {ITEM}\n- Cash.\n",
        f"**{LABEL}**\n\n- {ITEM}\n- Cash.\n\nThe price is 40 pounds.\n",
        f"**{LABEL}** **at all**\n\n{ITEM}\n",
        f"> **{LABEL}**\n>\n> {ITEM}\n",
        f"**{'word ' * 30}**\n\n{ITEM}\n",
        f"**12**\n\n{ITEM}\n",
    ],
)
def test_nothing_else_in_bold_is_a_heading(text: str) -> None:
    found = of_kind(read(text.encode(), "cover.md"), BlockKind.HEADING)
    assert [one for one in found if one != "Cover"] == []


def test_labels_of_one_section_stand_side_by_side_and_give_no_title() -> None:
    document = read(b"Intro.\n\n## Cover\n\n**Yes**\n\nFire.\n\n**No**\n\nPets.\n\n## Price\n\nTen.\n", "cover.md")
    levels = [(document.text[b.start : b.end], b.level) for b in document.blocks if b.kind is BlockKind.HEADING]
    assert levels == [("Cover", 2), ("Yes", 3), ("No", 3), ("Price", 2)]
    assert read(f"**{LABEL}**\n\n{ITEM}\n".encode(), "cover.md").title == "cover"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("**Yes**\n\n- fire\n\n**No**\n\n- pets\n", ["Yes", "No"]),
        ("**Yes**\n\n- fire\n\n**No**\n\n- pets\n\nThe price is 40 pounds.\n", []),
        ("**Yes:**\n\n- fire\n\n**No**\n\n- pets\n", []),
        ("**Yes**\n\nFire.\n\n**No**\n\n- pets\n\nThe price is 40 pounds.\n", ["Yes", "No"]),
        ("Intro.\n\n**Yes**\n\n- fire\n\n# Price\n\nTen.\n", ["Yes", "Price"]),
    ],
)
def test_labels_before_lists_lead_into_them_where_the_text_goes_on(text: str, headings: list[str]) -> None:
    assert of_kind(read(text.encode(), "cover.md"), BlockKind.HEADING) == headings
