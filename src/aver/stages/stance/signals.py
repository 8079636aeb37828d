"""What one sentence signals about whose view it states and how that view fares.

Signals are read clause by clause where that matters: an outcome word under a negation is the opposite
outcome ("was not rejected"), and of "although X, Y" only Y is the author's. A signal is a fact about
words, never a verdict; the verdict is a fitted sum of many (`weights`).
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.stance import lexicon as lex

SIGNALS = (
    "outcome_against",
    "outcome_for",
    "drawback",
    "benefit",
    "negated",
    "contrast",
    "turn_inside",
    "concession",
    "hypothetical",
    "considered",
    "attributed",
    "own_voice",
    "concluding",
    "deferred",
    "qualified",
    "normative",
    "evidence",
    "because",
    "points_back",
    "of_itself",
    "question",
    "listed",
)
"""The names of the signals; a mention stores positions in this tuple."""

POSITION = {name: position for position, name in enumerate(SIGNALS)}

BEFORE_OUTCOME = 28
"""Code points before an outcome word in which a negation turns it round: about four words."""

_PLAIN = (
    ("drawback", lex.DRAWBACK),
    ("benefit", lex.BENEFIT),
    ("negated", lex.NEGATION),
    ("turn_inside", lex.TURN_INSIDE),
    ("hypothetical", lex.HYPOTHETICAL),
    ("considered", lex.CONSIDERED),
    ("attributed", lex.ATTRIBUTED),
    ("own_voice", lex.OWN_VOICE),
    ("concluding", lex.CONCLUDING),
    ("deferred", lex.DEFERRED),
    ("qualified", lex.QUALIFIED),
    ("normative", lex.NORMATIVE),
    ("evidence", lex.EVIDENCE),
    ("because", lex.BECAUSE),
    ("points_back", lex.POINTS_BACK),
    ("of_itself", lex.ITSELF),
)

_CLAUSE = regex(r",\s|;\s|:\s|\s[–—-]+\s")


def signals_of(sentence: str) -> frozenset[str]:
    """Return the names of the signals that hold in `sentence`, in linear time."""
    found = {name for name, pattern in _PLAIN if pattern.search(sentence)}
    main = _after_concession(sentence)
    if main is not sentence:
        found.add("concession")
    if lex.CONTRAST.match(sentence):
        found.add("contrast")
    against, favour = _outcomes(main)
    found |= {name for name, holds in (("outcome_against", against), ("outcome_for", favour)) if holds}
    if sentence.rstrip("\"'”)»* ").endswith("?"):
        found.add("question")
    if re.match(r"[-*•+]\s|\(?\w{1,3}[.)]\s", sentence):
        found.add("listed")
    return frozenset(found)


def _after_concession(sentence: str) -> str:
    """Return the main clause of a sentence that opens with a concession, else the sentence itself."""
    if not lex.CONCESSION.match(sentence):
        return sentence
    comma = re.search(r",\s", sentence)
    return sentence[comma.end() :] if comma else sentence[len(sentence) // 2 :]


def _outcomes(clause: str) -> tuple[bool, bool]:
    """Say whether the clause tells of an outcome against something, and of one for something."""
    against = favour = False
    for pattern, is_against in ((lex.TURNED_DOWN, True), (lex.FAILS, True), (lex.HOLDS, False)):
        for match in pattern.finditer(clause):
            window = clause[max(0, match.start() - BEFORE_OUTCOME) : match.start()]
            turned = bool(lex.NEGATION.search(_CLAUSE.split(window)[-1]))
            against = against or is_against != turned
            favour = favour or is_against == turned
    return against, favour
