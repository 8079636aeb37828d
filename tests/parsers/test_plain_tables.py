"""Tables in plain text, which only their columns show: what is one, where its cells stand, what stays prose (A1)."""

from __future__ import annotations

import pytest
from document_checks import assert_wellformed, uncovered
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document


def read(text: str) -> Document:
    document = parse(text.encode(), name="sheet.txt", limits=Limits())
    assert_wellformed(document)
    return document


def grids(document: Document) -> list[list[list[str]]]:
    """Return the words of each table's cells, row by row."""
    found = []
    for table in (block.table for block in document.blocks if block.table is not None):
        rows = [[""] * table.columns for _ in range(table.rows)]
        for cell in table.cells:
            rows[cell.row][cell.column] = (
                f"{rows[cell.row][cell.column]} {document.text[cell.start : cell.end]}".strip()
            )
        found.append(rows)
    return found


NUTRITION = """\
OAT BAR

Nutrition                per 100 g     per bar (40 g)
Energy                   1720 kJ       688 kJ
Fat                      14 g          5.6 g
  of which saturates     1.9 g         0.8 g

Store cool and dry.  Keep closed.
"""


def test_columns_with_blanks_between_them_are_a_table_with_its_header() -> None:
    document = read(NUTRITION)

    (table,) = (block.table for block in document.blocks if block.table is not None)
    assert (table.rows, table.columns, table.header_rows, table.header_columns) == (4, 3, 1, 1)
    assert grids(document)[0][3] == ["of which saturates", "1.9 g", "0.8 g"]
    said = [document.text[block.start : block.end] for block in document.blocks if block.kind is BlockKind.PARAGRAPH]
    assert said == ["OAT BAR", "Store cool and dry.  Keep closed."]


@pytest.mark.parametrize(
    ("text", "heads", "rows"),
    [
        ("Item   Price\nTea    2 EUR\nCake   3 EUR\n", 1, [["Item", "Price"], ["Tea", "2 EUR"], ["Cake", "3 EUR"]]),
        (
            "Owner      Anna Berg\nBuilt      1950\nHeight     12 m\n",
            0,
            [["Owner", "Anna Berg"], ["Built", "1950"], ["Height", "12 m"]],
        ),
        ("Stop   Sat\n\nPier   07:10\nMill   07:18\n", 1, [["Stop", "Sat"], ["Pier", "07:10"], ["Mill", "07:18"]]),
        ("Part    Price\n-------------\nBolt    free\n", 1, [["Part", "Price"], ["Bolt", "free"]]),
        (
            "             Members           Guests\n           day    week     day  week\n"
            "Drawing    12     50       18   75\nPottery    15     62       22   90\n"
            "Weaving    14     58       20   82\n",
            2,
            [
                ["", "Members", "", "Guests", ""],
                ["", "day", "week", "day", "week"],
                ["Drawing", "12", "50", "18", "75"],
                ["Pottery", "15", "62", "22", "90"],
                ["Weaving", "14", "58", "20", "82"],
            ],
        ),
        (
            "+------+------+\n| Part | Fee  |\n+------+------+\n| Bolt | 1.20 |\n+------+------+\n",
            1,
            [["Part", "Fee"], ["Bolt", "1.20"]],
        ),
        ("Rent   840\nHeat   120\n----------\nTotal  960\n", 0, [["Rent", "840"], ["Heat", "120"], ["Total", "960"]]),
        ("Of     2024\n-----------\nRent   840\nHeat   120\n", 1, [["Of", "2024"], ["Rent", "840"], ["Heat", "120"]]),
        (
            "No  Part    Fee\n---------------\n1   Bolt    1.20\n2   Nut     0.30\n---------------\n    Total   1.50\n",
            1,
            [["No", "Part", "Fee"], ["1", "Bolt", "1.20"], ["2", "Nut", "0.30"]],
        ),
        ("/etc/a.conf      of all\n~/.a             of one\n", 0, [["/etc/a.conf", "of all"], ["~/.a", "of one"]]),
        ("Part | Fee\n:--- | ---:\nBolt | 1.20\n", 1, [["Part", "Fee"], ["Bolt", "1.20"]]),
        ("Name\tRoom\nAnna Berg\t4\nBo\t5\n", 1, [["Name", "Room"], ["Anna Berg", "4"], ["Bo", "5"]]),
        (
            "-a, --all    show what begins\n             with a dot\n-h           print sizes\n-r           turn\n",
            0,
            [["-a, --all", "show what begins with a dot"], ["-h", "print sizes"], ["-r", "turn"]],
        ),
    ],
)  # fmt: skip
def test_rows_and_header(text: str, heads: int, rows: list[list[str]]) -> None:
    document = read(text)

    assert grids(document) == [rows]
    assert [block.table.header_rows for block in document.blocks if block.table is not None] == [heads]


@pytest.mark.parametrize(
    "text",
    [
        "It has two spaces.  So it goes on.\nHere too.  And once more.\nThen it ends.  Nothing is a table.\n",
        "1.  Scope\n2.  Terms\n3.  Costs of the matter\n",
        "-   one thing\n-   another thing\n-   a third\n",
        "The council met on Monday and     The library will be closed for\n"
        "decided that the old bridge is    repairs until the end of March.\n"
        "to be repaired next year. The     Readers may return books to the\n"
        "costs are borne by all of us.     box beside the main entrance.\n",
        "Fare     Light       Flex\n         Europe Far  Europe Far\nBags     1      1    2      2\nFee      70\n",
        "            Members\n           day    week     day  week\nDrawing    12     50       18   75\n",
        "Zone A   adult   2.40\n         child   1.20\nZone B   adult   3.60\n         child   1.80\n",
        "Long\nname of one    12.00\nother one      13.00\nthird          14.00\n",
        "Anna Berg  Tel. 0123\nHarbour St 4   a@example.org\n",
        "> Stop     Sat\n> Pier     07:10\n> Mill     07:18\n",
    ],
)
def test_what_may_be_anything_else_is_no_table(text: str) -> None:
    assert grids(read(text)) == []


WORDS = st.text("abcdefgäöü", min_size=2, max_size=8)
AMOUNTS = st.integers(0, 99_999).map(str)


@given(
    st.lists(WORDS, min_size=2, max_size=4),
    st.lists(st.tuples(WORDS, AMOUNTS, AMOUNTS, AMOUNTS), min_size=2, max_size=6),
    st.integers(2, 5),
    st.booleans(),
)
def test_a_drawn_table_is_read_as_it_was_drawn(
    heads: list[str], body: list[tuple[str, ...]], gap: int, to_the_right: bool
) -> None:
    rows = [heads, *([*row[: len(heads)]] for row in body)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    drawn = [
        (" " * gap)
        .join(
            cell.rjust(width) if to_the_right and place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]

    assert grids(read("\n".join(drawn) + "\n")) == [rows]


@given(st.text("ab1 \t|-=+:\n>€.", max_size=300))
def test_any_drawing_is_read_without_loss(text: str) -> None:
    document = read(f"x{text}")

    assert not "".join(uncovered(document)).strip()


def test_a_line_that_is_too_wide_is_no_row() -> None:
    assert grids(read("A  " * 200_000 + "\n\n" + "A  b\n" * 4)) == [[["A", "b"]] * 4]


@pytest.mark.parametrize(
    "line", ["w{0}  x{0}  {0}\n", "w{0}    x{0}\n\n", "{0}.    x\n", "a b c d e    f g h i  {0}\n"]
)
def test_a_long_drawing_is_one_block_or_two(line: str) -> None:
    assert len(read("".join(line.format(number) for number in range(2_500))).blocks) <= 2
