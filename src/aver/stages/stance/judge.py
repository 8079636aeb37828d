"""Decide what a document holds on a question, and what the passage that matched is doing in it (G2).

The order is fixed: relate every sentence (1), read the passage, its place and what stands around it (2), decide stance
and role by fitted weights, of structure and, where a model reads, of what it makes of the passage there (3), turn the
stance on the passage into one on the question, where that is one of yes or no (4), abstain where the best is weak (5),
and cite the sentences that refute or limit most (6). A passage is called the author's position only where both
decisions agree on it, since a lure released as the document's view is the worst error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aver.ports import Entailment, StanceReader
from aver.stages.asserting import asks_whether
from aver.stages.atoms.language import language_of
from aver.stages.stance import weights_read
from aver.stages.stance.context import in_context
from aver.stages.stance.deciding import SENTENCE_NAMES, sentence_rows
from aver.stages.stance.on_question import NO, on_question
from aver.stages.stance.relating import Encode, Floats, Related, Span, Voted, relate
from aver.stages.stance.standpoint import CASE_NAMES, case_row
from aver.stages.stance.weights_case import ROLE, ROLES, SAYS, SAYS_WHERE, STANCE, STANCES
from aver.stages.stance.weights_sentences import QUALIFYING, REFUTING, UPHOLDING
from aver.stages.standing import TURNED_DOWN
from aver.values.stance import ArgumentativeRole, DocumentStance, InContext, Lifelines, Stance, StanceSpan

ASKED_OF_ENTAILMENT = 8
"""Sentences that an entailment model is asked about, the likeliest refuters and upholders first."""

LEAST_SURE = {
    DocumentStance.SUPPORTS: 0.75,
    DocumentStance.REJECTS: 0.65,
    DocumentStance.MIXED: 0.60,
    DocumentStance.NEUTRAL: 0.50,
    DocumentStance.OFF_TOPIC: 0.50,
}
"""A less probable stance on a passage is none: NEUTRAL, UNCLEAR and no sentence. Read off real and made documents that
were held out: from here on at most 5 % of refuted views are called supported and of supported ones rejected
(docs/stance.md)."""

LEAST_SURE_ON_QUESTION = {**LEAST_SURE, DocumentStance.SUPPORTS: 0.6, DocumentStance.REJECTS: 0.7}
"""The same for a question of yes or no, where what the passage says has to be told too; read off in the same way."""

READ = frozenset({"en"})
"""Languages in which a reader has its say; German is decided by structure alone."""

STATED = 0.85
"""Above this confidence a stance is stated: on held-out documents 0.91 of those on questions of yes or no are right
(from 0.84). What structure alone says, or reading alone, never reaches it (docs/stance.md)."""

SIDES = frozenset({DocumentStance.SUPPORTS, DocumentStance.REJECTS, DocumentStance.MIXED})
"""Stances that are stated. How often a document is rightly said to take no side was never measured."""

AGREES = 0.6
"""What structure alone has to give the stance on the passage that is stated. In documents unlike those that it was
fitted on the reader's say is sure of what isn't so: of 360 news stories about a claim 72 would be said to reject it,
two of three wrongly, with this condition 7; on held-out documents it costs a tenth of what is stated
(docs/stance.md)."""

CITED = 3
"""Refuting and qualifying sentences that are cited at most, each."""

LEAST_STRENGTH = 0.3
"""Sentences after the first are cited from this probability on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    """What judging needs of a document beside its lifelines: its id and canonical text."""

    id: str
    text: str


def judge(
    claim: str,
    passages: Sequence[Span],
    lifelines: Lifelines,
    view: DocumentView,
    *,
    encode: Encode,
    entailment: Entailment | None = None,
    reader: StanceReader | None = None,
) -> Stance:
    """Return role and stance of the passage `passages` (spans of canonical text) for a question or claim.

    `encode` must be the encoder that the lifelines name. A document without sentences gives NEUTRAL and
    UNCLEAR with confidence 0. `entailment` and `reader` may be left out; each is one more signal, never the decision.
    """
    case = relate(claim, passages, lifelines, view.text, encode)
    if case is None:
        return unclear(view.id)
    rows = sentence_rows(case)
    if entailment is not None:
        case = voted(case, rows, claim, view.text, entailment)
        rows = sentence_rows(case)
    read = None if reader is None else _read(reader, claim, in_context(case, view.text))
    numbers = case_row(case, claim, view.text)
    return decided(case, rows, numbers, view.id, read, whether=asks_whether(claim))


