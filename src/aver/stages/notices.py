"""Where one text says of another document that it holds no more: "These rules replace the Travel policy 2019" (C3).

Only who may write to a document marks it as superseded (definitions.md, "Governance"), so such a notice moves nothing
and puts nothing in its place. But a quote of a document that another readable one calls replaced is not the current
rule until somebody has looked. Found are fields ("Supersedes: travel-2019.md"), sentences, and rows of a register.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.atoms.dates import dates_in, only_day
from aver.stages.citing import citation_of, passage_quoted
from aver.stages.graph.fields import MOST_NAMES
from aver.stages.graph.naming import Name, candidate_uris, standing_in, tells, words_of
from aver.stages.in_force import asks_for_it, of_no_force
from aver.stages.sentences import split
from aver.values.answers import Claim, ClaimKind
from aver.values.evidence import EvidencePacket, Freshness, Passage

_FIELD = regex(
    r"^[ \t>*_:|-]*(?:replaces|supersedes|obsoletes|repeals|cancels|ersetzt)[*_ \t]*[:=|][*_ \t]*"
    r"(?P<named>[^\n]{1,300})",
    re.IGNORECASE | re.MULTILINE,
)
_TAKING = regex(
    r"\b(?:(?:supersed|replac)(?:es?|ed|ing)|obsolet(?:es|ed|ing)|(?:repeal|rescind|cancel)(?:s|l?ed|l?ing)?"
    r"|revok(?:es?|ed|ing)|withdr(?:aws?|ew|awing|awal\s+(?:of|notice))|retract(?:s|ed|ing|ion)|(?:takes?|took|taking)\s+the\s+place\s+of|in\s+(?:the\s+)?(?:place|lieu)\s+of"
    r"|successor\s+(?:of|to)|ersetzt|ersetzen|hebt|heben|löst|lösen|(?:tritt|treten)\s+an\s+(?:die\s+)?stelle|anstelle)\b"
    r"(?P<between>(?:(?:\s+notice)?\s?:\s)?[^.;:\n]{0,60})$",
    re.IGNORECASE,
)
"""What takes the place of the document that is named next."""

_BY = regex(r"\b(?:by|with|in\s+favou?r|durch|zugunsten)\b", re.IGNORECASE)
_PART = (
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|parts?|chapters?|annex(?:es)?|appendi\w+|tables?|figures?|items?|points?"
    r"|pages?|rules?|words?|abschnitt\w*|ziffern?|artikel|absatz|kapitel|anhang|anlage|tabelle)\b|§)"
)
_PART_OF = regex(
    rf"{_PART}[^.;:,\n]{{0,20}}?\b(?:of|in|to|der|des|dem|in|zu[rm]?|von)\b[^.;:,\n]{{0,12}}$", re.IGNORECASE
)
"""A part of what is named next: its other parts hold."""

_UNSURE = regex(
    r"\b(?:not|never|no|nor|neither|rather\s+than|without|would|could|might|may|should|can|if|unless|until|to|whether|propos\w+|plan\w*"
    r"|intend\w*|consider\w*|suggest\w*|will|nicht|kein\w*|nie|würden?|könn\w+|soll\w*|falls|wenn|ob|zu|geplant)\b[^.;:\n]{0,40}$",
    re.IGNORECASE,
)
_DENIED = regex(r"^\W{0,3}nicht\b", re.IGNORECASE)
"""The verb's negation, which German puts behind its object."""

