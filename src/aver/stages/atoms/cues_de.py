"""German cues by axis and level; see `cues_en` for the form."""

from __future__ import annotations

from aver.stages.atoms.axes import Axis, Modality, Relation, Scope, Temporal

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: {
        Relation.ASSOCIATED: "statistisch*|hand in hand|in zusammenhang|im zusammenhang|zusammenhang zwischen"
        "|häufiger|seltener|trat gemeinsam|traten gemeinsam|tritt gemeinsam|zusammen auf"
        "|gemeinsam auf|gemeinsam beobachtet|zusammen beobachtet|korrespondier*"
        "|entsprach|parallel|verwandt mit|gekoppelt an|wechselbeziehung"
        "|begleiterscheinung*|verbunden mit|zusammenhang|zusammenhänge|zusammenhängen"
        "|hängt mit|hängen mit|hing mit|hingen mit|in"
        " verbindung|korrel*|assoziier*|einher|einhergeh*|einherging*|geht mit|gehen mit|ging mit|gingen mit"
        "|verknüpf*|steht in beziehung"
        "|in beziehung|tritt* gemeinsam|treten gemeinsam|gemeinsam mit|gleichzeitig|begleite*|sagt vorher"
        "|sagen vorher|vorhersag*"
        "|kennzeichen|folgt auf|folgte auf|bezug zu|häufiger bei|seltener bei|parallel zu|koinzid*",
        Relation.CONTRIBUTES: "einer von mehreren|eine von mehreren|einer von vielen|eine von vielen"
        "|mitbeding*|mitverursach*|wirkt sich|wirken sich|wirkte sich|auswirk*|prägt"
        "|prägen|teilursache*|teils durch|einfluss auf|einfluss|trägt dazu bei"
        "|tragen dazu bei|trug dazu bei|trugen dazu bei|beitrag*|beigetragen|trägt zu"
        "|tragen zu"
        "|trug zu|trugen zu|spielt eine rolle|spielen eine rolle|spielte eine rolle|teilweise wegen"
        "|teils wegen|teilweise erklär*|beeinfluss*|hilft|helfen"
        "|half|begünstig*|förder*|unterstütz*|mitverantwortlich|mitursach*|risikofaktor*|ein grund"
        "|eine ursache|einer der gründe"
        "|eine der ursachen|wirkt mit|wirken mit|mitbeteiligt|beteiligt an|mitunter wegen|unter anderem wegen",
        Relation.CHANGES: "verhinder*|erzeug*|bedingt|senk*|gesenkt|erhöh*|steiger*|verringer*|vermindert*"
        "|vermindern|reduzier*|verbesser*"
        "|verschlechter*|beschleunig*|verlangsam*|schädig*|schütz*|macht|machte|schafft|schaffte|verkürz*"
        "|verläng*|verstärk*|schwäch*"
        "|stärk*|beseitig*|zerstör*|treib*|lässt * steigen|lässt * sinken|hemm*|mindert*",
        Relation.CAUSES: "eine folge|folge von|die folge|folgen von|als folge|führt|führen|führte|führten"
        "|hervor|nach sich|zieht|ziehen|zurückgeht|geht auf|gehen auf|geht zurück"
        "|gehen zurück|schuld an|schuld|rührt|herbeiführ*|herbeigeführt|herbei|ursächlich*"
        "|kausal*|der auslöser|auslöser|sorgt für|sorgen für|sorgte für|sorgten für"
        "|lässt entstehen|entsteht durch|entstehen durch|kommt von|liegt an|liegt daran"
        "|wegen der|dank|mithin|folglich|beruht auf|beruhen auf|ergibt sich aus"
        "|ergeben sich aus|stammt von|rührt von|in der folge|verursach*|führ* zu|führt dazu"
        "|führen dazu|führte dazu|führ* zum|führ* zur|bewirk*|wegen|aufgrund"
        "|infolge|löst|lösen|löste|lösten|ausgelöst|auslös*|hervorruf*|hervorgerufen|ruft|rief|ursache für"
        "|grund für|zur folge"
        "|zieht * nach sich|resultier*|deshalb|daher|dadurch|hat dazu geführt|verantwortlich für"
        "|zurückzuführen|verdank*|weil",
        Relation.PROVES: "nachweislich verursach*|erwiesenermaßen verursach*|allein ursächlich"
        "|der wahre grund|beruht allein|beruht ausschließlich|beweist, dass|beweis*|bewiesen"
        "|bewies|alleinige ursache|einzige ursache|einziger grund|alleiniger grund"
        "|die ursache|der grund|garantier*"
        "|gewährleist*|stellt sicher|sichergestellt|stellen sicher|direkt verursach*|unmittelbar verursach*"
        "|allein verantwortlich|ausschließlich durch|belegt endgültig",
    },
    Axis.MODALITY: {
        Modality.POSSIBLE: "es kann sein|könnte sein|mag sein|es könnte|es ist möglich|nicht ausgeschlossen"
        "|nicht auszuschließen|ungeklärt|unbestätigt"
        "|umstritten|strittig|nach belieben|nach wahl|nach eigenem ermessen|steht es frei"
        "|steht frei|imstande|im stande|erlaubt|gestattet|berechtigt|befugt|befähigt"
        "|theoretisch|fakultativ|freigestellt|auf wunsch|zweifelhaft|unsicher|kann|können"
        "|könne|könnte|könnten|konnte|konnten|möglicherweise|vielleicht|eventuell"
        "|gegebenenfalls|unter umständen|möglich|mag|mögen"
        "|darf|dürfen|potenziell|potentiell|denkbar|unklar|ungewiss|nicht sicher|fraglich"
        "|vorläufig*|nach ermessen"
        "|ermessen|freiwillig|ist erlaubt|sind erlaubt|ist gestattet|sind gestattet|ist zulässig"
        "|sind zulässig|ist berechtigt|sind berechtigt|wahlweise|optional"
        ""
        "|hypothe*|spekul*|ist in der lage"
        "|sind in der lage|in der lage|fähig|lässt sich|lassen sich|erwägt|erwägen",
        Modality.HEDGED: "aller wahrscheinlichkeit nach|allem anschein nach|dem anschein nach"
        "|dem vernehmen nach|mutmaßlich*|mutmasslich|vermeintlich*|wie es heißt"
        "|wie berichtet|berichten zufolge|berichtet, dass|berichtet wird|heißt es"
        "|so scheint es|es scheint|dem eindruck nach|nach heutigem kenntnisstand"
        "|nach derzeitigem stand|nach bisherigem kenntnisstand|nach meinung|meinung nach"
        "|ansicht nach|erachtens|womöglich|wahrscheinlichkeit|gilt wohl|wird gesagt"
        "|sagen, dass|sagt, dass|gewissermaßen|sozusagen|quasi|anzunehmen|zu erwarten"
        "|rechnet mit|rechnen mit|dürfte wohl|möglichst|nach kräften|tunlichst"
        "|sinnvollerweise|idealerweise|ratsam|rät|raten|angeraten|nahegelegt|gebeten"
        "|angestrebt|anstreb*|strebt|streben|verspricht|versprechen|zugesagt|in aussicht"
        "|befürchte*|gerücht*|hypothetisch|nominell|tentativ|soll|sollen|sollte|sollten"
        "|solle|scheint|scheinen|schien|schienen|wahrscheinlich|vermutlich|voraussichtlich"
        "|angeblich|anscheinend|offenbar|dürfte|dürften"
        "|deutet|deuten|deutete|deuteten|hinweis*|legt nahe|legen nahe|legte nahe|legten nahe|nahelegt"
        "|nahelegen|erwartet|erwarten|rechnet damit|rechnen damit|plant|planen|geplant"
        "|beabsichtig*|vorgesehen|empfiehlt|empfehlen|empfohlen|empfehlung|schätz*|geschätzt|vermutet"
        "|vermuten|glaubt|glauben|meint|meinen|annahme|angenommen|nimmt an|nehmen an|würde|würden|"
        "vorgeschlagen|schlägt vor|schlagen vor|vorschlag|entwurf|behaupte*|nach ansicht|nach auffassung"
        "|tendenziell|tendier*|neigt|neigen|hofft|hoffen|prognos*"
        "|gilt als|gelten als|sogenannt*|bemüht|bemühen|womöglich|wenn möglich|nach möglichkeit|sieht so aus"
        "|könnte sein|hätte|hätten|wäre|wären",
        Modality.PLAIN: "muss|müssen|musste|mussten|darf nicht|dürfen nicht|kann nicht|können nicht"
        "|konnte nicht|konnten nicht|ist verpflichtet|sind verpflichtet|verpflichtend|hat zu"
        "|haben zu|ist zu|sind zu"
        "|zwingend|vorgeschrieben|pflicht|zeigt, dass|zeigen, dass|belegt, dass|darf nur|dürfen nur|kann nur"
        "|können nur|darf kein|dürfen kein|darf keine|dürfen keine|erforderlich",
        Modality.CERTAIN: "fraglos|ohne frage|ohne jede frage|außer frage|unstrittig|unstreitig"
        "|mit absoluter gewissheit|mit gewissheit|mit absoluter sicherheit"
        "|ohne jeden zweifel|ohne den geringsten zweifel|ohne jeglichen zweifel"
        "|unzweifelhaft|unbezweifelbar|unwiderlegbar*|unumstößlich*|erwiesen"
        "|nachgewiesenermaßen|beweisbar|tatsächlich|in der tat|wirklich|wahrhaftig"
        "|gesichert|feststehend|notwendigerweise|zwingend immer|unausweichlich"
        "|unvermeidlich|um jeden preis|unter allen umständen|so oder so|ganz sicher"
        "|ganz bestimmt|ganz gewiss|absolut|hundertprozentig|unverrückbar|fest steht"
        "|klar ist|natürlich|wird immer|kategorisch|ein für alle mal|sicher|sicherlich"
        "|gewiss|bestimmt|zweifellos|zweifelsfrei|ohne zweifel|definitiv|eindeutig"
        "|unbestritten|unbestreitbar|garantiert|unweigerlich|zwangsläufig|auf jeden fall"
        "|in jedem fall|endgültig"
        "|nachweislich|erwiesenermaßen|bewiesen|beweist|beweisen|bewies|immer|nie|niemals|stets|unbedingt"
        "|feststeht|steht fest|fest steht|unter allen umständen|ausnahmslos|mit sicherheit|selbstverständlich"
        "|offensichtlich|unter keinen umständen|unmöglich",
    },
    Axis.SCOPE: {
        Scope.FEW: "in seltenen fällen|in ausnahmefällen|ausnahmefall|in einzelfällen|in wenigen fällen"
        "|nur wenige|nur einige|so gut wie keine|kaum ein|kaum eine|ein oder zwei|sporadisch"
        "|spärlich|ein einzelner|ein einzelnes|eine einzelne|hin und wieder einmal|wenige|wenigen"
        "|ein paar|selten|kaum|einzelne|einzelnen|einzelner|einzelfall|einzelfälle|einer der"
        "|eine der|eines der|vereinzelt*|eine handvoll|ausnahmsweise|fallbericht|bei mäusen"
        "|in vitro"
        "|bei ratten|tiermodell|im labor|stichprobe|pilotstudie|minderheit|geringfügig|im einzelfall|in einem fall",
        Scope.SOME: "unter bestimmten umständen|unter gewissen umständen|unter bestimmten voraussetzungen"
        "|mit einigen ausnahmen|mit ausnahmen|nicht ohne ausnahmen|nicht ohne ausnahme"
        "|hin und wieder|ab und zu|ab und an|dann und wann|bisweilen|zuweilen|von zeit zu zeit"
        "|fallweise|im einzelfall|gewisse|gewissen|gewisser|diverse|diversen|manch|manches"
        "|manchem|einiges|in teilen|zu teilen|partiell|bis zu einem gewissen grad"
        "|in gewissem umfang|in gewissem maße|eine auswahl|auswahl|je nach|einige der|hier und da"
        "|punktuell|in manchen|in einzelnen|eine anzahl|einige|einigen|einiger|manche|manchen"
        "|mancher|manchmal|gelegentlich|bestimmte|bestimmten|bestimmter|teilweise|zum teil|teils"
        "|zeitweise|mehrere|mehreren|mehrerer|verschiedene|verschiedenen|ein teil"
        "|einen teil|teile der|teile des|in manchen fällen|in einigen fällen|in bestimmten fällen|eine reihe"
        "|eine gruppe|ausgewählte|ausgewählten|nicht alle|nicht jede|nicht jeder|nicht jedes|nicht immer"
        "|mitunter|stellenweise",
        Scope.MANY: "in vielen fällen|in zahlreichen fällen|vielerorts|mehrfach|des öfteren|öfter|öfters"
        "|oft genug|nicht selten|gut die hälfte|mehr als die hälfte|ein großer teil"
        "|einen großen teil|große teile|eine vielzahl|vielzahl|unzählige|reihenweise|massenhaft"
        "|verbreitet|weit verbreitet|ein drittel|zwei drittel|ein viertel|drei viertel"
        "|mancherorts|viele|vielen|vieler|oft|häufig|oftmals|zahlreiche|zahlreichen|zahlreicher"
        "|etliche|etlichen|die hälfte|regelmäßig|wiederholt|vielfach|dutzende|hunderte|tausende"
        "|weithin",
        Scope.MOST: "im regelfall|für gewöhnlich|zum überwiegenden teil|zum größten teil|zum großen teil"
        "|größter teil|der größte teil|in den meisten fällen|in aller regel|im großen und ganzen"
        "|vornehmlich|gemeinhin|gängigerweise|regelhaft|mehrheitlich|im normalfall"
        "|so gut wie alle|praktisch alle|praktisch jeder|annähernd alle|beinahe alle"
        "|bis auf wenige|bis auf einzelne|routinemäßig|gewohnheitsmäßig|schwerpunktmäßig"
        "|in erster linie|nahezu jeder|nahezu alle|nahezu immer|die meisten|den meisten"
        "|der meisten|meist|meistens|meisten|mehrheit|mehrzahl|überwiegend|größtenteils"
        "|in der regel|üblicherweise|normalerweise|gewöhnlich|typischerweise|im allgemeinen"
        "|hauptsächlich|weitgehend"
        "|vorwiegend|fast alle|fast allen|nahezu alle|nahezu|beinahe|im durchschnitt|durchschnittlich"
        "|grundsätzlich|generell|fast immer|fast jede|fast jeder|fast jedes|großteil|im wesentlichen|zumeist"
        "|im schnitt|standardmäßig",
        Scope.ALL: "in sämtlichen fällen|durchgängig|durchgehend|zur gänze|gänzlich|bei jedem|für jeden"
        "|für jede|für alle|jedermann|jedweder|jedwede|jedwedes|jedes mal|jedesmal"
        "|in jedem einzelnen fall|jeder einzelne|jede einzelne|jedes einzelne|ohne jede ausnahme"
        "|ohne jegliche ausnahme|unterschiedslos|unter allen umständen|in vollem umfang"
        "|vollumfänglich|vollends|total|hundertprozentig|rundum|insgesamt alle|landesweit"
        "|bundesweit|europaweit|flächendeckend|allerorts|aller art|generell alle|bedingungslos"
        "|unbegrenzt|schrankenlos|einheitlich|grenzenlos|gleichermaßen alle|allgemeingültig"
        "|universell|universal|samt und sonders|keinerlei|keiner|wer auch immer|was auch immer"
        "|alle|allen|aller|alles|jede|jeder|jedes|jeden|jedem|jegliche|jeglicher|jegliches"
        "|jeglichen|sämtliche|sämtlichen|sämtlicher|immer|stets|nie|niemals|kein einziger|ganz"
        "|ganze|ganzen|gesamte|gesamten|gesamter|überall"
        "|niemand|nichts|ausnahmslos|ohne ausnahme|vollständig|völlig|komplett|jedermann|durchweg"
        "|ausschließlich|uneingeschränkt|unabhängig von|in jedem fall|in allen fällen|grundlegend alle"
        "|restlos|weltweit|lückenlos|allesamt|beliebig*|jederzeit",
    },
    Axis.TEMPORAL: {
        Temporal.PAST: "in früheren zeiten|früherer|frühere|früheren|damalig*|vormalig*|erstmals|einstig*"
        "|in jener zeit|zur damaligen zeit|letzte woche|letzten monat|im letzten jahr"
        "|im vergangenen jahr|vergangen*|bis vor kurzem|seinerzeitig*|bis dahin|früher|damals"
        "|ursprünglich|anfangs|zunächst|einst|ehemals|vormals|in der vergangenheit|seinerzeit"
        "|einstmals|vergangenes jahr|letztes jahr|im vorjahr|zu jener zeit|vor jahren"
        "|anfänglich|nicht mehr|ehemalig*|zu beginn|historisch",
        Temporal.PROVISIONAL: "solange|während der|während des|zur zeit|bis auf weiteres|bis auf widerruf"
        "|auf widerruf|widerruflich|fürs erste|für eine übergangszeit"
        "|für die übergangszeit|übergangszeit|übergangsfrist|übergangs*|nach dem stand"
        "|dem stand von|nach stand|vorbehaltlich|in der zwischenzeit|zwischenzeitlich"
        "|interimistisch|interims*|für begrenzte zeit|auf begrenzte zeit"
        "|zeitlich begrenzt|zeitlich befristet|zeitweilig*|für die dauer|bis dato"
        "|soweit bisher|einstweilig|provisorisch*|auf probe|bis einschließlich"
        "|spätestens bis|höchstens bis|für ein jahr|für zwei jahre|vorübergehende"
        "|bis zuletzt|bis heute nicht|für den augenblick|zunächst einmal|bis zum"
        "|bis zur|bis ende|vorläufig*|vorerst|bislang|bisher|noch nicht|vorübergehend*"
        "|befristet*|einstweilen|einstweilig*|zum zeitpunkt|temporär*"
        "|übergangsweise|auf zeit|heuer|dieses jahr|einstweil*|probeweise|längstens",
        Temporal.RECENT: "zurzeit|derzeit|derzeitig*|momentan|gegenwärtig*|aktuell|im moment|augenblicklich"
        "|heute|kürzlich|neulich|jüngst|vor kurzem|in letzter zeit|neuerdings|soeben"
        "|unlängst",
        Temporal.LASTING: "auf alle zeit|für alle zeit|für alle zeiten|auf unbestimmte dauer|auf immer"
        "|immerfort|immerzu|für die ewigkeit|in alle ewigkeit|zeitlos|unaufhörlich|endlos"
        "|unendlich|zu jeder zeit|jeden augenblick|rund um die uhr|lebenslänglich"
        "|von jetzt an|ab sofort|in zukunft|zukünftig|auch künftig|auch in zukunft"
        "|ohne zeitliche begrenzung|ohne ende|ohne befristung|unbegrenzt|fortdauernd*"
        "|beständig*|immerwährend*|andauernd*|fort|weiter|nach wie vor|noch|läuft nie ab"
        "|erlischt nie|ein für allemal|ein für alle mal|besteht fort|bleibend*|noch heute"
        "|auch heute noch|immer|dauerhaft*|für immer|ständig|stets|auf dauer|unbefristet*"
        "|ewig|weiterhin|nach wie vor|immer noch|noch immer|jederzeit|künftig|fortan"
        "|endgültig|permanent|nie|niemals|unwiderruflich*|bleibt|bleiben|fortwährend"
        "|ununterbrochen|langfristig*|lebenslang|zeitlebens|bis heute|auf ewig|von nun an"
        "|auf unbestimmte zeit|zeitlich unbegrenzt|fortlaufend|anhaltend|nachhaltig|jetzt|nunmehr|heutzutage"
        "|ein für alle mal",
    },
}

