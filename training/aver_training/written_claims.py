"""Claims written for training: what a careful reader of some evidence would sign, and what only looks like it.

`claims/*.jsonl` hold one evidence a line, written with about six claims, each `entail`, `neutral` or `contradict`, and
the kind of fault in it. Those of `claims/unseen` are about other kinds of text, and are never learned from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aver_training.contamination import HeldOut, development_texts
from aver_training.data import Claim

CLAIMS = Path(__file__).resolve().parents[1] / "claims"
SOURCE = "written"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenClaim:
    """A claim with the kind of what is wrong with it, or of how it follows."""

    claim: Claim
    kind: str


def load_written_claims(folder: Path) -> tuple[Claim, ...]:
    """Return the claims to learn from; evidence that shares 13 words with a set below `folder`/dev is left out."""
    held_out = HeldOut(development_texts(folder / "dev"))
    found = written_claims(sorted(CLAIMS.glob("*.jsonl")))
    return tuple(one.claim for one in found if not held_out.touches(one.claim.premise))


def written_claims(files: Iterable[Path]) -> Iterator[WrittenClaim]:
    """Yield the claims of `files` in their order, grouped by their evidence."""
    for line in (json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()):
        for one in line["claims"]:
            claim = Claim(
                source=SOURCE,
                group=f"claims:{line['id']}",
                premise=line["evidence"],
                hypothesis=one["text"],
                label=one["label"],
            )
            yield WrittenClaim(claim=claim, kind=one["kind"])
