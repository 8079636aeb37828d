"""German cues by axis and level, and the flat tables of German; see `cues_en` for the form."""

from __future__ import annotations

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.lexicon import modality_de, relation_de, scope_de, temporal_de

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: relation_de.CUES,
    Axis.MODALITY: modality_de.CUES,
    Axis.SCOPE: scope_de.CUES,
    Axis.TEMPORAL: temporal_de.CUES,
}

ATTRIBUTIONS = """
laut | zufolge | {nach,gemäß} {den,} angaben
nach {ansicht,auffassung,meinung,einschätzung,überzeugung,darstellung,aussage}
wie * {berichtet,mitteilt,erklärt,schreibt} | den angaben zufolge | aus sicht | {mit,unter} {verweis,berufung} auf
"""

SOFT = """
ganz | ganze | ganzen | jede | jeder | jedes | jeden | jedem | noch | weiter | weiterhin | jetzt | nun | nunmehr
fort | bleibt | bleiben | sicher | bestimmt | wirklich | tatsächlich | natürlich | klar ist | absolut | offensichtlich
heutzutage | keiner | nichts | nie | völlig | komplett | total | beliebig* | künftig | zukünftig | in zukunft
einheitlich | selbstverständlich | freilich | faktisch | offenkundig | voll und ganz | rundum | durchgehend
langfristig* | nachhaltig | all | wahrlich
"""

STUDIES = """
beobachtungsstudie* | kohorte* | querschnitt* | umfrage* | befragung* | fallbericht* | fallserie* | fall-kontroll*
retrospektiv* | fragebogen* | registerstudie*
"""
TRIALS = """
randomi* | kontrollierte* | placebo* | doppelblind* | experiment*
"""

RESTRICTORS = """
außer | ausser | außer wenn | es sei denn | nur | nur wenn | sofern | soweit | falls | wenn | vorausgesetzt
ausgenommen | mit ausnahme | abgesehen von | beschränkt auf | begrenzt auf | lediglich | ausschließlich | solange
unter der bedingung | vorbehaltlich | nicht jedoch | nicht aber | bloß | allein | ohne | im falle | im fall | insoweit
insofern | unter der voraussetzung | erst wenn | allenfalls | bis auf | außerhalb | unbeschadet | unter dem vorbehalt
mit der maßgabe | für den fall | einzig | mit einschränkung*
"""
NARROWING = """
bei | für | in | im | unter | mit | auf | an | am | während | nach | vor | ab | innerhalb | aus | von | vom | durch
gegen | über | zwischen | gegenüber | beim
"""
NEGATIONS = """
nicht | kein | keine | keiner | keinem | keinen | keines | nie | niemals | niemand | nichts | weder | ohne | nirgends
keinesfalls | keineswegs | verbot* | verboten | verbietet | untersagt* | verweiger* | lehnt ab | lehnte ab
lehnten ab | lehnen ab | abgelehnt | statt | anstatt | unzulässig | kaum | nirgendwo | mitnichten | mangels | nimmer
"""
IDIOMS = """
nicht mehr als | nicht weniger als | nicht nur | nichts anderes | nicht zuletzt | nicht länger als | nicht später als
nicht früher als | nicht ohne | kein zweifel
"""

OTHER_SENSES = """
# wohl, sein, werden, wollen and mögen that hedge nothing
{das,dem,des,zum,ums,am,vom,sein,ihr,unser,jedermanns} wohl | wohl {oder übel,bekannt,überlegt,verdient,gefühlt}
wohl fühl* | fühl{t,en,te,ten} {sich,} wohl | sehr wohl | sich wohl fühl* | es sei denn | sei es | wie dem auch sei
ich {habe,werde,müsse} | {habe,werde} ich | eher als | in raten | {monatlichen,jährlichen,gleichen,kleinen} raten
# quantity and certainty words with another meaning
{ein,eine,einen,einem,einer} {ganze,ganzer,ganzes,ganzen} zahl* | im ganzen | alles gute
{vor,nach,trotz,bei,unter} allem | vor allen dingen | aller{,art} anfang | natürliche{n,r,} {person*,zahl*}
sicher {aufbewahr*,verwahr*,verschlossen,verschließen} | {auf,in} bestimmte{r,n,} zeit
bestimmt {der,die,das,den,über,sich,selbst} | {ist,sind,war} bestimmt für | {ein,das} paar schuhe
einzelne{r,n,} {zimmer,person} | im einzelnen | in der einzelnen | teils, teils | im allgemeinen teil
# relation and time words with another meaning
{zu,vielen,herzlichen,besten,mit} dank | dank an | noch {ein,eine,einen,einmal} | noch {mehr,weniger,größer,besser}
{nur,immer} noch nicht | und so {weiter,fort} | weiter {als,unten,oben,hinten} | ohne weiteres
heute {abend,früh,morgen}
"""

