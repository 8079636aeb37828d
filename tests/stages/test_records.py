"""Lines "Key: value" that stand together are read as records, with what they are called by (E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.records import record_at, records_in

DEVICES = "Device: FM-22\nLocation: Hall 3\n\nDevice: FM-23\nLocation: Hall 4,\n  line C"
TOML = '# Gateway\n[mqtt]\n# port = 1883\nport = 8883\nbroker = "mq.example"\n\n[logging]\nkeep = 5'
YAML = "servers:\n  live:\n    url: a\n    limit: 120\n  test:\n    url: b\n    limit: 20\nauth:\n  method: bearer"
ITEMS = "ports:\n  - name: web\n    port: 80\n  - name: mail\n    port: 25"
JSON = (
    '"shops": [\n  {\n    "name": "Oslo",\n    "phone": "1"\n  },\n'
    '  {\n    "name": "Bergen",\n    "phone": "2"\n  }\n],\n'
    '"support": {\n  "phone": "3",\n  "hours": "8 to 16"\n}'
)
LISTS = "The fee is:\n- Adults: 12 euros\n\n# Size\n- Width: 3 m\n- Length: 4 m"
SHOPS = [(["shops", "Oslo"], ["Oslo", "1"]), (["shops", "Bergen"], ["Bergen", "2"])]
INLINE = '"shops": [\n  {"name": "Oslo", "phone": "1", "open": true},\n  {"name": "Bergen", "phone": "2"}\n]'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (DEVICES, [(["FM-22"], ["FM-22", "Hall 3"]), (["FM-23"], ["FM-23", "Hall 4 line C"])]),
        (TOML, [(["mqtt"], ["8883", "mq.example"]), (["logging"], ["5"])]),
        (YAML, [(["servers", "live"], ["a", "120"]), (["servers", "test"], ["b", "20"]), (["auth"], ["bearer"])]),
        (ITEMS, [(["ports", "web"], ["web", "80"]), (["ports", "mail"], ["mail", "25"])]),
        (JSON, [*SHOPS, (["support"], ["3", "8 to 16"])]),
        (INLINE, [(["shops", "Oslo"], ["Oslo", "1", "true"]), (["shops", "Bergen"], ["Bergen", "2"])]),
        ("- **Owner:** Ida\n- **Due:** 3 May", [([], ["Ida", "3 May"])]),
        (LISTS, [(["The fee is"], ["12 euros"]), ([], ["3 m", "4 m"])]),
        ("Fees\n\nLetter\n2 euros\n\nLarge parcel\nup to 35 kg,\n9 euros", [([], ["2 euros", "up to 35 kg, 9 euros"])]),
        ("The fee is:\n- Adults: 12 euros\n- Children: 5 euros", [(["The fee is"], ["12 euros", "5 euros"])]),
    ],
)  # fmt: skip
def test_a_record_has_its_fields_and_what_it_is_called_by(text: str, found: list[tuple[list[str], list[str]]]) -> None:
    records = [
        ([line.value or line.key for line in record.naming], [line.value for line in record.fields])
        for record in records_in(text)
    ]

    assert records == found


@pytest.mark.parametrize(
    "text",
    [
        "Anna: Is it open?\nTor: It is closed.\nAnna: When does it open?",
        "Anna: red\nTor: blue\nMia: green\nTor: white",
        "Note: keep it dry.",
        "A term alone\nwith its description.",
        "This paragraph is about tea.\nIt goes on.\n\nSo does this one, for a while.\nIt goes on.",
        "We met at 10:30 and left.\nSee https://a.example/b: it says more.",
        "Warning: the surface is hot.\nDanger: do not open the lid.",
    ],
)
def test_turns_of_people_and_single_lines_are_no_record(text: str) -> None:
    assert list(records_in(text)) == []


def test_the_record_at_a_place_is_the_one_whose_field_stands_there() -> None:
    found = record_at(DEVICES, DEVICES.index("Hall 4"))

    assert found is not None
    assert found.naming[0].value == "FM-23"
    assert record_at(TOML, TOML.index("1883")) is None


@given(st.text(alphabet='ab :=\n\t-[]{}",#/*', max_size=200))
def test_fields_lie_in_any_text_in_order(text: str) -> None:
    for record in records_in(text):
        starts = [line.start for line in record.fields]
        assert starts == sorted(starts)
        assert all(0 <= line.start < line.end <= len(text) for line in (*record.heads, *record.fields))


def test_long_lines_are_read_in_linear_time() -> None:
    for text in ("a" * 200_000, "a b " * 50_000 + ":", '{"a": ' * 40_000 + "}", "[" * 100_000, "a: " * 60_000):
        assert list(records_in(text)) == []
