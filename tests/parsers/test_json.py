"""JSON: places against the standard library's reader, records and key paths, malformed and hostile input."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from document_checks import assert_wellformed, of_kind
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import AverError, TooLarge, UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.json_scan import Malformed, scan
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named, Synthetic

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=30,
)


def read(source: str, name: str = "config.json") -> Document:
    document = parse(source.encode(), name=name, limits=Limits())
    assert_wellformed(document)
    assert document.text == source
    return document


def test_a_small_file_is_one_record_under_no_name() -> None:
    document = read('{"title": "Rates \\u00e4", "sum": 3}')
    assert of_kind(document, BlockKind.RECORD) == ['"title": "Rates \\u00e4", "sum": 3']
    assert (document.title, document.fields) == ("Rates ä", (("title", "Rates ä"),))


def test_every_object_of_a_list_is_a_record() -> None:
    document = read('[{"a": 1}, {"a": 2}, 3, 4]')
    assert of_kind(document, BlockKind.RECORD) == ['{"a": 1}', '{"a": 2}', "3, 4"]


def test_large_members_are_sections_named_by_their_keys() -> None:
    source = json.dumps(
        {"version": "1", "limits": {"speed": {"note": "x" * 2_000, "max": 5}}, "rows": ["y" * 2_000, {}]}
    )
    document = read(source)
    refs = [block.ref for block in document.blocks if block.kind is BlockKind.SECTION]
    assert refs == [Named(title="limits"), Named(title="speed"), Named(title="rows")]
    records = of_kind(document, BlockKind.RECORD)
    assert records[0] == '"version": "1"' and records[2] == '"max": 5' and records[-1] == "{}"


def test_large_elements_of_a_list_are_unnamed_sections() -> None:
    document = read(json.dumps([{"name": "n", "text": "x" * 2_000}, {"name": "m"}]))
    refs = [block.ref for block in document.blocks if block.kind is BlockKind.SECTION]
    assert refs == [Synthetic(label="element 1")]


def test_every_line_of_json_lines_is_a_record_and_bad_ones_stay_with_a_warning() -> None:
    document = read('{"a": 1}\n\n  not json \n[2]\n', "log.jsonl")
    assert of_kind(document, BlockKind.RECORD) == ['{"a": 1}', "[2]"]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["not json"]
    assert [(w.code, w.detail) for w in document.warnings] == [("bad_record", "1 lines are not JSON: 3")]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("", 1),
        ("{", 1),
        ('{"a" 1}', 1),
        ("[1,]", 1),
        ('{"a":1,}', 1),
        ("[1 2]", 1),
        ("\n\n[01]", 3),
        ("1 2", 1),
        ('"\t"', 1),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(source: str, line: int) -> None:
    with pytest.raises(UnreadableDocument, match=rf"config\.json: not JSON at line {line}"):
        read(source)


@given(VALUES, st.sampled_from([None, 1]))
def test_the_places_spell_the_values_that_the_standard_library_reads(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    found = scan(text, name="x", limits=Limits())
    assert json.dumps(json.loads(text[found[0].value_start : found[0].end])) == json.dumps(value)
    for one in found:
        json.loads(text[one.value_start : one.end])
        if one.key is not None:
            assert text[one.start + 1 : one.start + 1 + len(one.key)] == one.key
            json.loads("{" + text[one.start : one.end] + "}")


@given(st.text(alphabet='{}[]",:0-1.eE+ntrue\\u \n', max_size=30))
def test_it_takes_exactly_what_the_standard_library_takes(text: str) -> None:
    try:
        json.loads(text)
        expected = True
    except ValueError:
        expected = False
    try:
        scan(text, name="x", limits=Limits())
        taken = True
    except Malformed:
        taken = False
    assert taken == expected


@given(
    VALUES,
    st.integers(0, 200),
    st.sampled_from(["", "[", '"', "}", "\\", "9", "\ud83d".encode(errors="replace").decode()]),
)
def test_any_damage_gives_a_wellformed_document_or_a_typed_error(value: object, place: int, piece: str) -> None:
    text = json.dumps({"a": value, "b": "long " * 400}, ensure_ascii=False)
    damaged = text[:place] + piece + text[place + 1 :]
    for name in ("a.json", "a.jsonl"):
        try:
            document = parse(damaged.encode(errors="replace"), name=name, limits=Limits())
        except AverError:
            continue
        assert_wellformed(document)


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        (lambda: "[" * 200_000, TooLarge),
        (lambda: '{"a":' * 200_000, TooLarge),
        (lambda: "[" * 401 + "]" * 401, TooLarge),
        pytest.param(lambda: "[" + "0," * 1_100_000 + "0]", TooLarge, marks=pytest.mark.deep),
        (lambda: '"' + "\\" * 1_000_001, UnreadableDocument),
        (lambda: '"' * 1_000_001, UnreadableDocument),
    ],
)
def test_hostile_json_is_a_typed_error_within_seconds(attack: Callable[[], str], kind: type) -> None:
    source = attack()
    begun = time.monotonic()
    with pytest.raises(kind, match=r"config\.json"):
        read(source)
    assert time.monotonic() - begun < 20


@pytest.mark.deep
def test_a_quarter_of_a_million_values_take_seconds() -> None:
    begun = time.monotonic()
    document = read(json.dumps([{"id": n, "name": f"row {n}", "ok": True} for n in range(60_000)]))
    assert sum(block.kind is BlockKind.RECORD for block in document.blocks) == 60_000
    assert time.monotonic() - begun < 20
