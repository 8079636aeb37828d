"""What a claim puts together that its evidence tells apart, although all of its words stand there (H1).

"Without Nordfisk it would have risen by 2.1 per cent" has no 7.4 per cent without Nordfisk, "each party bears its costs
of the trial; the board pays those of the appeal" no own costs of the appeal, and what stands in the row "Uncommon" is
no common effect. What a label denies ("Uses advised against: spraying") it doesn't allow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.atoms.units import units_in
from aver.stages.checks.asked_relation import other_side
from aver.stages.planning.words import content, set_of
from aver.stages.table_rows import body_cells, header_rows
from aver.values.evidence import Passage

Cited = tuple[Passage, int, int]
"""A passage and the span of it that is cited, canonical offsets."""

_CASE = regex(
    r"\b(?P<word>without|excluding|except|apart\s+from|adjusted\s+for|net\s+of|before|after|ohne|abzüglich|bereinigt\s+um)\s+"
    r"(?:(?:the|an?|any|der|die|das|den|dem)\s+)?(?P<what>[^\W\d_][\w-]{2,})",
    re.IGNORECASE,
)
"""How a claim names the case that its figure is for."""

_CLAUSE = regex(r";\s|,\s(?:and|but|while|whereas|und|aber|während)\s", re.IGNORECASE)
_OF = regex(
    r"\b(?P<noun>[^\W\d_]{3,})\s+(?P<led>of|for|in|to|at|on|by|with|from|für|von|in|im|bei|zu|zum|zur)\s+"
    r"(?:(?:the|an?|der|die|das|den|dem)\s+)?(?P<what>[^\W\d_]{3,})",
    re.IGNORECASE,
)
_DENYING = regex(
    r"[^:.\n]{0,60}?\b(?:not|never|against|avoid(?:ed)?|prohibited|forbidden|banned|excluded|exclusions?|unsuitable|disallowed|unsupported"
    r"|unavailable|nicht|kein\w*|verboten\w*|unzulässig\w*|ausgeschlossen\w*|abgeraten)\b[^:.\n]{0,30}:\s",
    re.IGNORECASE,
)
_DENIES = regex(
    r"\b(?:not?|never|none|cannot|neither|nor|without|against|avoid\w*|prohibit\w*|forbid\w*|bann?e\w*|exclu\w*|unsuit\w*|disallow\w*|un\w+able"
    r"|unsupported|nicht|kein\w*|nie|verboten\w*|unzulässig\w*|ausgeschlossen\w*|abgeraten)\b|n['’]t\b",
    re.IGNORECASE,
)
_BUT_NOT = regex(
    r"(?:,?\s(?:but|though|and)\s+not|,\s+not|,?\s(?:nicht\s+(?:aber|jedoch)|(?:aber|jedoch|und)\s+nicht))\s+"
    r"(?!only\b|nur\b)(?P<what>[^,;.]{2,60})",
    re.IGNORECASE,
)
_SCALES = set_of("thousand million billion tausend milliarde mio mrd tsd")
_JOINED = regex(r"[_-]")
_ASIDE = regex(r"\([^()]*\)")


def welded(claim: str, sentences: Sequence[str]) -> bool:
    """Whether a claim joins what the cited `sentences` tell of two cases or in two clauses."""
    return (
        _figure_of_another_case(claim, sentences)
        or _on_the_other_side(claim, sentences)
        or any(_end_of_another_clause(claim, one) or _figure_of_another_clause(claim, one) for one in sentences)
    )


def welded_rows(claim: str, rows: Sequence[Cited]) -> bool:
    """Whether a claim has words of a row that it neither names nor cites, and the name of the one it cites."""
    said = plain_words(claim)
    for passage in dict.fromkeys(passage for passage, _, _ in rows):
        spans = [(start, end) for one, start, end in rows if one == passage]
        table = body_cells(passage)
        heads = (passage.text.text[start - passage.start : end - passage.start] for start, end in header_rows(passage))
        cited = [cells for (first, last), cells in table if any(first < end and start < last for start, end in spans)]
        own = plain_words("\n".join((*heads, passage.title.text, passage.section_path.text, *map(_told, cited))))
        for _, cells in table:
            name = plain_words(_name(cells))
            if cells not in cited and said & (plain_words(_told(cells)) - name) - own and not name <= said:
                return True
    return False


def name_of_row(label: str) -> str:
    """Return what a row is called by without what its label adds in brackets: "Common (up to 1 in 10)"."""
    return _ASIDE.sub(" ", label) if _ASIDE.sub(" ", label).strip() else label


def parted_words(text: str) -> frozenset[str]:
    """Return the words of content of a text, those that a hyphen joins one by one."""
    return content(_JOINED.sub(" ", text))


def plain_words(text: str) -> frozenset[str]:
    """Return the words of content and the figures of a text; letters that stand alone, units and scales aside."""
    return frozenset(word for word in parted_words(text) if len(word) > 1 and not units_in(word)) - _SCALES


def units_told(text: str) -> frozenset[str]:
    """Return the units of the figures of a text."""
    return frozenset(one.unit for one in quantities_in(text) if one.unit)


def denied_by_label(claim: str, sentence: str) -> bool:
    """Whether a claim affirms what stands behind a label that denies it: "Uses advised against: spraying by hand"."""
    label = _DENYING.match(sentence)
    if label is None or _DENIES.search(claim):
        return False
    return not content(claim).isdisjoint(content(sentence[label.end() :]) - content(label[0]))


def denied_at_the_end(claim: str, sentence: str) -> bool:
    """Whether a claim affirms what a sentence ends with to deny it: "may defer the fee, but not waive it"."""
    denied = (content(found["what"]) for found in _BUT_NOT.finditer(sentence))
    return _DENIES.search(claim) is None and any(what and what <= content(claim) for what in denied)


def _figure_of_another_case(claim: str, sentences: Sequence[str]) -> bool:
    """Whether the figure of a claim stands in another sentence than the case that it names, which has its own."""
    figures = _figures(claim)
    for case in _CASE.finditer(claim):
        named = re.compile(rf"\b{case['word']}\b[^.;]*\b{re.escape(case['what'])}\b", re.IGNORECASE)
        own = [_figures(text) for text in sentences if named.search(text)]
        if any(not found.keys() & figures.keys() and set(found.values()) & set(figures.values()) for found in own):
            return not any(found.keys() & figures.keys() for found in own)
    return False


def _on_the_other_side(claim: str, sentences: Sequence[str]) -> bool:
    """Whether a claim about what is outside of a time or place has words of what is told of it inside alone."""
    wrong = [one for one in sentences if other_side(claim, one, "")]
    right = content("\n".join(one for one in sentences if one not in wrong))
    return any(content(claim) & (content(one) - right) for one in wrong)


def _end_of_another_clause(claim: str, sentence: str) -> bool:
    """Whether a claim ends what one clause says with what another one says of the same: the costs of the appeal."""
    clauses = _CLAUSE.split(sentence)
    said = content(claim)
    for found in _OF.finditer(claim) if len(clauses) > 1 else ():
        noun, what = found["noun"].casefold(), content(found["what"])
        ends = [
            {content(one["what"]) for one in _OF.finditer(clause) if one["noun"].casefold() == noun}
            for clause in clauses
        ]
        rest = said - what
        if what and any(
            rest <= content(clause) and its and what not in its and what.isdisjoint(content(clause))
            for clause, its in zip(clauses, ends, strict=True)
        ):
            return any(what in its and not rest <= content(clause) for clause, its in zip(clauses, ends, strict=True))
    return False


def _figure_of_another_clause(claim: str, sentence: str) -> bool:
    """Whether a claim has the figure of one clause and, of what tells the clauses apart, words of another alone that
    has its own: "24 months unopened; once opened, use within 6 months"."""
    own, said = _figures(claim), _without_figures(claim)
    clauses = [
        (figures, _without_figures(clause)) for clause in _CLAUSE.split(sentence) if (figures := _figures(clause))
    ]
    for figures, words in clauses:
        if not figures.keys() & own.keys():
            continue
        others = [
            theirs - words
            for its, theirs in clauses
            if not its.keys() & own.keys() and set(its.values()) & set(figures.values())
        ]
        apart = words - frozenset[str]().union(*(theirs for _, theirs in clauses if theirs is not words))
        if any(said & other for other in others) and not said & apart:
            return True
    return False


def _without_figures(text: str) -> frozenset[str]:
    return frozenset(word for word in plain_words(text) if not word[0].isdigit())


def _figures(text: str) -> dict[tuple[Decimal, ...], str | None]:
    """Return the units of the figures of a text by their values."""
    return {one.values: one.unit for one in quantities_in(text) if one.values}


def _name(cells: Mapping[int, str]) -> str:
    return name_of_row(cells.get(min(cells, default=0), ""))


def _told(cells: Mapping[int, str]) -> str:
    return "\n".join(cells.values())
