"""What was read from an inquiry, what was left open, and what was computed from it.

Nothing here is guessed: a parameter either has a value with the words it was read from, or it has none, and an
ambiguity says why where the words are there but do not settle it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from aver.values.answers import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Code points `[start, end)` of the inquiry."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """From `low` to `high` in `unit`, None where a side is open, both the same for one value."""

    low: Fraction | None
    high: Fraction | None
    unit: str

    @property
    def sharp(self) -> bool:
        """Whether it is one value."""
        return self.low is not None and self.low == self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """One of the allowed values; a boolean is `yes` or `no`."""

    choice: str


Value: TypeAlias = Amount | Chosen


class Given(StrEnum):
    """Where a value comes from: read from the words of the inquiry, stated as `name=value`, or computed from others."""

    READ = "read"
    STATED = "stated"
    COMPUTED = "computed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A parameter with its value and every place that says it; a value given as `name=value` has no place."""

    parameter: str
    value: Value
    spans: tuple[Span, ...]
    given: Given = Given.READ


class Doubt(StrEnum):
    """Why a parameter has no value."""

    MISSING = "missing"
    STATED_TWICE = "stated_twice"
    SEVERAL_READINGS = "several_readings"
    UNNAMED = "unnamed"
    NO_UNIT = "no_unit"
    WRONG_UNIT = "wrong_unit"
    NOT_ALLOWED = "not_allowed"
    NEGATED = "negated"


_SAID = frozenset({Doubt.SEVERAL_READINGS, Doubt.STATED_TWICE})
"""The doubts whose choices are all that was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """A parameter without a value: why, where in the inquiry, what may be meant, and what to ask back.

    `deciding` says that nobody can answer without it.
    """

    parameter: str
    doubt: Doubt
    spans: tuple[Span, ...]
    choices: tuple[str, ...]
    question: str
    deciding: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A topic that needs an expert, and the words that raise it."""

    topic: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A property that may be asked for, and the words beside it that whatever answers has to hold too."""

    attribute: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InquiryReading:
    """All that was read from one inquiry with one pack.

    `asked` are the properties it may ask for; `alone` says that it states nothing but a product beside them.
    `supposed` is what each number that wasn't settled would say of every parameter that it may belong to, `unread` are
    the words that neither say anything of a parameter nor set a task nor only ask, `conditions` the places that have
    the form of a condition while nothing was read from them.
    """

    pack: str
    text: str
    stated: tuple[Stated, ...]
    ambiguities: tuple[Ambiguity, ...]
    tasks: tuple[str, ...] = ()
    topics: tuple[Raised, ...] = ()
    asked: tuple[Asked, ...] = ()
    alone: bool = False
    supposed: tuple[Stated, ...] = ()
    unread: tuple[str, ...] = ()
    conditions: tuple[Span, ...] = ()

    def value(self, parameter: str) -> Value | None:
        """Return the value of `parameter`, None where it was not read."""
        return next((one.value for one in self.stated if one.parameter == parameter), None)

    def left(self, parameter: str) -> frozenset[str]:
        """Return the choices of `parameter` that the words leave possible: one for a value, none where nothing is read.

        Several are the readings of what is said ("transparent bottles"), or what is said beside each other.
        """
        stated = self.value(parameter)
        if isinstance(stated, Chosen):
            return frozenset({stated.choice})
        open_ = (one for one in self.ambiguities if one.parameter == parameter)
        return frozenset(name for one in open_ if one.doubt in _SAID for name in one.choices)

    @property
    def asked_back(self) -> tuple[Ambiguity, ...]:
        """The ambiguities that decide."""
        return tuple(one for one in self.ambiguities if one.deciding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One value that went into a computation: read from the inquiry (`spans`), or from a source (`citation`).

    `defined` is one that the pack defines; a value given as `name=value` has none of the three.
    """

    name: str
    value: Amount
    spans: tuple[Span, ...] = ()
    citation: Citation | None = None
    defined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """The receipt of a computed value: tool, formula, every input with its place, and the result.

    It is `computed`, always: no source states it, whatever its inputs cite (H1).
    """

    pack: str
    tool: str
    formula: str
    inputs: tuple[Input, ...]
    result: Amount
    computed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NotComputed:
    """Why there is no value: the inputs that are missing, or what stands against computing with them."""

    tool: str
    missing: tuple[str, ...]
    reason: str
