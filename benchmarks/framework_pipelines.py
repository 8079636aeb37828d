"""One framework's own pipeline over given chunks, measured in a process of its own.

    python -m benchmarks.framework_pipelines haystack FOLDER

FOLDER holds `chunks.jsonl` (`id`, `text`) and `asked.jsonl` (`id`, `question`), as `benchmarks.frameworks` writes them.
Every pipeline embeds with Aver's encoder, so that what differs is the framework: its store, its search, its plumbing.
Chunks were embedded once, for all of them (`embed`); questions are embedded as they come. Written is `NAME.json`:
processor seconds to build without embedding, milliseconds a question, peak memory, and the chunks found.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aver.models.embedder import BuiltinEmbedder

DEPTH = 12
"""Chunks asked for: as many as the largest k that is measured."""

VECTORS = "vectors.npy"


class Embedded:
    """The encoder, with the vectors of the chunks at hand."""

    def __init__(self, embedder: BuiltinEmbedder, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        self._embedder = embedder
        self._known = dict(zip(texts, vectors, strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) rows; only texts that are no chunk cost anything."""
        new = [text for text in texts if text not in self._known]
        made = dict(zip(new, self._embedder.encode(new), strict=True)) if new else {}
        return np.stack([self._known[text] if text in self._known else made[text] for text in texts])


Find: TypeAlias = Callable[[str], list[str]]
Texts: TypeAlias = Sequence[tuple[str, str]]


def haystack(chunks: Texts, embedder: Embedded) -> Find:
    """Haystack's in-memory store, cosine similarity."""
    store, embedded = _haystack_store(chunks, embedder)
    from haystack.components.retrievers.in_memory import InMemoryEmbeddingRetriever

    retriever = InMemoryEmbeddingRetriever(document_store=store, top_k=DEPTH)
    return lambda question: [one.id for one in retriever.run(query_embedding=embedded(question))["documents"]]


def haystack_hybrid(chunks: Texts, embedder: Embedded) -> Find:
    """Haystack's BM25 and cosine retrievers, joined by its reciprocal rank fusion."""
    from haystack import Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever

    store, embedded = _haystack_store(chunks, embedder)
    pipeline = Pipeline()
    pipeline.add_component("words", InMemoryBM25Retriever(document_store=store, top_k=24))
    pipeline.add_component("vectors", InMemoryEmbeddingRetriever(document_store=store, top_k=24))
    pipeline.add_component("join", DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=DEPTH))
    pipeline.connect("words", "join")
    pipeline.connect("vectors", "join")

    def find(question: str) -> list[str]:
        given = {"words": {"query": question}, "vectors": {"query_embedding": embedded(question)}}
        return [one.id for one in pipeline.run(given)["join"]["documents"]]

    return find


def _haystack_store(chunks: Texts, embedder: Embedded) -> tuple[Any, Callable[[str], list[float]]]:
    from haystack import Document
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    vectors = embedder.encode([text for _, text in chunks]).tolist()
    store.write_documents(
        [Document(id=id, content=text, embedding=vector) for (id, text), vector in zip(chunks, vectors, strict=True)]
    )
    return store, lambda question: embedder.encode([question])[0].tolist()


def llamaindex(chunks: Texts, embedder: Embedded) -> Find:
    """LlamaIndex's VectorStoreIndex over its simple vector store."""
    from llama_index.core import VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.schema import TextNode

    class Embedding(BaseEmbedding):
        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            rows: list[list[float]] = embedder.encode(texts).tolist()
            return rows

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embeddings([query])[0]

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_query_embedding(query)

    embedding = Embedding(model_name="aver", embed_batch_size=256)
    index = VectorStoreIndex([TextNode(id_=id, text=text) for id, text in chunks], embed_model=embedding)
    retriever = index.as_retriever(similarity_top_k=DEPTH)
    return lambda question: [one.node.node_id for one in retriever.retrieve(question)]


def txtai(chunks: Texts, embedder: Embedded) -> Find:
    """The default index of txtai, vectors from outside."""
    from txtai import Embeddings

    index = Embeddings(method="external", transform=lambda texts: embedder.encode(list(texts)), content=False)
    index.index((id, text, None) for id, text in chunks)
    return lambda question: [id for id, _ in index.search(question, DEPTH)]


PIPELINES: Mapping[str, tuple[str, Callable[[Texts, Embedded], Find]]] = {
    "haystack": ("haystack-ai", haystack),
    "haystack-hybrid": ("haystack-ai", haystack_hybrid),
    "llamaindex": ("llama-index-core", llamaindex),
    "txtai": ("txtai", txtai),
}
"""Each pipeline by name, with the distribution whose version is reported."""


def embed(folder: Path) -> float:
    """Embed the chunks on one thread into `vectors.npy`; return the processor seconds it took."""
    embedder = BuiltinEmbedder(workers=1)
    embedder.encode(["warm"])
    began = process_time()
    vectors = embedder.encode([row["text"] for row in _lines(folder / "chunks.jsonl")])
    spent = process_time() - began
    np.save(folder / VECTORS, vectors)
    return spent


def measured(name: str, folder: Path) -> dict[str, Any]:
    """Build one pipeline and put every question to it; return the measures and, by question, the chunks found."""
    chunks = [(row["id"], row["text"]) for row in _lines(folder / "chunks.jsonl")]
    asked = _lines(folder / "asked.jsonl")
    embedder = Embedded(BuiltinEmbedder(workers=1), [text for _, text in chunks], np.load(folder / VECTORS))
    embedder.encode(["warm"])
    distribution, build = PIPELINES[name]
    began = process_time()
    find = build(chunks, embedder)
    built = process_time() - began
    find("warm")
    began = process_time()
    found = {row["id"]: find(row["question"]) for row in asked}
    return {
        "name": name,
        "version": f"{distribution} {importlib.metadata.version(distribution)}",
        "chunks": len(chunks),
        "questions": len(asked),
        "build_cpu_s": round(built, 2),
        "query_cpu_ms": round(1000 * (process_time() - began) / len(asked), 2),
        "peak_mb": peak_megabytes(),
        "found": found,
    }


def peak_megabytes() -> int:
    """Return the most memory this process held (Linux): unlike `ru_maxrss` it does not count the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def _lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    name, folder = sys.argv[1], Path(sys.argv[2])
    (folder / f"{name}.json").write_text(json.dumps(measured(name, folder)), encoding="utf-8")
