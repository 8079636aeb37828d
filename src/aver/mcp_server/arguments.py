"""What a program gives to tools, checked where it crosses the border; four tools take bodies of REST as they are."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from aver.service.bodies import LONGEST_NAME
from aver.values.claims import ClaimState

MOST_LISTED = 500
Limit = Annotated[int, Field(ge=1, le=MOST_LISTED, description="How many on a page.")]
After = Annotated[str, Field(max_length=LONGEST_NAME, description="`next` of the page before.")]


def _name(description: str) -> Any:
    return Field(min_length=1, max_length=LONGEST_NAME, description=description)


class _Arguments(BaseModel):
    """Arguments: strict, nothing coerced, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True)


class VerifyArguments(_Arguments):
    """An answer to be checked, and how strictly."""

    answer: Annotated[
        dict[str, Any],
        Field(
            description=(
                'An object: {"claims": [...], "sources": [{"id", "text"}]}, {"answer": "prose [1]", "sources": [...]}, '
                "or a whole result of `ask`. Without sources it is checked against what you may read here."
            )
        ),
    ]
    profile: Annotated[str, Field(max_length=40, description="How exact citations have to be.")] = "general"
    least: Annotated[float, Field(ge=0, le=1, description="The probability of entailment asked for.")] = 0.6


class DocumentsArguments(_Arguments):
    """One document, or a page of all."""

    document_id: Annotated[str | None, _name("The id or uri of one document; else all are listed.")] = None
    limit: Limit = 100
    after: After = ""


class ClaimsArguments(_Arguments):
    """One claim with its history, or a page of all."""

    claim_id: Annotated[str | None, _name("The id of one claim; else all are listed.")] = None
    states: Annotated[
        tuple[Annotated[ClaimState, Field(strict=False)], ...],
        Field(strict=False, max_length=len(ClaimState), description="Only versions in these."),
    ] = (ClaimState.FROZEN,)
    limit: Limit = 100
    after: After = ""


class ReplayArguments(_Arguments):
    """A run of your own."""

    run_id: Annotated[str, _name("The `run_id` of an earlier search or answer.")]
