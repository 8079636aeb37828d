"""The line of a record answers where a question names it by its key, and the record by what it is called (G5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.field_named import field_named
from aver.stages.framing import frame_of
from aver.stages.quotation import accompanying
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

METERS = """Device: Flow meter FM-22
Serial number: 22-00871
Calibrated: 2 May 2026
Next calibration: 2 May 2027
Responsible: Anita Kumar

Device: Flow meter FM-23
Serial number: 22-00872
Calibrated: 9 June 2025
Next calibration: 9 June 2026
Responsible: Jonas Weil"""
GATEWAY = '[mqtt]\nbroker = "mq.example"\nport = 8883\nkeepalive_s = 45\n\n[sampling]\ninterval_ms = 250'
RULES = "PEP: 310\nStatus: Rejected\nReplaces: PEP 120\nCreated: 18-Dec-2002\nMaximum length: 79"


def held(text: str, *, title: str = "Records", uri: str = "records.txt") -> EvidencePacket:
    return packet(passage(text, title=Sealed(title), section_path=Sealed(""), uri=uri))


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is the serial number of FM-22?", "Serial number: 22-00871"),
        ("What is the serial number of the flow meter FM-23?", "Serial number: 22-00872"),
        ("When was FM-23 calibrated?", "Calibrated: 9 June 2025"),
        ("When is the next calibration of FM-22?", "Next calibration: 2 May 2027"),
        ("Who is responsible for FM-22?", "Responsible: Anita Kumar"),
        ("Who is responsible for serial number 22-00872?", "Responsible: Jonas Weil"),
        ("What is the serial number?", None),
        ("What is the serial number of the flow meter?", None),
        ("What is the serial number of FM-24?", None),
        ("What is the serial number of the pump of FM-22?", None),
        ("When was FM-22 not calibrated?", None),
        ("When was FM-22 last calibrated?", None),
        ("Was FM-22 calibrated?", None),
        ("What is the responsible person's phone number for FM-22?", None),
        ("What is its serial number?", None),
        ("Which device was calibrated earlier, FM-22 or FM-23?", None),
    ],
)
def test_a_field_is_named_by_its_key_and_its_record(question: str, line: str | None) -> None:
    found = field_named(question, [held(METERS)])

    assert (found.text if found else None) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is the MQTT port in production?", "port = 8883"),
        ("How long is the keepalive in production?", "keepalive_s = 45"),
        ("Which sampling interval is set?", "interval_ms = 250"),
        ("What is the MQTT port of the test bench?", None),
        ("What is the maximum MQTT port?", None),
    ],
)
def test_a_setting_is_named_by_its_section_and_the_title(question: str, line: str | None) -> None:
    found = field_named(question, [held(GATEWAY, title="Gateway, production", uri="gateway.toml")])

    assert (found.text if found else None) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is the status of PEP 310?", "Status: Rejected"),
        ("What is the maximum length of PEP 310?", "Maximum length: 79"),
        ("What is the status of the PEP that replaces PEP 120?", "Status: Rejected"),
        ("What is the status of PEP 120?", None),
        ("What is the status of PEP 999?", None),
    ],
)
def test_a_record_with_a_number_is_not_the_one_that_its_fields_or_titles_name(question: str, line: str | None) -> None:
    found = field_named(question, [held(RULES, title="Amending PEP 999", uri="pep-0310.rst")])

    assert (found.text if found else None) == line


def test_two_records_that_fit_name_none_and_what_they_are_called_goes_before_their_fields() -> None:
    live, bench = (held(GATEWAY, title=title) for title in ("Gateway, production", "Gateway, bench"))
    other = held("PEP: 400\nStatus: Draft\nSee also: PEP 310", title="Another")

    assert field_named("What is the MQTT port?", [live, replace(bench, passage=replace(bench.passage, chunk="chk_2"))])
    changed = held(GATEWAY.replace("8883", "1883"), title="Gateway, bench")
    assert field_named("What is the MQTT port?", [live, changed]) is None
    found = field_named("What is the status of PEP 310?", [other, held(RULES)])
    assert found is not None
    assert found.text == "Status: Rejected"


TERMS = "Letter\nup to 2 kg, 3 euros\n\nLarge parcel\nup to 35 kg, 9 euros, three days\n\nWeight limit\n35 kg"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does a large parcel cost?", "Large parcel\nup to 35 kg, 9 euros, three days"),
        ("How long does a large parcel take?", "Large parcel\nup to 35 kg, 9 euros, three days"),
        ("What is the weight limit?", "Weight limit\n35 kg"),
        ("What does the weight limit cost?", None),
        ("What does a small parcel cost?", None),
        ("How long does a letter take?", None),
    ],
)
def test_a_term_is_named_with_what_it_says_of_itself(question: str, said: str | None) -> None:
    found = field_named(question, [held(TERMS, title="Post")])

    assert (found.text if found else None) == said


def test_what_bounds_a_record_is_quoted_with_its_field() -> None:
    here = held("Name: Ida\nRole: Warden\nUntil: 31 March 2026\nPhone: 44")
    text = here.passage.text.text
    unit = field_named("What is the role of Ida?", [here])

    assert unit is not None
    quoted = {text[start - here.passage.start : end - here.passage.start] for start, end in accompanying(unit)}
    assert quoted == {"Name: Ida", "Until: 31 March 2026"}


def test_superseded_text_and_code_name_nothing() -> None:
    old = held(METERS)
    gone = replace(old.passage, freshness=Freshness.SUPERSEDED)
    code = replace(old.passage, kind=ChunkKind.CODE)

    for one in (gone, code):
        assert field_named("What is the serial number of FM-22?", [replace(old, passage=one)]) is None


def test_what_a_record_is_called_is_quoted_with_its_field() -> None:
    here = held(METERS).passage
    text = here.text.text

    spans = frame_of(here, here.start + text.index("Serial number: 22-00872"))

    assert [text[start - here.start : end - here.start] for start, end in spans] == ["Device: Flow meter FM-23"]


@given(st.text(max_size=120), st.text(alphabet='abB :=\n-{}"', max_size=120))
def test_any_question_and_text_are_read(question: str, text: str) -> None:
    found = field_named(f"What is {question}", [held(text or "x")])

    assert found is None or found.text in text
