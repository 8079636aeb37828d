"""English cues by axis and level: plain data, phrases between bars, `*` for any ending.

Compiled from ordinary grammars of English and the cue lists of hedging and causal-language research
(CoNLL-2010, COLING 2020), never from labelled pairs.
"""

from __future__ import annotations

from aver.stages.atoms.axes import Axis, Modality, Relation, Scope, Temporal

LEVELS: dict[Axis, dict[int, str]] = {
    Axis.RELATION: {
        Relation.ASSOCIATED: "associated with|association*|correlat*|linked to|linked with|link between|links between|related to"
        "|relationship*|tied to|connected to|connected with|connection between|co-occur*|coincid*|accompan*|went along with"
        "|goes along with|go along with|goes hand in hand|go hand in hand|predict|predicts|predicted|predictor*|covar*"
        "|is followed by|was followed by|were followed by|are followed by|marker* of|marker* for|indicator* of|tracks with"
        "|track with|moves with|in parallel with|more common among|more frequent among|more common in|more frequent in"
        "|tended to have|tend to have|had lower|had higher|have lower|have higher|has lower|has higher|seen together with",
        Relation.CONTRIBUTES: "contribut*|play* a role|plays a part|play a part|played a part|partly due to|partly because"
        "|partially due to|partially explain*|partly explain*|in part because|help|helps|helped|helping|influenc*|affect"
        "|affects|affected|affecting|facilitat*|encourag*|promot*|favour*|favor*|support* the|a factor in|one factor"
        "|risk factor*|one of the reasons|one reason|one of the causes|one cause|among the causes|implicated in|involved in",
        Relation.CHANGES: "prevent*|produc*|help* to|mak* it|made it|driv* the|drives|drove|the effect of|effect on|effect of|impact* on"
        "|creat*|generat*|yield*|eliminat*|cure|cures|cured|reduc*|increas*|decreas*|improv*|lower|lowers|lowered|lowering|rais*|boost*"
        "|cut|cuts|slow|slows|slowed|speed* up|sped up|accelerat*|damag*|destroy*|kills|killed|protect*|worsen*|enhanc*|delay*"
        "|shorten*|lengthen*|suppress*|inhibit*|stimulat*|strengthen*|weaken*|mitigat*|alleviat*|diminish*|minimi*|maximi*"
        "|degrad*|halt*|stops|stopped|blocks|blocked|forc*|makes|made",
        Relation.CAUSES: "caus*|because of|because|due to|owing to|lead to|leads to|led to|leading to|result in|results in|resulted in"
        "|resulting in|result from|results from|resulted from|trigger*|induc*|bring* about|brought about|give* rise to|gave rise to"
        "|responsible for|the reason for|the reason why|driven by|as a result of|consequence of|thanks to|attributable to|provok*|spark*"
        "|the result of|a result of",
        Relation.PROVES: "prove that|proves|proved|proven|proof that|establish* that|sole cause|only cause|the cause of"
        "|sole reason|only reason|the reason that|root cause|guarantee*|ensure|ensures|ensured|single-handedly|directly caus*"
        "|demonstrates conclusively|conclusively|solely responsible|entirely due to|wholly due to|entirely caus*|is why",
    },
    Axis.MODALITY: {
        Modality.POSSIBLE: "may|might|could|can|possibly|perhaps|maybe|potential|potentially|conceivabl*|possible|possibility|"
        "hypothes*|speculat*|not certain|uncertain*|unclear|not clear|not known|unproven|not proven|tentative*|preliminar*|"
        "optional*|at its discretion|at the discretion|permitted to|allowed to|is allowed|are allowed|is permitted"
        "|are permitted|free to|able to|capable of|has the option|have the option|option of|need not|not required"
        "|not necessar*|no obligation|is considering|are considering|under consideration|voluntar*|experimental*",
        Modality.HEDGED: "suggest*|appear to|appears to|appeared to|appear|appears|seem*|likely|unlikely|probabl*|presumabl*|"
        "apparently|reportedly|allegedly|alleged|supposedly|supposed to|expect*|anticipat*|estimat*|believ*|think|thinks"
        "|thought to|consider* that|assum*|propos*|plan|plans|planned|planning|intend*|aim|aims|aimed|hope|hopes|hoped|would|"
        "should|ought|recommend*|advis*|encouraged|prefer*|in principle|arguabl*|claim that|claims that|claimed that|claims to"
        "|argue that|argues that|argued that|according to|say that|says that|said that|point to|points to|pointed to|hint*"
        "|consistent with|indicat* that|tend|tends|tended|tendency|projected|forecast*|draft|provisional*|goal|goals"
        "|in the opinion|in our opinion|in our view|so-called|designed to|meant to|plausibl*|suspect*|largely thought|try"
        "|tries|tried|attempt*|endeavour*|endeavor*|where possible|if possible|where practicable|best effort*|urged|urges",
        Modality.PLAIN: "may not|cannot|can not|can't|could not|must|must not|shall|shall not|is required|are required|required to"
        "|has to|have to|need to|needs to|is obliged|are obliged|obligat*|mandator*|compulsor*|will|show that|shows that"
        "|showed that|shown|find that|finds that|found that|demonstrat*|confirm*|may only|can only|should only",
        Modality.CERTAIN: "definite*|certainly|undoubtedly|without doubt|without a doubt|no doubt|doubtless|unquestionabl*|"
        "indisputabl*|undeniabl*|guarantee*|inevitabl*|beyond doubt|beyond question|conclusive*|clearly|surely|absolutely|"
        "irrefutabl*|established beyond|prove|proves|proved|proven|it is certain|is certain|are certain|sure to|bound to"
        "|invariably|unconditional*|under all circumstances|in every case|without fail|always|never|assured|impossible|ensures"
        "|certain to|known to|fact that|settled|obviously|evidently|must always|must never|under no circumstances",
    },
    Axis.SCOPE: {
        Scope.FEW: "a few|few|rarely|seldom|hardly|scarcely|one of|a single|a handful|exceptional*|isolated|at least one|once"
        "|one case|in one|a case|case report|a small number|a minority|small sample|a small group|minimal*|slightly|in mice|in rats"
        "|in vitro|in animals|animal model*|in the laboratory|in a laboratory|this sample|our sample|these data|pilot study|pilot",
        Scope.SOME: "some|several|certain|sometimes|occasional*|partly|partially|in part|a number of|various|in some cases|at times"
        "|a subset|a portion|a fraction|part of|parts of|some of|a range of|selected|limited to|to some extent|a group of"
        "|in certain cases|in places|where applicable|in some|not all|not every|not always|not necessarily|limited|partial",
        Scope.MANY: "many|often|frequent*|common|commonly|a lot of|lots of|numerous|half of|regularly|repeatedly|widely|dozens"
        "|hundreds|thousands|a large number|substantial*|a good deal|much of|roughly half|about half",
        Scope.MOST: "most|majority|usual*|typical*|general|generally|mainly|mostly|largely|primarily|nearly all|almost all|almost"
        "|nearly|normally|predominantly|for the most part|as a rule|by and large|in general|tend to|tends to|tended to"
        "|on average|average|overall|principally|chiefly|ordinarily|by default|roughly|virtually all|virtually every"
        "|in most cases|nearly every|almost every|almost always|nearly always|almost never",
        Scope.ALL: "all|every|each|any|always|entire|entirely|whole|wholly|everyone|everybody|everything|everywhere|anyone|anything"
        "|never|none|nobody|nothing|universal*|without exception|completely|fully|throughout|in all cases|in every|across the board"
        "|total|totally|regardless|irrespective|no exceptions|whatsoever|invariably|exclusively|solely|all of|each and every|anywhere"
        "|no matter|unrestricted|unlimited|full|complete|absolutely|whenever|wherever|whoever|worldwide|across all|100 %|100%|at all",
    },
    Axis.TEMPORAL: {
        Temporal.PAST: "formerly|previously|initially|originally|in the past|at the time|at that time|back then|once|used to"
        "|historically|earlier|was then|then|at first|had been|last year|last month|last week|ago|no longer|years ago|in those days"
        "|during the|prior to|until recently|before|a former|former|early on|at the outset|in its early|at launch|at release",
        Temporal.PROVISIONAL: "as of|until|till|so far|for now|for the time being|temporar*|interim|by now"
        "|to date|thus far|provisional*|not yet|as yet|for the moment|up to now|pending|in the short term|short-term|initial"
        "|expires|trial period|transition*|through the end of"
        "|up until|for a limited time|for a period|for up to|at the time of writing|to begin with",
        Temporal.RECENT: "currently|at this time|at this point|right now|at present|at the moment|this year|this month|today|recent|recently|lately|newly|in recent years|in recent months|just|since",
        Temporal.LASTING: "always|permanent*|forever|indefinitely|for good|for ever|at all times|from now on|henceforth|perpetual*"
        "|in perpetuity|will continue|continues to|continue to|still|ever|never|eternal*|lasting|long-term|in the long term"
        "|irrevocabl*|irreversibl*|continuously|continually|constantly|to this day|remain|remains|for all time|once and for all"
        "|ongoing|hereafter|ever since|nowadays|now|indefinite|year-round|around the clock|for life|unceasing*|for the foreseeable",
    },
}

