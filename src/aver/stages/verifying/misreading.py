"""Evidence that has all words of a claim and tells something else: by its place, not by its words (H1, C3).

Another column of the row than the claim names, rows read as one, the date or the condition of the figure beside it, a
question that nobody answers, a heading such as "Unreleased": no scorer of sentences sees these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.atoms.quantities import quantities_in
from aver.stages.checks.asked_case import other_half
from aver.stages.checks.asked_cell import is_blank
from aver.stages.checks.asked_event import happens_otherwise, of_another_year
from aver.stages.checks.asked_standing import disowned
from aver.stages.checks.cited import cells_read
from aver.stages.checks.exceptions_kept import taken_back, unconfirmed
from aver.stages.checks.numbers_stand_in_evidence import stands
from aver.stages.planning.words import content, folded, phrase
from aver.stages.sentences import split
from aver.stages.table_rows import body_cells, in_a_table, short_titles, titles_over
from aver.stages.verifying.borrowing import borrowed, counts_from_another, denied_more_narrowly, done_by_another
from aver.stages.verifying.fields import of_another_field, of_another_record, only_names
from aver.stages.verifying.leaning import labelled_otherwise, leans_on_another, of_another_time, only_former
from aver.stages.verifying.legends import means_another
from aver.stages.verifying.parts import of_another_part, told_in_part
from aver.stages.verifying.subjects import roles_swapped, said_of_another
from aver.stages.verifying.welding import (
    Cited,
    denied_at_the_end,
    denied_by_label,
    name_of_row,
    parted_words,
    welded,
    welded_rows,
)
from aver.stages.wanted import asks_yes_or_no, is_question
from aver.values.answers import Verdict
from aver.values.evidence import Passage

_FIGURE = regex(r"\d")
_YES = regex(r"\W*(?:yes|true|y|x|ja|wahr|✓|✔|✅)\W*", re.IGNORECASE)
_NO = regex(r"\W*(?:no|false|n|none|nein|falsch|✗|✘|❌)\W*", re.IGNORECASE)
_DENIED = regex(r"\b(?:not?|never|none|cannot|without|nicht|kein\w*|nie|ohne)\b|n['’]t\b", re.IGNORECASE)
_SPOKEN_BY = r"(?-i:[A-ZÄÖÜ][\w.'’-]*)(?:\s(?:[\w.'’-]+|\([^()\n]{1,40}\))){0,4}:\s+"
"""Whose turn it is in what is written down of a talk: "Mr Hale (Tunnel Authority): "."""

_ANSWERED = regex(
    rf"\W*(?:{_SPOKEN_BY})?(?:(?:a|answer|antwort)\W+)?(?:yes|no|only|never|always|of\s+course|certainly|ja|nein|doch|nur|nie|immer|natürlich)\b",
    re.IGNORECASE,
)
_ASKING = regex(
    rf"^\W*(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]?\s+)?(?:{_SPOKEN_BY})?(?:(?:q|question|frage|f)\s*\d{{0,3}}\s*[:.)]\W*)?",
    re.IGNORECASE,
)
_SAYS_NO = regex(rf"\W*(?:{_SPOKEN_BY})?(?:(?:a|answer|antwort)\W+)?(?:no|never|nein|nie)\b", re.IGNORECASE)
_APART = regex(
    r"\W*(?:(?:on|in|at|for|during|under|an|in|bei|für|zu)\s+)?(?:all(?:e[nr]?)?\s+)?(?:other|others|ander\w+|übrige\w*)\b"
    r"|\W*(?:otherwise|elsewhere|sonst|andernfalls|ansonsten)\b",
    re.IGNORECASE,
)
"""How a sentence begins that is about all but what was told before."""

_BUT = regex(r";\s|,?\s(?:but|yet|though|although|aber|doch|obwohl)\s", re.IGNORECASE)
"""What may lead to what takes back the first part of a sentence."""

_MODEL = regex(r"\b[^\W\d_]+-\d[\w.-]*\b")
_CLOSED = regex(r"[,;:.!?()]\s|\n|\b(?:and|but|or|while|und|aber|oder|während)\b", re.IGNORECASE)
"""Where what is said of a figure ends."""


def misread(claim: str, cited: Sequence[Cited]) -> str:
    """Return why `claim` isn't what the `cited` texts tell where they stand, "" where nothing says so."""
    rows = [one for one in cited if in_a_table(*one)]
    prose = [one for one in cited if not in_a_table(*one)]
    if rows and not prose and not any(in_a_table(*one, body=True) for one in rows):
        return "headers tell no value"
    if not rows and only_names(claim, prose):
        return "what a record is called tells no value"
    return _misread_rows(claim, rows) or misplaced(claim, cited) or _misread_words(claim, cited, prose)


