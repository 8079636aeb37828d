"""Decide what a document holds on a question, and what the passage that matched is doing in it (G2).

The order is fixed: relate every sentence (1), read the passage, its place and what stands around it (2), decide stance
and role by fitted weights, of structure and, where a model reads, of what it makes of the passage there (3), abstain
where the best is weak (4), and cite the sentences that refute or limit most (5). A passage is called the author's
position only where both decisions agree on it, since a lure released as the document's view is the worst error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aver.ports import Entailment, StanceReader
from aver.stages.atoms.language import language_of
from aver.stages.stance.context import in_context
from aver.stages.stance.deciding import SENTENCE_NAMES, sentence_rows
from aver.stages.stance.relating import Encode, Floats, Related, Span, Voted, relate
from aver.stages.stance.standpoint import CASE_NAMES, case_row
from aver.stages.stance.weights_case import ROLE, ROLES, STANCE, STANCES
from aver.stages.stance.weights_read import ROLE as ROLE_READ
from aver.stages.stance.weights_read import STANCE as STANCE_READ
from aver.stages.stance.weights_sentences import QUALIFYING, REFUTING, UPHOLDING
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
"""A less probable stance is none: NEUTRAL, UNCLEAR and no sentence. Read off real and made documents that were held
out: from here on at most 5 % of refuted views are called supported and of supported ones rejected (docs/stance.md)."""

READ = frozenset({"en"})
"""Languages in which a reader has its say; German is decided by structure alone."""

STATED = 0.85
"""Above this confidence a stance is stated: on held-out documents 0.935 of what is are right (from 0.912), 0.92 (from
0.83) in genres that were written to have no telling headings. Structure alone never reaches it: of what it would state
in those half is wrong (docs/stance.md)."""

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
    return decided(case, rows, case_row(case, claim, view.text), view.id, read)


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


def decided(case: Related, rows: Floats, numbers: Floats, document: str, read: Read | None = None) -> Stance:
    """Return the verdict on a case with the numbers `numbers` whose sentences have the numbers `rows`.

    `read` is what a reader adds to the log odds of stances and roles. Without it the confidence is `STATED` at most.
    """
    refuting, qualifying = (_probability(rows, model) for model in (REFUTING, QUALIFYING))
    if read is None:
        stances, roles = _softmax(numbers, STANCE), _softmax(numbers, ROLE)
    else:
        stances, roles = _softmax(numbers, STANCE_READ, read[0]), _softmax(numbers, ROLE_READ, read[1])
    shares = tuple((DocumentStance(name), round(float(one), 6)) for name, one in zip(STANCES, stances, strict=True))
    stance, sure = max(shares, key=lambda one: one[1])
    sure = sure if read is not None else min(sure, STATED)
    if sure < LEAST_SURE[stance]:
        return replace(unclear(document), confidence=sure, probabilities=shares)
    turned_down = stance in (DocumentStance.REJECTS, DocumentStance.MIXED)
    limited = stance in (DocumentStance.MIXED, DocumentStance.NEUTRAL)
    return Stance(
        document=document,
        document_stance=stance,
        role=_role(stance, ROLES, roles),
        confidence=sure,
        refuting=_cited(case, refuting) if turned_down else (),
        qualifying=_cited(case, qualifying) if limited else (),
        probabilities=shares,
    )


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


def _role(stance: DocumentStance, names: Sequence[str], shares: Floats) -> ArgumentativeRole:
    """Return the likeliest role that agrees with the stance."""
    if stance is DocumentStance.OFF_TOPIC:
        return ArgumentativeRole.UNCLEAR
    allowed = {name: float(share) for name, share in zip(names, shares, strict=True) if _agrees(name, stance)}
    return ArgumentativeRole(max(allowed, key=lambda name: allowed[name]))


def _agrees(role: str, stance: DocumentStance) -> bool:
    """Say whether a role may go with a stance."""
    match stance:
        case DocumentStance.SUPPORTS:
            return role in ("AUTHOR_POSITION", "CITED_EXTERNAL_VIEW", "QUALIFIED_CLAIM")
        case DocumentStance.NEUTRAL:
            return role not in ("AUTHOR_POSITION",)
        case _:
            return role != "UNCLEAR"


def _cited(case: Related, scores: Floats) -> tuple[StanceSpan, ...]:
    """Return the strongest sentences, at least one."""
    ranked = [int(place) for place in np.argsort(-scores, kind="stable")[:CITED]]
    kept = [place for number, place in enumerate(ranked) if not number or scores[place] >= LEAST_STRENGTH]
    mentions, sections = case.lifelines.mentions, case.lifelines.sections
    return tuple(
        StanceSpan(
            start=mentions[place].start,
            end=mentions[place].end,
            section=sections[mentions[place].section].titles,
            strength=round(float(scores[place]), 6),
        )
        for place in kept
    )


Read = tuple[Sequence[float], Sequence[float]]
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


def _softmax(numbers: Floats, model: WeightRows, more: Sequence[float] = (0.0,)) -> Floats:
    weights = np.asarray(_ordered(CASE_NAMES)(model), dtype=np.float64)
    scores = numbers @ weights[:-1] + weights[-1] + np.asarray(more)
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())
