"""What is asked in other words than the pack's: found by likeness, and only where every word is accounted for (B8)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aver.flows.packs import cosines_by, pack_named
from aver.models.embedder import BuiltinEmbedder
from aver.stages.packs import pack_of, read_inquiry
from aver.values.readings import InquiryReading
from tests.packs.written import changed

SENSORS, HELP = pack_named("sensors"), pack_named("help-centre")
COSINES = cosines_by(BuiltinEmbedder(workers=1))


def _asked(text: str) -> list[str]:
    return [one.attribute for one in read_inquiry(text, SENSORS, cosines=COSINES).asked if not one.rest]


@pytest.mark.parametrize(
    ("text", "property_"),
    [
        ("How high over the belt should the NS-C300 beam pass when we run bottles?", "beam_height"),
        ("Ab wieviel Prozent Lichtverlust schaltet eigentlich die NS-C300-L?", "light_loss"),
        ("whats the switching freqency of the NS-C300", "switching_frequency"),
        ("Does the reach of the C300 suffer when it gets hot?", "heat_range"),
    ],
)
def test_a_property_is_found_in_words_that_the_pack_does_not_list(text: str, property_: str) -> None:
    assert not any(not one.rest for one in read_inquiry(text, SENSORS).asked)
    assert _asked(text) == [property_]


@pytest.mark.parametrize(
    "text",
    [
        "How tight should the M8 connector of the NS-R200 be screwed?",
        "Wie lang ist das Kabel der NS-C300?",
        "How often does the NS-C300 fail?",
        "What voltage do the outputs of the NS-R200 switch?",
        "Ab wieviel Prozent Lichtverlust schaltet die NS-C300-L nicht?",
        "R200 oder C300?",
        "How heavy is the NS-C300 pair with cables? And how long is it?",
    ],
)
def test_likeness_alone_names_no_property(text: str) -> None:
    assert _asked(text) == []


def test_a_task_asked_in_other_words_asks_back_what_decides_it() -> None:
    reading = read_inquiry("We'd like our cash back please, how does that work?", HELP, cosines=COSINES)

    assert reading.tasks == ("refund",)
    assert [one.parameter for one in reading.asked_back] == ["billing"]


def test_a_question_that_says_nothing_by_itself_is_about_the_sentence_before_it() -> None:
    reading = read_inquiry("Unser Geld wollen wir wiederhaben. Geht das?", HELP, cosines=COSINES)

    assert reading.tasks == ("refund",)


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("Die Luft ist voller Lösemittel, welcher Sensor passt für Dosen?", ["explosion"]),
        ("Welcher Sensor passt für Dosen in der Halle?", []),
    ],
)
def test_a_topic_for_an_expert_is_raised_by_its_meaning_too(text: str, topics: list[str]) -> None:
    assert read_inquiry(text, SENSORS).topics == ()
    assert [one.topic for one in read_inquiry(text, SENSORS, cosines=COSINES).topics] == topics


def _small(scores: dict[str, float], text: str) -> InquiryReading:
    """Read `text` with a pack of two properties, whose example questions it is like as `scores` say."""
    other = '\n[[attributes]]\nname = "length"\nwords = ["long"]\nasks = ["How long, from end to end?"]\n'
    pack = pack_of(
        changed('rows = ["Weight"]', f'rows = ["Weight"]\nasks = ["What load is it?"]\n{other}'), file="pack.toml"
    )

    def cosines(_: str, others: tuple[str, ...]) -> Sequence[float]:
        return [scores[one] for one in others]

    return read_inquiry(text, pack, cosines=cosines)


@pytest.mark.parametrize(
    ("load", "length", "found"), [(0.9, 0.5, ["weight"]), (0.9, 0.88, []), (0.55, 0.1, []), (0.5, 0.9, [])]
)
def test_the_nearest_has_to_be_near_and_ahead_of_every_other(load: float, length: float, found: list[str]) -> None:
    scores = {"What load is it?": load, "How long, from end to end?": length}

    assert [one.attribute for one in _small(scores, "What load is it?").asked] == found
