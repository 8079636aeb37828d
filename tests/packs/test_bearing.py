"""Which frozen claims bear on an inquiry: walls, variants, facts that answer, and what they wait for (J, I3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.flows.packs import pack_named
from aver.stages.packs import Borne, bearing_on, products_of, read_inquiry
from aver.values.bearing import Bearing
from aver.values.claims import Citation, ClaimContent, ClaimState, Origin, StoredClaim, StoredKind

SENSORS = pack_named("sensors")
R200, C300 = "datasheets/ns-r200-en.pdf", "datasheets/ns-c300-en.pdf"
TRANSPARENT = "material in ['clear_glass', 'pet', 'film']"
SUITS = "task == 'selection' && material in ['metal', 'carton'] && rate <= 180000"


def _claim(kind: StoredKind, name: str = "c", *, cites: str = R200, **said: str) -> StoredClaim:
    quote = Citation(document="d", uri=cites, version="v", start=0, end=5, quote="words", context="words", offset=0)
    return StoredClaim(
        tenant="t",
        id=name,
        number=1,
        content=ClaimContent(kind=kind, statement="It is so.", citations=(quote,), **said),
        origin=Origin.AUTHORED,
        author="ann",
        at="2026-06-01T00:00:00Z",
        supersedes=None,
        own=None,
        state=ClaimState.FROZEN,
        reviewer="ann",
        changed_at="2026-06-01T00:00:00Z",
        receipt="",
    )


NOT_GLASS = _claim(StoredKind.CONSTRAINT, "wall", when="product == 'NS-R200'", forbids=TRANSPARENT, target="NS-C300")
TOO_MANY = _claim(StoredKind.NEEDS_EXPERT, "expert", when=f"{TRANSPARENT} && rate > 135000")
SUITABLE = _claim(StoredKind.FACT, "fact", when=SUITS)


def _bearing(text: str, *claims: StoredClaim, evidenced: tuple[str, ...] = ()) -> dict[str, Borne]:
    found = bearing_on(read_inquiry(text, SENSORS), claims, SENSORS, evidenced=evidenced)
    return {one.claim.id: one for one in found}


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Is the NS-R200 right for clear glass?", True),
        ("Is the NS-R200-P right for clear glass?", True),
        ("Is the NS-C300 right for clear glass?", False),
        ("Is the NS-R200 right for cans?", False),
        ("Is the NS-R200 right for glass?", False),
    ],
)
def test_a_wall_stands_against_the_product_that_is_named_and_its_variants(text: str, stands: bool) -> None:
    assert ("wall" in _bearing(text, NOT_GLASS)) is stands


def test_a_wall_that_holds_for_a_part_of_a_range_stands_against_all_of_it() -> None:
    wall = _claim(StoredKind.CONSTRAINT, when="product == 'NS-R200'", forbids="rate > 48000")

    assert _bearing("NS-R200 at 30,000 to 60,000 objects/h?", wall)["c"].bearing is Bearing.FORBIDS
    assert not _bearing("NS-R200 at 30,000 to 40,000 objects/h?", wall)


def test_where_no_product_is_named_a_wall_stands_against_those_that_the_draft_is_about() -> None:
    asked = "Which sensor for clear glass at 20,000 bottles per hour?"

    assert not _bearing(asked, NOT_GLASS, TOO_MANY, evidenced=("NS-C300",))
    assert _bearing(asked, NOT_GLASS, TOO_MANY, evidenced=("NS-C300", "NS-R200"))["wall"].target == "NS-C300"


def test_a_fact_that_answers_says_which_products_walls_are_held_against() -> None:
    too_far = _claim(StoredKind.CONSTRAINT, "far", when="product == 'NS-C300'", forbids="rate > 10000")
    asked = "Which sensor for cans at 20,000 per hour?"

    assert set(_bearing(asked, SUITABLE, too_far, evidenced=("NS-C300",))) == {"fact"}
    assert set(_bearing(asked, too_far, evidenced=("NS-C300",))) == {"far"}


def test_a_wall_names_no_variant_that_something_stands_against_too() -> None:
    also = _claim(StoredKind.CONSTRAINT, "also", when="product == 'NS-C300'", forbids="rate > 135000")
    few, many = (f"Is the NS-R200 right for PET at {rate} bottles per hour?" for rate in ("50,000", "500,000"))

    for other in (also, TOO_MANY):
        assert _bearing(few, NOT_GLASS, other)["wall"].target == "NS-C300"
        assert _bearing(many, NOT_GLASS, other)["wall"].target == ""


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("for PET bottles?", True),
        ("for PET bottles indoors?", False),
        ("for PET bottles at 20,000 per hour?", True),
        ("for PET bottles with an 8 h shift?", True),
        ("for PET bottles of 0.5 l?", True),
        ("for PET bottles at 20,000 per hour and 30 °C?", False),
        ("for PET bottles on line 7?", False),
        ("for 180 000 PET bottles?", False),
        ("for PET bottles at 1e6 bph?", False),
        ("for PET bottles at 180000 rotations per hour?", False),
    ],
)
def test_a_wall_leads_only_to_a_variant_that_claims_weigh_in_every_respect_that_is_stated(
    asked: str, leads: bool
) -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    cold = _claim(StoredKind.CONSTRAINT, "cold", when="product == 'NS-R200'", forbids="temperature < 0")

    unnamed = _bearing(f"Which sensor {asked}", redirect, TOO_MANY, cold)["redirect"]
    named = _bearing(f"The NS-R200 {asked}", redirect, TOO_MANY, cold)["redirect"]

    assert unnamed.bearing is (Bearing.REDIRECTS if leads else Bearing.NEEDS_EXPERT)
    assert (named.bearing, named.target) == (Bearing.REDIRECTS, "NS-C300" if leads else "")


def test_a_fact_that_holds_weighs_for_its_product_and_one_that_does_not_hold_weighs_nothing() -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    npn = _claim(StoredKind.FACT, "npn", when="task == 'selection' && output == 'NPN'")
    npn = replace(npn, content=replace(npn.content, statement="The NS-C300 is available with NPN outputs."))

    assert _bearing("Which sensor for PET with NPN output?", redirect, npn)["redirect"].target == "NS-C300"
    assert _bearing("Which sensor for PET with PNP output?", redirect, npn)["redirect"].target == ""
    assert _bearing("NS-R200 for PET, NPN output. Thoughts?", redirect, npn)["redirect"].target == "NS-C300"


@pytest.mark.parametrize(("rate", "leads"), [("50,000", True), ("58,000", False)])
def test_a_wall_stands_against_what_follows_from_the_statements(rate: str, leads: bool) -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    fast = _claim(StoredKind.CONSTRAINT, "fast", when="product == 'NS-C300'", forbids="speed > 1.5")
    pitch = _claim(StoredKind.CONSTRAINT, "pitch", when="product == 'NS-C300'", forbids="pitch < 40")

    found = _bearing(f"NS-R200 for PET at {rate} bottles per hour, pitch 100 mm?", redirect, fast, pitch, TOO_MANY)

    assert found["redirect"].target == ("NS-C300" if leads else "")


@pytest.mark.parametrize(("rate", "waits"), [("60000", False), ("180000", True)])
def test_a_wall_waits_for_a_figure_that_may_stand_against_its_variant_in_the_unit_it_lacks(
    rate: str, waits: bool
) -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")

    found = _bearing(f"Throughput {rate}, PET. Which sensor?", redirect, TOO_MANY)["redirect"]

    assert found.bearing is (Bearing.WAITS if waits else Bearing.REDIRECTS)


def test_a_redirect_leads_nobody_to_where_they_are() -> None:
    redirect = _claim(StoredKind.REDIRECT, when=TRANSPARENT, target="NS-C300")

    assert _bearing("Is the NS-C300 right for PET?", redirect) == {}
    assert _bearing("Which sensor for PET?", redirect)["c"].bearing is Bearing.REDIRECTS


def test_a_redirect_to_a_product_leads_nobody_away_from_its_variant() -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    far = _claim(StoredKind.CONSTRAINT, "far", when="product == 'NS-C300'", forbids="distance > 2", target="NS-C300-L")

    assert _bearing("Is the NS-C300-L right for PET?", redirect) == {}
    found = _bearing("Which sensor for PET, 3 m between emitter and receiver?", redirect, far)
    assert found["redirect"].target == "NS-C300-L"


@pytest.mark.parametrize("said", ["{} from post to post", "distance say {} which is the pitch"])
@pytest.mark.parametrize(("amount", "waits"), [("2.5 m", True), ("1.5 m", False)])
def test_a_wall_waits_where_a_number_of_no_one_name_may_stand_against_its_variant(
    said: str, amount: str, waits: bool
) -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    far = _claim(StoredKind.CONSTRAINT, "far", when="product == 'NS-C300'", forbids="distance > 2", target="NS-C300-L")

    found = _bearing(f"Which sensor for PET, {said.format(amount)}?", redirect, far)["redirect"]

    assert found.bearing is (Bearing.WAITS if waits else Bearing.REDIRECTS)
    assert found.open == (("distance",) if waits else ())


@pytest.mark.parametrize(("rate", "waits"), [("50,000", False), ("58,000", True)])
def test_a_wall_waits_where_what_follows_from_a_number_without_a_name_may_stand_against_its_variant(
    rate: str, waits: bool
) -> None:
    redirect = _claim(StoredKind.REDIRECT, "redirect", when=TRANSPARENT, target="NS-C300")
    fast = _claim(StoredKind.CONSTRAINT, "fast", when="product == 'NS-C300'", forbids="speed > 1.5")

    found = _bearing(f"PET at {rate} bottles per hour, 100 mm. Which sensor?", redirect, fast, TOO_MANY)["redirect"]

    assert found.bearing is (Bearing.WAITS if waits else Bearing.REDIRECTS)
    assert found.open == (("pitch",) if waits else ())


def test_whether_a_product_will_do_is_answered_by_a_fact_that_chooses_it() -> None:
    chooses = _claim(StoredKind.FACT, "fact", when=SUITS)
    about = replace(chooses, content=replace(chooses.content, statement="The NS-R200 counts cans."))

    assert _bearing("Can the NS-R200 count cans at 20,000 per hour?", about)["fact"].bearing is Bearing.ANSWERS
    assert not _bearing("Can the NS-C300 count cans at 20,000 per hour?", about)
    assert not _bearing("Can the NS-R200 count cans at 500,000 per hour?", about)
    assert not _bearing("Can the NS-R200 count cans on the quay at 20,000 per hour?", about)


def test_a_fact_answers_only_where_it_weighs_all_that_was_stated() -> None:
    assert _bearing("Which sensor for cans at 20,000 per hour?", SUITABLE)["fact"].bearing is Bearing.ANSWERS
    assert not _bearing("Which sensor for cans at 20,000 per hour with IP69K?", SUITABLE)
    assert not _bearing("Which sensor for cans at 500,000 per hour?", SUITABLE)
    assert not _bearing("Which sensor for cans at 100,000 to 200,000 per hour?", SUITABLE)
    assert not _bearing(
        "How heavy is the sensor for cans at 20,000 per hour?".replace("sensor for", "thing with"), SUITABLE
    )


def test_a_fact_waits_for_what_nobody_stated_unless_it_could_not_hold_anyway() -> None:
    by_pitch = _claim(StoredKind.FACT, when=f"{SUITS} && pitch <= 90")

    waits = _bearing("Which sensor for cans at 20,000 per hour?", by_pitch)["c"]
    assert (waits.bearing, waits.open) == (Bearing.WAITS, ("pitch",))
    assert not _bearing("Which sensor for cans at more than 100,000 per hour?", by_pitch)


def test_a_predicate_that_the_pack_cannot_read_is_said_and_does_nothing() -> None:
    other = _claim(StoredKind.CONSTRAINT, when="colour == 'red'", forbids="true")

    assert _bearing("Is the NS-R200 right for cans?", other)["c"].bearing is Bearing.UNREAD


def test_documents_name_their_products_and_no_variants() -> None:
    assert products_of(["datasheets/ns-r200-de.pdf", "x/datasheets/ns-c300-en.pdf", "other.pdf"], SENSORS) == (
        "NS-R200",
        "NS-C300",
    )
    assert products_of(["xdatasheets/ns-r200-de.pdf"], SENSORS) == ()


@given(text=st.text(max_size=200), order=st.permutations([NOT_GLASS, SUITABLE]))
def test_bearing_is_total_and_does_not_hang_on_the_order_of_the_claims(text: str, order: list[StoredClaim]) -> None:
    there = _bearing(text, *order, evidenced=("NS-R200",))

    assert there == _bearing(text, *reversed(order), evidenced=("NS-R200",))
    assert all(one.claim == replace(one.claim) for one in there.values())


def _said(kind: StoredKind, name: str, statement: str, **said: str) -> StoredClaim:
    one = _claim(kind, name, **said)
    return replace(one, content=replace(one.content, statement=statement))


COUNTS = _said(StoredKind.FACT, "counts", "The NS-R200 counts cans.", when=SUITS)
REACHES = _said(StoredKind.FACT, "reaches", "The NS-R200 reaches 6 m.", when="task == 'selection' && distance <= 6")
OTHER = _said(StoredKind.FACT, "other", "The NS-C300 reaches 2 m.", when="task == 'selection' && distance <= 2")


def test_facts_about_one_product_answer_together_where_they_weigh_all_that_is_stated() -> None:
    asked = "Which sensor for cans at 20,000 per hour, distance 1 m?"
    found = _bearing(asked, COUNTS, REACHES, OTHER)

    assert found["counts"].beside == ("reaches",)
    assert found["reaches"].beside == ("counts",)
    assert "other" not in found


def test_facts_about_different_products_are_never_welded() -> None:
    assert not _bearing("Which sensor for cans at 20,000 per hour, distance 1 m?", COUNTS, OTHER)


def test_a_condition_that_no_fact_weighs_keeps_all_of_them_in() -> None:
    assert not _bearing("Which sensor for cans at 20,000 per hour, distance 8 m?", COUNTS, REACHES)


def test_words_of_several_choices_are_settled_where_each_of_them_meets_the_wall() -> None:
    redirect = _claim(StoredKind.REDIRECT, when=f"task == 'selection' && {TRANSPARENT}", target="NS-C300")

    assert (
        _bearing("Which sensor for transparent bottles at 20,000 per hour?", redirect, TOO_MANY)["c"].target
        == "NS-C300"
    )
    assert not _bearing("Which sensor for glass at 20,000 per hour?", redirect)


def test_a_wall_leads_on_to_the_variant_of_the_variant() -> None:
    far = _claim(StoredKind.CONSTRAINT, "far", when="product == 'NS-C300'", forbids="distance > 2", target="NS-C300-L")
    too_far = _claim(StoredKind.CONSTRAINT, "limit", when="product == 'NS-C300-L'", forbids="distance > 4")
    asked = "NS-R200 for clear glass, distance {} m?"

    near, on, nowhere = (_bearing(asked.format(metres), NOT_GLASS, far, too_far) for metres in (1, 3, 5))

    assert {name: one.target for name, one in near.items()} == {"wall": "NS-C300"}
    assert {name: one.target for name, one in on.items()} == {"wall": "NS-C300-L", "far": "NS-C300-L"}
    assert {name: one.target for name, one in nowhere.items()} == {"wall": "", "far": "", "limit": ""}
    assert {one.bearing for one in nowhere.values()} == {Bearing.FORBIDS}


def test_a_variant_is_not_offered_where_only_an_expert_can_say_whether_it_will_do() -> None:
    redirect = _claim(StoredKind.REDIRECT, when=f"task == 'selection' && {TRANSPARENT}", target="NS-C300")

    assert not _bearing("Which sensor for clear glass at 20,000 per hour, ATEX?", redirect)


TORQUE = "asked == 'torque' && product == 'NS-R200'"
FASTEN = _said(StoredKind.FACT, "fasten", "Tighten the two M3 screws of the NS-R200 with 0.6 Nm.", when=TORQUE)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("What tightening torque for the NS-R200?", True),
        ("What tightening torque for the NS-C300?", False),
        ("What tightening torque for the bracket of the NS-R200?", False),
        ("Which screws can I leave out with no tightening on the NS-R200?", False),
        ("What tightening torque for the NS-R200? And what colour is it?", False),
    ],
)
def test_a_fact_on_a_property_answers_where_nothing_else_is_asked(text: str, answers: bool) -> None:
    assert ("fasten" in _bearing(text, FASTEN)) is answers


def test_of_one_fact_in_two_languages_that_of_the_inquiry_answers() -> None:
    german = _said(StoredKind.FACT, "deutsch", "Die Schrauben der NS-R200 mit 0,6 Nm anziehen.", when=TORQUE)

    assert set(_bearing("Welches Drehmoment für die NS-R200?", FASTEN, german)) == {"deutsch"}
