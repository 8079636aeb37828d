"""Claims written for training: what a careful reader of some evidence would sign, and what only looks like it.

`claims/*.jsonl` hold one evidence a line with about six claims, each `entail`, `neutral` or `contradict`, and the kind
of fault in it. Most evidence was written with them; a line that names a `source` cites a PEP or site policy below
`../shared/corpora`, or a passage of train/rerank.jsonl.gz, by its first and last words. Those of `claims/unseen` are
about other kinds of text, and are never learned from.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver_training.contamination import held_out_below
from aver_training.data import Claim, admitted, part_of, read_rows
from aver_training.written import CORPORA, file_of

CLAIMS = Path(__file__).resolve().parents[1] / "claims"
SOURCE = "written"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenClaim:
    """A claim with the kind of what is wrong with it, or of how it follows."""

    claim: Claim
    kind: str


def load_written_claims(folder: Path) -> tuple[Claim, ...]:
    """Return the claims to learn from; `folder` holds train/ and dev/. Evidence that shares 13 words with a development
    set is left out. Raises ValueError for evidence that isn't found in its source."""
    held_out = held_out_below(folder)
    lines = written_lines(sorted(CLAIMS.glob("*.jsonl")))
    cited = {line.get("source") for line in lines}
    rows = (row for row in read_rows(folder / "train/rerank.jsonl.gz") if row["source"] in cited)
    found = with_evidence(lines, admitted(rows, held_out, Counter()), folder)
    return tuple(one.claim for one in found if not held_out.touches(one.claim.premise))


def left_out_claims(folder: Path) -> tuple[Claim, ...]:
    """Return those of `load_written_claims` whose evidence no training fits on: for calibrating and for testing."""
    return tuple(one for one in load_written_claims(folder) if part_of(one.group) != "fit")


def unseen_claims(folder: Path) -> tuple[WrittenClaim, ...]:
    """Return the claims of `claims/unseen`; `folder` as there."""
    return tuple(with_evidence(written_lines(sorted((CLAIMS / "unseen").glob("*.jsonl"))), (), folder))


def written_lines(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the lines of `files` as they stand there."""
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def with_evidence(
    lines: Sequence[Mapping[str, Any]], rows: Iterable[Mapping[str, Any]], folder: Path
) -> Iterator[WrittenClaim]:
    """Yield the claims of `lines` with their evidence; `rows` are those of train/rerank.jsonl.gz that may be cited,
    `folder` lies beside the corpora."""
    passages: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["label"] == 1:
            passages[row["source"]].append(flat(row["passage"]))
    for source in {line["source"] for line in lines if "source" in line}:
        if source.split("/")[0] in CORPORA:
            passages[source].append(flat(file_of(source, folder.parent / "corpora").read_text(encoding="utf-8")))
    for line in lines:
        premise = cut_from(passages[line["source"]], line) if "source" in line else line["evidence"]
        for one in line["claims"]:
            claim = Claim(
                source=SOURCE,
                group=f"claims:{line['id']}",
                premise=premise,
                hypothesis=one["text"],
                label=one["label"],
            )
            yield WrittenClaim(claim=claim, kind=one["kind"])


def cut_from(texts: Iterable[str], line: Mapping[str, Any]) -> str:
    """Return what stands in one of `texts` from the words that `line` begins with to those it ends with."""
    for text in texts:
        start = text.find(line["begins"])
        end = text.find(line["ends"], max(start, 0))
        if start >= 0 and end >= 0:
            return text[start : end + len(line["ends"])]
    raise ValueError(f"{line['id']}: its evidence doesn't stand in {line['source']}")


def flat(text: str) -> str:
    """Return the text with single spaces."""
    return " ".join(text.split())
