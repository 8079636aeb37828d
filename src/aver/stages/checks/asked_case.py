"""Whether evidence speaks of another case than the one asked about (B6).

The Team plan does not answer for the Free plan, the highest level not for the lowest, a part-time employee is no
full-time one. Each rule needs both: what was asked stands nowhere in what is shown, and what excludes it does. A case
that nobody contrasts with another is left to the probabilities of the draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from aver.patterns import regex
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import meant
from aver.stages.atoms.cues import opposites
from aver.stages.atoms.dates import dates_in, without_dates
from aver.stages.atoms.language import Language, language_of
from aver.stages.atoms.quantities import quantities_in
from aver.stages.checks.asked_event import other_event
from aver.stages.planning.words import FUNCTION_WORDS, base, beginnings, content, folded, set_of, tokens
from aver.stages.priced import tells_hours
from aver.stages.wanted import ValueKind, asks_for, asks_yes_or_no

_PLACING = set_of(
    """
    before after above below over under with without in out inside outside up down all none always never yes no more
    less fewer vor nach über unter mit ohne innerhalb außerhalb alle keine immer nie ja nein mehr weniger
    """
)
"""Words that stand in a sentence for much else than the case it is about."""

_ENDING = regex(r"(?<=ste)[nmrs]$")
"""A German superlative in another case; comparatives and measures ("how long") are words of their own."""

_ONE_DEAL = set_of(
    """
    bought sold buy sell buyer buyers seller sellers lend lent borrow borrowed lender lenders borrower borrowers debtor
    debtors creditor creditors landlord landlords tenant tenants employer employers employee employees sender recipient
    receiver licensor licensee plaintiff claimant defendant käufer verkäufer vermieter mieter arbeitgeber arbeitnehmer
    gläubiger schuldner absender empfänger kläger beklagte beklagter
    """
)
"""Words for one event that is told of from either end: what A sold B bought."""

_OF_A_NOUN = set_of(
    """
    large small high low hot cold wet dry deep shallow wide narrow thick thin heavy light rich poor strong weak old new
    early late first last natural artificial simple complex known unknown mild severe fixed variable permanent temporary
    """
)
"""Words that mean much beside the noun before which they stand, and so are opposites only before the same one."""

_MEASURE = regex(r"\b(?:how|wie)\s+\w+", re.IGNORECASE)
_COMPOUND = regex(r"[^\W\d_]+-[^\W\d_]+")
_STEM = 4
"""Letters that words of one stem begin with."""

_AHEAD = regex(
    r"\b(?:(?:in|how far)\s+advance|beforehand|ahead of time|im voraus|vorher|vorab)\b"
    r"|\bhow\s+many\s+\w+\s+before\b|\bwie\s*viele\s+\w+\s+vor\b",
    re.IGNORECASE,
)
_AHEAD_OF = regex(
    r"\b(?:advance|before|beforehand|prior|ahead|earlier|notice|vor|vorher|vorab|voraus|vorlauf|frist)\b", re.IGNORECASE
)
_LED = r"\b(?:in|for|among|by|bei|für)\s+(?:(?:all|any|every|the|most|alle)\s+)?"
_PART_OF_GROUP = regex(
    rf"{_LED}(?P<group>[^\W\d_]{{4,}})\s+(?:under|over|below|above|with|without|who|whose|aged|younger|older|weighing|taking|up\s+to"
    r"|less\s+than|more\s+than|unter|über|mit|ohne|ab)\s+(?P<part>(?:[\w-]+\s?){1,2})",
    re.IGNORECASE,
)
_OWNED = regex(
    r"\b(?P<whose>my|our|your|mein\w*|unser\w*|ihr\w*|eure?\w*)\s+(?:own\s+|eigene\w*\s+)?(?P<noun>[^\W\d_]{3,})",
    re.IGNORECASE,
)
_OWNED_ITSELF = regex(r"\b(?:my|our|your)\s+own\b|\b(?:mein|unser|ihr|eure?)\w*\s+eigene\w*\b", re.IGNORECASE)
_WRITER = regex(r"my|our|mein|unser", re.IGNORECASE)

_AMOUNTS = regex(
    r"\d|\b(?:no|none|not|never|nothing|free|half|all|any|every|each|both|once|twice|daily|weekly|monthly|quarterly"
    r"|annual(?:ly)?|yearly|whole|entire|full|as (?:long|many|much|often) as|until|unless|depend\w*|vari\w+"
    r"|unlimited|infinite\w*"
    r"|indefinite\w*|permanent\w*|always|often|rare\w*|many|most|more|several|few\w*|less|single|pair|dozens?"
    r"|thousands|millions|billions|centur\w+|decades?|(?:one|an?)\s+(?:year|month|week|day|hour|minute|second)"
    r"|kein\w*|nicht|nie|nichts|frei|kostenlos|halb\w*|alle\w*|jede\w*|beide\w*|einmal|zweimal|täglich|wöchentlich"
    r"|monatlich|jährlich|ganz\w*|voll\w*|so (?:lange|viele|oft)|bis|solange|unbegrenzt\w*|unbefristet\w*"
    r"|dauer\w*|viele\w*|mehr\w*"
    r"|wenig\w*|einzig\w*|richtet|hängt)\b",
    re.IGNORECASE,
)
"""How an amount is stated without a figure."""

_DETERMINERS = r"(?:(?:an?|the|all|every|each|der|die|das|den|dem|eine?[nmr]?|alle|jede[nmrs]?)\s+)*"
_FOR_WHOM = regex(
    rf"\b(?:for|für)\s+{_DETERMINERS}(?P<whom>[^\W\d_][\w'’-]+(?:\s[^\W\d_][\w'’-]+){{0,2}})", re.IGNORECASE
)
_SO_MUCH_FOR = regex(rf"\d[^\n.,;:]{{0,20}}\s{_FOR_WHOM.pattern}", re.IGNORECASE)
_ABOVE, _BELOW = frozenset({Bound.AT_LEAST, Bound.MORE}), frozenset({Bound.AT_MOST, Bound.LESS})
_AGE_OF = regex(r"\b(?:the\s+)?age\s+of\s+", re.IGNORECASE)
_BIS = regex(r"\bbis\s+$", re.IGNORECASE)
"""A bound of those asked about; of a claim it may as well be the end of a time."""

_BOUNDED = regex(
    r"[\W\d]*(?:for|on|with|in\s+the\s+case\s+of|bei|für)\s+(?P<case>[^,;.]{3,60}?\b(?:before|after|until|since|prior\s+to|over|under|above|below"
    r"|older\s+than|younger\s+than|more\s+than|less\s+than|vor|nach|bis|seit|über|unter)\s+(?:[^,;.]{0,20}?\s)?\d[^,;.]{0,20}?)"
    r"(?:,|\s(?:the|an?|it|they|is|are|there|only|der|die|das|es|gilt|gelten|beträgt)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that is about those alone that lie on one side of a figure or a day."""

