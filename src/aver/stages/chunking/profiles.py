"""Which strategy a task calls for, with its sizes (A4); the reasons lean on the table in docs/chunking.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from aver.stages.chunking.contract import ChunkOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A strategy by its name in `CHUNKERS`, its sizes, and why."""

    strategy: str
    options: ChunkOptions = field(default_factory=ChunkOptions)
    why: str


PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "support": Profile(strategy="structure", why="steps stay with their introduction, notes with their step"),
        "policy": Profile(strategy="structure", why="a rule stays with its exception"),
        "legal": Profile(
            strategy="section",
            options=ChunkOptions(window_tokens=400),
            why="a paragraph of law is read whole: conditions, exceptions and references are spread over it",
        ),
        "code": Profile(strategy="code", why="a definition is the unit; what is cut names its class or function"),
        "science": Profile(
            strategy="parent_child",
            why="what one sentence states the section may turn down: the sentence is found, the section shown",
        ),
        "tables": Profile(strategy="table", why="a question about a cell meets its row and header, no other row"),
        "finance": Profile(
            strategy="table",
            options=ChunkOptions(target_tokens=120),
            why="figures stand in rows; the prose about them is short and dense",
        ),
        "multi_hop": Profile(
            strategy="parent_child", why="each hop needs a few sentences, and small chunks leave room for several"
        ),
        "whole_document": Profile(
            strategy="section",
            options=ChunkOptions(max_tokens=500, target_tokens=500, window_tokens=1_000),
            why="breadth counts: few large chunks cover the document",
        ),
    }
)
"""Profiles by task: support, policy, legal, code, science, tables, finance, multi_hop, whole_document."""