_GONE = (
    r"(?:supersed|replac|withdraw|repeal|revok|rescind|retir|retract|cancel|discontinu|archiv|annul|obsolet)\w*|void|out\s+of\s+(?:force|date)"
    r"|not\s+in\s+force|no\s+longer\s+(?:\w+\s+){0,2}(?:force|valid|applicable|applied|current|used|effective|binding|available)"
)
_HELD = regex(
    rf"^(?:\.\w{{1,5}}\b)?['\"”“’»*_`]{{0,4}}(?:\s*\([^)\n]{{0,60}}\)|,(?![^,]*{_PART})[^,.;:\n]{{1,60}},|\s+(?:of|from|vom|von)\s+[^,.;:\n]{{1,30}}?)?\s*(?:"
    rf"(?:is|are|was|were|has\s+been|have\s+been|stands?|became|shall\s+be)\s+(?:(?!(?:not|never)\b)\w+\s+){{0,2}}?(?:{_GONE})"
    r"|(?:no\s+longer\s+(?:applies|apply|holds?|counts?)|(?:ceases?|ceased)\s+to\s+\w+|expired|lapsed)\b"
    r"|(?:wird|werden|wurden?|ist|sind)\s+(?:[\w.]+\s+){0,6}?(?:ersetzt|abgelöst|aufgehoben|ungültig|hinfällig|überholt"
    r"|nicht\s+mehr\s+(?:gültig|in\s+kraft|anzuwenden))\b"
    r"|(?:gilt|gelten)\s+nicht\s+(?:mehr|länger)\b|(?:ist|sind|tritt|treten|trat|traten)\s+(?:[\w.]+\s+){0,5}?außer\s+kraft\b"
    rf"|\|(?:[^\n|]{{0,60}}\|){{0,4}}?\s*(?:{_GONE}|ersetzt|aufgehoben|außer\s+kraft|ungültig)\b)",
    re.IGNORECASE,
)
"""What is said of the document that is named before: in a sentence, or in the cells of its row."""

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_YEAR_BEFORE = regex(rf"\b{_YEAR}\s+(?:\w+\s+)?$")
_YEAR_AFTER = regex(
    rf"^\W{{0,3}}(?:(?:of|dated|edition|version|vom|von)\s+(?:\d{{1,2}}\.?\s+)?(?:\w+\s+)?)?\(?{_YEAR}\b"
)
_YEARS = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")

_ORDINALS = {
    **dict.fromkeys(("first", "erste", "ersten"), "1"),
    **dict.fromkeys(("second", "zweite", "zweiten"), "2"),
    **dict.fromkeys(("third", "dritte", "dritten"), "3"),
    **dict.fromkeys(("fourth", "vierte", "vierten"), "4"),
    **dict.fromkeys(("fifth", "fünfte", "fünften"), "5"),
}
_EDITION_WORDS = ("version", "revision", "rev", "edition", "issue", "fassung", "ausgabe", "stand")
_EDITION = regex(
    rf"\b(?:(?P<ordinal>(?i:{'|'.join(_ORDINALS)}))\s+)?(?i:{'|'.join(_EDITION_WORDS)})\b[.:]?"
    r"(?:\s*(?:[Nn]o\.\s*)?(?P<label>\d{1,3}(?:\.\d+)*|[A-Z])(?![\w])(?!\.\s?\w+\s\d))?"
)
"""An edition: "version 6 of 2022", "revision E", "the first edition (TS 4471:2016)", "Fassung vom 15. Juni 2022"."""

_DATED = regex(r"^(?:[^.;|\n]|\.(?=\s\w+\s\d)){0,24}?\b(?P<year>(?:19|20)\d\d)\b")
_ASKS_WHAT = regex(
    r"\b(?:what|which|who|was|welche[rsnm]?|wer|wodurch|womit)\b[^.?]*?\b(?:replaced|replaces|supersed(?:ed|es)|succeed(?:ed|s)|successor"
    r"|ersetzt\w*|abgelöst|nachfolg\w+)\b|\bin\s+(?:its|their|his|her|the)\s+(?:place|stead)\b|\b(?:took|takes)\s+(?:its|their|the)\s+place"
    r"|\ban\s+(?:seine|ihre|die)\s+stelle\b",
    re.IGNORECASE,
)
"""What came in the place of something is asked."""

_HEAD = 600
"""Code points at the beginning of a document in which it says which edition it is."""


@dataclass(frozen=True, slots=True)
class _Edition:
    """Which edition of a work: its label and its year, "" where they aren't said."""

    label: str
    year: str

    def is_that_of(self, other: _Edition) -> bool:
        if self.label and other.label:
            return self.label == other.label
        return bool(self.year) and self.year == other.year


@dataclass(frozen=True, slots=True)
class _Named:
    """A name that a document goes by, the year of its edition aside, and that year ("" where none is said)."""

    name: Name
    year: str


