"""The written questions, asked as the product asks them: what it weighs for each, and what of that is right.

Only those of `questions/` itself, which the reader never learns from (`aver_training.written`).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from aver_training.written import CORPORA, OWN, QUESTIONS, documents
from quotation_data import read_jsonl
from quotation_fit import Asked

from aver.app import asking_tools, open_app
from aver.cli.session import Session, caller_of
from aver.config import read_settings
from aver.evals.matching import holds_answer, touched
from aver.evals.questions import Question, read_questions
from aver.flows.ask import AskTools
from aver.flows.candidates import candidates_of
from aver.flows.gathering import in_turn, packed, quotable
from aver.flows.referring import led_to
from aver.stages.quotation import QuotedUnit
from aver.stages.selection import Place, choose, with_referred, with_replacing
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.values.sealed import Sealed

PACKETS = 4


def written() -> tuple[Question, ...]:
    """Return every question, corpus by corpus."""
    return tuple(question for file in sorted(QUESTIONS.glob("*.jsonl")) for question in read_questions(file))


def home_of(shared: Path, work: Path) -> Path:
    """Return a home below `work` with every document asked about, made or brought up to date."""
    home = work / "written-home"
    lay_out(shared, work / "written")
    begun = () if (home / "aver.toml").is_file() else (("init",),)
    for words in (*begun, ("ingest", str(work / "written"))):
        subprocess.run([sys.executable, "-m", "aver.cli.main", *words, "--home", str(home)], check=True)
    return home


def lay_out(shared: Path, folder: Path) -> None:
    """Write the documents below `folder`, each under the path that questions know it by."""
    for corpus in CORPORA:
        shutil.copytree(shared / "corpora" / corpus, folder / corpus, dirs_exist_ok=True)
    shutil.copytree(QUESTIONS / "documents", folder / OWN, dirs_exist_ok=True)
    for path, made in documents(read_jsonl(shared / "data/train/rerank.jsonl.gz"), fit=False).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(made.text, encoding="utf-8")


def asked_of_home(home: Path, questions: Sequence[Question]) -> list[Asked]:
    """Return each question with the units that asking the home weighs; those no reader reads are left out."""
    settings = read_settings(home, {})
    tools, caller = asking_tools(open_app(home, settings)), caller_of(Session(home=home), settings)
    found = (_asked(question, tools, caller) for question in questions)
    return [one for one in found if one is not None]


def _asked(question: Question, tools: AskTools, caller: Caller) -> Asked | None:
    """Do what `aver.flows.ask` does up to the units of the first part of the question."""
    found = candidates_of(Inquiry(question=Sealed(question.question), mode=Mode.QUOTE), caller, tools)
    plan, eligibility, parts = found.plan, found.eligibility, found.parts
    scored, came_for = in_turn(parts)
    wanted = max(PACKETS, len(plan.required))
    place = Place(k=wanted, depth=max(wanted, tools.tuning.depth), threshold=tools.tuning.blend.threshold)
    referred = led_to(scored, parts, plan, eligibility, tools, today=tools.now()[:10])
    scored = scored if referred is None else with_referred(scored, referred, place)
    _, chosen = choose(with_replacing(scored, place), place=place)
    confirmed = tools.confirm(eligibility, tuple(one.fused.chunk for one, _ in chosen))
    packets = packed(chosen, confirmed, tenant=caller.tenant, came_for=came_for)
    quoted = quotable(parts, packets, plan, tools)
    if not quoted or not quoted[0].units or not quoted[0].read:
        return None
    units = quoted[0].units
    return Asked(
        source=question.corpus or "",
        presence="there" if question.gold_spans else "none",
        units=units,
        right=tuple(_right(one, question) for one in units),
    )


def _right(one: QuotedUnit, question: Question) -> bool:
    """Whether a quote of the unit alone would count (definitions.md, "Scoring what is released")."""
    text, uri = one.unit.text, one.unit.packet.passage.uri
    if any(touched(span, [text]) for span in (*question.gold_spans, *question.refuting_spans)):
        return True
    by_answer = question.kind in ("fact", "table") and question.answer and question.doc
    return bool(by_answer) and str(question.doc).endswith(uri) and holds_answer(text, str(question.answer))
