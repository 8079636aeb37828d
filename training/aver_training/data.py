"""Read the training records that released weights may learn from, and part them by article, page or group.

Two gates stand before everything else: the licence (stated, and not non-commercial) and the 13-word rule against the
development sets. What they drop is counted per source and printed by the training commands, never silently lost.
A part is chosen by a hash of the group's name, so that adding data moves no group to another part.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from aver_training.contamination import HeldOut, held_out_below, texts_of

Part = Literal["fit", "calibrate", "test"]
Label = Literal["entail", "neutral", "contradict"]

SHARES: tuple[tuple[Part, float], ...] = (("calibrate", 0.08), ("test", 0.08), ("fit", 0.84))

NOT_QUESTIONS = frozenset({"ares-fever"})
"""Claims, not questions, and their text is FEVER's evidence (contamination fact 3)."""

GERMAN = frozenset({"xquad-de", "xquad-de-en", "gesetze-de-headings"})
"""Sources with German in question or passage, for a base that reads it."""

TAIL = 80
"""Last characters by which a passage is recognised in another file."""

CROSS_LINGUAL = "xquad-de-en"
"""German questions with English passages: the questions also stand in the German part, the pairs do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with the passage it was asked of.

    `answers` are half-open spans in `context`; None where the passage answers but nobody marked the place. `grade`: 2
    the passage answers, 1 it is on topic and does not. `negatives` are passages that the data says do not answer.
    """

    source: str
    group: str
    text: str
    context: str
    heading: str
    grade: int
    answers: tuple[tuple[int, int], ...] | None
    negatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim (hypothesis), its evidence (premise) and the relation between them."""

    source: str
    group: str
    premise: str
    hypothesis: str
    label: Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Records left out, by `(source, reason)`; reasons are licence, development text, empty, not a question."""

    counts: tuple[tuple[str, str, int], ...]


def part_of(group: str) -> Part:
    """The part a group belongs to: a fixed function of its name."""
    place = int.from_bytes(hashlib.sha256(group.encode("utf-8", "surrogatepass")).digest()[:8], "big") / 2**64
    for part, share in SHARES:
        if place < share:
            return part
        place -= share
    return "fit"


def licence_allows(record: Mapping[str, Any]) -> bool:
    """Whether weights trained on this record may be released: a stated licence that is not non-commercial."""
    licence = str(record.get("licence", "")).casefold()
    words = licence.replace("-", " ").replace("(", " ").replace(")", " ").split()
    return record.get("licence_clear") is True and bool(licence) and "nc" not in words and "non" not in words


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def admitted(rows: Iterable[Mapping[str, Any]], held_out: HeldOut, tally: Counter[tuple[str, str]]) -> Iterator[Any]:
    """The rows both gates let through; `tally` counts the others by source and reason."""
    for row in rows:
        source = str(row["source"])
        if not licence_allows(row):
            tally[source, "licence"] += 1
        elif source in NOT_QUESTIONS:
            tally[source, "not a question"] += 1
        elif any(held_out.touches(text) for text in texts_of(row)):
            tally[source, "development text"] += 1
        else:
            yield row


def load_questions(folder: Path) -> tuple[tuple[Question, ...], Dropped]:
    """All questions of `folder/train`: those with marked answers, then those whose passages are only graded."""
    held_out, tally = held_out_below(folder), Counter[tuple[str, str]]()
    graded = list(admitted(read_rows(folder / "train/rerank.jsonl.gz"), held_out, tally))
    marked = list(admitted(read_rows(folder / "train/qa.jsonl.gz"), held_out, tally))
    refusals: defaultdict[str, list[str]] = defaultdict(list)
    for row in graded:
        if row["grade"] == 0:
            refusals[row["query"]].append(row["passage"])
    read = [question for row in marked if (question := _marked(row, refusals)) is not None]
    known = {question.text for question in read}
    read += [
        _graded(row, refusals)
        for row in graded
        if row["grade"] > 0 and (row["source"] == CROSS_LINGUAL or row["query"] not in known)
    ]
    return tuple(read), _dropped(tally)


def load_claims(folder: Path) -> tuple[tuple[Claim, ...], Dropped]:
    """All claims of `folder/train`, grouped by page where the source has pages, else by premise."""
    held_out, tally = held_out_below(folder), Counter[tuple[str, str]]()
    rows = admitted(read_rows(folder / "train/nli.jsonl.gz"), held_out, tally)
    claims = tuple(
        Claim(
            source=row["source"],
            group=f"nli:{row.get('page') or row['premise']}",
            premise=row["premise"],
            hypothesis=row["hypothesis"],
            label=row["label"],
        )
        for row in rows
    )
    return claims, _dropped(tally)


def only(part: Part, items: Iterable[Question]) -> tuple[Question, ...]:
    """The questions whose group belongs to `part`, passages of other parts taken out of their negatives.

    A passage is known by its last characters, because some files put a title before the same text.
    """
    read = tuple(items)
    elsewhere = {item.context[-TAIL:] for item in read if part_of(item.group) != part}
    return tuple(
        replace(item, negatives=tuple(text for text in item.negatives if text[-TAIL:] not in elsewhere))
        for item in read
        if part_of(item.group) == part
    )


def _marked(row: Mapping[str, Any], refusals: Mapping[str, list[str]]) -> Question | None:
    spans = tuple(sorted({(a["start"], a["start"] + len(a["text"])) for a in row["answers"] if a["text"].strip()}))
    if row["answers"] and not spans:
        return None
    return Question(
        source=row["source"],
        group=_group(row, row["context"]),
        text=row["question"].strip(),
        context=row["context"],
        heading=_heading(row),
        grade=2 if spans else 1,
        answers=spans,
        negatives=tuple(text for text in refusals.get(row["question"], ()) if text != row["context"]),
    )


def _graded(row: Mapping[str, Any], refusals: Mapping[str, list[str]]) -> Question:
    return Question(
        source=row["source"],
        group=_group(row, row["passage"]),
        text=row["query"].strip(),
        context=row["passage"],
        heading=_heading(row),
        grade=row["grade"],
        answers=None if row["grade"] == 2 else (),
        negatives=tuple(text for text in refusals.get(row["query"], ()) if text != row["passage"]),
    )


def _group(row: Mapping[str, Any], text: str) -> str:
    for name in ("title", "focus", "table", "doc"):
        if row.get(name):
            return f"{name}:{row[name]}"
    return f"text:{text}"


def _heading(row: Mapping[str, Any]) -> str:
    """An article title that a chunk of it would carry; site and file names are no headings."""
    articles = ("squad", "squad1.1", "squad2.0", "xquad-de", "xquad-de-en")
    return str(row["title"]).replace("_", " ") if row.get("title") and row["source"] in articles else ""


def _dropped(tally: Counter[tuple[str, str]]) -> Dropped:
    return Dropped(counts=tuple((source, reason, count) for (source, reason), count in sorted(tally.items())))