def notices_in(
    other: Passage, own: Passage, *, heads: Iterable[Passage] = (), as_of: str = ""
) -> Iterator[tuple[int, int]]:
    """Yield where in the text of `other` it is said that the document of `own` has been replaced or holds no more.

    A document of the same title that replaces an earlier edition ("Replaces version 6 of 2022") replaces this one where
    its title, its file or one of its own passages among `heads` says that it is that edition.

    Both ends count from the beginning of that text. What holds only after the ISO date `as_of` isn't so yet, and a text
    that isn't in force itself replaces nothing. What `own` says of itself is decided elsewhere (aver.stages.in_force).
    """
    if other.document == own.document or of_no_force(other):
        return
    text = other.text.text
    for found in _FIELD.finditer(text):
        if any(_means(name, other, own) for name in found["named"].split(",")[:MOST_NAMES]):
            yield found.start(), found.end()
    folded = text.casefold()
    named = [one for one in _names(own) if all(word in folded for word in one.name)]
    editions = [*_editions_of(own, heads)] if _work(other) == _work(own) else []
    for start, end in split(text) if named or editions else ():
        sentence = text[start:end]
        gone = any(_says_gone(sentence, one, other) for one in named) or any(
            one.is_that_of(mine) for one in _replaced_editions(sentence) for mine in editions
        )
        if gone and not _yet_to_come(sentence, as_of):
            yield start, end


def asks_what_replaced(asked: str) -> bool:
    """Whether a question asks what came in the place of something."""
    return _ASKS_WHAT.search(asked) is not None


def says_edition(passage: Passage) -> bool:
    """Whether a passage at the beginning of its document says which edition it is."""
    return passage.start < _HEAD and any(True for _ in _own_editions(passage.text.text[:_HEAD]))


def noticed(asked: str, own: Passage, passages: Sequence[Passage], *, as_of: str = "") -> bool:
    """Whether one of `passages` calls the document of `own` replaced, and that is not what is `asked` about.

    Who asks for "the travel policy" wants the one that holds, not that of 2019.
    """
    names = f"{own.title.text}\n{own.section_path.text}\n{file_name(own.uri)}"
    whole = [one.name for one in _names(own) if not one.year]
    if asks_for_it(asked, names) or any(True for name in whole for _ in standing_in(asked, {name: name})):
        return False
    return any(True for other in passages for _ in notices_in(other, own, heads=passages, as_of=as_of))


def has_newer(own: Passage, passages: Iterable[Passage], *, as_of: str = "") -> bool:
    """Whether one of `passages` is of the same work in a later year, by its title, that isn't after the ISO date
    `as_of`: "Prices 2026" for "Prices 2025"."""
    year, work, latest = _year_of(own), _work(own), as_of[:4] or "9999"
    return bool(year and work) and any(
        year < _year_of(other) <= latest and _work(other) == work
        for other in passages
        if other.document != own.document and other.freshness is Freshness.ACTIVE
    )


def _year_of(passage: Passage) -> str:
    """Return the one year in a title, "" where there is none or several."""
    years = {*_YEARS.findall(passage.title.text)}
    return years.pop() if len(years) == 1 else ""


def with_notices(claim: Claim, packets: Sequence[EvidencePacket]) -> Claim:
    """Return `claim` with the sentences of `packets` that call the document it quotes replaced cited beside it."""
    if claim.kind is not ClaimKind.QUOTE or not claim.citations:
        return claim
    own = passage_quoted(claim, packets)
    if own is None or own.freshness is not Freshness.ACTIVE:
        return claim
    heads = [one.passage for one in packets]
    told = (
        citation_of(packet, packet.passage.start + start, packet.passage.start + end)
        for packet in packets
        for start, end in notices_in(packet.passage, own, heads=heads)
    )
    return replace(claim, citations=tuple(dict.fromkeys((*claim.citations, *told))))


def wordings(own: Passage) -> tuple[str, str]:
    """Return what to search for to find a notice about the document of `own`: by its file name and by its title."""
    file = " ".join(words_of(file_name(own.uri)))
    return f"{file} replaces supersedes", f"{own.title.text} version revision edition replaced superseded withdrawn"


def wording_of_changes(own: Passage) -> str:
    """Return what to search for to find a text that changes the document of `own`."""
    return f"{own.title.text} amendment amended substitute correction"