def _misread_rows(claim: str, rows: Sequence[Cited]) -> str:
    if any(_another_column(claim, *one) for one in rows):
        return "the column that the claim names holds something else"
    if _another_row(claim, rows):
        return "a row is cited that the claim doesn't name"
    if any(means_another(claim, *one) for one in rows):
        return "the legend gives the code of its row another meaning"
    return "a part of it stands in another row" if welded_rows(claim, rows) else ""


def misplaced(claim: str, cited: Sequence[Cited]) -> str:
    """Return why the place of the `cited` texts says that they tell no fact, "" where nothing does."""
    if any(_unanswered(claim, *one) for one in cited):
        return "a question is no statement, and its answer is another"
    if any(_disowned(claim, *one) for one in cited):
        return "what stands above the evidence says that it is no fact"
    if any(_taken_back(claim, *one) for one in cited):
        return "the next sentence takes it back"
    return ""


def _misread_words(claim: str, cited: Sequence[Cited], prose: Sequence[Cited]) -> str:
    told = [_words(*one) for one in prose]
    evidence = "\n".join(_words(*one) for one in cited)
    found: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("a line of another record or field is cited", lambda: _of_another_line(claim, prose)),
        ("it is said of another", lambda: _said_of_another(claim, prose, told)),
        ("what is told of two cases is read as one", lambda: _welded(claim, told) or welded(claim, told)),
        (
            "what it tells is denied there",
            lambda: any(denied_by_label(claim, one) or denied_at_the_end(claim, one) for one in told),
        ),
        ("it is denied of one kind only", lambda: denied_more_narrowly(claim, evidence)),
        ("who does it and to whom are the other way round", lambda: roles_swapped(claim, evidence)),
        ("it is done by another", lambda: done_by_another(claim, evidence)),
        (
            "the date is that of something else",
            lambda: happens_otherwise(claim, evidence) or of_another_year(claim, evidence),
        ),
        (
            "the time is another, or counts from something else",
            lambda: of_another_time(claim, evidence) or counts_from_another(claim, evidence),
        ),
        ("the value is a former one", lambda: only_former(claim, evidence)),
        (
            "what is said of a figure is said of another one",
            lambda: _of_another_figure(claim, evidence) or of_another_part(claim, evidence),
        ),
        ("it holds for what its label says", lambda: labelled_otherwise(claim, cited)),
        ("it holds for what the sentence before it tells", lambda: leans_on_another(claim, prose)),
    )
    return next((why for why, holds in found if holds()), "") or next(
        (why for one in told if (why := told_in_part(claim, one))), ""
    )


def _of_another_line(claim: str, prose: Sequence[Cited]) -> bool:
    return of_another_record(claim, prose) or of_another_field(claim, prose)


def _said_of_another(claim: str, prose: Sequence[Cited], told: Sequence[str]) -> bool:
    if any(said_of_another(claim, one.text.text, start - one.start, end - one.start) for one, start, end in prose):
        return True
    around = [sentence for passage in dict.fromkeys(one for one, _, _ in prose) for sentence in _sentences(passage)]
    return _of_the_other_half(claim, told) or borrowed(claim, around)


def _sentences(passage: Passage) -> list[str]:
    text = passage.text.text
    return [text[start:end] for start, end in split(text)]