OPPOSITES = (
    "steigt sinkt|steigen sinken|stieg sank|gestiegen gesunken|erhöht gesenkt|erhöht verringert"
    "|erhöhen senken|erhöhen verringern|höher niedriger|höchste niedrigste|mehr weniger|meisten wenigsten"
    "|vor nach|über unter|erste letzte|"
    "ersten letzten|erlaubt verboten|zulässig unzulässig|gestattet untersagt|angenommen abgelehnt"
    "|gewann verlor|gewonnen verloren|beginnt endet|begann endete|öffnet schließt|geöffnet geschlossen"
    "|größer kleiner|größte kleinste|größten kleinsten|"
    "länger kürzer|besser schlechter|beste schlechteste|schneller langsamer|positiv negativ|wahr falsch"
    "|gleich verschieden|öffentlich privat|möglich unmöglich|gültig ungültig|rechtmäßig rechtswidrig|mit ohne"
    "|früher später|"
    "nördlich südlich|östlich westlich|norden süden|osten westen|links rechts|innerhalb außerhalb"
    "|geboren gestorben|immer nie|alle keine|alt neu|alte neue|alten neuen|früh spät|stark schwach"
    "|leicht schwer|schriftlich mündlich|männer frauen|"
    "wirksam unwirksam|entgeltlich unentgeltlich|mindestens höchstens|ja nein|obere untere|oberen unteren"
    "|zunahme abnahme|vorteil nachteil|befugt unbefugt|inländisch ausländisch|inländische ausländische"
    "|zuständig unzuständig|gerade ungerade|geraden ungeraden|vorwärts rückwärts|aufwärts abwärts"
    "|stromaufwärts stromabwärts|flussaufwärts flussabwärts|waagerecht senkrecht|horizontal vertikal"
    "|wächst schrumpft|wachsen schrumpfen|wuchs schrumpfte|ankunft abfahrt|ankunft abflug|einfuhr ausfuhr"
    "|importiert exportiert|eingehend ausgehend|eingehende ausgehende|eingang ausgang|verschlüsselt entschlüsselt"
    "|käufer verkäufer|vermieter mieter|arbeitgeber arbeitnehmer|gläubiger schuldner|absender empfänger"
    "|kläger beklagte|kläger beklagter|gewinn verlust|gewinne verluste|brutto netto|mehrheit minderheit"
    "|ambulant stationär|ambulante stationäre|akut chronisch|akute chronische|gutartig bösartig|flüssig fest"
    "|wärmer kälter|wärmste kälteste|breiter schmaler|tiefer flacher|dicker dünner|schwerer leichter"
    "|teurer billiger|stärker schwächer|jünger älter|jüngste älteste|reicher ärmer"
    "|befristet unbefristet|befristete unbefristete|freiwillig verpflichtend|notwendig unnötig|nötig unnötig"
    "|sommer winter|werktags sonntags|morgens abends|vormittags nachmittags|volljährig minderjährig"
    "|volljährige minderjährige|schuldig unschuldig|sieg niederlage|vater mutter|sohn tochter|bruder schwester"
)
CLAUSE_WORDS = (
    "und aber oder während wohingegen weil obwohl welcher welche welches wenn falls wo da sodass so bis "
    "außer sofern soweit sondern denn"
)
PAST_VERBS = "war waren hatte hatten wurde wurden gab"
PRESENT_VERBS = "ist sind hat haben wird werden gibt"
