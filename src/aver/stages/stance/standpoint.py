"""The numbers that stance and role are decided by: the passage, its place, what stands around it, and the question.

What turned out to carry the verdict on real documents (docs/stance.md): which part the section plays and where in
it the passage stands, what became of the document, whether passage and question speak against something alike, and
the turn that follows. Of the rest of the document only the most relevant sentence with an outcome counts: scores
summed or ranked over all sentences call everything in a long document rejected.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aver.stages.stance import lexicon as lex
from aver.stages.stance.relating import Floats, Related
from aver.stages.stance.signals import POSITION, SIGNALS, signals_of
from aver.stages.stance.wording import PATTERNS, echoes_outcome, wording_of

PARTS = ("verdict", "turned_down", "open", "others", "background", "own", "")
STATUSES = ("turned_down", "open", "own")
AGAINST = frozenset({"outcome_against", "drawback", "negated", "deferred"})
"""Signals that speak against what a sentence is about."""

NEARBY = (
    "outcome_against",
    "outcome_for",
    "drawback",
    "benefit",
    "negated",
    "contrast",
    "deferred",
    "points_back",
    "hypothetical",
    "attributed",
    "because",
    "own_voice",
    "concluding",
)
"""Signals that are read in the sentences around the passage."""

ELSEWHERE = ("outcome_against", "outcome_for", "drawback", "deferred")
CROSSED = ("would", "will", "option", "current", "new", "reported", "proposes")
READ_AFTER, READ_BEFORE = 3, 2
"""Sentences of the same section that are read after the passage, and before it."""

Numbers = dict[str, float]


def case_row(case: Related, question: str, text: str) -> Floats:
    """Return the numbers of a case, ordered as `CASE_NAMES`; `text` is the document's canonical text."""
    values = standpoint(case, question, text)
    return np.array([values[name] for name in CASE_NAMES])


def standpoint(case: Related, question: str, text: str) -> Numbers:
    """Return the numbers of a case by name, nearly all 0 or 1 and none beyond [-1, 2]."""
    mentions = case.lifelines.mentions
    inside = [int(place) for place in np.flatnonzero(case.inside)]
    words = " ".join(" ".join(text[mentions[n].start : mentions[n].end].split()) for n in inside)
    asked = signals_of(question)
    own = frozenset(SIGNALS[one] for place in inside for one in mentions[place].signals)
    passage, wanted = wording_of(words), wording_of(question)
    return {
        **_place(case, passage, own),
        **{f"passage_{name}": float(holds) for name, holds in passage.items()},
        **{f"question_{name}": float(holds) for name, holds in wanted.items()},
        **{f"passage_{name}": float(name in own) for name in SIGNALS},
        **{f"question_{name}": float(name in asked) for name in SIGNALS},
        **_agreement(case, (words, question), (own, asked), (passage, wanted)),
        **_around(case, inside, passage),
        **_elsewhere(case),
    }


def _place(case: Related, passage: dict[str, bool], own: frozenset[str]) -> Numbers:
    lines = case.lifelines
    section = lines.mentions[case.focus].section
    members = [n for n, one in enumerate(lines.mentions) if one.section == section]
    part, status = lines.sections[section].part, lines.status
    place, last = members.index(case.focus), len(members) - 1
    share = place / max(1, last)
    down, rejected = part == "turned_down", status == "turned_down"
    plain = rejected and not any(passage[name] for name in ("new", "proposes", "would", "will", "option"))
    values = {
        **{f"part_{name or 'none'}": part == name for name in PARTS},
        **{f"status_{name}": status == name for name in STATUSES},
        "untitled": not any(scope.titles for scope in lines.sections),
        "rejected*own": rejected and part in ("own", ""),
        "rejected*background": rejected and part == "background",
        "rejected*verdict": rejected and part == "verdict",
        "accepted*own": status == "own" and part == "own",
        "accepted*new": status == "own" and (passage["new"] or passage["proposes"]),
        "accepted*will": status == "own" and passage["will"],
        "rejected*plain": plain,
        "opens": place == 0,
        "second": place == 1,
        "closes": place == last,
        "share": share,
        "down*opens": down and place == 0,
        "down*early": down and place <= 1,
        "down*closes": down and place == last and place > 0,
        "down*share": down * share,
        **{f"down*{name}": down and passage[name] for name in CROSSED},
        **{f"rejected*{name}": rejected and passage[name] for name in CROSSED},
        "down*against": down and bool(own & AGAINST),
    }
    return {name: float(value) for name, value in values.items()}


