"""The figures of an evaluation, to who may audit, without a question or a word of a document (N1, L7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.asking_home import aver
from tests.web.conftest import Site
from tests.web.test_pages import QUESTION, SAYS, words

ASKED = (
    {
        "question": QUESTION,
        "kind": "fact",
        "expected_decision": "ANSWER",
        "gold_spans": [SAYS],
        "doc": "leave/notice.md",
    },
    {"question": "Where is the kayak?", "kind": "unanswerable", "expected_decision": "ABSTAIN", "gold_spans": []},
)


@pytest.fixture
def scored(own: Site) -> Site:
    evaluate(own.folder)
    return own


def evaluate(home: Path) -> None:
    """Put an evaluation into the home below a folder."""
    folder = home / "home" / "evaluation"
    folder.mkdir()
    common = {"corpus": "demo", "claim": None, "expected_stance": None, "answer": None, "refuting_spans": []}
    rows = ({"id": f"q{n}", "doc": "leave/notice.md", "docs": [], **common, **one} for n, one in enumerate(ASKED))
    questions = folder / "questions.jsonl"
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    said = aver("eval", "run", str(questions), "--out", str(folder / "rows.jsonl"))
    assert said.status == 0, said.err


@pytest.mark.deep
def test_the_figures_and_charts_are_shown_and_no_words(scored: Site) -> None:
    page = scored["admin"].get("/web/evaluation")
    assert words(page.text, "h2")[:3] == ["Per kind", "The run", "What can be promised"]
    assert {"fact", "unanswerable"} <= set(words(page.text, "td"))
    assert not any(word in page.text for word in (QUESTION, SAYS, "kayak", str(scored.folder)))
    for name in ("kinds", "risk"):
        chart = scored["admin"].get(f"/web/evaluation/{name}.svg")
        assert (chart.status_code, chart.headers["content-type"]) == (200, "image/svg+xml")
        assert chart.text.startswith("<svg")
        assert "default-src 'none'" in chart.headers["content-security-policy"]


@pytest.mark.deep
def test_a_run_without_a_stage_is_drawn_and_compared_beside_the_whole_one(scored: Site) -> None:
    folder = scored.folder / "home" / "evaluation"
    said = aver(
        "eval", "run", str(folder / "questions.jsonl"), "--out", str(folder / "lexical-only.jsonl"), "--ablate", "dense"
    )
    assert said.status == 0, said.err
    page = scored["admin"].get("/web/evaluation").text
    assert "Beside other runs" in words(page, "h2")
    assert {"lexical-only", "correct", "wrong"} <= set(words(page, "td"))
    chart = scored["admin"].get("/web/evaluation/ablations.svg").text
    assert ("this run" in chart, "lexical-only" in chart, "kayak" in chart) == (True, True, False)


@pytest.mark.deep
def test_only_auditors_and_admins_of_the_home_s_own_tenant_see_them(scored: Site) -> None:
    assert scored["auditor"].get("/web/evaluation/risk.svg").status_code == 200
    assert scored["reader"].get("/web/evaluation").status_code == 403
    assert scored["foreign"].get("/web/evaluation/risk.svg").status_code == 404
    assert "None lies in this home" in scored["foreign"].get("/web/evaluation").text


def test_a_home_without_an_evaluation_says_how_to_make_one(site: Site) -> None:
    assert "aver eval run" in site["admin"].get("/web/evaluation").text
    assert site["admin"].get("/web/evaluation/risk.svg").status_code == 404
    assert site["admin"].get("/web/evaluation/else.svg").status_code == 422


def test_rows_that_are_broken_are_said_to_be(scored: Site) -> None:
    (scored.folder / "home" / "evaluation" / "rows.jsonl").write_text("no row\n", encoding="utf-8")
    assert scored["admin"].get("/web/evaluation").status_code == 422
