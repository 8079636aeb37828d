"""German cues by axis and level; see `cues_en` for the form."""

from __future__ import annotations

from aver.stages.atoms.axes import Axis, Modality, Relation, Scope, Temporal

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: {
        Relation.ASSOCIATED: "verbunden mit|zusammenhang|zusammenhänge|zusammenhängen|hängt mit|hängen mit|hing mit|hingen mit|in"
        " verbindung|korrel*|assoziier*|einher|einhergeh*|einherging*|geht mit|gehen mit|ging mit|gingen mit|verknüpf*|steht in beziehung"
        "|in beziehung|tritt* gemeinsam|treten gemeinsam|gemeinsam mit|gleichzeitig|begleite*|sagt vorher|sagen vorher|vorhersag*"
        "|kennzeichen|folgt auf|folgte auf|bezug zu|häufiger bei|seltener bei|parallel zu|koinzid*",
        Relation.CONTRIBUTES: "trägt dazu bei|tragen dazu bei|trug dazu bei|trugen dazu bei|beitrag*|beigetragen|trägt zu|tragen zu"
        "|trug zu|trugen zu|spielt eine rolle|spielen eine rolle|spielte eine rolle|teilweise wegen|teils wegen|teilweise erklär*|beeinfluss*|hilft|helfen"
        "|half|begünstig*|förder*|unterstütz*|mitverantwortlich|mitursach*|risikofaktor*|ein grund|eine ursache|einer der gründe"
        "|eine der ursachen|wirkt mit|wirken mit|mitbeteiligt|beteiligt an|mitunter wegen|unter anderem wegen",
        Relation.CHANGES: "verhinder*|erzeug*|bedingt|senk*|gesenkt|erhöh*|steiger*|verringer*|vermindert*|vermindern|reduzier*|verbesser*"
        "|verschlechter*|beschleunig*|verlangsam*|schädig*|schütz*|macht|machte|schafft|schaffte|verkürz*|verläng*|verstärk*|schwäch*"
        "|stärk*|beseitig*|zerstör*|treib*|lässt * steigen|lässt * sinken|hemm*|mindert*",
        Relation.CAUSES: "verursach*|führ* zu|führt dazu|führen dazu|führte dazu|führ* zum|führ* zur|bewirk*|wegen|aufgrund"
        "|infolge|löst|lösen|löste|lösten|ausgelöst|auslös*|hervorruf*|hervorgerufen|ruft|rief|ursache für|grund für|zur folge"
        "|zieht * nach sich|resultier*|deshalb|daher|dadurch|hat dazu geführt|verantwortlich für|zurückzuführen|verdank*|weil",
        Relation.PROVES: "beweis*|bewiesen|bewies|alleinige ursache|einzige ursache|einziger grund|alleiniger grund|die ursache|der grund|garantier*"
        "|gewährleist*|stellt sicher|sichergestellt|stellen sicher|direkt verursach*|unmittelbar verursach*|allein verantwortlich|ausschließlich durch|belegt endgültig",
    },
    Axis.MODALITY: {
        Modality.POSSIBLE: "kann|können|könne|könnte|könnten|konnte|konnten|möglicherweise|vielleicht|eventuell|gegebenenfalls|unter umständen|möglich|mag|mögen"
        "|darf|dürfen|potenziell|potentiell|denkbar|unklar|ungewiss|nicht sicher|nicht gesichert|fraglich|vorläufig*|nach ermessen"
        "|ermessen|freiwillig|ist erlaubt|sind erlaubt|ist gestattet|sind gestattet|ist zulässig|sind zulässig|ist berechtigt|sind berechtigt|wahlweise|optional|braucht nicht|brauchen nicht|muss nicht"
        "|müssen nicht|nicht erforderlich|nicht verpflichtet|hypothe*|spekul*|ist in der lage|sind in der lage|in der lage|fähig|lässt sich|lassen sich|erwägt|erwägen",
        Modality.HEDGED: "soll|sollen|sollte|sollten|solle|scheint|scheinen|schien|schienen|wahrscheinlich|vermutlich|voraussichtlich|angeblich|anscheinend|offenbar|wohl|dürfte|dürften"
        "|laut|zufolge|nach angaben|deutet|deuten|deutete|deuteten|hinweis*|legt nahe|legen nahe|legte nahe|legten nahe|nahelegt|nahelegen|erwartet|erwarten|rechnet damit|rechnen damit|plant|planen|geplant"
        "|beabsichtig*|vorgesehen|empfiehlt|empfehlen|empfohlen|empfehlung|schätz*|geschätzt|vermutet|vermuten|glaubt|glauben|meint|meinen|annahme|angenommen|nimmt an|nehmen an|würde|würden|"
        "vorgeschlagen|schlägt vor|schlagen vor|vorschlag|entwurf|behaupte*|nach ansicht|nach auffassung|tendenziell|tendier*|neigt|neigen|möchte|hofft|hoffen|versuch*|in der regel|grundsätzlich|prognos*"
        "|gilt als|gelten als|sogenannt*|ziel|ziele|bemüht|bemühen|womöglich|wenn möglich|nach möglichkeit|sieht so aus|könnte sein|hätte|hätten|wäre|wären",
        Modality.PLAIN: "muss|müssen|musste|mussten|darf nicht|dürfen nicht|kann nicht|können nicht|konnte nicht|konnten nicht|ist verpflichtet|sind verpflichtet|verpflichtend|hat zu|haben zu|ist zu|sind zu"
        "|zwingend|vorgeschrieben|pflicht|zeigt, dass|zeigen, dass|belegt, dass|darf nur|dürfen nur|kann nur|können nur|darf kein|dürfen kein|darf keine|dürfen keine|erforderlich",
        Modality.CERTAIN: "sicher|sicherlich|gewiss|bestimmt|zweifellos|zweifelsfrei|ohne zweifel|definitiv|eindeutig|unbestritten|unbestreitbar|garantiert|unweigerlich|zwangsläufig|auf jeden fall|in jedem fall|endgültig"
        "|nachweislich|erwiesenermaßen|bewiesen|beweist|beweisen|bewies|immer|nie|niemals|stets|unbedingt|feststeht|steht fest|fest steht|unter allen umständen|ausnahmslos|mit sicherheit|selbstverständlich|offensichtlich|unter keinen umständen|unmöglich",
    },
    Axis.SCOPE: {
        Scope.FEW: "wenige|wenigen|weniger der|ein paar|selten|kaum|einzelne|einzelnen|einzelner|einzelfall|einzelfälle|einer der|eine der|eines der|einmal|vereinzelt*|eine handvoll|ausnahmsweise|fallbericht|bei mäusen|in vitro"
        "|bei ratten|tiermodell|im labor|stichprobe|pilotstudie|minderheit|geringfügig|im einzelfall|in einem fall",
        Scope.SOME: "einige|einigen|einiger|manche|manchen|mancher|manchmal|gelegentlich|bestimmte|bestimmten|bestimmter|teilweise|zum teil|teils|zeitweise|mehrere|mehreren|mehrerer|verschiedene|verschiedenen|ein teil"
        "|einen teil|teile der|teile des|in manchen fällen|in einigen fällen|in bestimmten fällen|eine reihe|eine gruppe|ausgewählte|ausgewählten|nicht alle|nicht jede|nicht jeder|nicht jedes|nicht immer|mitunter|stellenweise|begrenzt|beschränkt",
        Scope.MANY: "viele|vielen|vieler|oft|häufig|oftmals|zahlreiche|zahlreichen|zahlreicher|etliche|etlichen|die hälfte|regelmäßig|wiederholt|vielfach|dutzende|hunderte|tausende|weithin",
        Scope.MOST: "die meisten|den meisten|der meisten|meist|meistens|meisten|mehrheit|mehrzahl|überwiegend|größtenteils|in der regel|üblicherweise|normalerweise|gewöhnlich|typischerweise|im allgemeinen|hauptsächlich|weitgehend"
        "|vorwiegend|fast alle|fast allen|nahezu alle|nahezu|beinahe|im durchschnitt|durchschnittlich|grundsätzlich|generell|fast immer|fast jede|fast jeder|fast jedes|großteil|im wesentlichen|zumeist|im schnitt|standardmäßig|insgesamt",
        Scope.ALL: "alle|allen|aller|alles|jede|jeder|jedes|jeden|jedem|jegliche|jeglicher|jegliches|jeglichen|sämtliche|sämtlichen|sämtlicher|immer|stets|nie|niemals|kein einziger|ganz|ganze|ganzen|gesamte|gesamten|gesamter|überall"
        "|niemand|nichts|ausnahmslos|ohne ausnahme|vollständig|völlig|komplett|jedermann|durchweg|ausschließlich|uneingeschränkt|unabhängig von|in jedem fall|in allen fällen|grundlegend alle|restlos|weltweit|lückenlos|allesamt|beliebig*|jederzeit",
    },
    Axis.TEMPORAL: {
        Temporal.PAST: "früher|damals|zuvor|ursprünglich|anfangs|zunächst|einst|ehemals|vormals|in der vergangenheit|seinerzeit|einstmals|vorher|vergangenes jahr|letztes jahr|im vorjahr|zu jener zeit|vor jahren|anfänglich|nicht mehr|ehemalig*|zu beginn|historisch",
        Temporal.PROVISIONAL: "bis|bis zum|bis zur|bis ende|vorläufig*|vorerst|bislang|bisher|stand|noch nicht|vorübergehend*|befristet*|einstweilen|einstweilig*|zum zeitpunkt|temporär*"
        "|übergangsweise|auf zeit|während|heuer|dieses jahr|innerhalb|solange|einstweil*|probeweise|kurzfristig*|längstens",
        Temporal.RECENT: "zurzeit|derzeit|derzeitig*|momentan|gegenwärtig*|aktuell|im moment|augenblicklich|heute|kürzlich|neulich|jüngst|vor kurzem|in letzter zeit|neuerdings|seit|soeben|unlängst",
        Temporal.LASTING: "immer|dauerhaft*|für immer|ständig|stets|auf dauer|unbefristet*|ewig|weiterhin|nach wie vor|immer noch|noch immer|jederzeit|künftig|fortan|endgültig|permanent|nie|niemals|unwiderruflich*|bleibt|bleiben|fortwährend"
        "|ununterbrochen|langfristig*|lebenslang|zeitlebens|bis heute|auf ewig|von nun an|auf unbestimmte zeit|zeitlich unbegrenzt|fortlaufend|anhaltend|nachhaltig|jetzt|nunmehr|heutzutage|ein für alle mal",
    },
}