def _names(own: Passage) -> Iterator[_Named]:
    for text in dict.fromkeys((own.title.text, file_name(own.uri))):
        words = words_of(text)
        years = [word for word in words if _YEARS.fullmatch(word)]
        bare = tuple(word for word in words if word not in years)
        for name, year in {(words, ""), (bare, years[0] if len(years) == 1 else "")}:
            if tells(name) and (year or not years or name == words):
                yield _Named(name, year)


def _means(name: str, other: Passage, own: Passage) -> bool:
    """Whether a field of `other` that gives `name` means the document of `own`."""
    written = name.strip().strip("[]<>`\"'*_ ")
    words = words_of(written)
    whole = {words_of(own.title.text), words_of(file_name(own.uri))}
    return bool(written) and ((tells(words) and words in whole) or own.uri in candidate_uris(other.uri, written))


def _says_gone(sentence: str, named: _Named, other: Passage) -> bool:
    for _, start, end in standing_in(sentence, {named.name: named}):
        before, after = sentence[:start], sentence[end:]
        if not _edition(named, before, after, other):
            continue
        year = _YEAR_AFTER.match(after)
        follows = after[year.end() :].lstrip(")") if year else after
        if (_takes(before, follows) or _HELD.match(after) or _HELD.match(follows)) and not _PART_OF.search(before):
            return True
    return False


def _edition(named: _Named, before: str, after: str, other: Passage) -> bool:
    """Whether the edition that is spoken of is the one named: that of its year, else one older than the speaker's."""
    found = _YEAR_BEFORE.search(before) or _YEAR_AFTER.match(after)
    if found is not None:
        return found["year"] == named.year or (not named.year and found["year"] in named.name)
    speaking = _YEARS.findall(f"{other.title.text} {file_name(other.uri)}")
    return not (named.year and speaking and max(speaking) <= named.year)


def _work(passage: Passage) -> Name:
    """Return the words of a title without its edition: "Library rules, version 6" and "Library rules 2026" are one."""
    return tuple(
        word
        for word in words_of(_EDITION.sub(" ", passage.title.text))
        if word not in _EDITION_WORDS and not _YEARS.fullmatch(word)
    )


def _editions_of(own: Passage, heads: Iterable[Passage]) -> Iterator[_Edition]:
    """Yield which edition the document of `own` says that it is: in its title, its file, and its beginning."""
    for text in (own.title.text, file_name(own.uri).replace("-", " ").replace("_", " ")):
        yield from _own_editions(text)
        yield from (_Edition("", year) for year in _YEARS.findall(text))
    for head in (own, *heads):
        if head.document == own.document and head.start < _HEAD:
            yield from _own_editions(head.text.text[:_HEAD])


def _own_editions(text: str) -> Iterator[_Edition]:
    for start, end in split(text):
        sentence = text[start:end]
        replaced = {found.start() for found in _replacing(sentence)}
        yield from (
            _edition_said(found, sentence) for found in _EDITION.finditer(sentence) if found.start() not in replaced
        )


def _replaced_editions(sentence: str) -> Iterator[_Edition]:
    return (_edition_said(found, sentence) for found in _replacing(sentence))


def _replacing(sentence: str) -> Iterator[re.Match[str]]:
    """Yield the editions that `sentence` says are replaced."""
    for found in _EDITION.finditer(sentence):
        before, after = sentence[: found.start()], sentence[found.end() :]
        dated = _DATED.match(after)
        follows = after[dated.end() :].lstrip(")") if dated else after
        if _takes(before, follows) or _HELD.match(after) or _HELD.match(follows):
            yield found


def _edition_said(found: re.Match[str], sentence: str) -> _Edition:
    dated = _DATED.match(sentence[found.end() :])
    label = found["label"] or _ORDINALS.get((found["ordinal"] or "").casefold(), "")
    return _Edition(label, dated["year"] if dated else "")


def _takes(before: str, follows: str) -> bool:
    """Whether what stands between `before` and `follows` is said to have been replaced by what `before` tells of."""
    taking = _TAKING.search(before)
    return (
        taking is not None
        and not _BY.search(taking["between"])
        and not _UNSURE.search(before[: taking.start()])
        and not _DENIED.match(follows)
    )


def _yet_to_come(sentence: str, as_of: str) -> bool:
    """Whether every full date of the sentence lies after `as_of`."""
    days = [day for found in dates_in(sentence) if (day := only_day(found)) is not None]
    return bool(as_of and days) and min(days).isoformat() > as_of
