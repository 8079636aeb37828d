"""In which order documents come out of a home: Aver's, and those of the usual ways to search, over the same chunks.

A collection becomes files in a home of its own, under names that say nothing. All ways rank the chunks of that home, a
document standing where its best chunk does, so that they differ in the order alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.further import Way
from benchmarks.further_home import home_of

from aver.app import asking_tools
from aver.evals.ablate import ablated_tools
from aver.evals.baselines import USUAL_K, by_reader
from aver.evals.kept_readings import KeptReader
from aver.evals.measures import Measure, mean, share
from aver.flows.ask import AskTools, ask
from aver.stages.ablation import without
from aver.stages.eligibility import eligibility_of
from aver.stages.fusion import reciprocal_rank
from aver.stages.identity import caller_of
from aver.stages.metrics import ndcg_at_k, recall_at_k
from aver.stages.metrics import reciprocal_rank as first_place
from aver.stages.planning import plan_of
from aver.values.events import Selected
from aver.values.evidence import ChannelResult
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed

DEPTH = 10
"""Places that count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is asked, the gain of each relevant file by name, and the files to be ordered, none for all."""

    text: str
    gains: Mapping[str, float]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Files by name, and what is asked of them."""

    files: Mapping[str, str]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """An open home with the collection in it; `documents` are the ids of the files by name."""

    tools: AskTools
    caller: Caller
    documents: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One question, what may be found for it, and what BM25 and the vectors found."""

    inquiry: Inquiry
    caller: Caller
    eligible: Eligibility
    tools: AskTools
    found: tuple[ChannelResult, ...]


Order = Callable[[Search], Sequence[str]]
"""A way to search: the chunks found, best first."""


def as_asked(search: Search) -> tuple[str, ...]:
    """Return the candidates of asking, the answer itself left out."""
    events = ask(search.inquiry, search.caller, search.tools)
    selected = next(event for event in events if isinstance(event, Selected))
    return tuple(one.chunk for one in selected.candidates)


def unread(search: Search) -> tuple[str, ...]:
    """Return the candidates of asking where no reader is installed."""
    return as_asked(replace(search, tools=ablated_tools(search.tools, without(("reader",)))))


def of_channel(name: str) -> Order:
    """Return the way that takes what one channel found."""
    return lambda search: [hit.chunk for one in search.found if one.channel == name for hit in one.hits]


def fused(search: Search) -> tuple[str, ...]:
    """Return what both channels found by reciprocal rank fusion as it is commonly set."""
    return tuple(one.chunk for one in reciprocal_rank(search.found, k=USUAL_K))


def reranked(search: Search) -> tuple[str, ...]:
    """Return what mode hybrid-reranked reads, in the reader's order, and behind it the rest as fused."""
    inquiry = replace(search.inquiry, k=search.tools.tuning.blend.read)
    best = by_reader(search.found, inquiry, search.eligible, search.tools).best
    return tuple(dict.fromkeys((*(one.chunk for one in best), *fused(search))))


OURS = "Aver"
UNREAD: Mapping[str, Order] = {
    OURS: as_asked,
    "BM25": of_channel("lexical"),
    "vectors": of_channel("dense"),
    "BM25 and vectors fused (reciprocal rank, k = 60)": fused,
}
"""The ways by name where the reader isn't shown anything, since it reads no German."""
READ: Mapping[str, Order] = {**UNREAD, "fused so, then reranked by Aver's reader": reranked, "Aver, no reader": unread}


def opened(files: Mapping[str, str], place: Path) -> Home:
    """Ingest the files into a new home below `place`, and open it for asking; readings are kept beside it."""
    app = home_of(files, place)
    tenant = app.settings.identity.tenant
    if app.reader is not None:
        app = replace(app, reader=KeptReader(app.reader, place / "readings"))
    return Home(
        tools=asking_tools(app),
        caller=caller_of(app.settings.identity.mode, tenant=tenant),
        documents={version.uri: version.document for version in app.store.newest(tenant)},
    )


def searched(query: Query, home: Home) -> Search:
    """Return what the channels find for the question as it is asked, among its files where it names some."""
    inquiry = Inquiry(question=Sealed(query.text))
    plan = plan_of(inquiry, today=home.tools.now()[:10])
    among = frozenset(home.documents[name] for name in query.among) or None
    eligible = eligibility_of(home.caller, as_of=plan.as_of, documents=among)
    tools = home.tools if among is None else _narrowed(home.tools, among)
    found = tools.search(eligible, plan.sub_questions[0], tools.tuning.per_channel)
    return Search(inquiry=inquiry, caller=home.caller, eligible=eligible, tools=tools, found=found)


def _narrowed(tools: AskTools, among: frozenset[str]) -> AskTools:
    """Return the effects of asking with nothing to be found but in the documents `among`."""
    return replace(
        tools,
        search=lambda eligible, part, k: tools.search(replace(eligible, documents=among), part, k),
        weights=lambda eligible, text: tools.weights(replace(eligible, documents=among), text),
        refer=None,
    )


def rankings_of(search: Search, ways: Mapping[str, Order]) -> dict[str, tuple[str, ...]]:
    """Return by way the files found by name, each where its first chunk stands."""
    orders = {name: order(search) for name, order in ways.items()}
    chunks = tuple(dict.fromkeys(chunk for order in orders.values() for chunk in order))
    passages = search.tools.fetch(search.eligible, chunks) if chunks else ()
    held = {passage.chunk: passage.uri for passage in passages}
    return {name: tuple(dict.fromkeys(held[chunk] for chunk in order)) for name, order in orders.items()}


def compared(queries: Sequence[Query], home: Home, ways: Mapping[str, Order]) -> tuple[Way, ...]:
    """Return the figures of every way over all queries."""
    found = [rankings_of(searched(query, home), ways) for query in queries]
    return tuple(
        Way(name=name, ours=name == OURS, figures=figures(queries, [one[name] for one in found])) for name in ways
    )


def figures(queries: Sequence[Query], rankings: Sequence[Sequence[str]]) -> tuple[Measure, ...]:
    """Return nDCG, recall and reciprocal rank in the first ten, the mean over queries.

    Where every query has one relevant file alone, recall is a proportion and has an exact interval.
    """
    wanted = [tuple(query.gains.values()) for query in queries]
    gains = [
        [query.gains.get(name, 0.0) for name in ranking[:DEPTH]]
        for query, ranking in zip(queries, rankings, strict=True)
    ]
    both = list(zip(gains, wanted, strict=True))
    recalled = [recall_at_k(mine, DEPTH, total=sum(every)) for mine, every in both]
    name, alone = f"recall@{DEPTH}", all(len(every) == 1 for every in wanted)
    return (
        mean(f"nDCG@{DEPTH}", [ndcg_at_k(mine, DEPTH, ideal=every) for mine, every in both]),
        share(name, (one > 0 for one in recalled)) if alone else mean(name, recalled),
        mean(f"MRR@{DEPTH}", [first_place(mine) for mine in gains]),
    )
