"""The composition root: settings become a store, an encoder and a run log. No logic.

What only ingesting and examining need is imported where it is opened, so that a question starts sooner.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from aver.channels.side_by_side import SideBySide
from aver.config import LimitSettings, Settings, ledger_key_path
from aver.errors import BadConfiguration
from aver.flows.ask import AskTools
from aver.flows.catalogue import read_catalogue
from aver.flows.finding import found_by
from aver.flows.learned_order import order_in_force
from aver.flows.recalling import Recalling, frozen_source, recalling
from aver.flows.sources import open_sources, with_sources
from aver.flows.thresholds import in_force
from aver.flows.tools import ask_tools, utc_now
from aver.model_settings import EmbedderSettings
from aver.models.embedder import BuiltinEmbedder
from aver.models.factual_entailment import with_insight
from aver.models.opening import configured_entailment, foreign_embedder, foreign_reader, reads
from aver.models.reader import BuiltinReader
from aver.models.weights import pair_model_spec
from aver.ports import NO_INSIGHT, Embedder, Entailment, Insight, Reader, Tokenizer
from aver.stages.fusion import Fusion
from aver.stages.stance.judge import STATED
from aver.stages.tuning import DEFAULT, WITHOUT_READER
from aver.store.claim_index import ClaimIndex
from aver.store.engine import Lock, Transactions
from aver.store.feedback import FeedbackLog
from aver.store.home import create_home, facts, open_current, open_home
from aver.store.jobs import JobLog, JobWriter
from aver.store.keys import KeyStore
from aver.store.near_vectors import require_near
from aver.store.presence import enter
from aver.store.run_log import RunLog
from aver.store.sampled import Sampled, sampled
from aver.store.signing import signing_key
from aver.store.store import Store

if TYPE_CHECKING:
    from aver.flows.deliberate_tools import DeliberateTools
    from aver.flows.enrich import Enricher
    from aver.flows.ingest import IngestTools
    from aver.parsers.sandbox import ParserPool


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """An open home and what works on it.

    `embedder` made the home's vectors; `gauge` is the built-in encoder, for whose cosines everything is fitted, and
    the same object unless the settings name another. `unfitted` says that `reader` is one that nothing is fitted for;
    `insight` is what the inner states of the built-in one say beside its readings, nothing where another reads.
    """

    settings: Settings
    home_id: str
    embedder: Embedder
    gauge: Embedder
    tokenizer: Tokenizer
    reader: Reader | None
    insight: Insight
    unfitted: bool
    store: Store
    claims: ClaimIndex
    run_log: RunLog
    jobs: JobLog
    presence: Lock


def open_app(home: Path, settings: Settings) -> App:
    """Open the existing home in the folder `home`.

    Raises HomeMissing, EncoderMismatch, WeightsMissing, WeightsCorrupt and BadConfiguration; where the settings name
    models of one's own MissingExtra and ModelFailed too.
    """
    embedder, gauge = _encoders(home, settings)
    return _app(settings, embedder, gauge, open_home(home, encoder=embedder.encoder_id, url=settings.store.url))


def open_beside(app: App, url: str) -> App:
    """Open the home on another server, at `url`, with the models of an open one; raises what `open_app` raises."""
    settings = replace(app.settings, store=replace(app.settings.store, url=url))
    there = open_home(settings.home, encoder=app.embedder.encoder_id, url=url)
    opened = _app(settings, app.embedder, app.gauge, there)
    return replace(opened, reader=app.reader, insight=app.insight)


def create_app(home: Path, settings: Settings) -> App:
    """Make the home in the folder `home` if there is none, and open it; raises what `open_app` raises."""
    embedder, gauge = _encoders(home, settings)
    return _app(settings, embedder, gauge, create_home(home, encoder=embedder.encoder_id, url=settings.store.url))


def _encoders(home: Path, settings: Settings) -> tuple[Embedder, Embedder]:
    """Return the encoder that finds and the one that measures."""
    gauge = BuiltinEmbedder(workers=settings.workers.embed)
    known = Sampled() if settings.models_embedder == EmbedderSettings() else sampled(home, url=settings.store.url)
    known_row = None if known.vector is None else (known.text, known.vector)
    own = foreign_embedder(settings, os.environ, gauge=gauge, recorded=known.encoder, known=known_row)
    return own or gauge, gauge


def _app(settings: Settings, embedder: Embedder, gauge: Embedder, transactions: Transactions) -> App:
    with transactions.read() as connection:
        recorded = facts(connection)
    home_id = "" if recorded is None else recorded.id
    key = signing_key(transactions, ledger_key_path(settings, home_id), shared=bool(settings.store.url))
    run_log = RunLog(write=transactions.write, read=transactions.read, key=key)
    if settings.store.unsafe_approximate == "on":
        require_near(transactions)
    store = _store(settings, transactions, embedder, replicas=settings.store.replicas.split())
    own = foreign_reader(settings, os.environ)
    built_in = BuiltinReader(workers=settings.workers.embed) if reads(settings) and pair_model_spec("reader") else None
    return App(
        settings=settings,
        home_id=home_id,
        embedder=embedder,
        gauge=gauge,
        reader=own or built_in,
        insight=NO_INSIGHT if own is not None or built_in is None else built_in.insight,
        unfitted=own is not None,
        tokenizer=Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets, encode=embedder.encode),
        store=store,
        claims=ClaimIndex(store),
        run_log=run_log,
        jobs=JobLog(transactions=transactions),
        presence=enter(transactions, run_log),
    )


def under(app: App, job: JobWriter) -> App:
    """Return the open home as the work on `job` sees it: once another process took the job up, it stores nothing."""
    return replace(app, store=_store(app.settings, job.transactions, app.embedder))


def _store(
    settings: Settings, transactions: Transactions, embedder: Embedder, *, replicas: Sequence[str] = ()
) -> Store:
    if replicas and not settings.store.url:
        raise BadConfiguration("[store] replicas belong to a PostgreSQL server", hint="set url too, or neither")
    approximate = settings.store.unsafe_approximate == "on"
    return Store(transactions, dimension=embedder.dimension, unsafe_approximate=approximate, replicas=replicas)


def open_parsers(limits: LimitSettings, *, jobs: int) -> ParserPool:
    """Return a pool of `jobs` parser processes, to be entered as a context."""
    from aver.parsers.limits import Limits
    from aver.parsers.sandbox import ParserPool

    return ParserPool(
        workers=jobs,
        limits=Limits(
            max_bytes=limits.max_bytes,
            max_memory=limits.max_memory,
            max_seconds=limits.max_seconds,
            max_pages=limits.max_pages,
            max_characters=limits.max_characters,
        ),
    )


def open_patient(home: Path, settings: Settings) -> tuple[Transactions, Embedder]:
    """Open a home for examination, whatever state its index is in. Raises HomeMissing."""
    from aver.store.doctor import open_unchecked

    return open_unchecked(home, url=settings.store.url), _encoders(home, settings)[0]


def open_keys(home: Path, *, url: str = "") -> KeyStore:
    """Return the API keys of an existing home, whatever state its index is in."""
    transactions = open_current(home, url=url)
    return KeyStore(write=transactions.write, read=transactions.read)


def keys_of(app: App) -> KeyStore:
    """Return the API keys of an open home."""
    return KeyStore(write=app.run_log.write, read=app.run_log.read)


def open_entailment(settings: Settings) -> Entailment | None:
    """Return the entailment scorer that the settings name, None for none; it loads when first asked. What it calls
    entailed has to be told as a fact too, where the built-in reader can say so.

    Raises BadConfiguration, WeightsMissing and WeightsCorrupt.
    """
    found = configured_entailment(settings)
    if found is None or not pair_model_spec("reader"):
        return found
    return with_insight(found, BuiltinReader(workers=settings.workers.embed).insight)


def sources_of(app: App) -> SideBySide | None:
    """Return what an open home searches beside its documents, None where there is nothing. Raises BadConfiguration."""
    vouched = frozen_source(app.claims, app.embedder)
    return open_sources(app.settings, app.gauge, app.store, vouched)


def reader_of(app: App) -> str:
    """Return the id of the reader in use, "" for none."""
    return "" if app.reader is None else app.reader.reader_id


def asking_tools(app: App, *, tenant: str | None = None) -> AskTools:
    """Return the effects of asking on an open home, with as many hits a channel as its settings say.

    The gate works with the thresholds in force for `tenant`, the home's own where none is named.
    """
    fitted = WITHOUT_READER if app.reader is None else DEFAULT
    if app.unfitted:
        fitted = replace(WITHOUT_READER, blend=replace(WITHOUT_READER.blend, read=DEFAULT.blend.read))
    feedback = FeedbackLog(write=app.run_log.write, read=app.run_log.read)
    whose = app.settings.identity.tenant if tenant is None else tenant
    thresholds = in_force(app.settings, feedback, whose)
    retrieval = app.settings.retrieval
    blend = replace(fitted.blend, fusion=Fusion(retrieval.fusion), fusion_k=retrieval.fusion_k)
    tuning = replace(
        fitted,
        blend=blend,
        per_channel=retrieval.candidates,
        rerankers=app.settings.rerankers,
        rewordings=app.settings.rewordings,
        learned=order_in_force(app.settings, whose, reader=reader_of(app)),
        thresholds=thresholds,
        verdict=fitted.verdict if app.insight.stance is None else STATED,
    )
    tools = ask_tools(app.store, app.gauge, tuning=tuning, reader=app.reader, insight=app.insight)
    if app.embedder is not app.gauge:
        tools = found_by(app.embedder, tools, app.store, gauge=app.gauge)
    tools = replace(tools, catalogue=read_catalogue(app.settings.home))
    tools = with_sources(tools, sources_of(app))
    return recalling(tools, Recalling(index=app.claims, embedder=app.embedder, home=app.settings.home, gauge=app.gauge))


def debating_tools(app: App, environment: Mapping[str, str], *, tenant: str | None = None) -> DeliberateTools:
    """Return the effects of deliberating on an open home, with the chat model that its settings name, if any.

    Raises BadConfiguration, and MissingExtra where a model is named and its client isn't installed.
    """
    from aver.flows.deliberating import deliberating_tools
    from aver.flows.serving_again import with_earlier_answers
    from aver.models.chat import budget_from, chat_from

    chat = app.settings.models_chat
    tools = deliberating_tools(
        asking_tools(app, tenant=tenant),
        app.store,
        app.embedder,
        chat=chat_from(chat, environment),
        entailment=open_entailment(app.settings),
        budget=budget_from(chat),
    )
    return with_earlier_answers(tools, app.run_log, app.claims)


def ingest_tools(app: App, parsers: ParserPool, *, jobs: int) -> IngestTools:
    """Return the effects of ingesting into an open home."""
    from aver.flows.ingest import IngestTools
    from aver.flows.ingest_prepare import Reader as DocumentReader
    from aver.parsers.dispatch import SUPPORTED, suffix_of

    return IngestTools(
        reader=DocumentReader(
            store=app.store,
            parse=lambda data, uri: parsers.parse(data, name=uri),
            tokenizer=app.tokenizer,
        ),
        encode=app.embedder.encode,
        supports=lambda name: suffix_of(name) in SUPPORTED,
        now=utc_now,
        jobs=jobs,
        batch_chunks=app.settings.ingest.batch_chunks,
    )


def enrichers(app: App, environment: Mapping[str, str]) -> tuple[Enricher, ...]:
    """Return what makes enrichments, with the chat model where the settings say so. Raises BadConfiguration."""
    from aver.flows.chat_enrichers import Writer, enrichers_with
    from aver.flows.enrichers import enrichers_of
    from aver.flows.graph_enricher import graph_enricher
    from aver.models.chat import chat_from

    graph = graph_enricher(read_catalogue(app.settings.home))
    chosen = app.settings.models_chat
    if chosen.enrichment == "off":
        return (*enrichers_of(app.embedder, gauge=app.gauge), graph)
    chat = chat_from(chosen, environment)
    if chat is None:
        raise BadConfiguration(
            '[models.chat] enrichment = "on" needs base_url and model', hint='set both, or enrichment = "off"'
        )
    writer = Writer(chat=chat, prompt_tokens=chosen.prompt_tokens, reply_tokens=chosen.max_tokens)
    return (*enrichers_with(app.embedder, writer, gauge=app.gauge), graph)
