"""Documents and questions of authors who looked for wrong answers and saw no code: nothing wrong leaves unseen.

`questions.jsonl` says of each what it is: answered (rightly), a trap (answered wrongly when it was written, `why`),
absent (rightly refused) or withheld (plainly answered there and refused; what is to be won). A trap that is released
has to show the words that set it right; one that is `open` isn't stopped yet, and says why: 34 of them with the reader
of decision 0022, which answers 187 and withholds 357 and by which these two are told apart. `contracts` and `technical`
were written before the checks of decision 0020, `public` and `products` against the first of them, `german`, `science`
and `operations` against all of them, `finance` after that, `law` and `club` after that again, `hospital`, `queue` and
`utility` (German) last: there a trap is one whether it was answered or not. `archive` holds what was answered wrongly
on 30 November: values that are changed at the end of a text or in another one, and what two documents give
differently, which has to be shown from both sides; `office` what was later that day, of folders that change and
contradict themselves as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from aver.app import asking_tools, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.flows.answering import answer
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.depth import SHARE, some

pytestmark = pytest.mark.deep
HERE = Path(__file__).parent
READER = Caller(user="user:local", tenant="default", principals=frozenset({"user:local", "group:local"}))
RELEASED = frozenset({"ANSWER", "PARTIAL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A labelled question and what was said to it; `said` is "" where nothing was released, `is_shown` says whether the
    sides that it names, if any, were shown."""

    question: str
    kind: str
    shows: str
    is_open: bool
    said: str
    is_shown: bool

    @property
    def wrong(self) -> bool:
        """Whether something was released without the words that set it right."""
        return bool(self.said) and not (self.shows and self.shows in self.said)


def asked(field: str, home: Path) -> Iterator[Asked]:
    """Yield what a new home with the documents of `field` says to its questions, the withheld ones left out."""
    for words in (("init",), ("ingest", str(HERE / field / "documents"))):
        assert run([*words, "--home", str(home)]) == 0
    app = open_app(home, read_settings(home, {}))
    lines = map(json.loads, (HERE / field / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    for one in some([line for line in lines if line["kind"] != "withheld"]):
        given = answer(app.run_log, Inquiry(question=Sealed(one["question"])), READER, asking_tools(app)).as_json()
        said = str(given["answer"]["text"]) if given["decision"]["outcome"] in RELEASED else ""
        sides = "\n".join(side["quote"] for conflict in given["conflicts"] for side in conflict["sides"])
        yield Asked(
            question=one["question"],
            kind=one["kind"],
            shows=one.get("shows", ""),
            is_open="open" in one,
            said=said,
            is_shown=all(value in sides for value in one.get("sides", ())),
        )


@pytest.mark.parametrize(
    ("field", "least"),
    [
        ("contracts", 25),
        ("technical", 42),
        ("public", 10),
        ("products", 15),
        ("german", 7),
        ("science", 7),
        ("operations", 11),
        ("finance", 6),
        ("law", 11),
        ("club", 8),
        ("hospital", 9),
        ("queue", 5),
        ("utility", 5),
        ("archive", 4),
        ("office", 19),
    ],
)
def test_no_trap_is_sprung_and_right_answers_stay(field: str, least: int, tmp_path: Path) -> None:
    found = list(asked(field, tmp_path / "home"))

    assert [one.question for one in found if one.kind in ("trap", "absent") and one.wrong and not one.is_open] == []
    assert [one.question for one in found if one.kind == "conflict" and (one.said or not one.is_shown)] == []
    if SHARE == 1:
        assert sum(bool(one.said) for one in found if one.kind == "answered") >= least
