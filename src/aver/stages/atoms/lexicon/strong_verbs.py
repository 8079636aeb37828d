"""Frequent strong and irregular verbs with their simple past, after the Duden and Quirk et al. (1985).

One verb between bars: German singular present and singular past with the infinitive, which is the plural present;
English infinitive and past.
"""

from __future__ import annotations

GERMAN = """
geht ging gehen | kommt kam kommen | gibt gab geben | nimmt nahm nehmen | hält hielt halten | steht stand stehen
liegt lag liegen | sieht sah sehen | lässt ließ lassen | findet fand finden | bleibt blieb bleiben | heißt hieß heißen
läuft lief laufen | fährt fuhr fahren | trägt trug tragen | trifft traf treffen | spricht sprach sprechen
zieht zog ziehen | schreibt schrieb schreiben | beginnt begann beginnen | gewinnt gewann gewinnen
verliert verlor verlieren | hilft half helfen | gilt galt gelten | fällt fiel fallen | ruft rief rufen
bietet bot bieten | schließt schloss schließen | steigt stieg steigen | sinkt sank sinken | wächst wuchs wachsen
tritt trat treten | verbindet verband verbinden | entscheidet entschied entscheiden | besteht bestand bestehen
entsteht entstand entstehen | erhält erhielt erhalten | enthält enthielt enthalten | behält behielt behalten
bekommt bekam bekommen | vergibt vergab vergeben | übernimmt übernahm übernehmen | verlässt verließ verlassen
verspricht versprach versprechen | entspricht entsprach entsprechen | beschreibt beschrieb beschreiben
betreibt betrieb betreiben | vertritt vertrat vertreten | betrifft betraf betreffen | beschließt beschloss beschließen
bezieht bezog beziehen | verbietet verbot verbieten | empfiehlt empfahl empfehlen | isst aß essen
schneidet schnitt schneiden | schlägt schlug schlagen | wirft warf werfen | stirbt starb sterben
fließt floss fließen | sitzt saß sitzen | liest las lesen | trinkt trank trinken | singt sang singen
springt sprang springen | weiß wusste wissen | bringt brachte bringen | denkt dachte denken | kennt kannte kennen
nennt nannte nennen | brennt brannte brennen | sendet sandte senden | verbringt verbrachte verbringen
wendet wandte wenden | besitzt besaß besitzen | befindet befand befinden | verschwindet verschwand verschwinden
unterliegt unterlag unterliegen | leiht lieh leihen | meidet mied meiden | weist wies weisen | reißt riss reißen
lädt lud laden | erscheint erschien erscheinen | gelingt gelang gelingen | misst maß messen | dringt drang dringen
verweist verwies verweisen
"""

ENGLISH = """
go went | take took | give gave | begin began | come came | become became | see saw | know knew | grow grew
draw drew | fly flew | throw threw | write wrote | drive drove | ride rode | rise rose | arise arose | speak spoke
break broke | choose chose | freeze froze | steal stole | wear wore | bear bore | tear tore | swear swore
forget forgot | eat ate | fall fell | shake shook | undertake undertook | sing sang | sink sank | drink drank
ring rang | swim swam | run ran | do did | undergo underwent | overcome overcame | forbid forbade
"""
"""Verbs whose past is no participle: the form alone shows the tense."""

ENGLISH_SHARED = """
hold held | pay paid | make made | keep kept | leave left | meet met | sell sold | buy bought | bring brought
build built | send sent | spend spent | lend lent | lose lost | win won | teach taught | tell told | say said
stand stood | understand understood | lead led | feed fed | find found | get got | sit sat | sleep slept | mean meant
deal dealt | seek sought | think thought | catch caught | fight fought | feel felt | lay laid | strike struck
hang hung | bind bound | shoot shot | wind wound | withhold withheld
"""
"""Verbs whose past is the participle too, and shows the tense only where no auxiliary stands before it."""