STUDIES = "observational|cohort|cross-sectional|survey|case report|case series|case-control|retrospective|questionnaire|ecological"
"""Study types whose findings cap the relation at `ASSOCIATED` ..."""

TRIALS = "randomi*|controlled trial*|placebo|double-blind|experiment*"
"""... unless one of these lifts the cap."""

RESTRICTORS = (
    "except|except for|unless|only|only if|provided that|provided|as long as|so long as|other than|excluding|apart from|but not|"
    "limited to|restricted to|confined to|if|when|whenever|where|in case|in the event|subject to|save for|solely|exclusively|merely"
    "|without|with the exception|on condition|not including|aside from|only when|just"
)
"""Words after which a statement is narrowed; what they introduce has to survive."""

NARROWING = "in|among|for|with|under|on|at|within|during|after|before|between|above|below|over|aged|who|whose|from|by|through|against"
"""Prepositions that narrow too, where a claim otherwise repeats its evidence."""

NEGATIONS = (
    "not|no|never|none|nobody|nothing|neither|nor|cannot|can't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|"
    "wouldn't|shouldn't|couldn't|hasn't|haven't|hadn't|mustn't|needn't|without|fails to|failed to|fail to|lack|lacks|lacked|"
    "refus*|declin* to|prohibit*|forbid*|forbade|forbidden|rather than|instead of|unable|hardly|rejected|rejects|denied|denies"
    "|no longer|not yet|absence of|free of|far from"
)

