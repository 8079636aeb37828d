"""A row that a question asks for by name is found without a model, and only where nothing else fits (G5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.by_words import with_named_selected
from aver.stages.row_lookup import row_asked_for
from aver.values.evidence import Freshness
from aver.values.inquiry import Plan, Sought, SubQuestion
from aver.values.sealed import Sealed
from tests.stages.tables import table

ROWS = [
    ["Characteristic", "Unit", "NS-R200", "NS-R200-S"],
    ["Response time", "ms", "0.5", "0.6"],
    ["Smallest object", "mm", "6", "8"],
    ["Weight with cable", "g", "64", "148"],
]


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What is the response time of the NS-R200?", "Response time | ms | 0.5 | 0.6"),
        ("What is the weight of the NS-R200-S?", "Weight with cable | g | 64 | 148"),
        ("Which NS-R200 is 6 mm?", "Smallest object | mm | 6 | 8"),
        ("What is the first response time of the NS-R200?", None),
        ("What is the total weight of the NS-R200?", None),
        ("What is the response time of the NS-C300?", None),
        ("What is the response time?", None),
        ("What does the NS-R200 cost?", None),
        ("NS-R200", None),
        ("", None),
    ],
)
def test_a_row_is_looked_up_where_all_words_of_the_question_stand_in_it_or_above_it(
    question: str, row: str | None
) -> None:
    found = row_asked_for(question, [table(ROWS)])

    assert (found.text if found else None) == row


def test_a_word_of_the_header_may_make_another_thing_of_a_rows_name() -> None:
    staff = table([["Role", "Extension", "Deputy"], ["Plant manager", "201", "Bo Lund"]])

    assert row_asked_for("What is the extension of the plant manager?", [staff]) is not None
    assert row_asked_for("Who is the deputy of the plant manager?", [staff]) is not None
    assert row_asked_for("What is the extension of the deputy plant manager?", [staff]) is None


def test_two_rows_that_fit_are_none_and_a_copy_is_no_second_row() -> None:
    other = [ROWS[0], ["Response time", "ms", "0.9", "0.9"]]

    assert row_asked_for("response time of the NS-R200", [table(ROWS), table(other, named="chk_2")]) is None
    assert row_asked_for("response time of the NS-R200", [table(ROWS), table(ROWS, named="chk_2")]) is not None


def test_a_table_that_was_replaced_is_not_looked_up() -> None:
    old = table(ROWS, freshness=Freshness.SUPERSEDED)

    assert row_asked_for("response time of the NS-R200", [old]) is None


def test_the_packet_that_holds_the_row_is_selected() -> None:
    cut = replace(table(ROWS), selected=False)

    def selected(question: str) -> bool:
        plan = Plan(sub_questions=(SubQuestion(number=0, text=Sealed(question)),), as_of="2026-01-01")
        return with_named_selected([cut], plan)[0].selected

    assert selected("What is the response time of the NS-R200?")
    assert not selected("What does it cost?")


SOUGHT = Sought(rows=("Weight", "Gewicht"), product=("NS-R200",), others=("NS-R200-S",))


def test_a_cell_that_a_pack_seeks_is_found_by_its_words_for_property_and_product() -> None:
    found = row_asked_for("How heavy is it?", [table(ROWS)], [SOUGHT])

    assert found is not None
    assert found.text == "Weight with cable | g | 64 | 148"


def test_a_table_without_the_product_itself_is_not_the_one_sought() -> None:
    of_the_variant = [["Characteristic", "Unit", "NS-R200-S"], ["Weight", "g", "148"]]

    assert row_asked_for("How heavy is it?", [table(of_the_variant)], [SOUGHT]) is None


def test_a_row_named_by_the_product_is_found_by_a_column_of_the_property() -> None:
    orders = [["Type", "Weight", "Colour"], ["NS-R200", "64 g", "grey"], ["NS-R200-S", "148 g", "steel"]]
    found = row_asked_for("How heavy is it?", [table(orders)], [SOUGHT])

    assert found is not None
    assert found.text == "NS-R200 | 64 g | grey"


def test_what_else_the_question_names_has_to_stand_in_the_row() -> None:
    assert row_asked_for("?", [table(ROWS)], [replace(SOUGHT, rest=("cable",))]) is not None
    assert row_asked_for("?", [table(ROWS)], [replace(SOUGHT, rest=("bracket",))]) is None


def test_of_the_same_row_in_two_languages_that_of_the_question_is_found_and_of_differing_ones_none() -> None:
    german = [["Merkmal", "Einheit", "NS-R200", "NS-R200-S"], ["Gewicht mit Kabel und der Schraube", "g", "64", "148"]]
    english = [ROWS[0], ["Weight with cable and the screw", "g", "64", "148"]]
    both = [table(english), table(german, named="chk_2")]
    found = row_asked_for("Wie schwer ist die NS-R200?", both, [SOUGHT])

    assert found is not None
    assert found.text.startswith("Gewicht")
    other = [german[0], [*german[1][:2], "65", "148"]]
    assert row_asked_for("Wie schwer ist die NS-R200?", [table(english), table(other, named="chk_2")], [SOUGHT]) is None


@given(question=st.text(max_size=80))
def test_whatever_is_asked_a_row_is_one_of_thetable(question: str) -> None:
    found = row_asked_for(question, [table(ROWS)])

    assert found is None or found.text in {" | ".join(row) for row in ROWS[1:]}
