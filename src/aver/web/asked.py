"""From the form of a question to the inquiry, and from a run to the form that asks the same again."""

from __future__ import annotations

from aver.errors import BadInput
from aver.flows.inquiring import LONGEST_QUESTION, Wanted
from aver.flows.packs import pack_named, with_pack
from aver.service import operations
from aver.service.bodies import LONGEST_NAME
from aver.service.desk import Desk
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.web.posted import Form

LONGEST = LONGEST_QUESTION
Fields = tuple[tuple[str, str], ...]
"""Names and values of a form's fields."""


def inquiry_of(desk: Desk, caller: Caller, form: Form, *, mode: Mode | None = None) -> Inquiry:
    """Return what a form asks: `question`, and perhaps `document`, `as_of`, `mode`, `pack` and several `given`.

    A `choice` between cases that the documents tell apart is said in the question. Raises BadInput and NotFound.
    """
    question, choice = form.one("question"), form.one("choice")
    if len(question) > LONGEST_QUESTION or len(form.one("document")) > LONGEST_NAME:
        raise BadInput("the question is too long", hint=f"ask in at most {LONGEST_QUESTION} characters")
    wanted = Wanted(
        question=f"{question} ({choice})" if choice else question,
        mode=_mode(form.one("mode")) if mode is None else mode,
        document=form.one("document") or None,
        as_of=form.one("as_of") or None,
    )
    inquiry = operations.inquiry(desk, caller, wanted)
    if not form.one("pack"):
        return inquiry
    pack = pack_named(form.one("pack"), home=desk.app.settings.home)
    return with_pack(inquiry, pack, form.get("given", ()), gauge=desk.app.gauge)


def again(inquiry: Inquiry) -> Fields:
    """Return the fields, besides the question, that ask what `inquiry` asked."""
    fields = [("document", inquiry.document or ""), ("as_of", inquiry.as_of or ""), ("mode", inquiry.mode.value)]
    read = inquiry.parameters
    if read is not None:
        fields.append(("pack", read.pack))
        fields += [("given", f"{one.parameter}={one.value}") for one in read.known if not one.spans]
    return tuple((name, value) for name, value in fields if value)


def chosen(inquiry: Inquiry, parameter: str, choice: str) -> Fields:
    """Return the fields that answer a question back: a parameter of the pack, else a case named in the question."""
    read = inquiry.parameters
    asked_by_pack = read is not None and any(one.parameter == parameter for one in read.open)
    return (*again(inquiry), ("given", f"{parameter}={choice}") if asked_by_pack else ("choice", choice))


def _mode(name: str) -> Mode:
    try:
        return Mode(name or Mode.AUTO)
    except ValueError as error:
        raise BadInput("there is no such way of answering", hint=f"one of {', '.join(Mode)}") from error
