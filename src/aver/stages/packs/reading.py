"""Read an inquiry with a pack: typed parameters with the words they stand in, and never a guess (B8).

What cannot be read has no value, and where words are there an ambiguity says why. It is asked back where the task
that the inquiry sets cannot be done without the parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aver.errors import BadInput
from aver.stages.atoms.language import language_of
from aver.stages.packs.asking import asked_for, sets, without
from aver.stages.packs.choosing import possible
from aver.stages.packs.conditions import known_words, unread_conditions
from aver.stages.packs.giving import given_value
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.meaning import Cosines, meant, raised_in
from aver.stages.packs.measuring import measured_in
from aver.stages.packs.naming import Placed, placed
from aver.stages.packs.showing import value_text
from aver.stages.packs.wording import mentions, negated, starts_in
from aver.stages.planning.words import content, folded
from aver.values.packs import Pack, Parameter, Task
from aver.values.readings import Ambiguity, Asked, Chosen, Doubt, Given, InquiryReading, Raised, Span, Stated, Value

LONGEST = 4_000
"""Code points of an inquiry; a longer text is a document and not a question."""
DENIED_WITHIN = 6
"""Words between a negation and a number of its clause that leave it open whether the number is denied."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A parameter that words speak of without settling it."""

    doubt: Doubt
    spans: tuple[Span, ...] = ()
    choices: tuple[str, ...] = ()


def read_inquiry(
    text: str, pack: Pack, *, given: Mapping[str, str] | None = None, cosines: Cosines | None = None
) -> InquiryReading:
    """Return what `text` states of the parameters of `pack`, together with what is `given` as name and value.

    With `cosines`, what is asked for in other words than the pack's is found by its meaning. A given value settles
    what the words leave open; where they say something else, neither is taken. Spans are code points of `text`.
    Raises BadInput for a text over `LONGEST` and for a given name or value that the pack can't take.
    """
    if len(text) > LONGEST:
        raise BadInput(f"an inquiry of {len(text)} characters", hint=f"keep it within {LONGEST}, or ingest it")
    asked = {name: given_value(name, value, pack) for name, value in (given or {}).items()}
    named = _choices_in(text, pack)
    measured = tuple(one for one in measured_in(text, pack) if not starts_in(one.span, named))
    numbers = placed(text, measured, pack)
    found = _found(text, pack, asked, numbers)
    spoken = frozenset(name for name, read in found.items() if read is not None)
    tasks = tuple(task for task in pack.tasks if sets(text, task, spoken))
    settled = any(not task.chooses for task in tasks)
    properties = () if settled else asked_for(text, pack)
    if cosines is not None and not tasks and all(one.rest for one in properties):
        tasks, properties = _by_meaning(text, pack, found, cosines) or (tasks, properties)
    unnamed = {name for name, read in found.items() if isinstance(read, _Open) and read.doubt is Doubt.UNNAMED}
    alone = bool(properties) and spoken - unnamed <= {PRODUCT}
    plain = alone and any(not one.rest for one in properties)
    deciding = frozenset(name for task in tasks for name in task.deciding) | ({PRODUCT} if plain else set())
    stated: list[Stated] = []
    ambiguities: list[Ambiguity] = []
    for parameter in pack.parameters:
        read = found[parameter.name]
        if read is None and parameter.name in deciding:
            read = _Open(Doubt.MISSING, choices=tuple(choice.name for choice in parameter.choices))
        if isinstance(read, Stated):
            stated.append(read)
        elif read is not None:
            ambiguities.append(_ambiguity(read, parameter, text, deciding=parameter.name in deciding))
    return InquiryReading(
        pack=pack.name,
        text=text,
        stated=tuple(stated),
        ambiguities=tuple(ambiguities),
        tasks=tuple(task.name for task in tasks),
        topics=_raised(text, pack) or (() if cosines is None else raised_in(text, pack, cosines)),
        asked=properties,
        alone=alone,
        supposed=_supposed(numbers, found),
        unread=_unread(text, pack, _places(found)),
        conditions=unread_conditions(
            text,
            pack,
            read=_places({name: read for name, read in found.items() if name != PRODUCT}),
            named=named,
            measured=measured,
            placed=[one.span for one in numbers],
        ),
    )


def _supposed(numbers: Sequence[Placed], found: Mapping[str, Stated | _Open | None]) -> tuple[Stated, ...]:
    """Return what the numbers would say of each parameter that they may belong to and that isn't read."""
    return tuple(
        Stated(parameter=name, value=amount, spans=(number.span,))
        for number in numbers
        for name, amount in number.supposed
        if not isinstance(found[name], Stated)
    )


