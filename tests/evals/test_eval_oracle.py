"""Every figure that the shared scoring script reports too must come out exactly alike, on thousands of random rows."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from made_rows import packet, result
from tests.depth import the_rest_deep

from aver.evals.questions import read_questions
from aver.evals.rows import OUTCOMES, read_rows
from aver.evals.score import score
from aver.evals.summary import Group, Summary, summarise

FILLER = "The committee met on a Tuesday and nothing of note was said about any of it. "
STANCES = ("SUPPORTS", "REJECTS", "NEUTRAL", "MIXED", "OFF_TOPIC", None)


def cut(chance: random.Random, text: str) -> str:
    """The text, a piece of it, or more than it; sometimes with the marks that folding removes."""
    start, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    wrapped = FILLER * chance.choice([0, 1, 3, 5, 9]) + text + FILLER * chance.choice([0, 1, 6])
    piece = chance.choice([text, text, text[start:end], wrapped, text[:11], text[:14], text + text])
    return chance.choice([piece, piece, piece.upper(), piece.replace(" ", "\n  "), f"**{piece}**"])


def sources(question: dict[str, Any]) -> list[str]:
    spans = [*question["gold_spans"], *question["refuting_spans"]]
    answer = question["answer"] or "no answer"
    extra = [question["lure_span"] or FILLER, FILLER, f"It is {answer}, they say.", f"pre{answer}", f"{answer}_post"]
    return [*spans, *spans, *extra]


def random_result(chance: random.Random, question: dict[str, Any]) -> dict[str, Any]:
    pieces = sources(question)
    quotes = [cut(chance, chance.choice(pieces)) for _ in range(chance.choice([0, 1, 1, 2, 3, 6]))]
    stance = chance.choice([question["expected_stance"], question["expected_stance"], *STANCES])
    refuting = tuple(cut(chance, chance.choice(pieces)) for _ in range(chance.choice([0, 0, 1, 2])))
    outcome = chance.choice(["ANSWER"] * 6 + sorted(OUTCOMES))
    uri = chance.choice([f"root/{question['doc']}", "root/else.md"])
    given = result(outcome, *quotes, stance=stance, refuting=refuting, uri=uri)
    if given["answer"] and chance.random() < 0.1:
        given["answer"]["claims"][0]["citations"] = [{"quote": None, "uri": None}]
    return given


def random_packets(chance: random.Random, question: dict[str, Any]) -> list[dict[str, Any]]:
    pieces = sources(question)

    def text() -> str:
        far = FILLER * 80 if chance.random() < 0.1 else ""
        return far + FILLER * chance.choice([0, 1]) + cut(chance, chance.choice([*pieces, FILLER, FILLER]))

    texts = [text() for _ in range(chance.choice([0, 1, 4, 8]))]
    if chance.random() < 0.4:
        texts += [f"{FILLER}{span}" for span in question["gold_spans"]]
        chance.shuffle(texts)
    return [packet(one, rank, selected=chance.random() > 0.2) for rank, one in enumerate(texts, 1)]


def random_run(seed: int, labelled: list[dict[str, Any]], folder: Path) -> tuple[Path, Path]:
    """Write a question file (some kinds renamed to one unknown to both scorers) and a row file with gaps and strays."""
    chance = random.Random(seed)
    questions = [q | {"id": f"{q['id']}/{copy}"} for q in labelled for copy in range(3)]
    questions = [q | {"kind": "novel"} if q["kind"] == "fact" and chance.random() < 0.2 else q for q in questions]
    rows = []
    for question in questions:
        if chance.random() < 0.04:
            continue
        latency = chance.choice([None, 0, chance.randrange(5000), chance.random() * 100])
        given, packets = random_result(chance, question), random_packets(chance, question)
        rows.append({"id": question["id"], "result": given, "packets": packets, "latency_ms": latency})
    rows += [{"id": f"stray/{n}", "result": result(), "packets": [], "latency_ms": 1} for n in range(seed)]
    chance.shuffle(rows)
    paths = (folder / "questions.jsonl", folder / "rows.jsonl")
    for path, records in zip(paths, (questions, rows), strict=True):
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return paths


def as_reported_by_the_script(summary: Summary) -> dict[str, Any]:
    """Our figures under the script's names and rounding; the script has no `hit4` for all kinds together."""

    def figures(group: Group) -> dict[str, Any]:
        wrong, hit = group.measure("wrong"), group.measure("hit@4").value
        shares = {name: round(group.measure(name).value or 0.0, 3) for name in ("correct", "wrong", "abstained")}
        interval = [round(end, 3) for end in (wrong.low, wrong.high) if end is not None]
        hit4 = None if hit is None or group.name == "ALL" else round(hit, 3)
        return {"n": group.size, **shares, "wrong_ci": interval, "hit4": hit4}

    stance = summary.run.measure("stance_accuracy").value
    return {
        "missing": summary.missing,
        "unknown_or_duplicate": summary.unknown_or_duplicate,
        "latency_p50": summary.run.measure("latency_p50_ms").value,
        "stance_accuracy": None if stance is None else round(stance, 3),
        "kinds": {group.name: figures(group) for group in summary.groups},
    }


def script_figures(shared: Path, questions: Path, rows: Path) -> dict[str, Any]:
    command = [sys.executable, str(shared / "tools" / "score_answers.py"), str(questions), str(rows), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


@pytest.mark.shared
@pytest.mark.parametrize("seed", the_rest_deep(range(6)))
def test_every_figure_equals_that_of_the_independent_script(shared: Path, tmp_path: Path, seed: int) -> None:
    text = (shared / "questions" / "dev.jsonl").read_text(encoding="utf-8")
    questions, rows = random_run(seed, [json.loads(line) for line in text.splitlines()], tmp_path)
    ours = as_reported_by_the_script(summarise(score(read_rows(rows), read_questions(questions))))
    theirs = script_figures(shared, questions, rows)
    assert ours == theirs
    # The random rows must reach every verdict, else agreement would say little.
    assert all(0.02 < theirs["kinds"]["ALL"][name] < 0.98 for name in ("correct", "wrong", "abstained"))
    assert 0.02 < theirs["kinds"]["trap"]["correct"] < 0.98
    assert 0.02 < theirs["kinds"]["multihop"]["hit4"] < 0.98


@pytest.mark.shared
def test_every_single_judgement_equals_that_of_the_independent_script(shared: Path, tmp_path: Path) -> None:
    text = (shared / "questions" / "dev.jsonl").read_text(encoding="utf-8")
    questions, rows = random_run(11, [json.loads(line) for line in text.splitlines()], tmp_path)
    script = (shared / "tools" / "score_answers.py").read_text(encoding="utf-8")
    body, _, entry = script.rpartition("\nmain()")
    assert entry.strip() == ""
    asked = (
        "qs = {j['id']: j for j in map(json.loads, open(sys.argv[1]))}\n"
        "rows = [r for r in map(json.loads, open(sys.argv[2])) if r['id'] in qs]\n"
        "print(json.dumps({r['id']: judge(qs[r['id']], r) for r in rows}))\n"
    )
    command = [sys.executable, "-c", f"{body}\n{asked}", str(questions), str(rows)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    judged = score(read_rows(rows), read_questions(questions)).judged
    ours = {one.question.id: one.judgement.value for one in judged if one.row is not None}
    assert ours == json.loads(done.stdout)
    assert len(ours) > 500