STUDIES = "beobachtungsstudie*|kohorte*|querschnitt*|umfrage*|befragung*|fallbericht*|fallserie*|fall-kontroll*|retrospektiv*|fragebogen*|registerstudie*"
TRIALS = "randomi*|kontrollierte*|placebo*|doppelblind*|experiment*"

RESTRICTORS = (
    "außer|ausser|außer wenn|es sei denn|nur|nur wenn|sofern|soweit|falls|wenn|vorausgesetzt|ausgenommen|mit ausnahme|abgesehen von|beschränkt auf|begrenzt auf|lediglich|ausschließlich|solange|unter der bedingung|vorbehaltlich|nicht jedoch"
    "|nicht aber|bloß|allein|ohne|im falle|im fall|insoweit|insofern|unter der voraussetzung|erst wenn|allenfalls|bis auf|außerhalb"
)
NARROWING = "bei|für|in|im|unter|mit|auf|an|am|während|nach|vor|ab|innerhalb|aus|von|vom|durch|gegen|über|zwischen|gegenüber|beim"
NEGATIONS = "nicht|kein|keine|keiner|keinem|keinen|keines|nie|niemals|niemand|nichts|weder|ohne|nirgends|keinesfalls|keineswegs|verbot*|verboten|verbietet|untersagt*|verweiger*|lehnt ab|lehnte ab|lehnten ab|lehnen ab|abgelehnt|statt|anstatt|unzulässig|kaum|nirgendwo|mitnichten"
OPPOSITES = (
    "steigt sinkt|steigen sinken|stieg sank|gestiegen gesunken|erhöht gesenkt|erhöht verringert|erhöhen senken|erhöhen verringern|höher niedriger|höchste niedrigste|mehr weniger|meisten wenigsten|vor nach|über unter|erste letzte|"
    "ersten letzten|erlaubt verboten|zulässig unzulässig|gestattet untersagt|angenommen abgelehnt|gewann verlor|gewonnen verloren|beginnt endet|begann endete|öffnet schließt|geöffnet geschlossen|größer kleiner|größte kleinste|größten kleinsten|"
    "länger kürzer|besser schlechter|beste schlechteste|schneller langsamer|positiv negativ|wahr falsch|gleich verschieden|öffentlich privat|möglich unmöglich|gültig ungültig|rechtmäßig rechtswidrig|mit ohne|früher später|"
    "nördlich südlich|östlich westlich|norden süden|osten westen|links rechts|innerhalb außerhalb|geboren gestorben|immer nie|alle keine|alt neu|alte neue|alten neuen|früh spät|stark schwach|leicht schwer|schriftlich mündlich|männer frauen|"
    "wirksam unwirksam|entgeltlich unentgeltlich|mindestens höchstens|ja nein|obere untere|oberen unteren|zunahme abnahme|vorteil nachteil|befugt unbefugt|inländisch ausländisch|inländische ausländische|zuständig unzuständig"
)
CLAUSE_WORDS = "und aber oder während wohingegen weil obwohl welcher welche welches wenn falls wo da sodass so bis außer sofern soweit sondern denn"
PAST_VERBS = "war waren hatte hatten wurde wurden gab"
PRESENT_VERBS = "ist sind hat haben wird werden gibt"
