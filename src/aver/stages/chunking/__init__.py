"""Chunking strategies by name, all of one shape (A4).

`CHUNKERS[name](document, tokenizer, options)` returns chunks in document order. One file per strategy;
`render` says what is indexed for a chunk, the other files are what the strategies are built from.
"""

from collections.abc import Mapping
from types import MappingProxyType

from aver.stages.chunking.contract import Chunker, ChunkOptions
from aver.stages.chunking.fixed import fixed
from aver.stages.chunking.render import context_of, indexed_text
from aver.stages.chunking.structure import structure

DEFAULT_CHUNKER = "structure"
CHUNKERS: Mapping[str, Chunker] = MappingProxyType({DEFAULT_CHUNKER: structure, "fixed": fixed})

__all__ = ["CHUNKERS", "DEFAULT_CHUNKER", "ChunkOptions", "Chunker", "context_of", "indexed_text"]
