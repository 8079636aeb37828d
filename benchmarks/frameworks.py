"""Haystack, LlamaIndex and txtai with the same encoder, chunks, questions and reader: quality, processor time, memory.

    python -m benchmarks.frameworks --home HOME --corpus ../shared/corpora --questions ../shared/questions/dev.jsonl \\
        --out FOLDER [--python txtai=/path/to/python] [--only haystack]

The chunks are those of an ingested home, each with its heading. Every framework runs its own pipeline in a process of
its own (`benchmarks.framework_pipelines`); what it finds is answered by the reader of vanilla mode and scored like any
run, as `FOLDER/NAME-K.jsonl`. Aver is measured beside them: `aver` builds the same chunks from the files, parsing,
cutting and committing included, and searches words and vectors under an eligibility. txtai needs PyTorch and is
no requirement of this repository: `--python` names an interpreter that has it, with onnxruntime and tokenizers.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.framework_pipelines import DEPTH, PIPELINES, embed, peak_megabytes
from benchmarks.ingest import ingested, processor_seconds

from aver.app import asking_tools
from aver.cli.session import Session, opened, today
from aver.evals.questions import Question, blind, read_questions
from aver.evals.rows import write_rows
from aver.evals.run import Answered, run
from aver.flows.answering import Answered as Finished
from aver.flows.ask import AskTools
from aver.flows.vanilla import Chosen, ask_vanilla
from aver.index.vectors import to_fixed
from aver.models.embedder import BuiltinEmbedder
from aver.stages.eligibility import eligibility_of
from aver.stages.fusion import Fused, reciprocal_rank
from aver.stages.reading import read_text
from aver.values.governance import Eligibility
from aver.values.inquiry import Inquiry, Mode, SubQuestion
from aver.values.sealed import Sealed

EVERYTHING = 10**7
DEPTHS = (4, 12)


def export(home: Path, questions: Sequence[Question], folder: Path) -> None:
    """Write the chunks that the local user may read, as the encoder is shown them, and the blind questions."""
    app, caller = opened(Session(home=home))
    eligible = eligibility_of(caller, as_of=today())
    zero = to_fixed(app.embedder.encode(["every chunk"]))[0]
    ids = tuple(hit.chunk for hit in app.store.search_dense(zero, EVERYTHING, eligible=eligible))
    with (folder / "chunks.jsonl").open("w", encoding="utf-8") as out:
        for passage in app.store.passages(ids, eligible=eligible):
            out.write(json.dumps({"id": passage.chunk, "text": read_text(passage, "")}) + "\n")
    asked = [blind(one) for one in questions]
    lines = (json.dumps({"id": one.id, "question": one.question}) for one in asked)
    (folder / "asked.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    app.store.close()
    spent = {"cpu_s": round(embed(folder), 2)}
    (folder / "embedding.json").write_text(json.dumps(spent), encoding="utf-8")


def aver_itself(home: Path, corpus: Path, questions: Sequence[Question]) -> dict[str, Any]:
    """Ingest the files afresh for the time it takes, and search the home for the questions."""
    embedder = BuiltinEmbedder(workers=1)
    embedder.encode(["warm"])
    began = processor_seconds()
    chunks, _ = ingested(corpus, embedder, embedder.encode, 1)
    built = processor_seconds() - began
    app, caller = opened(Session(home=home))
    tools, eligible = asking_tools(app), eligibility_of(caller, as_of=today())

    def find(question: str) -> tuple[Fused, ...]:
        part = SubQuestion(number=0, text=Sealed(question))
        return reciprocal_rank(tools.search(eligible, part, 24))[:DEPTH]

    find("warm")
    began = process_time()
    found = {one.id: [hit.chunk for hit in find(one.question)] for one in questions}
    spent = process_time() - began
    app.store.close()
    return {
        "name": "aver",
        "version": "this checkout",
        "chunks": chunks,
        "questions": len(questions),
        "build_cpu_s": round(built, 2),
        "query_cpu_ms": round(1000 * spent / len(questions), 2),
        "peak_mb": peak_megabytes(),
        "found": found,
    }


def answered(home: Path, questions: Sequence[Question], found: dict[str, list[str]], k: int, out: Path) -> None:
    """Answer every question from the first `k` chunks that a framework found, as vanilla mode answers."""
    app, caller = opened(Session(home=home))
    tools = asking_tools(app)

    def answer(question: Any) -> Answered:
        choose = partial(_given, found=found[question.id])
        inquiry = Inquiry(question=Sealed(question.question), mode=Mode.VANILLA, k=k)
        began = time.perf_counter()
        events = tuple(ask_vanilla(inquiry, caller, tools, choose=choose, over=lambda tenant: tenant))
        done = Finished(run="", events=events, timings_ms={})
        return Answered(result=done.as_json(), packets=done.packets(), latency_ms=1000 * (time.perf_counter() - began))

    with out.open("w", encoding="utf-8") as file:
        write_rows(run(questions, answer), file)
    app.store.close()


def _given(results: object, inquiry: Inquiry, eligible: Eligibility, tools: AskTools, *, found: list[str]) -> Chosen:
    del results, eligible, tools
    best = tuple(Fused(chunk=chunk, score=0.0, scores=(), ranks=()) for chunk in found[: inquiry.k])
    return Chosen(channels=(), best=best)


def main() -> None:
    """Measure, answer, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--itself", action="store_true", help="measure Aver in this process")
    given = parser.parse_args()
    pythons = dict(one.split("=", 1) for one in given.python)
    questions = read_questions(given.questions)
    given.out.mkdir(parents=True, exist_ok=True)
    if not (given.out / "embedding.json").exists():
        export(given.home, questions, given.out)
    if given.itself:
        measures = aver_itself(given.home, given.corpus, questions)
        (given.out / "aver.json").write_text(json.dumps(measures), encoding="utf-8")
        return
    usual = ["aver", *(name for name in PIPELINES if name != "txtai" or name in pythons)]
    for name in given.only or usual:
        command = [pythons.get(name, sys.executable), "-m", "benchmarks.framework_pipelines", name, str(given.out)]
        if name == "aver":
            command = [sys.executable, "-m", "benchmarks.frameworks", "--itself", *sys.argv[1:]]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(_sources())})
        measures = json.loads((given.out / f"{name}.json").read_text(encoding="utf-8"))
        for k in DEPTHS if name != "aver" else ():
            answered(given.home, questions, measures["found"], k, given.out / f"{name}-{k}.jsonl")
        print(json.dumps({key: value for key, value in measures.items() if key != "found"}), flush=True)


def _sources() -> tuple[str, ...]:
    root = Path(__file__).resolve().parents[1]
    return str(root), str(root / "src"), str(root / "packages" / "aver-models" / "src")


if __name__ == "__main__":
    main()
