"""English cues of scope: quantifiers, determiners, proportions and adverbs of frequency.

Groups after Quirk et al. (1985, ch. 5 and 8), Huddleston and Pullum (2002, ch. 5), Keenan and Stavi (1986: near
universals, proportions, downward-entailing quantifiers) and Lewis (1975: adverbs of quantification).
"""

from __future__ import annotations

from aver.stages.atoms.axes import Scope

CUES: dict[int, str] = {
    Scope.FEW: """
# downward-entailing and minimal amounts
few | a few | very few | precious few
only {a few,some,one,a handful,a minority,a fraction,rarely,occasionally,sporadically} | hardly | hardly any
hardly ever | scarcely | scarcely {any,ever} | barely {any,ever} | next to no | little or no | few if any
not {many,often,much} | not a lot of | one of | one or two | two or three | a couple | a couple of | a single | a lone
just one | at least one | a {handful,smattering,sprinkling,scattering,sliver,trickle} | in a handful | a minority
minorit{y,ies} of | the fewest | a {small,tiny,mere,limited,negligible,modest} {number,minority,fraction,share,part}
a {small,tiny,mere,limited,negligible,modest} {proportion,percentage,group,subset,sample,portion} | small sample
minimal* | slightly | marginal{,ly} | negligibl*
# rare events
rarely | seldom | infrequent* | uncommon{,ly} | once or twice | on {rare,few,isolated} occasions
in {rare,exceptional,isolated,few,very few,extreme,individual} {cases,instances,circumstances,situations}
exceptional* | isolated | by way of exception | as an exception
# samples that stand for nobody else
one case | case report | in {mice,rats,animals,vitro,the laboratory,a laboratory} | animal model* | this sample
our sample | these data | pilot {study,studies,test*,phase,scheme,project*,programme*,trial*} | few and far between
{hardly,scarcely,barely} a | the odd | {rarely,seldom} if ever | if ever | if any | not very {many,often}
all too rarely | a tenth of | once in a blue moon | one in {ten,twenty,a hundred}
{under,less than,fewer than,not quite,just under,not even} half
""",
    Scope.SOME: """
# determiners and partitives
some | some of | some {kinds,types} | several | certain | various | sundry | assorted | an assortment | a number of
a range of | a selection of | a {share,section,segment,portion,fraction,proportion,subset,group} | part of | parts of
a part of | selected | selectively | limited to | not {all,every,everyone,everybody,everything,everywhere,always}
not {necessarily,entirely,completely,fully,wholly,both,exclusively} | not {invariably,universally} | less than all
# limited cases
in {certain,some,several,various,particular,selected,specific,given} {cases,instances,circumstances}
in {certain,some,several,various,particular,selected,specific,given} {situations,settings,contexts,conditions}
under {certain,some,particular,specific,given} {circumstances,conditions} | in some | in places | here and there
depending on | on a case-by-case basis | case by case | where {applicable,appropriate,relevant} | as applicable
with {some,a few,several,notable,certain,} exceptions | not without exception{s,}
# frequency
sometimes | occasional* | at times | at intervals | from time to time
every {so often,now and then,now and again,once in a while} | now and {then,again} | off and on | on and off
on {occasion,occasions} | intermittent* | once in a way
# degree
partly | partially | partial | in part | in parts | somewhat | moderately | more or less | up to a point
in some measure | to {a,an,some,a certain,a limited,a lesser} {extent,degree} | the occasional | one or another
{up to,under,less than,not quite} {a third,a quarter} | more than one | by turns | sporadic* | a variety of
once in a while
""",
    Scope.MANY: """
many | a great many | a good many | numerous | a lot | a lot of | lots of | plenty of | scores of | dozens | hundreds
thousands | countless | innumerable | myriad | umpteen | masses of | heaps of | much of | widespread | widely
prevalent | common | a {large,great,high,considerable,substantial,significant} {number,part,share,proportion}
a {large,great,high,considerable,substantial,significant} {percentage,portion,fraction,deal,minority}
a {good,sizeable,sizable,vast,fair,growing} {number,part,share,proportion,percentage,portion,fraction,deal,minority}
one in {two,three,four,five} | a {multitude,host,plethora,multiplicity,profusion,wealth,raft,slew} of
a {wide,broad,whole} {range,variety,array} of
# proportions
half of | half the | {about,roughly,around,almost,nearly,close to,at least} half | a third | a quarter | a fifth
one {third,quarter} | every {second,third,other}
# frequency
often | oftentimes | quite often | frequent* | regularly | repeatedly | again and again | time and {time,} again
many times | many a time | {in,on} {many,numerous} {cases,instances,occasions} | as often as not
not {infrequently,rarely,seldom,uncommonly} | {quite,not,more than} a few | a {fair,good} few | no small {number,part}
any number of | no end of | many a | {all,only,far} too often | a {fourth,sixth} of
with {some,great,} {regularity,frequency} | a plurality
""",
    Scope.MOST: """
# majorities
most | majority | a majority | in the majority | {in,for} the majority of cases
the {vast,large,great,overwhelming,clear} majority | the {great,overwhelming,} bulk of
the {greater,larger,better,major,main} {part,share,portion} | the lion's share | overwhelmingly | predominantly
preponderan* | mainly | mostly | largely | primarily | principally | chiefly | broadly | in the main
for the {most,greater,larger} part | {nine,eight} {times,cases} out of ten | nine in ten
# near-universals
{almost,nearly,practically,virtually,close to} {all,every,everyone,everybody,everything}
{just about,pretty much,well-nigh,not quite,all but} {all,every,everyone,everybody,everything}
{almost,nearly,practically,virtually,close to} {everywhere,always,entirely,completely,exclusively,universally}
{just about,pretty much,well-nigh,not quite,all but} {everywhere,always,entirely,completely,exclusively,universally}
{almost,nearly,practically,virtually,close to} {invariably,none,never,no,nobody}
{almost,nearly,practically,virtually,close to} {nothing,fully,wholly,any,the whole,the entire}
{just about,pretty much,well-nigh,not quite,all but} {invariably,none,never,no,nobody}
{just about,pretty much,well-nigh,not quite,all but} {nothing,fully,wholly,any,the whole,the entire}
all but {one,a few,two,a handful} | almost without exception
# what is usual
usual* | typical* | normally | ordinarily | generally | in general | as a {general,} rule | by and large
on {the whole,average,balance} | habitually | routinely | conventionally | traditionally | characteristically
by default | as standard | as a matter of course | in the {normal,ordinary,usual} {case,course}
in most {cases,instances,circumstances,situations} | more often than not
most {often,commonly,frequently,of the time} | much of the time | tend{s,ed,} to | the {best,better} part of
for the {best,better} part | all bar {one,a few}
{essentially,substantially,effectively,as good as,not far off,nigh on} all | most every
with {few,very few,minor,hardly any} exceptions | {nine,eight} tenths | the {vast,large} bulk
{more than,over,well over,upwards of,north of,just over} half | two thirds | two-thirds | three quarters
three-quarters | substantially | commonly | in {large,great,good} part | in large measure
to a {large,great,considerable} {extent,degree}
""",
    Scope.ALL: """
# universal determiners and pronouns
all | all of | every | each | each and every | each one | each of | any | any and all | every one of
every one of the | every {single,last} | everyone | everybody | everything | everywhere | anyone | anybody | anything
anywhere | none | no one | nobody | nothing | nowhere | not a single | not one | no {exception,exceptions,matter}
whatever | whichever | whoever | whenever | wherever | whatsoever | at all | at every | in every | one and all
to a man | the lot | any kind of | {of,in} {any,all,every} {kind,kinds,sort} | for {everybody,everyone,anyone,anybody}
to everyone | no matter {what,who,where,when,how,which} | regardless | irrespective
# wholes
entire | entirely | entirety | whole | wholly | in {full,toto} | in {its,their} entirety | full | the full | fully
complete | the complete | completely | total | totally | utterly | altogether | thoroughly | outright | throughout
wholesale | en masse | from top to bottom | 100 % | 100% | {one,a} hundred per{ ,}cent | 100 per{ ,}cent
comprehensively | absolute | absolutely | absolutely all | in {every,all} {respect,respects,regard,regards}
without {distinction,limit,limitation,restriction,reservation,reserve}
# without exception
always | never | always and | invariably | exclusively | solely | purely | universal* | uniformly | unanimous*
unfailing* | unreserved* | unconditional* | unqualified | unrestricted* | unlimited | limitless | boundless
indiscriminate* | ubiquitous* | across {all,the board}
{blanket,sweeping} {ban,bans,coverage,rule,rules,exemption,approval,permission,policy,powers,reform,reforms}
all-encompassing | worldwide | nationwide | countrywide | globally | the world over | permanently all
without {any,a single,} exception | without exceptions | with no exception{s,} | bar none
to the last {man,detail,penny}
in {all,every,each,any} {case,cases,instance,instances,circumstance,circumstances,situation,situations}
in every single {case,instance} | under {any,all} circumstances | each time | every time | all the time
at any {rate,time} | all and sundry | the {whole,entirety,totality} of | in their totality | in its totality
each and all | any one | any given | at every turn | down to the last | the {full,whole} {range,gamut}
""",
}
