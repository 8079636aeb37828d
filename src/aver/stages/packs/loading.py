"""A pack out of its TOML, strictly: what is not understood is refused with the file, the field and a hint.

Everything that refers to something else is followed here (units, parameters, formulas with their dimensions), so
that reading and computing never meet a pack that contradicts itself.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from aver.errors import BadExpression, BadPack
from aver.stages.gate import COMPUTED_FLOOR, RELEASE_FLOOR
from aver.stages.packs.computing import dimension_of
from aver.stages.packs.expressions import expression_of, names_in
from aver.stages.packs.fields import Fields
from aver.stages.packs.predicates import ASKED, TASK
from aver.stages.packs.unit_algebra import unit_named
from aver.values.packs import (
    Attribute,
    Choice,
    Constant,
    Pack,
    PackThresholds,
    PackUnit,
    Parameter,
    ParameterKind,
    Product,
    Task,
    Tool,
    Topic,
    Way,
)

LARGEST = 1_000_000
"""Code points a pack may have."""
PRODUCT = "product"
"""The parameter whose choices are the pack's products."""


@lru_cache(maxsize=8)
def pack_of(text: str, *, file: str) -> Pack:
    """Return the pack written in the TOML `text`. Raises BadPack naming `file` and the field that is wrong."""
    if len(text) > LARGEST:
        raise BadPack(f"{file}: {len(text)} characters", hint=f"keep a pack within {LARGEST}")
    try:
        top = Fields(file, "", tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadPack(f"{file}: not TOML: {error}", hint="docs/packs.md shows one") from error
    units = _units(top)
    known = {unit.name: unit for unit in units}
    products = tuple(_product(one) for one in top.tables("products"))
    parameters = tuple(_parameter(one, known, products) for one in top.tables("parameters"))
    words = top.table("words")
    pack = Pack(
        name=top.label(),
        title=top.text("title"),
        units=units,
        counted=top.text("counted", default=""),
        separators=words.words("separators"),
        negations=words.words("negations"),
        scene=words.words("scene"),
        called=words.text("called", default=""),
        scales=tuple(_scale(one) for one in words.tables("scales")),
        products=products,
        parameters=parameters,
        tasks=tuple(_task(one, parameters) for one in top.tables("tasks")),
        attributes=tuple(_attribute(one) for one in top.tables("attributes")),
        topics=tuple(_topic(one) for one in top.tables("topics")),
        tools=tuple(_tool(one, parameters, known) for one in top.tables("tools")),
        thresholds=_thresholds(top.table("thresholds")),
    )
    words.done()
    top.done()
    _consistent(top, pack)
    return pack


def _units(top: Fields) -> tuple[PackUnit, ...]:
    known: dict[str, PackUnit] = {}
    for one in top.tables("units"):
        name, spellings = one.text("name"), one.words("spellings", needed=True)
        written, factor = one.text("equals", default=""), one.number("factor")
        one.done()
        if name in known or "/" in name:
            raise one.wrong("name", f"{name!r} is there already, or has a slash", "one name for one unit")
        base = unit_named(written, known) if written else None
        if written and base is None:
            raise one.wrong("equals", f"{written!r} is no unit", "a unit above it or a usual one, as in object/hour")
        if factor is not None and (factor <= 0 or base is None):
            raise one.wrong("factor", "not above zero, or without `equals`", 'factor = 12, equals = "object"')
        known[name] = PackUnit(
            name=name,
            spellings=spellings,
            factor=(base.factor if base else Fraction(1)) * (factor or 1),
            dimension=base.dimension if base else ((name, 1),),
        )
    return tuple(known.values())


def _product(one: Fields) -> Product:
    found = Product(
        name=one.label(),
        words=one.words("words", needed=True),
        family=one.text("family", default=""),
        documents=one.texts("documents"),
    )
    one.done()
    return found


def _parameter(one: Fields, known: dict[str, PackUnit], products: tuple[Product, ...]) -> Parameter:
    name, kind = one.identifier(), _kind(one)
    unit = one.text("unit", default="")
    measured = kind in (ParameterKind.QUANTITY, ParameterKind.COUNT)
    if measured != bool(unit) or (unit and unit_named(unit, known) is None):
        raise one.wrong("unit", f"{unit!r} is no unit for a {kind.value}", "a unit for a quantity or count, else none")
    found = Parameter(
        name=name,
        kind=kind,
        question=one.text("question"),
        frage=one.text("frage"),
        names=one.words("names"),
        unit=unit,
        alone=one.flag("alone"),
        neutral=one.flag("neutral"),
        minimum=one.number("minimum"),
        maximum=one.number("maximum"),
        choices=_choices(one, kind, products if name == PRODUCT else ()),
    )
    one.done()
    if not measured and (found.names or found.alone or found.minimum is not None or found.maximum is not None):
        raise one.wrong("kind", f"a {kind.value} has no names, minimum or maximum", "give words to its choices")
    if found.minimum is not None and found.maximum is not None and found.minimum > found.maximum:
        raise one.wrong("minimum", "above the maximum", "minimum = the smaller one")
    return found


def _kind(one: Fields) -> ParameterKind:
    written = one.text("kind")
    if written not in set(ParameterKind):
        raise one.wrong("kind", f"{written[:64]!r} is unknown", f"one of {', '.join(ParameterKind)}")
    return ParameterKind(written)


def _choices(one: Fields, kind: ParameterKind, products: tuple[Product, ...]) -> tuple[Choice, ...]:
    tables = one.tables("choices")
    if kind is ParameterKind.BOOLEAN:
        return tuple(Choice(name=name, words=one.words(name)) for name in ("yes", "no"))
    if kind is not ParameterKind.ENUM and tables:
        raise one.wrong("choices", f"a {kind.value} has none", "give it a unit")
    written = [Choice(name=table.label(), words=table.words("words", needed=True)) for table in tables]
    for table in tables:
        table.done()
    found = (*written, *(Choice(name=product.name, words=product.words) for product in products))
    _distinct(one, "choices", (choice.name for choice in found))
    if kind is ParameterKind.ENUM and len(found) < 2:
        raise one.wrong("choices", "fewer than two", "[[parameters.choices]]; those of `product` are the products")
    return found


def _scale(one: Fields) -> tuple[str, Fraction]:
    word, factor = one.text("word"), one.number("factor")
    one.done()
    if factor is None or factor <= 0:
        raise one.wrong("factor", "missing or not above zero", "factor = 1000")
    return word, factor


def _task(one: Fields, parameters: tuple[Parameter, ...]) -> Task:
    found = Task(
        name=one.identifier(),
        ways=(Way(words=one.groups("words")), *(_way(way, parameters) for way in one.tables("ways"))),
        deciding=_parameters_in(one, "deciding", parameters),
        asks=one.texts("asks"),
        tool=one.text("tool", default=""),
        chooses=one.text("chooses", default=""),
    )
    one.done()
    return found


def _way(one: Fields, parameters: tuple[Parameter, ...]) -> Way:
    found = Way(
        words=one.groups("words"),
        without=_parameters_in(one, "without", parameters),
        about=_parameters_in(one, "about", parameters),
    )
    one.done()
    return found


def _parameters_in(one: Fields, name: str, parameters: tuple[Parameter, ...]) -> tuple[str, ...]:
    found = one.texts(name)
    unknown = set(found) - {parameter.name for parameter in parameters}
    if unknown:
        raise one.wrong(name, f"{min(unknown)!r} is no parameter", "name parameters of this pack")
    return found


def _attribute(one: Fields) -> Attribute:
    found = Attribute(
        name=one.identifier(), words=one.words("words", needed=True), rows=one.words("rows"), asks=one.texts("asks")
    )
    one.done()
    return found


def _topic(one: Fields) -> Topic:
    found = Topic(name=one.identifier(), words=one.words("words", needed=True), asks=one.texts("asks"))
    one.done()
    return found


def _tool(one: Fields, parameters: tuple[Parameter, ...], known: dict[str, PackUnit]) -> Tool:
    facts = tuple(_constant(fact, known) for fact in one.tables("facts"))
    found = Tool(
        name=one.identifier(),
        meaning=one.text("meaning"),
        formula=one.text("formula"),
        unit=one.text("unit"),
        facts=facts,
        gives=one.text("gives", default=""),
    )
    one.done()
    inputs = [(fact.name, fact.unit) for fact in facts] + [(each.name, each.unit) for each in parameters if each.unit]
    _distinct(one, "facts", (name for name, _ in inputs))
    units = {name: unit_named(unit, known) for name, unit in inputs}
    result = unit_named(found.unit, known)
    try:
        expression = expression_of(found.formula)
        dimension = dimension_of(expression, {name: unit.dimension for name, unit in units.items() if unit})
    except BadExpression as error:
        raise one.wrong("formula", error.message, error.hint) from error
    if not any(names_in(expression)):
        raise one.wrong("formula", "computes from nothing", "name at least one parameter or fact")
    if result is None or result.dimension != dimension:
        raise one.wrong("unit", f"{found.unit!r} is not what the formula gives", "the unit of the result")
    if found.gives and found.unit not in {each.unit for each in parameters if each.name == found.gives}:
        raise one.wrong("gives", f"{found.gives!r} is no parameter in {found.unit}", "a parameter, in its own unit")
    return found


def _constant(one: Fields, known: dict[str, PackUnit]) -> Constant:
    found = Constant(
        name=one.identifier(), unit=one.text("unit"), meaning=one.text("meaning"), value=one.number("value")
    )
    one.done()
    if unit_named(found.unit, known) is None:
        raise one.wrong("unit", f"{found.unit!r} is no unit", "a unit of the pack or a usual one")
    return found


def _thresholds(one: Fields) -> PackThresholds:
    least = {"release": RELEASE_FLOOR, "computed": COMPUTED_FLOOR}
    found = {}
    for name, floor in least.items():
        value = one.number(name)
        if value is not None and not floor <= value <= 1:
            raise one.wrong(name, "below the floor of the gate, or above 1", f"from {floor} to 1")
        found[name] = floor if value is None else float(value)
    one.done()
    return PackThresholds(release=found["release"], computed=found["computed"])


def _consistent(top: Fields, pack: Pack) -> None:
    _distinct(top, "parameters", (one.name for one in pack.parameters))
    for name in (TASK, ASKED):
        if pack.parameter(name) is not None:
            raise top.wrong("parameters", f"{name!r} has a meaning of its own in predicates", "another name")
    _distinct(top, "products", (one.name for one in pack.products))
    _distinct(top, "tasks", (one.name for one in pack.tasks))
    _distinct(top, "attributes", (one.name for one in pack.attributes))
    if any(one.rows for one in pack.attributes) and pack.parameter(PRODUCT) is None:
        raise top.wrong(
            "attributes", f"rows of what, without a parameter {PRODUCT!r}?", f'[[parameters]] name = "{PRODUCT}"'
        )
    _distinct(top, "topics", (one.name for one in pack.topics))
    _distinct(top, "tools", (one.name for one in pack.tools))
    tools = {one.name for one in pack.tools}
    unknown = [one.tool for one in pack.tasks if one.tool and one.tool not in tools]
    if unknown:
        raise top.wrong("tasks", f"{unknown[0]!r} is no tool", "tool = the name of one of [[tools]]")
    tasks = {one.name for one in pack.tasks}
    stray = [one.chooses for one in pack.tasks if one.chooses and one.chooses not in tasks - {one.name}]
    if stray:
        raise top.wrong("tasks", f"{stray[0]!r} is no other task", "chooses = the name of one of [[tasks]]")
    families = {one.name for one in pack.products}
    for one in pack.products:
        if one.family and (one.family not in families or one.family == one.name):
            raise top.wrong("products", f"{one.family!r} is no other product", "family = the product it varies")
    if pack.counted and pack.counted not in {unit.name for unit in pack.units}:
        raise top.wrong("counted", f"{pack.counted!r} is no unit of the pack", "the name of one of [[units]]")
    if not pack.parameters:
        raise top.wrong("parameters", "missing", "[[parameters]]")


def _distinct(one: Fields, name: str, names: Iterable[str]) -> None:
    twice = [found for found, times in Counter(names).items() if times > 1]
    if twice:
        raise one.wrong(name, f"{twice[0]!r} is there twice", "one name for one thing")
