"""A retriever for Haystack: passages as its documents, under the caller's eligibility."""

from __future__ import annotations

from aver.adapters.evidence import Evidence
from aver.errors import MissingExtra

try:
    from haystack import Document, component
except ImportError as error:
    raise MissingExtra("this retriever needs haystack-ai", hint="pip install 'aver[haystack]'") from error


@component
class AverRetriever:
    """Finds passages in `evidence`."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @component.output_types(documents=list[Document])
    def run(self, query: str) -> dict[str, list[Document]]:
        """Return `documents` for `query`, best first."""
        found = self._evidence.pieces(query)
        return {
            "documents": [Document(id=one.id, content=one.text, meta=one.metadata, score=one.score) for one in found]
        }
