"""Wordings from which minimal pairs are made: plain data, written apart from the cues that the checks know.

A pair is built so that its label cannot be doubted: `weak` stands in the evidence, `level` says the same in
other words, `strong` says more. How many of them the checks happen to know is measured, not arranged.
"""

from __future__ import annotations

from dataclasses import dataclass

from aver.evals.force_frames import RELATIONS, RelationFrames
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """`weak` for `level` leaves the force as it is, `strong` (may be empty) raises it."""

    axis: Axis
    language: Language
    weak: str
    level: str
    strong: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingSet:
    """Wordings by how they are used: after an auxiliary, at the end, in place of a word, around a number, as frames."""

    adverbs: tuple[Wording, ...]
    restrictions: tuple[Wording, ...]
    hooks: tuple[Wording, ...]
    numbers: tuple[Wording, ...]
    relations: dict[Language, RelationFrames]


def table(axis: Axis, language: Language, rows: str) -> tuple[Wording, ...]:
    cells = (tuple(cell.strip() for cell in row.split("|")) for row in rows.strip().splitlines())
    return tuple(Wording(axis=axis, language=language, weak=a, level=b, strong=c) for a, b, c in cells)


ADVERBS: tuple[Wording, ...] = (
    *table(
        Axis.MODALITY,
        "en",
        """
        presumably | in all likelihood | beyond question
        conceivably | quite possibly | most certainly
        purportedly | by some accounts | incontestably
        perhaps | it may be | undoubtedly
        probably | in all probability |
        arguably | one may argue | without the slightest doubt
        ostensibly | on the face of it | in actual fact
        reportedly | so it is reported | demonstrably
        """,
    ),
    *table(
        Axis.MODALITY,
        "de",
        """
        vermutlich | womöglich | zweifelsfrei
        allem Anschein nach | wohl | mit absoluter Gewissheit
        mutmaßlich | vermutlich | fraglos
        angeblich | dem Vernehmen nach | unstrittig
        eventuell | vielleicht | ohne jeden Zweifel
        wahrscheinlich | aller Wahrscheinlichkeit nach |
        """,
    ),
    *table(
        Axis.SCOPE,
        "en",
        """
        more often than not | in the majority of cases | in every single instance
        for the most part | by and large | without any exception
        as a general rule | ordinarily | invariably
        in certain circumstances | under some circumstances | in all circumstances
        every so often | now and then | each time
        in many cases | on many occasions | across the board
        with some exceptions | not without exceptions |
        in selected instances | in a handful of instances | for everybody
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        in vielen Fällen | vielfach | in sämtlichen Fällen
        im Regelfall | für gewöhnlich | ausnahmslos
        hin und wieder | ab und zu | durchgängig
        zum überwiegenden Teil | zum größten Teil | zur Gänze
        mit einigen Ausnahmen | nicht ohne Ausnahmen |
        unter bestimmten Umständen | unter gewissen Umständen | unter allen Umständen
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "en",
        """
        for the present | for the time being | for all time
        up to this point | so far | in perpetuity
        on an interim basis | provisionally | on a permanent basis
        until the end of 2027 | through the end of 2027 | now and in the future
        until further notice | for as long as nothing else is announced | once and for all
        as matters stood in 2019 | as of 2019 | for good
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "de",
        """
        bis auf Weiteres | einstweilen | auf alle Zeit
        vorerst | fürs Erste | für immer
        bis Ende 2027 | bis zum Ende des Jahres 2027 | auf unbestimmte Dauer
        übergangsweise | für eine Übergangszeit | ein für alle Mal
        nach dem Stand von 2019 | Stand 2019 |
        auf Widerruf | widerruflich | unwiderruflich
        """,
    ),
)
"""Put after the first finite auxiliary of a sentence."""