OPPOSITES = (
    "increase decrease|increases decreases|increased decreased|increasing decreasing|rise fall|rises falls|rose fell|higher lower|"
    "highest lowest|more less|more fewer|most least|before after|above below|over under|first last|earliest latest|earlier later|"
    "allow forbid|allows forbids|allowed forbidden|allowed prohibited|permitted prohibited|permits prohibits|accept reject|"
    "accepts rejects|accepted rejected|accepted declined|success failure|succeeds fails|succeeded failed|win lose|wins loses|"
    "won lost|begin end|begins ends|began ended|start stop|starts stops|started stopped|open close|opens closes|opened closed|"
    "opened ended|enable disable|enables disables|enabled disabled|include exclude|includes excludes|included excluded|"
    "improve worsen|improves worsens|improved worsened|better worse|best worst|faster slower|larger smaller|largest smallest|"
    "greater smaller|longer shorter|positive negative|true false|same different|public private|internal external|possible impossible|"
    "legal illegal|lawful unlawful|valid invalid|safe unsafe|likely unlikely|required optional|mandatory optional|present absent|"
    "with without|support oppose|supports opposes|supported opposed|agree disagree|agrees disagrees|agreed disagreed|north south|"
    "east west|northern southern|eastern western|left right|maximum minimum|upper lower|inside outside|alive dead|born died|"
    "gain loss|buy sell|bought sold|add remove|adds removes|added removed|old new|early late|strong weak|easy difficult|"
    "always never|ever never|all none|everyone nobody|male female|men women|remains leaves|daily weekly|annual monthly"
)
"""Pairs of words of which one cannot stand for the other."""

CLAUSE_WORDS = (
    "and but or while whereas because although though which who unless if when where since so until except provided"
)
PAST_VERBS = "was were had did"
PRESENT_VERBS = "is are has have does do"
