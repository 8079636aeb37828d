"""Compile what a voice is sent: instructions from a versioned file, everything else as escaped data.

There are two channels and one rule: `instructions` is a file of ours, byte for byte; whatever came from a
question, a document or a model is an element of `data`, escaped so that it cannot leave it (F3). Evidence
is chosen by rank until the budget is full, nothing twice, with the strongest passages at the edges (F4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from aver.stages.injection import extracted_claim
from aver.stages.injection.compiling import at_edges, fitting, tokens_of, within
from aver.stages.injection.escaping import element, escape
from aver.values.answers import Claim, Clarification
from aver.values.deliberation import Challenge, FullView, LocalSummary, MacroSummary, MacroView, Position, Voice
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Means, SubQuestion
from aver.values.sealed import Sealed

VERSION = "v1"
"""The version of every prompt file; a change of words is a new file."""

_LEAST_FOR_SUMMARIES = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a voice is sent. `left_out` are the ids of packets and summaries that did not fit."""

    name: str
    instructions: str
    data: tuple[Sealed, ...]
    left_out: tuple[str, ...] = ()


@cache
def instructions_of(voice: Voice) -> str:
    """Return the instructions of a voice."""
    return files(__name__.rpartition(".")[0]).joinpath("prompts", f"{voice.value}.{VERSION}.md").read_text("utf-8")


def drafter_prompt(questions: Sequence[SubQuestion], packets: Sequence[EvidencePacket], *, budget: int) -> Prompt:
    """Return what a model is sent that drafts alone; `budget` bounds the data in tokens."""
    asked = _asked(questions)
    evidence, left = _evidence(packets, budget - _size(asked))
    return _prompt(Voice.DRAFTER, (*asked, *evidence), left)


def inquirer_prompt(question: Sealed, open_: Sequence[Clarification]) -> Prompt:
    """Return what a model is sent that reads a question: the question, and the parameters it leaves open."""
    asked = Sealed(element("question", escape(question.text)), question.document)
    return _prompt(Voice.INQUIRER, (asked, *(_parameter(one) for one in open_)), ())


def _parameter(one: Clarification) -> Sealed:
    choices = "".join(element("choice", escape(choice.text)) for choice in one.choices)
    return Sealed(element("parameter", f"{escape(one.question)}{choices}", (("name", one.parameter),)))


def reworder_prompt(question: Sealed, wanted: Sequence[Means]) -> Prompt:
    """Return what a model is sent that words a question otherwise: the question, and the kinds that are `wanted`."""
    asked = Sealed(element("question", escape(question.text)), question.document)
    return _prompt(Voice.REWORDER, (asked, *(Sealed(element("wanted", escape(one.value))) for one in wanted)), ())


def grader_prompt(part: SubQuestion, passages: Sequence[Sealed], *, budget: int) -> tuple[Prompt, tuple[int, ...]]:
    """Return what a model is sent that grades passages for a part of the question, numbered from 0.

    Also returned are the numbers of the passages that fit into `budget` tokens.
    """
    asked = _asked((part,))
    shown = [(str(number), _passage(number, text)) for number, text in enumerate(passages)]
    kept, left = _fitting(shown, budget - _size(asked))
    fit = tuple(number for number in range(len(passages)) if str(number) not in left)
    return _prompt(Voice.GRADER, (*asked, *kept), left), fit


def _passage(number: int, text: Sealed) -> Sealed:
    return Sealed(element("passage", escape(text.text), (("number", number),)), text.document)


def proposer_prompt(questions: Sequence[SubQuestion], view: FullView, *, budget: int) -> Prompt:
    """Return what a proposer is sent: the question, every layer of summary, the evidence."""
    asked = _asked(questions)
    layers, left_layers = _hierarchy(view, int((budget - _size(asked)) * _LEAST_FOR_SUMMARIES))
    evidence, left = _evidence(view.packets, budget - _size(asked) - _size(layers))
    return _prompt(Voice.PROPOSER, (*asked, *layers, *evidence), (*left_layers, *left))


