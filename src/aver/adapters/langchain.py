"""A retriever for LangChain: passages as its documents, under the caller's eligibility."""

from __future__ import annotations

from pydantic import PrivateAttr

from aver.adapters.evidence import Evidence
from aver.errors import MissingExtra

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise MissingExtra("this retriever needs langchain-core", hint="pip install 'aver[langchain]'") from error


class AverRetriever(BaseRetriever):
    """Finds passages in `evidence`; async calls run it on a thread."""

    _evidence: Evidence = PrivateAttr()

    def __init__(self, evidence: Evidence) -> None:
        super().__init__()
        self._evidence = evidence

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        del run_manager
        found = self._evidence.pieces(query)
        return [Document(id=one.id, page_content=one.text, metadata=one.metadata) for one in found]