_AND_OTHERS = regex(
    r"\b(?:others?|otherwise|else|remain\w*|rest|any|every\w*|further|ander\w*|sonst\w*|übrig\w*|weiter\w*|jede\w*)\b",
    re.IGNORECASE,
)
"""What a list of cases ends with that leaves none out."""

_MODAL = r"(?P<modal>may|must|shall|dürfen|müssen)"
_MAY_THEY = regex(rf"\b{_MODAL}\s+{_DETERMINERS}(?P<who>[^\W\d_]{{4,}})\b", re.IGNORECASE)
_THEY_MAY = regex(rf"[\W\d]*{_DETERMINERS}(?P<who>[^\W\d_]{{4,}})\s+{_MODAL}\b", re.IGNORECASE)

_DO_THEY = regex(
    rf"\b(?:do|does|did)\s+{_DETERMINERS}(?P<who>[^\W\d_]{{4,}})\s+(?P<verb>[^\W\d_]{{2,}})\b", re.IGNORECASE
)
_THEY_DO = regex(
    rf"[\W\d]*{_DETERMINERS}(?P<who>[^\W\d_]{{4,}}(?:\s+(?:and|or)\s+[^\W\d_]{{4,}})?)\s+(?P<verb>[^\W\d_]{{2,}})\b",
    re.IGNORECASE,
)
_HAS_FIGURE = regex(r"\d")
_ADDRESS = regex(r"\b(?:https?://|www\.)\S+")
_GOES_FOR = regex(
    r"\b(?:for|für|bei)\s+(?:(?:the|all|any|our|die|den|das|alle|allen)\s+)?([^\W\d][\w-]*)", re.IGNORECASE
)
_FIGURE = regex(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w%]|[.,]\d)")
_SINCE = regex(r"\b(?:how\s+(?:long|old)|wie\s*(?:lange|alt)|duration|period)\b", re.IGNORECASE)
"""Asked so, a date may be the answer: until when, born when."""