ATTRIBUTIONS = (
    "laut|zufolge|nach angaben|nach ansicht|nach auffassung|nach meinung|gemäß den angaben|wie * berichtet"
    "|den angaben zufolge"
)

SOFT = (
    "ganz|ganze|ganzen|jede|jeder|jedes|jeden|jedem|noch|weiter|weiterhin|jetzt|nun|nunmehr|fort|bleibt"
    "|bleiben|sicher|bestimmt|wirklich|tatsächlich|natürlich|klar ist|absolut|offensichtlich|heutzutage"
    "|keiner|nichts|nie"
    "|völlig|komplett|total|beliebig*|künftig|zukünftig|in zukunft|einheitlich|selbstverständlich"
)

STUDIES = (
    "beobachtungsstudie*|kohorte*|querschnitt*|umfrage*|befragung*|fallbericht*|fallserie*|fall-kontroll*"
    "|retrospektiv*|fragebogen*|registerstudie*"
)
TRIALS = "randomi*|kontrollierte*|placebo*|doppelblind*|experiment*"

RESTRICTORS = (
    "außer|ausser|außer wenn|es sei denn|nur|nur wenn|sofern|soweit|falls|wenn|vorausgesetzt|ausgenommen"
    "|mit ausnahme|abgesehen von|beschränkt auf|begrenzt auf|lediglich|ausschließlich|solange"
    "|unter der bedingung|vorbehaltlich|nicht jedoch"
    "|nicht aber|bloß|allein|ohne|im falle|im fall|insoweit|insofern|unter der voraussetzung|erst wenn"
    "|allenfalls|bis auf|außerhalb"
)
NARROWING = (
    "bei|für|in|im|unter|mit|auf|an|am|während|nach|vor|ab|innerhalb|aus|von|vom|durch|gegen|über|zwischen"
    "|gegenüber|beim"
)
NEGATIONS = (
    "nicht|kein|keine|keiner|keinem|keinen|keines|nie|niemals|niemand|nichts|weder|ohne|nirgends|keinesfalls"
    "|keineswegs|verbot*|verboten|verbietet|untersagt*|verweiger*|lehnt ab|lehnte ab|lehnten ab|lehnen ab"
    "|abgelehnt|statt|anstatt|unzulässig|kaum|nirgendwo|mitnichten"
)
IDIOMS = (
    "nicht mehr als|nicht weniger als|nicht nur|nichts anderes|nicht zuletzt|nicht länger als"
    "|nicht später als|nicht früher als|nicht ohne|kein zweifel"
)

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
    "|zuständig unzuständig"
)
CLAUSE_WORDS = (
    "und aber oder während wohingegen weil obwohl welcher welche welches wenn falls wo da sodass so bis "
    "außer sofern soweit sondern denn"
)
PAST_VERBS = "war waren hatte hatten wurde wurden gab"
PRESENT_VERBS = "ist sind hat haben wird werden gibt"
