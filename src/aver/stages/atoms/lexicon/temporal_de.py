"""German cues of temporal validity, classes as in `temporal_en`; groups after the Duden grammar (Temporaladverbien)."""

from __future__ import annotations

from aver.stages.atoms.axes import Temporal

CUES: dict[int, str] = {
    Temporal.PAST: """
# former states and times
früher | früher{e,er,en,es} | damals | damalig* | einst | einstig* | einstmals | ehemals | ehemalig* | vormals
vormalig* | seinerzeit | seinerzeitig* | weiland | nicht {mehr,länger} | historisch | vergangen* | vergangenes jahr
letztes jahr | im vorjahr | vor jahren | vor langer zeit | vor zeiten
in {früheren zeiten,jener zeit,alten zeiten,der vergangenheit,jenen jahren} | zu jener zeit | zur damaligen zeit
{letzte,vorige,vergangene} woche | {letzten,vorigen,vergangenen} monat
im {letzten,vergangenen,vorigen} {jahr,jahrzehnt,jahrhundert}
{letzten,vorigen,vergangenen} {sommer,winter,herbst,frühling} | bis vor kurzem | bis dahin
# beginnings
ursprünglich | anfangs | anfänglich | zunächst | zu beginn | zu anfang | erstmals
""",
    Temporal.PROVISIONAL: """
# for now
vorläufig* | vorerst | einstweilen | einstweilig* | einstweil* | fürs erste | zunächst einmal | vorübergehend*
zeitweilig* | temporär* | provisorisch* | interimistisch* | interims* | übergangs* | für {eine,die} übergangszeit
auf {zeit,probe,widerruf} | probeweise | versuchsweise | kommissarisch | befristet* | zeitlich {begrenzt,befristet}
{für,auf} begrenzte zeit | {für,auf} {eine gewisse,eine bestimmte,kurze,einige} zeit | für die dauer
für {ein jahr,zwei jahre,den augenblick,den moment} | kurzzeitig* | widerruflich | vorbehaltlich | heuer | dieses jahr
# up to now
bislang | bislang* | bisher | bisherig* | soweit bisher | bis {dato,zuletzt,jetzt} | bis heute nicht | noch nicht
zur zeit | zum zeitpunkt | nach {dem,} stand | dem stand von | nach dem {stand,stande} | zwischenzeitlich
in der zwischenzeit | unterdessen
# until then
solange | während {der,des} | bis auf {weiteres,widerruf} | bis {zum,zur,ende,einschließlich} | spätestens bis
höchstens bis | längstens | derweil | auf bewährung | aushilfsweise | behelfsmäßig | behelfsweise
als {zwischenlösung,übergangslösung,notbehelf,notlösung} | für {dieses jahr,diese saison} | nur dieses jahr
auf absehbare zeit | fürs nächste | bis {anfang,mitte,januar,februar,märz,april,mai,juni,juli,august}
bis {september,oktober,november,dezember,nächstes,nächste,nächsten,kommende,kommenden,morgen}
""",
    Temporal.RECENT: """
zurzeit | derzeit | derzeitig* | momentan | gegenwärtig* | aktuell | im {moment,augenblick} | augenblicklich | heute
gestern | kürzlich | neulich | jüngst | unlängst | vor kurzem | in {letzter,jüngster} zeit | neuerdings | soeben
gerade eben | {in diesem,im laufenden,im aktuellen} {jahr,monat,quartal,halbjahr,semester,schuljahr,geschäftsjahr}
in dieser {woche,saison,spielzeit} | diese {woche,saison} | diesen monat | heutig* | inzwischen
""",
    Temporal.LASTING: """
# for ever
immer | für immer | auf immer | für immer und ewig | ewig* | auf ewig | für {die,alle} ewigkeit | in alle ewigkeit
auf {dauer,alle zeit,unbestimmte zeit,unbestimmte dauer} | für alle {zeit,zeiten} | dauerhaft* | permanent* | zeitlos
unbefristet* | zeitlich unbegrenzt | unbegrenzt | ohne {ende,befristung,zeitliche begrenzung} | endlos | unendlich
endgültig | unwiderruflich* | unumkehrbar* | ein für {alle mal,allemal} | lebenslang* | lebenslänglich* | zeitlebens
langfristig* | immerwährend* | unvergänglich* | unveränderlich* | nie | niemals | läuft nie ab | erlischt nie | stets
# without a break
ständig* | andauernd* | fortwährend* | unentwegt | unablässig | unaufhörlich* | ununterbrochen* | immerfort | immerzu
fortlaufend* | fortdauernd* | beständig* | anhaltend* | nachhaltig | jederzeit | zu jeder zeit | jeden augenblick
rund um die uhr | tag und nacht | tagein, tagaus | jahrein, jahraus | ganzjährig
# from now on
weiterhin | nach wie vor | immer noch | noch immer | noch | weiter | fort | besteht fort | bleib{t,en} | bleibend*
bis heute | noch heute | auch heute noch | jetzt | nunmehr | heutzutage | künftig | zukünftig | in zukunft
auch {künftig,in zukunft} | fortan | von {nun,jetzt} an | ab {sofort,jetzt} | bis in alle ewigkeit
auf immer und ewig | für alle zukunft | ohne {unterlass,unterbrechung} | {tag,jahr} für {tag,jahr} | das ganze jahr
{zeit seines,ein} {lebens,leben lang} | auf lebenszeit | {seit,von} jeher | seit eh und je | wie eh und je | stetig*
unausgesetzt | pausenlos | bis in die gegenwart | weiterhin und
""",
}
