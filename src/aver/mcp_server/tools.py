"""The tools, each a name, its arguments, and the operation of the desk behind it.

Whatever is added to `TOOLS` is listed, checked and attacked in the tests like the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from aver.flows.inquiring import Wanted
from aver.flows.verify import Standard
from aver.mcp_server.arguments import ClaimsArguments, DocumentsArguments, ReplayArguments, VerifyArguments
from aver.mcp_server.citations import (
    Found,
    cited_by_claims,
    cited_by_packets,
    cited_by_stance,
    cited_by_verdicts,
    in_answer,
)
from aver.service import operations
from aver.service.bodies import AskBody, QuickBody, RetrieveBody, ValidateBody
from aver.service.desk import Desk
from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: `work` makes the JSON that the command line prints, `cited` finds the citations in it.

    `fields` are members that every result of it has.
    """

    name: str
    title: str
    about: str
    arguments: type[BaseModel]
    work: Callable[[Desk, Caller, Any], dict[str, Any]]
    cited: Callable[[Mapping[str, Any]], Found]
    fields: tuple[str, ...] = ()


def _search(desk: Desk, caller: Caller, given: RetrieveBody) -> dict[str, Any]:
    return operations.retrieved(
        desk, caller, Wanted(question=given.query, document=given.document, as_of=given.as_of, k=given.k)
    )


def _ask(desk: Desk, caller: Caller, given: AskBody) -> dict[str, Any]:
    return operations.asked(desk, caller, Wanted(**given.model_dump()))


def _validate(desk: Desk, caller: Caller, given: ValidateBody) -> dict[str, Any]:
    return operations.validated(desk, caller, chunk=given.chunk_id, query=given.query)


def _quick(desk: Desk, caller: Caller, given: QuickBody) -> dict[str, Any]:
    return operations.scored(desk, caller, document=given.document, query=given.query)


def _verify(desk: Desk, caller: Caller, given: VerifyArguments) -> dict[str, Any]:
    standard = Standard(profile=given.profile, at_least=given.least)
    return operations.verified(desk, caller, given.answer, standard)


def _documents(desk: Desk, caller: Caller, given: DocumentsArguments) -> dict[str, Any]:
    if given.document_id is None:
        return operations.listed(desk, caller, limit=given.limit, after=given.after)
    return {"documents": [operations.document(desk, caller, given.document_id)], "next": None}


def _claims(desk: Desk, caller: Caller, given: ClaimsArguments) -> dict[str, Any]:
    if given.claim_id is not None:
        return operations.claim(desk, caller, given.claim_id)
    return operations.claims_listed(desk, caller, states=frozenset(given.states), limit=given.limit, after=given.after)


def _replay(desk: Desk, caller: Caller, given: ReplayArguments) -> dict[str, Any]:
    return operations.replayed(desk, caller, given.run_id)


TOOLS = (
    Tool(
        name="search",
        title="Search documents",
        about=(
            "Find passages for a question in the documents you may read, best first, each verbatim with where it "
            "stands. No answer is made. Recorded as a run."
        ),
        arguments=RetrieveBody,
        work=_search,
        cited=cited_by_packets,
        fields=("run_id", "query", "packets", "degraded"),
    ),
    Tool(
        name="ask",
        title="Ask documents",
        about=(
            "Answer a question from the documents you may read, or say why not. Repeat the outcome with the answer: "
            "only ANSWER is a full answer; PARTIAL names its gap; CLARIFY asks back; REDIRECT names another variant; "
            "CONFLICT has two sides; ABSTAIN and ESCALATE release no answer. Recorded as a run."
        ),
        arguments=AskBody,
        work=_ask,
        cited=in_answer,
        fields=("run_id", "question", "decision", "answer", "conflicts", "clarify", "redirect", "degraded"),
    ),
    Tool(
        name="validate",
        title="Validate a passage",
        about=(
            "Judge a passage found by `search` in the light of its whole document: what it is doing there, and whether "
            "the document itself supports or rejects what is asked."
        ),
        arguments=ValidateBody,
        work=_validate,
        cited=cited_by_stance,
        fields=("chunk_id", "document_id", "argumentative_role", "document_stance_on_query", "refuting", "reason"),
    ),
    Tool(
        name="quick",
        title="Score a document",
        about=(
            "Score in milliseconds how a document leans on a statement, from -1 (away) to 1 (towards). "
            "A first look, never a verdict."
        ),
        arguments=QuickBody,
        work=_quick,
        cited=lambda payload: Found(reasons=_reason(payload)),
        fields=("document_id", "uri", "quick_score", "reason"),
    ),
    Tool(
        name="verify",
        title="Verify an answer",
        about=(
            "Check somebody else's answer claim by claim, against the sources sent with it, or without any against "
            "the documents you may read. A claim that isn't released must not be repeated as established."
        ),
        arguments=VerifyArguments,
        work=_verify,
        cited=cited_by_verdicts,
        fields=("released", "withheld", "claims", "run_ids"),
    ),
    Tool(
        name="documents",
        title="List documents",
        about="List the documents you may read today, by uri, or show one of them with its governance.",
        arguments=DocumentsArguments,
        work=_documents,
        cited=lambda _: Found(),
        fields=("documents", "next"),
    ),
    Tool(
        name="claims",
        title="List claims",
        about=(
            "List statements that people reviewed and stand behind, with the words they rest on, or show the versions "
            "and the history of one."
        ),
        arguments=ClaimsArguments,
        work=_claims,
        cited=cited_by_claims,
    ),
    Tool(
        name="replay",
        title="Replay a run",
        about=(
            "Run an earlier search or answer of yours again on its record alone, without any model, and compare every "
            "byte with what was recorded."
        ),
        arguments=ReplayArguments,
        work=_replay,
        cited=in_answer,
        fields=("run_id", "verdict", "problems"),
    ),
)


def _reason(payload: Mapping[str, Any]) -> tuple[str, ...]:
    return () if payload["reason"] is None else (payload["reason"],)
