"""The unit that is quoted: cut at sentences and rows, ordered by its signals, sent with what limits it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.analyser import term_keys
from aver.stages.quotation import (
    MAX_QUOTE,
    MIN_QUOTE,
    Unit,
    in_context,
    quoted_claim,
    rank_units,
    support_features,
    unit_features,
    units_of,
)
from aver.stages.reading import read_text
from aver.stages.relevance import Logistic, question_terms
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from tests.stages import tables
from tests.stages.evidence import packet, passage, passages

BY_COSINE = Logistic(weights=(("cosine", 6.0),), bias=-3.0)
BY_COVERAGE = Logistic(weights=(("context_coverage", 6.0),), bias=-3.0)
NOTHING = question_terms("", [])
TABLE_TEXT = "Plan | Price per month\nBasic | 10 dollars\nGold | 25 dollars"


def table() -> Passage:
    """Return a table passage with a header row and two body rows."""
    start, cells = 100, []
    for row, line in enumerate(TABLE_TEXT.split("\n")):
        left = line.split(" | ")[0]
        cells.append((row, 0, start, start + len(left), row == 0))
        cells.append((row, 1, start + len(left) + 3, start + len(line), row == 0))
        start += len(line) + 1
    return passage(TABLE_TEXT, kind=ChunkKind.TABLE, table_number=1, table_cells=tuple(cells))


def same(asked: Sealed, texts: tuple[Sealed, ...]) -> tuple[float, ...]:
    """Return the same cosine for every text."""
    return tuple(0.5 for _ in texts)


def likes(word: str, among: tuple[Sealed, ...]) -> tuple[float, ...]:
    """Return a high cosine for texts with `word`."""
    return tuple(0.9 if word in text.text else 0.1 for text in among)


def test_every_sentence_of_a_passage_is_a_unit() -> None:
    texts = [unit.text for unit in units_of(packet())]
    assert texts == ["Refunds take 14 days.", "This does not apply to gift cards."]


def test_every_body_row_of_a_table_is_a_unit_and_its_header_is_not() -> None:
    assert [unit.text for unit in units_of(packet(table()))] == ["Basic | 10 dollars", "Gold | 25 dollars"]


def test_the_sentences_over_a_table_are_quoted_and_what_only_leads_into_it_is_not() -> None:
    above = "## Prices\n\nThe archive was founded in 1908. It has two floors. Our fees in euros:\n\n"
    text, shift = above + TABLE_TEXT, len(above)
    cells = tuple((row, column, a + shift, b + shift, head) for row, column, a, b, head in table().table_cells)
    shown = packet(passage(text, kind=ChunkKind.TABLE, table_number=1, table_cells=cells))
    said = [unit for unit in units_of(shown) if "|" not in unit.text]
    assert [unit.text for unit in said] == ["The archive was founded in 1908.", "It has two floors."]
    quoted = [quoted_claim(unit, support=0.9) for unit in said]
    assert [len(one.citations) for one in quoted] == [1, 2]


def test_what_a_table_is_to_be_read_by_is_quoted_for_itself_and_with_its_rows() -> None:
    remark = "Students pay half. The minimum fee is 3 dollars."
    shown = tables.table([["Plan", "Fee"], ["Basic", "10 dollars"]])
    rows = shown.passage.text.text
    text = Sealed(f"{rows}\n\n{remark}")
    units = units_of(replace(shown, passage=replace(shown.passage, text=text, end=len(text.text))))
    assert [unit.text for unit in units] == [
        "Basic | 10 dollars",
        "Students pay half.",
        "The minimum fee is 3 dollars.",
    ]
    assert [cited.quote.text for cited in quoted_claim(units[0], support=0.9).citations][-1] == remark
    assert [cited.quote.text for cited in quoted_claim(units[2], support=0.9).citations] == [units[2].text]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Not free of charge\n- returns of goods\n- deliveries", ["- returns of goods", "- deliveries"]),
        ("We do not pay for:\n\n* returns of goods\n* deliveries", ["* returns of goods", "* deliveries"]),
        ("These are not free.\n- returns of goods", ["These are not free.", "- returns of goods"]),
        (
            "Not free of charge\n\nReturns of goods cost 5 euros.",
            ["Not free of charge", "Returns of goods cost 5 euros."],
        ),
    ],
)
def test_what_only_leads_into_a_list_is_no_unit(text: str, units: list[str]) -> None:
    assert [unit.text for unit in units_of(packet(passage(text)))] == units


def test_what_only_leads_into_items_without_marks_is_no_unit() -> None:
    text = "Not free of charge\n\nReturns of goods.\n\nDeliveries to islands."
    items = ((120, 137, 100, 118), (139, 161, 100, 118))
    found = units_of(packet(passage(text, items=items)))
    assert [unit.text for unit in found] == ["Returns of goods.", "Deliveries to islands."]


def test_what_is_too_short_or_too_long_to_quote_is_no_unit() -> None:
    words = "Short one. " + "word " * 100 + "end. This sentence has a good length."
    assert [unit.text for unit in units_of(packet(passage(words)))] == ["This sentence has a good length."]


def test_a_short_answer_is_quoted_with_its_question() -> None:
    text = "## Is the canteen open on Sundays?\n\nNo.\n\nIt opens on Mondays. At noon.\n\n## Why?\n\nCooks are off."
    assert [unit.text for unit in units_of(packet(passage(text)))] == [
        "## Is the canteen open on Sundays?",
        "## Is the canteen open on Sundays?\n\nNo.",
        "It opens on Mondays.",
        "Cooks are off.",
    ]


def test_a_short_answer_is_quoted_with_the_sentence_that_goes_on_from_it() -> None:
    text = "## Is a card paid for?\n\nNo. Children pay nothing; adults pay 12 euros. Ask us.\n"
    assert [unit.text for unit in units_of(packet(passage(text)))][1] == (
        "## Is a card paid for?\n\nNo. Children pay nothing; adults pay 12 euros."
    )
    long = f"## Is a card paid for?\n\nNo. {'It is told at length ' * 20}.\n"
    assert units_of(packet(passage(long)))[1].text == "## Is a card paid for?\n\nNo."


def test_a_heading_is_quoted_only_where_the_reader_points_at_it() -> None:
    own = passage("# Questions and answers\n\nWe are closed on Sundays.", title=Sealed("Questions and answers"))

    def headings_quoted(**more: Reading) -> list[str]:
        found = rank_units(
            [packet(own)], asked=Sealed("Open?"), question=NOTHING, similarity=same, order=BY_COSINE, readings=more
        )
        return [one.unit.text for one in found if one.score and one.unit.text.startswith("#")]

    at = read_text(own, "Open?").rindex("Questions")
    pointed_at = Reading(relevance=1.0, answerable=1.0, start=at, end=at + 9, margin=1.0)
    assert headings_quoted() == []
    assert headings_quoted(**{own.chunk: pointed_at}) == ["# Questions and answers"]


@given(found=passages())
def test_units_are_verbatim_spans_inside_their_passage(found: Passage) -> None:
    for unit in units_of(packet(found)):
        assert found.start <= unit.start < unit.end <= found.start + len(found.text.text)
        least = 1 if found.kind is ChunkKind.TABLE else MIN_QUOTE
        assert least <= unit.end - unit.start <= MAX_QUOTE
        assert unit.text == found.text.text[unit.start - found.start : unit.end - found.start]


readings = st.builds(
    Reading,
    relevance=st.floats(0, 1),
    answerable=st.floats(0, 1),
    start=st.none() | st.integers(0, 80),
    end=st.none() | st.integers(0, 80),
    margin=st.floats(-40, 40),
)


@given(found=passages(), question=st.text(max_size=60), cosine=st.floats(-1, 1), read=st.none() | readings)
def test_every_signal_of_a_unit_lies_between_zero_and_one(
    found: Passage, question: str, cosine: float, read: Reading | None
) -> None:
    unit = Unit(packet=packet(found), start=found.start, end=found.start + len(found.text.text))
    held = {} if read is None else {found.chunk: read}
    features = unit_features(unit, unit, question=NOTHING, cosine=cosine, asked=question, readings=held)
    assert all(0.0 <= value <= 1.0 for _, value in features)


def test_a_sentence_that_carries_on_is_credited_with_what_the_one_before_names() -> None:
    first, second = units_of(packet(passage("The Vistula is a river. It flows into the Baltic Sea.")))
    question = question_terms("vistula flows", [1.0, 1.0])
    alone = dict(unit_features(second, None, question=question, cosine=0.0, asked="", readings={}))
    after = dict(unit_features(second, first, question=question, cosine=0.0, asked="", readings={}))
    assert (alone["run_in_coverage"], after["run_in_coverage"]) == (0.5, 1.0)


def test_meaning_is_compared_with_title_and_section_in_front() -> None:
    assert (
        in_context(units_of(packet())[0], "How long do refunds take?")
        == "Refund policy > Refunds > Time\nRefunds take 14 days."
    )


def test_a_section_path_that_opens_with_the_title_names_it_once() -> None:
    unit = units_of(packet(passage(section_path=Sealed("Refund policy > Time"))))[0]
    assert in_context(unit, "How long do refunds take?") == "Refund policy > Time\nRefunds take 14 days."


def test_a_row_is_compared_with_the_header_of_its_table() -> None:
    shown = in_context(units_of(packet(table()))[0], "How long do refunds take?")
    assert shown == "Refund policy > Refunds > Time\nPlan | Price per month\nBasic | 10 dollars"


def test_the_unit_with_the_better_signals_comes_first() -> None:
    ranked = rank_units(
        [packet()],
        asked=Sealed("gift cards"),
        question=NOTHING,
        similarity=lambda _, texts: likes("gift", texts),
        order=BY_COSINE,
    )
    assert [one.unit.text for one in ranked] == ["This does not apply to gift cards.", "Refunds take 14 days."]


def test_the_row_of_the_model_asked_about_goes_before_its_siblings() -> None:
    rows = [["Valve", "Pressure"], ["V-45", "25 bar"], ["V-47", "16 bar"]]
    ranked = rank_units(
        [tables.table(rows)],
        asked=Sealed("What pressure does V-47 stand?"),
        question=NOTHING,
        similarity=lambda _, texts: likes("V-45", texts),
        order=BY_COSINE,
    )
    assert [one.unit.text for one in ranked] == ["V-47 | 16 bar", "V-45 | 25 bar"]


def test_only_what_is_in_another_language_than_the_question_is_ordered_by_the_crossed_model() -> None:
    """A11."""
    english = packet(passage("The pump is under warranty for two years.", chunk="en"))
    german = packet(passage("Die Pumpe ist mit einer Garantie versehen.", chunk="de"))
    crossed = Logistic(weights=(), bias=2.0)

    def ordered(asked: str) -> dict[str, float]:
        terms = question_terms(asked, [1.0] * len(set(term_keys(asked))))
        ranked = rank_units(
            [english, german], asked=Sealed(asked), question=terms, similarity=same, order=BY_COSINE, crossed=crossed
        )
        return {one.unit.packet.passage.chunk: one.score for one in ranked}

    by_cosine, by_crossed = BY_COSINE.probability({"cosine": 0.5}), crossed.probability({})
    assert ordered("Wie lange gilt die Garantie der Pumpe?") == {"en": by_crossed, "de": by_cosine}
    assert ordered("How long is the pump under warranty?") == {"en": by_cosine, "de": by_crossed}
    assert ordered("Pumpe 3000 XL") == {"en": by_cosine, "de": by_cosine}


def test_current_text_goes_before_superseded_text_with_better_signals() -> None:
    old = packet(passage("Gift cards expire after one year.", chunk="a", freshness=Freshness.SUPERSEDED))
    new = packet(passage("They expire after two years now.", chunk="b"))
    ranked = rank_units(
        [old, new],
        asked=Sealed("gift cards"),
        question=NOTHING,
        similarity=lambda _, texts: likes("Gift", texts),
        order=BY_COSINE,
    )
    assert ranked[0].unit.packet is new


def test_packets_that_were_not_selected_are_never_quoted() -> None:
    unselected = packet(selected=False)
    assert rank_units([unselected], asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE) == ()


def test_equal_signals_are_ordered_by_place() -> None:
    ranked = rank_units([packet()], asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE)
    assert [one.unit.start for one in ranked] == sorted(one.unit.start for one in ranked)


@pytest.mark.parametrize(
    "asks", ["How long do refunds take?", "**How long do refunds take?**", "“How long do they take?”"]
)
def test_a_sentence_that_asks_is_never_quoted(asks: str) -> None:
    faq = packet(passage(f"{asks}\n\nRefunds take 14 days."))
    ranked = rank_units([faq], asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE)
    assert [one.unit.text for one in ranked] == ["Refunds take 14 days."]


def test_the_share_is_the_best_units_part_of_all_odds() -> None:
    question = question_terms("gift", [1.0])
    ranked = rank_units([packet()], asked=Sealed("gift"), question=question, similarity=same, order=BY_COVERAGE)
    odds = [one.score / (1 - one.score) for one in ranked]
    assert support_features(ranked)["share"] == pytest.approx(odds[0] / sum(odds))


def test_the_only_unit_has_the_whole_share() -> None:
    alone: list[EvidencePacket] = [packet(passage("Refunds take 14 days."))]
    ranked = rank_units(alone, asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE)
    assert support_features(ranked)["share"] == 1.0


@given(scores=st.lists(st.floats(-1, 1), min_size=2, max_size=2), bias=st.floats(-40, 40))
def test_the_share_is_a_share_however_extreme_the_scores(scores: list[float], bias: float) -> None:
    order = Logistic(weights=(("cosine", 50.0),), bias=bias)
    ranked = rank_units(
        [packet()], asked=Sealed("x"), question=NOTHING, similarity=lambda _, __: tuple(scores), order=order
    )
    assert 0.0 <= support_features(ranked)["share"] <= 1.0


def test_a_quote_travels_with_the_exception_that_follows_it() -> None:
    ranked = rank_units([packet()], asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE)
    claim = quoted_claim(ranked[0].unit, support=0.7)
    assert claim.text.text == "Refunds take 14 days."
    assert [cited.quote.text for cited in claim.citations] == [
        "Refunds take 14 days.",
        "This does not apply to gift cards.",
    ]


def test_an_item_travels_with_what_leads_into_its_list_and_for_whom_it_holds() -> None:
    text = "It is for you.\n\nThis policy applies to tenants only.\n\nIt does not pay for:\n\n- floods of rivers\n"
    (unit,) = [one for one in units_of(packet(passage(text))) if "floods" in one.text]
    assert [cited.quote.text for cited in quoted_claim(unit, support=0.7).citations] == [
        "- floods of rivers",
        "This policy applies to tenants only.",
        "It does not pay for:",
    ]


NOTES = "\n\n\\* Net of tax, as the council\nhas it.\n\nFigures of 2024 are estimates."


def test_a_row_is_quoted_with_what_stands_about_its_table_and_the_notes_of_its_header() -> None:
    of = tables.table([["Town", "Cost*"], ["Ash", "610"], ["Elm", "90"]])
    before = "Amounts in thousands of pounds.\n\n"
    shift = len(before)
    cells = tuple((row, column, a + shift, b + shift, head) for row, column, a, b, head in of.passage.table_cells)
    text = f"{before}{of.passage.text.text}{NOTES}"
    shifted = replace(of.passage, text=Sealed(text), end=len(text), table_cells=cells)
    (unit,) = [one for one in units_of(replace(of, passage=shifted)) if "610" in one.text]
    assert [cited.quote.text for cited in quoted_claim(unit, support=0.7).citations] == [
        "Ash | 610",
        "Amounts in thousands of pounds.",
        "Town | Cost*",
        "\\* Net of tax, as the council\nhas it.",
        "Figures of 2024 are estimates.",
    ]


def test_a_row_is_quoted_with_the_header_of_its_table() -> None:
    ranked = rank_units([packet(table())], asked=Sealed("x"), question=NOTHING, similarity=same, order=BY_COSINE)
    claim = quoted_claim(ranked[0].unit, support=0.7)
    assert [cited.quote.text for cited in claim.citations] == ["Basic | 10 dollars", "Plan | Price per month"]
    assert str(claim.citations[0].cell_range) == "T1!R2C1:R2C2"


def test_an_exception_in_a_row_is_none_from_another_and_one_below_the_table_is() -> None:
    """E6."""
    of = tables.table([["Train", "Days"], ["R22", "Mon-Sat"], ["R24", "daily"], ["R26", "daily except 24 December"]])
    below = "\n\nTrains run except during strikes."
    text = f"{of.passage.text.text}{below}"
    shown = replace(of, passage=replace(of.passage, text=Sealed(text), end=len(text)))
    quotes = {
        unit.text: [cited.quote.text for cited in quoted_claim(unit, support=0.7).citations][1:]
        for unit in units_of(shown)
    }
    assert quotes["R24 | daily"] == ["Train | Days", below.strip()]
    assert quotes["R26 | daily except 24 December"] == ["Train | Days", below.strip()]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        (
            "Opening hours\n\nSummer\n\n9 to 17\n\nWinter\n\n10 to 15\n\nDogs are welcome.",
            ["Opening hours ... 10 to 15", "Dogs are welcome."],
        ),
        (
            "The manager said:\n\nThe bonus is 90 euros. It is paid in May.",
            ["The manager said: ... 90 euros.", "It is paid in May."],
        ),
        (
            "# cache.ttl\n\nSeconds that an entry lives. Default: 60. Deprecated since 3.0.",
            ["Seconds ... 3.0."],
        ),
        ("Type: integer\nDefault: 4", ["Type: integer ... 4"]),
        (
            "It covers:\n\n- burst pipes in winter\n- broken windows",
            ["- burst pipes in winter", "- broken windows"],
        ),
        (
            "Fees of the school\n\nA lesson costs 27 euros.\n\nSiblings pay less.",
            ["Fees of the school", "A lesson costs 27 euros.", "Siblings pay less."],
        ),
        (
            "Prices: they rose in May. Nobody knows why that was so.",
            ["Prices: they rose in May.", "Nobody knows why that was so."],
        ),
    ],
)
def test_what_says_nothing_alone_is_quoted_with_what_stands_beside_it(text: str, units: list[str]) -> None:
    found = [one.text for one in units_of(packet(passage(text)))]
    for quoted, wanted in zip(found, units, strict=True):
        first, _, last = wanted.partition(" ... ")
        assert quoted.startswith(first) and quoted.endswith(last or first)


def test_struck_sentences_are_no_units() -> None:
    text = "~~Motorcycles park free of charge.~~ Visitors park for ~~three hours~~ two hours."
    assert [one.text for one in units_of(packet(passage(text)))] == [text[text.index("Visitors") :]]
