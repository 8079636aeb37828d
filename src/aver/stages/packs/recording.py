"""What of a reading goes into the log: values and choices as they are shown, sealed as the caller's words."""

from __future__ import annotations

from aver.stages.packs.showing import value_text
from aver.values.inquiry import Known, Missing, Parameters
from aver.values.readings import InquiryReading
from aver.values.sealed import Sealed


def parameters_of(reading: InquiryReading) -> Parameters:
    """Return the parameters of an inquiry as a run records them."""
    return Parameters(
        pack=reading.pack,
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
    )
