"""A retriever for LlamaIndex: passages as its nodes with scores, under the caller's eligibility."""

from __future__ import annotations

import asyncio

from aver.adapters.evidence import Evidence, Piece
from aver.errors import MissingExtra

try:
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
except ImportError as error:
    raise MissingExtra("this retriever needs llama-index-core", hint="pip install 'aver[llamaindex]'") from error

_SHOWN = frozenset({"uri", "title", "section_path", "page", "freshness", "valid_from", "valid_until"})
"""Metadata that a model is shown beside the words; the rest is for programs."""


class AverRetriever(BaseRetriever):
    """Finds passages in `evidence`; async calls run it on a thread."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self._evidence = evidence

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._evidence.pieces(query_bundle.query_str)
        return [NodeWithScore(node=_node(one), score=one.score) for one in found]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def _node(piece: Piece) -> TextNode:
    hidden = sorted(piece.metadata.keys() - _SHOWN)
    return TextNode(
        id_=piece.id,
        text=piece.text,
        metadata=piece.metadata,
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=hidden,
        start_char_idx=piece.metadata["start"],
        end_char_idx=piece.metadata["end"],
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=piece.metadata["document_id"])},
    )
