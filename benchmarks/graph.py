"""What following the graph finds on labelled questions, over a home that is ingested and enriched (D3).

    python -m benchmarks.graph --home HOME ../shared/questions/dev.jsonl

Every question is asked as far as its packets, once with each arm: the graph off, references alone, entities
too. Printed for each kind: how often the gold spans stand in the four selected packets (all of them for kinds that
need all) with Clopper-Pearson intervals, how often in everything packed, which questions an arm won and lost against
"off", and the CPU time of the graph's own thread per question. What the home has no graph of yet is extracted first.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from aver.app import App, asking_tools, open_app
from aver.config import read_settings
from aver.evals.matching import fold
from aver.evals.measures import share
from aver.evals.questions import Question, read_questions
from aver.evals.retrieval import gold_rank
from aver.flows.ask import AskTools, ask
from aver.flows.catalogue import read_catalogue
from aver.flows.enrich import EnrichTools, enrich
from aver.flows.graph import entity_search
from aver.flows.graph_enricher import graph_enricher, graph_producer
from aver.flows.sources import reference_graph, side_by_side, with_sources
from aver.flows.tools import utc_now
from aver.ports import Source
from aver.stages.identity import caller_of
from aver.stages.wire import packets_json
from aver.values.events import Packed
from aver.values.evidence import Passage, Reached
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

KINDS = ("multihop", "superseded", "exception", "fact")
PATIENCE = 60.0
"""Seconds a source may take here: what it finds is measured, not how busy the machine is."""


class Timed:
    """A source that adds up the CPU seconds of its own searches."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.seconds: list[float] = []
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        """The source's own."""
        return self._source.name

    def opens(self, eligible: Eligibility, asked: str) -> bool:
        """The source's own answer."""
        return self._source.opens(eligible, asked)

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage | Reached, ...]:
        """Search, and note what it cost."""
        began = time.thread_time()
        try:
            found = self._source.search(eligible, asked, k, until=until)
            passages = [one.passage if isinstance(one, Reached) else one for one in found]
            self.texts += [fold(one.text.text) for one in passages]
            return found
        finally:
            self.seconds.append(time.thread_time() - began)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """The source's own answer."""
        return self._source.held(eligible, passages, until=until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One question under one arm: whether it was hit in what was selected, and in everything packed.

    `reached` counts its gold spans in what the graph returned for it.
    """

    question: Question
    selected: bool
    packed: bool
    reached: int


def arms(app: App) -> dict[str, tuple[Timed, ...]]:
    """Return the sources of each arm."""
    producer = graph_producer(read_catalogue(app.settings.home))
    return {
        "off": (),
        "references, 1 hop": (Timed(reference_graph(app.store, hops=1)),),
        "references, 2 hops": (Timed(reference_graph(app.store, hops=2)),),
        "entities, 1 hop": (Timed(entity_search(app.store, hops=1, producer=producer)),),
        "entities, 2 hops": (Timed(entity_search(app.store, hops=2, producer=producer)),),
    }


def extract(app: App) -> None:
    """Extract the graph of every document that has none, and print what that costs."""
    began = time.process_time()
    enricher = graph_enricher(read_catalogue(app.settings.home))
    tools = EnrichTools(store=app.store, now=utc_now)
    done = enrich(tools, [enricher], tenant=app.settings.identity.tenant)
    if done.versions:
        cost = (time.process_time() - began) / done.versions * 1e3
        print(f"extracted {done.versions} documents, {cost:.1f} ms CPU each: {dict(done.counts)}; failed {done.failed}")


def reading_once(tools: AskTools) -> AskTools:
    """Return `tools` whose reader remembers what it read, since the arms show it mostly the same."""
    read = tools.read
    if read is None:
        return tools
    known: dict[tuple[str, str], Reading] = {}

    def remembered(asked: Sealed, texts: tuple[Sealed, ...]) -> tuple[Reading, ...]:
        new = tuple(text for text in texts if (asked.text, text.text) not in known)
        for text, reading in zip(new, read(asked, new) if new else (), strict=True):
            known[asked.text, text.text] = reading
        return tuple(known[asked.text, text.text] for text in texts)

    return replace(tools, read=remembered)


def seen(question: Question, caller: Caller, tools: AskTools, graph: Sequence[Timed]) -> Seen:
    """Return how one question fares."""
    for one in graph:
        one.texts.clear()
    packed = next(
        event for event in ask(Inquiry(question=Sealed(question.question)), caller, tools) if isinstance(event, Packed)
    )
    packets = packets_json([packed])
    everything = [{**packet, "selected": True} for packet in packets]
    return Seen(
        question=question,
        selected=gold_rank(question, packets) is not None,
        packed=gold_rank(question, everything) is not None,
        reached=sum(any(fold(span) in text for one in graph for text in one.texts) for span in question.gold_spans),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS))
    given = parser.parse_args()
    app = open_app(given.home, read_settings(given.home, os.environ))
    caller = caller_of(app.settings.identity.mode, tenant=app.settings.identity.tenant)
    questions = [one for one in read_questions(given.questions) if one.kind in given.kinds and one.gold_spans]
    extract(app)
    plain = reading_once(asking_tools(app))
    first: tuple[Seen, ...] = ()
    print(f"{len(questions)} questions, {date.today()}")
    for name, sources in arms(app).items():
        tools = with_sources(plain, side_by_side(sources, app.gauge, seconds=PATIENCE) if sources else None)
        found = tuple(seen(one, caller, tools, sources) for one in questions)
        first = first or found
        report(name, found, first, [cost for one in sources for cost in one.seconds], given.kinds)


def spans_found(seen: Sequence[Seen]) -> str:
    """Return how many of the gold spans stand in what the graph itself returned."""
    return f"{sum(one.reached for one in seen)}/{sum(len(one.question.gold_spans) for one in seen)}"


def report(
    name: str, found: Sequence[Seen], first: Sequence[Seen], costs: Sequence[float], kinds: Sequence[str]
) -> None:
    """Print one arm."""
    print(f"\n{name}")
    for kind in kinds:
        mine = [one for one in found if one.question.kind == kind]
        hit = share("hit@4", [one.selected for one in mine])
        packed = sum(one.packed for one in mine)
        figure = f"{hit.value or 0:.2f} [{hit.low or 0:.2f}, {hit.high or 0:.2f}]"
        print(f"  {kind:12} hit@4 {figure}  packed {packed}/{hit.count}  spans the graph found {spans_found(mine)}")
    pairs = list(zip(found, first, strict=True))
    print("  won", [now.question.id for now, then in pairs if now.selected and not then.selected])
    print("  lost", [now.question.id for now, then in pairs if then.selected and not now.selected])
    if costs:
        median, most = statistics.median(costs) * 1e3, max(costs) * 1e3
        print(f"  CPU of the graph: median {median:.1f} ms a search, {most:.1f} most")


if __name__ == "__main__":
    main()
