"""A home with a stub embedder and folders of small files to ingest into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aver.flows.ingest import IngestTools, ingest
from aver.flows.ingest_outcomes import Progress, Summary
from aver.flows.ingest_prepare import Reader, Recipe
from aver.parsers.dispatch import SUPPORTED, parse, suffix_of
from aver.parsers.identities import PARSERS
from aver.parsers.limits import Limits
from aver.stages.chunking import ChunkOptions
from aver.stages.metadata import Rule
from aver.store.engine import Transactions
from aver.store.home import create_home
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.documents import Document
from aver.values.governance import Governance
from tests.store.adapters import url_of

DEFAULTS = Governance(tenant="default", readers=frozenset({"user:local"}))


@dataclass
class Home:
    """An ingest that counts what it parses; `folder` holds what it ingests."""

    folder: Path
    transactions: Transactions
    store: Store
    embedder: HashEmbedder
    parsed: list[str] = field(default_factory=list)
    on_parse: Callable[[str], None] | None = None

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def parse(self, data: bytes, uri: str) -> Document:
        self.parsed.append(uri)
        if self.on_parse is not None:
            self.on_parse(uri)
        return parse(data, name=uri, limits=Limits())

    def recipe(
        self,
        *,
        rules: tuple[Rule, ...] = (),
        defaults: Governance = DEFAULTS,
        options: ChunkOptions | None = None,
        metadata_files: frozenset[Path] = frozenset(),
        folder_metadata: str | None = None,
    ) -> Recipe:
        return Recipe(
            rules=rules,
            defaults=defaults,
            chunker="structure",
            options=options or ChunkOptions(),
            parsers=PARSERS,
            encoder=self.embedder.encoder_id,
            max_bytes=100_000,
            metadata_files=metadata_files,
            folder_metadata=folder_metadata,
        )

    def tools(self, *, jobs: int = 2, batch_chunks: int = 4) -> IngestTools:
        return IngestTools(
            reader=Reader(store=self.store, parse=self.parse, tokenizer=self.embedder.tokenizer),
            encode=self.embedder.encode,
            supports=lambda name: suffix_of(name) in SUPPORTED,
            now=lambda: "2026-01-01T00:00:00Z",
            jobs=jobs,
            batch_chunks=batch_chunks,
        )

    def ingest(
        self,
        *paths: Path,
        jobs: int = 2,
        batch_chunks: int = 4,
        on_progress: Callable[[Progress], None] | None = None,
        **recipe: Any,
    ) -> Summary:
        tools = self.tools(jobs=jobs, batch_chunks=batch_chunks)
        return ingest(paths or (self.folder,), self.recipe(**recipe), tools=tools, on_progress=on_progress)


def made_home(folder: Path) -> Home:
    """Return a fresh home below `folder`, with an empty folder of files beside it."""
    embedder = HashEmbedder()
    transactions = create_home(folder / "home", encoder=embedder.encoder_id, url=url_of(folder / "home"))
    (folder / "files").mkdir()
    store = Store(transactions, dimension=embedder.dimension)
    return Home(folder=folder / "files", transactions=transactions, store=store, embedder=embedder)
