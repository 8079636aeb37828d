"""A chat model reads what grammar left open, to be offered and never taken: no value is the model's (B8).

Words that don't stand in the question, a value that isn't among the choices and a number that the words don't say are
left out. What is left stands first among the choices of the question back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from aver.flows.consulting import Meter, Speak, consult
from aver.patterns import regex
from aver.stages.deliberation.prompting import inquirer_prompt
from aver.stages.deliberation.replies import InquiryReply, ReadAs
from aver.values.answers import Clarification, Clarify
from aver.values.deliberation import Voice, VoiceFailure
from aver.values.events import Decided, Event, Suggested
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed

_DIGITS = regex(r"\d+")


def asked_back(
    ending: Sequence[Event], clarify: Clarify, inquiry: Inquiry, chat: Speak, meter: Meter
) -> Generator[Event, None, None]:
    """Yield what a chat model suggests, then the `ending` of a run that asks back, suggestions first in its choices."""
    heard = consult(
        chat, Voice.INQUIRER, inquirer_prompt(inquiry.question, clarify.questions), InquiryReply, meter=meter
    )
    if isinstance(heard, VoiceFailure):
        yield Suggested(by="", suggested=(), failure=heard, usage=meter.spent)
        yield from ending
        return
    open_ = {one.parameter: one for one in clarify.questions}
    said = {one.parameter: Sealed(one.value) for one in heard.reply.readings if _is_said(one, inquiry, open_)}
    yield Suggested(by=heard.model, suggested=tuple(said.items()), usage=meter.spent)
    questions = tuple(_with(one, said.get(one.parameter)) for one in clarify.questions)
    for event in ending:
        if isinstance(event, Decided):
            event = replace(event, decision=replace(clarify, questions=questions))
        yield event


def _is_said(one: ReadAs, inquiry: Inquiry, open_: dict[str, Clarification]) -> bool:
    """Whether the words stand in the question, for a parameter that is open, and can mean the value."""
    if one.parameter not in open_ or not one.words.strip() or one.words not in inquiry.question.text:
        return False
    choices = [choice.text for choice in open_[one.parameter].choices]
    if choices:
        return one.value in choices
    return bool(_digits(one.value)) and _digits(one.value) == _digits(one.words)


def _digits(text: str) -> str:
    return "".join(_DIGITS.findall(text))


def _with(one: Clarification, suggested: Sealed | None) -> Clarification:
    if suggested is None:
        return one
    return replace(one, choices=(suggested, *(choice for choice in one.choices if choice.text != suggested.text)))