def _another_column(claim: str, passage: Passage, start: int, end: int) -> bool:
    """Whether a column that the claim names by a word of its own, or by words that no other column has together, has a
    value that the claim doesn't tell; of columns that are named in part and as a whole, only those that are as a whole.

    Where it names none, whether it gives an amount that another column has otherwise.
    """
    row = cells_read(claim, passage, start, end)
    if len(row) < 2:
        return False
    label = min(row)
    written = titles_over(passage, row)
    titles = {column: _title_words(title) for column, title in written.items() if column != label}
    said = _title_words(claim) - _title_words(row[label])
    named: dict[int, float] = {}
    for column, title in titles.items():
        others = frozenset[str]().union(*(other for at, other in titles.items() if at != column))
        if (title - others) & said:
            named[column] = len(title & said) / len(title)
    named |= dict.fromkeys(_called_whole(claim, {column: written[column] for column in titles}), 1.0)
    named = named or dict.fromkeys(_named_together(said, titles), 1.0)
    if not named:
        return _of_one_column(claim, {column: cell for column, cell in row.items() if column in titles})
    best = max(named.values())
    beside = " ".join(cell for column, cell in row.items() if column == label or not quantities_in(cell))
    return any(
        share == best and not _tells(claim, row[column], written[column], beside) for column, share in named.items()
    )


def _title_words(text: str) -> frozenset[str]:
    """Return the words of a text that may name a column: models whole ("P-200"), least and greatest however spelt."""
    models = {one.casefold() for one in _MODEL.findall(text)}
    return parted_words(_MODEL.sub(" ", text)) | models | short_titles(text)


def _of_one_column(claim: str, cells: Mapping[int, str]) -> bool:
    """Whether an amount that `claim` gives stands in a cell, and another of its unit in the cell of another column."""
    amounts = [{(one.unit, one.values) for one in quantities_in(cell) if one.unit} for cell in cells.values()]
    given = {(one.unit, one.values) for one in quantities_in(claim) if one.unit}
    return any(
        unit == other and (unit, values) not in beside
        for place, held in enumerate(amounts)
        for unit, values in held & given
        for at, beside in enumerate(amounts)
        for other, _ in beside
        if at != place
    )


def _named_together(said: frozenset[str], titles: Mapping[int, frozenset[str]]) -> list[int]:
    """Return the columns whose titles have words that are `said`, and no other column has these and more: "Large" and
    "yearly" where the columns are Small and Large, each of them monthly and yearly."""
    common = frozenset.intersection(*titles.values()) if titles else frozenset[str]()
    told = {column: held for column, title in titles.items() if (held := (title - common) & said)}
    return [column for column, held in told.items() if not any(held < other for other in told.values())]


def _called_whole(claim: str, titles: Mapping[int, str]) -> list[int]:
    """Return the columns whose titles stand in a claim as they are, and in no longer one: "Lumo 300", not that of "Lumo
    300 S"."""
    said = phrase(claim)
    there = {column: name for column, title in titles.items() if (name := phrase(title)).strip()}
    held = {column: name for column, name in there.items() if name in said}
    longest = [column for column, name in held.items() if not any(name in other != name for other in held.values())]
    return longest if len(there) > len(longest) and len({held[one] for one in longest}) == len(longest) else []


def _tells(claim: str, cell: str, title: str, beside: str) -> bool:
    """Whether a claim gives the value of a cell; yes and no it gives by saying or denying, and figures of the `title`
    ("Ten visits") are none. The unit may stand in the title or `beside` it in the row."""
    if is_blank(cell):
        return False
    if _YES.fullmatch(cell) or _NO.fullmatch(cell):
        return (_DENIED.search(claim) is not None) is (_NO.fullmatch(cell) is not None)
    if quantities_in(cell):
        figures = (one for one in quantities_in(claim) if one.literal not in folded(title))
        there = f"{cell}\n{_FIGURE.sub('', f'{beside} {title}')}"
        found = ((one.written, stands(one, claim, there)) for one in figures)
        return any(how is Verdict.PASS or (how is Verdict.DOUBT and not written) for written, how in found)
    return not parted_words(cell).isdisjoint(parted_words(claim))


