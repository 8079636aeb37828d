"""German cues of scope: quantifiers, determiners, proportions and adverbs of frequency, classes as in `scope_en`.

Groups after the Duden grammar (Indefinita, Quantitätsausdrücke, Häufigkeitsadverbien).
"""

from __future__ import annotations

from aver.stages.atoms.axes import Scope

CUES: dict[int, str] = {
    Scope.FEW: """
wenig{e,en,er}
nur {wenige,wenigen,einige,einigen,einzelne,einzelnen,vereinzelt,teilweise,selten,gelegentlich,manche,eine minderheit}
sehr wenige | die wenigsten | den wenigsten | ein paar | kaum | kaum {ein,eine,einer,jemand,jemals}
so gut wie {keine,kein,nie} | einer der | eine der | eines der | ein oder zwei | zwei oder drei | ein einzelner
ein einzelnes | eine einzelne | einzelne | einzelnen | einzelner | eine handvoll | minderheit | bruchteil
ein {geringer,kleiner} teil | {eine geringe,eine kleine} {zahl,anzahl,gruppe,minderheit,menge} | spärlich
geringfügig | minimal* | marginal* | unwesentlich
# rare events
selten | rar | vereinzelt* | ausnahmsweise | ausnahmefall | einzelfall | einzelfälle
in {seltenen,wenigen,einzelnen,vereinzelten} fällen | in {ausnahmefällen,einzelfällen,einem fall} | im einzelfall
hin und wieder einmal | alle jubeljahre
# samples that stand for nobody else
fallbericht | bei mäusen | in vitro | bei ratten | tiermodell | tierversuch | im labor | stichprobe | pilotstudie
pilotphase | pilotversuch | {weniger als,nicht einmal,unter} die hälfte
""",
    Scope.SOME: """
einige | einigen | einiger | einiges | manche{r,s,m,n,} | manch | mehrere{r,n,} | verschiedene{r,n,} | diverse{r,n,}
gewisse{r,n,} | bestimmte{r,n,} | ausgewählte{r,n,} | eine {reihe,gruppe,auswahl,anzahl} | auswahl | einige der
ein teil | einen teil | teile {der,des,von} | nicht {alle,allen,aller,jede,jeder,jedes,jeden,jedem,immer}
nicht {überall,durchweg,vollständig,ganz,völlig,notwendigerweise,zwingend,sämtliche,ausschließlich}
# limited cases
in {manchen,einigen,bestimmten,gewissen,mehreren,ausgewählten,verschiedenen} fällen | in {manchen,einzelnen,teilen}
in {manchen,einigen,bestimmten,gewissen} {situationen,bereichen,regionen,ländern,branchen}
unter {bestimmten,gewissen} {umständen,voraussetzungen,bedingungen} | fallweise | von fall zu fall | je nach
hier und da | punktuell | stellenweise | mit {einigen,gewissen,} ausnahmen | nicht ohne {ausnahme,ausnahmen}
# frequency
manchmal | gelegentlich* | mitunter | bisweilen | zuweilen | zeitweise | hin und wieder | ab und {zu,an}
dann und wann | von zeit zu zeit | hie und da
# degree
teilweise | zum teil | teils | zu teilen | partiell | in {gewissem,begrenztem,eingeschränktem} {maße,umfang,rahmen}
bis zu einem {gewissen,bestimmten} {grad,grade,punkt,ausmaß} | einigermaßen | ansatzweise
{der,die,das,den,dem} eine oder andere | so manche{r,s,n,m,} | sporadisch
""",
    Scope.MANY: """
viele{n,r,} | unzählige* | zahllose* | zahlreiche{n,r,} | etliche{n,r,} | vielzahl | eine vielzahl | massenhaft
reihenweise | scharenweise | dutzende | hunderte | tausende | verbreitet | weit verbreitet | weithin | vielerorts
mancherorts | ein {großer,erheblicher,beträchtlicher,guter} teil | einen {großen,erheblichen,beträchtlichen} teil
{eine große,eine hohe,eine erhebliche} {zahl,anzahl} | große teile | in {großem,erheblichem} {umfang,maße}
# proportions
die hälfte | {rund,etwa,fast,knapp} die hälfte | ein {drittel,viertel,fünftel} | jede{r,s,} {zweite,dritte,vierte}
# frequency
oft | oft genug | oftmals | häufig | öfter | öfters | des öfteren | mehrfach | mehrmals | regelmäßig | wiederholt
immer wieder | vielfach | vielmals | nicht selten | in {vielen,zahlreichen} fällen | nicht {wenige,wenigen}
gar nicht wenige | {allzu,nur zu} oft | ein gutteil | einen gutteil | zur hälfte | {sehr,so} viele | eine menge
jede menge | haufenweise | zuhauf
""",
    Scope.MOST: """
# majorities
die meisten | den meisten | der meisten | meist | meistens | meisten | zumeist | mehrheit | mehrzahl | mehrheitlich
überwiegend* | vorwiegend | größtenteils | großteil | das gros | hauptsächlich | vornehmlich | vorrangig | weitgehend*
weitestgehend | zum {überwiegenden,größten,großen} teil | größter teil | der {größte,überwiegende,weitaus größte} teil
schwerpunktmäßig | in erster linie | in den meisten fällen | in der mehrzahl | neun von zehn
# near-universals
{fast,nahezu,beinahe,annähernd,praktisch,quasi,so gut wie} {alle,allen,aller,alles,jede,jeder,jedes,jeden,jedem}
{fast,nahezu,beinahe,annähernd,praktisch,quasi,so gut wie} {immer,überall,ausnahmslos,vollständig}
{fast,nahezu,beinahe,annähernd,praktisch,quasi,so gut wie} {ausschließlich,ständig,sämtliche,sämtlichen,durchweg}
nahezu | beinahe | bis auf {wenige,einzelne,einige}
{fast,nahezu,beinahe} {nie,niemals,niemand,kein,keine,keiner,nichts}
# what is usual
in der regel | in aller regel | im regelfall | im normalfall | üblicherweise | gewöhnlich | gewöhnlicherweise
für gewöhnlich | gewohnheitsmäßig | normalerweise | typischerweise | klassischerweise | gemeinhin | gängigerweise
regelhaft | routinemäßig | standardmäßig | im {allgemeinen,wesentlichen,durchschnitt,schnitt,mittel,normalfall}
durchschnittlich | im großen und ganzen | alles in allem | grundsätzlich | generell | traditionell | erfahrungsgemäß
der löwenanteil | mit {wenigen,sehr wenigen,kaum} ausnahmen | i. d. r | i.d.r | weit überwiegend
annähernd vollständig | {gut,mehr als,über,weit über} die hälfte | zwei drittel | drei viertel | großenteils
zu großen teilen | zu einem großen teil
""",
    Scope.ALL: """
# universal determiners and pronouns
alle | allen | aller | alles | all | jede{r,s,n,m,} | jegliche{r,s,n,m,} | jedwede{r,s,n,m,} | sämtliche{r,s,n,}
jedermann | bei jedem | für {jeden,jede,alle} | {jeder,jede,jedes} einzelne | allesamt | samt und sonders
kein einziger | keine einzige | kein einziges | keiner | keinerlei | niemand | nichts | beliebig* | wer auch immer
was auch immer | aller art | jeder art
# wholes
ganz | ganze | ganzen | gesamte{n,r,s,m,} | insgesamt alle | gänzlich | zur gänze | vollständig* | völlig*
voll und ganz | vollends | vollumfänglich | in vollem umfang | komplett* | total* | restlos | rundum
hundertprozentig | von grund auf | durch und durch
# without exception
immer | stets | nie | niemals | ausnahmslos
ohne {ausnahme,jede ausnahme,jegliche ausnahme,einschränkung,einschränkungen,jede einschränkung,unterschied}
durchweg | durchgängig | durchgehend | durch die bank | ausschließlich | uneingeschränkt* | unbegrenzt | schrankenlos
grenzenlos | bedingungslos | unterschiedslos | lückenlos | flächendeckend | überall | allerorts | weltweit
landesweit | bundesweit | europaweit | einheitlich | gleichermaßen alle | allgemeingültig | generell alle
grundlegend alle | universell | universal | unabhängig {von,davon} | in {jedem,allen,sämtlichen} {fall,fällen}
in jedem einzelnen fall | unter {allen,allen erdenklichen} umständen | jederzeit | jedes mal | jedesmal
jedes einzelne mal | {der,die,das} {gesamtheit,ganze} | in {seiner,ihrer} gesamtheit | ohne jeden unterschied
quer durch die bank | bis ins letzte | bis ins kleinste | bis auf den letzten | voll umfänglich
""",
}
