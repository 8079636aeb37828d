"""Readings that are kept are those of the reader, each pair read once by however many share the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from aver.errors import BadInput
from aver.evals.kept_readings import KeptReader
from aver.values.pairs import Reading

PASSAGES = ("no answer", "the answer is forty", "no answer", "lone surrogate \ud800")


@dataclass
class Counting:
    """Reads by length, and remembers what it was given."""

    reader_id: str = "counting:1"
    given: list[tuple[str, str]] = field(default_factory=list)

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return readings with all their digits; one in two has no span."""
        self.given += [(question, one) for one in passages]
        return tuple(self._reading(question, one) for one in passages)

    def _reading(self, question: str, passage: str) -> Reading:
        part, found = len(passage) / (7 * len(question)), len(passage) % 2
        return Reading(
            relevance=part, answerable=part / 3, start=0 if found else None, end=3 if found else None, margin=-part
        )


def test_kept_readings_are_the_readers_own_and_no_pair_is_read_twice(tmp_path: Path) -> None:
    first, second, plain = Counting(), Counting(), Counting()
    for asked in ("how many?", "who?"):
        want = plain.read(asked, PASSAGES)
        assert KeptReader(first, tmp_path / "kept").read(asked, PASSAGES) == want
        assert KeptReader(second, tmp_path / "kept").read(asked, PASSAGES[::-1]) == want[::-1]
    assert len(first.given) == 2 * len(set(PASSAGES)) and not second.given


def test_another_reader_reads_for_itself(tmp_path: Path) -> None:
    KeptReader(Counting(), tmp_path / "kept").read("how many?", PASSAGES)
    other = Counting(reader_id="counting:2")
    KeptReader(other, tmp_path / "kept").read("how many?", PASSAGES)
    assert len(other.given) == len(set(PASSAGES))


def test_a_file_that_is_something_else_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not readings\n" * 100, encoding="utf-8")
    with pytest.raises(BadInput, match=r"notes\.txt"):
        KeptReader(Counting(), tmp_path / "notes.txt").read("how many?", PASSAGES)
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "not readings\n" * 100
