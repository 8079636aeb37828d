"""Answers that a person wrote and stands behind, for as long as what they rest on stays as it was (D6).

An answer names its sources, each by uri and the words it rests on. Verifying it records the content of every source; it
is served to a caller only while all of them are current, open to him and have exactly that content. When one changes,
the answer is out of service until somebody verifies it again, and a question it would have answered says so.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from aver.channels.governed import ALLOWED, Governed, governed
from aver.channels.matching import asked_terms, best_matching
from aver.channels.records import Record, passage_of
from aver.errors import BadConfiguration, StaleAnswer
from aver.stages.analyser import term_keys
from aver.stages.eligibility import opens
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.identity import document_id, tagged_hash

FILES = ("answers.toml", "answers.csv")
"""The file names looked for, the first that exists is read."""

VERIFIED = "answers.verified.json"
COVERED = 0.5
"""The share of the question's content words that a curated question must have: it is meant for that question."""

_KEYS = frozenset({"id", "questions", "answer", "sources", *ALLOWED})
_HINT = "see docs/channels.md"

Contents = Callable[[Eligibility, tuple[str, ...]], Mapping[str, str]]
"""(eligibility, document ids) -> content hash of the current version of each that is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CuratedAnswer:
    """An answer with the questions it is for and its sources `(uri, the words it rests on)`."""

    id: str
    questions: tuple[str, ...]
    answer: str
    sources: tuple[tuple[str, str], ...]
    governed: Governed

    @property
    def words(self) -> str:
        """A hash of everything a person vouches for."""
        pairs = (part for source in self.sources for part in source)
        return tagged_hash("aver.curated.1", (*self.questions, self.answer, *pairs))

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the documents it rests on, in order."""
        return tuple(document_id(tenant=self.governed.whole.tenant, uri=uri) for uri, _ in self.sources)


@dataclass(frozen=True, slots=True, kw_only=True)
class CuratedAnswers:
    """The curated answers of a home, and how the content of documents is looked up."""

    home: Path
    answers: tuple[CuratedAnswer, ...]
    contents: Contents

    @property
    def name(self) -> str:
        """The channel."""
        return "curated:answers"

    def opens(self, eligible: Eligibility, _: str) -> bool:
        """Whether any answer could be for this caller."""
        return any(opens(eligible, one.governed.whole) for one in self.answers)

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best answers in service; raises StaleAnswer where the only ones that match are out of it."""
        del until
        mine = self.in_service(eligible)
        wanted = asked_terms(asked)
        best = best_matching(asked, ["\n".join(one.questions) for one, _ in mine], k)
        meant = [mine[position] for position in best if _covers(mine[position][0], wanted)]
        if meant and not any(fresh for _, fresh in meant):
            raise StaleAnswer("a curated answer waits to be verified again", hint="`aver answers list` says which")
        return tuple(passage_of(_record(one), eligible) for one, fresh in meant if fresh)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` are answers in service for this caller now."""
        del until
        now = frozenset(passage_of(_record(one), eligible).chunk for one, fresh in self.in_service(eligible) if fresh)
        return now & frozenset(one.chunk for one in passages)

    def in_service(self, eligible: Eligibility) -> list[tuple[CuratedAnswer, bool]]:
        """Return the answers whose sources the caller may all read, each with whether it is in service."""
        mine = [one for one in self.answers if opens(eligible, one.governed.whole)]
        contents = self.contents(eligible, tuple(sorted({name for one in mine for name in one.documents})))
        verified = read_verified(self.home)
        return [
            (one, verified.get(one.id) == fingerprint(one, contents))
            for one in mine
            if all(name in contents for name in one.documents)
        ]


def fingerprint(answer: CuratedAnswer, contents: Mapping[str, str]) -> str:
    """Return what a verification records: a hash of the answer's words and of the content of its sources."""
    return tagged_hash("aver.curated.verified.1", (answer.words, *(contents[name] for name in answer.documents)))


def read_verified(home: Path) -> dict[str, str]:
    """Return by answer what its last verification recorded; what can't be read verifies nothing."""
    try:
        found = json.loads((home / VERIFIED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: said for name, said in found.items() if isinstance(said, str)} if isinstance(found, dict) else {}


def read_answers(home: Path, *, tenant: str) -> tuple[CuratedAnswer, ...]:
    """Return the curated answers of the home in the folder `home`, none where it has no such file.

    Raises BadConfiguration naming the file, the answer and what it lacks.
    """
    for name in FILES:
        file = home / name
        if not file.is_file():
            continue
        try:
            text = file.read_text(encoding="utf-8")
            rows = _from_csv(text) if file.suffix == ".csv" else tomllib.loads(text).get("answer", [])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, csv.Error) as error:
            raise BadConfiguration(f"{file}: {error}", hint=_HINT) from error
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BadConfiguration(f"{file}: answer is not a list of tables", hint="write each as [[answer]]")
        found = tuple(
            _answer(row, f"{name}: answer {row.get('id', number)}", tenant) for number, row in enumerate(rows)
        )
        if len({one.id for one in found}) < len(found):
            raise BadConfiguration(f"{file} gives one id to two answers", hint="an id names one answer")
        return found
    return ()


def _from_csv(text: str) -> list[dict[str, object]]:
    """Return the answers of a CSV file: one source a row, rows with the same id make one answer."""
    found: dict[str, dict[str, object]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        named = found.setdefault(
            row.get("id") or "",
            {
                "id": row.get("id") or "",
                "questions": [one.strip() for one in (row.get("questions") or "").split("|") if one.strip()],
                "answer": row.get("answer") or "",
                "readers": [one.strip() for one in (row.get("readers") or "").split(",") if one.strip()],
                "sources": [],
            },
        )
        sources = named["sources"]
        assert isinstance(sources, list)  # noqa: S101 - made above
        sources.append({"uri": row.get("source") or "", "quote": row.get("quote") or ""})
    return list(found.values())


def _answer(row: Mapping[str, object], where: str, tenant: str) -> CuratedAnswer:
    questions = _list(row.get("questions"))
    sources = [(one.get("uri"), one.get("quote")) for one in _list(row.get("sources")) if isinstance(one, dict)]
    texts = (row.get("id"), row.get("answer"), *questions, *(part for source in sources for part in source))
    said = [one for one in texts if isinstance(one, str) and one.strip()]
    if set(row) - _KEYS or not questions or not sources or len(said) < len(texts):
        raise BadConfiguration(
            f"{where} needs id, questions, answer, and sources with uri and quote, and else only governance", hint=_HINT
        )
    return CuratedAnswer(
        id=said[0],
        questions=tuple(said[2 : 2 + len(questions)]),
        answer=said[1],
        sources=tuple((str(uri), str(quote)) for uri, quote in sources),
        governed=governed(row, tenant=tenant, where=where, origin="curated:answers"),
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _covers(answer: CuratedAnswer, wanted: frozenset[int]) -> bool:
    """Whether one of its questions has enough of the words asked."""
    return any(len(wanted & {*term_keys(one)}) >= COVERED * len(wanted) for one in answer.questions)


def _record(answer: CuratedAnswer) -> Record:
    rests = " and ".join(f"{uri}: “{quote}”" for uri, quote in answer.sources)
    return Record(
        uri=f"curated:{answer.id}",
        title=answer.questions[0],
        path=("Curated answers", answer.id),
        lines=(("", answer.answer), ("Rests on", rests)),
        governance=answer.governed.whole,
        prose=True,
    )
