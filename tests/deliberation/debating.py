"""A store, a debate's tools and chat models of every temper, for tests of whole runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

from aver.flows.answering import Answered, answer
from aver.flows.deliberate_tools import DeliberateTools, deliberate_tools
from aver.store.store import Store
from aver.testing import ScriptedChat
from aver.values.chat import Budget, ChatFailureKind, ChatRequest
from aver.values.deliberation import LocalSummary, MacroLevel, MacroSummary
from aver.values.governance import Eligibility
from aver.values.inquiry import Mode
from aver.values.pairs import Entailed, Reading
from aver.values.sealed import Sealed
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance, StanceSpan
from tests.flows.asking import caller, inquiry, log_over, tools_over

PLANS = (
    "Monthly plans can be refunded within 14 days of the payment.",
    "Annual plans are not refunded, but they can be cancelled at any time.",
)
QUESTION = "When are monthly plans refunded?"
SUMMARY = "Refunds are limited. Monthly plans cannot be refunded within 14 days of the payment after a renewal."


@dataclass(slots=True)
class Layers:
    """Summaries for whatever document is asked about; `text` None where there are none yet."""

    text: str | None = SUMMARY

    def __call__(self, _: Eligibility, documents: tuple[str, ...]) -> tuple[MacroSummary | LocalSummary, ...]:
        if self.text is None:
            return ()
        return tuple(
            layer
            for name in documents
            for layer in (
                MacroSummary(
                    id=f"{name}/document",
                    document=name,
                    level=MacroLevel.DOCUMENT,
                    title=None,
                    text=Sealed(self.text, name),
                ),
                LocalSummary(id=f"{name}/section/0", document=name, title=None, text=Sealed("A secret section.", name)),
            )
        )


def reader(_: Sealed, texts: tuple[Sealed, ...]) -> tuple[Reading, ...]:
    """Say that everything answers."""
    return tuple(Reading(relevance=0.9, answerable=0.95, start=None, end=None, margin=1.0) for _ in texts)


def entailment(_: Sealed, texts: tuple[Sealed, ...]) -> tuple[Entailed, ...]:
    """Say that every text entails everything."""
    return tuple(Entailed(entailed=0.9, neutral=0.1, contradicted=0.0) for _ in texts)


def tools(store: Store, chat: Any = None, **changes: Any) -> DeliberateTools:
    """Return tools whose models like everything, with `chat` (a port) where one is given."""
    made = replace(
        deliberate_tools(tools_over(store)),
        read=None if chat is None else reader,
        entail=None if chat is None else entailment,
        chat=None if chat is None else chat.complete,
        summaries=Layers(),
        budget=Budget(),
    )
    return replace(made, **changes)


def deliberated(store: Store, made: DeliberateTools, question: str = QUESTION, **more: Any) -> Answered:
    """Return a finished deliberation of `ann`."""
    return answer(log_over(store), inquiry(question, mode=Mode.DELIBERATE, **more), caller("ann"), made)


def refuting(_: Eligibility, _asked: Sealed, quoted: tuple[tuple[str, int, int], ...]) -> tuple[Stance | None, ...]:
    """Judge that every document turns down what is asked, in its first sentence."""
    return tuple(
        Stance(
            document=document,
            document_stance=DocumentStance.REJECTS,
            role=ArgumentativeRole.AUTHOR_POSITION,
            confidence=0.9,
            refuting=(StanceSpan(start=0, end=len(PLANS[0]), strength=0.9),),
        )
        for document, _, _ in quoted
    )


def shown(request: ChatRequest) -> ElementTree.Element:
    """Return the data of a request as a model reads it."""
    return ElementTree.fromstring(f"<data>{''.join(part.text for part in request.data)}</data>")


@dataclass(slots=True)
class Model:
    """A model with a script per voice; what it lacks it does honestly. Use as the script of a `ScriptedChat`."""

    voices: dict[str, Callable[[ChatRequest], str | ChatFailureKind]] = field(default_factory=dict)

    def __call__(self, request: ChatRequest) -> str | ChatFailureKind:
        return self.voices.get(request.voice, HONEST[request.voice])(request)


def scripted(**voices: Callable[[ChatRequest], str | ChatFailureKind]) -> ScriptedChat:
    """Return a chat model that speaks by these scripts."""
    return ScriptedChat(Model(voices))


def fails(kind: ChatFailureKind) -> Callable[[ChatRequest], ChatFailureKind]:
    """Return the script of a voice that always fails in one way."""
    return lambda _: kind


def says(structure: Any) -> Callable[[ChatRequest], str]:
    """Return the script of a voice that always says one thing."""
    return lambda _: structure if isinstance(structure, str) else json.dumps(structure)


def drafts(text: str, *, quote: str | None = None) -> Callable[[ChatRequest], str]:
    """Return the script of a proposer that claims `text`, citing `quote` of the first passage that has it."""
    return lambda request: json.dumps({"claims": [_stated(request, text, quote or text)]})


def _stated(request: ChatRequest, text: str, quote: str) -> dict[str, Any]:
    packets = shown(request).findall("evidence")
    holding = [one for one in packets if quote in (one.findtext("text") or "")] or packets
    cited = [{"packet": holding[0].get("id"), "quote": quote}] if holding else []
    return {"text": text, "sub_question": 0, "citations": cited}


def challenges(kind: str, quote: str = "Refunds are limited.") -> Callable[[ChatRequest], str]:
    """Return the script of a critic that challenges every position by every summary."""

    def script(request: ChatRequest) -> str:
        data = shown(request)
        said = [
            {"claim": int(position.get("number") or 0), "kind": kind, "summary": summary.get("id"), "quote": quote}
            for position in data.findall("position")
            for summary in data.findall("document_summary")
        ]
        return json.dumps({"challenges": [{**one, "reason": "The summary says so."} for one in said]})

    return script


HONEST: dict[str, Callable[[ChatRequest], str]] = {
    "proposer": drafts(PLANS[0]),
    "drafter": drafts(PLANS[0]),
    "critic": says({"challenges": []}),
    "synthesiser": says({"rulings": [], "revisions": []}),
    "inquirer": says({"readings": []}),
    "reworder": says({"wordings": []}),
    "grader": says({"grades": []}),
}
