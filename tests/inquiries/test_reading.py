"""What reading an inquiry promises: spans that hold, no guess where words leave something open."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.flows.packs import pack_named
from aver.stages.packs import read_inquiry
from aver.values.readings import Amount, Chosen, Doubt, Given, InquiryReading

SENSORS = pack_named("sensors")


def _doubt(reading: InquiryReading, parameter: str) -> Doubt | None:
    return next((one.doubt for one in reading.ambiguities if one.parameter == parameter), None)


def _rate(text: str) -> Amount | None:
    value = read_inquiry(text, SENSORS).value("rate")
    return value if isinstance(value, Amount) else None


def test_a_value_names_the_words_it_was_read_from() -> None:
    text = "Clear glass, 60,000 bottles an hour: which sensor?"
    reading = read_inquiry(text, SENSORS)

    words = {one.parameter: [text[span.start : span.end] for span in one.spans] for one in reading.stated}

    assert words == {"material": ["Clear glass"], "rate": ["60,000 bottles an hour"]}


@pytest.mark.parametrize(
    "spelling",
    [
        "60.000 Flaschen pro Stunde",
        "60 000 Flaschen/h",
        "60.000/h",
        "60000 bph",
        "60000bph",
        "60k bottles per hour",
        "60 Tsd. Stück je Stunde",
        "sixty thousand bottles an hour",
        "1,000 bottles per minute",
        "1.000 Flaschen in der Minute",
        "60,000 clear glass bottles per hour",
        "60.000 Klarglasflaschen/h",
    ],
)
def test_a_rate_is_the_same_however_it_is_spelt(spelling: str) -> None:
    assert _rate(f"Which sensor for {spelling}?") == Amount(
        low=Fraction(60000), high=Fraction(60000), unit="object/hour"
    )


@pytest.mark.parametrize(
    ("spelling", "rate"),
    [
        ("1 bottle every 0.2 seconds", 18_000),
        ("3 bottles per 2 seconds", 5_400),
        ("500 bottles/10 minutes", None),
        ("1 bottle every 0 seconds", None),
        ("1 bottle every 2 to 3 seconds", None),
        ("1 bottle every 2 mm", None),
    ],
)
def test_a_rate_may_be_so_many_for_so_long(spelling: str, rate: int | None) -> None:
    assert _rate(f"Which sensor for PET, {spelling}?") == (
        None if rate is None else Amount(low=Fraction(rate), high=Fraction(rate), unit="object/hour")
    )


def test_a_conversion_is_exact_where_no_decimal_is() -> None:
    reading = read_inquiry("500,000 bottles per day", SENSORS)
    assert reading.value("rate") == Amount(low=Fraction(62500, 3), high=Fraction(62500, 3), unit="object/hour")


@pytest.mark.parametrize(
    ("text", "parameter", "doubt"),
    [
        ("Which sensor for clear glass at 40,000 bottles/h or 50,000 bottles/h?", "rate", Doubt.STATED_TWICE),
        ("Which sensor for clear glass and PET?", "material", Doubt.STATED_TWICE),
        ("Which sensor for clear or amber glass?", "material", Doubt.SEVERAL_READINGS),
        ("Which sensor? The bottles may be clear or opaque.", "material", Doubt.SEVERAL_READINGS),
        ("Which sensor? We pack cartons or something else.", "material", Doubt.SEVERAL_READINGS),
        ("Welcher Sensor? Die Flaschen sind matt oder undurchsichtig.", "material", Doubt.SEVERAL_READINGS),
        ("Welcher Sensor für Klar- oder Braunglas?", "material", Doubt.SEVERAL_READINGS),
        ("Which sensor for glass bottles?", "material", Doubt.SEVERAL_READINGS),
        ("Which sensor for 40 500 bottles per hour?", "rate", Doubt.SEVERAL_READINGS),
        ("We went from 20,000 to 40,000 bottles per hour.", "rate", Doubt.SEVERAL_READINGS),
        ("The bottles have a pitch of 1.250 mm.", "pitch", Doubt.SEVERAL_READINGS),
        ("A pitch of 90 kg", "pitch", Doubt.WRONG_UNIT),
        ("A pitch of 90", "pitch", Doubt.NO_UNIT),
        ("80 mm, please", "pitch", Doubt.UNNAMED),
        ("Not 40,000 bottles per hour", "rate", Doubt.NEGATED),
        ("Klarglas haben wir nicht.", "material", Doubt.NEGATED),
        ("Which sensor for cans?", "rate", Doubt.MISSING),
        ("20 objects per hour", "rate", Doubt.NOT_ALLOWED),
        ("60,000 ± 5,000 objects/h", "rate", Doubt.NOT_ALLOWED),
        ("twice 30,000 objects/h", "rate", Doubt.NOT_ALLOWED),
    ],
)
def test_words_that_settle_nothing_give_no_value_and_say_why(text: str, parameter: str, doubt: Doubt) -> None:
    reading = read_inquiry(text, SENSORS)

    assert reading.value(parameter) is None
    assert _doubt(reading, parameter) is doubt


def test_the_choices_of_an_ambiguity_are_what_the_words_leave() -> None:
    reading = read_inquiry("Which sensor for glass bottles at 20,000 bottles/h?", SENSORS)

    (asked,) = reading.asked_back

    assert (asked.parameter, asked.choices) == ("material", ("clear_glass", "coloured_glass"))
    assert asked.question == "What are the objects made of that the sensor has to detect?"


def test_a_german_inquiry_is_asked_back_in_german() -> None:
    (asked,) = read_inquiry("Welcher Sensor ist es für 20.000 Flaschen pro Stunde?", SENSORS).asked_back

    assert asked.question == "Woraus bestehen die Objekte, die der Sensor erkennen soll?"


@pytest.mark.parametrize("text", ["neither glass nor PET", "kein Glas oder PET", "weder Glas noch PET"])
def test_a_negation_before_a_list_is_about_every_member_of_it(text: str) -> None:
    reading = read_inquiry(f"Which sensor? It is {text}.", SENSORS)

    (asked,) = [one for one in reading.ambiguities if one.parameter == "material"]

    assert asked.choices == ("film", "metal", "carton", "opaque")


def test_a_code_is_not_read_inside_a_longer_one() -> None:
    assert read_inquiry("Is the NS-R200-S in stock?", SENSORS).value("product") == Chosen(choice="NS-R200-S")
    assert read_inquiry("Is the NS-R200-X in stock?", SENSORS).value("product") is None
    assert read_inquiry("Sind NS-R200-Sensoren lieferbar?", SENSORS).value("product") == Chosen(choice="NS-R200")


def test_a_value_given_by_name_settles_what_the_words_leave_open() -> None:
    reading = read_inquiry("Which sensor for glass at 20,000 bottles/h?", SENSORS, given={"material": "clear_glass"})

    assert reading.asked_back == ()
    assert [(one.parameter, one.given) for one in reading.stated] == [("material", Given.STATED), ("rate", Given.READ)]


def test_a_value_given_by_name_that_contradicts_the_words_settles_nothing() -> None:
    reading = read_inquiry("Which sensor for PET at 20,000 bottles/h?", SENSORS, given={"rate": "30000"})

    assert reading.value("rate") is None
    assert _doubt(reading, "rate") is Doubt.STATED_TWICE


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("rate", "60000", Amount(low=Fraction(60000), high=Fraction(60000), unit="object/hour")),
        ("rate", "1000 bottles/min", Amount(low=Fraction(60000), high=Fraction(60000), unit="object/hour")),
        ("rate", "30000-60000", Amount(low=Fraction(30000), high=Fraction(60000), unit="object/hour")),
        ("pitch", "12 cm", Amount(low=Fraction(120), high=Fraction(120), unit="mm")),
        ("temperature", "-20", Amount(low=Fraction(-20), high=Fraction(-20), unit="°C")),
        ("outdoor", "ja", Chosen(choice="yes")),
        ("material", "Klarglas", Chosen(choice="clear_glass")),
    ],
)
def test_a_given_value_is_read_in_its_unit_or_the_parameters_own(name: str, value: str, read: object) -> None:
    assert read_inquiry("?", SENSORS, given={name: value}).value(name) == read


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "red"),
        ("material", "glass"),
        ("material", ""),
        ("rate", "fast"),
        ("rate", "60000 60000"),
        ("rate", "60000 mm"),
        ("rate", "12"),
        ("pitch", "1.234"),
        ("pitch", "80 mm or so, perhaps"),
        ("outdoor", "maybe"),
    ],
)
def test_a_given_value_that_cannot_be_read_is_refused_with_a_hint(name: str, value: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_inquiry("?", SENSORS, given={name: value})
    assert refused.value.hint


def test_a_numeral_of_thousands_of_digits_is_no_amount() -> None:
    assert read_inquiry(f"gap {'9' * 1500} mm and {'9' * 1500} m/min", SENSORS).stated == ()


@pytest.mark.parametrize(
    "spelling",
    ["30,000 to 40,000 bottles/h", "30,000 bottles/h to 40,000", "30.000/h bis 40.000/h", "30-40 thousand bottles/h",
     "30,000 bph up to 40,000 bph", "between 30,000 and 40,000 bottles an hour", "30k-40k bottles/h"],
)  # fmt: skip
def test_a_range_is_the_same_wherever_its_unit_stands(spelling: str) -> None:
    assert _rate(f"It is {spelling}.") == Amount(low=Fraction(30000), high=Fraction(40000), unit="object/hour")


@pytest.mark.parametrize(
    ("said", "metres"),
    [
        ("6 ft 9 in", Fraction(20574, 10000)),
        ("6 feet 9 inches", Fraction(20574, 10000)),
        ("6 ft 9 in apart in the old hall", Fraction(20574, 10000)),
        ("2 m 5 cm", Fraction(205, 100)),
        ("2 m 40 mm gap", Fraction(2)),
    ],
)
def test_an_amount_may_be_said_in_two_units(said: str, metres: Fraction) -> None:
    assert read_inquiry(f"The distance is {said}.", SENSORS).value("distance") == Amount(
        low=metres, high=metres, unit="m"
    )


@pytest.mark.parametrize("said", ["-10 to +50 °C", "-10...+50 °C", "minus 10 bis plus 50 °C"])
def test_a_range_of_temperatures_keeps_its_cold_end(said: str) -> None:
    read = read_inquiry(f"Ambient temperature {said}.", SENSORS).value("temperature")

    assert read == Amount(low=Fraction(-10), high=Fraction(50), unit="°C")


def test_a_range_of_two_different_units_has_no_value() -> None:
    assert _rate("30,000 bottles/h to 600 bottles/min") is None


def test_an_expert_is_named_even_where_the_words_deny_the_topic() -> None:
    reading = read_inquiry("It is not for protection of persons. Which sensor?", SENSORS)

    assert [one.topic for one in reading.topics] == ["safety"]


def test_a_whole_document_is_no_inquiry() -> None:
    with pytest.raises(BadInput):
        read_inquiry("a" * 4_001, SENSORS)


@settings(max_examples=150, deadline=None)
@given(
    value=st.integers(100, 9_999_999),
    unit=st.sampled_from(["bottles/h", "Flaschen pro Stunde", "objects per hour", "bph"]),
    form=st.sampled_from(["{}", "{:,}"]),
)
def test_any_rate_in_english_notation_is_read_as_written(value: int, unit: str, form: str) -> None:
    assert _rate(f"We are at {form.format(value)} {unit}.") == Amount(
        low=Fraction(value), high=Fraction(value), unit="object/hour"
    )


@settings(max_examples=150, deadline=None)
@given(text=st.text(alphabet=st.sampled_from(list("NSR2C30-P glaschPETohnenor,.:;/h±x60 000mm°äü\n")), max_size=60))
def test_any_text_gives_spans_within_it_and_no_parameter_both_read_and_open(text: str) -> None:
    reading = read_inquiry(text, SENSORS)

    spans = [span for one in (*reading.stated, *reading.ambiguities, *reading.topics) for span in one.spans]
    names = [one.parameter for one in (*reading.stated, *reading.ambiguities)]

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert len(names) == len(set(names))
    assert read_inquiry(text, SENSORS) == reading


@pytest.mark.parametrize(
    ("text", "degrees"), [("at minus 25 °C", -25), ("bei minus 25 °C", -25), ("at -25 °C", -25), ("at 25 °C", 25)]
)
def test_a_sign_may_be_a_word(text: str, degrees: int) -> None:
    assert read_inquiry(f"NS-R200 {text}?", SENSORS).value("temperature") == Amount(
        low=Fraction(degrees), high=Fraction(degrees), unit="°C"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Which sensor for cans at 20,000 bph?",
        "wich sensor is the right one for cans at 20,000 bph",
        "What fotocell do you recomend for cans at 20,000 bph?",
        "Kartons, 2500 in der Stunde: was für eine Lichtschranke nehmen wir da?",
        "Cans, 20,000 bph. Which one?",
        "Welche Empfelung für Dosen, 20.000/h?",
    ],
)
def test_a_choice_is_asked_for_in_many_ways_and_with_slips(text: str) -> None:
    reading = read_inquiry(text, SENSORS)

    assert reading.tasks == ("selection",)
    assert not reading.asked_back


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("How heavy is the NS-R200-S incl. the 2 m cable?", {"weight": ("2", "cable", "m")}),
        ("Aus welchem Material ist das Gehäuse der NS-R200-S?", {"housing": ()}),
        ("Current consumption of the R200 with no load?", {"current_consumption": ()}),
        ("How heavy is the NS-R200 without its cable?", {}),
        ("Which sensor for cans at 20,000 bph and IP67?", {}),
        ("Does the NS-C300 carry a UL listing?", {}),
    ],
)
def test_a_property_is_asked_for_with_the_words_that_count_beside_it(
    text: str, asked: dict[str, tuple[str, ...]]
) -> None:
    assert {one.attribute: one.rest for one in read_inquiry(text, SENSORS).asked} == asked


@pytest.mark.parametrize(
    ("text", "asked_back"),
    [
        ("Wie schwer ist der Sensor?", ["product"]),
        ("How fast does support respond?", []),
        ("Does Linewatch offer a discount for universities?", []),
    ],
)
def test_a_property_alone_without_a_product_asks_which_is_meant(text: str, asked_back: list[str]) -> None:
    assert [one.parameter for one in read_inquiry(text, SENSORS).asked_back] == asked_back


@pytest.mark.parametrize(
    "text",
    [
        "Bis auf Klarglas kommt alles vor. Welcher Sensor?",
        "Which sensor for anything but clear glass?",
        "Klarglas ist ausgeschlossen. Welcher Sensor?",
        "Clear glass is ruled out. Which sensor?",
        "We no longer run clear glass. Which sensor?",
    ],
)
def test_what_is_denied_in_any_words_is_no_value(text: str) -> None:
    reading = read_inquiry(text, SENSORS)

    assert reading.value("material") is None
    assert _doubt(reading, "material") in (Doubt.NEGATED, Doubt.SEVERAL_READINGS)


@pytest.mark.parametrize(
    ("text", "product"),
    [("Wie schwer ist die NSR200 S?", "NS-R200-S"), ("weight of the NS C300-L", "NS-C300-L"), ("NS-C300-X?", None)],
)
def test_a_code_is_known_with_its_hyphens_left_out_or_put_as_spaces(text: str, product: str | None) -> None:
    assert read_inquiry(text, SENSORS).value("product") == (None if product is None else Chosen(choice=product))


def test_umlauts_may_be_written_out() -> None:
    reading = read_inquiry("PET, 3 m zwischen Sender und Empfaenger: welcher Sensor?", SENSORS)

    assert reading.value("distance") == Amount(low=Fraction(3), high=Fraction(3), unit="m")