def another_case(asked: str, quoted: str, *, names: str, evidence: str) -> bool:
    """Whether `quoted` speaks of a case that excludes the one `asked` about.

    `names` are its titles, headings and file, `evidence` what is cited: the case asked about may be named in either.
    """
    shown = f"{names}\n{evidence}"
    language: Language = language_of(asked) or language_of(quoted) or "en"
    return (
        _other_name(asked, f"{names}\n{quoted}", shown)
        or other_half(asked, quoted, shown)
        or _other_owner(asked, quoted)
        or _narrower_group(asked, quoted)
        or _only_on_one_side(asked, quoted)
        or _none_of_those_listed(asked, quoted, names)
        or _others_may(asked, quoted, shown)
        or _others_do(asked, quoted, shown)
        or _for_its_section(asked, quoted, names)
        or _no_lead(asked, shown)
        or _no_amount(asked, evidence)
        or _other_side(asked, quoted, shown)
        or (not tells_hours(asked, quoted) and _opposite(asked, quoted, shown, language))
    )


def _opposite(asked: str, quoted: str, shown: str, language: Language) -> bool:
    """Whether a word asked about is missing and its opposite is quoted, the highest level for the lowest, or it is told
    when that opposite happened and nothing else."""
    if other_event(asked, quoted):
        return True
    if asks_yes_or_no(asked):
        return False
    plain = _MEASURE.sub(" ", asked)
    wanted, said, there = ({_bare(word) for word in folded(text)} for text in (plain, quoted, shown))
    pairs = (
        (_bare(one), _bare(other)) for one, other in opposites(language) if not {one, other} & (_PLACING | _ONE_DEAL)
    )
    return any(
        one in wanted
        and one not in there
        and other in said
        and other not in wanted
        and (one not in _OF_A_NOUN or not _before(one, plain).isdisjoint(_before(other, quoted)))
        for one, other in pairs
    )


def _before(word: str, text: str) -> frozenset[str]:
    """Return the base forms of the words directly behind `word` in `text`."""
    return frozenset(base(behind) for one, behind in pairwise(folded(text)) if one == word)


def _bare(word: str) -> str:
    return _ENDING.sub("", word)


def _other_name(asked: str, quoted: str, shown: str) -> bool:
    """Whether the same noun bears another name: the Team plan for the Free plan, house B for house C.

    Nor is the Torrent City the Torrent Trail.
    """
    there = frozenset(folded(shown))
    said: dict[tuple[str, bool], set[str]] = {}
    for noun, name, before in _named(quoted):
        said.setdefault((noun, before), set()).add(name)
    return any(
        name not in there and bool(said.get((noun, before), set()) - {name}) for noun, name, before in _named(asked)
    )


