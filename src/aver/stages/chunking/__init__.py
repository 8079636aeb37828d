"""Chunking strategies by name, all of one shape (A4).

`CHUNKERS[name](document, tokenizer, options)` returns chunks in document order. One file per strategy;
`profiles` says which one a task calls for, `render` what is indexed for a chunk, and the other files are
what the strategies are built from.
"""

from collections.abc import Mapping
from types import MappingProxyType

from aver.stages.chunking.code import code
from aver.stages.chunking.contract import Chunker, ChunkOptions
from aver.stages.chunking.fixed import fixed
from aver.stages.chunking.hierarchical import hierarchical
from aver.stages.chunking.page import page
from aver.stages.chunking.parent_child import parent_child
from aver.stages.chunking.profiles import PROFILES, Profile
from aver.stages.chunking.proposition import proposition
from aver.stages.chunking.recursive import recursive
from aver.stages.chunking.render import context_of, indexed_text
from aver.stages.chunking.section import section
from aver.stages.chunking.semantic import semantic
from aver.stages.chunking.sliding import sliding
from aver.stages.chunking.structure import structure
from aver.stages.chunking.table import table

DEFAULT_CHUNKER = "structure"
CHUNKERS: Mapping[str, Chunker] = MappingProxyType(
    {
        DEFAULT_CHUNKER: structure,
        "fixed": fixed,
        "sliding": sliding,
        "recursive": recursive,
        "semantic": semantic,
        "page": page,
        "section": section,
        "parent_child": parent_child,
        "proposition": proposition,
        "table": table,
        "code": code,
        "hierarchical": hierarchical,
    }
)

__all__ = [
    "CHUNKERS",
    "DEFAULT_CHUNKER",
    "PROFILES",
    "ChunkOptions",
    "Chunker",
    "Profile",
    "context_of",
    "indexed_text",
]
