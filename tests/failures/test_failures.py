"""Each failure family is got wrong by a naive pipeline and not by Aver, for the reason its page gives (section O)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from aver.evals.score import Judgement
from tests.failures.families import Family, families
from tests.failures.pages import pages
from tests.failures.playing import Played, a_home, play

pytestmark = pytest.mark.deep

DOCS = Path(__file__).resolve().parents[2] / "docs" / "failures"
SECTION_O = 25
HELD_TO = {"correct": Judgement.CORRECT, "withheld": Judgement.ABSTAINED}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Played]]:
    folder = tmp_path_factory.mktemp("failures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        with a_home(folder) as (app, session):
            yield {family.slug: play(family, app, session) for family in families()}


def scenarios(*, with_open: bool) -> list[object]:
    """The scenarios as parameters; an open one has to fail, with what is missing as the reason."""
    return [
        pytest.param(one, id=one.slug, marks=pytest.mark.xfail(strict=True, reason=one.open) if one.open else ())
        for one in families()
        if with_open or not one.open
    ]


@pytest.mark.parametrize("family", families(), ids=lambda family: str(family.slug))
def test_a_naive_pipeline_gets_it_wrong(family: Family, played: dict[str, Played]) -> None:
    naive = played[family.slug].naive
    assert naive.judgement is Judgement.WRONG
    assert family.naive_holds in "\n".join(packet.passage.text.text for packet in naive.packets)


@pytest.mark.parametrize("family", scenarios(with_open=True))
def test_aver_does_not_get_it_wrong(family: Family, played: dict[str, Played]) -> None:
    verified = played[family.slug].verified
    assert verified.judgement is HELD_TO[family.expected]
    assert verified.outcome == family.signs.outcome


@pytest.mark.parametrize("family", scenarios(with_open=False))
def test_the_signal_that_detects_it_is_in_the_run(family: Family, played: dict[str, Played]) -> None:
    one, signs = played[family.slug], family.signs
    verified = one.verified
    assert set(signs.reasons) <= set(verified.reasons)
    assert set(signs.failed) <= set(verified.failed)
    assert signs.draft in " ".join(" ".join(draft.split()) for draft in verified.drafts)
    assert one.drift == signs.drift
    shown = [
        " ".join(part.text for part in (p.passage.header, p.passage.text, p.passage.qualifier))
        for p in verified.packets
        if p.selected
    ]
    assert not signs.together or any(all(words in text for words in signs.together) for text in shown)
    assert not signs.dropped or signs.dropped in verified.dropped
    assert not signs.freshness or signs.freshness in {packet.passage.freshness for packet in verified.packets}
    assert not signs.flag or signs.flag in {flag for packet in verified.packets for flag in packet.payload_flags}
    assert not signs.unseen or all(signs.unseen not in packet.passage.uri for packet in verified.packets)


def test_every_family_of_section_o_has_a_scenario_and_names_code_that_exists() -> None:
    names = {family.name.split(",")[0] for family in families()}
    assert len(names) == SECTION_O
    root = DOCS.parents[1]
    assert [path for family in families() for path in family.code if not (root / path).is_file()] == []


def test_the_pages_show_what_was_played(played: dict[str, Played]) -> None:
    wanted = pages(list(played.values()))
    found = {page.name: page.read_text(encoding="utf-8") for page in DOCS.glob("*.md")}
    assert _told(found) == _told(wanted), "run python -m tests.failures"


def _told(made: dict[str, str]) -> dict[str, list[str]]:
    """The pages without what was drafted and never shown, where near ties may fall otherwise on another CPU."""
    return {
        name: [line for line in text.splitlines() if not line.startswith("| drafted")] for name, text in made.items()
    }


def test_labels_stand_in_the_documents_they_name() -> None:
    for family in families():
        texts = [path.read_text(encoding="utf-8") for path in _documents(family)]
        question = family.question
        spans = () if question is None else (*question.gold_spans, *question.refuting_spans, question.lure_span or "")
        assert [span for span in spans if not any(span in text for text in texts)] == [], family.slug
        assert re.fullmatch(r"[a-z-]+", family.slug)


def _documents(family: Family) -> list[Path]:
    return sorted((Path(__file__).parent / "documents" / family.slug).iterdir())
