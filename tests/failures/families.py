"""The failure families of section O as data: what is asked or claimed, and what has to be seen.

`families.toml` holds one table per scenario. It is either *asked* (a question with labels, put to a naive pipeline and
to the verified mode over the same home) or *given* (an answer as another system would send it, with its sources).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.evals.questions import Question

FOLDER = Path(__file__).parent
DOCUMENTS = FOLDER / "documents"
META = FOLDER / "meta.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What must be seen in the verified run: its outcome always, the rest where it is named.

    `reasons` stand among those of the decision, `failed` are checks that fail, `draft` stands in what was drafted,
    `together` in one selected packet with its header and exception. A passage is `dropped` for that reason, a packet
    has that `freshness` or `flag`, no packet is of the file `unseen`, and a rewrite is turned down for `drift`.
    """

    outcome: str
    reasons: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    draft: str = ""
    together: tuple[str, ...] = ()
    dropped: str = ""
    freshness: str = ""
    flag: str = ""
    unseen: str = ""
    drift: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A claim with what it cites, `(document, quote or "")`, and an `honest` claim that cites the same."""

    claim: str
    honest: str
    cites: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One scenario: prose for its page, the naive pipeline that shows it, and what the verified mode is held to.

    `naive` names a mode of `aver eval run`, with `k` packets; `naive_groups` are those of one index for everybody,
    `rewrite` is what the naive pipeline searches instead of the question, `naive_holds` stands in its packets.
    `open` says what is missing where the family is not stopped.
    """

    slug: str
    name: str
    happens: str
    detected: str
    stopped: str
    code: tuple[str, ...]
    expected: str
    signs: Signs
    documents: tuple[str, ...]
    question: Question | None = None
    given: Given | None = None
    naive: str = "vanilla"
    k: int = 4
    as_of: str | None = None
    naive_groups: str | None = None
    naive_holds: str = ""
    rewrite: str | None = None
    open: str | None = None


def families() -> tuple[Family, ...]:
    """Return the scenarios in the order of section O."""
    tables = tomllib.loads((FOLDER / "families.toml").read_text(encoding="utf-8"))["family"]
    return tuple(_family(table) for table in tables)


def _family(table: dict[str, Any]) -> Family:
    plain = {name: value for name, value in table.items() if name not in ("question", "given", "signs")}
    slug = table["slug"]
    return Family(
        **_frozen(plain),
        signs=Signs(**_frozen(table["signs"])),
        question=Question(id=slug, **_frozen(table["question"])) if "question" in table else None,
        given=_given(table["given"]) if "given" in table else None,
        documents=tuple(sorted(path.name for path in (DOCUMENTS / slug).iterdir())),
    )


def _given(table: dict[str, Any]) -> Given:
    cites = tuple((one["source"], one["quote"]) for one in table["cites"])
    return Given(claim=table["claim"], honest=table["honest"], cites=cites)


def _frozen(table: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
