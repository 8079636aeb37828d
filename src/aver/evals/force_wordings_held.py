"""A second set of wordings, written after the cue tables were frozen and never looked at while changing them."""

from __future__ import annotations

from aver.evals.force_frames import RelationFrames
from aver.evals.force_wordings import WordingSet, table
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language

ADVERBS = (
    *table(
        Axis.MODALITY,
        "en",
        """
        seemingly | to all appearances | unmistakably
        doubtfully | questionably | with complete certainty
        in theory | theoretically | in plain fact
        supposedly | allegedly | indubitably
        feasibly | conceivably | as sure as can be
        """,
    ),
    *table(
        Axis.MODALITY,
        "de",
        """
        scheinbar | anscheinend | unleugbar
        vielleicht | möglicherweise | todsicher
        gerüchteweise | wie man hört | unanfechtbar
        theoretisch | in der Theorie | ganz ohne Zweifel
        """,
    ),
    *table(
        Axis.SCOPE,
        "en",
        """
        in a few places | here and there | everywhere
        once in a while | occasionally | every single time
        in a minority of cases | in rather few cases | in each and every case
        nine times out of ten | in nearly all cases | in one hundred percent of cases
        at some sites | at certain sites | at each site
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        mancherorts | an manchen Orten | überall
        von Fall zu Fall | fallweise | in jedem einzelnen Fall
        in den meisten Fällen | meistens | in hundert Prozent der Fälle
        bisweilen | zuweilen | jedes Mal
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "en",
        """
        for this season | during this season | for evermore
        pending the appeal | until the appeal is decided | irrevocably
        as of last spring | as things were last spring | to the end of time
        for now | at this stage | for ever
        until the next election | up to the next election | beyond all elections
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "de",
        """
        für diese Saison | während dieser Saison | in alle Zukunft
        bis zur nächsten Wahl | bis zu den nächsten Wahlen | auf Dauer
        im Augenblick noch | zurzeit noch | unbegrenzt lange
        auf Zeit | zeitweilig | zeitlich unbeschränkt
        """,
    ),
)

RESTRICTIONS = (
    *table(
        Axis.SCOPE,
        "en",
        """
        as long as nobody objects | so long as nobody objects |
        save in emergencies | other than in emergencies |
        in rural districts | within rural districts |
        solely for test purposes | for test purposes alone |
        assuming that funds are available | if funds are available |
        among night-shift workers | in night-shift workers |
        excluding weekends | but not at weekends |
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        , solange niemand widerspricht | , sofern niemand widerspricht |
        , außer in Notfällen | , ausgenommen in Notfällen |
        in ländlichen Gebieten | auf dem Land |
        , allein zu Testzwecken | , nur zu Testzwecken |
        , vorausgesetzt, es sind Mittel vorhanden | , wenn Mittel vorhanden sind |
        """,
    ),
)

HOOKS = (
    *table(
        Axis.MODALITY,
        "en",
        """
        may | can | shall
        might | could | definitely will
        should | is advised to | has to
        could | might | inevitably will
        can | may | cannot fail to
        """,
    ),
    *table(
        Axis.MODALITY,
        "de",
        """
        kann | mag | wird auf jeden Fall
        können | mögen | werden auf jeden Fall
        soll | möge | hat unbedingt zu
        darf | kann | ist gezwungen und muss
        """,
    ),
    *table(
        Axis.SCOPE,
        "en",
        """
        most | more than half of the | the totality of
        some | a few | any and all
        many | lots of | each of the
        often | many times | at all times
        usually | most of the time | unfailingly
        """,
    ),
    *table(
        Axis.SCOPE,
        "de",
        """
        einige | ein paar | ausnahmslos alle
        viele | etliche | jegliche
        häufig | vielfach | jedes Mal
        mehrere | ein paar | die Gesamtheit der
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "en",
        """
        currently | right now | forevermore
        was | was | is nowadays
        recently | lately | from time immemorial
        had | had | has
        """,
    ),
    *table(
        Axis.TEMPORAL,
        "de",
        """
        bisher | bis jetzt | zu allen Zeiten
        hatte | hatte | hat
        wurden | wurden | werden
        derzeit | im Moment | seit jeher und auf ewig
        """,
    ),
)

NUMBERS = (
    *table(
        Axis.NUMERIC,
        "en",
        """
        close to # | nearly # | #
        fewer than # | less than # | #
        upwards of # | over # | #
        # or so | about # | exactly #
        a maximum of # | up to # | #
        # at most | no more than # | a full #
        """,
    ),
    *table(
        Axis.NUMERIC,
        "de",
        """
        annähernd # | fast # | #
        weniger als # | unter # | #
        über # | mehr als # | #
        circa # | etwa # | exakt #
        nicht mehr als # | höchstens # | #
        """,
    ),
)

RELATIONS: dict[Language, RelationFrames] = {
    "en": RelationFrames(
        weak=(
            "Areas with {a} also had {b}.",
            "{a} and {b} rose in step.",
            "{a} predicted {b} in the registry data.",
            "Interviewees who mentioned {a} also mentioned {b}.",
            "{a} was more common in groups with {b}.",
        ),
        level=(
            "{a} and {b} occurred together.",
            "{a} was related to {b}.",
            "There was an association between {a} and {b}.",
        ),
        strong=("{a} makes {b} happen.", "{b} is due to {a}.", "{a} is what produces {b}.", "{b} comes from {a}."),
    ),
    "de": RelationFrames(
        weak=(
            "Regionen mit {a} hatten auch {b}.",
            "{a} und {b} nahmen im Gleichschritt zu.",
            "Befragte, die {a} nannten, nannten auch {b}.",
        ),
        level=("{a} und {b} traten zusammen auf.", "{a} und {b} hängen zusammen."),
        strong=("{a} bewirkt {b}.", "{b} kommt von {a}.", "{a} zieht {b} nach sich.", "Wegen {a} kommt es zu {b}."),
    ),
}

HELD_OUT = WordingSet(adverbs=ADVERBS, restrictions=RESTRICTIONS, hooks=HOOKS, numbers=NUMBERS, relations=RELATIONS)
