"""What callers send, checked where it crosses the border: unknown fields are refused, and so are wrong kinds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from aver.flows.feedback import NOTE_LIMIT
from aver.flows.inquiring import LONGEST_QUESTION
from aver.flows.review import LEASE_MINUTES
from aver.values.claims import StoredKind
from aver.values.inquiry import Mode

LONGEST_STATEMENT = 2_000
"""Code points."""
LONGEST_QUOTE = 10_000
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

ParameterName = Annotated[str, Field(min_length=1, max_length=64)]
ParameterValue = Annotated[str, Field(min_length=1, max_length=200)]
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

Statement = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_STATEMENT, description="What is claimed, in one sentence."),
]
Predicate = Annotated[str, Field(max_length=LONGEST_STATEMENT, description="A predicate over a pack's parameters.")]
Number = Annotated[int | None, Field(ge=1, le=1_000_000, description="A version by its number.")]
Reason = Annotated[str, Field(max_length=NOTE_LIMIT, description="Why, in a few words.")]


class _Body(BaseModel):
    """A body: strict, nothing coerced, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RetrieveBody(_Body):
    """What to look for."""

    query: Question
    document: DocumentName | None = None
    as_of: Day | None = None
    k: Packets | None = None


class DocumentAskBody(_Body):
    """What is asked of one document, and how it is to be answered."""

    question: Question
    mode: Annotated[Mode, Field(strict=False, description="vanilla is ordinary retrieval without checks.")] = Mode.AUTO
    as_of: Day | None = None
    k: Packets | None = None
    pack: Annotated[
        str | None,
        Field(
            min_length=1, max_length=64, description="The domain pack that reads the question.", examples=["sensors"]
        ),
    ] = None
    parameters: Annotated[
        dict[ParameterName, ParameterValue],
        Field(max_length=50, description="Values stated for the pack, by name.", examples=[{"material": "pet"}]),
    ] = {}


class AskBody(DocumentAskBody):
    """What is asked, and how it is to be answered."""

    document: DocumentName | None = None
    conversation: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=LONGEST_NAME,
            description="The caller's own run that the question goes on from and may refer to.",
            examples=["run_0123456789abcdef0123456789abcdef"],
        ),
    ] = None


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


class Quoted(_Body):
    """Words of a document that a claim rests on."""

    uri: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["leave/notice.md"])]
    quote: Annotated[
        str, Field(min_length=1, max_length=LONGEST_QUOTE, examples=["The notice period of employees is four weeks."])
    ]


class ClaimBody(_Body):
    """What somebody claims. Reviewers' claims are live at once unless it is a draft, which waits for review."""

    statement: Statement
    kind: Annotated[StoredKind, Field(strict=False)] = StoredKind.FACT
    quotes: Annotated[list[Quoted], Field(max_length=20)] = Field(default_factory=list)
    when: Predicate = ""
    forbids: Predicate = ""
    target: Annotated[str, Field(max_length=200, description="The variant that a redirect leads to.")] = ""
    readers: Readers = None
    classification: Annotated[Level, Field(description="How far it may travel; else internal.")] = None
    answers: Annotated[str, Field(max_length=200, description="The escalated run that it replies to.")] = ""
    draft: bool = False


class ChangeBody(_Body):
    """A corrected version; what isn't given stays as it was."""

    statement: Statement | None = None
    kind: Annotated[StoredKind | None, Field(strict=False)] = None
    quotes: Annotated[list[Quoted] | None, Field(min_length=1, max_length=20)] = None
    when: Predicate | None = None
    forbids: Predicate | None = None
    target: Annotated[str | None, Field(max_length=200)] = None
    version: Number = None


class CorrectionBody(ChangeBody):
    """A corrected version, live at once unless it is a draft."""

    draft: bool = False


class EditBody(ChangeBody):
    """A corrected version in place of the one that waits."""

    reason: Reason = ""


class DecisionBody(_Body):
    """A decision on a claim; by default on the version that waits, else on the newest."""

    version: Number = None
    reason: Reason = ""


class ReasonedBody(_Body):
    """A decision that has to be explained."""

    reason: Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT, examples=["not what the page says"])]
    version: Number = None


class TakeBody(_Body):
    """How many items are taken, and for how long nobody else gets them."""

    count: Annotated[int, Field(ge=1, le=50)] = 1
    minutes: Annotated[int, Field(ge=1, le=240)] = LEASE_MINUTES


class FeedbackBody(_Body):
    """Whether an answer was right."""

    run_id: Annotated[str, Field(max_length=LONGEST_NAME, examples=["run_0123456789abcdef0123456789abcdef"])]
    correct: bool
    note: Annotated[str, Field(max_length=NOTE_LIMIT, examples=["the rate is of last year"])] = ""