def _by_meaning(
    text: str, pack: Pack, found: Mapping[str, Stated | _Open | None], cosines: Cosines
) -> tuple[tuple[Task, ...], tuple[Asked, ...]] | None:
    """Return the task or the property that is asked for in other words, None where there is none."""
    one = meant(text, pack, _places(found), cosines)
    if one is None:
        return None
    return ((one,), ()) if isinstance(one, Task) else ((), (Asked(attribute=one.name),))


def _places(found: Mapping[str, Stated | _Open | None]) -> list[Span]:
    return [span for read in found.values() if read is not None for span in read.spans]


def _unread(text: str, pack: Pack, read: Sequence[Span]) -> tuple[str, ...]:
    """Return the words beside the places `read` that are no form of asking, no scene, and in no word of a task."""
    known = known_words(pack)
    left = folded(without(text, [Span(start=0, end=len(text))], read))
    return tuple(sorted({word for word in content(" ".join(left)) if word not in known}))


def _found(
    text: str, pack: Pack, asked: Mapping[str, Value], numbers: Sequence[Placed]
) -> dict[str, Stated | _Open | None]:
    """Return what is read or given of each parameter, None where nothing is said of it."""
    found = {
        one.name: _amount(text, one, numbers, pack) if one.measured else _choice(text, one, pack)
        for one in pack.parameters
    }
    return {one.name: _with_given(one, found[one.name], asked.get(one.name)) for one in pack.parameters}


def _choices_in(text: str, pack: Pack) -> list[Span]:
    """Return where the choices of parameters stand, such as the names of products, whose figures are no amounts."""
    words = [word for parameter in pack.parameters for choice in parameter.choices for word in choice.words]
    return [mention.span for mention in mentions(words, text)]


def _choice(text: str, parameter: Parameter, pack: Pack) -> Stated | _Open | None:
    left = possible(text, parameter, pack)
    if left is None:
        return None
    if left.doubt is not None:
        return _Open(left.doubt, left.spans, left.choices)
    return Stated(parameter=parameter.name, value=Chosen(choice=left.choices[0]), spans=left.spans)


def _amount(text: str, parameter: Parameter, numbers: Sequence[Placed], pack: Pack) -> Stated | _Open | None:
    """Return the amount that every number of the parameter says, or why there is none."""
    own = [number for number in numbers if parameter.name in number.parameters]
    settled = [number for number in own if number.doubt is None]
    spans = tuple(number.span for number in own)
    amounts = tuple(dict.fromkeys(amount for number in settled for amount in number.amounts))
    shown = tuple(value_text(amount) for number in own for amount in number.amounts)
    if any(negated(text, number.said, pack.negations, within=DENIED_WITHIN) for number in settled):
        return _Open(Doubt.NEGATED, spans, tuple(dict.fromkeys(shown)))
    for number in own:
        if number.doubt is not None and (number.doubt is not Doubt.UNNAMED or not settled):
            return _Open(number.doubt, spans, _offered(number, parameter))
    if len(amounts) > 1:
        return _Open(Doubt.STATED_TWICE, spans, tuple(dict.fromkeys(shown)))
    if not amounts:
        return None
    return Stated(parameter=parameter.name, value=amounts[0], spans=tuple(number.span for number in settled))


def _offered(number: Placed, parameter: Parameter) -> tuple[str, ...]:
    match number.doubt:
        case Doubt.UNNAMED:
            return number.parameters
        case Doubt.NO_UNIT | Doubt.WRONG_UNIT:
            return (parameter.unit,)
        case _:
            return tuple(value_text(amount) for amount in number.amounts)


def _with_given(parameter: Parameter, read: Stated | _Open | None, given: Value | None) -> Stated | _Open | None:
    if given is None:
        return read
    if not isinstance(read, Stated):
        return Stated(parameter=parameter.name, value=given, spans=(), given=Given.STATED)
    if read.value == given:
        return replace(read, given=Given.STATED)
    return _Open(Doubt.STATED_TWICE, read.spans, (value_text(read.value), value_text(given)))


def _ambiguity(left: _Open, parameter: Parameter, text: str, *, deciding: bool) -> Ambiguity:
    question = parameter.frage if language_of(text) == "de" else parameter.question
    return Ambiguity(
        parameter=parameter.name,
        doubt=left.doubt,
        spans=left.spans,
        choices=left.choices,
        question=question,
        deciding=deciding,
    )


def _raised(text: str, pack: Pack) -> tuple[Raised, ...]:
    """Return the topics that the words raise; a negation doesn't take one back, since asking is raising it."""
    found = ((topic.name, mentions(topic.words, text)) for topic in pack.topics)
    return tuple(Raised(topic=name, spans=tuple(one.span for one in places)) for name, places in found if places)