def _named(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield a noun, the name directly beside it in lower case, and whether the name stands before the noun.

    A name of several words counts as a noun and its last word, so that only one as long is another of its kind. In
    German every noun is written with a capital, so that there a name is a single letter only.
    """
    german = language_of(text) == "de"
    for sentence in re.split(r"(?<=[.?!:;])\s+|\n| > ", text):
        words = tokens(sentence)
        if not german:
            for is_name, run in groupby(words, _is_name):
                if is_name and len(name := [word.casefold() for word in run]) > 1:
                    yield " ".join(name[:-1]), name[-1], False
        for place, (one, two) in enumerate(pairwise(words)):
            if place and not german and _is_name(one) and two.islower() and _is_noun(two):
                yield base(two), one.casefold(), True
            if (one.islower() or german) and _is_noun(one.casefold()) and re.fullmatch(r"[A-Z]", two) and two != "I":
                yield base(one.casefold()), two.casefold(), False


def _is_name(word: str) -> bool:
    return word[:1].isupper() and not any(letter.isdigit() for letter in word) and _is_noun(word.casefold())


def _is_noun(word: str) -> bool:
    return len(word) > 2 and word not in FUNCTION_WORDS and word.isalpha()


def other_half(asked: str, quoted: str, shown: str) -> bool:
    """Whether a compound asked about is missing and one that shares a half with it is quoted: full-time, part-time."""
    there = {base(word) for word in folded(shown)}
    wanted = {word for word in _compounds(asked) if word[0].islower() and word not in there}
    said = {word.casefold() for word in _compounds(quoted)} - {word.casefold() for word in _compounds(asked)}
    return any(_share_one_half(one, other) for one in wanted for other in said)


def _compounds(text: str) -> Iterator[str]:
    """Yield the words of two halves, plural endings taken off; written small, they say of what kind a thing is."""
    return (base(word) for word in tokens(text) if _COMPOUND.fullmatch(word))


def _share_one_half(one: str, other: str) -> bool:
    """Whether two compounds have one half in common and the other of another stem."""
    (first, last), (begins, ends) = one.split("-"), other.split("-")
    return (first == begins and last[:_STEM] != ends[:_STEM]) or (last == ends and first[:_STEM] != begins[:_STEM])


def _other_owner(asked: str, quoted: str) -> bool:
    """Whether the text's own things are quoted for the asker's, or the asker's for its: "our own builders" for "my own
    builder". Who asks "my" and who writes "our" are two."""
    wanted, said = (
        {(base(found["noun"].casefold()), bool(_WRITER.match(found["whose"]))) for found in _OWNED.finditer(text)}
        for text in (asked, quoted)
    )
    explicit = _OWNED_ITSELF.search(asked) or _OWNED_ITSELF.search(quoted)
    return bool(explicit) and any((noun, own) in said and (noun, not own) not in said for noun, own in wanted)


def _narrower_group(asked: str, quoted: str) -> bool:
    """Whether a group is asked about and only a part of it is told of: "in adults under 50 kg" for "in adults"."""
    wanted = content(asked)
    return any(
        re.search(rf"{_LED}{re.escape(found['group'])}\b", asked, re.IGNORECASE) is not None
        and content(found["part"]).isdisjoint(wanted)
        and found["group"] not in quoted.replace(found[0], "")
        for found in _PART_OF_GROUP.finditer(quoted)
    )


def _only_on_one_side(asked: str, quoted: str) -> bool:
    """Whether all of a kind are asked about, and only those before a day or beyond a figure are told of: "For tents
    bought before 2024 the warranty is 3 years"."""
    found = _BOUNDED.match(quoted)
    return found is not None and not _HAS_FIGURE.search(asked) and not content(found["case"]) <= content(asked)


def _none_of_those_listed(asked: str, quoted: str, names: str) -> bool:
    """Whether it is asked for somebody, and amounts are told for two others: "25 GB for students, 100 GB for staff"."""
    listed = [content(found["whom"]) for found in _SO_MUCH_FOR.finditer(quoted)]
    if len(listed) < 2 or _AND_OTHERS.search(quoted) or _foreign(asked, quoted):
        return False
    wanted, said = content(asked), content(quoted)
    whom = [content(found["whom"]) - content(names) for found in _FOR_WHOM.finditer(asked)]
    return all(one.isdisjoint(wanted) for one in listed) and any(one and one.isdisjoint(said) for one in whom)


def _others_may(asked: str, quoted: str, shown: str) -> bool:
    """Whether it is asked what some may do, and quoted what others may: members for "How long may guests stay?" """
    found = _THEY_MAY.match(quoted)
    if found is None or _foreign(asked, quoted):
        return False
    others = content(found["who"])
    return (
        bool(others)
        and others.isdisjoint(content(asked))
        and any(
            (who := content(one["who"]))
            and one["modal"].casefold() == found["modal"].casefold()
            and who.isdisjoint(content(shown))
            for one in _MAY_THEY.finditer(asked)
        )
    )


def _others_do(asked: str, quoted: str, shown: str) -> bool:
    """Whether it is asked what some do, and quoted what others do: schools for "What discount do students get?" """
    told = _THEY_DO.match(quoted)
    others = frozenset[str]() if told is None or _foreign(asked, quoted) else beginnings(content(told["who"]))
    if told is None or not others or not others.isdisjoint(beginnings(content(asked))):
        return False
    return any(
        base(one["verb"].casefold()) == base(told["verb"].casefold())
        and bool(who := beginnings(content(one["who"])))
        and who.isdisjoint(beginnings(content(shown)))
        for one in _DO_THEY.finditer(asked)
    )


def _for_its_section(asked: str, quoted: str, names: str) -> bool:
    """Whether what is quoted goes for those whom its section is about, after whom nobody asks: "The maximum for
    children" under "Children", where the maximum is asked for."""
    wanted = beginnings(content(asked))
    for path in (line for line in names.splitlines() if " > " in line):
        whom = beginnings(content(path.rpartition(" > ")[2]))
        if (
            whom
            and whom.isdisjoint(wanted)
            and any(beginnings(content(one[1])) & whom for one in _GOES_FOR.finditer(quoted))
        ):
            return True
    return False


def _foreign(asked: str, quoted: str) -> bool:
    return None not in (languages := {language_of(asked), language_of(quoted)}) and len(languages) > 1


def _other_side(asked: str, quoted: str, shown: str) -> bool:
    """Whether what lies on the other side of a bound asked about is quoted: "adults under 55" for those over 55."""
    there, said = _bounds(shown), _bounds(quoted)
    return any((not above, figure) in said and (above, figure) not in there for above, figure in _bounds(asked))


def _bounds(text: str) -> frozenset[tuple[bool, object]]:
    """Return the values that `text` sets as bounds, and whether what lies above them is meant."""
    plain = _AGE_OF.sub("", text)
    told = ((one, meant(plain, one).bound) for one in quantities_in(plain))
    return frozenset(
        (bound in _ABOVE, one.values)
        for one, bound in told
        if one.values and (bound in _ABOVE | _BELOW or _BIS.search(plain, 0, one.start))
    )


def _no_lead(asked: str, shown: str) -> bool:
    """Whether it is asked how long ahead something is done, and what is shown puts it ahead of nothing."""
    return bool(_AHEAD.search(asked)) and not _AHEAD_OF.search(shown)


def _no_amount(asked: str, evidence: str) -> bool:
    """Whether an amount is asked for, and what is cited holds none: what a limit is for doesn't say how high it is.

    Nor do an address, a date (but for how long or how old), or a figure that the question names itself.
    """
    if not asks_for(asked, ValueKind.NUMBER):
        return False
    named = frozenset(_FIGURE.findall(asked))
    left = _FIGURE.sub(lambda one: " " if one[0] in named else one[0], _ADDRESS.sub(" ", evidence))
    if not _SINCE.search(asked):
        left = without_dates(left)
    return not quantities_in(left) and not dates_in(left) and not _AMOUNTS.search(left)
