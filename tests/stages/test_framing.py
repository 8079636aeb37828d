"""What leads into a list or stands about a table is quoted with an item or a row, and nothing else is (E6, H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions
from aver.stages.framing import folded, frame_of, leading, leaned_on, led_in_elsewhere, over_table, under_table
from aver.stages.limiting import remarks_on_a_table
from aver.values.chunks import ChunkKind
from aver.values.sealed import Sealed
from tests.chunking.chunking_builder import TOY
from tests.stages.evidence import passage

LISTS = """Cover

The policy covers:

- fire
- burst pipes,
  old ones too

It pays for much. It does not cover the following.

- floods
- wear:
    - of tyres

      which lasts long
    - of brakes
"""


def led(text: str, words: str, *headings: str) -> list[str]:
    found = leading(text, text.index(words), frozenset(folded(one) for one in headings))
    return [text[slice(*span)] for span in found]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("fire", ["The policy covers:"]),
        ("old ones", ["The policy covers:"]),
        ("floods", ["It does not cover the following."]),
        ("of tyres", ["It does not cover the following.", "- wear:"]),
        ("which lasts", ["It does not cover the following.", "- wear:"]),
        ("of brakes", ["It does not cover the following.", "- wear:"]),
        ("It pays", []),
        ("Cover", []),
    ],
)
def test_an_item_has_the_sentence_before_its_list_and_the_items_it_is_part_of(words: str, wanted: list[str]) -> None:
    stripped = [one.removeprefix("- ") for one in wanted]
    assert [one.removeprefix("- ") for one in led(LISTS, words)] == stripped


@pytest.mark.parametrize(
    ("text", "words", "headings", "wanted"),
    [
        ("## Not covered\n\n- floods\n- wear\n", "wear", (), []),
        ("Not covered\n-----------\n\n- floods\n- wear\n", "wear", ("Not covered",), []),
        ("**Not covered**\n\n- floods\n- wear\n", "wear", (), ["**Not covered**"]),
        ("**Not covered**\n\n- floods\n- wear\n", "wear", ("Not covered",), []),
        ("Not covered:\n1. floods\n2. wear\n", "wear", (), ["Not covered:"]),
        ("Present: Ash, Elm.\n\n1. Fees. They rise.\n2. Boats. None.\n", "Boats", (), []),
        ("These are needed\n\n1. a form\n2. a photograph\n", "a photo", (), ["These are needed"]),
        ("1. Scope\nIt is for members.\n\n2. Fees\nThe fee is 12.\n", "The fee", (), []),
        ("1. Scope\n\nIt is for members.\n\n2. Fees\n\nThe fee is 12.\n", "The fee", (), []),
        ("- floods\n\nNothing else.\n\nWe pay.", "We pay", (), []),
        ("", "", (), []),
    ],
)
def test_a_heading_leads_into_nothing_since_it_is_named_anyway(
    text: str, words: str, headings: tuple[str, ...], wanted: list[str]
) -> None:
    assert led(text, words, *headings) == wanted


ROWS = "| Town | Cost |\n|---|---|\n| Ash | 610 |"


@pytest.mark.parametrize(
    ("above", "wanted"),
    [
        ("Amounts in thousands of pounds.\n\n", ["Amounts in thousands of pounds."]),
        ("Much else is told.\n\nAmounts in thousands.\n\n", ["Amounts in thousands."]),
        ("In thousands of pounds.\n\nTable 3 Costs\n\n", ["In thousands of pounds.", "Table 3 Costs"]),
        ("In thousands.\n\n.. list-table::\n   :header-rows: 1\n\n", ["In thousands."]),
        ("# Costs\n\n", []),
        ("Costs\n=====\n\n", []),
        ("- an item\n\n", []),
        (f"{'It was long in coming. ' * 20}Amounts are net of tax.\n\n", ["Amounts are net of tax."]),
        ("", []),
    ],
)
def test_a_row_has_the_caption_and_the_short_text_over_its_table(above: str, wanted: list[str]) -> None:
    text = above + ROWS
    found = over_table(text, text.index("Town"), frozenset({folded("Costs")}))
    assert [text[slice(*span)] for span in found] == wanted


@pytest.mark.parametrize(
    ("below", "wanted"),
    [
        ("\n\nFigures for 2024 are estimates.\n", ["Figures for 2024 are estimates."]),
        ("\n\n\\* Counted in May.\n\nNote: without Ely.\n", ["Note: without Ely."]),
        ("\n\nAlle Preise zuzüglich Mehrwertsteuer.", ["Alle Preise zuzüglich Mehrwertsteuer."]),
        ("\n\nFerries: half of the costs given above.\n", ["Ferries: half of the costs given above."]),
        ("\n\nThe council met in Ash.\n", []),
        (f"\n\nNote: {'it goes on and on. ' * 30}", []),
        ("", []),
    ],
)
def test_a_row_has_what_stands_under_its_table_about_all_values(below: str, wanted: list[str]) -> None:
    text = ROWS + below
    found = under_table(text, text.index("610") + 3)
    assert [text[slice(*span)] for span in found] == wanted


def test_what_leads_in_from_another_passage_is_told_where_the_quote_stands_in_the_list() -> None:
    here = {"lead_in": Sealed("It does not cover:", "doc_1"), "header": Sealed("", "doc_1")}
    cut = passage("- floods\n- wear\n\nWe pay at once.", **here)
    assert led_in_elsewhere(cut, cut.start) == "It does not cover:"
    assert led_in_elsewhere(cut, cut.start + cut.text.text.index("wear")) == "It does not cover:"
    assert led_in_elsewhere(cut, cut.start + cut.text.text.index("We pay")) == ""
    assert led_in_elsewhere(passage("We pay.\n\nAlso:\n- at once", **here), 100 + 14) == ""
    heads = {"lead_in": Sealed("In thousands.", "doc_1"), "header": Sealed("| Town | Cost |\n|---|---|", "doc_1")}
    row = passage("| Ash | 610 |", kind=ChunkKind.TABLE, **heads)
    assert led_in_elsewhere(row, row.start + 2) == "In thousands.\n| Town | Cost |"
    gone = passage("- floods", lead_in=Sealed("It does not cover:", "doc_1", erased="r1"))
    assert led_in_elsewhere(gone, gone.start) == ""


@given(text=st.text(alphabet="ab .:\n-*1)|#=\t\\", max_size=120), at=st.integers(0, 120))
def test_every_span_lies_in_the_text_and_before_or_behind_what_is_quoted(text: str, at: int) -> None:
    at = min(at, len(text))
    line = text.rfind("\n", 0, at) + 1
    for start, end in (*leading(text, at, frozenset()), *over_table(text, at, frozenset())):
        assert 0 <= start < end <= line
        assert text[start:end] == text[start:end].strip()
    for start, end in under_table(text, at):
        assert at <= start < end <= len(text)
    assert isinstance(led_in_elsewhere(passage(text), 100 + at), str)


@pytest.mark.parametrize(
    ("heading", "quoted"),
    [
        ("What we do not cover", True),
        ("Cover > Exclusions", True),
        ("Nicht versichert", True),
        ("What we cover", False),
        ("Not here > Prices", False),
        ("Entry without a visa", False),
        ("Refund policy", False),
    ],
)
def test_a_heading_that_denies_what_stands_under_it_is_quoted_with_it(heading: str, quoted: bool) -> None:
    own = heading.rsplit(" > ", 1)[-1]
    text = f"## {own}\n\nJewellery left in a car.\n\nCash."
    found = frame_of(passage(text, start=0, section_path=Sealed(heading)), text.index("Cash"))
    assert [text[start:end] for start, end in found] == ([f"## {own}"] if quoted else [])


TABLE = "\n".join(("| Town | Cost |", "|---|---|", *(f"| Town {number} (1) | {number}00* |" for number in range(40))))


@pytest.mark.parametrize(
    ("notes", "wanted"),
    [
        ("\\* Net.\n\n† Late.\n\nThe council met.", "\\* Net."),
        ("† Late.\n\n\\* Net.\n\nThe council met.", "\\* Net."),
        ("\\* Net.\n\n(1) Late, too.\n\nThe council met.", "\\* Net.\n\n(1) Late, too."),
        ("Note: figures are provisional.\n\nThe council met.", "Note: figures are provisional."),
        ("The council met.", ""),
        ("Prices are net of tax.\n\n| A | B |\n|---|---|\n| 1 | 2 |", ""),
    ],
)
def test_the_notes_of_a_table_that_was_cut_limit_every_part_of_it(notes: str, wanted: str) -> None:
    document = parse(f"# Costs\n\n{TABLE}\n\n{notes}\n".encode(), name="costs.md", limits=Limits())
    parts = [one for one in CHUNKERS[DEFAULT_CHUNKER](document, TOY, ChunkOptions()) if one.table_number == 1]
    assert len(parts) > 1
    for part in parts[:-1]:
        assert (document.text[slice(*part.qualifier)] if part.qualifier else "") == wanted


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ("In dusty surroundings halve all filter intervals.", True),
        ("A surcharge of 5 % applies in July.", True),
        ("All list prices hold for Norway.", True),
        ("Members of the club pay 20 % less.", True),
        ("Students pay half.", True),
        ("Schüler zahlen die Hälfte. Die Mindestgebühr beträgt 3 Euro.", True),
        ("The filters are made in Zwolle.", False),
    ],
)
def test_what_changes_the_values_of_a_table_is_a_remark_on_it(text: str, remarks: bool) -> None:
    assert remarks_on_a_table(text) is remarks


@pytest.mark.parametrize(
    ("quoted", "leans"),
    [
        ("Electric cars receive 0.05 EUR more.", True),
        ("Trucks take 20 minutes longer.", True),
        ("Children pay half.", True),
        ("On Sundays it costs double the fee.", True),
        ("Elektroautos erhalten 5 Cent mehr.", True),
        ("If they run on gas, cars are paid 0.30 EUR.", True),
        ("If it rains, the office stays open.", False),
        ("Electric cars receive 0.05 EUR more than others.", False),
        ("It rises each year.", True),
        ("For vans, it is 0.50 EUR.", True),
        ("They are paid in May.", True),
        ("It is forbidden to walk.", False),
        ("It is likely that they walk.", False),
        ("More than 40 cars came.", False),
        ("The second half of the year is dry.", False),
    ],
)
def test_what_is_compared_is_told_with_what_it_is_compared_to(quoted: str, leans: bool) -> None:
    text = f"# Cars\n\nWe went. Cars are paid 0.42 EUR per kilometre. {quoted}"
    one = passage(text)
    base = one.start
    found = [text[a - base : b - base] for a, b in leaned_on(one, base + text.index(quoted), base + len(text))]
    assert found == (["Cars are paid 0.42 EUR per kilometre."] if leans else [])


def test_nothing_is_compared_with_another_paragraph_or_a_heading() -> None:
    text = "Cars are paid 0.42 EUR.\n\nElectric cars receive 0.05 EUR more."
    one = passage(text)
    assert leaned_on(one, one.start + text.index("Electric"), one.start + len(text)) == ()


def test_a_sentence_about_it_takes_along_the_one_that_names_it_two_at_most() -> None:
    text = "We had a mule. It was old. It was grey. It died in May."
    one = passage(text)
    found = leaned_on(one, one.start + text.index("It died"), one.start + len(text))
    assert [text[a - one.start : b - one.start] for a, b in found] == ["It was old.", "It was grey."]
