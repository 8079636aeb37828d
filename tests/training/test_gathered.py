"""What is learned from survives the way through one file."""

from __future__ import annotations

from pathlib import Path

from aver_training.data import Claim, Question
from aver_training.gathered import read_examples, write_examples

QUESTIONS = (
    Question(
        source="s", group="g", text="Wer? “Who”?", context="Ada\nwrote it.", heading="It", grade=2, answers=((0, 3),),
        negatives=("a", "b"),
    ),
    Question(source="s", group="g", text="?", context="c", heading="", grade=2, answers=None),
    Question(source="s", group="g", text="?", context="c", heading="", grade=1, answers=()),
)  # fmt: skip
CLAIMS = (Claim(source="n", group="nli:p", premise="p\u2028q", hypothesis="h", label="contradict"),)


def test_questions_and_claims_come_back_as_they_were(tmp_path: Path) -> None:
    write_examples(tmp_path / "examples.jsonl.xz", (QUESTIONS, CLAIMS))
    assert read_examples(tmp_path / "examples.jsonl.xz") == (QUESTIONS, CLAIMS)
