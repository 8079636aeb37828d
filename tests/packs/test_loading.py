"""A pack is read strictly: whatever is wrong with it is a typed error that names the file and the field."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import BadPack, NotFound
from aver.flows.packs import FOLDER, pack_named, pack_names, read_pack
from aver.stages.packs import pack_of
from tests.packs.written import SMALL, changed


def test_the_shipped_packs_load_and_stand_in_folders_of_their_names() -> None:
    assert {"sensors", "help-centre"} <= set(pack_names())
    assert [pack_named(name).name for name in pack_names()] == list(pack_names())


def test_a_pack_of_a_home_stands_before_a_shipped_one(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER / "sensors"
    folder.mkdir(parents=True)
    (folder / "pack.toml").write_text(changed('name = "small"', 'name = "sensors"'), encoding="utf-8")

    assert pack_named("sensors", home=tmp_path).title == "A small pack"
    assert pack_named("sensors").title != "A small pack"


def test_a_pack_that_does_not_exist_is_not_found_and_the_others_are_named() -> None:
    with pytest.raises(NotFound) as missing:
        pack_named("../sensors")
    assert "help-centre, sensors" in missing.value.hint


def test_a_folder_without_a_pack_and_one_that_is_no_text_say_which_file(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"pack\.toml"):
        read_pack(tmp_path)
    (tmp_path / "pack.toml").write_bytes(b"name = \xff\xfe")
    with pytest.raises(BadPack, match="UTF-8"):
        read_pack(tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ('title = "A small pack"', 'titel = "A small pack"', "title"),
        ('counted = "object"', 'counted = "bottle"', "counted"),
        ("release = 0.7", "release = 0.5", "thresholds.release"),
        ("release = 0.7", "computed = 0.7", "thresholds.computed"),
        ("release = 0.7", "relase = 0.7", "thresholds.relase"),
        ("factor = 1000", "factor = 0", r"words.scales[1].factor"),
        ('equals = "object"', 'equals = "bucket"', "units[2].equals"),
        ('equals = "object"\n', "", "units[2].factor"),
        ('family = "A-1"', 'family = "B-1"', "products"),
        ('name = "A-1-L"', 'name = "A-1"', "parameters[1].choices"),
        ('kind = "quantity"', 'kind = "number"', "parameters[2].kind"),
        ('unit = "object/hour"', 'unit = "object/fortnight"', "parameters[2].unit"),
        ('unit = "object/hour"\n', "", "parameters[2].unit"),
        ("alone = true", 'alone = "yes"', "parameters[2].alone"),
        ("minimum = 1\n", "minimum = 2000000\n", "parameters[2].minimum"),
        ("minimum = 1\n", "minimum = nan\n", "parameters[2].minimum"),
        ('kind = "boolean"', 'kind = "boolean"\nunit = "mm"', "parameters[6].unit"),
        ('kind = "boolean"', 'kind = "boolean"\nminimum = 1', "parameters[6].kind"),
        ('words = ["red", "rot"]', "words = []", "parameters[5].choices[1].words"),
        ('words = ["red", "rot"]', 'words = ["r*t"]', "parameters[5].choices[1].words[1]"),
        ('words = ["red", "rot"]', 'words = [" red"]', "parameters[5].choices[1].words[1]"),
        ('words = ["red", "rot"]', 'words = ["-"]', "parameters[5].choices[1].words[1]"),
        ('deciding = ["rate"]', 'deciding = ["speed"]', "tasks[1].deciding"),
        ('deciding = ["rate"]', 'deciding = ["rate"]\ntool = "guess"', "tasks"),
        ('words = [["which"]]', 'words = ["which"]', "tasks[1].words[1].words"),
        ('without = ["product"]', 'without = ["speed"]', "tasks[1].ways[1].without"),
        ('about = ["gap"]', 'about = ["speed"]', "tasks[1].ways[1].about"),
        ('rows = ["Weight"]', 'rows = ["W*t"]', "attributes[1].rows[1]"),
        ('rows = ["Weight"]', 'rows = ["Weight"]\nasks = [""]', "attributes[1].asks[1]"),
        ('deciding = ["rate"]', 'deciding = ["rate"]\nchooses = "choice"', "tasks"),
        ('words = ["heavy"]', "words = []", "attributes[1].words"),
        ('words = [["which"]]', "words = []", "tasks[1].words"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "gap + rate"', "tools[1].formula"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "gap * warmth"', "tools[1].formula"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "gap * colour"', "tools[1].formula"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "gap > 3"', "tools[1].formula"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "__import__(1)"', "tools[1].formula"),
        ('formula = "gap * rate / (rate + rate)"', 'formula = "1 + 1"', "tools[1].formula"),
        ('unit = "m"\nfacts', 'unit = "kg"\nfacts', "tools[2].unit"),
        ('unit = "m"\nfacts', 'unit = "m"\ngives = "rate"\nfacts', "tools[2].gives"),
        ('unit = "m"\nfacts', 'unit = "m"\ngives = "colour"\nfacts', "tools[2].gives"),
        ('name = "one", unit = "object"', 'name = "rate", unit = "object"', "tools[2].facts"),
        ('name = "danger"', 'name = "Danger zone"', "topics[1].name"),
        ("[[topics]]", "[topics]", "topics"),
        ("[thresholds]", "[[thresholds]]", "thresholds"),
    ],
)
def test_a_fault_is_refused_with_the_file_the_field_and_a_hint(before: str, after: str, field: str) -> None:
    with pytest.raises(BadPack) as refused:
        pack_of(changed(before, after), file="packs/small/pack.toml")

    assert refused.value.message.startswith(f"packs/small/pack.toml: {field}: ")
    assert refused.value.hint


def test_text_that_is_no_toml_and_text_without_end_are_refused() -> None:
    for text in ("name = ", "a" * 1_000_001, "x = " + "[" * 5000):
        with pytest.raises(BadPack):
            pack_of(text, file="pack.toml")


_PLAIN = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=8) | st.just([[]]) | st.just({})
)


def _spots(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [spot for key, item in inner for spot in _spots(item, (*path, key))]


_SPOTS = _spots(tomllib.loads(SMALL))


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return '"' + "".join(f"\\U{ord(sign):08x}" if ord(sign) < 0xD800 else "?" for sign in value) + '"'
        case list():
            return "[" + ", ".join(_toml(item) for item in value) + "]"
        case dict():
            return "{" + ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items()) + "}"
        case _:
            raise AssertionError(value)


@settings(max_examples=250, deadline=None)
@given(spot=st.sampled_from(_SPOTS), value=_PLAIN)
def test_any_value_at_any_place_loads_or_is_refused_by_name(spot: tuple[object, ...], value: object) -> None:
    written = tomllib.loads(SMALL)
    parent: object = written
    for key in spot[:-1]:
        parent = parent[key]  # type: ignore[index]
    if value is None:
        del parent[spot[-1]]  # type: ignore[attr-defined]
    else:
        parent[spot[-1]] = value  # type: ignore[index]
    text = "\n".join(f"{key} = {_toml(item)}" for key, item in written.items())
    try:
        pack = pack_of(text, file="pack.toml")
    except BadPack as refused:
        assert refused.message.startswith("pack.toml: ")
        assert refused.hint
    else:
        assert pack.parameters


@settings(max_examples=150, deadline=None)
@given(
    start=st.integers(0, len(SMALL)), length=st.integers(0, 12), put=st.text(alphabet='="[]{}.,#\n a1*-', max_size=4)
)
def test_any_damage_to_the_text_loads_or_is_refused_as_a_bad_pack(start: int, length: int, put: str) -> None:
    try:
        pack_of(SMALL[:start] + put + SMALL[start + length :], file="pack.toml")
    except BadPack as refused:
        assert refused.message.startswith("pack.toml: ")


def test_the_documents_of_the_sensor_products_are_in_the_demonstration_corpus() -> None:
    corpus = Path(str(files("aver.demo"))) / "corpus"
    named = {document for product in pack_named("sensors").products for document in product.documents}

    assert named == {f"datasheets/{one.name}" for one in (corpus / "datasheets").iterdir()}
