"""A domain pack: what an inquiry of one domain can state, in which words and units, and what follows from it (B8).

A pack is data that its owner writes; nothing in it is evidence. Amounts are exact fractions in the unit their
parameter names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

Dimension: TypeAlias = tuple[tuple[str, int], ...]
"""Powers of base dimensions in order of name, without zeros: `(("length", 1), ("time", -1))` is a speed."""


class ParameterKind(StrEnum):
    """What a parameter holds: an amount with a unit, a whole number, one of several choices, yes or no."""

    QUANTITY = "quantity"
    COUNT = "count"
    ENUM = "enum"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackUnit:
    """A unit of the pack: its spellings, and what it is, as a factor on the base units of its dimension."""

    name: str
    spellings: tuple[str, ...]
    factor: Fraction
    dimension: Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An allowed value and the words that say it; a word of several choices leaves open which is meant."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One thing an inquiry can state.

    `unit` is what amounts are kept in ("" for choices), `names` the words that name the parameter, `alone` whether
    an amount of its dimension is read without a name beside it, `minimum` and `maximum` what can be meant at all.
    A `neutral` one says nothing of which product is right.
    """

    name: str
    kind: ParameterKind
    question: str
    frage: str
    names: tuple[str, ...] = ()
    unit: str = ""
    alone: bool = False
    neutral: bool = False
    minimum: Fraction | None = None
    maximum: Fraction | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def measured(self) -> bool:
        """Whether it holds a number."""
        return self.kind in (ParameterKind.QUANTITY, ParameterKind.COUNT)


def names_document(path: str, uri: str) -> bool:
    """Whether a `path` that a pack gives is a document's `uri`: either may be the end of the other, by whole names.

    What a document is called depends on which folder was ingested; a pack can't know.
    """
    return f"/{uri}".endswith(f"/{path}") or f"/{path}".endswith(f"/{uri}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """A product or variant: `family` is the product that it is a variant of, "" where it is none."""

    name: str
    words: tuple[str, ...]
    family: str = ""
    documents: tuple[str, ...] = ()

    def described_in(self, uri: str) -> bool:
        """Whether the pack says that the document is about this product."""
        return any(names_document(path, uri) for path in self.documents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A way of asking for something: every group of `words` has to be met by one of its members.

    None of the parameters `without` may be spoken of, and where there are any in `about`, one of them has to be.
    """

    words: tuple[tuple[str, ...], ...]
    without: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something people want: the `ways` of asking for it, and the parameters without which nobody can answer.

    `asks` are questions that ask for it, for those that ask in other words; `tool` computes it, `chooses` is the task
    that chooses among products what this one asks of a single product, "" for none.
    """

    name: str
    ways: tuple[Way, ...]
    deciding: tuple[str, ...]
    asks: tuple[str, ...] = ()
    tool: str = ""
    chooses: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A property that tables state: the `words` people ask for it in, and the `rows` or columns it is named by.

    `asks` are whole questions that ask for it, for those that ask in other words.
    """

    name: str
    words: tuple[str, ...]
    rows: tuple[str, ...]
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What only an expert may answer, the words that raise it, and what people say or ask about it in others."""

    name: str
    words: tuple[str, ...]
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A given of a tool: a fact that whoever computes has to bring with its citation, in `unit`.

    One with a `value` is true by definition, such as one object for each pitch, and needs no source.
    """

    name: str
    unit: str
    meaning: str
    value: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A value that is computed: `formula` over parameters and `facts`, its result in `unit`.

    `gives` is the parameter whose value it is where nothing was said of it, "" for none.
    """

    name: str
    meaning: str
    formula: str
    unit: str
    facts: tuple[Constant, ...] = ()
    gives: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackThresholds:
    """The least answer confidence for release and for an uncited computed value; never below the gate's floors."""

    release: float
    computed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """One domain.

    `separators` stand between a unit and what it is counted per, `scales` multiply a number, `counted` is the unit of
    a number that is said per time alone ("60,000 per hour"), "" for none. `scene` are words that only say where and
    when something runs and put no condition, `called` stands for the name of a product where names don't matter.
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    thresholds: PackThresholds
    units: tuple[PackUnit, ...] = ()
    counted: str = ""
    separators: tuple[str, ...] = ()
    scales: tuple[tuple[str, Fraction], ...] = ()
    negations: tuple[str, ...] = ()
    scene: tuple[str, ...] = ()
    called: str = ""
    products: tuple[Product, ...] = ()
    tasks: tuple[Task, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    topics: tuple[Topic, ...] = ()
    tools: tuple[Tool, ...] = ()

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter called `name`, or None."""
        return next((one for one in self.parameters if one.name == name), None)