def _another_row(claim: str, rows: Sequence[Cited]) -> bool:
    """Whether a row is cited that the claim doesn't name, beside one that it names or in place of it."""
    said = content(claim) | frozenset(folded(claim))
    for passage in dict.fromkeys(passage for passage, _, _ in rows):
        spans = [(start, end) for one, start, end in rows if one == passage]
        named, cited = 0, []
        for (first, last), cells in body_cells(passage):
            label = name_of_row(cells.get(min(cells, default=0), ""))
            name = content(label) or frozenset(folded(label))
            named += bool(name) and name <= said
            if name and any(first < end and start < last for start, end in spans):
                cited.append(name)
        if any(name.isdisjoint(said) for name in cited) and (named or len(cited) > 1):
            return True
        if named and cited and not any(name <= said for name in cited):
            return True
    return False


def _unanswered(claim: str, passage: Passage, start: int, end: int) -> bool:
    """Whether a question of yes or no is cited, and what follows it says neither, or says no to what is claimed."""
    text, asked = passage.text.text, _words(passage, start, end)
    if not is_question(asked) or not asks_yes_or_no(_ASKING.sub("", asked)):
        return False
    after = end - passage.start
    if _ANSWERED.match(text, after) is None:
        return True
    if _SAYS_NO.match(text, after) is None:
        return False
    return _DENIED.search(asked) is not None or _DENIED.search(claim) is None


def _disowned(claim: str, passage: Passage, start: int, end: int) -> bool:
    headings = [one for one in passage.section_path.text.split(" > ") if one != passage.title.text]
    around = passage.text.text
    return disowned(claim, _words(passage, start, end), headings=headings, lead_in=passage.lead_in.text, around=around)


def _taken_back(claim: str, passage: Passage, start: int, end: int) -> bool:
    """Whether the sentence behind what is cited, or its own end, says that it isn't so, and `claim` has no more of the
    words of that."""
    said, cited = content(claim), _words(passage, start, end)
    back = taken_back(passage.text.text, end - passage.start)
    told, *ends = _BUT.split(cited)
    later = [(cited, back)] if back else []
    later += [(told, one) for one in ends if unconfirmed(one)]
    return any(len(content(one) & said) < len(content(before) & said) for before, one in later)


def _welded(claim: str, sentences: Sequence[str]) -> bool:
    """Whether a claim has words of a sentence and of another that sets its case apart: "On other days a class pays"."""
    said, told = content(claim), [content(one) for one in sentences]
    return any(
        _APART.match(sentence) is not None and not said.isdisjoint(own - other) and not said.isdisjoint(other - own)
        for place, (sentence, own) in enumerate(zip(sentences, told, strict=True))
        for other in told[:place]
    )


def _of_the_other_half(claim: str, sentences: Sequence[str]) -> bool:
    """Whether what has the figures of a claim about part-time staff, of several sentences, is about full-time staff."""
    figures = {one.values for one in quantities_in(claim)}
    told = [one for one in sentences if not figures.isdisjoint(said.values for said in quantities_in(one))]
    lowered = claim[:1].lower() + claim[1:]
    return any(other_half(lowered, one, one) for one in told or ["\n".join(sentences)])


def _of_another_figure(claim: str, evidence: str) -> bool:
    """Whether the claim says of a figure what the evidence says of the one beside it: "150 in one case, at most 600 a
    year" has no 600 in one case."""
    if None in (languages := {language_of(claim), language_of(evidence)}) or len(languages) > 1:
        return False
    said = _by_figure(evidence)
    return any(
        bool(words & other - said[figure]) and figure != another
        for figure, words in _by_figure(claim).items()
        if figure in said
        for another, other in said.items()
    )


def _by_figure(text: str) -> Mapping[str, frozenset[str]]:
    """Return each figure of a text with the words behind it, up to the next one or the end of its clause."""
    found: dict[str, frozenset[str]] = {}
    for literal, words in _figures(text):
        found[literal] = found.get(literal, frozenset()) | words
    return found


def _figures(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    for start, end in split(text):
        sentence = text[start:end]
        figures = [one for one in quantities_in(sentence) if one.values and not one.written]
        for place, one in enumerate(figures):
            last = figures[place + 1].start if place + 1 < len(figures) else len(sentence)
            closed = _CLOSED.search(sentence, one.end, last)
            yield one.literal, content(sentence[one.end : closed.start() if closed else last])


def _words(passage: Passage, start: int, end: int) -> str:
    return passage.text.text[max(0, start - passage.start) : end - passage.start]
