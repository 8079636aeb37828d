"""Answering the blind half of a question with the engine that people ask, through its log."""

from __future__ import annotations

import time
from collections.abc import Callable

from aver.evals.baselines import BASELINES, baseline_answer
from aver.evals.questions import DOCUMENT_SCOPE, Blind
from aver.evals.run import Answered
from aver.flows.answering import answer
from aver.flows.ask import AskTools
from aver.store.run_log import RunLog
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.values.sealed import Sealed


def engine(
    log: RunLog, caller: Caller, tools: AskTools, *, mode: str, k: int, document: Callable[[str], str]
) -> Callable[[Blind], Answered]:
    """Return what answers one blind question; `document` gives the id for a path that a question is scoped to.

    `mode` is a mode of asking or the name of a baseline.
    """

    def answered(question: Blind) -> Answered:
        scoped = question.scope == DOCUMENT_SCOPE and question.doc is not None
        inquiry = Inquiry(
            question=Sealed(question.question),
            mode=Mode.QUOTE if mode in BASELINES else Mode(mode),
            document=document(question.doc or "") if scoped else None,
            k=k,
        )
        started = time.perf_counter()
        if mode in BASELINES:
            finished = baseline_answer(mode, inquiry, caller, tools)
        else:
            finished = answer(log, inquiry, caller, tools)
        elapsed = (time.perf_counter() - started) * 1000
        return Answered(result=finished.as_json(), packets=finished.packets(), latency_ms=elapsed)

    return answered
