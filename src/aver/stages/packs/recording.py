"""What of a reading goes into the log: values and choices as they are shown, sealed as the caller's words."""

from __future__ import annotations

from collections.abc import Mapping

from aver.stages.atoms.language import language_of
from aver.stages.packs.asking import sought
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.showing import value_text
from aver.values.inquiry import Known, Missing, Parameters, Sought
from aver.values.packs import Pack
from aver.values.readings import Chosen, Doubt, InquiryReading
from aver.values.sealed import Sealed


def parameters_of(reading: InquiryReading, pack: Pack, given: Mapping[str, str]) -> Parameters:
    """Return the parameters of an inquiry as a run records them, and what was `given` for them."""
    return Parameters(
        pack=pack.name,
        given=tuple((name, Sealed(value)) for name, value in given.items()),
        release=pack.thresholds.release,
        computed=pack.thresholds.computed,
        known=tuple(
            Known(
                parameter=one.parameter,
                value=Sealed(value_text(one.value)),
                spans=tuple((span.start, span.end) for span in one.spans),
            )
            for one in reading.stated
        ),
        open=tuple(
            Missing(
                parameter=one.parameter,
                question=one.question,
                choices=tuple(Sealed(choice) for choice in one.choices),
                doubt=one.doubt.value,
                deciding=one.deciding,
            )
            for one in reading.ambiguities
        ),
        topics=tuple(one.topic for one in reading.topics),
        unread=tuple(Sealed(reading.text[one.start : one.end]) for one in reading.conditions),
        sought=_sought(reading, pack),
    )


def _sought(reading: InquiryReading, pack: Pack) -> tuple[Sought, ...]:
    product = reading.value(PRODUCT)
    if not reading.alone or not isinstance(product, Chosen):
        return ()
    found = (sought(one, product.choice, pack) for one in reading.asked)
    return tuple(one for one in found if one.rows)


def missing_of(name: str, asked: str, pack: Pack) -> Missing:
    """Return the question back for an open parameter of `pack`, in the language of what is asked."""
    parameter = pack.parameter(name)
    if parameter is None:
        return Missing(parameter=name, question="", doubt=Doubt.MISSING.value)
    return Missing(
        parameter=name,
        question=parameter.frage if language_of(asked) == "de" else parameter.question,
        choices=tuple(Sealed(choice.name) for choice in parameter.choices),
        doubt=Doubt.MISSING.value,
    )
