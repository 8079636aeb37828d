"""Sentences that relate one thing to another, and the things: from these pairs on the relation axis are made.

Plain data, written apart from the cues that the checks know, as `aver.evals.force_wordings` is.
"""

from __future__ import annotations

from dataclasses import dataclass

from aver.stages.atoms.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationFrames:
    """Sentences about `{a}` and `{b}`: what the evidence says, the same in other words, and too much."""

    weak: tuple[str, ...]
    level: tuple[str, ...]
    strong: tuple[str, ...]


RELATIONS: dict[Language, RelationFrames] = {
    "en": RelationFrames(
        weak=(
            "{a} was correlated with {b}.",
            "{a} went hand in hand with {b}.",
            "We observed {b} more frequently where {a} was recorded.",
            "There was a statistical link between {a} and {b}.",
            "Registry records show that {a} and {b} tend to occur together.",
            "In a cross-sectional survey, {a} was accompanied by {b}.",
            "{a} is one of several factors that may contribute to {b}.",
        ),
        level=(
            "A correlation between {a} and {b} was seen.",
            "{a} and {b} were found together.",
            "{a} has been linked to {b}.",
            "{a} is associated with {b}.",
        ),
        strong=(
            "{a} causes {b}.",
            "{a} leads to {b}.",
            "{b} results from {a}.",
            "{a} is the reason for {b}.",
            "{a} brings about {b}.",
            "{b} is a consequence of {a}.",
            "{a} triggers {b}.",
            "{a} has been proven to cause {b}.",
        ),
    ),
    "de": RelationFrames(
        weak=(
            "{a} korrelierte mit {b}.",
            "{a} ging mit {b} einher.",
            "Zwischen {a} und {b} bestand ein statistischer Zusammenhang.",
            "In einer Querschnittsbefragung trat {a} gemeinsam mit {b} auf.",
            "Wo {a} vorlag, wurde häufiger {b} beobachtet.",
        ),
        level=(
            "{a} ist mit {b} verbunden.",
            "{a} und {b} treten gemeinsam auf.",
            "Es gibt eine Korrelation zwischen {a} und {b}.",
        ),
        strong=(
            "{a} verursacht {b}.",
            "{a} führt zu {b}.",
            "{b} ist eine Folge von {a}.",
            "{a} ist der Grund für {b}.",
            "{a} ruft {b} hervor.",
            "{a} löst {b} aus.",
        ),
    ),
}
"""Frames by language, filled from `FACTORS` and `OUTCOMES`."""

FACTORS: dict[Language, tuple[str, ...]] = {
    "en": (
        "night work",
        "heavy traffic",
        "screen time",
        "a long commute",
        "daily exercise",
        "high humidity",
        "open-plan seating",
        "late payment",
        "frequent updates",
        "early planting",
        "coffee consumption",
        "weekly training",
        "noise exposure",
        "manual data entry",
        "crop rotation",
        "remote schooling",
        "shared housing",
        "seasonal migration",
        "poor lighting",
        "low prices",
    ),
    "de": (
        "Nachtarbeit",
        "Lärmbelastung",
        "hohe Luftfeuchtigkeit",
        "langes Sitzen",
        "starker Verkehr",
        "tägliche Bewegung",
        "späte Zahlung",
        "frühe Aussaat",
        "Schichtbetrieb",
        "häufiger Personalwechsel",
        "Homeoffice",
        "geringe Beleuchtung",
    ),
}
OUTCOMES: dict[Language, tuple[str, ...]] = {
    "en": (
        "poor sleep",
        "weight gain",
        "higher absence",
        "lower output",
        "fewer complaints",
        "back pain",
        "customer churn",
        "crop loss",
        "shorter queues",
        "better grades",
        "asthma attacks",
        "missed deadlines",
        "headaches",
        "soil erosion",
        "longer waiting times",
        "fewer accidents",
        "deSchlafmangel",
        "Rückenschmerzen",
        "Ernteausfall",
        "höherer Krankenstand",
        "Kundenverlust",
        "Kopfschmerzen",
        "weniger Unfälle",
        "längere Wartezeiten",
        "bessere Noten",
        "Gewichtszunahme",
    ),
    "de": (
        "Schlafmangel",
        "Rückenschmerzen",
        "Ernteausfall",
        "höherer Krankenstand",
        "Kundenverlust",
        "Kopfschmerzen",
        "weniger Unfälle",
        "längere Wartezeiten",
        "bessere Noten",
        "Gewichtszunahme",
    ),
}
