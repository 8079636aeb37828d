"""Tables of phrases: every phrase is found where it stands, at one level only, and nothing else is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.atoms import cues_de, cues_en
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.cues import cues_in
from aver.stages.atoms.language import Language
from aver.stages.atoms.phrases import indexed, phrases_of

TABLES = {"en": cues_en.LEVELS, "de": cues_de.LEVELS}
WRITTEN: tuple[tuple[Language, Axis], ...] = tuple((lang, axis) for lang in ("en", "de") for axis in TABLES[lang])
NOTATION = "may {well,} be | prob* | may | löst .. aus | lässt * steigen | 99 may"
PIECES = ("may", "well", "be", "probably", "prob", "löst", "das", "aus", "Preise", "7", ",", ".", "-", "sie")


def _as_it_stands(phrase: str) -> str:
    head, _, tail = phrase.partition(" .. ")
    said = re.sub(r"(?<=\w)\*", "", f"{head} dies und das {tail}" if tail else head)
    return re.sub(r"(?<!\S)\*", "etwas", said)


@pytest.mark.parametrize(("language", "axis"), WRITTEN)
def test_every_phrase_is_found_where_it_stands_with_the_level_of_its_table(language: Language, axis: Axis) -> None:
    for level, table in TABLES[language][axis].items():
        for phrase in phrases_of(table):
            found = cues_in(f"({_as_it_stands(phrase)})", language)
            assert any((cue.axis, cue.level, cue.start) == (axis, level, 1) for cue in found), phrase


@pytest.mark.parametrize(("language", "axis"), WRITTEN)
def test_no_phrase_stands_on_two_levels_of_one_axis(language: Language, axis: Axis) -> None:
    seen = [phrase for table in TABLES[language][axis].values() for phrase in phrases_of(table)]
    assert sorted(seen) == sorted(set(seen))


@pytest.mark.parametrize(
    ("table", "phrases"),
    [
        ("a {b,c} d | e", ("a b d", "a c d", "e")),
        ("{a,} b", ("a b", "b")),
        ("# of what is said\na\nb | b", ("a", "b")),
        ("{a,b} {c,d}", ("a c", "a d", "b c", "b d")),
    ],
)
def test_alternatives_are_written_out_and_remarks_left_out(table: str, phrases: tuple[str, ...]) -> None:
    assert phrases_of(table) == phrases


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It may well be so.", ["may well be"]),
        ("It MAY rain.", ["MAY"]),
        ("It may\nwell  be.", ["may\nwell  be"]),
        ("The dismay-ridden maybe.", []),
        ("a-may b", []),
        ("Das löst hier schon bald einen Alarm aus.", ["löst"]),
        ("Das löst die Frage. Es geht aus.", []),
        ("Das lässt Preise steigen.", ["lässt Preise steigen"]),
        ("On 7 may it rains.", ["7 may"]),
    ],
)
def test_the_notation_reads_endings_alternatives_gaps_and_numbers(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in indexed([(0, NOTATION)]).spans(text)] == found


@pytest.mark.parametrize("table", ["* may", "p*", "— may"])
def test_a_phrase_without_a_word_to_find_it_by_is_refused(table: str) -> None:
    with pytest.raises(ValueError, match="no word to find"):
        indexed([(0, table)])


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
def test_the_index_finds_what_one_expression_of_all_phrases_finds(text: str) -> None:
    table = "may {well,} be | prob* | may | sie {may,löst}"
    forms = sorted((phrase.replace("*", r"\w*").replace(" ", r"\s+") for phrase in phrases_of(table)), key=len)
    one = re.compile(rf"(?<![\w-])(?:{'|'.join(reversed(forms))})(?![\w-])", re.IGNORECASE)
    assert list(indexed([(0, table)]).spans(text)) == [found.span() for found in one.finditer(text)]
