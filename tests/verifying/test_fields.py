"""A claim is not told by the line of another record, nor by a line with another key or unit (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import UnreadableDocument
from aver.flows.verify_sources import passages_of
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.verifying.fields import of_another_field, of_another_record, only_names
from aver.stages.verifying.ground import around, ground_of
from aver.values.evidence import Passage
from tests.stages.evidence import passage

METERS = "Device: FM-22\nSerial: 871\nDeputy: Ida Moe\n\nDevice: FM-23\nSerial: 872\nDeputy: Jon Bell"
AUTH = "auth:\n  token_lifetime_minutes: 45\n  refresh_lifetime_days: 14"


def cited(here: Passage, *lines: str) -> list[tuple[Passage, int, int]]:
    starts = [here.start + here.text.text.index(line) for line in lines]
    return [(here, start, start + len(line)) for start, line in zip(starts, lines, strict=True)]


@pytest.mark.parametrize(
    ("claim", "line", "another"),
    [
        ("The serial of FM-22 is 872.", "Serial: 872", True),
        ("The serial of FM-23 is 872.", "Serial: 872", False),
        ("The serial is 872.", "Serial: 872", False),
        ("FM-22 and FM-23 have serials 871 and 872.", "Serial: 872", False),
    ],
)
def test_a_line_of_another_record_is_no_evidence(claim: str, line: str, another: bool) -> None:
    assert of_another_record(claim, cited(passage(METERS), line)) is another


@pytest.mark.parametrize(
    ("claim", "another"),
    [
        ("A token lives for 14 days.", True),
        ("A token lives for 45 days.", True),
        ("A token lives for 45 minutes.", False),
        ("A refresh takes 14 days.", False),
    ],
)
def test_a_figure_belongs_to_the_key_that_the_claim_names_and_to_its_unit(claim: str, another: bool) -> None:
    both = cited(passage(AUTH), "token_lifetime_minutes: 45", "refresh_lifetime_days: 14")

    assert of_another_field(claim, both) is another


def test_what_records_are_called_tells_no_value() -> None:
    names = cited(passage(METERS), "Device: FM-22", "Device: FM-23")

    assert only_names("FM-22 is in use.", names)
    assert not only_names("FM-22 is a device.", names)
    assert not only_names("FM-22 is in use.", cited(passage(METERS), "Device: FM-22", "Serial: 871"))


def test_lines_of_a_record_are_units_that_are_read_with_what_it_is_called() -> None:
    ground = ground_of([passage(f"We have two meters.\n\n{METERS}")])
    said = [ground.words(unit) for unit in ground.units]

    assert said == ["We have two meters.", *METERS.replace("\n\n", "\n").split("\n")]
    window = around(ground.units[said.index("Serial: 872")], ground)
    assert [ground.words(one) for one in window] == ["Device: FM-23", "Serial: 872"]


LISTS = "Not insured\n  Damage by pets.\n  Cash.\n\nInsured\n  Theft.\n  Fire.\n\nName: Ida\nAge: 4\n"


@given(st.just(LISTS) | st.text(alphabet="aB. :=\n-", min_size=1, max_size=80))
def test_a_window_holds_units_alone_and_its_own(text: str) -> None:
    content = text.encode()
    try:
        read = parse(content, name="a.txt", limits=Limits())
    except UnreadableDocument:
        return
    ground = ground_of(passages_of(read, uri="a.txt", content=content))
    for unit in ground.units:
        window = around(unit, ground)
        assert unit in window
        assert set(window) <= set(ground.units)


@given(st.text(max_size=60), st.text(alphabet="aB1 :=\n", min_size=1, max_size=80))
def test_any_claim_and_text_are_read(claim: str, text: str) -> None:
    here = passage(text)
    for one in (of_another_record, of_another_field, only_names):
        assert one(claim, [(here, here.start, here.end)]) in (True, False)