def critic_prompt(
    questions: Sequence[SubQuestion], positions: Sequence[Position], view: MacroView, *, budget: int
) -> Prompt:
    """Return what a critic is sent: the question, the positions and the macro view, nothing below."""
    given = (*_asked(questions), *(_position(position) for position in positions))
    layers, left = _fitting([(one.id, _macro(one)) for one in view.summaries], budget - _size(given))
    return _prompt(Voice.CRITIC, (*given, *layers), left)


def synthesiser_prompt(
    questions: Sequence[SubQuestion],
    view: FullView,
    claims: Sequence[Claim],
    challenges: Sequence[Challenge],
    *,
    budget: int,
) -> Prompt:
    """Return what a synthesiser is sent: what the proposer saw, the draft, the challenges."""
    debate = (*(_claim(claim) for claim in claims), *(_challenge(one) for one in challenges))
    given = (*_asked(questions), *debate)
    layers, left_layers = _hierarchy(view, int((budget - _size(given)) * _LEAST_FOR_SUMMARIES))
    evidence, left = _evidence(view.packets, budget - _size(given) - _size(layers))
    return _prompt(Voice.SYNTHESISER, (*given, *layers, *evidence), (*left_layers, *left))


def _prompt(voice: Voice, data: tuple[Sealed, ...], left_out: tuple[str, ...]) -> Prompt:
    return Prompt(name=f"{voice.value}.{VERSION}", instructions=instructions_of(voice), data=data, left_out=left_out)


def _asked(questions: Sequence[SubQuestion]) -> tuple[Sealed, ...]:
    return tuple(
        Sealed(element("question", escape(str(part.text)), (("number", part.number),)), part.text.document)
        for part in questions
    )


def _hierarchy(view: FullView, budget: int) -> tuple[tuple[Sealed, ...], tuple[str, ...]]:
    macro = [(one.id, _macro(one)) for one in view.macro.summaries]
    return _fitting([*macro, *((one.id, _section(one)) for one in view.sections)], budget)


def _macro(summary: MacroSummary) -> Sealed:
    return _summary(f"{summary.level.value}_summary", summary)


def _section(summary: LocalSummary) -> Sealed:
    return _summary("section_summary", summary)


def _summary(name: str, summary: MacroSummary | LocalSummary) -> Sealed:
    """A layer without a name in the source shows none: nothing made up may look like a title (A3)."""
    title = None if summary.title is None else str(summary.title)
    attributes = (("id", summary.id), ("document", summary.document), ("title", title))
    return Sealed(element(name, escape(str(summary.text)), attributes), summary.document)


def _position(position: Position) -> Sealed:
    attributes = (("number", position.claim), ("documents", " ".join(position.documents)))
    return Sealed(element("position", escape(str(position.text)), attributes), position.text.document)


def _claim(claim: Claim) -> Sealed:
    return Sealed(extracted_claim(claim), claim.text.document)


def _challenge(challenge: Challenge) -> Sealed:
    body = element("quote", escape(str(challenge.quote))) + element("reason", escape(str(challenge.reason)))
    attributes = (
        ("number", challenge.number),
        ("claim", challenge.claim),
        ("kind", challenge.kind.value),
        ("summary", challenge.summary),
    )
    return Sealed(element("challenge", body, attributes), challenge.quote.document)


def _evidence(packets: Sequence[EvidencePacket], budget: int) -> tuple[tuple[Sealed, ...], tuple[str, ...]]:
    """Return the selected packets that fit, strongest at the edges, and the ids of those that didn't."""
    kept, left = within(packets, budget)
    return tuple(Sealed(text, packet.passage.document) for packet, text in at_edges(kept)), left


def _fitting(parts: Iterable[tuple[str, Sealed]], budget: int) -> tuple[tuple[Sealed, ...], tuple[str, ...]]:
    """Return the parts that fit into `budget` tokens, in order, and the ids of the others."""
    kept, left = fitting(parts, budget, text=lambda named: named[1].text)
    return tuple(part for _, part in kept), tuple(name for name, _ in left)


def _size(parts: Iterable[Sealed]) -> int:
    return sum(tokens_of(part.text) for part in parts)
