"""From what somebody asked for, at whatever edge, to the inquiry that is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from aver.errors import BadInput, NotFound
from aver.flows.answering import folded
from aver.flows.scope import document_named
from aver.stages.transcript import transcript_of
from aver.store.run_log import RunLog
from aver.store.store import Store
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode, Turn
from aver.values.sealed import Sealed

LONGEST_QUESTION = 4_000
"""Code points."""
MOST_TURNS = 10
"""Earlier questions of a conversation that a new one may refer to, the latest."""
VANILLA_K = 4
"""Windows the baseline hands over unless it is told otherwise (interface.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A question as it was given; `document` is an id, a uri or the end of one, `as_of` a date as written.

    `pack` names the domain pack that reads it, `parameters` are the values stated for that one, by name. `conversation`
    is the caller's own run that it goes on from.
    """

    question: str
    mode: Mode = Mode.AUTO
    document: str | None = None
    as_of: str | None = None
    k: int | None = None
    pack: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    conversation: str | None = None


def inquiry_of(store: Store, caller: Caller, wanted: Wanted, *, usual_k: int, today: str) -> Inquiry:
    """Return the inquiry, with `usual_k` packets where no number is given. Raises BadInput and NotFound."""
    question = wanted.question.strip()
    if not question:
        raise BadInput("the question is empty", hint="ask something, like: How long is the notice period?")
    if len(question) > LONGEST_QUESTION:
        raise BadInput("the question is too long", hint=f"ask in at most {LONGEST_QUESTION} characters")
    day = None if wanted.as_of is None else _date(wanted.as_of)
    named = wanted.document
    scope = None if named is None else document_named(store, caller, named, today=day or today).document
    usual = VANILLA_K if wanted.mode is Mode.VANILLA else usual_k
    return Inquiry(question=Sealed(question), mode=wanted.mode, document=scope, as_of=day, k=wanted.k or usual)


def gone_on(inquiry: Inquiry, log: RunLog, caller: Caller, run: str) -> Inquiry:
    """Return `inquiry` as the next of a conversation: it may refer to what the caller asked in `run` and before it.

    Questions alone are carried on, no words of documents. Raises NotFound, and NotAllowed for somebody else's run.
    """
    asked = transcript_of(folded(log.events(caller, run))).asked
    if asked is None or asked.inquiry.question.erased:
        raise NotFound(f"the run {run} holds no question", hint="aver runs list")
    turns = (*asked.inquiry.conversation, Turn(question=asked.inquiry.question))
    return replace(inquiry, conversation=turns[-MOST_TURNS:])


def _date(written: str) -> str:
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError as error:
        raise BadInput(f"the date as of which is asked, {written!r}, is not one", hint="write 2026-03-31") from error
