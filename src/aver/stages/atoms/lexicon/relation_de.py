"""German cues of relation, classes as in `relation_en`; a separable verb is one where its particle follows.

Groups after the Duden grammar (kausale Präpositionen und Konjunktionen) and the verb classes of Girju (2002).
"""

from __future__ import annotations

from aver.stages.atoms.axes import Relation

CUES: dict[int, str] = {
    Relation.ASSOCIATED: """
zusammenhang | zusammenhänge* | zusammenhäng* | in zusammenhang | im zusammenhang | zusammenhang zwischen
{hängt,hängen,hing,hingen} mit | {hängt,hängen,hing,hingen} .. zusammen | in verbindung | verbunden mit | verknüpf*
verwandt mit | gekoppelt an | wechselbeziehung* | wechselwirkung* | korrel* | assoziier* | statistisch* | koinzid*
korrespondier* | entspr{icht,echen,ach,achen} | parallel | parallel zu | {steht,stehen} in beziehung | in beziehung
bezug zu | im einklang mit | beziehung {zwischen,zu}
# joint occurrence
einher | einhergeh* | einherging* | {geht,gehen,ging,gingen} mit | {geht,gehen,ging,gingen} .. einher | hand in hand
{tritt,treten,trat,traten} {gemeinsam,zusammen,gehäuft} | {zusammen,gemeinsam} {auf,beobachtet} | gemeinsam mit
gleichzeitig | begleite* | begleiterscheinung* | seite an seite | im gleichschritt
# prediction and comparison of groups
{sagt,sagen} vorher | {sagt,sagen,sagte,sagten} .. {vorher,voraus} | vorhersag* | kennzeichen | folgt auf | folgte auf
häufiger | seltener | häufiger bei | seltener bei | {fällt,fallen,fiel,fielen} .. zusammen | zusammenfall*
{treten,tritt,trat,traten} .. {zusammen,gemeinsam} auf | im {gleichschritt,gleichklang,verbund,verein}
zeitgleich mit | gepaart mit | vergesellschaftet | in kombination mit
{steigt,stieg,sinkt,sank,wächst,wuchs,schwankt,variiert} mit
{höher,niedriger,vermehrt,gehäuft,häufiger,seltener} {bei,unter,dort,wo} | zu tun
""",
    Relation.CONTRIBUTES: """
beitrag* | beiträg* | beigetragen | {trägt,tragen,trug,trugen} {zu,zur,zum,dazu bei}
{trägt,tragen,trug,trugen} .. bei | {spielt,spielen,spielte,spielten} {eine,eine wichtige,eine große} rolle
{spielt,spielen,spielte,spielten} .. rolle | einfluss | einfluss auf | beeinfluss* | prägt | prägen | prägte | prägten
{wirkt,wirken,wirkte,wirkten} {sich,mit} | {wirkt,wirken,wirkte,wirkten} sich .. aus | auswirk* | mitbeding*
mitverursach* | mitverantwortlich | mitursach* | mitbeteiligt | beteiligt an | teilursache* | hilft | helfen | half
halfen | geholfen | begünstig* | förder* | unterstütz* | erleichter* | ermuntern | ermutig*
# one cause among others
ein {grund,faktor} | eine ursache | {einer,eine} von {mehreren,vielen} | einer der {gründe,faktoren,auslöser}
eine der ursachen | risikofaktor* | {teilweise,teils,mitunter,unter anderem,zum teil} {wegen,durch,aufgrund}
teilweise erklär*
""",
    Relation.CHANGES: """
verhinder* | verhütet | erzeug* | bedingt | senk* | gesenkt | erhöh* | steiger* | gesteigert | heb{t,en} .. an
verringer* | verminder* | verkleiner* | vergrößer* | vermehr* | reduzier* | minder{t,te,ten} | linder{t,n,te,ten}
verbesser* | verschlechter* | verschlimmer* | verschärf* | beschleunig* | verlangsam* | verzöger* | schädig*
geschädigt | schütz* | macht | machte | schafft | schaffte | schuf | verkürz* | verläng* | verstärk* | schwäch*
geschwächt | stärk* | gestärkt | beseitig* | zerstör* | treib* | {lässt,ließ,lassen,ließen} * {steigen,sinken} | hemm*
gehemmt | dämpf* | gedämpft | begrenz{t,te,ten} .. auf | beeinträchtig* | untergräb* | untergrub* | stabilisier*
destabilisier* | intensivier* | maximier* | minimier*
""",
    Relation.CAUSES: """
# causation verbs, separable ones with their particle
verursach* | bewirk* | herbeiführ* | herbeigeführt | herbei | hervor | hervorruf* | hervorgerufen | hervorbring*
{ruft,rufen,rief,riefen,bringt,bringen,brachte,brachten} .. hervor
{führt,führen,führte,führten} .. {zu,zum,zur,dazu,herbei} | {führt,führen,führte,führten} {zu,zum,zur,dazu}
führ* {zu,zum,zur} | geführt, dass | {löst,lösen,löste,lösten} .. aus | ausgelöst | auslös*
{zieht,ziehen,zog,zogen} .. nach sich | nach sich | provozier* | initiier* | {stößt,stoßen,stieß,stießen} .. an
{setzt,setzen,setzte,setzten} .. in gang | {erweckt,erwecken} .. zum leben | entfach* | entfessel*
{lässt,lassen,ließ,ließen} .. entstehen | lässt entstehen | {sorgt,sorgen,sorgte,sorgten} {für,dafür} | resultier*
mündet{e,} in | {entsteht,entstehen,entstand,entstanden} {durch,aus} | {beruht,beruhen,beruhte,beruhten} auf
{ergibt,ergeben,ergab,ergaben} sich aus | {rührt,rühren} {von,daher} | {rührt,rühren} .. her
{kommt,kam} {davon,daher} | {liegt,lag} daran | {liegt,lag} {vor allem,hauptsächlich,allein,nur} an
{geht,gehen,ging,gingen} zurück | {geht,gehen,ging,gingen} .. zurück | zurückgeht | zurückzuführen
{geht,gehen} auf .. zurück | verdank* | hat dazu geführt
{macht,machte} .. {nötig,notwendig,erforderlich,unvermeidlich,möglich}
# causal prepositions, conjunctions, adverbs and nouns
wegen | wegen der | aufgrund | auf grund | infolge | infolgedessen | dank | mangels | durch das zutun | weil | deshalb
deswegen | daher | darum | dadurch | somit | folglich | mithin | demzufolge | aus diesem grund | aus diesen gründen
ursache für | grund für | zur folge | {eine,die,als} folge | folge von | folgen von | in der folge | ursächlich*
kausal* | auslöser | der auslöser | schuld | schuld an | verantwortlich für | {hat,haben,hatte,hatten} .. zur folge
{bringt,bringen,brachte,brachten} .. mit sich | zeitig{t,en,te,ten} | schür{t,en,te,ten} | veranlass* | erwirk*
bescher{t,en,te,ten} | verschulde{t,n,te} | {erwächst,erwachsen,erwuchs} aus | {entspringt,entspringen} | fußt auf
{folgt,folgen} aus | wodurch | {weswegen,weshalb}
{lässt,lassen,ließ,ließen} .. {wachsen,fallen,ansteigen,zunehmen,abnehmen,sinken,steigen,schrumpfen}
{ergebnis,resultat,konsequenz,produkt} {von,der,des} | ist folge | quelle {von,für}
{hat,haben,hatte} .. zum ergebnis | {steckt,stecken} {hinter,dahinter} | {gründet,gründen} {auf,in}
{erklärt,erklären} sich {durch,aus} | zurückführ* | {geschuldet,zuzuschreiben} | zu verdanken | bedingt durch
kraft {des,der} | vermöge | triebfeder | triebkraft | motor {der,des,für} | wurzel {des,der,von}
ursprung {des,der,von} | {treibt,treiben,kurbelt,kurbeln,heizt,heizen} .. an | {nährt,nähren}
zeichnet verantwortlich
""",
    Relation.PROVES: """
garantier* | gewährleist* | {stellt,stellen,stellte,stellten} sicher | {stellt,stellen,stellte,stellten} .. sicher
sichergestellt | sicherstell* | beweis* | bewiesen | bewies | beweist, dass | belegt endgültig | die ursache
der grund | der {wahre,einzige,alleinige,eigentliche} grund | die {wahre,einzige,alleinige,eigentliche} ursache
{alleinige,einzige} ursache | {einziger,alleiniger} grund
{nachweislich,erwiesenermaßen,direkt} {verursach*,führ* zu,auslös*,bewirk*}
{unmittelbar,zweifelsfrei,unweigerlich,zwangsläufig} {verursach*,führ* zu,auslös*,bewirk*}
allein {ursächlich,verantwortlich,schuld} | {beruht,beruhen} {allein,ausschließlich}
{ausschließlich,allein,einzig,nur} {durch,wegen,aufgrund,dank}
""",
}
