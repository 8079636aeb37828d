"""German cues of modality.

Groups after the Duden grammar (modal verbs, modal words, Konjunktiv I of reported speech), Helbig and Helbig (1990:
Modalwörter) and Diewald (1999: epistemic modal verbs); the classes are those of `modality_en`.
"""

from __future__ import annotations

from aver.stages.atoms.axes import Modality

CUES: dict[int, str] = {
    Modality.POSSIBLE: """
# modal verbs of possibility and permission
kann | können | könne | könnte | könnten | konnte | konnten | mag | mögen | darf | dürfen | dürfe | durfte | durften
es kann sein | könnte sein | mag sein | es könnte | lässt sich | lassen sich | ließ sich | ließen sich | imstande
im stande | in der lage | {ist,sind} in der lage | fähig | befähigt | vermag | vermögen zu
# adverbs, adjectives and nouns of possibility
möglich{e,er,es,en,} | möglichkeit{en,} | möglicherweise | vielleicht | eventuell* | etwaig* | allfällig*
gegebenenfalls | unter umständen | potenziell* | potentiell* | denkbar* | vorstellbar | machbar | realisierbar
theoretisch | bestenfalls | schlimmstenfalls | im besten fall | im schlimmsten fall | im bereich des möglichen
nicht {ausgeschlossen,auszuschließen,undenkbar,unmöglich,unwahrscheinlich} | {chance,chancen} auf
# conjecture and open questions
hypothe* | spekul* | unklar* | ungewiss* | unsicher* | fraglich* | zweifelhaft* | strittig* | umstritten | ungeklärt*
unbestätigt* | unbewiesen* | unbelegt* | offen, ob | unentschieden | dahingestellt
nicht {sicher,gesichert,bewiesen,belegt,geklärt,bestätigt,erwiesen} | bleibt {offen,abzuwarten}
bleibt zu {klären,zeigen} | es ist möglich | vorläufig*
# permission and option
erlaubt | gestattet | berechtigt | befugt | {ist,sind} {erlaubt,gestattet,zulässig,berechtigt,befugt}
{dem,der,den,ihnen,ihm,ihr} freigestellt | freigestellt | steht {es,} frei | stehen frei | freiwillig | fakultativ*
wahlweise | optional* | auf wunsch | nach {belieben,wahl,ermessen,eigenem ermessen,gutdünken,bedarf} | ermessen
erwägt | erwägen | erwog | erwogen | in erwägung | evtl | ggf | u. u | u.u | möge
es besteht die {möglichkeit,chance,gefahr} | {hat,haben} die {möglichkeit,chance,wahl,option}
nicht {unbedingt,zwingend,zwangsläufig,notwendigerweise} | unter vorbehalt | im zweifel | prinzipiell | im prinzip
{zieht,ziehen} .. in betracht | überleg{t,en} | {prüft,prüfen}, ob | liebäugel{t,n} | {denkt,denken} darüber nach
""",
    Modality.HEDGED: """
# adverbs and adjectives of likelihood
wahrscheinlich* | höchstwahrscheinlich | aller {wahrscheinlichkeit,voraussicht} nach | wahrscheinlichkeit* | wohl
gilt wohl | dürfte wohl | vermutlich* | mutmaßlich* | mutmasslich* | voraussichtlich* | womöglich | dürfte | dürften
an sicherheit grenzender wahrscheinlichkeit | eher | hypothetisch | tentativ | nominell | anzunehmen
zu {erwarten,vermuten,befürchten,hoffen} | hoffentlich | erwartungsgemäß
# evidentials and hearsay
scheint | scheinen | schien | schienen | scheine | es scheint | so scheint es | scheinbar | anscheinend | offenbar
augenscheinlich | {allem,dem,allem} anschein nach | dem {eindruck,augenschein,vernehmen} nach | den eindruck
sieht so aus | sieht {es,} danach aus | sehen {danach,so} aus | erweckt den eindruck | auf den ersten blick
angeblich* | vorgeblich* | vermeintlich* | sogenannt* | gerücht* | gerüchteweise | dem hörensagen nach
wie {es heißt,berichtet,verlautet,man hört} | heißt es | berichten zufolge
{berichtet,berichten,berichtete,berichteten}, dass | berichtet wird | {sagt,sagen,sagte,sagten}, dass | wird gesagt
{antwortet,antwortete,erwidert,erwiderte,entgegnet,entgegnete,schreibt,schrieb}, dass
{trägt,trug,tragen,trugen} .. vor, dass | {trägt,trug,tragen,trugen} vor, dass
{macht,machte,machen,machten} .. geltend, dass | {macht,machte,machen,machten} geltend, dass
{wendet,wandte,wenden,wandten} .. ein, dass | {wendet,wandte,wenden,wandten} ein, dass
soll | sollen | solle | sei | seien | {habe,werde,müsse}
nach {heutigem,derzeitigem,bisherigem} {kenntnisstand,stand,wissensstand,wissen} | soweit bekannt | meines wissens
# verbs and nouns of judgement
glaub{t,en,te,ten} | mein{t,en,te,ten}, | meint | {viele,manche,einige,experten,fachleute,kritiker,forscher} meinen
denk{t,en}, dass | dacht{e,en}, dass | find{et,en}, dass | vermut{et,en,ete,eten} | vermutung* | mutmaß{t,en,te,ten}
schätz* | geschätzt | annahme* | angenommen | {nimmt,nehmen,nahm,nahmen} .. an, dass
{nimmt,nehmen,nahm,nahmen} an, dass | man nimmt an | {geht,gehen,ging,gingen} .. davon aus
{geht,gehen,ging,gingen} davon aus
{hält,halten,hielt,hielten} .. für {möglich,wahrscheinlich,unwahrscheinlich,plausibel,denkbar,richtig}
{hält,halten,hielt,hielten} .. für {falsch,nötig,notwendig,sinnvoll,angemessen,geeignet}
{gilt,gelten,galt,galten} als | {wird,werden,wurde,wurden} .. {angesehen,betrachtet,erachtet,vermutet,gemutmaßt}
nach {meinung,ansicht,auffassung,einschätzung,dafürhalten}
{meinung,ansicht,auffassung,einschätzung,überzeugung} nach | erachtens | der {ansicht,auffassung}, dass
der {meinung,ansicht,auffassung} | unterstell{t,en} | befürchte* | fürchte{t,n}, dass | argwöhn*
# reporting and indicating of low commitment
deut{et,en,ete,eten} | {weist,weisen,wies,wiesen} .. hin | hinweis* | anzeichen {für,dafür} | indiz*
{legt,legen,legte,legten} nahe | {legt,legen,legte,legten} .. nahe | nahelegt | nahelegen | nahegelegt
{spricht,sprechen} {dafür,für} | {spricht,sprechen,sprach,sprachen} .. dafür
{lässt,lassen,ließ,ließen} .. {vermuten,schließen,ahnen,erwarten} | behaupt* | postulier* | argumentier{t,en,te,ten}
neigt | neigen | neigte | neigten | tendenziell | tendier* | tendenz
# expectation, plan and wish
erwart{et,en,ete,eten} | {rechnet,rechnen,rechnete,rechneten} {mit,damit} | plan{t,en,te,ten} | geplant*
beabsichtig* | vorgesehen* | anvisier* | angestrebt | anstreb* | streb{t,en,te,ten} | ziel{t,en} .. ab
bemüh{t,en,te,ten} | versuch{t,en,te,ten} | will | wollen | wolle | wollte | wollten | möchte | möchten
hoff{t,en,te,ten} | wünsch{t,en} | {hat,haben,hatte,hatten} vor | vorhaben | {hat,haben,in} der absicht | die absicht
in aussicht | versprech* | verspricht | versprach | zugesagt | prognos* | vorgeschlagen
{schlägt,schlagen,schlug,schlugen} vor | {schlägt,schlagen,schlug,schlugen} .. vor | vorschlag | vorschläge | entwurf
# conditional and weak obligation
würde | würden | wäre | wären | hätte | hätten | sollte | sollten | müsste | müssten | empfiehlt | empfehl*
empfohlen* | empfahl* | ratsam | rät | raten | riet | angeraten | {wird,werden,ist,sind} gebeten | gebeten
sinnvollerweise | idealerweise | vorzugsweise | bevorzugt | wünschenswert | möglichst | tunlichst
nach {kräften,möglichkeit} | {wenn,falls,sofern,soweit,wo} {irgend,} möglich | unverbindlich*
nicht {bindend,verbindlich} | faustregel | als richtwert
# approximators of category and degree
quasi | gleichsam | gewissermaßen | sozusagen | mehr oder weniger | so gut wie | in gewisser weise
im weitesten sinne | davon auszugehen | besteht die {aussicht,hoffnung,vermutung} | soweit {ersichtlich,erkennbar}
wenn nicht alles täuscht | nach eigenem bekunden | {liegt,lag} nahe | naheliegend | plausibel | glaubhaft
{erscheint,erscheinen,erschien,erschienen} {als,wie,möglich,wahrscheinlich,plausibel} | {wirkt,wirken} {wie,als}
m. e | m.e | vsl | nach bestem wissen | ohne gewähr
{ist,sind} {gehalten,angehalten,aufgerufen,eingeladen,aufgefordert} | {tut,tun} gut daran | {bietet,bieten} sich an
{ist,sind,wäre,wären} {anzuraten,zu empfehlen,angebracht,geboten} | mit dem gedanken
""",
    Modality.PLAIN: """
muss | müssen | musste | mussten | darf nicht | dürfen nicht | kann nicht | können nicht | konnte nicht
konnten nicht | {ist,sind} verpflichtet | verpflichtend | {hat,haben,ist,sind} zu | zwingend | vorgeschrieben
pflicht | {zeigt,zeigen,zeigte,zeigten,belegt,belegen,belegte,belegten}, dass | {darf,dürfen,kann,können} nur
{darf,dürfen} {kein,keine,keinen} | erforderlich
""",
    Modality.CERTAIN: """
# modal words of certainty
sicher | sicherlich | gewiss | gewisslich | bestimmt | zweifellos | zweifelsfrei | zweifelsohne | definitiv
eindeutig | fraglos | unbestritten* | unbestreitbar* | unstrittig | unstreitig | unzweifelhaft | unbezweifelbar
unleugbar | unwiderlegbar* | unwiderleglich | unumstößlich* | unverrückbar | unverkennbar | unfehlbar | felsenfest
todsicher | garantiert | unweigerlich | zwangsläufig | notwendigerweise | unausweichlich | unvermeidlich
unumgänglich | unbedingt | endgültig | nachweislich | erwiesenermaßen | nachgewiesenermaßen | beweisbar | erwiesen
gesichert | feststehend | kategorisch | hundertprozentig | absolut | selbstverständlich | offensichtlich | offenkundig
natürlich | freilich | wahrlich | wahrhaftig | fürwahr | tatsächlich | wirklich | in der tat | faktisch | unmöglich
beweist | beweisen | bewies | bewiesen
# phrases of certainty
ohne {zweifel,frage} | ohne {jede,jegliche,die geringste} frage | ohne {jeden,jeglichen,den geringsten} zweifel
außer {frage,zweifel} | kein zweifel | keine frage | ohne wenn und aber
mit {absoluter,völliger,} {gewissheit,sicherheit,bestimmtheit} | ganz {sicher,bestimmt,gewiss} | fest steht
feststeht | steht fest | {steht,stand} .. fest | klar ist | sicher ist | es ist {klar,sicher,gewiss,erwiesen}
zwingend immer | wird immer | ein für alle mal | auf {jeden,alle} {fall,fälle} | in jedem fall
# whatever happens
immer | stets | nie | niemals | ausnahmslos | unter {allen,keinen} umständen | um jeden preis | so oder so
komme, was wolle
""",
}