def _read(reader: StanceReader, claim: str, context: InContext) -> Read | None:
    """Return the reader's say; None where claim or passage is in a language that it wasn't fitted for."""
    passage = " ".join((*context.before, *context.passage, *context.after))
    return reader.weigh(claim, context) if {language_of(claim), language_of(passage)} <= {None, *READ} else None


def unclear(document: str) -> Stance:
    """Return the verdict where nothing can be told."""
    return Stance(
        document=document,
        document_stance=DocumentStance.NEUTRAL,
        role=ArgumentativeRole.UNCLEAR,
        confidence=0.0,
    )


def decided(
    case: Related, rows: Floats, numbers: Floats, document: str, read: Read | None = None, *, whether: bool
) -> Stance:
    """Return the verdict on a case with the numbers `numbers` whose sentences have the numbers `rows`.

    `read` is what a reader adds to the log odds of stances, roles and what the passage says. Where it and structure
    don't agree, or there is none, or no side is taken, the confidence is `STATED` at most. `whether` says that the
    question is one of yes or no; else the stance is that on the passage. The role is the passage's, whatever the
    document holds.
    """
    passage, roles, said = _shares(numbers, read)
    asked = on_question(passage, *said) if whether else None
    shares = _named(passage if asked is None else asked.stances)
    stance, sure = max(shares, key=lambda one: one[1]) if asked is None else (asked.stance, asked.sure)
    sure = sure if stance in SIDES and _agree(passage, numbers, read) else min(sure, STATED)
    least = LEAST_SURE if asked is None else LEAST_SURE_ON_QUESTION
    if stance is None or sure < least[stance]:
        known = 0.0 if stance is None else sure
        return replace(unclear(document), role=_role_alone(passage, roles), confidence=known, probabilities=shares)
    itself = asked is not None and asked.itself and stance is DocumentStance.REJECTS
    refuting, qualifying = (_probability(rows, model) for model in (REFUTING, QUALIFYING))
    turned_down = _itself(case, float(said[0][NO])) if itself else _cited(case, refuting)
    limited = stance in (DocumentStance.MIXED, DocumentStance.NEUTRAL)
    return Stance(
        document=document,
        document_stance=stance,
        role=ArgumentativeRole.AUTHOR_POSITION if itself else _role(stance, roles),
        confidence=sure,
        refuting=turned_down if stance in TURNED_DOWN else (),
        qualifying=_cited(case, qualifying) if limited else (),
        probabilities=shares,
    )


def _shares(numbers: Floats, read: Read | None) -> tuple[Floats, Floats, tuple[Floats, Floats]]:
    """Return the probabilities of stances on the passage, of its roles, and of what it says, if held and if not."""
    stance, role, says, where = (STANCE, ROLE, SAYS, SAYS_WHERE) if read is None else _WITH_READER
    more = ((0.0,), (0.0,), (0.0,)) if read is None else read
    by_stance = dict(where)
    held, turned_down = (_softmax(numbers, says, np.add(more[2], by_stance[name])) for name in ("SUPPORTS", "REJECTS"))
    return _softmax(numbers, stance, more[0]), _softmax(numbers, role, more[1]), (held, turned_down)


def _role_alone(passage: Floats, roles: Floats) -> ArgumentativeRole:
    """Return the role of a passage whose document's stance on the question can't be told."""
    stance, sure = max(_named(passage), key=lambda one: one[1])
    return _role(stance, roles) if sure >= LEAST_SURE[stance] else ArgumentativeRole.UNCLEAR


def _agree(passage: Floats, numbers: Floats, read: Read | None) -> bool:
    """Say whether structure by itself, too, makes much of the stance on the passage that is likeliest with reading."""
    return read is not None and bool(_softmax(numbers, STANCE, (0.0,))[int(passage.argmax())] >= AGREES)


