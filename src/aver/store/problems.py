"""What can be wrong with a store, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ProblemKind(StrEnum):
    """One kind for each thing that `aver.store.doctor` verifies."""

    FILE = "file"
    LINK = "link"
    SCHEMA = "schema"
    FACT = "fact"
    ENCODER = "encoder"
    IDENTITY = "identity"
    SPAN = "span"
    NOT_INDEXED = "not_indexed"
    INDEXED_TWICE = "indexed_twice"
    ORPHAN = "orphan"
    BLOB = "blob"
    POSTING = "posting"
    DEAD_SLOT = "dead_slot"
    VECTOR = "vector"
    COUNT = "count"
    TERMS = "terms"
    CLAIM = "claim"
    NEAR = "near"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, where, and how."""

    kind: ProblemKind
    where: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was examined, as `(what, how many)`, and everything found wrong."""

    checked: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...]
