"""`aver eval calibrate` finds thresholds, says what they cost, and writes nothing it can't stand by."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.asking_home import a_home, aver
from tests.evals.made_rows import GOLD, fact, result, row

from aver.config import commented_toml, read_settings
from aver.errors import BadConfiguration
from aver.evals.calibrate import leaves, priced, priced_feedback, samples_of, seen_from
from aver.evals.questions import Question
from aver.evals.risk import excess_area, risk_coverage
from aver.evals.rows import Row, row_line
from aver.evals.score import Scored, score
from aver.flows.calibrate import settings_of
from aver.flows.tenant_sections import with_section, write_section
from aver.flows.thresholds import thresholds_of
from aver.stages.calibration import Promise, calibrated
from aver.stages.gate import Thresholds
from aver.store.feedback import Verdict
from aver.tenant_settings import CalibrationSettings

THREE_PERCENT = Promise(max_wrong=0.03)


def labelled(right: int, wrong: int = 0, *, at: float = 0.9, prefix: str = "f") -> tuple[list[Row], list[Question]]:
    questions = [fact(f"{prefix}{n}") for n in range(right + wrong)]
    quotes = [GOLD] * right + ["Something else altogether is said here."] * wrong
    rows = [row(one.id, result("ANSWER", quote, confidence=at)) for one, quote in zip(questions, quotes, strict=True)]
    return rows, questions


def mixed() -> Scored:
    sure, weak, off = labelled(400), labelled(60, 40, at=0.7, prefix="w"), []
    for n in range(50):
        off.append(Question(id=f"u{n}", question="?", kind="unanswerable"))
    silent = [row(one.id, result("ABSTAIN")) for one in off]
    return score([*sure[0], *weak[0], *silent], [*sure[1], *weak[1], *off])


def test_the_price_is_told_in_coverage_before_and_after() -> None:
    found = priced(mixed(), THREE_PERCENT)
    assert found.found.thresholds is not None
    assert found.found.thresholds.release == 0.71
    before, after = ({one.name: one for one in measures} for measures in (found.before, found.after))
    assert (before["coverage_of_answerable"].value, after["coverage_of_answerable"].value) == (1.0, 0.8)
    assert (before["wrong_of_released"].value, after["wrong_of_released"].value) == (0.08, 0.0)
    assert after["correct_deflection"].value == 1.0
    assert "0 wrong of 400" in found.evidence and "550 labelled" in found.evidence


def test_only_released_answers_are_samples_and_a_lost_row_is_a_sure_wrong_one() -> None:
    rows, questions = labelled(3, 1)
    given = score(rows[1:], questions)
    samples = samples_of(given)
    assert [(one.confidence, one.wrong) for one in samples] == [(1.0, True), (0.9, False), (0.9, False), (0.9, True)]


def test_a_conflict_leaves_whatever_its_confidence_and_so_counts_at_every_rung() -> None:
    rows, questions = [row("f1", result("CONFLICT", GOLD, confidence=0.3))], [fact("f1")]
    scored = score(rows, questions)
    assert samples_of(scored)[0].confidence == 1.0
    assert leaves(scored.judged[0], Thresholds(release=0.99))


def test_what_a_stricter_gate_withheld_ends_the_ladder_above_it() -> None:
    rows, questions = labelled(300)
    withheld = result("ESCALATE", confidence=0.83)
    withheld["decision"]["reasons"] = ["low_confidence"]
    scored = score([*rows, row("w", withheld)], [*questions, fact("w")])
    assert seen_from(scored) == 0.83
    found = priced(scored, THREE_PERCENT).found.thresholds
    assert found is not None and found.release == 0.84


def verdict(n: int, *, correct: bool = True, confidence: float = 0.95) -> Verdict:
    return Verdict(
        tenant="default",
        run=f"run_{n}",
        user="local",
        at="2026-01-01T00:00:00Z",
        correct=correct,
        note="",
        outcome="ANSWER",
        confidence=confidence,
        form="prose",
        promised=0.05,
        calibration="",
    )


def test_feedback_can_be_calibrated_on_but_never_below_what_was_in_force() -> None:
    verdicts = [verdict(n) for n in range(120)]
    open_ = priced_feedback(verdicts, THREE_PERCENT, thresholds=Thresholds()).found.thresholds
    strict = priced_feedback(verdicts, THREE_PERCENT, thresholds=Thresholds(release=0.8)).found.thresholds
    assert open_ is not None and strict is not None
    assert (open_.release, strict.release) == (0.6, 0.8)
    silent = [replace(one, promised=0.0) for one in verdicts]
    assert priced_feedback(silent, THREE_PERCENT, thresholds=Thresholds()).found.thresholds is None


def test_excess_area_is_nothing_for_the_best_order_and_something_for_the_worst() -> None:
    good = labelled(10, at=0.9)
    bad = labelled(0, 10, at=0.7, prefix="b")
    best = risk_coverage(score([*good[0], *bad[0]], [*good[1], *bad[1]]))
    assert excess_area(best) == pytest.approx(sum(0.5 - max(0, n - 10) / n for n in range(11, 21)) / 20)
    assert excess_area(()) is None


def a_calibration(**changes: object) -> CalibrationSettings:
    samples = samples_of(mixed())
    found = settings_of(calibrated(samples, THREE_PERCENT), at="2026-01-01T00:00:00Z", evidence='say "so"\nand on')
    return replace(found, **changes)  # type: ignore[arg-type]


def test_what_is_written_is_what_is_read_and_comments_stay(tmp_path: Path) -> None:
    text = commented_toml().replace("# jobs = 0", "jobs = 3  # my own comment")
    (tmp_path / "aver.toml").write_text(text, encoding="utf-8")
    write_section(tmp_path, "default", a_calibration())
    write_section(tmp_path, "acme corp", a_calibration(release=0.9))
    write_section(tmp_path, "default", a_calibration(release=0.8))
    after = (tmp_path / "aver.toml").read_text(encoding="utf-8")
    assert text.strip() in after and after.count("[calibration.default]") == 1
    settings = read_settings(tmp_path, {})
    assert settings.jobs == 3
    kept = dict(settings.calibrations)
    assert kept["default"] == a_calibration(release=0.8) and kept["acme corp"].release == 0.9
    assert thresholds_of(kept["default"]).source == kept["default"].version
    assert [path.name for path in tmp_path.iterdir()] == ["aver.toml"]


@given(st.text(min_size=1, max_size=12), st.text(max_size=40), st.floats(0.6, 1.0))
def test_any_tenant_and_any_words_survive_the_file(tenant: str, words: str, release: float) -> None:
    words = words.encode("utf-8", "ignore").decode()
    tenant = tenant.encode("utf-8", "ignore").decode() or "t"
    given = CalibrationSettings(version="cal_1", release=release, evidence=words)
    once = with_section("[ingest]\njobs = 2\n\n[limits]\n", tenant, given)
    twice = with_section(once, tenant, given)
    for text in (once, twice):
        parsed = tomllib.loads(text)
        assert parsed["ingest"] == {"jobs": 2}
        assert parsed["calibration"] == {tenant: parsed["calibration"][tenant]}
        assert parsed["calibration"][tenant]["evidence"] == words
        assert parsed["calibration"][tenant]["release"] == release


def test_a_file_that_would_change_elsewhere_is_left_alone(tmp_path: Path) -> None:
    tricky = 'x = """\n[calibration.default]\n"""\n'
    (tmp_path / "aver.toml").write_text(tricky, encoding="utf-8")
    with pytest.raises(BadConfiguration):
        write_section(tmp_path, "default", a_calibration())
    assert (tmp_path / "aver.toml").read_text(encoding="utf-8") == tricky


@pytest.mark.parametrize("line", ["release = 0.4", "computed = 0.7", "release = 1.5", 'table = "high"', "other = 1"])
def test_a_section_that_lowers_a_floor_or_says_nonsense_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "aver.toml").write_text(f"[calibration.default]\n{line}\n", encoding="utf-8")
    with pytest.raises(BadConfiguration):
        read_settings(tmp_path, {})


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("calibrate")) as folder:
        yield folder


def written(home: Path, rows: list[Row], questions: list[Question]) -> tuple[str, str]:
    (home / "rows.jsonl").write_text("\n".join(map(row_line, rows)), encoding="utf-8")
    lines = [
        {"id": q.id, "question": q.question, "kind": q.kind, "doc": q.doc, "gold_spans": q.gold_spans}
        for q in questions
    ]
    (home / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(home / "rows.jsonl"), str(home / "labels.jsonl")


def test_the_command_writes_thresholds_that_the_next_question_is_gated_by(home: Path) -> None:
    rows, questions = labelled(300, at=0.9999)
    withheld = result("ESCALATE", confidence=0.97)
    withheld["decision"]["reasons"] = ["low_confidence"]
    files = written(home, [*rows, row("x", withheld)], [*questions, fact("x")])
    assert aver("ask", "How long is the notice period of employees?", "--json").json["decision"]["outcome"] == "ANSWER"
    said = aver("eval", "calibrate", files[0], "--questions", files[1], "--max-wrong", "0.01", "--json")
    assert said.status == 0, said.err
    assert said.json["thresholds"]["release"] == 0.98 and said.json["tenant"] == "default"
    assert (home / "home" / "aver.toml").read_text().startswith("# Settings of this Aver home.")


def test_too_few_labels_are_refused_and_nothing_changes(home: Path) -> None:
    files = written(home, *labelled(120))
    before = (home / "home" / "aver.toml").read_bytes()
    said = aver("eval", "calibrate", files[0], "--questions", files[1], "--max-wrong", "0.01")
    assert said.status == 1 and "takes 299" in said.err
    dry = aver("eval", "calibrate", files[0], "--questions", files[1], "--max-wrong", "0.03", "--dry-run", "--json")
    assert dry.status == 0 and "written_to" not in dry.json
    assert (home / "home" / "aver.toml").read_bytes() == before
    assert aver("eval", "calibrate", files[0]).status == 2
    assert aver("eval", "calibrate", "--max-wrong", "2").status == 1


def test_without_rows_it_is_feedback_that_counts(home: Path) -> None:
    said = aver("eval", "calibrate", "--max-wrong", "0.03")
    assert said.status == 1 and "0 released answers" in said.err
