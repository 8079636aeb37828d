"""What a sentence rules: it forbids, limits, sends to another product or asks to ask a person; or why that is open.

A rule is read only where every word of its clause is accounted for: said by the pack, or one of the closed classes of
`lexicon`. One word more ("if the reflector is dirty") may change what is ruled, so it leaves a doubt and no predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aver.patterns import regex
from aver.stages.extraction import lexicon
from aver.stages.extraction.atoms import (
    All,
    Choices,
    Compared,
    Condition,
    Either,
    joined,
    opposite,
    parameters_in,
)
from aver.stages.extraction.conditions import Read, Span, Stands, bounded_spans, combined, conditions_in, gaps
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.wording import mentions, owned
from aver.values.claims import StoredKind
from aver.values.packs import Pack

_WORD = regex(r"[^\W_]+(?:[-'’][^\W_]+)*-?")
_BLANK = "¬"
"""What stands for each letter of a negation while conditions are read: no word, and no space that would join two."""
_BRACKET = regex(r"\s*\(([^()]{1,200})\)")
_BETWEEN_EXAMPLES = regex(r"(?:[\s,;/]|and|or|und|oder|such as|wie|e\.g\.|z\.\s?B\.)*", re.IGNORECASE)
_HEAD = 4
"""Letters that the last part of a compound has at least."""
_WITHOUT_SCOPE = "which product it is about"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a sentence stands under.

    `products` are those that its document or section is about, `words` the nouns by which its title calls them (lower
    case), `apart` the variants that have a place of their own beside the sentence.
    """

    products: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()

    def calls(self, word: str) -> bool:
        """Return whether `word` stands for its products: a noun of the title, or what a German one ends in."""
        low = word.casefold()
        return any(one == low or (len(low) >= _HEAD and one.endswith(low)) for one in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a clause rules. `when` and `forbids` are None where nothing is said or `doubt` says what stayed open."""

    kind: StoredKind
    when: Condition | None = None
    forbids: Condition | None = None
    target: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with what was read from it. `left` are the words that nothing accounts for."""

    text: str
    read: Read
    negations: tuple[Span, ...]
    left: tuple[str, ...]
    scope: Scope
    pack: Pack

    def says(self, words: re.Pattern[str]) -> bool:
        return words.search(self.text) is not None


def ruling(sentence: str, pack: Pack, scope: Scope, *, before: Ruling | None = None) -> Ruling | None:
    """Return what `sentence` rules, None where it rules nothing.

    "Use the X instead" takes its condition from what was forbidden right `before` it.
    """
    clause = _clause(_without_examples(sentence.strip(), pack), pack, scope)
    referring = clause.says(lexicon.REFERRING)
    topics = any(mentions(topic.words, clause.text) for topic in clause.pack.topics)
    if referring or (topics and (clause.negations or _forbids(clause))):
        return _referral(clause)
    if clause.read.products and not clause.negations and _directs(clause):
        return _redirect(clause, before)
    if _forbids(clause):
        return _prohibition(clause)
    if _limits(clause) or (clause.says(lexicon.ONLY) and _allows(clause)):
        return _limit(clause)
    return None


def _without_examples(text: str, pack: Pack) -> str:
    """Return `text` without brackets that only name some of what stands before them: "transparent objects (PET)"."""
    for bracket in reversed(list(_BRACKET.finditer(text))):
        for parameter in pack.parameters:
            words = [(choice.name, choice.words) for choice in parameter.choices]
            inside, before = owned(words, bracket[1]), owned(words, text[: bracket.start()])
            if not inside or not before or text[before[-1][0].end : bracket.start()].strip():
                continue
            covered = {at for span, _ in inside for at in range(span.start, span.end)}
            left = "".join(sign for at, sign in enumerate(bracket[1]) if at not in covered)
            named = {name for _, names in inside for name in names}
            if _BETWEEN_EXAMPLES.fullmatch(left) and named <= before[-1][1]:
                text = text[: bracket.start()] + text[bracket.end() :]
                break
    return text


def _directs(clause: _Clause) -> bool:
    """Whether the clause sends its reader to a product."""
    meant = clause.says(lexicon.MEANT_FOR) and not _product_first(clause)
    return meant or clause.says(lexicon.DIRECTING) or clause.says(lexicon.DIRECTING_AFTER)


def _product_first(clause: _Clause) -> bool:
    stands = clause.read.stands
    return bool(stands) and stands[0].span > clause.read.products[0][0]


def _forbids(clause: _Clause) -> bool:
    """Whether the clause denies a permission, a fitness or an ability, or orders not to do something."""
    if clause.says(lexicon.UNFITTING):
        return True
    if not clause.negations:
        return False
    ordered = clause.says(lexicon.FORBIDDING_START) or clause.says(lexicon.GERMAN_ORDER)
    unable = clause.says(lexicon.DOES_NOT) and clause.says(lexicon.CAPABLE)
    modal = any(clause.says(one) for one in (lexicon.PERMITTING, lexicon.DEMANDING, lexicon.ADVISING, lexicon.FITTING))
    return ordered or unable or modal


def _allows(clause: _Clause) -> bool:
    return any(clause.says(one) for one in (lexicon.PERMITTING, lexicon.DEMANDING, lexicon.FITTING))


def _limits(clause: _Clause) -> bool:
    """Whether the clause says how far an amount may go."""
    words = (lexicon.DEMANDING, lexicon.PERMITTING, lexicon.HIGHEST, lexicon.LOWEST, lexicon.PERMITTED, lexicon.LIMITED)
    return any(clause.says(one) for one in words) and any(_is_amount(one.condition) for one in clause.read.stands)


def _prohibition(clause: _Clause) -> Ruling:
    open_words = (
        (lexicon.ADVISING, "a recommendation and no prohibition"),
        (lexicon.ONLY, "what “only” limits"),
        (lexicon.MAY_NOT_BE, "whether it forbids or doubts"),
        (lexicon.NEED_NOT, "whether it forbids"),
    )
    stopped = next((why for words, why in open_words if clause.says(words)), "")
    if clause.says(lexicon.HIGHEST) or clause.says(lexicon.LOWEST) or clause.says(lexicon.HEADINGS):
        stopped = stopped or "on which side of the limit"
    denied = (*_negations(clause.text, clause.pack), *(one.span() for one in lexicon.UNFITTING.finditer(clause.text)))
    several = len(denied) > 1
    scope, doubt = _scope(clause)
    said, open_ = _said(clause, _stands(clause))
    doubt = stopped or ("several negations" if several else "") or _unread(clause) or doubt or open_
    if doubt or said is None:
        return Ruling(kind=StoredKind.CONSTRAINT, doubt=doubt or "what it forbids")
    return Ruling(kind=StoredKind.CONSTRAINT, when=scope, forbids=said)


def _limit(clause: _Clause) -> Ruling:
    """Return what is forbidden by what is allowed: all beyond a limit, all but what "only" names."""
    scope, doubt = _scope(clause)
    stands = _stands(clause)
    only = clause.says(lexicon.ONLY)
    kept = [one for one in stands if only or _is_amount(one.condition)]
    others = [one for one in stands if one not in kept]
    allowed = _allowed(clause, kept[0]) if len(kept) == 1 else None
    applies, open_ = _said(clause, others) if others else (None, "")
    negated = "several negations" if clause.negations or clause.says(lexicon.UNFITTING) else ""
    advised = "a recommendation and no limit" if clause.says(lexicon.ADVISING) else ""
    misplaced = "what “only” limits" if only and not _only_of(clause, kept) else ""
    doubt = advised or negated or _unread(clause) or doubt or open_ or misplaced
    if doubt or allowed is None:
        return Ruling(kind=StoredKind.CONSTRAINT, doubt=doubt or "what it limits")
    parts = [one for one in (scope, applies) if one is not None]
    return Ruling(kind=StoredKind.CONSTRAINT, when=joined(All, parts) if parts else None, forbids=opposite(allowed))


def _allowed(clause: _Clause, one: Stands) -> Condition | None:
    """Return what a limit leaves allowed, None where that is open.

    A bare amount is a limit only by a word that says on which side, and then it is on that side. What merely may be
    ("the pressure may exceed 10 bar") limits nothing.
    """
    condition = one.condition
    if not isinstance(condition, Compared):
        return condition
    sides = [clause.says(lexicon.HIGHEST) or clause.says(lexicon.LIMITED), clause.says(lexicon.LOWEST)]
    if one.sharp:
        return None if sides[0] == sides[1] else replace(condition, sign="<=" if sides[0] else ">=")
    against = (sides[0] and condition.sign[0] == ">") or (sides[1] and condition.sign[0] == "<")
    firm = any(sides) or clause.says(lexicon.DEMANDING) or clause.says(lexicon.PERMITTED) or clause.says(lexicon.ONLY)
    return None if against or not (firm or condition.sign in ("<=", ">=")) else condition


def _only_of(clause: _Clause, kept: Sequence[Stands]) -> bool:
    """Whether the one "only" stands right before the one condition or at the end of the clause after it."""
    places = list(lexicon.ONLY.finditer(clause.text))
    if len(places) != 1 or len(kept) != 1:
        return False
    start, end = kept[0].span
    if places[0].start() >= end:
        return not clause.text[end : places[0].start()].strip() and not clause.text[places[0].end() :].strip(" .!")
    between = [one for one in clause.read.products if places[0].end() <= one[0][0] < start]
    named = [one for one in _WORD.findall(clause.text[places[0].end() : start]) if clause.scope.calls(one)]
    return not between and not named


def _redirect(clause: _Clause, before: Ruling | None) -> Ruling:
    names = clause.read.products[0][1]
    target = names[0] if len(clause.read.products) == 1 and len(names) == 1 else ""
    stands = _stands(clause)
    applies, doubt = _said(clause, stands) if stands else (None, "")
    if not stands and before is not None and clause.says(lexicon.INSTEAD):
        applies, doubt = _ruled_out(before), before.doubt
    doubt = doubt or _sideless(clause, stands)
    if applies is None and not doubt:
        doubt = "when it sends there"
    if not clause.says(lexicon.DIRECTING) and _product_first(clause):
        doubt = doubt or "whether it sends there, or says what that is for"
    if clause.says(lexicon.ONLY):
        doubt = doubt or "what “only” limits"
    if _product_first(clause) and lexicon.WITH.match(clause.text, clause.read.products[0][0][1]):
        doubt = doubt or "what “with” belongs to"
    doubt = _unread(clause) or doubt
    if not target:
        doubt = "which product it sends to"
    elif target in clause.scope.products:
        doubt = "whether it sends anywhere: it names its own product"
    return Ruling(kind=StoredKind.REDIRECT, when=None if doubt else applies, target=target, doubt=doubt)


def _ruled_out(before: Ruling) -> Condition | None:
    """Return when a rule stands against an inquiry, whatever the product."""
    parts = [one for one in (before.when, before.forbids) if one is not None]
    flat = [inner for one in parts for inner in (one.parts if isinstance(one, All) else (one,))]
    kept = [one for one in flat if parameters_in(one) != {PRODUCT}]
    return joined(All, kept) if kept and before.forbids is not None else None


def _sideless(clause: _Clause, stands: Sequence[Stands]) -> str:
    """Return a doubt where a bare amount is called a highest or lowest one: which side is meant is open."""
    extreme = clause.says(lexicon.HIGHEST) or clause.says(lexicon.LOWEST)
    return "on which side of the limit" if extreme and any(one.sharp for one in stands) else ""


def _referral(clause: _Clause) -> Ruling:
    doubt = _unread(clause) or ("several negations" if clause.negations or clause.says(lexicon.UNFITTING) else "")
    stands = _stands(clause)
    applies, open_ = _said(clause, stands) if stands else (None, "")
    open_ = open_ or _sideless(clause, stands)
    products = _products(clause) if clause.read.products else None
    parts = [one for one in (products, applies) if one is not None]
    doubt = doubt or open_
    if doubt or not parts:
        return Ruling(kind=StoredKind.NEEDS_EXPERT, doubt=doubt if stands else "")
    return Ruling(kind=StoredKind.NEEDS_EXPERT, when=joined(All, parts))


def _said(clause: _Clause, stands: Sequence[Stands]) -> tuple[Condition | None, str]:
    if clause.read.doubt:
        return None, clause.read.doubt
    return combined(clause.text, stands) if stands else (None, "")


def _stands(clause: _Clause) -> tuple[Stands, ...]:
    """Return the conditions; a bare amount that something exceeds or falls below is bounded by that."""
    rising, falling = clause.says(lexicon.RISING), clause.says(lexicon.FALLING)
    sharp = [one for one in clause.read.stands if one.sharp]
    if len(sharp) != 1 or rising == falling:
        return clause.read.stands
    return tuple(
        replace(one, condition=replace(one.condition, sign=">" if rising else "<"), sharp=False)
        if one is sharp[0] and isinstance(one.condition, Compared)
        else one
        for one in clause.read.stands
    )


def _scope(clause: _Clause) -> tuple[Condition | None, str]:
    """Return the products that the clause is about, by its own words or by where it stands."""
    if clause.pack.parameter(PRODUCT) is None:
        return None, ""
    if len(clause.read.products) > 1:
        return None, "which of its products is meant"
    if clause.read.products:
        return _products(clause), ""
    if not clause.scope.products:
        return None, _WITHOUT_SCOPE
    return _with_variants(clause.scope.products, clause), ""


def _products(clause: _Clause) -> Condition:
    return _with_variants(clause.read.products[0][1], clause)


def _with_variants(names: Sequence[str], clause: _Clause) -> Condition:
    """Return that a product is one of `names` or a variant of one, in the pack's order."""
    wanted, apart = set(names), clause.scope.apart
    kept = (
        one for one in clause.pack.products if one.name in wanted or (one.family in wanted and one.name not in apart)
    )
    return Choices(parameter=PRODUCT, names=tuple(one.name for one in kept))


def _is_amount(condition: Condition) -> bool:
    if isinstance(condition, All | Either):
        return all(_is_amount(one) for one in condition.parts)
    return isinstance(condition, Compared)


def _unread(clause: _Clause) -> str:
    return f"unread: {', '.join(clause.left)}" if clause.left else ""


def _clause(text: str, pack: Pack, scope: Scope) -> _Clause:
    cause, number = lexicon.BECAUSE.search(text), lexicon.NUMBERING.match(text)
    text = (text[: cause.start()] if cause else text)[number.end() if number else 0 :]
    bounded = bounded_spans(text, pack)
    negations = tuple(one for one in _negations(text, pack) if not any(a <= one[0] < b for a, b in bounded))
    blank = text
    for start, end in negations:
        blank = blank[:start] + _BLANK * (end - start) + blank[end:]
    read = conditions_in(blank, pack)
    covered = [*read.covered, *gaps(text, read.stands), *negations, *_closed(text), *_topics(text, pack)]
    left = tuple(
        word[0]
        for word in _WORD.finditer(text)
        if not any(start < word.end() and word.start() < end for start, end in covered) and not scope.calls(word[0])
    )
    return _Clause(text, read, negations, left, scope, pack)


def _negations(text: str, pack: Pack) -> Iterator[Span]:
    own = [one.span() for one in lexicon.NEGATION.finditer(text)]
    yield from own
    for one in mentions(pack.negations, text):
        if not any(start < one.span.end and one.span.start < end for start, end in own):
            yield one.span.start, one.span.end


def _closed(text: str) -> Iterator[Span]:
    classes = (
        *(lexicon.PERMITTING, lexicon.DEMANDING, lexicon.ADVISING, lexicon.ONLY, lexicon.FITTING, lexicon.UNFITTING),
        *(lexicon.DOES_NOT, lexicon.USING, lexicon.HIGHEST, lexicon.LOWEST, lexicon.PERMITTED, lexicon.LIMITED),
        *(lexicon.RISING, lexicon.FALLING, lexicon.TURNING, lexicon.DIRECTING, lexicon.DIRECTED, lexicon.INSTEAD),
        *(lexicon.REFERRING, lexicon.THING, lexicon.SMALL, lexicon.HEADINGS, lexicon.IT_IS),
    )
    for one in classes:
        for place in one.finditer(text):
            yield place.span()


def _topics(text: str, pack: Pack) -> Iterator[Span]:
    for topic in pack.topics:
        for one in mentions(topic.words, text):
            yield one.span.start, one.span.end
