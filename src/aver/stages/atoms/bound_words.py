"""The words that say how a number is meant, English and German, in the notation of `phrases`.

Groups after Channell (1994: Vague Language), Nouwen (2010: two kinds of modified numerals) and the Duden grammar.
What dictionaries give as "more than" ("upwards of", "in excess of") leaves the number itself out.
"""

from __future__ import annotations

from enum import StrEnum


class Bound(StrEnum):
    """How a number is meant."""

    PLAIN = "plain"
    EXACT = "exact"
    ABOUT = "about"
    NEARLY = "nearly"
    JUST_OVER = "just over"
    AT_LEAST = "at least"
    MORE = "more than"
    AT_MOST = "at most"
    LESS = "less than"


BEFORE: dict[Bound, str] = {
    Bound.EXACT: """
exactly | precisely | no more and no less than | neither more nor less than | genau | exakt | präzise | haargenau
nicht mehr und nicht weniger als
""",
    Bound.ABOUT: """
about | around | approximately | approx | approx. | roughly | some | circa | ca | ca. | c. | ~ | ≈ | ± | plus or minus
in the {region,order,neighbourhood,neighborhood,vicinity,area,ballpark} of | on the order of | of the order of
a ballpark | somewhere {around,about,near,in the region of,in the neighbourhood of} | something like | an estimated
estimated {at,} | give or take | more or less | barely | scarcely | hardly | broadly | loosely | etwa | in etwa | rund
ungefähr | zirka | schätzungsweise | um die | an die | gegen | grob | grob geschätzt | größenordnungsmäßig
in der {größenordnung,gegend} von | im bereich von | um {die,rund,etwa} | plus/minus | plus minus
""",
    Bound.NEARLY: """
nearly | almost | close to | close on
not quite | approaching | nearing | verging on | bordering on | practically
virtually | as good as | {just,slightly,a little,a shade} {under,below,less than,fewer than,short of,shy of}
{a fraction,a touch,marginally,somewhat} {under,below,less than,fewer than,short of,shy of} | {just,} shy of | next to
nigh on | well-nigh | fast | beinahe | knapp | nahezu | annähernd | kaum | nicht ganz | praktisch | so gut wie
{knapp,etwas,leicht,geringfügig,ein wenig} {unter,weniger als,unterhalb von}
""",
    Bound.JUST_OVER: """
{just,slightly,a little,a shade,a fraction,a touch,marginally,somewhat,barely} {over,above,more than,beyond,past}
hardly more than | scarcely more than | gut | {knapp,etwas,leicht,geringfügig,ein wenig} {über,mehr als,oberhalb von}
kaum mehr als
""",
    Bound.AT_LEAST: """
at {the very,} least | {no,not} {less,fewer} than | never {less,fewer} than | not {under,below} | a good
as {few,little} as | {no,not} {smaller,shorter,lower,earlier,younger,lighter,narrower,weaker,slower} than
a minimum of | minimum of | minimum | min. | a floor of | {starting,beginning} {at,from,with}
{equal to or,} greater than or equal to | ≥ | >= | equal to or {greater,more,higher} than | mindestens | wenigstens
zumindest | ab | nicht {weniger,kleiner,kürzer,niedriger,früher,jünger,geringer} als | nicht unter | ein minimum von
keine weniger als | gut und gern | gut und gerne | minimal | im mindesten
""",
    Bound.MORE: """
more than | well over | over | above | in excess of | upwards of | upward of | north of | beyond | exceed{s,ed,ing,}
surpass{es,ed,ing,} | better than | outnumber{s,ed,ing,} | to the tune of more than | >
{greater,larger,longer,higher,bigger,older,taller,wider,heavier,deeper,thicker,faster,stronger,warmer} than | mehr als
weit {über,mehr als} | deutlich {über,mehr als} | über | oberhalb | oberhalb {von,der} | jenseits {von,der}
{größer,länger,höher,älter,schwerer,breiter,tiefer,schneller,dicker,weiter,wärmer} als
{übersteigt,übersteigen,überschreitet,überschreiten,übertrifft,übertreffen}
""",
    Bound.AT_MOST: """
at {the very,the,} most | at {the,} {maximum,outside} | {no,not,never} more than | up to | a maximum of | maximum of
maximum | max | max. | to a maximum of | a {ceiling,cap,limit} of | capped at | ≤ | <= | within
{not,never,without} exceed{ing,} | as {much,many,long,high,far,large,late} as | not in excess of
not {over,above,beyond} | equal to or less than | less than or equal to | equal to or fewer than
lower than or equal to
{no,not} {larger,longer,higher,bigger,greater,older,later,wider,heavier,taller,deeper,faster,further} than
{no,not} {thicker,warmer} than | höchstens
maximal | max. | bis zu | bis maximal | bis höchstens | allenfalls | innerhalb von | binnen | längstens
nicht {mehr,größer,länger,höher,später,älter,schwerer,breiter,tiefer,schneller,dicker,weiter,wärmer} als
nie mehr als | nicht über | äußerstenfalls
{gedeckelt,begrenzt,beschränkt} auf | im höchstfall | ein maximum von
""",
    Bound.LESS: """
less than | fewer than | well under | under | below | south of | short of | <
{smaller,lower,shorter,younger,lighter,narrower,thinner,slower,weaker,cheaper} than | weniger als | unter | weit unter
deutlich {unter,weniger als} | unterhalb | unterhalb {von,der}
{kleiner,kürzer,jünger,leichter,niedriger,geringer,schmaler,langsamer} als | {unterschreitet,unterschreiten}
""",
}
"""Before the number; where several fit, `ORDER` decides."""

