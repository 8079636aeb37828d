"""What callers send, checked where it crosses the border: unknown fields are refused, and so are wrong kinds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aver.flows.feedback import NOTE_LIMIT
from aver.values.inquiry import Mode

LONGEST_QUESTION = 4_000
"""Code points."""
LONGEST_NAME = 2_000
"""Code points of an id or a uri."""

Question = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_QUESTION,
        description="A question or proposition.",
        examples=["How long is the notice period?"],
    ),
]
DocumentName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        description="A document: its id, its uri, or the end of its uri.",
        examples=["leave/notice.md"],
    ),
]
Day = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        description="Judge validity at this date; else today.",
        examples=["2026-03-31"],
    ),
]
Packets = Annotated[int, Field(ge=1, le=200, description="Packets handed to answering.", examples=[4])]

Principal = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^,]+$", examples=["group:hr"])]
Readers = Annotated[
    list[Principal] | None, Field(max_length=100, description="Who may read it; else as the home says, mostly nobody.")
]
Level = Annotated[
    Literal["public", "internal", "confidential", "restricted"] | None, Field(description="How far it may travel.")
]
ServerPath = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_NAME,
        description="A path below a folder that the service may ingest for this tenant.",
        examples=["/srv/handbook"],
    ),
]


class _Body(BaseModel):
    """A body: strict, nothing coerced, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RetrieveBody(_Body):
    """What to look for."""

    query: Question
    document: DocumentName | None = None
    as_of: Day | None = None
    k: Packets | None = None


class AskBody(_Body):
    """What is asked, and how it is to be answered."""

    question: Question
    document: DocumentName | None = None
    mode: Annotated[Mode, Field(strict=False, description="vanilla is ordinary retrieval without checks.")] = Mode.AUTO
    as_of: Day | None = None
    k: Packets | None = None


class ValidateBody(_Body):
    """A chunk to be judged in the light of its document."""

    chunk_id: Annotated[
        str,
        Field(
            max_length=LONGEST_NAME,
            description="The id of a chunk, as a search shows it.",
            examples=["chk_0123456789abcdef0123456789abcdef"],
        ),
    ]
    query: Question


class QuickBody(_Body):
    """A document whose leaning is scored."""

    query: Question
    document: DocumentName


class IngestBody(_Body):
    """A folder or file of the service's own machine, and how its documents are governed and cut."""

    path: ServerPath
    readers: Readers = None
    classification: Level = None
    meta: Annotated[ServerPath | None, Field(description="Governance by glob: TOML, YAML or JSON.")] = None
    folder_meta: Annotated[str | None, Field(min_length=1, max_length=200, examples=["governance.toml"])] = None
    profile: Annotated[str | None, Field(max_length=40, examples=["policy"])] = None
    chunker: Annotated[str | None, Field(max_length=40, examples=["structure"])] = None


class FeedbackBody(_Body):
    """Whether an answer was right."""

    run_id: Annotated[str, Field(max_length=LONGEST_NAME, examples=["run_0123456789abcdef0123456789abcdef"])]
    correct: bool
    note: Annotated[str, Field(max_length=NOTE_LIMIT, examples=["the rate is of last year"])] = ""
