"""Verdicts that people gave on answers, as labelled questions for `aver eval run` and `aver eval calibrate`.

What was right becomes a label: the quotes of a right answer are gold, withholding that was right makes a question
unanswerable, asking back that was right makes it ambiguous. What was wrong has no label of its own, since nobody has
said what is right: it is asked and timed again, the wrong quote kept as its lure and the note beside it, until a person
adds a kind and the gold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aver.evals.questions import DOCUMENT_SCOPE
from aver.stages.transcript import Transcript
from aver.stages.wire import outcome_of
from aver.store.feedback import Verdict
from aver.values.answers import Citation
from aver.values.inquiry import Inquiry

LABELS = {
    "ANSWER": "fact",
    "CONFLICT": "multihop",
    "CLARIFY": "ambiguous",
    "ABSTAIN": "unanswerable",
    "ESCALATE": "unanswerable",
}
"""The kind of a question whose outcome was right; a part of an answer or a redirection is no label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """Question records as `read_questions` takes them, and how many verdicts made none."""

    records: tuple[dict[str, Any], ...]
    left_out: int


def cases_of(verdicts: Sequence[Verdict], read: Callable[[str], Transcript | None]) -> Cases:
    """Return one record per verdict; `read` gives what the run came to, None where the caller may not read it now."""
    records = []
    for verdict in verdicts:
        transcript = read(verdict.run)
        if transcript is not None and transcript.asked is not None:
            records.append(_record(verdict, transcript.asked.inquiry, transcript))
    return Cases(records=tuple(records), left_out=len(verdicts) - len(records))


def _record(verdict: Verdict, inquiry: Inquiry, transcript: Transcript) -> dict[str, Any]:
    cited = tuple(claim.citations[0] for claim in transcript.released if claim.citations)
    record: dict[str, Any] = {"id": verdict.run, "question": inquiry.question.text}
    if cited:
        record["doc"] = cited[0].uri
        record |= {"scope": DOCUMENT_SCOPE} if inquiry.document is not None else {}
    record |= _label(verdict, transcript, cited)
    return record | ({"notes": verdict.note} if verdict.note else {})


def _label(verdict: Verdict, transcript: Transcript, cited: Sequence[Citation]) -> dict[str, Any]:
    quotes = [str(citation.quote) for citation in cited]
    if not verdict.correct:
        return {"lure_span": quotes[0]} if quotes else {}
    kind = None if transcript.decision is None else LABELS.get(outcome_of(transcript.decision))
    return {} if kind is None else {"kind": kind, "gold_spans": quotes}
