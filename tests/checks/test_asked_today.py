"""What was is no answer to what is (B6, C3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_today import (
    another_month,
    another_year,
    bygone,
    gone_by,
    not_yet_then,
    only_planned,
    run_out,
    yet_to_hold,
)


@pytest.mark.parametrize(
    ("asked", "quoted", "told"),
    [
        ("How long are films lent for?", "Films were lent for three days.", True),
        ("How often is it changed?", "Version 2 required it every 90 days; this is no longer so.", True),
        ("Wie oft wird es geprüft?", "Es wird alle 90 Tage geprüft; das gilt nicht mehr.", True),
        ("Must it be changed?", "All had to change it every 90 days; this is no longer so.", False),
        ("What is the dose of Lentazol?", "Edition 11 gave the dose of Lentazol as 100 mg.", True),
        ("How long were films lent for?", "Films were lent for three days.", False),
        ("How long are films lent for?", "Films are lent for three days, which was seven before.", False),
        ("What is the limit of columns?", "The limit of columns was raised from 1,024 to 4,096.", False),
        ("How many minutes does an hour cost?", "Each hour was associated with a delay of 9 minutes.", False),
        ("What is the population of Tarnholm?", "At the last census the population of Tarnholm was 174.", False),
        ("What is the population of Tarnholm?", "Tarnholm had a population of 174 in 2011.", False),
        ("Who is the founder?", "The founder was Ada Brandt.", False),
        ("How many invoices does the API accept?", "The API accepts up to 500 invoices (was: 100).", False),
        ("Who founded the festival?", "It was founded by Hedda Moen, who led it until 2022.", False),
        ("Who leads the festival?", "It was founded by Hedda Moen, who led it until 2022.", True),
        (
            "How many invoices does the API accept?",
            "The API (which was slow) accepted up to 500 and was praised.",
            True,
        ),
    ],
)
def test_an_amount_of_the_past_is_not_todays(asked: str, quoted: str, told: bool) -> None:
    assert bygone(asked, quoted, names="Rules") is told


@pytest.mark.parametrize(
    ("asked", "quoted", "planned"),
    [
        ("When was the Garden division sold?", "The Garden division will be sold in 2025.", True),
        ("Did the bridge open in May?", "The bridge is expected to open in May.", True),
        ("When was the Garden division sold?", "The Garden division was sold in 2025 and will be renamed.", False),
        ("When will the Garden division be sold?", "The Garden division will be sold in 2025.", False),
        ("When was the Garden division going to be sold?", "The Garden division will be sold in 2025.", False),
        ("When was the Garden division sold?", "The sale of the Garden division took place in 2025.", False),
    ],
)
def test_a_plan_is_not_what_came_of_it(asked: str, quoted: str, planned: bool) -> None:
    assert only_planned(asked, quoted) is planned


@pytest.mark.parametrize(
    ("asked", "quoted", "over"),
    [
        ("What does the plan cost?", "Until 30 June 2026 the plan cost 4 EUR a month.", True),
        ("Was kostet der Tarif?", "Bis zum 30. Juni 2026 kostet der Tarif 4 Euro.", True),
        ("What does the plan cost?", "Until 30 June 2027 the plan costs 4 EUR a month.", False),
        ("What did the plan cost?", "Until 30 June 2026 the plan cost 4 EUR a month.", False),
        ("Until when does it cost 4 EUR?", "Until 30 June 2026 the plan cost 4 EUR a month.", False),
        ("What does the plan cost?", "Until 30 June 2026 it cost 4 EUR, since then 5 EUR.", False),
        ("What does the plan cost?", "Until noon the plan costs 4 EUR (list of 30 June 2026).", False),
    ],
)
def test_what_held_until_a_day_that_is_past_holds_no_more(asked: str, quoted: str, over: bool) -> None:
    assert run_out(asked, quoted, as_of="2026-11-30") is over
    assert not run_out(asked, quoted, as_of="")


@pytest.mark.parametrize(
    ("asked", "quoted", "names", "early"),
    [
        ("What did it cost in May 2026?", "Personal | 5 EUR", "Prices (from 1 July 2026)", True),
        ("What did it cost on 30 June 2026?", "Since 1 July 2026 it costs 5 EUR.", "", True),
        ("What did it cost in 2025?", "From 1 July 2026 it costs 5 EUR.", "", True),
        ("What did it cost in August 2026?", "Personal | 5 EUR", "Prices (from 1 July 2026)", False),
        ("What did it cost in May 2026?", "Since 1 July 2026 it costs 5 EUR, before that 4.", "", False),
        ("When did it rise in 2025?", "From 1 July 2026 it costs 5 EUR.", "", False),
        ("What does it cost?", "From 1 July 2026 it costs 5 EUR.", "", False),
    ],
)
def test_what_holds_from_a_day_on_tells_nothing_of_the_time_before(
    asked: str, quoted: str, names: str, early: bool
) -> None:
    assert not_yet_then(asked, quoted, names=names) is early


@pytest.mark.parametrize(
    ("asked", "quoted", "later"),
    [
        ("What does the firm pay?", "From January the firm will pay 25 euros.", True),
        ("Was zahlt die Firma?", "Ab 1. Mai wird die Firma 25 Euro zahlen.", True),
        ("What does the firm pay?", "From January the firm pays 25 euros.", False),
        ("What will the firm pay?", "From January the firm will pay 25 euros.", False),
    ],
)
def test_what_will_be_from_some_month_on_is_not_what_is(asked: str, quoted: str, later: bool) -> None:
    assert yet_to_hold(asked, quoted, as_of="") is later


def test_a_section_of_former_rules_holds_nothing_of_today() -> None:
    names = "Library rules\nLibrary rules > Previous rules"
    quoted = "Adults may borrow 12 books."
    assert bygone("How many books may I borrow?", quoted, names=names)
    assert not bygone("How many books could I borrow before?", quoted, names=names)
    assert not bygone("How many books may I borrow?", quoted, names="Previous owners")


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("What is the bonus for 2026?", "The bonus for 2025 is 4%.", True),
        ("What is the bonus for 2026?", "The bonus is 4%.", False),
        ("What is the bonus for 2026?", "Since January 2024 the bonus is 4%.", False),
        ("What is the bonus for 2026?", "Until the end of 2027 the bonus is 4%.", False),
        ("What is the bonus for 2026?", "Until the end of 2025 the bonus was 4%.", True),
        ("Who left Graz in December 1859?", "In December 1878, Tesla left Graz.", True),
        ("What is the bonus for 2026?", "Unlike in 2025, the bonus for 2026 is 4%.", False),
        ("What is the bonus?", "The bonus for 2025 is 4%.", False),
    ],
)
def test_a_sentence_with_a_year_of_its_own_answers_for_that_year(asked: str, quoted: str, other: bool) -> None:
    assert another_year(asked, quoted, evidence=quoted) is other


def test_a_title_may_name_the_year_where_the_year_quoted_is_asked_for() -> None:
    names, quoted = "Allotments Act 2018", "Section 3 comes into force on 1 January 2019."
    assert not another_year(
        "When does section 3 of the 2018 act come into force?", quoted, evidence=quoted, names=names
    )
    assert another_year("What is the rent of 2018?", "The rent of 2019 is £30.", evidence="", names=names)


@pytest.mark.parametrize(
    ("quoted", "other"),
    [
        ("For January 2026 it was 6.4%, for February 2026 5.9%.", True),
        ("For January 2026 it was 6.4%, for March 2026 5.9%.", False),
        ("From January 2026 it is 6.4%.", False),
        ("It is 6.4%.", False),
    ],
)
def test_a_sentence_with_other_months_answers_for_those(quoted: str, other: bool) -> None:
    assert another_month("What is the surcharge in March 2026?", quoted) is other


def test_a_header_row_may_name_the_year() -> None:
    assert not another_year(
        "What is the fee for 2026?", "Fee since 2020 | 5 | 6", evidence="| 2025 | 2026 |\nFee | 5 | 6"
    )


@pytest.mark.parametrize(
    ("asked", "quoted", "over"),
    [
        ("Who is responsible for it?", "Until 31 January 2024 Pia Holm was responsible for it.", True),
        ("Must it be stopped?", "It must be stopped, or so our policy had it until 2022.", True),
        ("Who was responsible for it?", "Until 31 January 2024 Pia Holm was responsible for it.", False),
        ("How long is it open?", "It is open until 31 January 2027.", False),
    ],
)
def test_what_ended_is_no_answer_for_today(asked: str, quoted: str, over: bool) -> None:
    assert bygone(asked, quoted, names="") is over


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_judged(asked: str, quoted: str, names: str) -> None:
    assert bygone(asked, quoted, names=names) in (True, False)


@pytest.mark.parametrize(
    ("asked", "quoted", "gone"),
    [
        ("When is the next course?", "The next course runs from 14 to 16 September 2026.", True),
        ("When is the next course?", "The next course runs from 14 to 16 December 2026.", False),
        ("When is the next meeting?", "It was moved from 12 November 2026 to 19 December 2026.", False),
        ("When is the next course?", "The next course is in autumn.", False),
        ("When was the course?", "The course ran from 14 to 16 September 2026.", False),
        ("Which course came next after the first?", "The next course began on 14 September 2026.", False),
        ("Where is the money coming from?", "The town pays since 1 May 2020.", False),
        ("What is next to the hall?", "The shed of 1 May 1990 is.", False),
        ("Wann ist der nächste Kurs?", "Der nächste Kurs beginnt am 14. September 2026.", True),
    ],
)
def test_what_comes_next_is_not_past(asked: str, quoted: str, gone: bool) -> None:
    assert gone_by(asked, quoted, as_of="2026-11-28") is gone
    assert not gone_by(asked, quoted, as_of="")


@pytest.mark.parametrize(
    ("asked", "quoted", "later"),
    [
        ("What does Bertha cost?", "From 1 January 2027 Bertha costs 44 EUR.", True),
        ("What does Bertha cost?", "From 1 January 2026 Bertha costs 44 EUR.", False),
        ("What will Bertha cost?", "From 1 January 2027 Bertha costs 44 EUR.", False),
        ("What does Bertha cost from January?", "From 1 January 2027 Bertha costs 44 EUR.", False),
        ("When does the new price hold?", "From 1 January 2027 Bertha costs 44 EUR.", False),
        ("What does Bertha cost?", "Bertha costs 40 EUR.", False),
        ("Was kostet Bertha?", "Ab 1. Januar 2027 kostet Bertha 44 Euro.", True),
    ],
)
def test_what_will_hold_is_not_what_holds(asked: str, quoted: str, later: bool) -> None:
    assert yet_to_hold(asked, quoted, as_of="2026-11-28") is later
    assert not yet_to_hold(asked, quoted, as_of="")


@pytest.mark.parametrize(
    ("asked", "quoted", "gone"),
    [
        ("Is co-funding required?", "Co-funding, which was required until 2025, is no longer asked for.", False),
        ("Can I sell my leave?", "Selling leave was possible until 2024; it has been discontinued.", False),
        ("Ist ein Antrag nötig?", "Ein Antrag war bis 2024 nötig; er ist nicht mehr zu stellen.", False),
        ("Can I sell my leave?", "Selling leave was possible until 2024.", True),
        ("How much leave can I sell?", "Selling five days was possible until 2024; it has been discontinued.", True),
    ],
)
def test_that_something_is_no_longer_so_answers_whether_it_is(asked: str, quoted: str, gone: bool) -> None:
    assert bygone(asked, quoted, names="Rules") is gone
