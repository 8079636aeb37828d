"""Gold spans handed to answering with and without the documents that the question and the best passage name (D3).

    python -m benchmarks.dev_sets ../shared build/ends --sets hotpotqa musique
    aver ingest build/ends/hotpotqa/documents --home build/ends/hotpotqa/home
    python -m benchmarks.far_ends --home build/ends/hotpotqa/home build/ends/hotpotqa/questions.jsonl

Every labelled question is asked twice as far as its packets. Printed for each kind: how often the gold spans stand in
the packets selected (all of them for kinds that need all) with Clopper-Pearson intervals, and which questions following
won and lost with McNemar's exact test; then the CPU milliseconds of a question. With `--naming` only questions that
name a document are asked.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import mean

from aver.app import asking_tools, open_app
from aver.config import read_settings
from aver.evals.measures import share
from aver.evals.questions import Question, read_questions
from aver.evals.retrieval import gold_rank
from aver.flows.ask import AskTools, ask
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.stages.metrics import mcnemar_exact
from aver.stages.wire import packets_json
from aver.values.events import Packed
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed


def is_hit(question: Question, caller: Caller, tools: AskTools) -> bool:
    """Return whether the gold spans stand in the packets handed to answering."""
    events = ask(Inquiry(question=Sealed(question.question)), caller, tools)
    packed = next(event for event in events if isinstance(event, Packed))
    return gold_rank(question, packets_json([packed])) is not None


def report(kind: str, hits: Mapping[str, list[bool]], names: list[str]) -> None:
    """Print one kind of question: the share of hits of both ways, and what following changed."""
    for way, found in hits.items():
        held = share("hit", found)
        print(f"{kind}, {way}: {sum(found)} of {len(found)} [{held.low or 0:.2f}, {held.high or 0:.2f}]")
    pairs = list(zip(names, hits["alone"], hits["following"], strict=True))
    won = [name for name, before, after in pairs if after and not before]
    lost = [name for name, before, after in pairs if before and not after]
    print(f"    won {len(won)}, lost {len(lost)} {lost}, p = {mcnemar_exact(len(won), len(lost)):.1g}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--naming", action="store_true")
    given = parser.parse_args()
    app = open_app(given.home, read_settings(given.home, os.environ))
    caller = caller_of(app.settings.identity.mode, tenant=app.settings.identity.tenant)
    tools = asking_tools(app)
    ways = {"alone": replace(tools, refer=None), "following": tools}
    questions = [one for one in read_questions(given.questions) if one.gold_spans and one.scope != "document"]
    if given.naming and tools.refer is not None:
        everything = eligibility_of(caller, as_of=tools.now()[:10])
        questions = [one for one in questions if tools.refer(everything, Sealed(one.question))]
    hits: dict[str, list[bool]] = {}
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for way, given_tools in ways.items():
        hits[way] = []
        for question in questions:
            began = time.process_time()
            hits[way].append(is_hit(question, caller, given_tools))
            spent[way].append((time.process_time() - began) * 1000)
    for kind in dict.fromkeys(one.kind for one in questions):
        mine = [place for place, one in enumerate(questions) if one.kind == kind]
        found = {way: [hits[way][place] for place in mine] for way in ways}
        report(kind, found, [questions[place].id for place in mine])
    print("CPU ms a question:", {way: round(mean(cost)) for way, cost in spent.items()})


if __name__ == "__main__":
    main()
