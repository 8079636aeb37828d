"""The demonstration corpus says what its questions claim, and breaks what it was written to break."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from tokenizers import Tokenizer

from aver.values.governance import Classification

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "src" / "aver" / "demo"
CORPUS = DEMO / "corpus"
DATASHEETS = sorted(path.name for path in (CORPUS / "datasheets").iterdir())
TOKENIZER = ROOT / "packages" / "aver-models" / "src" / "aver_models" / "embedder" / "tokenizer.json"

SEVEN = {
    "steelman",
    "welded half-truths",
    "transparent-object wall",
    "computed value",
    "superseded rule",
    "restricted page",
    "unanswerable",
}
KINDS = {
    "trap",
    "control",
    "fact",
    "table",
    "exception",
    "superseded",
    "multihop",
    "unanswerable",
    "offtopic",
    "ambiguous",
}
OUTCOMES = {"ANSWER", "REDIRECT", "CLARIFY", "ABSTAIN", "ESCALATE"}


def questions() -> list[dict[str, Any]]:
    lines = (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def visible(relative: str) -> str:
    """The text of a document as its reader sees it, one printed line per line."""
    path = CORPUS / relative
    if path.suffix != ".pdf":
        return path.read_text(encoding="utf-8")
    with pypdfium2.PdfDocument(path) as pdf:
        return "\n".join(page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pdf)


def everything_outside(folder: str) -> str:
    paths = [path for path in CORPUS.rglob("*") if path.is_file() and not path.is_relative_to(CORPUS / folder)]
    return "\n".join(visible(str(path.relative_to(CORPUS))) for path in sorted(paths))


@pytest.mark.parametrize("question", questions(), ids=lambda question: str(question["id"]))
def test_every_span_of_a_question_stands_verbatim_in_one_of_its_documents(question: dict[str, Any]) -> None:
    spans = [*question["gold_spans"], *question["refuting_spans"]]
    spans += [question["lure_span"]] if question["lure_span"] else []
    texts = [visible(document) for document in question["docs"]]
    assert [span for span in spans if not any(span in text for text in texts)] == []
    assert spans or question["expected_decision"] != "ANSWER"


def test_the_questions_cover_every_kind_and_the_seven_of_the_demo() -> None:
    rows = questions()
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["kind"] for row in rows} == KINDS
    assert {row["expected_decision"] for row in rows} == OUTCOMES
    assert sorted(row["demo"] for row in rows if "demo" in row) == sorted(SEVEN)
    assert {row["doc"] for row in rows if row["doc"]} <= {
        path.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("size", [510, 512])
def test_a_fixed_window_cuts_the_refund_table_between_its_two_body_rows(size: int) -> None:
    text = visible("help-centre/refunds.md")
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    offsets = tokenizer.encode(text, add_special_tokens=False).offsets
    head, rest = text[: offsets[size - 1][1]], text[offsets[size][0] :]
    assert "Refund policy" in head
    assert head.rstrip().endswith(("Request a refund |", "Request a refund |\n| Annual"))
    assert "14 days from the date of payment" in head
    assert "Non-refundable" not in head
    assert rest.startswith(("| Annual | Non-refundable", "| Non-refundable"))
    assert "14 days" not in rest


@pytest.mark.parametrize(
    ("old", "link", "new"),
    [
        ("policies/travel-expenses-2022.md", "superseded_by: (.+)", "policies/travel-expenses-2025.md"),
        ("policies/data-retention-2021.rst", ":Superseded-By: (.+)", "policies/data-retention.rst"),
    ],
)
def test_a_superseded_policy_names_its_successor_relative_to_itself(old: str, link: str, new: str) -> None:
    text = visible(old)
    found = re.search(link, text)
    assert found is not None
    assert (CORPUS / old).parent / found[1] == CORPUS / new
    assert re.search("(?im)^:?status: superseded$", text)
    assert re.search("(?im)^:?status: active$", visible(new))


@pytest.mark.parametrize(
    ("folder", "secrets"),
    [
        ("restricted/hr", ("salary band", "66,000", "82,000", "74,000", "top-up")),
        ("restricted/board", ("Kaltmoor", "Polarsken", "14.2 million", "acquisition")),
    ],
)
def test_a_restricted_answer_stands_nowhere_else(folder: str, secrets: tuple[str, ...]) -> None:
    rest = everything_outside(folder).lower()
    assert [secret for secret in secrets if secret.lower() in rest] == []


def test_the_computed_value_and_the_unanswerable_topics_stand_nowhere() -> None:
    everything = everything_outside("none").lower()
    absent = ("480,000", "480.000", "480000", "universit", "battery", "batterie", "parcel service")
    assert [word for word in absent if word in everything] == []


def test_every_file_is_covered_by_a_rule_and_every_rule_covers_a_file() -> None:
    rules = tomllib.loads((DEMO / "meta.toml").read_text(encoding="utf-8"))["rule"]
    for rule in rules:
        assert any(path.is_file() for path in CORPUS.glob(f"{rule['glob']}/*")), rule["glob"]
        assert rule.get("classification", "internal").upper() in Classification.__members__
        assert 0 <= rule["authority"] <= 1
    assert rules[0]["glob"] == "**"
    closed = {rule["glob"]: rule["readers"] for rule in rules[1:] if "readers" in rule}
    assert closed == {"restricted/hr/**": ["group:hr"], "restricted/board/**": ["group:board"]}


def test_the_throughput_of_every_product_is_belt_speed_divided_by_pitch() -> None:
    fastest = {"NS-R200": 2.0, "NS-C300": 1.5, "NS-C300-L": 1.0}
    for source in sorted((ROOT / "scripts" / "demo_datasheets").glob("*.toml")):
        blocks = [b for s in tomllib.loads(source.read_text(encoding="utf-8"))["sections"] for b in s["blocks"]]
        table = next(b for b in blocks if b["kind"] == "table" and "/h)" in b["header"][-1])
        for row in table["rows"]:
            for header, cell in zip(table["header"][2:], row[2:], strict=True):
                speed = fastest[re.split("[ ,]", header)[0]]
                assert int(re.sub("[.,]", "", cell)) == round(speed * 3_600_000 / int(row[0])), (source.name, row)


@pytest.mark.parametrize("name", DATASHEETS)
def test_a_datasheet_has_a_title_an_outline_and_numbered_pages(name: str) -> None:
    with pypdfium2.PdfDocument(CORPUS / "datasheets" / name) as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
        outline = [(entry.get_title(), entry.get_dest().get_index()) for entry in pdf.get_toc()]
        title = pdf.get_metadata_dict()["Title"]
    assert title.startswith(name[:7].upper())
    assert 2 <= len(pages) <= 4
    assert [heading.split()[0] for heading, _ in outline] == list("1234567")
    assert all(heading in pages[page] for heading, page in outline)
    for number, text in enumerate(pages, start=1):
        assert re.search(rf"(Page {number} of|Seite {number} von) {len(pages)}", text)


def test_the_datasheets_are_byte_identical_when_set_again(tmp_path: Path) -> None:
    reportlab = pytest.importorskip("reportlab", reason="reportlab is needed to set the datasheets again")
    for name in DATASHEETS:
        with pypdfium2.PdfDocument(CORPUS / "datasheets" / name) as pdf:
            producer = pdf.get_metadata_dict()["Producer"]
        if producer != f"ReportLab {reportlab.__version__}":
            pytest.skip(f"{name} was set with {producer}; here is {reportlab.__version__}")
    script = ROOT / "scripts" / "build_demo_pdfs.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, capture_output=True, timeout=120)
    assert sorted(path.name for path in tmp_path.iterdir()) == DATASHEETS
    for name in DATASHEETS:
        assert (tmp_path / name).read_bytes() == (CORPUS / "datasheets" / name).read_bytes(), name
