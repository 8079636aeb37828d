"""What an inquiry asks for: the tasks its words set, or one property of a product that a table states (B8).

A property counts as asked for only where nothing else is: no task, no second question, nothing denied or limited, and
no word of its sentence and of the question that is neither a form of asking nor in what answers (`Asked.rest`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aver.stages.packs.wording import mentions, nearly_said, owned
from aver.stages.planning.words import LIMITS, NEGATIONS, content, folded, set_of
from aver.stages.sentences import split
from aver.values.inquiry import Sought
from aver.values.packs import Pack, Task, Way
from aver.values.readings import Asked, Span

_ENDS_OF_RANGES = set_of("most least maximum minimum mindestens höchstens max min bis up maximal minimal")
"""Limits that ask for an end of what the row states, and so change nothing about which row it is."""
_ASKING = set_of(
    """
    laufen läuft fahren limit limits one ones mine whats what's hi hello hey dear please thanks thank kindly regards
    tell know knows find look looking see give gives get need needs want wonder wondering ask asking question say
    says show check remind confirm quick quickly short sorry sure exactly exact precisely roughly actually really
    currently again anyone somebody someone colleague customer boss much many long high low big large small great
    kind sort value values figure number spec specs specification specifications data datasheet sheet sheets
    brochure manual catalogue catalog info information detail details listed stated rated specified given nominal
    typical typically according per each use uses using used draw draws take takes run runs work works come comes
    make makes made let allow allowed allows accept accepts expect permitted specify state offer provide provides
    supply supplied tolerate tolerates withstand stand stands handle handles incl including included sensor sensors
    device devices unit units type types model models version versions variant variants product products photo eye
    photoelectric light barrier damit weit hallo guten tag moin bitte danke dank gruß grüße liebe lieber servus
    sagen sagt sag wissen weiß finden finde find such suche suchen brauche brauchen braucht benötige benötigt
    benötigen möchte möchten wollen will mal kurz kurze kurzer schnell schnelle frage fragen genau genaue genauer
    etwa ungefähr eigentlich gerade nochmal nochmals bitteschön kunde kollege kollegen chef angabe angaben wert
    werte daten datenblatt blatt prospekt katalog handbuch info infos information informationen angegeben laut gemäß
    jeweils pro je nennen nennt lauten lautet beträgt betragen liegt liegen steht stehen hoch groß lang viel viele
    nutzt verwendet nehmen nimmt zieht ziehen verträgt vertragen zulässig erlaubt aushalten hält halten arbeitet
    arbeiten kommt kommen macht machen inkl inklusive einschließlich sensor sensoren sensors gerät geräte typ typen
    modell modelle ausführung variante varianten produkt lichtschranke lichtschranken eigene eigenen
    set sets pair pairs total totally altogether paar pärchen satz insgesamt überhaupt denn vom beim zum ans ins
    mal gar ja doch eben halt drauf dazu dabei dafür davon daran geht gehen möglich possible simply just even like
    we'd i'd you'd we'll i'll you'll we've i've you've we're i'm it's that's there's
    """
)
FORMS = _ASKING | _ENDS_OF_RANGES
"""Words that only ask, whatever for."""
LIMITING = LIMITS - _ENDS_OF_RANGES | NEGATIONS
"""Words that limit or deny what is asked."""


def sets(text: str, task: Task, spoken: frozenset[str]) -> bool:
    """Whether `text` sets `task` in one of its ways; `spoken` are the parameters that its words speak of."""
    return any(_met(text, way, spoken) for way in task.ways)


def _met(text: str, way: Way, spoken: frozenset[str]) -> bool:
    about = not way.about or not spoken.isdisjoint(way.about)
    return about and spoken.isdisjoint(way.without) and all(nearly_said(group, text) for group in way.words)


def asked_for(text: str, pack: Pack) -> tuple[Asked, ...]:
    """Return the properties that the one question of `text` may ask for, each with the words beside it.

    The words of another property are among them: "the weight of the housing" asks for a row that holds both. Nothing is
    asked for where the sentence denies or limits something.
    """
    found = _places(text, pack)
    read = _read_whole(text, [place for places in found.values() for place in places])
    if not read:
        return ()
    names = [place.span for place in mentions([word for one in pack.products for word in one.words], text)]
    everything = without(text, read, [*names, *(place for places in found.values() for place in places)])
    if not LIMITING.isdisjoint(folded(everything)):
        return ()
    asked = []
    for one in pack.attributes:
        if one.name in found:
            words = folded(without(text, read, [*names, *found[one.name]]))
            rest = content(" ".join(word for word in words if word not in FORMS))
            asked.append(Asked(attribute=one.name, rest=tuple(sorted(rest))))
    return tuple(asked)


def without(text: str, read: Sequence[Span], taken: Collection[Span]) -> str:
    """Return the sentences `read` of `text` with the places `taken` out of them."""
    return "".join(
        " " if any(span.start <= at < span.end for span in taken) else text[at]
        for sentence in read
        for at in range(sentence.start, sentence.end)
    )


def sought(asked: Asked, product: str, pack: Pack) -> Sought:
    """Return the cell of a table that states what is asked of `product`, beside the words that count."""
    rows = next(one.rows for one in pack.attributes if one.name == asked.attribute)
    own = next(one.words for one in pack.products if one.name == product)
    others = tuple(word for one in pack.products if one.name != product for word in one.words)
    return Sought(rows=rows, product=own, others=others, rest=asked.rest)


def _places(text: str, pack: Pack) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for span, names in owned([(one.name, one.words) for one in pack.attributes], text):
        for name in names:
            found.setdefault(name, []).append(span)
    return found


def _read_whole(text: str, places: Collection[Span]) -> list[Span]:
    """Return the sentences that hold one of `places` and the one that asks, none where several ask."""
    sentences = [Span(start=start, end=end) for start, end in split(text)]
    asking = [one for one in sentences if "?" in text[one.start : one.end]]
    if not places or len(asking) > 1:
        return []
    return [one for one in sentences if one in asking or any(one.start <= at.start < one.end for at in places)]
