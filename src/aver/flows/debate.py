"""The three voices, each one call of a chat model or an offline rule, each an event.

The signatures are the asymmetry: `challenge` takes positions and a `MacroView`, and there is nothing else
it could show a critic. A model that cannot be heard leaves the word to the rule: quotation proposes,
summaries contradict, the challenges are ruled on and the claims stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aver.flows.consulting import Meter, Speak, consult
from aver.flows.drafting import drafted
from aver.stages.deliberation.critique import Judge, challenges_of, macro_challenges
from aver.stages.deliberation.doubt import revised
from aver.stages.deliberation.prompting import critic_prompt, proposer_prompt, synthesiser_prompt
from aver.stages.deliberation.replies import CritiqueReply, SynthesisReply
from aver.stages.deliberation.rulings import rule_all
from aver.values.answers import Claim
from aver.values.deliberation import Challenge, FullView, MacroView, Position, Refutation, Voice, VoiceFailure
from aver.values.events import Challenged, Proposed, Synthesised
from aver.values.inquiry import SubQuestion

QUOTATION = "quotation"
SUMMARIES = "summaries"
COMPOSITION = "composition"
NOBODY = "nobody"
"""Speaks for the critic where no summary of the documents is at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """What the debate is about: the parts of the question, all that may be seen, what quotation claims, and
    where the documents turn down what is asked."""

    questions: tuple[SubQuestion, ...]
    view: FullView
    quoted: tuple[Claim, ...]
    refutations: tuple[Refutation, ...] = ()


def propose(matter: Matter, chat: Speak | None, meter: Meter) -> Proposed:
    """Return the proposer's claims: the model's, else what quotation claims."""
    if chat is None:
        return Proposed(by=QUOTATION, claims=matter.quoted)
    before = meter.spent
    prompt = proposer_prompt(matter.questions, matter.view, budget=meter.budget.prompt_tokens)
    said = drafted(Voice.PROPOSER, prompt, matter.questions, matter.view.packets, chat, meter=meter)
    if isinstance(said, VoiceFailure):
        return Proposed(by=QUOTATION, claims=matter.quoted, failure=said, usage=meter.since(before))
    return Proposed(by=said.by, claims=said.claims, usage=meter.since(before), left_out=said.left_out)


def challenge(
    questions: Sequence[SubQuestion],
    positions: Sequence[Position],
    view: MacroView,
    *,
    chat: Speak | None,
    judge: Judge | None,
    meter: Meter,
) -> Challenged:
    """Return what the critic holds against the positions: the model's challenges, else the summaries' own."""
    if not view.summaries:
        return Challenged(by=NOBODY, challenges=())
    if chat is None or not positions:
        return Challenged(by=SUMMARIES, challenges=macro_challenges(positions, view, judge))
    before = meter.spent
    prompt = critic_prompt(questions, positions, view, budget=meter.budget.prompt_tokens)
    heard = consult(chat, Voice.CRITIC, prompt, CritiqueReply, meter=meter)
    if isinstance(heard, VoiceFailure):
        own = macro_challenges(positions, view, judge)
        return Challenged(by=SUMMARIES, challenges=own, failure=heard, usage=meter.since(before))
    challenges = challenges_of(heard.reply, positions, view, source=heard.source)
    return Challenged(by=heard.model, challenges=challenges, usage=meter.since(before), left_out=prompt.left_out)


def synthesise(
    matter: Matter, claims: tuple[Claim, ...], challenges: tuple[Challenge, ...], chat: Speak | None, meter: Meter
) -> Synthesised:
    """Return a ruling per challenge and the claims as they stand after it; without a challenge nothing is asked."""
    packets, refutations = matter.view.packets, matter.refutations
    before, failure = meter.spent, None
    if chat is not None and challenges:
        prompt = synthesiser_prompt(
            matter.questions, matter.view, claims, challenges, budget=meter.budget.prompt_tokens
        )
        heard = consult(chat, Voice.SYNTHESISER, prompt, SynthesisReply, meter=meter)
        if not isinstance(heard, VoiceFailure):
            said, source = heard.reply, heard.source
            kept, withdrawn = revised(claims, said.revisions, packets, refutations, source=source)
            return Synthesised(
                by=heard.model,
                claims=kept,
                rulings=rule_all(challenges, claims, packets, refutations, proposed=said.rulings, source=source),
                withdrawn=tuple(sorted(withdrawn)),
                usage=meter.since(before),
                left_out=prompt.left_out,
            )
        failure = heard
    rulings = rule_all(challenges, claims, packets, refutations)
    return Synthesised(by=COMPOSITION, claims=claims, rulings=rulings, failure=failure, usage=meter.since(before))
