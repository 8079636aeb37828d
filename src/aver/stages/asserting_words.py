"""The closed word classes, and the common verbs, that questions are turned into statements by."""

from __future__ import annotations

from aver.patterns import regex
from aver.stages.propositions.lexicon import word_set

BE = word_set("is are was were am has have had isn't aren't wasn't weren't hasn't haven't hadn't")
AUXILIARIES = BE | word_set(
    "do does did can could may might must shall should will would cannot don't doesn't didn't can't couldn't mustn't "
    "shouldn't won't wouldn't"
)
DETERMINERS = word_set(
    "a an the this that these those my your his her its our their each every any all some one both either another"
)
PREPOSITIONS = word_set(
    "of in on at by for from with without under over after before during within since until to as per through between "
    "into onto about against among across via inside outside and or"
)
LEADING = PREPOSITIONS | word_set(
    "above below beyond beside up as roughly approximately exactly so then um für bis zu mit auf im an am ab nach vor "
    "seit aus bei von über unter gegen innerhalb während ohne durch zwischen und oder ungefähr etwa genau"
)
"""What may stand before the wh-word that opens a question."""

PRONOUNS = word_set("i you he she it we they there this that these those one everyone anybody anyone nobody")
ADVERBS = word_set("also still now always ever only just really already then")
NEGATIVES = word_set("not never no nicht nie niemals")
WH = word_set(
    "what which who whom whose where when why how wer wen wem wessen was welche welcher welches welchem welchen wo "
    "wohin woher wann warum wieso weshalb wie wieviel wozu womit"
)
PRESUPPOSING = word_set("why how warum wieso weshalb wie")
"""What comes after these is taken for true by whoever asks; "wie" and "how" only before a verb."""

OPENINGS = word_set(
    "if when unless while after before under in on with for according to per wenn falls sofern nach laut"
)
"""A stretch that opens like this and ends with a comma stands before the clause that is asked."""

PREDICATIVE = regex(
    r"\w{2,}(?:ed|ing|able|ible|ful|less|ive|ory|ary|ous|ent|ant|ically|ly)|\w+en(?!t)|still|now|always|ever|enough|legal"
    r"|illegal|valid|invalid|true|false|safe|free|possible|known|made|kept|put|set|sent|sold|paid|held|done|gone|built"
    r"|mandatory|compulsory|bad|good|better|best|meant|left|lost|open|closed|due|fine|ok|okay|up|part|more|less|only"
)
"""How a word looks that a predicate after "is" or "has" begins with."""

VERBS = word_set(
    "accept add be have rule agree allow appear apply argue ask assume avoid ban become begin behave believe "
    "belong bind break bring build buy call cancel change charge check claim collect come compare conclude "
    "conflict consider consist contain continue copy cost count cover create decide declare define delete depend "
    "deprecate describe differ disable disclose do drop emit enable end endorse ensure evaluate execute exist "
    "expect expire explain export extend fail fall find finish follow forbid forget get give go grant guarantee "
    "happen have help hold ignore import imply include increase inherit insist introduce keep know last lead "
    "leave let lie like limit list live log look lose make manage mandate mark match mean measure mention merge "
    "modify move narrow need notify obey occur offer open overwrite own pass pay permit pick place plan post "
    "prefer prescribe preserve prevent process prohibit promise propose protect prove provide publish put raise "
    "reach read receive recognise recognize recommend record redirect reduce refer refund refuse reject release "
    "rely remain remove rename render replace report request require reserve resolve respect restore restrict "
    "return run save say see seem sell send serve settle share show skip solve specify start state stay stop "
    "store succeed suggest support suppress survive suspend swallow take tell terminate test think track transfer "
    "treat try turn understand update use violate wait want warn win work wrap write"
)

GERMAN_MODAL = word_set(
    "kann können darf dürfen muss müssen soll sollen sollte wird werden wurde wurden hat haben hatte ist sind war waren"
)
GERMAN_FINITE = GERMAN_MODAL | word_set(
    "gilt gelten gibt steht stehen bleibt bleiben endet beginnt enthält bedeutet erlischt erhält verlangt "
    "erfordert umfasst besteht liegt macht regelt bestimmt zahlt haftet braucht brauchen erlaubt verbietet zählt "
    "reicht genügt verlängert übernimmt trägt verfällt kostet dauert schützt deckt beträgt verjährt entfällt "
    "entsteht"
)
GERMAN_PRONOUNS = word_set("ich du er sie es wir ihr man das dies jeder niemand jemand")
GERMAN = GERMAN_FINITE | word_set(
    "der die das den dem des ein eine einen einem einer eines und oder ist nicht kein keine im am auf für mit von "
    "bei zu zum zur sich auch nach über unter nur wenn dass wie"
) - word_set("die war an am")