AFTER: dict[Bound, str] = {
    Bound.AT_LEAST: """
or {more,above,greater,longer,higher,over,older,better,upwards,later,larger}
and {above,over,older,up,upwards,beyond} | at {a,the,the very,} {minimum,least} | + | plus | minimum
oder {mehr,länger,höher,älter,darüber,später,größer} | und {mehr,älter,darüber,drüber,länger,höher} | aufwärts
mindestens
""",
    Bound.AT_MOST: """
or {less,fewer,below,under,younger,shorter,lower,smaller,earlier} | and {under,below,younger,less}
at {a,the,the very,} {most,maximum,outside} | tops | max | maximum | at the outside
oder {weniger,kürzer,jünger,darunter,kleiner,niedriger} | und {weniger,jünger,darunter,kürzer,niedriger} | höchstens
""",
    Bound.ABOUT: """
or {so,thereabouts,something} | -odd | odd | give or take | more or less | plus or minus | or more or less | oder so
plus/minus | mehr oder weniger | in etwa | ungefähr | über den daumen
""",
}
"""After the number and its unit, or one word further on."""

LIMITS = {
    Bound.AT_LEAST: (
        "minimum smallest lowest lower%slimit untergrenze mindest\\w+ kleinste niedrigste",
        "is of are was at ist beträgt von bei liegt%sbei",
    ),
    Bound.AT_MOST: (
        "maximum largest upper%slimit limit cap ceiling highest longest obergrenze höchst\\w+ maximal\\w* größte",
        "is of are was at ist beträgt von bei liegt%sbei",
    ),
}
"""Nouns and adjectives of a limit, and the words that join the number to them, a few words on."""

ORDER = (
    Bound.NEARLY,
    Bound.JUST_OVER,
    Bound.AT_MOST,
    Bound.AT_LEAST,
    Bound.MORE,
    Bound.LESS,
    Bound.ABOUT,
    Bound.EXACT,
)

NO_BOUND = """
{book,books,report,reports,article,articles,talk,talks,film,story,stories,study,studies,question,questions,page} about
{information,details,facts,chapter,lecture,news,worry,worried,talk,talked,know,ask,asked,told,tell,learn,hear} about
{a,the,is,are,very,too,so,how,as,one} fast | {sit,sits,sat,walk,walks,ran,run,built,gathered,turn,turned} around
{all,dispute,disputes,won,argument,argued,control,power,rule,ruled,watch} over | {falls,fall,fell,listed,filed} under
verfüg* über | {bericht,berichtet,berichtete,buch,bücher,film,artikel,studie,vortrag,angaben,auskunft} über
{informationen,information,gespräch,gespräche,diskussion,überblick,vertrag,rechnung,streit,urteil,entscheid*} über
{gewann,gewannen,verlor,verloren,spielt*,kämpf*,sieg*,klag*,schutz,stimm*,impf*,protest,einwände} gegen
{tut,tat,geht,ging,ist,sind,war,sehr,so,wie,zu,nicht} gut | {ist,sind,war,läuft} rund | {darf,dürfen,kann,können} nur ab
{hängt,hängen,kommt,weicht,weichen,nimmt,lehnt,lehnten,sagt,bricht,schließt} ab
"""
"""Before a number, words that look like a bound and are a preposition, an adjective or a part of the verb."""