RESTRICTIONS: tuple[Wording, ...] = (
    *table(
        Axis.SCOPE,
        "en",
        """
        unless the parties decide otherwise | except where the parties decide otherwise |
        provided that the applicant agrees | on condition that the applicant agrees |
        except on public holidays | other than on public holidays |
        but only for registered members | but for registered members only |
        in patients over sixty | among patients over sixty |
        for first-time users | in the case of first-time users |
        where national law allows it | insofar as national law allows it |
        if the request arrives in writing | when the request arrives in writing |
        on machines with enough memory | on machines that have enough memory |
        with the exception of temporary staff | apart from temporary staff |
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        , sofern der Antragsteller zustimmt | , wenn der Antragsteller zustimmt |
        , es sei denn, die Parteien vereinbaren etwas anderes | , soweit die Parteien nichts anderes vereinbaren |
        , jedoch nur für eingetragene Mitglieder | , allerdings nur für eingetragene Mitglieder |
        , ausgenommen an Feiertagen | , außer an Feiertagen |
        , wenn das Landesrecht es zulässt | , soweit das Landesrecht es zulässt |
        , falls der Antrag schriftlich eingeht | , wenn der Antrag schriftlich eingeht |
        , mit Ausnahme der Aushilfskräfte | , abgesehen von den Aushilfskräften |
        """,
    ),
)
"""Put at the end of a sentence; the raised claim leaves them out."""

HOOKS: tuple[Wording, ...] = (
    *table(
        Axis.MODALITY,
        "en",
        """
        may | might | will
        may | could | must
        might | may | is certain to
        could | might | will
        should | ought to | must
        can | is able to | will always
        is likely to | will probably | is sure to
        suggest that | hint that | prove that
        suggests that | hints that | proves that
        """,
    ),
    *table(
        Axis.MODALITY,
        "de",
        """
        kann | könnte | muss
        können | könnten | müssen
        soll | sollte | muss
        sollen | sollten | müssen
        darf | kann | muss
        dürfen | können | müssen
        """,
    ),
    *table(
        Axis.SCOPE,
        "en",
        """
        most | the majority of | all
        some | a number of | all
        many | a great many | all
        several | a number of | every one of the
        often | frequently | always
        usually | ordinarily | always
        generally | as a general rule | without exception
        typically | as a rule | every time
        frequently | often | each time
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        einige | manche | alle
        viele | zahlreiche | alle
        mehrere | einige | sämtliche
        häufig | oft | stets
        oft | häufig | immer
        in der Regel | üblicherweise | stets
        meist | zumeist | immer
        meistens | überwiegend | ausnahmslos
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "en",
        """
        currently | at present | permanently
        was | was | is
        were | were | are
        initially | at first | always
        previously | formerly | still
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "de",
        """
        wurde | wurde | wird
        war | war | ist
        waren | waren | sind
        zunächst | anfangs | dauerhaft
        derzeit | zurzeit | dauerhaft
        bisher | bislang | jederzeit
        """,
    ),
)
"""Looked for in sentences as they stand."""

NUMBERS: tuple[Wording, ...] = (
    *table(
        Axis.NUMERIC,
        "en",
        """
        roughly # | approximately # | #
        around # | about # | exactly #
        no more than # | at most # | #
        at least # | a minimum of # | precisely #
        up to # | as many as # | at least #
        somewhat less than # | just below # | #
        an estimated # | something like # | #
        in excess of # | more than # | #
        in the neighbourhood of # | roughly # | exactly #
        """,
    ),
    *table(
        Axis.NUMERIC,
        "de",
        """
        rund # | etwa # | #
        ungefähr # | circa # | genau #
        höchstens # | maximal # | #
        mindestens # | wenigstens # | genau #
        bis zu # | höchstens # | mindestens #
        schätzungsweise # | an die # | #
        knapp # | beinahe # | #
        """,
    ),
)
"""`#` is a number of the sentence."""

IRRELEVANT: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        (" and ", " as well as "),
        (" use ", " make use of "),
        (" because ", " since "),
        (" also ", " additionally "),
        (" such as ", " for example "),
        (" begin", " start"),
        (" large ", " big "),
        (" buy", " purchas"),
    ),
    "de": (
        (" und ", " sowie "),
        (" auch ", " ebenfalls "),
        (" sowie ", " und "),
        (" beziehungsweise ", " oder "),
        (" zudem ", " außerdem "),
    ),
}
"""Edits that leave the force as it is."""

DEVELOPMENT = WordingSet(adverbs=ADVERBS, restrictions=RESTRICTIONS, hooks=HOOKS, numbers=NUMBERS, relations=RELATIONS)
"""The set against which the checks were developed: figures over it flatter them."""