def _named(shares: Floats) -> tuple[tuple[DocumentStance, float], ...]:
    return tuple((DocumentStance(name), round(float(one), 6)) for name, one in zip(STANCES, shares, strict=True))


def voted(case: Related, rows: Floats, claim: str, text: str, entailment: Entailment) -> Related:
    """Return the case with what an entailment model says of the sentences that may decide."""
    scores = np.maximum(_probability(rows, REFUTING), _probability(rows, UPHOLDING))
    asked = [int(place) for place in np.argsort(-scores, kind="stable")[:ASKED_OF_ENTAILMENT]]
    lines = [" ".join(text[one.start : one.end].split()) for one in case.lifelines.mentions]
    votes = Voted(*(np.zeros(len(lines)) for _ in range(3)))
    for place, one in zip(asked, entailment.judge(claim, [lines[place] for place in asked]), strict=True):
        votes.for_claim[place], votes.against_claim[place] = one.entailed, one.contradicted
    for place, one in zip(asked, entailment.judge(lines[case.focus], [lines[place] for place in asked]), strict=True):
        votes.against_focus[place] = one.contradicted
    return replace(case, entailed=votes)


def _role(stance: DocumentStance, shares: Floats) -> ArgumentativeRole:
    """Return the likeliest role that agrees with the stance."""
    if stance is DocumentStance.OFF_TOPIC:
        return ArgumentativeRole.UNCLEAR
    allowed = {name: float(share) for name, share in zip(ROLES, shares, strict=True) if _agrees(name, stance)}
    return ArgumentativeRole(max(allowed, key=lambda name: allowed[name]))


def _agrees(role: str, stance: DocumentStance) -> bool:
    """Say whether a role may go with a stance."""
    match stance:
        case DocumentStance.SUPPORTS:
            return role in ("AUTHOR_POSITION", "CITED_EXTERNAL_VIEW", "QUALIFIED_CLAIM")
        case DocumentStance.REJECTS:
            return role not in ("AUTHOR_POSITION", "UNCLEAR")
        case DocumentStance.NEUTRAL:
            return role != "AUTHOR_POSITION"
        case _:
            return role != "UNCLEAR"


def _itself(case: Related, strength: float) -> tuple[StanceSpan, ...]:
    """Return the first sentences of the passage, where it is the passage that says no."""
    return tuple(_span(case, int(place), strength) for place in np.flatnonzero(case.inside)[:CITED])


def _cited(case: Related, scores: Floats) -> tuple[StanceSpan, ...]:
    """Return the strongest sentences, at least one."""
    ranked = [int(place) for place in np.argsort(-scores, kind="stable")[:CITED]]
    kept = [place for number, place in enumerate(ranked) if not number or scores[place] >= LEAST_STRENGTH]
    return tuple(_span(case, place, float(scores[place])) for place in kept)


def _span(case: Related, place: int, strength: float) -> StanceSpan:
    mention = case.lifelines.mentions[place]
    titles = case.lifelines.sections[mention.section].titles
    return StanceSpan(start=mention.start, end=mention.end, section=titles, strength=round(strength, 6))


Read = tuple[Sequence[float], Sequence[float], Sequence[float]]
_WITH_READER = (weights_read.STANCE, weights_read.ROLE, weights_read.SAYS, weights_read.SAYS_WHERE)
Weights = tuple[tuple[str, float], ...]
WeightRows = tuple[tuple[str, tuple[float, ...]], ...]


def _ordered(names: Sequence[str]) -> Callable[[Sequence[tuple[str, object]]], list[object]]:
    def order(pairs: Sequence[tuple[str, object]]) -> list[object]:
        found = dict(pairs)
        return [found[name] for name in (*names, "bias")]

    return order


def _probability(rows: Floats, model: Weights) -> Floats:
    weights = np.asarray(_ordered(SENTENCE_NAMES)(model), dtype=np.float64)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(rows @ weights[:-1] + weights[-1], -30.0, 30.0))))


def _softmax(numbers: Floats, model: WeightRows, more: Sequence[float] | Floats) -> Floats:
    weights = np.asarray(_ordered(CASE_NAMES)(model), dtype=np.float64)
    scores = numbers @ weights[:-1] + weights[-1] + np.asarray(more)
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())
