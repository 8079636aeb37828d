"""`aver claims extract` and `aver review show`: from a datasheet to a page with its cited words marked (J1, J2)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import aver as package
from aver.testing import HashEmbedder
from tests.cli.asking_home import aver

SHEET = Path(package.__file__).parent / "demo/corpus/datasheets/ns-r200-en.pdf"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("extract")
    (made / "docs").mkdir()
    shutil.copy(SHEET, made / "docs/sheet.pdf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(made / "config"))
        patch.setenv("AVER_HOME", str(made / "home"))
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        assert aver("init").status == 0
        assert aver("ingest", str(made / "docs")).status == 0
        yield made


@pytest.fixture(scope="module")
def extracted(folder: Path) -> dict[str, Any]:
    said = aver("claims", "extract", "sheet.pdf", "--pack", "sensors", "--json")
    assert said.status == 0, said.err
    (found,) = said.json["documents"]
    return dict(found)


def of_kind(kind: str) -> dict[str, Any]:
    waiting = aver("review", "list", "--limit", "500", "--json").json["items"]
    return next(dict(one["claim"]) for one in waiting if one["claim"]["kind"] == kind)


@pytest.mark.deep
def test_a_datasheet_gives_candidates_of_several_kinds_and_gives_them_once(extracted: dict[str, Any]) -> None:
    assert extracted["kinds"]["redirect"] == 1 and extracted["kinds"]["needs_expert"] == 2
    assert sum(extracted["kinds"].values()) == len(extracted["proposed"]) > 20
    again = aver("claims", "extract", "--pack", "sensors")
    assert again.status == 0 and "Nothing new to review." in again.out and "proposed before" in again.out
    assert of_kind("redirect")["target"] == "NS-C300"


def test_an_ingest_that_extracts_is_suspended_until_its_claims_are_decided(
    folder: Path, extracted: dict[str, Any]
) -> None:
    (folder / "more").mkdir()
    (folder / "more/limits.md").write_text(
        "# NS-R200 retro-reflective sensor\n\nThe NS-R200 must not be used with film above 2 m/s, says this page.\n"
        "\nDo not operate the NS-R200 outdoors.\n"
    )
    said = aver("ingest", str(folder / "more"), "--extract", "sensors", "--json")
    assert said.status == 0, said.err
    names = said.json["claims"]["documents"][0]["proposed"]
    shown = aver("jobs", "show", said.json["job"], "--json").json
    assert (shown["state"], shown["detail"]) == ("suspended", f"{len(names)} claims wait for review")
    assert aver("jobs", "resume", said.json["job"]).status == 1
    assert aver("review", "accept", *names[:-1]).status == 0
    assert aver("jobs", "show", said.json["job"], "--json").json["state"] == "suspended"
    assert aver("review", "reject", names[-1], "--reason", "not so").status == 0
    done = aver("jobs", "show", said.json["job"], "--json").json
    assert done["state"] == "done"
    assert [one["step"] for one in done["events"]][-3:] == ["suspended", "resumed", "done"]


def test_a_pack_or_document_that_is_not_there_is_said_so(folder: Path) -> None:
    assert aver("claims", "extract", "--pack", "none").status == 1
    assert aver("ingest", str(folder / "docs"), "--extract", "none").status == 1
    assert aver("claims", "extract", "other.pdf", "--pack", "sensors").status == 1
    assert aver("claims", "extract").status == 2


def test_a_reviewer_sees_the_quote_in_its_place_and_the_page_with_it_marked(
    folder: Path, extracted: dict[str, Any]
) -> None:
    redirect = of_kind("redirect")
    said = aver("review", "show", redirect["claim_id"], "--image", str(folder / "page.png"), "--json")
    assert said.status == 0, said.err
    assert said.json["image"]["page"] == 1 and len(said.json["image"]["regions"]) == 1
    assert (folder / "page.png").read_bytes().startswith(b"\x89PNG")
    shown = aver("review", "show", redirect["claim_id"]).out
    assert f"[[{redirect['citations'][0]['quote']}]]" in shown


def test_a_page_is_drawn_from_the_bytes_that_were_ingested_and_no_others(
    folder: Path, extracted: dict[str, Any]
) -> None:
    name, image = of_kind("redirect")["claim_id"], ("--image", str(folder / "moved.png"))
    (folder / "docs/sheet.pdf").rename(folder / "elsewhere.pdf")
    gone = aver("review", "show", name, *image, "--json")
    assert (gone.status, gone.json["error"]["kind"]) == (1, "BadInput")
    (folder / "changed.pdf").write_bytes(SHEET.read_bytes() + b"\n")
    assert aver("review", "show", name, *image, "--file", str(folder / "changed.pdf")).status == 1
    assert not (folder / "moved.png").exists()
    assert aver("review", "show", name, *image, "--file", str(folder / "elsewhere.pdf")).status == 0
    (folder / "elsewhere.pdf").rename(folder / "docs/sheet.pdf")


def test_a_claim_of_others_is_not_shown(folder: Path, extracted: dict[str, Any]) -> None:
    said = aver("review", "show", of_kind("redirect")["claim_id"], "--as", "eve", "--json")
    assert (said.status, said.json["error"]["kind"]) == (1, "NotFound")


def test_what_stayed_open_is_shown_to_whoever_takes_the_item(folder: Path, extracted: dict[str, Any]) -> None:
    taken = aver("review", "next", "--count", "500").out
    assert "to settle: constraint? what “only” limits" in taken


def test_the_wall_of_the_sheet_is_offered_with_its_predicates(extracted: dict[str, Any]) -> None:
    assert extracted["kinds"]["constraint"] == 1
    assert of_kind("constraint")["forbids"] == "material in ['clear_glass', 'pet', 'film']"