def _agreement(
    case: Related,
    words: tuple[str, str],
    signals: tuple[frozenset[str], frozenset[str]],
    wording: tuple[dict[str, bool], dict[str, bool]],
) -> Numbers:
    """Whether passage and question speak against something both, or only one of them does."""
    (passage, question), (own, asked), (its, wanted) = words, signals, wording
    against, asks = bool(own & AGAINST) or its["scope"], bool(asked & AGAINST) or wanted["scope"]
    negated = bool(lex.NEGATION.search(passage))
    denies = any(pattern.search(question) for pattern in (lex.NEGATION, lex.FAILS, lex.TURNED_DOWN))
    part = case.lifelines.sections[case.lifelines.mentions[case.focus].section].part
    values = {
        "against": against,
        "asks_against": asks,
        "both_against": against and asks,
        "only_passage_against": against and not asks,
        "only_question_against": asks and not against,
        "down*both_against": part == "turned_down" and against and asks,
        "down*only_passage_against": part == "turned_down" and against and not asks,
        "rejected*both_against": case.lifelines.status == "turned_down" and against and asks,
        "only_passage_negated": negated and not denies,
        "both_negated": negated and denies,
        "only_question_negated": denies and not negated,
        "differs": bool(case.signals[case.focus, POSITION["negated"]]) != case.claim_negated,
        "echo": echoes_outcome(question, passage),
        "relevance": case.relevance[case.focus],
        "coverage": case.coverage[case.focus],
        "known": case.known,
        "restated": float(np.sort(np.maximum(case.to_focus, 0.0))[-2]) if len(case.to_focus) > 1 else 0.0,
    }
    return {name: float(value) for name, value in values.items()}


def _around(case: Related, inside: Sequence[int], passage: dict[str, bool]) -> Numbers:
    mentions = case.lifelines.mentions
    section = mentions[case.focus].section
    members = [n for n, one in enumerate(mentions) if one.section == section]
    after = [n for n in members if n > inside[-1]][:READ_AFTER]
    before = [n for n in members if n < inside[0]][-READ_BEFORE:]
    down = case.lifelines.sections[section].part == "turned_down"
    values: Numbers = {}
    for name, places in (("next", after[:1]), ("after", after), ("before", before)):
        found = frozenset(SIGNALS[one] for place in places for one in mentions[place].signals)
        against, turns = bool(found & AGAINST), "contrast" in found
        values |= {f"{name}_{signal}": float(signal in found) for signal in NEARBY}
        values |= {
            f"{name}_none": float(not places),
            f"{name}_against": float(against),
            f"{name}_turns_against": float(against and turns),
            f"{name}_down*against": float(against and down),
            f"{name}_answers_report": float(passage["reported"] and (against or turns)),
        }
    return values


def _elsewhere(case: Related) -> Numbers:
    """The most relevant sentence with a signal outside the passage, and the one most like the passage."""
    values: Numbers = {}
    for name in ELSEWHERE:
        holds = (case.signals[:, POSITION[name]] > 0) & ~case.inside
        values[f"elsewhere_{name}"] = float(np.max(case.relevance * holds))
        values[f"alike_{name}"] = float(np.max(np.maximum(case.to_focus, 0.0) * holds))
    return values


_AROUND = (*NEARBY, "none", "against", "turns_against", "down*against", "answers_report")
CASE_NAMES = (
    *(f"part_{name or 'none'}" for name in PARTS),
    *(f"status_{name}" for name in STATUSES),
    "untitled",
    *(f"rejected*{name}" for name in ("own", "background", "verdict", "plain", "both_against", *CROSSED)),
    *(f"accepted*{name}" for name in ("own", "new", "will")),
    *("opens", "second", "closes", "share"),
    *(f"down*{name}" for name in ("opens", "early", "closes", "share", "against", "both_against")),
    *(f"down*{name}" for name in ("only_passage_against", *CROSSED)),
    *(f"{side}_{name}" for side in ("passage", "question") for name in (*PATTERNS, *SIGNALS)),
    *("against", "asks_against", "both_against", "only_passage_against", "only_question_against"),
    *("only_passage_negated", "both_negated", "only_question_negated", "differs", "echo"),
    *("relevance", "coverage", "known", "restated"),
    *(f"{side}_{name}" for side in ("next", "after", "before") for name in _AROUND),
    *(f"{side}_{name}" for side in ("elsewhere", "alike") for name in ELSEWHERE),
)
"""The names of the numbers of `case_row`."""
