"""A row that a question names answers though a word or two stand nowhere in the table, and only where no other fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.row_lookup import LOOKED_UP, row_and_support
from aver.stages.row_named import NAMED, row_named, rows_alike
from aver.values.evidence import Freshness
from aver.values.inquiry import Sought
from tests.stages.tables import table

VERSIONS = [["Python", "WASI", "WASI SDK", "Votes"], ["3.13", "0.1", "21", "9"], ["3.14", "0.1", "24", "12"]]
PLANS = [
    ["Plan", "Refund policy", "Support"],
    ["Monthly", "14 days, in full", "by mail"],
    ["Annual", "Non-refundable", "by phone"],
]


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("Which WASI SDK version goes with Python 3.14?", "3.14 | 0.1 | 24 | 12"),
        ("Which WASI SDK version goes with Python 3.15?", None),
        ("Which WASI SDK version of 2025 goes with Python 3.14?", None),
        ("Which WASI SDK version of Wasmtime goes with Python 3.14?", None),
        ("Which WASI SDK version that Wendy uses goes with Python 3.14?", None),
        ("Which editor goes with 3.14?", None),
        ("Which WASI SDK is newer than that of Python 3.14?", None),
        ("Which Python has the same WASI SDK as 3.14?", None),
        ("Which WASI SDK does Python 3.14 not support?", None),
        ("How many votes were given for 3.14?", "3.14 | 0.1 | 24 | 12"),
        ("How many people use the WASI SDK with 3.14?", None),
    ],
)
def test_numbers_names_comparisons_and_counts_are_not_left_over(question: str, row: str | None) -> None:
    found = row_named(question, [table(VERSIONS)])

    assert (found.text if found else None) == row


FEES = [["Item", "Fee", "Deposit"], ["Day ticket", "3 €", "-"], ["Key", "free", "20 €"], ["E-104", "call us", "none"]]
FEATURES = [["Feature", "Team", "Business"], ["Price", "€19", "€34"], ["Single sign-on", "€3", "yes"]]
LEDS = [["LED", "Colour", "Meaning"], ["Power", "green", "on"], ["Internet", "white", "connected"]]
MINIMA = [["Item", "Minimum fee", "Maximum fee"], ["Boat", "3 €", "9 €"], ["Raft", "2 €", "7 €"]]
MONTHLY = [["Plan", "Per month", "Per year"], ["Team", "€19", "€190"], ["Solo", "€9", "€90"], ["Duo", "€12", "€120"]]


BUSES = [
    ["Line", "To", "First departure", "Last departure", "Adult single", "Runs"],
    ["X3", "Port Sorrel", "06:10", "21:40", "7.20", "daily"],
    ["X4", "Dunmere", "07:05", "19:05", "5.60", "Monday to Saturday"],
]
LADDERS = [["Model", "Price (EUR)", "Weight"], ["LX-8", "189.00", "11.5 kg"], ["LX-10", "239.00", "14.2 kg"]]
STAFF = [["Role", "Name", "Extension", "Deputy"], ["Plant manager", "Ann Ash", "201", "Bo Lund"]]
ENERGY = [["Site", "Year", "Gas (MWh)"], ["Norvik", "2024", "860"], ["Norvik", "2025", "795"], ["Halde", "2025", "410"]]
GUIDES = [["Guide", "Last updated"], ["Harbour", "3 May"], ["Castle", "9 June"]]
X4 = " | ".join(BUSES[2])


@pytest.mark.parametrize(
    ("question", "rows", "row"),
    [
        ("What does an adult single on the X4 cost?", BUSES, X4),
        ("How much is an adult single to Dunmere?", BUSES, X4),
        ("How much is a child single on the X4?", BUSES, None),
        ("How much is an adult return on the X4?", BUSES, None),
        ("What is the child single on the X4?", BUSES, None),
        ("When does the last X4 leave?", BUSES, X4),
        ("What time does the first X4 go?", BUSES, X4),
        ("When does the last X5 leave?", BUSES, None),
        ("When is the last X4 meeting?", BUSES, None),
        ("Where does the last X4 end?", BUSES, None),
        ("When does the last Harbour tour leave?", GUIDES, None),
        ("What is the delivery price of the LX-10?", LADDERS, None),
        ("How much gas did Norvik use in 2025?", ENERGY, "Norvik | 2025 | 795"),
        ("How much gas did Norvik use in 2023?", ENERGY, None),
        ("How much gas did Norvik save in 2025?", ENERGY, None),
        ("How much gas did Norvik use?", ENERGY, None),
        ("What is the extension of the deputy plant manager?", STAFF, None),
        ("What is the extension of the plant manager?", STAFF, "Plant manager | Ann Ash | 201 | Bo Lund"),
        ("What is the usual weight of the LX-10?", LADDERS, "LX-10 | 239.00 | 14.2 kg"),
        ("What does a day ticket cost?", FEES, "Day ticket | 3 € | -"),
        ("Was kostet ein day ticket?", FEES, "Day ticket | 3 € | -"),
        ("What does a key cost?", FEES, "Key | free | 20 €"),
        ("What does a day ticket for dogs cost?", FEES, None),
        ("What should I do about E-104?", FEES, "E-104 | call us | none"),
        ("How high is the E-104?", FEES, None),
        ("Who made E-104?", FEES, None),
        ("What is the key?", FEES, "Key | free | 20 €"),
        ("What is a key?", FEES, None),
        ("How much does single sign-on cost on the Business plan?", FEATURES, None),
        ("How much does single sign-on cost on Team?", FEATURES, "Single sign-on | €3 | yes"),
        ("What does Team cost?", MONTHLY, "Team | €19 | €190"),
        ("What does Team cost per month?", MONTHLY, "Team | €19 | €190"),
        ("What does a green internet LED mean?", LEDS, None),
        ("What does a white internet LED mean?", LEDS, "Internet | white | connected"),
        ("What is the minimum fee for a boat?", MINIMA, "Boat | 3 € | 9 €"),
        ("What is the lowest fee for a boat?", MINIMA, None),
    ],
)
def test_a_price_or_a_name_alone_asks_for_a_row(question: str, rows: list[list[str]], row: str | None) -> None:
    found = row_named(question, [table(rows)])

    assert (found.text if found else None) == row


RATES = [
    ["Service", "Weekday", "Sunday and holidays"],
    ["Technician, per hour", "92 EUR", "184 EUR"],
    ["Travel, per km", "0.85 EUR", "0.85 EUR"],
    ["Room, per day", "40 EUR", "60 EUR"],
    ["Room, per hour", "9 EUR", "12 EUR"],
]
PARTS = [
    ["Part", "Description", "Fits", "Price"],
    ["HC-1", "Cartridge", "C30", "212 EUR"],
    ["HC-2", "Cartridge", "C45", "268 EUR"],
    ["HC-3", "Belt", "C45", "96 EUR"],
]
TASKS = [["Task", "C30", "C45"], ["Replace air filter", "2,000 h", "every month"], ["Clean the hall", "on demand", "-"]]


@pytest.mark.parametrize(
    ("question", "rows", "row"),
    [
        ("What does a technician cost per hour on Sunday?", RATES, 1),
        ("What does a technician cost on Sunday?", RATES, 1),
        ("What does travel cost per km?", RATES, 2),
        ("What does a technician cost per visit?", RATES, None),
        ("What does a room cost on Sunday?", RATES, None),
        ("What does a room cost per day on Sunday?", RATES, 3),
        ("How much is the cartridge for the C45?", PARTS, 2),
        ("How much is the cartridge for the C60?", PARTS, None),
        ("How much is the cartridge?", PARTS, None),
        ("How much is HC-3?", PARTS, 3),
        ("How much is left of HC-3?", PARTS, None),
        ("How often is the air filter of the C45 replaced?", TASKS, 1),
        ("How often is the hall of the C30 cleaned?", TASKS, None),
        ("How is the air filter of the C45 replaced?", TASKS, None),
    ],
)
def test_units_behind_a_name_two_cells_together_and_how_often(
    question: str, rows: list[list[str]], row: int | None
) -> None:
    found = row_named(question, [table(rows)])

    assert (found.text if found else None) == (" | ".join(rows[row]) if row else None)


HOURS = [["Service", "Hours", "Target"], ["Desk", "7 to 18", "15 minutes"], ["Help line", "8 am - 4 pm", "2 hours"]]
STAFF = [["Service", "Head", "Weekdays"], ["Desk", "Lund", "8:00 to 16:00"], ["Help line", "Berg", "all day"]]


@pytest.mark.parametrize(
    ("question", "rows", "row"),
    [
        ("When is the desk open?", HOURS, 1),
        ("Until when is the help line staffed?", HOURS, 2),
        ("When is the desk open?", STAFF, 1),
        ("When is the help line open?", STAFF, None),
        ("When is the desk open on holidays?", HOURS, None),
        ("When was the desk opened?", HOURS, None),
        ("When does the desk answer?", HOURS, None),
    ],
)
def test_when_something_is_open_asks_for_its_hours(question: str, rows: list[list[str]], row: int | None) -> None:
    found = row_named(question, [table(rows)])

    assert (found.text if found else None) == (" | ".join(rows[row]) if row else None)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How much is the cartridge?", [1, 2]),
        ("What does a cartridge cost?", [1, 2]),
        ("What does the belt cost?", []),
        ("How much is the cartridge for the C45?", []),
        ("How much is the cartridge for the C60?", []),
        ("Which cartridge is the cheapest?", []),
        ("Who makes the cartridge?", []),
    ],
)
def test_rows_that_are_called_alike_are_told_where_the_question_names_no_other(question: str, rows: list[int]) -> None:
    found = rows_alike(question, table(PARTS))

    assert [unit.text for unit in found] == [" | ".join(PARTS[row]) for row in rows]


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What is the refund window on annual plans?", "Annual | Non-refundable | by phone"),
        ("What is the refund window on annual and monthly plans?", None),
        ("What is the highest refund on annual plans?", None),
        ("How does the insurance behave on annual contracts?", None),
        ("What is the refund window on annual plans for universities?", None),
        ("What is the refund window on annual plans bought abroad?", None),
        ("What refund do annual plans get?", "Annual | Non-refundable | by phone"),
        ("Who approves the refund policy on annual plans?", None),
        ("Why is there a refund policy on annual plans?", None),
        ("Which court upheld the refund policy on annual plans?", None),
        ("What replaced the refund policy on annual plans?", None),
        ("What is the reason behind the refund policy on annual plans?", None),
        ("Does the refund policy on annual plans hurt?", None),
        ("What refund window, deadline, period or term do annual plans carry?", None),
    ],
)
def test_one_row_and_one_of_its_columns_are_named(question: str, row: str | None) -> None:
    found = row_named(question, [table(PLANS)])

    assert (found.text if found else None) == row


def test_a_number_alone_names_no_row_and_a_code_is_said_exactly() -> None:
    places = [["Place", "Driver", "Team"], ["3", "Alex", "Ganassi"], ["4", "Scott", "Patrick"]]
    clocks = [["Name", "Resolution"], ["time()", "1 s"], ["clock()", "2 s"]]

    assert row_named("Which driver wears number 3?", [table(places)]) is None
    assert row_named("typical resolution times()", [table(clocks)]) is None
    assert row_named("typical resolution time()", [table(clocks)]) is not None


def test_a_cell_of_several_rows_names_none_of_them() -> None:
    by_provider = [["Provider", "Cookie", "Expiry"], ["Hub", "tree", "30 days"], ["Hub", "leaf", "a year"]]

    found = row_named("What expiry does the tree of Hub carry?", [table(by_provider)])

    assert row_named("What expiry does anything of Hub carry?", [table(by_provider)]) is None
    assert found is not None
    assert found.text == "Hub | tree | 30 days"


def test_the_same_row_of_two_tables_is_one_and_two_rows_are_none() -> None:
    other = [PLANS[0], ["Annual", "Half of it", "by phone"]]
    question = "What is the refund window on annual plans?"

    assert row_named(question, [table(PLANS), table(PLANS, named="chk_2")]) is not None
    assert row_named(question, [table(PLANS), table(other, named="chk_2")]) is None


def test_it_is_less_sure_than_a_row_looked_up_and_needs_a_current_table() -> None:
    question = "What is the refund window on annual plans?"
    found = row_and_support(question, [table(PLANS)])
    exact = row_and_support("What is the refund policy on the annual plan?", [table(PLANS)])

    assert found is not None and exact is not None
    assert (found[1], exact[1]) == (NAMED, LOOKED_UP)
    assert row_and_support(question, [replace(table(PLANS), selected=False)]) is not None
    assert row_and_support(question, [table(PLANS, freshness=Freshness.SUPERSEDED)]) is None


def test_in_the_words_of_a_pack_a_row_is_asked_for_exactly_or_not_at_all() -> None:
    sought = Sought(product=("NS-R200",), others=(), rows=("weight",), rest=())

    assert row_and_support("What is the refund window on annual plans?", [table(PLANS)], [sought]) is None


WORDS = st.sampled_from(
    ["oak", "elm", "ash", "birch", "maple", "larch", "cedar", "willow", "poplar", "hazel", "alder", "rowan"]
)


@given(st.lists(WORDS, min_size=3, max_size=6, unique=True), st.data())
def test_whatever_is_named_is_the_row_with_that_name(names: list[str], data: st.DataObject) -> None:
    rows = [["Tree", "Height"], *([name, f"{number} m"] for number, name in enumerate(names, start=1))]
    asked = data.draw(WORDS)

    found = row_named(f"typical height of the {asked}", [table(rows)])

    assert (found is None) == (asked not in names)
    assert found is None or found.text.startswith(f"{asked} |")


def test_a_year_that_is_asked_is_that_of_a_title() -> None:
    of = {year: table(MONTHLY, title=f"Prices {year}", named=f"chk_{year}") for year in (2025, 2026)}
    other = table([MONTHLY[0], ["Team", "€25", "€250"]], title="Prices 2026", named="chk_3")

    assert row_named("What did Team cost in 2025?", [of[2025], other]) is not None
    assert row_named("What did Team cost in 2024?", [of[2025], other]) is None
    assert row_named("What did Team cost?", [of[2025], other]) is None


SHEET = [
    ["Parameter", "Conditions", "Min", "Typ", "Max", "Unit"],
    ["Dropout voltage", "IOUT = 100 mA", "", "45", "70", "mV"],
    ["Dropout voltage", "IOUT = 500 mA", "", "210", "330", "mV"],
    ["PSRR", "f = 1 kHz", "", "78", "", "dB"],
    ["Quiescent current", "IOUT = 0 mA", "", "35", "50", "µA"],
]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the dropout voltage at 500 mA?", "IOUT = 500 mA"),
        ("What is the typical dropout voltage at 100 mA?", "IOUT = 100 mA"),
        ("What is the maximum quiescent current?", "IOUT = 0 mA"),
        ("What is the quiescent current of the NL-340?", "IOUT = 0 mA"),
        ("What is the NL-340 current?", None),
        ("What is the dropout voltage?", None),
        ("What is the dropout voltage at 200 mA?", None),
        ("What is the PSRR at 1 MHz?", None),
        ("What is the largest dropout voltage at 500 mA?", None),
    ],
)
def test_a_row_of_a_data_sheet_is_named_with_its_condition(question: str, name: str | None) -> None:
    found = row_named(question, [table(SHEET, title="NL-340 regulator")])

    assert (found.text.split(" | ")[1] if found else None) == name


PARTS_OF_TENTS = [["Part", "Private use", "Rental use"], ["Poles", "10 years", "2 years"], ["Zips", "2 years", "none"]]
LEVELS = [
    ["Priority", "Standard", "Premium"],
    ["P1 (down)", "1 hour", "15 minutes"],
    ["P2 (slow)", "4 hours", "1 hour"],
]
NET = [["Item", "2024", "2025"], ["Profit (net)", "3 €", "4 €"], ["Profit (gross)", "5 €", "6 €"]]
LIMITS_OF = [
    ["Parameter", "Min", "Typ", "Max", "Unit"],
    ["Supply voltage VDD", "2.7", "3.3", "3.6", "V"],
    ["Input current IIN", "", "1", "", "nA"],
]
CREDITS = [["Availability", "Standard", "Premium"], ["below 99 %", "10 %", "15 %"], ["below 95 %", "50 %", "100 %"]]


FIXES = [["Model", "Affected versions", "Fixed in"], ["HR-200", "3.0", "3.1"], ["HR-200 Pro", "not affected", "–"]]


@pytest.mark.parametrize(
    ("question", "rows", "row"),
    [
        ("Which version fixes the flaw in the HR-200?", FIXES, 1),
        ("Which version fixes the flaw in the HR-200 Pro?", FIXES, None),
        ("Which versions are affected in the HR-200 Pro?", FIXES, 2),
        ("How long is the warranty on poles in rental use?", PARTS_OF_TENTS, 1),
        ("How long are poles in rental use?", [PARTS_OF_TENTS[0], ["Poles", "grey", "black"]], None),
        ("What is the response time for P1 in the Premium tier?", LEVELS, 1),
        ("What is the response time for P1 in the Premium court?", LEVELS, None),
        ("What was the profit in 2025?", NET, None),
        ("What is the minimum supply voltage?", LIMITS_OF, 1),
        ("What is the minimum output voltage?", LIMITS_OF, None),
        ("What credit does Premium give below 95 %?", CREDITS, 2),
        ("What credit does Premium give below 90 %?", CREDITS, None),
    ],
)
def test_how_long_a_name_with_an_aside_or_a_symbol_and_what_the_columns_are(
    question: str, rows: list[list[str]], row: int | None
) -> None:
    found = row_named(question, [table(rows, title="Warranty and response times: credit and profit")])

    assert (found.text if found else None) == (None if row is None else " | ".join(rows[row]))
