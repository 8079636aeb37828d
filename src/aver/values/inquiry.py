"""What is asked, and how the question was understood."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.sealed import Sealed


class Mode(StrEnum):
    """How to answer: `auto` picks the best configured way, `quote` needs no chat model, `deliberate` debates it."""

    AUTO = "auto"
    QUOTE = "quote"
    DELIBERATE = "deliberate"
    VANILLA = "vanilla"


class Intent(StrEnum):
    """Which kind of source a question calls for (B1); `document` is always among them, the last resort."""

    DOCUMENT = "document"
    STRUCTURED = "structured"
    LIVE = "live"
    CODE_OR_LOG = "code_or_log"
    CURATED = "curated"
    WHOLE_DOCUMENT = "whole_document"


class Means(StrEnum):
    """How a rewrite came about."""

    PART = "part"
    REFERENCE = "reference"
    ALIAS = "alias"
    ACRONYM = "acronym"
    MORPHOLOGY = "morphology"
    PARAPHRASE = "paraphrase"
    HYPOTHETICAL = "hypothetical"
    STEP_BACK = "step-back"


FROM_MODEL = (Means.PARAPHRASE, Means.HYPOTHETICAL, Means.STEP_BACK)
"""What only a chat model words."""


UNSAID = Sealed("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier exchange of the conversation, oldest first where there are several."""

    question: Sealed
    answer: Sealed = UNSAID


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A parameter that the question leaves open and nothing given settles (B7, B8): what to ask back.

    `doubt` says why, where a domain pack read the question. One that isn't `deciding` is named, not asked back.
    """

    parameter: str
    question: str
    choices: tuple[Sealed, ...] = ()
    doubt: str = ""
    deciding: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A parameter that the question states: its value as it is shown, and the code points `[start, end)` that say it.

    A value given as `name=value` stands nowhere.
    """

    parameter: str
    value: Sealed
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A cell that a question asks for in the words of a domain pack: `rows` name the property, `product` its owner.

    `others` name the other products, so that a longer name isn't taken for a shorter one in it, `rest` are the words
    of the question that have to stand in the row as well.
    """

    rows: tuple[str, ...]
    product: tuple[str, ...]
    others: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What a domain pack read from the question (B8): what is known, what is open, and the topics for an expert.

    `unread` are the words of the question that may be conditions while nothing was read from them, `sought` the cells
    of tables that it may ask for, if it asks for nothing else. `given` is what was stated for it beside the question,
    as names and values. `release`, `computed` are the least answer confidences that the pack asks for, which only ever
    raise those of the gate.
    """

    pack: str
    given: tuple[tuple[str, Sealed], ...] = ()
    release: float = 0.0
    computed: float = 0.0
    known: tuple[Known, ...] = ()
    open: tuple[Missing, ...] = ()
    topics: tuple[str, ...] = ()
    unread: tuple[Sealed, ...] = ()
    sought: tuple[Sought, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """One question. `document` scopes it to one document id, `as_of` is an ISO date, `k` the packets wanted.

    `conversation` holds the earlier turns that the question may refer to, `parameters` what a domain pack read.
    """

    question: Sealed
    mode: Mode = Mode.AUTO
    document: str | None = None
    as_of: str | None = None
    k: int = 4
    conversation: tuple[Turn, ...] = ()
    parameters: Parameters | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """A part of the question that must be covered by evidence of its own; the original is number 0.

    One that isn't `required` is a rewrite that only adds votes; its `weight` is at most its share of what the
    original weighs. What a model worded (`from_model`) is looked for in the store alone: it calls nothing outside.
    """

    number: int
    text: Sealed
    required: bool = True
    weight: float = 1.0
    from_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """Another wording of the question: how it came about, and why it was dropped ("" where it votes)."""

    text: Sealed
    means: Means
    dropped: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """When something is asked about: `[since, until)` in ISO dates, None where open; `words` name it."""

    words: Sealed
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The question taken apart.

    `as_of` is the date validity is judged at, `period` the time the question names, `rewrites` every other wording
    that was considered, `missing` what has to be asked back before anything can be answered, `sought` the cells that
    a question may ask for that wasn't taken apart.
    """

    sub_questions: tuple[SubQuestion, ...]
    as_of: str
    intents: tuple[Intent, ...] = (Intent.DOCUMENT,)
    period: Period | None = None
    rewrites: tuple[Rewrite, ...] = ()
    missing: tuple[Missing, ...] = ()
    sought: tuple[Sought, ...] = ()

    @property
    def required(self) -> tuple[SubQuestion, ...]:
        """The parts that must be covered: the original only where it wasn't taken apart."""
        wanted = tuple(part for part in self.sub_questions if part.required)
        return tuple(part for part in wanted if part.number) or wanted
