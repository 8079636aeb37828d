"""Attributes whose values are one of a known kind: a sport, a party, a medium, a calling.

Small gazetteers of ordinary English, so that "retired ice hockey forward" and "hockey player" are read as the same
sport. A word may stand for another (a footballer plays football); the longest name wins.
"""

from __future__ import annotations

import re
from types import MappingProxyType

_SPORTS = """
american football=american football|australian rules football=australian rules football|association football=football|
soccer=football|footballer=football|football=football|ice hockey=ice hockey|field hockey=field hockey|hockey=hockey|
basketball=basketball|baseball=baseball|cricket=cricket|cricketer=cricket|rugby union=rugby union|
rugby league=rugby league|rugby=rugby|tennis=tennis|table tennis=table tennis|golf=golf|golfer=golf|boxing=boxing|
boxer=boxing|volleyball=volleyball|handball=handball|badminton=badminton|snooker=snooker|chess=chess|
swimming=swimming|swimmer=swimming|athletics=athletics|wrestling=wrestling|wrestler=wrestling|cycling=cycling|
cyclist=cycling|rowing=rowing|rower=rowing|skiing=skiing|skier=skiing|cross-country skiing=cross-country skiing|
weightlifting=weightlifting|weightlifter=weightlifting|gymnastics=gymnastics|gymnast=gymnastics|judo=judo|
lacrosse=lacrosse|softball=softball|hurling=hurling|gaelic football=gaelic football|futsal=futsal|darts=darts|
sumo=sumo|racing=racing|auto racing=auto racing|racing driver=auto racing|water polo=water polo|fencing=fencing|
figure skating=figure skating|speed skating=speed skating|middle-distance=middle-distance running|sprinter=athletics|
quarterback=american football|linebacker=american football|lineman=american football|goaltender=ice hockey|
pitcher=baseball|outfielder=baseball|mixed martial=mixed martial arts|surfing=surfing|polo=polo|curling=curling
"""
_PARTIES = """
republican=republican|democratic=democratic|democrat=democratic|whig=whig|federalist=federalist|labour=labour|
conservative=conservative|liberal=liberal|green=green|libertarian=libertarian|socialist=socialist|
communist=communist|independent=independent|sinn féin=sinn féin|fianna fáil=fianna fáil|fine gael=fine gael|
new democratic=new democratic|progressive conservative=progressive conservative|nationalist=nationalist|
know nothing=know nothing|people's party=people's party|social democratic=social democratic
"""
_MEDIA = """
film=film|movie=film|novel=novel|book=book|short story=short story|album=album|song=song|single=single|play=play|
musical=musical|opera=opera|television series=television series|tv series=television series|poem=poem|poetry=poetry|
painting=painting|comic=comic|comics=comic|manga=manga|video game=video game|board game=board game|magazine=magazine|
newspaper=newspaper|radio=radio|documentary=documentary|ep=ep|memoir=memoir|sculpture=sculpture|ballet=ballet
"""
_CALLINGS = """
actor=actor|actress=actress|writer=writer|author=author|novelist=novelist|poet=poet|journalist=journalist|
singer=singer|musician=musician|composer=composer|painter=painter|artist=artist|sculptor=sculptor|
photographer=photographer|architect=architect|engineer=engineer|scientist=scientist|biologist=biologist|
physicist=physicist|chemist=chemist|mathematician=mathematician|historian=historian|philosopher=philosopher|
economist=economist|lawyer=lawyer|judge=judge|politician=politician|diplomat=diplomat|businessman=businessman|
entrepreneur=entrepreneur|priest=priest|bishop=bishop|soldier=soldier|officer=officer|physician=physician|
surgeon=surgeon|nurse=nurse|teacher=teacher|professor=professor|chef=chef|comedian=comedian|director=director|
producer=producer|screenwriter=screenwriter|game designer=game designer|designer=designer|footballer=footballer|
basketball player=basketball player|baseball player=baseball player|cricketer=cricketer|racing driver=racing driver|
ice hockey player=ice hockey player|wrestler=wrestler|boxer=boxer|astronaut=astronaut|pilot=pilot|dancer=dancer
"""


def _read(table: str) -> MappingProxyType[str, str]:
    pairs = (one.split("=") for one in " ".join(table.split()).split("|"))
    return MappingProxyType({name.strip(): value.strip() for name, value in pairs})


_OF = MappingProxyType(
    {
        "sport": _read(_SPORTS),
        "party": _read(_PARTIES),
        "medium": _read(_MEDIA),
        "profession": _read(_CALLINGS),
        "occupation": _read(_CALLINGS),
    }
)


def category_of(attribute: frozenset[str]) -> str | None:
    """Return the known category among the words of an attribute, None where there is none."""
    return next((name for name in _OF if name in attribute), None)


def members_in(text: str, category: str) -> tuple[tuple[int, int, str], ...]:
    """Return `(start, end, value)` of every member of `category` that `text` names, the longest names first read."""
    table = _OF[category]
    names = "|".join(re.escape(name) for name in sorted(table, key=len, reverse=True))
    return tuple(
        (found.start(), found.end(), table[found[1].casefold()])
        for found in re.finditer(rf"(?<![\w-])({names})(?:s|ers?)?(?![\w-])", text, re.I)
    )
